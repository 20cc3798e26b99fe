//! The calls of one auction.

use cards::Seat;
use serde::{Serialize, Serializer};

use crate::{Action, Bid, Contract};

/// What has been called so far, at most once a seat, in turn from the dealer's left (`rules/smear.md` 4).
/// Serialises as a list of `[seat, text]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Calls {
    first: Seat,
    len: u8,
    /// Only the first `len` count; the rest is `None`, so that equal auctions are equal.
    calls: [Option<Bid>; 4],
}

impl Calls {
    /// An auction without a call yet, which that seat opens.
    pub const fn opened_by(first: Seat) -> Self {
        Self { first, len: 0, calls: [None; 4] }
    }

    /// Adds the call of the seat whose turn it is: a bid, or `None` for a pass.
    ///
    /// # Panics
    /// If every seat has called.
    pub const fn push(&mut self, call: Option<Bid>) {
        assert!(self.len < 4, "every seat calls once");
        self.calls[self.len as usize] = call;
        self.len += 1;
    }

    /// Who calls first.
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// How many calls there are, 0..=4.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether nobody has called yet.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Who called what, in order: a bid, or `None` for a pass.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, Option<Bid>)> + use<> {
        let Self { first, len, calls } = *self;
        (0..len).map(move |place| (seat_after(first, place), calls[usize::from(place)]))
    }

    /// The bid that stands: the highest one, and of equal ones the last.
    pub fn contract(&self) -> Option<Contract> {
        let bids = self.iter().filter_map(|(bidder, bid)| Some(Contract { bidder, bid: bid? }));
        bids.max_by_key(|contract| contract.bid)
    }

    /// The calls by place, for a fingerprint.
    pub(crate) const fn places(&self) -> [Option<Bid>; 4] {
        self.calls
    }
}

const fn seat_after(first: Seat, places: u8) -> Seat {
    match Seat::new((first.number() + places) % 4) {
        Some(seat) => seat,
        None => unreachable!(),
    }
}

impl Serialize for Calls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(seat, bid)| (seat, Action::call(bid).to_string())))
    }
}
