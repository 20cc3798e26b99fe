//! Keeping a view up to date from live events: all that a client without rules needs to do.

use cards::{CardSet, TakenTrick, Trick};
use thiserror::Error;

use crate::table::PLAYS;
use crate::{
    Action, Calls, DealEnd, LastDeal, Phase, Seen, SeenAfterCall, SeenCall, SeenDeal, SeenDiscard, SeenPlay,
    View,
};

/// Cards dealt to every seat.
const HAND_SIZE: u8 = 6;
/// Cards that are left over.
const STOCK_SIZE: u8 = 8;

/// The event is not the one that follows this view: one was missed, or it is in its closed form. Install a new
/// view instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the event does not follow this view")]
pub struct DoesNotFollow;

impl View {
    /// Brings the view up to date with the next event in its live form: the result is what the viewer would
    /// see of the match right after the step.
    ///
    /// # Errors
    /// [`DoesNotFollow`]; the view is then unchanged.
    pub fn apply(&mut self, seen: &Seen) -> Result<(), DoesNotFollow> {
        match seen {
            Seen::Dealt(dealt) => self.apply_deal(dealt),
            Seen::Called(called) => self.apply_call(called),
            Seen::Discarded(discarded) => self.apply_discard(discarded),
            Seen::Played(played) => self.apply_play(played),
        }
    }

    fn apply_deal(&mut self, dealt: &SeenDeal) -> Result<(), DoesNotFollow> {
        let live = dealt.hand.is_none_or(|hand| hand.len() == HAND_SIZE);
        if self.phase != Phase::Between || dealt.deal != self.deal + 1 || !live {
            return Err(DoesNotFollow);
        }
        self.clear_table(dealt.dealer);
        self.deal = dealt.deal;
        self.phase = Phase::Auction;
        self.turn = Some(dealt.turn);
        self.hand = dealt.hand;
        self.hand_sizes = [HAND_SIZE; 4];
        self.stock = STOCK_SIZE;
        self.last_deal = None;
        Ok(())
    }

    fn apply_call(&mut self, called: &SeenCall) -> Result<(), DoesNotFollow> {
        let call = match called.action {
            Action::Pass => None,
            Action::Bid { bid } => Some(bid),
            Action::Discard { .. } | Action::Play { .. } => return Err(DoesNotFollow),
        };
        if self.phase != Phase::Auction || called.deal != self.deal || self.turn != Some(called.seat) {
            return Err(DoesNotFollow);
        }
        match called.after {
            SeenAfterCall::Next { turn } => {
                self.calls.push(call);
                self.turn = Some(turn);
            }
            SeenAfterCall::Won { contract, taken } => {
                let live = taken.is_none_or(|taken| taken.len() == self.widow)
                    && taken.is_some() == (self.seat == Some(contract.bidder));
                if !live {
                    return Err(DoesNotFollow);
                }
                self.calls.push(call);
                let bidder = contract.bidder;
                self.phase = if self.widow > 0 { Phase::Discard } else { Phase::Play };
                self.turn = Some(bidder);
                self.trick = Trick::led_by(bidder, 4);
                self.stock -= self.widow;
                self.hand_sizes[bidder.index()] += self.widow;
                self.taken = taken.filter(|_| self.widow > 0);
                self.hand = self.hand.map(|hand| hand | taken.unwrap_or_default());
            }
            SeenAfterCall::ThrownIn { next_dealer } => {
                let dealer = self.dealer;
                self.clear_table(next_dealer);
                self.phase = Phase::Between;
                self.last_deal = Some(LastDeal::ThrownIn { dealer });
            }
        }
        Ok(())
    }

    fn apply_discard(&mut self, discarded: &SeenDiscard) -> Result<(), DoesNotFollow> {
        let follows = self.phase == Phase::Discard
            && discarded.deal == self.deal
            && self.turn == Some(discarded.seat)
            && discarded.cards.is_some() == (self.seat == Some(discarded.seat));
        if !follows {
            return Err(DoesNotFollow);
        }
        self.phase = Phase::Play;
        self.hand_sizes[discarded.seat.index()] -= self.widow;
        self.hand = self.hand.map(|hand| hand - discarded.cards.unwrap_or_default());
        self.discards = discarded.cards;
        Ok(())
    }

    fn apply_play(&mut self, played: &SeenPlay) -> Result<(), DoesNotFollow> {
        let card = played.card.ok_or(DoesNotFollow)?;
        let next = PLAYS + 1 - self.hand_sizes.iter().sum::<u8>().min(PLAYS);
        let follows = self.phase == Phase::Play
            && played.deal == self.deal
            && played.number == next
            && self.turn == Some(played.seat)
            && self.counts.is_some() == played.counts.is_some();
        if !follows {
            return Err(DoesNotFollow);
        }
        self.trump = self.trump.or(played.trump);
        self.turn = played.turn;
        self.hand_sizes[played.seat.index()] -= 1;
        self.hand = self.hand.map(|hand| hand.without(card));
        self.counts = played.counts;
        self.trick.play(card);
        if let Some(winner) = played.winner {
            let taken = TakenTrick { trick: self.trick, winner };
            self.last_trick = Some(taken);
            if let Some(history) = &mut self.history {
                history.push(taken);
            }
            self.trick = Trick::led_by(winner, 4);
        }
        if let Some(end) = &played.end {
            self.end_deal(end);
        }
        Ok(())
    }

    fn end_deal(&mut self, end: &DealEnd) {
        self.phase = if end.outcome.is_some() { Phase::Over } else { Phase::Between };
        self.dealer = end.result.next_dealer;
        self.scores = end.result.scores;
        self.taken = None;
        self.discards = None;
        self.outcome = end.outcome;
        self.last_deal = Some(LastDeal::Scored(*end));
    }

    /// Takes every card off the table, for a deal of that dealer.
    fn clear_table(&mut self, dealer: cards::Seat) {
        let first = dealer.next_of_four();
        self.dealer = dealer;
        self.turn = None;
        self.hand = self.hand.map(|_| CardSet::EMPTY);
        self.hand_sizes = [0; 4];
        self.calls = Calls::opened_by(first);
        self.stock = 0;
        self.taken = None;
        self.discards = None;
        self.trump = None;
        self.trick = Trick::led_by(first, 4);
        self.last_trick = None;
        self.counts = self.counts.map(|_| [0; 2]);
        self.history = self.history.as_ref().map(|_| Vec::new());
    }
}
