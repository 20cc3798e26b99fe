//! Keeping a view up to date from live events: all that a client without rules needs to do.

use cards::{Card, CardSet, DoesNotFollow, TakenTrick, Trick};

use crate::table::PLAYS;
use crate::{
    Action, Bid, Calls, DealEnd, LastDeal, Phase, Seen, SeenAfterCall, SeenCall, SeenDeal, SeenDiscard,
    SeenPlay, View,
};

/// Seats of the table.
const SEATS: u8 = 4;
/// Cards dealt to every seat.
const HAND_SIZE: u8 = 6;
/// Cards that are left over.
const STOCK_SIZE: u8 = 8;

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
        if !self.deal_follows(dealt) {
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
        if !self.call_follows(called, call) {
            return Err(DoesNotFollow);
        }
        self.calls.push(call);
        match called.after {
            SeenAfterCall::Next { turn } => self.turn = Some(turn),
            SeenAfterCall::Won { contract, taken } => {
                let bidder = contract.bidder;
                self.phase = if self.widow > 0 { Phase::Discard } else { Phase::Play };
                self.turn = Some(bidder);
                self.trick = Trick::led_by(bidder, SEATS);
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
        if !self.discard_follows(discarded) {
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
        if !self.play_follows(played, card) {
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
            self.trick = Trick::led_by(winner, SEATS);
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

    /// Whether a deck that was dealt comes next, in its live form for this viewer. Nothing has changed yet here and
    /// in the other checks, which make sure that every change can be made and no number leaves its range.
    fn deal_follows(&self, dealt: &SeenDeal) -> bool {
        self.phase == Phase::Between
            && self.deal.checked_add(1) == Some(dealt.deal)
            && dealt.dealer == self.dealer
            && dealt.turn == dealt.dealer.next_of_four()
            && dealt.hand.is_some() == self.hand.is_some()
            && dealt.hand.is_none_or(|hand| hand.len() == HAND_SIZE)
    }

    fn call_follows(&self, called: &SeenCall, call: Option<Bid>) -> bool {
        let due = self.phase == Phase::Auction
            && called.deal == self.deal
            && self.turn == Some(called.seat)
            && self.calls.len() < SEATS;
        if !due {
            return false;
        }
        let mut calls = self.calls;
        calls.push(call);
        match called.after {
            SeenAfterCall::Next { turn } => calls.len() < SEATS && turn == called.seat.next_of_four(),
            SeenAfterCall::ThrownIn { .. } => calls.len() == SEATS && calls.contract().is_none(),
            SeenAfterCall::Won { contract, taken } => {
                let hand = self.hand.unwrap_or_default();
                calls.contract() == Some(contract)
                    && self.stock >= self.widow
                    && taken.is_some() == (self.seat == Some(contract.bidder))
                    && taken.is_none_or(|taken| taken.len() == self.widow && taken.is_disjoint(hand))
            }
        }
    }

    fn discard_follows(&self, discarded: &SeenDiscard) -> bool {
        let hand = self.hand.unwrap_or_default();
        self.phase == Phase::Discard
            && discarded.deal == self.deal
            && self.turn == Some(discarded.seat)
            && self.hand_sizes[discarded.seat.index()] >= self.widow
            && discarded.cards.is_some() == (self.seat == Some(discarded.seat))
            && discarded.cards.is_none_or(|cards| cards.len() == self.widow && cards.is_subset(hand))
    }

    fn play_follows(&self, played: &SeenPlay, card: Card) -> bool {
        let held: u16 = self.hand_sizes.iter().map(|size| u16::from(*size)).sum();
        let number = u16::from(played.number);
        let (opens, ends) = (number == 1, played.number == PLAYS);
        let completes = self.trick.len() + 1 == SEATS;
        let next = played.winner.unwrap_or_else(|| played.seat.next_of_four());
        self.phase == Phase::Play
            && played.deal == self.deal
            && number + held == u16::from(PLAYS) + 1
            && self.turn == Some(played.seat)
            && self.trick.turn() == Some(played.seat)
            && self.hand_sizes[played.seat.index()] > 0
            && self.hand.is_none_or(|hand| hand.contains(card) == (self.seat == Some(played.seat)))
            && self.counts.is_some() == played.counts.is_some()
            && played.trump == opens.then(|| card.suit())
            && completes == played.winner.is_some()
            && played.turn == (!ends).then_some(next)
            && ends == played.end.is_some()
            && played.end.is_none_or(|end| end.fits())
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
        self.trick = Trick::led_by(first, SEATS);
        self.last_trick = None;
        self.counts = self.counts.map(|_| [0; 2]);
        self.history = self.history.as_ref().map(|_| Vec::new());
    }
}
