//! What a player can do, and the canonical order of actions. Their text form is in `text`.

use std::cmp::Ordering;

use cards::{Card, CardSet};

use crate::Bid;

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Makes no bid (`rules/smear.md` 4).
    Pass,
    /// Bids points.
    Bid {
        /// What is bid.
        bid: Bid,
    },
    /// Lays away as many cards as were taken from the widow (5).
    Discard {
        /// The cards laid away.
        cards: CardSet,
    },
    /// Plays a card to a trick (6).
    Play {
        /// The card played.
        card: Card,
    },
}

/// The type of an action, in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // As in `Action`.
pub enum ActionKind {
    Pass,
    Bid,
    Discard,
    Play,
}

impl ActionKind {
    /// All types in canonical order.
    pub const ALL: [Self; 4] = [Self::Pass, Self::Bid, Self::Discard, Self::Play];

    /// The word that begins the text form, such as `DISCARD`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Bid => "BID",
            Self::Discard => "DISCARD",
            Self::Play => "PLAY",
        }
    }
}

impl Action {
    /// The type of the action.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::Pass => ActionKind::Pass,
            Self::Bid { .. } => ActionKind::Bid,
            Self::Discard { .. } => ActionKind::Discard,
            Self::Play { .. } => ActionKind::Play,
        }
    }

    /// The card played, `None` unless one is.
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Self::Play { card } => Some(card),
            _ => None,
        }
    }

    /// The cards that leave the hand; none for a call.
    pub const fn cards(&self) -> CardSet {
        match *self {
            Self::Pass | Self::Bid { .. } => CardSet::EMPTY,
            Self::Discard { cards } => cards,
            Self::Play { card } => CardSet::of(card),
        }
    }

    /// The action of that call: a bid, or `None` for a pass.
    pub const fn call(bid: Option<Bid>) -> Self {
        match bid {
            Some(bid) => Self::Bid { bid },
            None => Self::Pass,
        }
    }

    /// Type, bid, number of cards, and the cards. Of two sets of one size the one with the lower card at the
    /// first difference comes first: that is the one whose bits in card order, read from the lowest up, are the
    /// greater number.
    fn order_key(&self) -> (ActionKind, u8, u8, u64) {
        let bid = if let Self::Bid { bid } = self { bid.get() } else { 0 };
        let cards = self.cards();
        let bits = cards.iter().fold(0_u64, |bits, card| bits | 1 << card.suitwise_key());
        (self.kind(), bid, cards.len(), !bits.reverse_bits())
    }
}

/// The canonical order of `rules/smear.md` 14: pass, bids ascending; discards and plays by card order, suit by
/// suit.
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
    fn action_fits_two_words() {
        assert!(size_of::<Action>() <= 16);
    }

    #[test]
    fn actions_sort_by_type_bid_and_cards_suit_by_suit() {
        let sorted = [
            "PASS",
            "BID 2",
            "BID 4",
            "DISCARD 7C KC",
            "DISCARD 7C AC",
            "DISCARD 7C 7D",
            "DISCARD AC 7D",
            "DISCARD AC 7S",
            "DISCARD 7D 8D",
            "PLAY 9C",
            "PLAY AC",
            "PLAY 7D",
            "PLAY AS",
        ];
        let actions: Vec<Action> = sorted.iter().map(|text| text.parse().unwrap()).collect();
        assert!(actions.is_sorted_by(|left, right| left < right));
    }
}
