//! What a hand promises with a suit as trump.

use cards::{Card, CardSet, Rank, Suit};
use smear::{HighLow, LowTo, Options, SuitSet};

use super::strength::{PACK, above, highest, of_suit};

/// The chance that the opponents do not hold a given card that one does not see.
const NOT_THEIRS: f32 = 0.54;

/// The points of the deal that the bidder's team makes on average with that trump. The weights are a least-squares
/// fit to played-out deals.
pub(crate) fn promise(options: &Options, hand: CardSet, trump: Suit) -> f32 {
    let trumps = hand & of_suit(trump);
    let side = hand - trumps;
    let has = |rank| f32::from(u8::from(trumps.contains(Card::new(rank, trump))));
    let of_rank = |rank| f32::from((side & CardSet::of_rank(rank)).len());
    0.72 + 0.8 * high(options, trumps, trump)
        + 0.76 * low(options, trumps, trump)
        + 0.23 * has(Rank::Ace)
        + 0.18 * has(Rank::King)
        + 0.12 * has(Rank::Queen)
        + 0.43 * has(Rank::Jack)
        + 0.02 * has(Rank::Ten)
        + 0.19 * f32::from(trumps.len())
        + 0.11 * of_rank(Rank::Ace)
        + 0.05 * of_rank(Rank::King)
}

/// How surely the hand makes High.
fn high(options: &Options, trumps: CardSet, trump: Suit) -> f32 {
    match options.high_low {
        HighLow::Fixed => f32::from(u8::from(trumps.contains(Card::new(Rank::Ace, trump)))),
        HighLow::InPlay => highest(trumps).map_or(0.0, |card| NOT_THEIRS.powi(i32::from(above(card).len()))),
    }
}

/// How surely the hand makes Low.
fn low(options: &Options, trumps: CardSet, trump: Suit) -> f32 {
    let holds = match options.high_low {
        HighLow::Fixed => f32::from(u8::from(trumps.contains(Card::new(Rank::Seven, trump)))),
        HighLow::InPlay => {
            let lowest = trumps.iter().min_by_key(|card| card.rank().ace_high());
            let below = |card| (PACK & of_suit(trump)) - above(card).with(card);
            lowest.map_or(0.0, |card| not_theirs(below(card)))
        }
    };
    match options.low_to {
        LowTo::Player => holds,
        LowTo::Winner => 0.6 * holds,
    }
}

/// The chance that the opponents hold none of some cards.
fn not_theirs(cards: CardSet) -> f32 {
    NOT_THEIRS.powi(i32::from(cards.len()))
}

/// The best suit to be trump among those, and what it promises.
pub(crate) fn best_trump(options: &Options, hand: CardSet, suits: SuitSet) -> (Suit, f32) {
    let mut best = (Suit::Clubs, f32::NEG_INFINITY);
    for suit in suits.iter() {
        let promise = promise(options, hand, suit);
        if promise > best.1 {
            best = (suit, promise);
        }
    }
    best
}
