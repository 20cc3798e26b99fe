//! Bidding by what a hand promises.

use cards::{CardSet, Seat};
use smear::{Action, AllPass, Bid, Calls, Options, SuitSet};

use super::SmearSight;
use super::hand::best_trump;

/// The promise that a bid takes.
const NEEDED_2: f32 = 2.0;
const NEEDED_3: f32 = 2.46;
const NEEDED_4: f32 = 3.4;
/// With such a promise nothing is left to the others, who are not given the chance to overbid.
const ALL_MINE: f32 = 3.7;
/// What part of what a hand lacks to promise all points every card of the widow adds.
const PER_WIDOW_CARD: f32 = 0.12;
/// All points of a deal.
const ALL_POINTS: f32 = 4.0;
/// What it takes more to bid over one's partner.
const OVER_PARTNER: f32 = 0.5;
/// What a partner who has bid adds to the hand.
const PARTNER_BID: f32 = 0.15;
/// How near to the end the others may be before it takes less to bid against them.
const NEAR: i32 = 3;
/// How much less.
const BOLDER: f32 = 0.2;

/// A seat that is to call.
pub(crate) struct Caller<'a> {
    pub(crate) options: &'a Options,
    pub(crate) seat: Seat,
    pub(crate) hand: CardSet,
    /// The calls before.
    pub(crate) calls: Calls,
    pub(crate) scores: [i32; 2],
}

impl<'a> Caller<'a> {
    /// The seat of a sight.
    pub(crate) fn of(sight: &SmearSight<'a>) -> Self {
        let view = sight.view;
        Self {
            options: sight.options,
            seat: sight.seat,
            hand: view.hand.unwrap_or_default(),
            calls: view.calls,
            scores: view.scores,
        }
    }

    /// The call among the legal ones that suits the hand; `bias` is added to what the hand promises.
    pub(crate) fn choose(&self, legal: &[Action], bias: f32) -> Action {
        // Where there is no wish, the first legal call is a pass, or else the lowest bid.
        self.wish(bias).map_or(legal[0], |bid| Action::Bid { bid })
    }

    /// What the hand is worth bidding, `None` for a pass.
    pub(crate) fn wish(&self, bias: f32) -> Option<Bid> {
        let promise = bias + self.promise();
        if promise >= ALL_MINE && !self.speaks_last() {
            return Some(Bid::HIGHEST);
        }
        Bid::ALL.into_iter().find(|bid| self.may_bid(*bid) && promise >= self.needed(*bid))
    }

    /// Whether a pass is not allowed (`rules/smear.md` 14).
    pub(crate) fn must_bid(&self) -> bool {
        let stuck = self.options.all_pass == AllPass::DealerStuck;
        stuck && self.speaks_last() && self.calls.contract().is_none()
    }

    /// Whether the bid can still be made (`rules/smear.md` 4 and 14).
    fn may_bid(&self, bid: Bid) -> bool {
        let dealer_takes_over = self.options.overbid_dealer && self.speaks_last();
        self.calls
            .contract()
            .is_none_or(|contract| bid > contract.bid || dealer_takes_over && bid == contract.bid)
    }

    fn speaks_last(&self) -> bool {
        self.calls.len() == 3
    }

    /// What the hand promises in this auction.
    fn promise(&self) -> f32 {
        let (_, promise) = best_trump(self.options, self.hand, SuitSet::among(self.hand));
        let partner_bid = self.calls.iter().any(|(seat, bid)| seat == self.seat.partner() && bid.is_some());
        promise
            + PER_WIDOW_CARD * f32::from(self.options.widow_size()) * (ALL_POINTS - promise).max(0.0)
            + if partner_bid { PARTNER_BID } else { 0.0 }
    }

    fn needed(&self, bid: Bid) -> f32 {
        let mut needed = [NEEDED_2, NEEDED_3, NEEDED_4][usize::from(bid.get()) - 2];
        match self.calls.contract() {
            Some(contract) if contract.bidder == self.seat.partner() => needed += OVER_PARTNER,
            _ => {
                let theirs = self.scores[1 - self.seat.index() % 2];
                if theirs + NEAR >= i32::from(self.options.target.get()) {
                    needed -= BOLDER;
                }
            }
        }
        needed
    }
}
