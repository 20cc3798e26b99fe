//! Keeping a view up to date from live events: all that a client without rules needs to do.

use cards::{CardSet, TakenTrick, Trick};
use thiserror::Error;

use crate::{
    AuctionEnd, Called, DealEnd, Each, LastDeal, Named, Phase, Players, Seen, SeenDeal, SeenPlay, View,
};

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
            Seen::Named(named) => self.apply_name(named),
            Seen::Played(played) => self.apply_play(played),
        }
    }

    fn apply_deal(&mut self, dealt: &SeenDeal) -> Result<(), DoesNotFollow> {
        let due = self.phase == Phase::Between && dealt.deal == self.deal + 1;
        let live = dealt.hand.is_none_or(|hand| hand.len() == dealt.hand_size);
        let own = dealt.hand.is_some() == self.hand.is_some();
        if !due || !live || !own || dealt.dealer != self.dealer {
            return Err(DoesNotFollow);
        }
        self.deal = dealt.deal;
        self.phase = Phase::Auction;
        self.turn = Some(dealt.turn);
        self.hand = dealt.hand;
        self.hand_sizes.fill(dealt.hand_size);
        self.calls.clear();
        self.strain = None;
        self.trick = Trick::led_by(dealt.turn, self.seat_count());
        self.last_trick = None;
        self.tricks.fill(0);
        if let Some(history) = &mut self.history {
            history.clear();
        }
        self.last_deal = None;
        Ok(())
    }

    fn apply_call(&mut self, called: &Called) -> Result<(), DoesNotFollow> {
        let next = usize::from(called.number) == self.calls.len() + 1 && called.deal == self.deal;
        if self.phase != Phase::Auction || !next {
            return Err(DoesNotFollow);
        }
        self.calls.push(called.call);
        self.turn = called.turn;
        match called.end {
            None => {}
            Some(AuctionEnd::Won { declarer, .. }) => {
                self.phase = Phase::Name;
                self.trick = Trick::led_by(declarer, self.seat_count());
            }
            Some(AuctionEnd::ThrownIn { next_dealer }) => {
                self.phase = Phase::Between;
                self.dealer = next_dealer;
                self.hand = self.hand.map(|_| CardSet::EMPTY);
                self.hand_sizes.fill(0);
                self.last_deal = Some(LastDeal::ThrownIn);
            }
        }
        Ok(())
    }

    fn apply_name(&mut self, named: &Named) -> Result<(), DoesNotFollow> {
        if self.phase != Phase::Name || named.deal != self.deal {
            return Err(DoesNotFollow);
        }
        self.phase = Phase::Play;
        self.strain = Some(named.strain);
        self.turn = Some(named.seat);
        Ok(())
    }

    fn apply_play(&mut self, played: &SeenPlay) -> Result<(), DoesNotFollow> {
        let card = played.card.ok_or(DoesNotFollow)?;
        let next = self.phase == Phase::Play
            && played.deal == self.deal
            && played.number == self.plays() + 1
            && Some(played.seat) == self.trick.turn();
        let completes = self.trick.len() + 1 == self.seat_count();
        if !next || completes != played.winner.is_some() {
            return Err(DoesNotFollow);
        }
        self.trick.play(card);
        self.hand_sizes[played.seat.index()] -= 1;
        if let Some(hand) = &mut self.hand {
            hand.remove(card);
        }
        self.turn = played.turn;
        if let Some(winner) = played.winner {
            let taken = TakenTrick { trick: self.trick, winner };
            self.last_trick = Some(taken);
            if let Some(history) = &mut self.history {
                history.push(taken);
            }
            let side = self.players().side_of(winner);
            self.tricks[side.index()] += 1;
            self.trick = Trick::led_by(winner, self.seat_count());
        }
        if let Some(end) = &played.end {
            self.end_deal(end);
        }
        Ok(())
    }

    fn end_deal(&mut self, end: &DealEnd) {
        self.phase = if end.outcome.is_some() { Phase::Over } else { Phase::Between };
        self.dealer = end.result.next_dealer;
        self.scores = end.result.totals;
        self.outcome = end.outcome;
        self.last_deal = Some(LastDeal::Scored(*end));
    }

    /// Cards played in the deal.
    fn plays(&self) -> u8 {
        self.tricks.iter().sum::<u8>() * self.seat_count() + self.trick.len()
    }

    fn seat_count(&self) -> u8 {
        let hands: &Each<u8> = &self.hand_sizes;
        hands.len() as u8
    }

    fn players(&self) -> Players {
        Players::new(self.seat_count()).expect("a view has two, three or four hands")
    }
}
