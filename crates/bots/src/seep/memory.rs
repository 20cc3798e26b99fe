//! What a seat can tell from all it has seen of a deal.

use cards::{CardSet, Seat};
use seep::{Action, HouseValue, Seen, SeenPlay};

use super::SeepSight;
use super::floor::Floor;
use super::odds::Odds;

/// Cards seen, and cards that somebody must hold.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// Cards that have lain open since the bid, wherever they are now.
    pub(crate) open: CardSet,
    /// By seat, the cards that it has played.
    pub(crate) played: [CardSet; 4],
    /// By seat and value, how many cards of the value it is known to hold.
    pub(crate) keys: [[u8; 14]; 4],
    floor: Floor,
}

impl Memory {
    /// Everything that the events of the deal tell.
    pub(crate) fn of(sight: &SeepSight<'_>) -> Self {
        let mut memory = Self {
            open: CardSet::EMPTY,
            played: [CardSet::EMPTY; 4],
            keys: [[0; 14]; 4],
            floor: Floor::BARE,
        };
        for seen in &sight.seen {
            match seen {
                Seen::Dealt(_) => {}
                Seen::Bid(bid) => {
                    memory.open = bid.floor;
                    memory.floor.loose = bid.floor;
                    memory.knows(bid.seat, bid.value);
                }
                Seen::Played(played) => memory.note(played),
            }
        }
        memory
    }

    fn note(&mut self, played: &SeenPlay) {
        let Some(shown) = &played.play else { return };
        let Some(card) = shown.action.card() else { return };
        let seat = played.seat;
        let held = &mut self.keys[seat.index()][usize::from(card.value())];
        *held = held.saturating_sub(1);
        self.open.insert(card);
        self.played[seat.index()].insert(card);
        let fed = match shown.action {
            Action::Add { value, .. } => self.floor.house(value).copied(),
            _ => None,
        };
        // Only a partner's house can be fed without a card of its value.
        if let Some(house) = fed.filter(|house| !house.owners.contains(seat.partner())) {
            self.knows(seat, house.value);
        }
        self.floor.loose = self.floor.loose - shown.action.take();
        if let Action::Throw { card } = shown.action {
            self.floor.loose.insert(card);
        }
        if let Some(value) = shown.removed {
            self.floor.remove(value);
        }
        if let Some(house) = shown.house {
            self.floor.put(house);
        }
        let owned: Vec<HouseValue> = self
            .floor
            .standing()
            .filter(|house| house.owners.contains(seat))
            .map(|house| house.value)
            .collect();
        owned.into_iter().for_each(|value| self.knows(seat, value));
    }

    fn knows(&mut self, seat: Seat, value: HouseValue) {
        let held = &mut self.keys[seat.index()][usize::from(value.get())];
        *held = (*held).max(1);
    }

    /// The cards that lie in hidden places, if the seat holds this hand.
    pub(crate) fn unseen(&self, hand: CardSet) -> CardSet {
        CardSet::FULL - self.open - hand
    }

    /// Who may hold what, as the seat with this hand sees it.
    pub(crate) fn odds(&self, seat: Seat, hand: CardSet, sizes: [u8; 4]) -> Odds {
        let around = |steps: u8| (seat.number() + steps) % 4;
        let others = [1, 2, 3].map(|steps| sizes[usize::from(around(steps))]);
        let mut odds = Odds::even(self.unseen(hand), others);
        for steps in 1..=3_u8 {
            let keys = &self.keys[usize::from(around(steps))];
            for value in (1..=13).filter(|value| keys[*value] > 0) {
                odds.certain(usize::from(steps), value);
            }
        }
        odds
    }
}
