//! Events that do not follow: a view takes none of them, and none of them makes it panic.

use cards::{Card, CardSet, Game, Outcome, Rank, Seat, Side, SideSet, Stage, Suit, Viewer};

use super::fixture::{Chance, legal, options, perform, seat};
use crate::{
    Action, Bid, Contract, DealEnd, DealResult, Event, Phase, Points, Seen, SeenAfterCall, SeenCall,
    SeenDeal, SeenDiscard, SeenPlay, Smear, View,
};

#[track_caller]
fn assert_refused(view: &View, seen: &Seen) {
    let mut after = view.clone();
    assert!(after.apply(seen).is_err(), "{seen:?}");
    assert_eq!(after, *view, "a refused event changes nothing");
}

fn dealt(text: &str) -> Smear {
    super::fixture::dealt(options(text), &Chance::new(1).deck())
}

/// The view of a spectator before an event and the event, which follows it.
fn step(game: &mut Smear, step: impl FnOnce(&mut Smear) -> Event) -> (View, Seen) {
    let before = game.view(Viewer::Spectator);
    let event = step(game);
    (before, game.seen(&event, Viewer::Spectator))
}

#[test]
fn an_event_of_another_viewer_does_not_follow() {
    let mut game = Smear::new(options(""), seat(3));
    let views = [Viewer::Spectator, Viewer::Seat(seat(1))].map(|viewer| (viewer, game.view(viewer)));
    let event = game.deal(&Chance::new(1).deck()).unwrap();
    let [(spectator, watching), (own, playing)] = &views;
    assert_refused(watching, &game.seen(&event, *own));
    assert_refused(playing, &game.seen(&event, *spectator));
}

#[test]
fn a_deal_of_another_dealer_or_opener_does_not_follow() {
    let mut game = Smear::new(options(""), seat(3));
    let (view, seen) = step(&mut game, |game| game.deal(&Chance::new(1).deck()).unwrap());
    let Seen::Dealt(dealt) = seen else { panic!("a deal is a deal") };
    assert_refused(&view, &Seen::Dealt(SeenDeal { turn: seat(1), ..dealt.clone() }));
    assert_refused(&view, &Seen::Dealt(SeenDeal { dealer: seat(0), turn: seat(1), ..dealt }));
}

#[test]
fn no_deal_follows_the_last_that_can_be_counted() {
    let view = View { deal: u32::MAX, ..Smear::new(options(""), seat(3)).view(Viewer::Spectator) };
    assert_refused(&view, &Seen::Dealt(SeenDeal { deal: 0, dealer: seat(3), turn: seat(0), hand: None }));
}

#[test]
fn an_auction_that_goes_on_after_the_fourth_call_does_not_follow() {
    let mut game = dealt("");
    perform(&mut game, "BID 2, PASS, PASS");
    let (view, seen) = step(&mut game, |game| perform(game, "PASS"));
    let Seen::Called(called) = seen else { panic!("a call is a call") };
    assert_refused(&view, &Seen::Called(SeenCall { after: SeenAfterCall::Next { turn: seat(0) }, ..called }));
}

#[test]
fn an_auction_that_ends_otherwise_than_it_was_called_does_not_follow() {
    let mut game = dealt("");
    let (view, seen) = step(&mut game, |game| perform(game, "BID 2"));
    let Seen::Called(called) = seen else { panic!("a call is a call") };
    let refused = |after| assert_refused(&view, &Seen::Called(SeenCall { after, ..called.clone() }));
    refused(SeenAfterCall::ThrownIn { next_dealer: seat(0) });
    refused(SeenAfterCall::Next { turn: seat(2) });
    let contract = Contract { bidder: seat(2), bid: Bid::ALL[0] };
    refused(SeenAfterCall::Won { contract, taken: None });
}

/// The view before each play of a deal without a widow, and the play.
fn plays() -> Vec<(View, SeenPlay)> {
    let mut chance = Chance::new(7);
    let mut game = dealt("widow=0");
    perform(&mut game, "BID 4");
    let mut plays = Vec::new();
    while game.phase == Phase::Play {
        let (view, seen) = step(&mut game, |game| chance.step(game));
        let Seen::Played(played) = seen else { panic!("a play is a play") };
        plays.push((view, played));
    }
    plays
}

#[test]
fn a_winner_comes_with_the_fourth_card_and_with_no_other() {
    let plays = plays();
    let (view, third) = plays[2].clone();
    let winner = Some(seat(3));
    assert_refused(&view, &Seen::Played(SeenPlay { winner, turn: winner, ..third }));
    let (view, fourth) = plays[3].clone();
    let turn = Some(fourth.seat.next_of_four());
    assert_refused(&view, &Seen::Played(SeenPlay { winner: None, turn, ..fourth }));
}

#[test]
fn an_end_comes_with_the_last_card_and_with_no_other() {
    let plays = plays();
    let (last_view, last) = plays.last().unwrap().clone();
    let (first_view, first) = plays[0].clone();
    assert_refused(&first_view, &Seen::Played(SeenPlay { end: last.end, turn: None, ..first }));
    assert_refused(&last_view, &Seen::Played(SeenPlay { end: None, turn: last.winner, ..last }));
}

#[test]
fn a_winner_of_the_match_that_is_no_team_does_not_follow() {
    let (view, last) = plays().pop().unwrap();
    let winners = SideSet::of(Side::new(2).unwrap());
    let end = last.end.map(|end| DealEnd { outcome: Some(Outcome { winners }), ..end });
    assert_refused(&view, &Seen::Played(SeenPlay { end, ..last }));
}

#[test]
fn a_play_with_no_card_or_another_trump_does_not_follow() {
    let (view, first) = plays().swap_remove(0);
    assert_refused(&view, &Seen::Played(SeenPlay { card: None, ..first.clone() }));
    assert_refused(&view, &Seen::Played(SeenPlay { trump: None, ..first }));
}

#[test]
fn discards_that_the_bidder_does_not_hold_do_not_follow() {
    let mut game = dealt("widow=2");
    perform(&mut game, "BID 4");
    let bidder = Viewer::Seat(seat(0));
    let view = game.view(bidder);
    let discard = legal(&game)[0].to_string();
    let event = perform(&mut game, &discard);
    let Seen::Discarded(discarded) = game.seen(&event, bidder) else { panic!("a discard is a discard") };
    let held = view.hand.unwrap();
    let refused = |cards| assert_refused(&view, &Seen::Discarded(SeenDiscard { cards, ..discarded.clone() }));
    refused(Some((CardSet::FULL - held).iter().take(2).collect()));
    refused(Some(held.iter().take(3).collect()));
    refused(None);
}

/// Cards for others to play: one that nobody ever holds, and one that the viewer may hold.
const SOME_CARDS: [Card; 2] = [Card::new(Rank::Two, Suit::Clubs), Card::new(Rank::Ace, Suit::Spades)];

/// Any value of its type, or mostly one that the view expects, so that some events follow and lead on.
struct Guess<'a> {
    chance: &'a mut Chance,
    view: &'a View,
}

impl Guess<'_> {
    fn mostly<T>(&mut self, likely: T, any: impl FnOnce(&mut Self) -> T) -> T {
        if self.chance.below(12) == 0 { any(self) } else { likely }
    }

    fn seat(&mut self) -> Seat {
        self.chance.pick(&Seat::ALL)
    }

    fn turn(&mut self) -> Seat {
        let turn = self.view.turn.unwrap_or(self.view.dealer);
        self.mostly(turn, Self::seat)
    }

    fn next(&mut self) -> Seat {
        let next = self.view.turn.unwrap_or(self.view.dealer).next_of_four();
        self.mostly(next, Self::seat)
    }

    fn deal(&mut self) -> u32 {
        let deal = self.view.deal + u32::from(self.view.phase == Phase::Between);
        self.mostly(deal, |guess| guess.chance.pick(&[0, 1, 2, u32::MAX]))
    }

    fn cards(&mut self, from: CardSet, count: u8) -> Option<CardSet> {
        let cards = from.iter().take(count.into()).collect();
        self.mostly(Some(cards), |guess| {
            guess.chance.pick(&[None, Some(CardSet::EMPTY), Some(CardSet::FULL)])
        })
    }

    fn dealt(&mut self) -> SeenDeal {
        let dealer = self.view.dealer;
        let hand = self.cards(CardSet::FULL, 6).filter(|_| self.view.seat.is_some());
        let hand = self.mostly(hand, |_| Some(CardSet::FULL));
        SeenDeal { deal: self.deal(), dealer: self.mostly(dealer, Self::seat), turn: self.next(), hand }
    }

    fn called(&mut self) -> SeenCall {
        let seat = self.turn();
        let bid = (self.chance.below(2) == 0).then(|| self.chance.pick(&Bid::ALL));
        let mine = bid.map(|bid| Contract { bidder: seat, bid });
        let contract = self.view.calls.contract().into_iter().chain(mine).max_by_key(|contract| contract.bid);
        let contract = contract.unwrap_or(Contract { bidder: seat, bid: Bid::HIGHEST });
        let own = self.view.seat == Some(contract.bidder);
        let rest = CardSet::FULL - self.view.hand.unwrap_or_default();
        let taken = self.cards(rest, self.view.widow).filter(|_| own);
        let after = match self.chance.below(6) {
            0 => SeenAfterCall::Won { contract, taken: self.mostly(taken, |_| Some(CardSet::FULL)) },
            1 => SeenAfterCall::ThrownIn { next_dealer: self.next() },
            _ => SeenAfterCall::Next { turn: self.next() },
        };
        let action = Action::call(bid);
        let action = self.mostly(action, |_| Action::Play { card: SOME_CARDS[0] });
        SeenCall { deal: self.deal(), seat, action, after }
    }

    fn discarded(&mut self) -> SeenDiscard {
        let seat = self.turn();
        let cards = self.cards(self.view.hand.unwrap_or_default(), self.view.widow);
        let own = cards.filter(|_| self.view.seat == Some(seat));
        SeenDiscard { deal: self.deal(), seat, cards: self.mostly(own, |_| cards) }
    }

    fn played(&mut self) -> SeenPlay {
        let held = self.view.hand_sizes.iter().sum::<u8>();
        let number = self.mostly(25 - held.min(24), |guess| guess.chance.below(256) as u8);
        let winner = self.seat();
        let winner = (self.view.trick.len() == 3).then_some(winner);
        let winner = self.mostly(winner, |guess| Some(guess.seat()));
        let ends = self.mostly(held == 1, |guess| guess.chance.below(2) == 0);
        let end = ends.then(|| self.end());
        let turn = if held == 1 { None } else { Some(winner.unwrap_or_else(|| self.next())) };
        let own = self.view.hand.filter(|_| self.view.turn == self.view.seat).and_then(CardSet::first);
        let card = own.unwrap_or_else(|| self.chance.pick(&SOME_CARDS));
        let trump = self.mostly((held == 24).then(|| card.suit()), |_| Some(Suit::Hearts));
        let counts = self.mostly(self.view.counts, |_| Some([u8::MAX; 2]));
        let card = self.mostly(Some(card), |_| None);
        SeenPlay { deal: self.deal(), number, seat: self.turn(), card, trump, winner, counts, turn, end }
    }

    fn end(&mut self) -> DealEnd {
        let result = DealResult {
            bid: Bid::HIGHEST,
            bidder: self.turn(),
            trump: Suit::Clubs,
            discards: CardSet::EMPTY,
            counts: [0; 2],
            points: [Points::NONE; 2],
            deltas: [i32::MAX; 2],
            scores: [i32::MIN; 2],
            next_dealer: self.next(),
        };
        let winners = SideSet::of(Side::new(self.chance.below(4) as u8).unwrap());
        DealEnd { result, outcome: self.mostly(None, |_| Some(Outcome { winners })) }
    }

    fn seen(&mut self) -> Seen {
        let likely = match self.view.phase {
            Phase::Between | Phase::Over => 0,
            Phase::Auction => 1,
            Phase::Discard => 2,
            Phase::Play => 3,
        };
        match self.mostly(likely, |guess| guess.chance.below(4)) {
            0 => Seen::Dealt(self.dealt()),
            1 => Seen::Called(self.called()),
            2 => Seen::Discarded(self.discarded()),
            _ => Seen::Played(self.played()),
        }
    }
}

#[test]
fn whatever_is_said_a_view_follows_it_or_stays() {
    let (mut followed, mut ended, mut refused) = (0, 0, 0);
    for seed in 7000..7400 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        for _ in 0..chance.below(75) {
            if game.stage() != Stage::Over {
                chance.step(&mut game);
            }
        }
        let viewers = Viewer::TABLE_OF_FOUR;
        let mut view = game.view(chance.pick(&viewers));
        for _ in 0..400 {
            let seen = Guess { chance: &mut chance, view: &view }.seen();
            let before = view.clone();
            if view.apply(&seen).is_ok() {
                followed += 1;
                ended += usize::from(matches!(seen, Seen::Played(SeenPlay { end: Some(_), .. })));
            } else {
                refused += 1;
                assert_eq!(view, before, "a refused event changes nothing");
            }
        }
    }
    assert!(followed > 10_000 && refused > 10_000 && ended > 100, "{followed} {refused} {ended}");
}
