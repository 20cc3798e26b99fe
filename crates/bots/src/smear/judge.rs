//! How good a card looks to the seat that is to play it.
//!
//! A card is worth what the trick would bring our side, by the chance that our side takes it, less what the card would
//! be worth later. Values are in counts of the game point, in which High and Low do not occur: who plays the ace
//! and the seven of trump was settled by the deal (`rules/smear.md` 7).

use cards::{Card, CardSet, Rank, Seat, Suit};
use smear::{Action, LowTo, Options, SuitSet, card_count};

use super::hand::best_trump;
use super::open::Open;
use super::strength::{PACK, above, beaters, of_suit};
use crate::game_sight::first_best;

/// What the jack of trump is worth in a trick.
const JACK: f32 = 11.0;
/// What the seven of trump is worth in a trick, where Low goes to the winner of it.
const LOW: f32 = 11.0;
/// What everyone who is still to play adds to a trick on average.
const TO_COME: f32 = 0.6;

/// How readily an opponent beats a trick in which nothing lies, and what has to lie in it for another such share.
const WILL: f32 = 0.5;
const WILL_STAKE: f32 = 20.0;
/// How readily a partner beats a trick that is lost, and one that may yet be.
const RESCUE: f32 = 0.9;
const RESCUE_LATER: f32 = 0.5;

/// What keeping a card is worth: the highest trump that is left,
const KEEP_TOP_TRUMP: f32 = 10.0;
/// any other trump, and more for each step in rank,
const KEEP_TRUMP: f32 = 5.5;
const KEEP_TRUMP_RANK: f32 = 0.5;
/// the highest card that is left of another suit.
const KEEP_TOP: f32 = 1.3;

/// The chance to win a ten of another suit later,
const SAVED_TEN: f32 = 0.4;
/// and a trump that counts although a higher one is out; more with two other trumps beside it.
const SAVED: f32 = 0.65;
const SAVED_GUARDED: f32 = 0.75;

/// What it is worth to draw the others' trumps with a trump that none can beat, and with another, to the bidder's
/// side
const DRAW_TOP: f32 = 14.0;
const DRAW_LOW: f32 = 0.7;
/// and to the other.
const DRAW_TOP_AGAINST: f32 = 1.8;
const DRAW_LOW_AGAINST: f32 = -2.0;

/// A seat that is to play a card, with all that it goes by.
struct Judge<'a> {
    options: &'a Options,
    open: &'a Open,
    seat: Seat,
    hand: CardSet,
    trump: Suit,
    /// Cards that others may hold, or that lie in the stock.
    unseen: CardSet,
    best: Option<(Seat, Card)>,
    /// What lies in the trick.
    stake: f32,
}

/// Chooses a legal play. `away` is what the seat itself has discarded.
pub(crate) fn choose_play(
    options: &Options,
    open: &Open,
    seat: Seat,
    hand: CardSet,
    away: CardSet,
    legal: &[Action],
) -> Action {
    if let [only] = legal {
        return *only;
    }
    let judge = Judge::new(options, open, seat, hand, away, legal);
    first_best(legal, |action| action.card().map_or(0.0, |card| judge.worth(card)))
}

impl<'a> Judge<'a> {
    fn new(
        options: &'a Options,
        open: &'a Open,
        seat: Seat,
        hand: CardSet,
        away: CardSet,
        legal: &[Action],
    ) -> Self {
        // The first lead makes its suit trump.
        let trump = open.trump.unwrap_or_else(|| {
            let cards: CardSet = legal.iter().filter_map(Action::card).collect();
            best_trump(options, hand, SuitSet::among(cards)).0
        });
        let unseen = PACK - hand - open.played - away;
        let mut judge = Self { options, open, seat, hand, trump, unseen, best: open.best(), stake: 0.0 };
        judge.stake = open.trick.plays().map(|(_, card)| judge.prize(card)).sum();
        judge
    }

    /// How good the card looks.
    fn worth(&self, card: Card) -> f32 {
        if self.open.trump.is_none() && card.suit() != self.trump {
            return f32::NEG_INFINITY;
        }
        let to_come = TO_COME * f32::from(3 - self.open.trick.len());
        let stake = self.stake + self.prize(card) + to_come;
        let mut worth = (2.0 * self.chance(card, stake) - 1.0) * stake - self.keep(card);
        if self.open.trick.is_empty() && card.suit() == self.trump && self.opponents_may_hold(self.trump) {
            worth += self.draw(card);
        }
        worth
    }

    fn draw(&self, card: Card) -> f32 {
        let ours = self.seat.index() % 2 == self.open.bidder.index() % 2;
        match (ours, (above(card) & self.unseen).is_empty()) {
            (true, true) => DRAW_TOP,
            (true, false) => DRAW_LOW,
            (false, true) => DRAW_TOP_AGAINST,
            (false, false) => DRAW_LOW_AGAINST,
        }
    }

    /// What a card brings whoever wins it.
    fn prize(&self, card: Card) -> f32 {
        let count = f32::from(card_count(card));
        match card.rank() {
            Rank::Jack if card.suit() == self.trump => count + JACK,
            Rank::Seven if card.suit() == self.trump && self.options.low_to == LowTo::Winner => LOW,
            _ => count,
        }
    }

    /// The chance that our side takes the trick if this card is played.
    fn chance(&self, card: Card, stake: f32) -> f32 {
        let (best, ours) = match self.best {
            Some((seat, best)) if !beaters(best, self.trump).contains(card) => {
                (best, seat == self.seat.partner())
            }
            _ => (card, true),
        };
        let higher = beaters(best, self.trump) & self.unseen;
        let will = (WILL + WILL * stake / WILL_STAKE).min(1.0);
        let mut chance = if ours { 1.0 } else { 0.0 };
        let mut seat = self.seat;
        for _ in self.open.trick.len() + 1..4 {
            seat = seat.next_of_four();
            let beats = self.may_hold(seat, higher);
            if seat == self.seat.partner() {
                chance += (1.0 - chance) * beats * if ours { RESCUE_LATER } else { RESCUE };
            } else {
                chance *= 1.0 - beats * will;
            }
        }
        chance
    }

    /// The chance that a seat holds one of some unseen cards.
    fn may_hold(&self, seat: Seat, cards: CardSet) -> f32 {
        let void = self.open.voids[seat.index()].cards();
        let hits = (cards - void).len();
        if hits == 0 {
            return 0.0;
        }
        let held = self.open.sizes[seat.index()];
        // Drawing without putting back, by the mean number of cards left.
        let pool = f32::from((self.unseen - void).len()) - f32::from(held.saturating_sub(1)) / 2.0;
        1.0 - (1.0 - f32::from(hits) / pool).max(0.0).powi(i32::from(held))
    }

    fn opponents_may_hold(&self, suit: Suit) -> bool {
        let cards = of_suit(suit) & self.unseen;
        let left = self.seat.next_of_four();
        [left, left.partner()].iter().any(|seat| self.may_hold(*seat, cards) > 0.0)
    }

    /// What the card is worth in a later trick.
    fn keep(&self, card: Card) -> f32 {
        let rank = f32::from(card.rank().ace_high()) - 7.0;
        let is_top = (above(card) & self.unseen).is_empty();
        let trumps = self.hand & of_suit(self.trump);
        let (power, saved) = match (card.suit() == self.trump, is_top) {
            (true, true) => (KEEP_TOP_TRUMP, 1.0),
            (true, false) if trumps.len() >= 3 => (KEEP_TRUMP + KEEP_TRUMP_RANK * rank, SAVED_GUARDED),
            (true, false) => (KEEP_TRUMP + KEEP_TRUMP_RANK * rank, SAVED),
            (false, true) => (KEEP_TOP, SAVED_TEN),
            (false, false) => (0.0, SAVED_TEN),
        };
        // What is kept may also be won or lost, as far as it counts.
        let own = if card.suit() == self.trump || card.rank() == Rank::Ten { self.prize(card) } else { 0.0 };
        power + (2.0 * saved - 1.0) * own
    }
}
