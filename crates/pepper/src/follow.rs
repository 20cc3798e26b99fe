//! Keeping a view up to date from live events: all that a client without rules needs to do.

use cards::{Card, CardSet, DoesNotFollow, Seat, TakenTrick, Trick};

use crate::{
    AuctionEnd, Called, DealEnd, Each, LastDeal, Named, Phase, Players, Seen, SeenDeal, SeenPlay, View,
};

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
        if !self.deal_follows(dealt) {
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
        if !self.call_follows(called) {
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
        if self.phase != Phase::Name || named.deal != self.deal || self.turn != Some(named.seat) {
            return Err(DoesNotFollow);
        }
        self.phase = Phase::Play;
        self.strain = Some(named.strain);
        self.turn = Some(named.seat);
        Ok(())
    }

    fn apply_play(&mut self, played: &SeenPlay) -> Result<(), DoesNotFollow> {
        let card = played.card.ok_or(DoesNotFollow)?;
        if !self.play_follows(played, card) {
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

    /// Whether a deck that was dealt comes next, in its live form for this viewer. Nothing has changed yet here and
    /// in the other checks, which make sure that every change can be made: that all seats sit at the table, and
    /// that no number leaves its range.
    fn deal_follows(&self, dealt: &SeenDeal) -> bool {
        let players = self.players();
        self.phase == Phase::Between
            && self.deal.checked_add(1) == Some(dealt.deal)
            && dealt.dealer == self.dealer
            && dealt.turn == players.next(dealt.dealer)
            && dealt.hand_size == players.hand_size()
            && dealt.hand.is_some() == self.hand.is_some()
            && dealt.hand.is_none_or(|hand| hand.len() == dealt.hand_size)
    }

    fn call_follows(&self, called: &Called) -> bool {
        let call = called.call;
        let highest = call.level.map(|level| (call.seat, level)).or_else(|| self.highest_bid());
        let goes_on = match called.end {
            None => called.turn.is_some_and(|turn| self.seats(turn)),
            Some(AuctionEnd::Won { declarer, contract }) => {
                called.turn == Some(declarer) && highest == Some((declarer, contract))
            }
            Some(AuctionEnd::ThrownIn { next_dealer }) => {
                called.turn.is_none() && highest.is_none() && self.seats(next_dealer)
            }
        };
        self.phase == Phase::Auction
            && called.deal == self.deal
            && usize::from(called.number) == self.calls.len() + 1
            && self.turn == Some(call.seat)
            && goes_on
    }

    fn play_follows(&self, played: &SeenPlay, card: Card) -> bool {
        let players = self.players();
        let number = u16::from(played.number);
        let completes = self.trick.len() + 1 == self.seat_count();
        let ends = number == u16::from(players.count() * players.hand_size());
        let next = played.winner.unwrap_or_else(|| players.next(played.seat));
        self.phase == Phase::Play
            && played.deal == self.deal
            && number == self.plays() + 1
            && Some(played.seat) == self.trick.turn()
            && self.hand_sizes[played.seat.index()] > 0
            && self.hand.is_none_or(|hand| hand.contains(card) == (self.seat == Some(played.seat)))
            && completes == played.winner.is_some()
            && played.winner.is_none_or(|winner| self.seats(winner))
            && played.turn == (!ends).then_some(next)
            && ends == played.end.is_some()
            && played.end.is_none_or(|end| end.fits(players))
    }

    /// Whether that seat is one of the table's.
    fn seats(&self, seat: Seat) -> bool {
        self.players().seats().any(|one| one == seat)
    }

    /// Cards played in the deal.
    fn plays(&self) -> u16 {
        let tricks: u16 = self.tricks.iter().map(|tricks| u16::from(*tricks)).sum();
        tricks * u16::from(self.seat_count()) + u16::from(self.trick.len())
    }

    fn seat_count(&self) -> u8 {
        let hands: &Each<u8> = &self.hand_sizes;
        hands.len() as u8
    }

    fn players(&self) -> Players {
        Players::new(self.seat_count()).expect("a view has two, three or four hands")
    }
}
