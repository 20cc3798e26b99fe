//! What a player can do, and the canonical order of actions. Their text form is in `text`.

use std::cmp::Ordering;

use cards::{Card, CardSet};

use crate::HouseValue;

/// One decision of a player. `take` is always a set of loose cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Names the value that the opening play must honour.
    Bid {
        /// The value bid.
        value: HouseValue,
    },
    /// Takes loose cards, a house, or both (`rules/seep.md` 7.1).
    Capture {
        /// The card played.
        card: Card,
        /// The house taken, if one is.
        house: Option<HouseValue>,
        /// The loose cards taken.
        take: CardSet,
    },
    /// Founds a house (7.2).
    Build {
        /// The card played.
        card: Card,
        /// The value of the new house.
        value: HouseValue,
        /// The loose cards that become part of it.
        take: CardSet,
    },
    /// Adds one or more sets to a house (7.3).
    Add {
        /// The card played.
        card: Card,
        /// The value of the house.
        value: HouseValue,
        /// The loose cards added with it.
        take: CardSet,
    },
    /// Raises an ordinary house (7.4).
    Break {
        /// The card played.
        card: Card,
        /// The value raised *from*.
        from: HouseValue,
        /// The loose cards that join as sets of their own.
        take: CardSet,
    },
    /// Lays a card down (7.5).
    Throw {
        /// The card played.
        card: Card,
    },
}

/// The type of an action, in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // As in `Action`.
pub enum ActionKind {
    Bid,
    Capture,
    Add,
    Build,
    Break,
    Throw,
}

impl ActionKind {
    /// All types in canonical order.
    pub const ALL: [Self; 6] = [Self::Bid, Self::Capture, Self::Add, Self::Build, Self::Break, Self::Throw];

    /// The word that begins the text form, such as `CAPTURE`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bid => "BID",
            Self::Capture => "CAPTURE",
            Self::Build => "BUILD",
            Self::Add => "ADD",
            Self::Break => "BREAK",
            Self::Throw => "THROW",
        }
    }
}

impl Action {
    /// The type of the action.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::Bid { .. } => ActionKind::Bid,
            Self::Capture { .. } => ActionKind::Capture,
            Self::Build { .. } => ActionKind::Build,
            Self::Add { .. } => ActionKind::Add,
            Self::Break { .. } => ActionKind::Break,
            Self::Throw { .. } => ActionKind::Throw,
        }
    }

    /// The hand card played, `None` for a bid.
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Self::Bid { .. } => None,
            Self::Capture { card, .. }
            | Self::Build { card, .. }
            | Self::Add { card, .. }
            | Self::Break { card, .. }
            | Self::Throw { card } => Some(card),
        }
    }

    /// The value in the text form: bid, house taken, founded, added to or raised from.
    pub const fn value(&self) -> Option<HouseValue> {
        match *self {
            Self::Bid { value } | Self::Build { value, .. } | Self::Add { value, .. } => Some(value),
            Self::Break { from, .. } => Some(from),
            Self::Capture { house, .. } => house,
            Self::Throw { .. } => None,
        }
    }

    /// The loose cards that the action moves; none for a bid or a throw.
    pub const fn take(&self) -> CardSet {
        match *self {
            Self::Bid { .. } | Self::Throw { .. } => CardSet::EMPTY,
            Self::Capture { take, .. }
            | Self::Build { take, .. }
            | Self::Add { take, .. }
            | Self::Break { take, .. } => take,
        }
    }

    /// The same play with another card of the hand.
    pub(crate) fn replace_card(&mut self, other: Card) {
        match self {
            Self::Bid { .. } => {}
            Self::Capture { card, .. }
            | Self::Add { card, .. }
            | Self::Build { card, .. }
            | Self::Break { card, .. }
            | Self::Throw { card } => *card = other,
        }
    }

    /// The place of the take among others, by size, then by cards. Of two takes of one size the one with the
    /// lower card at the first difference comes first: that is the one whose bits, read from the lowest up, are
    /// the greater number.
    pub(crate) fn take_key(&self) -> u64 {
        let take = self.take();
        let falling = !(take.bits().reverse_bits() >> 12) & CardSet::FULL.bits();
        u64::from(take.len()) << 52 | falling
    }

    /// Card, type, value and take.
    fn order_key(&self) -> (u8, ActionKind, u8, u64) {
        let card = self.card().map_or(0, Card::index);
        let value = self.value().map_or(0, HouseValue::get);
        (card, self.kind(), value, self.take_key())
    }
}

/// The canonical order of `rules/seep.md` 7; bids come first, ascending.
impl Ord for Action {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order_key().cmp(&other.order_key())
    }
}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_fits_two_words() {
        assert!(size_of::<Action>() <= 16);
    }

    #[test]
    fn actions_sort_by_card_type_value_size_and_take() {
        let sorted = [
            "CAPTURE 9H []",
            "CAPTURE 9H [5C]",
            "CAPTURE 9H 9 []",
            "ADD 9H 9 [2C 7D]",
            "BUILD 9H 9 [9S]",
            "BUILD 9H 11 [2C]",
            "BUILD 9H 11 [2D]",
            "BUILD 9H 11 [AC AD]",
            "BUILD 9H 11 [AC AS]",
            "BUILD 9H 11 [AD AH]",
            "BREAK 9H 9 []",
            "THROW 9H",
            "CAPTURE 9S []",
            "BREAK TC 10 []",
        ];
        let actions: Vec<Action> = sorted.iter().map(|text| text.parse().unwrap()).collect();
        assert!(actions.is_sorted());
    }
}
