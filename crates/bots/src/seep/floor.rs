//! The open floor, and what a play makes of it.
//!
//! This is a player's arithmetic, not the rules: whoever is to become an owner is told by the default options, and
//! nothing here decides what is legal.

use cards::{CardSet, Rank, Seat};
use seep::{Action, FloorView, House, HouseValue, Owners};

/// Loose cards and houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floor {
    /// The loose cards.
    pub(crate) loose: CardSet,
    /// By value, from nine.
    pub(crate) houses: [Option<House>; 5],
    /// The number of the play about to be made, 1..=48.
    pub(crate) play: u8,
}

/// What a play does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The floor after it.
    pub(crate) floor: Floor,
    /// What it captures, the played card included.
    pub(crate) captured: CardSet,
}

impl Floor {
    /// No card, before the first play.
    pub(crate) const BARE: Self = Self { loose: CardSet::EMPTY, houses: [None; 5], play: 1 };

    /// The floor that a view shows.
    pub(crate) fn of(view: &FloorView) -> Self {
        let mut floor = Self { loose: view.loose, houses: [None; 5], play: view.play };
        for house in &view.houses {
            floor.houses[place(house.value)] = Some(*house);
        }
        floor
    }

    /// The house of a value.
    pub(crate) fn house(&self, value: HouseValue) -> Option<&House> {
        self.houses[place(value)].as_ref()
    }

    /// All houses, ascending by value.
    pub(crate) fn standing(&self) -> impl Iterator<Item = &House> {
        self.houses.iter().flatten()
    }

    /// Whether nothing lies on it.
    pub(crate) fn is_bare(&self) -> bool {
        self.loose.is_empty() && self.standing().next().is_none()
    }

    /// What a play by a seat does. A bid does nothing.
    pub(crate) fn after(&self, seat: Seat, action: &Action) -> Step {
        let mut floor = Self { loose: self.loose - action.take(), play: self.play + 1, ..*self };
        let mut captured = CardSet::EMPTY;
        match *action {
            Action::Bid { .. } => floor = *self,
            Action::Throw { card } => floor.loose = self.loose.with(card),
            Action::Capture { card, house, take } => {
                captured = take.with(card);
                if let Some(house) = house.and_then(|value| floor.houses[place(value)].take()) {
                    captured = captured | house.cards;
                }
            }
            Action::Build { card, value, take } => {
                let cards = take.with(card);
                let cemented = total(cards) > u32::from(value.get());
                floor.put(House { cards, cemented, owners: Owners::of(seat), value });
            }
            Action::Add { card, value, take } => {
                if let Some(house) = floor.house(value).copied() {
                    let joins = !house.cemented && !house.owners.contains(seat.partner());
                    let owners = if joins { house.owners.with(seat) } else { house.owners };
                    floor.put(House { cards: house.cards | take.with(card), cemented: true, owners, value });
                }
            }
            Action::Break { card, from, take } => {
                let raised = HouseValue::new(from.get() + card.value());
                if let (Some(house), Some(value)) = (floor.houses[place(from)].take(), raised) {
                    let cards = house.cards | take.with(card);
                    let target = floor.house(value).copied();
                    let cemented = target.is_some() || !take.is_empty();
                    let owners = target.map_or(Owners::of(seat), |target| target.owners.with(seat));
                    let cards = target.map_or(cards, |target| cards | target.cards);
                    floor.put(House { cards, cemented, owners, value });
                }
            }
        }
        Step { floor, captured }
    }

    /// Puts a house down in the place of its value.
    pub(crate) fn put(&mut self, house: House) {
        self.houses[place(house.value)] = Some(house);
    }

    /// Takes the house of a value away.
    pub(crate) fn remove(&mut self, value: HouseValue) {
        self.houses[place(value)] = None;
    }

    /// The values of the single cards that would clear the floor, as bits `1 << value`; none clear a bare floor.
    pub(crate) fn clearing_values(&self) -> u16 {
        let mut houses = self.standing();
        let (first, second) = (houses.next(), houses.next());
        let candidates = match (first, second) {
            (_, Some(_)) => return 0,
            (Some(house), None) => house.value.get()..=house.value.get(),
            (None, None) => highest(self.loose)..=13,
        };
        if self.is_bare() {
            return 0;
        }
        let sum = total(self.loose);
        let clears = |value: &u8| {
            let value = u32::from(*value);
            sum.is_multiple_of(value) && (sum <= value || splits(self.loose, value))
        };
        candidates.filter(clears).fold(0, |values, value| values | 1 << value)
    }
}

/// 0..=4, the place of a house value.
fn place(value: HouseValue) -> usize {
    usize::from(value.get() - 9)
}

/// The sum of the values of some cards.
pub(crate) fn total(cards: CardSet) -> u32 {
    cards.iter().map(|card| u32::from(card.value())).sum()
}

/// The highest value among some cards, 1 if there are none.
fn highest(cards: CardSet) -> u8 {
    let bits = cards.bits();
    if bits == 0 { 1 } else { ((63 - bits.leading_zeros()) / 4 + 1) as u8 }
}

/// Whether cards that total a multiple of `target` split into sets that each total it.
fn splits(cards: CardSet, target: u32) -> bool {
    fn fill(cards: CardSet, rest: u32, below: CardSet, target: u32) -> bool {
        if rest == 0 {
            return splits(cards, target);
        }
        let mut candidates = below;
        while let Some(card) = last(candidates) {
            candidates = candidates.without(card);
            let value = u32::from(card.value());
            if value <= rest && fill(cards.without(card), rest - value, candidates, target) {
                return true;
            }
        }
        false
    }
    match last(cards) {
        None => true,
        Some(card) if u32::from(card.value()) > target => false,
        Some(card) => {
            let others = cards.without(card);
            fill(others, target - u32::from(card.value()), others, target)
        }
    }
}

/// The card of the highest index.
fn last(cards: CardSet) -> Option<cards::Card> {
    let bits = cards.bits();
    if bits == 0 { None } else { cards::Card::from_index((63 - bits.leading_zeros()) as u8) }
}

/// The cards of a rank by its value, 1..=13.
pub(crate) fn of_value(value: usize) -> CardSet {
    CardSet::of_rank(Rank::ALL[value - 1])
}

#[cfg(test)]
mod tests {
    use cards::Card;

    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    fn floor(loose: &str, houses: &[(u8, &str)]) -> Floor {
        let mut floor = Floor { loose: set(loose), houses: [None; 5], play: 10 };
        for &(value, cards) in houses {
            let value = HouseValue::new(value).unwrap();
            floor.put(House { cards: set(cards), cemented: false, owners: Owners::of(Seat::ALL[0]), value });
        }
        floor
    }

    fn values(of: &[u8]) -> u16 {
        of.iter().fold(0, |bits, value| bits | 1 << value)
    }

    #[test]
    fn a_card_clears_what_splits_into_sets_of_its_value() {
        assert_eq!(floor("AS TD", &[]).clearing_values(), values(&[11]));
        assert_eq!(floor("4D 5C 9H", &[]).clearing_values(), values(&[9]));
        assert_eq!(floor("6D 6C", &[]).clearing_values(), values(&[6, 12]));
        assert_eq!(floor("JC QH KC", &[]).clearing_values(), 0);
        assert_eq!(floor("", &[]).clearing_values(), 0);
    }

    #[test]
    fn a_house_is_cleared_with_its_own_value_only() {
        assert_eq!(floor("4D 5C", &[(9, "3H 6D")]).clearing_values(), values(&[9]));
        assert_eq!(floor("", &[(9, "3H 6D")]).clearing_values(), values(&[9]));
        assert_eq!(floor("4D 2C", &[(9, "3H 6D")]).clearing_values(), 0);
        assert_eq!(floor("", &[(9, "3H 6D"), (10, "4H 6S")]).clearing_values(), 0);
    }
}
