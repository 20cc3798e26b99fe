//! The auction of one deal: who bid what, who is next, and how it ends (`rules/pepper.md` 4).

use cards::Seat;

use crate::event::{AuctionEnd, Call};
use crate::{AllPass, Level, Options};

/// The longest auction: with four players three passes, seven levels, and two passes after every bid but the
/// last, which is the big pepper.
const MAX_CALLS: usize = 3 + 7 + 6 * 2;

/// An auction in progress, or finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Auction {
    /// Only the first `len` count; the rest is one fixed call, so that equal auctions are equal.
    calls: [Call; MAX_CALLS],
    len: u8,
    /// The highest bid.
    highest: Option<Level>,
    /// Who made it; the opener while nobody has bid.
    bidder: Seat,
    /// Bit `s` is set if seat `s` has passed: since the highest bid, or at all where a pass is final.
    passed: u8,
}

/// What follows a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterCall {
    /// This seat calls next.
    Turn(Seat),
    /// The auction is over.
    Ended(AuctionEnd),
}

impl Auction {
    const BLANK: Call = Call { seat: Seat::ALL[0], level: None };

    pub(crate) fn opened_by(opener: Seat) -> Self {
        Self { calls: [Self::BLANK; MAX_CALLS], len: 0, highest: None, bidder: opener, passed: 0 }
    }

    pub(crate) fn calls(&self) -> &[Call] {
        &self.calls[..usize::from(self.len)]
    }

    /// The highest bid so far.
    pub(crate) fn highest(&self) -> Option<Level> {
        self.highest
    }

    /// Once it is over: the contract and who declares it.
    pub(crate) fn contract(&self) -> Option<(Seat, Level)> {
        self.highest.map(|level| (self.bidder, level))
    }

    /// Enters a call that has been found legal.
    pub(crate) fn enter(&mut self, options: &Options, dealer: Seat, call: Call) -> AfterCall {
        self.calls[usize::from(self.len)] = call;
        self.len += 1;
        match call.level {
            None => self.passed |= 1 << call.seat.number(),
            Some(level) => {
                self.highest = Some(level);
                self.bidder = call.seat;
                if !options.pass_final {
                    self.passed = 0;
                }
            }
        }
        match self.end(options, dealer) {
            Some(end) => AfterCall::Ended(end),
            None => AfterCall::Turn(self.next(options, call.seat)),
        }
    }

    fn end(&self, options: &Options, dealer: Seat) -> Option<AuctionEnd> {
        let count = options.players.count();
        let everybody = (1_u8 << count) - 1;
        let round_over = options.one_round && self.len == count;
        match self.highest {
            Some(contract) => {
                let others = everybody & !(1 << self.bidder.number());
                let over = contract == Level::BigPepper || self.passed & others == others || round_over;
                over.then_some(AuctionEnd::Won { declarer: self.bidder, contract })
            }
            None => (self.passed == everybody).then(|| AuctionEnd::ThrownIn {
                next_dealer: match options.all_pass {
                    AllPass::NextDealer => options.players.next(dealer),
                    AllPass::SameDealer => dealer,
                    AllPass::DealerMustBid => unreachable!("the dealer had to bid"),
                },
            }),
        }
    }

    /// The next seat that has not passed. Where a pass is not final, or everybody has one turn, nobody is skipped:
    /// those who have passed are the ones just before this seat.
    fn next(&self, options: &Options, seat: Seat) -> Seat {
        let mut next = options.players.next(seat);
        while self.passed & (1 << next.number()) != 0 {
            next = options.players.next(next);
        }
        next
    }
}
