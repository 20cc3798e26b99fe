//! Bids (`rules/seep.md` 5).

use cards::CardSet;

use crate::table::held;
use crate::{HouseValue, Illegal};

/// Whether a hand of four may and so must bid; if not, it is thrown in.
pub(crate) fn can_bid(hand: CardSet) -> bool {
    bids(hand).next().is_some()
}

/// The values that the hand may bid, ascending.
pub(crate) fn bids(hand: CardSet) -> impl Iterator<Item = HouseValue> {
    HouseValue::ALL.into_iter().filter(move |value| check_bid(hand, *value).is_ok())
}

/// Checks one bid.
pub(crate) fn check_bid(hand: CardSet, value: HouseValue) -> Result<(), Illegal> {
    if held(hand, value.get()) > 0 { Ok(()) } else { Err(Illegal::BidNotHeld { value }) }
}
