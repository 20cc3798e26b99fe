//! Events that do not follow: a view takes none of them, and none of them makes it panic.

use cards::{Card, CardSet, Game, Outcome, Rank, Seat, Side, SideSet, Stage, Suit, Viewer};

use super::fixture::{Chance, STEPS, act, card, dealt, each, options, seat};
use crate::{
    AuctionEnd, Call, Called, DealEnd, DealResult, Level, Named, Pepper, Phase, Players, Seen, SeenDeal,
    SeenPlay, Strain, View,
};

#[track_caller]
fn assert_refused(view: &View, seen: &Seen) {
    let mut after = view.clone();
    assert!(after.apply(seen).is_err(), "{seen:?}");
    assert_eq!(after, *view, "a refused event changes nothing");
}

/// The view of a spectator before an event and the event, which follows it.
fn step(game: &mut Pepper, step: impl FnOnce(&mut Pepper) -> crate::Event) -> (View, Seen) {
    let before = game.view(Viewer::Spectator);
    let event = step(game);
    (before, game.seen(&event, Viewer::Spectator))
}

#[test]
fn a_deal_opened_by_nobody_at_the_table_does_not_follow() {
    for players in [2, 3] {
        let mut game = Pepper::new(options(&format!("players={players}")), seat(1));
        let (view, seen) = step(&mut game, |game| game.deal(&Chance::new(1).deck()).unwrap());
        let Seen::Dealt(dealt) = seen else { panic!("a deal is a deal") };
        assert_refused(&view, &Seen::Dealt(SeenDeal { turn: seat(3), ..dealt }));
        assert_refused(&view, &Seen::Dealt(SeenDeal { hand_size: 6, ..dealt }));
    }
}

#[test]
fn a_call_that_names_nobody_at_the_table_does_not_follow() {
    let mut game = dealt("players=2");
    let (view, seen) = step(&mut game, |game| act(game, "BID 2"));
    let Seen::Called(called) = seen else { panic!("a call is a call") };
    assert_refused(&view, &Seen::Called(Called { turn: Some(seat(2)), ..called }));
    assert_refused(&view, &Seen::Called(Called { turn: None, ..called }));
    let stranger = Call { seat: seat(3), ..called.call };
    assert_refused(&view, &Seen::Called(Called { call: stranger, ..called }));
    let end = Some(AuctionEnd::Won { declarer: seat(3), contract: Level::Two });
    assert_refused(&view, &Seen::Called(Called { turn: Some(seat(3)), end, ..called }));
    let end = Some(AuctionEnd::ThrownIn { next_dealer: seat(3) });
    let pass = Call { level: None, ..called.call };
    assert_refused(&view, &Seen::Called(Called { call: pass, turn: None, end, ..called }));
}

#[test]
fn a_strain_that_the_declarer_did_not_name_does_not_follow() {
    let mut game = dealt("players=2");
    act(&mut game, "BID BP");
    let (view, seen) = step(&mut game, |game| act(game, "NAME H"));
    let Seen::Named(named) = seen else { panic!("a name is a name") };
    for stranger in [1, 3] {
        assert_refused(&view, &Seen::Named(Named { seat: seat(stranger), ..named }));
    }
}

/// The view before each play of a deal of two, and the play.
fn plays() -> Vec<(View, SeenPlay)> {
    let mut chance = Chance::new(7);
    let mut game = dealt("players=2");
    act(&mut game, "BID BP");
    act(&mut game, "NAME H");
    let mut plays = Vec::new();
    while game.phase == Phase::Play {
        let (view, seen) = step(&mut game, |game| chance.step(game));
        let Seen::Played(played) = seen else { panic!("a play is a play") };
        plays.push((view, played));
    }
    plays
}

#[test]
fn a_trick_won_by_nobody_at_the_table_does_not_follow() {
    let (view, played) = plays().swap_remove(1);
    let winner = Some(seat(3));
    assert_refused(&view, &Seen::Played(SeenPlay { winner, turn: winner, ..played }));
    assert_refused(&view, &Seen::Played(SeenPlay { winner: None, ..played }));
}

#[test]
fn a_deal_that_ends_early_or_not_at_all_does_not_follow() {
    let plays = plays();
    let (last_view, last) = plays.last().unwrap();
    let (first_view, first) = &plays[0];
    assert_refused(last_view, &Seen::Played(SeenPlay { end: None, turn: last.winner, ..*last }));
    assert_refused(first_view, &Seen::Played(SeenPlay { end: last.end, turn: None, ..*first }));
}

#[test]
fn an_end_for_other_seats_or_sides_does_not_follow() {
    let plays = plays();
    let (view, last) = plays.last().unwrap();
    let end = last.end.unwrap();
    let refused = |end| assert_refused(view, &Seen::Played(SeenPlay { end: Some(end), ..*last }));
    let result = end.result;
    refused(DealEnd { result: DealResult { next_dealer: seat(2), ..result }, ..end });
    refused(DealEnd { result: DealResult { declarer: seat(2), ..result }, ..end });
    refused(DealEnd { result: DealResult { totals: each(&[1, 2, 3]), ..result }, ..end });
    refused(DealEnd { result: DealResult { tricks: each(&[8]), ..result }, ..end });
    let winners = SideSet::of(Side::new(2).unwrap());
    refused(DealEnd { outcome: Some(Outcome { winners }), ..end });
}

#[test]
fn a_card_that_the_viewer_holds_is_played_by_nobody_else() {
    let mut game = dealt("players=2");
    act(&mut game, "BID BP");
    act(&mut game, "NAME H");
    let view = game.view(Viewer::Seat(seat(1)));
    let own = view.hand.unwrap().first().unwrap();
    let event = Chance::new(1).step(&mut game);
    let Seen::Played(played) = game.seen(&event, Viewer::Seat(seat(1))) else { panic!("a play is a play") };
    assert_refused(&view, &Seen::Played(SeenPlay { card: Some(own), ..played }));
}

#[test]
fn no_deal_follows_the_last_that_can_be_counted() {
    let game = Pepper::new(options(""), seat(0));
    let view = View { deal: u32::MAX, ..game.view(Viewer::Spectator) };
    let dealt = SeenDeal { deal: 0, dealer: seat(0), turn: seat(1), hand_size: 6, hand: None };
    assert_refused(&view, &Seen::Dealt(dealt));
}

/// Cards for others to play: one that nobody ever holds, and one that the viewer may hold.
const SOME_CARDS: [Option<Card>; 2] =
    [Some(Card::new(Rank::Two, Suit::Clubs)), Some(Card::new(Rank::Ace, Suit::Spades))];

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
        let count = self.view.hand_sizes.len() as u8;
        let next = self.view.turn.unwrap_or(self.view.dealer).next_of(count);
        self.mostly(next, Self::seat)
    }

    fn deal(&mut self) -> u32 {
        let deal = self.view.deal + u32::from(self.view.phase == Phase::Between);
        self.mostly(deal, |guess| guess.chance.pick(&[0, 1, 2, u32::MAX]))
    }

    fn hand(&mut self, size: u8) -> Option<CardSet> {
        let hand: CardSet = self.chance.deck().cards().iter().copied().take(size.into()).collect();
        let own = self.view.seat.map(|_| hand);
        self.mostly(own, |guess| guess.chance.pick(&[None, Some(hand), Some(CardSet::EMPTY)]))
    }

    fn number(&mut self, likely: usize) -> u8 {
        self.mostly(likely as u8, |guess| guess.chance.below(256) as u8)
    }

    fn list<T: Copy + Default>(&mut self, likely: usize) -> crate::Each<T> {
        let len = self.mostly(likely, |guess| guess.chance.below(5));
        each(&vec![T::default(); len])
    }

    fn dealt(&mut self) -> SeenDeal {
        let size = Players::new(self.view.hand_sizes.len() as u8).unwrap().hand_size();
        let dealer = self.view.dealer;
        let (deal, dealer) = (self.deal(), self.mostly(dealer, Self::seat));
        let (turn, hand) = (self.next(), self.hand(size));
        SeenDeal { deal, dealer, turn, hand_size: self.number(size.into()), hand }
    }

    fn called(&mut self) -> Called {
        let level = (self.chance.below(2) == 0).then(|| self.chance.pick(&Level::ALL));
        let call = Call { seat: self.turn(), level };
        let (declarer, contract) = level
            .map(|level| (call.seat, level))
            .or(self.view.highest_bid())
            .unwrap_or((seat(0), Level::One));
        let declarer = self.mostly(declarer, Self::seat);
        let next_dealer = self.next();
        let (turn, end) = match self.chance.below(8) {
            0 => (Some(declarer), Some(AuctionEnd::Won { declarer, contract })),
            1 => (None, Some(AuctionEnd::ThrownIn { next_dealer })),
            _ => (Some(self.next()), None),
        };
        let turn = self.mostly(turn, |guess| Some(guess.seat()));
        Called { deal: self.deal(), number: self.number(self.view.calls.len() + 1), call, turn, end }
    }

    fn played(&mut self) -> SeenPlay {
        let count = self.view.hand_sizes.len();
        let plays = usize::from(self.view.tricks.iter().sum::<u8>()) * count;
        let number = self.number(plays + usize::from(self.view.trick.len()) + 1);
        let completes = usize::from(self.view.trick.len()) + 1 == count;
        let winner = self.chance.below(count);
        let winner = completes.then_some(seat(winner as u8));
        let winner = self.mostly(winner, |guess| Some(guess.seat()));
        let ends = self.view.hand_sizes.iter().sum::<u8>() == 1;
        let end = self.mostly(ends, |guess| guess.chance.below(2) == 0).then(|| self.end());
        let turn = if ends { None } else { Some(winner.unwrap_or_else(|| self.next())) };
        let own = self.view.hand.filter(|_| self.view.turn == self.view.seat).and_then(CardSet::first);
        let other = self.chance.pick(&SOME_CARDS);
        let card = self.mostly(own.or(other), |_| None);
        SeenPlay { deal: self.deal(), number, seat: self.turn(), card, winner, turn, end }
    }

    fn end(&mut self) -> DealEnd {
        let sides = self.view.tricks.len();
        let result = DealResult {
            contract: Level::One,
            declarer: self.turn(),
            strain: Strain::ALL[0],
            tricks: self.list(sides),
            deltas: self.list(sides),
            totals: self.list(sides),
            next_dealer: self.next(),
        };
        let winners = SideSet::of(Side::new(self.chance.below(4) as u8).unwrap());
        DealEnd { result, outcome: self.mostly(None, |_| Some(Outcome { winners })) }
    }

    fn seen(&mut self) -> Seen {
        let likely = match self.view.phase {
            Phase::Between | Phase::Over => 0,
            Phase::Auction => 1,
            Phase::Name => 2,
            Phase::Play => 3,
        };
        match self.mostly(likely, |guess| guess.chance.below(4)) {
            0 => Seen::Dealt(self.dealt()),
            1 => Seen::Called(self.called()),
            2 => {
                let strain = self.chance.pick(&Strain::ALL);
                Seen::Named(Named { deal: self.deal(), seat: self.turn(), strain })
            }
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
        for _ in 0..chance.below(STEPS / 2) {
            if game.stage() != Stage::Over {
                chance.step(&mut game);
            }
        }
        let viewers: Vec<Viewer> = game.options.players.viewers().collect();
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

#[test]
fn a_play_in_its_closed_form_does_not_follow() {
    let (view, played) = plays().swap_remove(0);
    assert_refused(&view, &Seen::Played(SeenPlay { card: None, ..played }));
    let number = played.number + 1;
    assert_refused(&view, &Seen::Played(SeenPlay { number, card: Some(card("9C")), ..played }));
}
