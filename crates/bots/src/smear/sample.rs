//! Sampling deals that fit everything a seat has seen.

use cards::{Card, CardSet, Deck, Game, Pack, Seat, Suit};
use smear::{Action, Bid, Calls, DiscardScoringTrump, Options, Smear, SuitSet};

use super::SmearSight;
use super::auction::Caller;
use super::hand::best_trump;
use super::memory::Memory;
use super::open::Open;
use super::split::{Place, Split};
use super::strength::{PACK, of_suit};
use crate::dice::Dice;

/// Deals that are tried before one is taken that the calls speak against.
const TRIES: usize = 24;
/// How much less likely a hand is for every step that its owner's call is off what the club would call,
const OFF: f32 = 0.3;
/// and for a trump that the club would not have chosen.
const OTHER_TRUMP: f32 = 0.35;
/// Tries to find a discard among the cards left over, of which seldom many do not fit; and how many of them take any
/// that does.
const DISCARD_TRIES: usize = 96;
const ANY_TRIES: usize = 64;

/// What is known of a deal, ready to be filled up.
pub(crate) struct Sampler {
    seat: Seat,
    hand: CardSet,
    calls: Calls,
    memory: Memory,
    split: Split,
    before: Smear,
    dealer: Seat,
    scores: [i32; 2],
}

/// A whole deal.
struct Deal {
    /// By seat, the six cards of the deal.
    hands: [CardSet; 4],
    widow: CardSet,
    /// What the bidder laid away.
    away: CardSet,
}

impl Sampler {
    pub(crate) fn new(sight: &SmearSight<'_>, memory: Memory) -> Self {
        let view = sight.view;
        let hand = view.hand.unwrap_or_default();
        let seen = memory.played.iter().fold(hand | memory.away, |all, cards| all | *cards);
        let voids = memory.open.map_or([SuitSet::EMPTY; 4], |open| open.voids);
        let places = others(sight.seat)
            .map(|seat| Place { lacks: 6 - memory.played[seat.index()].len(), voids: voids[seat.index()] });
        Self {
            seat: sight.seat,
            hand,
            calls: view.calls,
            split: Split::new(PACK - seen, places),
            memory,
            before: Smear::standing_at(*sight.options, view.dealer, view.scores),
            dealer: view.dealer,
            scores: view.scores,
        }
    }

    /// What lies open, once there is a bidder.
    pub(crate) fn open(&self) -> Option<&Open> {
        self.memory.open.as_ref()
    }

    /// A match at this very decision, with the hidden cards dealt at random among the places where they can be,
    /// hands that fit the calls preferred; and what the bidder has laid away in it.
    pub(crate) fn world(&self, dice: &mut Dice) -> (Smear, CardSet) {
        let mut best: Option<(f32, Deal)> = None;
        for _ in 0..TRIES {
            let deal = self.deal(dice);
            let likely = self.likelihood(&deal);
            if dice.unit() < likely {
                best = Some((likely, deal));
                break;
            }
            if best.as_ref().is_none_or(|(most, _)| likely > *most) {
                best = Some((likely, deal));
            }
        }
        let (_, deal) = best.expect("at least one deal is tried");
        (self.replay(&deal, dice), deal.away)
    }

    fn deal(&self, dice: &mut Dice) -> Deal {
        for tries_left in (0..DISCARD_TRIES).rev() {
            let (kept, left) = self.draw_hands(dice);
            let Some((bidder, trump)) = self.exchanger() else { return self.without_exchange(kept) };
            let widow = self.before.options().widow_size();
            let may_go = left - never_discarded(self.before.options(), kept[bidder.index()], trump);
            // Each discard of each way to deal the hands is as likely as any other. The last tries take any.
            let likely = if tries_left < ANY_TRIES {
                1.0
            } else {
                choose(may_go.len(), widow) / choose(left.len(), widow)
            };
            if may_go.len() >= widow && dice.unit() < likely {
                let away = draw(may_go, widow, dice);
                return exchanged(kept, bidder, away, dice);
            }
        }
        unreachable!("there was something to discard, so that there is in most of the deals that fit")
    }

    /// By seat the cards that it played and holds, and the cards left over.
    fn draw_hands(&self, dice: &mut Dice) -> ([CardSet; 4], CardSet) {
        let dealt = self.split.draw(dice);
        let mut kept = self.memory.played;
        kept[self.seat.index()] = kept[self.seat.index()] | self.hand;
        for (place, seat) in others(self.seat).into_iter().enumerate() {
            kept[seat.index()] = kept[seat.index()] | dealt[place];
        }
        (kept, dealt[3])
    }

    /// Another seat that has exchanged cards with the widow, and the trump that it then led.
    fn exchanger(&self) -> Option<(Seat, Suit)> {
        let open = self.memory.open.filter(|_| self.before.options().widow_size() > 0)?;
        let trump = (open.bidder != self.seat).then_some(open.trump)?;
        Some((open.bidder, trump.expect("the bidder has led before anybody else acts")))
    }

    /// The deal if nobody else has exchanged cards.
    fn without_exchange(&self, kept: [CardSet; 4]) -> Deal {
        let Memory { dealt, taken, away, .. } = self.memory;
        let mut hands = kept;
        hands[self.seat.index()] = dealt;
        Deal { hands, widow: taken, away }
    }

    /// How well the deal agrees with what the others have called, 1 if the club would have called the same.
    fn likelihood(&self, deal: &Deal) -> f32 {
        let mut likely = 1.0;
        let mut calls = Calls::opened_by(self.calls.first());
        for (seat, bid) in self.calls.iter() {
            if seat != self.seat {
                let hand = deal.hands[seat.index()];
                let caller =
                    Caller { options: self.before.options(), seat, hand, calls, scores: self.scores };
                let wish = caller.wish(0.0);
                let forced = caller.must_bid() && wish.is_none();
                let level = |bid: Option<Bid>| bid.map_or(1, Bid::get);
                let off = level(wish).abs_diff(level(bid)) - u8::from(forced);
                likely *= OFF.powi(i32::from(off));
            }
            calls.push(bid);
        }
        match self.memory.open {
            Some(Open { bidder, trump: Some(trump), .. }) if bidder != self.seat => {
                let kept = (deal.hands[bidder.index()] | deal.widow) - deal.away;
                let wish = best_trump(self.before.options(), kept, SuitSet::among(kept)).0;
                if wish == trump { likely } else { likely * OTHER_TRUMP }
            }
            _ => likely,
        }
    }

    fn replay(&self, deal: &Deal, dice: &mut Dice) -> Smear {
        let mut game = self.before;
        game.deal(&self.deck(deal, dice)).expect("a deal is due, with a whole deck");
        for (seat, action) in &self.memory.done {
            let action = match action {
                Action::Discard { .. } => Action::Discard { cards: deal.away },
                other => *other,
            };
            game.act(*seat, &action).expect("what was done is legal in every world that fits");
        }
        game
    }

    /// The deck that deals that deal.
    fn deck(&self, deal: &Deal, dice: &mut Dice) -> Deck {
        let mut hands = deal.hands.map(CardSet::iter);
        let mut cards = Vec::with_capacity(PACK.len().into());
        let mut seat = self.dealer;
        for _ in 0..24 {
            seat = seat.next_of_four();
            cards.extend(hands[seat.index()].next());
        }
        let dealt = deal.hands.iter().fold(deal.widow, |all, cards| all | *cards);
        let mut stock: Vec<Card> = (PACK - dealt).iter().collect();
        dice.shuffle(&mut stock);
        cards.extend(deal.widow);
        cards.extend(stock);
        Deck::new(Pack::Short32, cards).expect("every card is in one place")
    }
}

/// The other seats, from the left around.
fn others(seat: Seat) -> [Seat; 3] {
    let left = seat.next_of_four();
    [left, left.next_of_four(), left.partner()]
}

/// The deal if the bidder kept some cards and laid others away. Any of them may have come from the widow.
fn exchanged(kept: [CardSet; 4], bidder: Seat, away: CardSet, dice: &mut Dice) -> Deal {
    let mut hands = kept;
    let had = kept[bidder.index()] | away;
    let widow = draw(had, away.len(), dice);
    hands[bidder.index()] = had - widow;
    Deal { hands, widow, away }
}

/// What a bidder who kept these cards cannot have laid away (`rules/smear.md` 5 and 14).
fn never_discarded(options: &Options, kept: CardSet, trump: Suit) -> CardSet {
    let trumps = of_suit(trump);
    if !kept.is_subset(trumps) {
        return trumps;
    }
    match options.discard_scoring_trump {
        DiscardScoringTrump::Allowed => CardSet::EMPTY,
        DiscardScoringTrump::Forbidden => {
            use cards::Rank::{Eight, Nine};
            trumps - (CardSet::of_rank(Eight) | CardSet::of_rank(Nine))
        }
    }
}

/// So many of the cards, at random.
fn draw(cards: CardSet, number: u8, dice: &mut Dice) -> CardSet {
    let mut cards: Vec<Card> = cards.iter().collect();
    dice.shuffle(&mut cards);
    cards.into_iter().take(number.into()).collect()
}

/// In how many ways so many of a number can be chosen.
fn choose(number: u8, of: u8) -> f32 {
    (0..of).map(|step| f32::from(number.saturating_sub(step)) / f32::from(step + 1)).product()
}

#[cfg(test)]
mod tests {
    use cards::{Stage, Viewer};
    use games::{GameKind, Match, random};

    use super::*;
    use crate::{Level, Sight, Watcher};

    /// Hands over the sight and the sampler of every decision of some matches, of which club players and chance make
    /// half each.
    fn for_each_decision(
        seeds: std::ops::Range<u64>,
        mut check: impl FnMut(&SmearSight<'_>, &Sampler, &mut Dice),
    ) {
        for seed in seeds {
            let mut dice = Dice::new(seed);
            let mut below = |bound: u32| dice.below(bound as usize) as u32;
            let options = random::options(GameKind::Smear, &mut below);
            let mut game = Match::new(options, Seat::ALL[0]);
            let mut watchers: Vec<Watcher> = game.seats().map(Watcher::new).collect();
            for step in 0..90 {
                let mut below = |bound: u32| dice.below(bound as usize) as u32;
                let event = match game.stage() {
                    Stage::Over => break,
                    Stage::Deal { .. } => {
                        game.deal(&random::deck(GameKind::Smear, &mut below)).expect("a deal is due")
                    }
                    Stage::Act(seat) => {
                        let sight = watchers[seat.index()].sight(&game).expect("the seat is to act");
                        let action = if step % 2 == 0 {
                            Level::Club.choose(&sight, step)
                        } else {
                            random::action(sight.legal(), &mut below)
                        };
                        check_sight(&sight, &mut dice, &mut check);
                        game.act(seat, &action).expect("the choice is legal")
                    }
                };
                watchers.iter_mut().for_each(|watcher| watcher.note(&game, &event));
            }
        }
    }

    fn check_sight(
        sight: &Sight,
        dice: &mut Dice,
        check: &mut impl FnMut(&SmearSight<'_>, &Sampler, &mut Dice),
    ) {
        let sight = super::super::read(sight);
        let sampler = Sampler::new(&sight, Memory::of(&sight));
        check(&sight, &sampler, dice);
    }

    #[test]
    fn every_world_shows_the_seat_what_it_sees() {
        for_each_decision(0..60, |sight, sampler, dice| {
            for _ in 0..3 {
                let (game, _) = sampler.world(dice);
                let mut view = game.view(Viewer::Seat(sight.seat));
                view.deal = sight.view.deal;
                assert_eq!(&view, sight.view);
                let mut legal = Vec::new();
                game.legal(&mut legal);
                assert_eq!(legal, sight.legal);
            }
        });
    }

    #[test]
    fn worlds_differ_in_what_is_hidden() {
        for_each_decision(60..63, |sight, sampler, dice| {
            if sight.view.hand_sizes.iter().sum::<u8>() < 20 {
                return;
            }
            let first = sampler.world(dice).0;
            assert!((0..20).any(|_| sampler.world(dice).0 != first), "{:?}", sight.view);
        });
    }

    #[test]
    fn who_has_bid_is_dealt_a_better_hand() {
        let (mut with_calls, mut without, mut count) = (0.0, 0.0, 0);
        for_each_decision(60..120, |sight, sampler, dice| {
            let bid = sight
                .view
                .calls
                .contract()
                .filter(|contract| contract.bidder != sight.seat && contract.bid.get() > 2);
            let Some(contract) = bid.filter(|_| sight.view.phase == smear::Phase::Auction) else { return };
            let promise = |hand| best_trump(sight.options, hand, SuitSet::among(hand)).1;
            let hand = sampler.world(dice).0.view(Viewer::Seat(contract.bidder)).hand;
            with_calls += promise(hand.expect("a seat sees its hand"));
            without += promise(sampler.deal(dice).hands[contract.bidder.index()]);
            count += 1;
        });
        assert!(count > 50, "{count}");
        assert!(with_calls > without + 0.1 * count as f32, "{with_calls} {without} {count}");
    }
}
