//! Keeping a view up to date from live events: all that a client without rules needs to do.

use cards::{CardSet, DoesNotFollow, Side};

use crate::table::PLAYS;
use crate::{
    Action, DealEnd, FloorView, House, LastDeal, LatestCapture, Phase, Seen, SeenBid, SeenDeal, SeenMove,
    SeenPlay, View,
};

/// Cards dealt before the bid: four to the bidder and four to the floor.
const FLOOR_CARDS: u8 = 4;

impl View {
    /// Brings the view up to date with the next event in its live form: the result is what the viewer would
    /// see of the match right after the step.
    ///
    /// # Errors
    /// [`DoesNotFollow`]; the view is then unchanged.
    pub fn apply(&mut self, seen: &Seen) -> Result<(), DoesNotFollow> {
        match seen {
            Seen::Dealt(dealt) => self.apply_deal(dealt),
            Seen::Bid(bid) => self.apply_bid(bid),
            Seen::Played(played) => self.apply_play(played),
        }
    }

    fn apply_deal(&mut self, dealt: &SeenDeal) -> Result<(), DoesNotFollow> {
        if self.phase != Phase::Between || Some(dealt.deal) != self.deal.checked_add(1) {
            return Err(DoesNotFollow);
        }
        if dealt.thrown_in {
            let hand = dealt.hand.ok_or(DoesNotFollow)?;
            self.deal = dealt.deal;
            self.last_deal = Some(LastDeal::ThrownIn { bidder: dealt.bidder, hand });
            return Ok(());
        }
        self.deal = dealt.deal;
        self.phase = Phase::Bid;
        self.last_deal = None;
        self.turn = Some(dealt.bidder);
        self.hand_sizes[dealt.bidder.index()] = 4;
        self.stock = 44;
        self.backs = Some(FLOOR_CARDS);
        self.floor = dealt.floor;
        if self.seat == Some(dealt.bidder) {
            self.hand = dealt.hand;
        }
        Ok(())
    }

    fn apply_bid(&mut self, bid: &SeenBid) -> Result<(), DoesNotFollow> {
        let live = bid.floor.len() == FLOOR_CARDS && bid.deal == self.deal;
        if self.phase != Phase::Bid || !live {
            return Err(DoesNotFollow);
        }
        self.phase = Phase::Opening;
        self.backs = None;
        self.floor = None;
        self.floor_up = Some(FloorView { bid: bid.value, houses: Vec::new(), loose: bid.floor, play: 1 });
        Ok(())
    }

    fn apply_play(&mut self, played: &SeenPlay) -> Result<(), DoesNotFollow> {
        let floor = self.floor_up.as_mut().ok_or(DoesNotFollow)?;
        let ends = played.number == PLAYS;
        if played.deal != self.deal || played.number != floor.play || ends != played.end.is_some() {
            return Err(DoesNotFollow);
        }
        let shown = played.play.as_ref().ok_or(DoesNotFollow)?;
        let card = shown.action.card().ok_or(DoesNotFollow)?;
        floor.apply(shown);
        floor.play += 1;
        self.phase = Phase::Play;
        self.turn = played.turn;
        self.hand_sizes = played.hand_sizes;
        self.stock = 0;
        if let Some(hand) = &mut self.hand {
            hand.remove(card);
            hand.extend(played.dealt.unwrap_or_default());
        }
        self.latest = None;
        if !shown.captured.is_empty() {
            let team = Side::partnership_of(played.seat).index();
            let taken = shown.captured.without(card);
            self.latest = Some(LatestCapture { card, seat: played.seat, taken });
            self.piles[team] += shown.captured.len();
            self.sweeps[team] += u16::from(played.sweep);
            if let Some(captured) = &mut self.captured {
                captured[team] = captured[team] | shown.captured;
            }
        }
        if let Some(end) = &played.end {
            self.end_deal(end);
        }
        Ok(())
    }

    fn end_deal(&mut self, end: &DealEnd) {
        self.phase = if end.outcome.is_some() { Phase::Over } else { Phase::Between };
        self.dealer = end.result.next_dealer;
        self.turn = None;
        self.floor_up = None;
        self.latest = None;
        self.piles = [0; 2];
        self.sweeps = [0; 2];
        self.captured = self.captured.map(|_| [CardSet::EMPTY; 2]);
        self.difference = end.next_difference;
        self.won = end.won;
        self.outcome = end.outcome;
        self.last_deal = Some(LastDeal::Scored(Box::new(end.clone())));
    }
}

impl FloorView {
    fn apply(&mut self, shown: &SeenMove) {
        self.loose = self.loose - shown.action.take();
        if let Action::Throw { card } = shown.action {
            self.loose.insert(card);
        }
        let result = shown.house.map(|house: House| house.value);
        self.houses.retain(|house| Some(house.value) != shown.removed && Some(house.value) != result);
        self.houses.extend(shown.house);
        self.houses.sort_unstable_by_key(|house| house.value);
    }
}
