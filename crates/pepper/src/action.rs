//! What a player can do, and the canonical order of actions. Their text form is in `text`.

use std::cmp::Ordering;

use cards::Card;

use crate::{Level, Strain};

/// One decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Bids nothing in the auction.
    Pass,
    /// Bids in the auction.
    Bid {
        /// The level bid.
        level: Level,
    },
    /// Names the strain, as declarer.
    Name {
        /// The strain named.
        strain: Strain,
    },
    /// Plays a card to a trick.
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
    Name,
    Play,
}

impl ActionKind {
    /// All types in canonical order.
    pub const ALL: [Self; 4] = [Self::Pass, Self::Bid, Self::Name, Self::Play];

    /// The word that begins the text form, such as `PLAY`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Bid => "BID",
            Self::Name => "NAME",
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
            Self::Name { .. } => ActionKind::Name,
            Self::Play { .. } => ActionKind::Play,
        }
    }

    /// The card played, `None` for every other action.
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Self::Play { card } => Some(card),
            Self::Pass | Self::Bid { .. } | Self::Name { .. } => None,
        }
    }

    fn order_key(&self) -> (ActionKind, u8) {
        let place = match *self {
            Self::Pass => 0,
            Self::Bid { level } => level as u8,
            Self::Name { strain } => strain as u8,
            Self::Play { card } => card.suitwise_key(),
        };
        (self.kind(), place)
    }
}

/// The canonical order of `rules/pepper.md` 13.
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
    fn an_action_fits_two_bytes() {
        assert_eq!(size_of::<Action>(), 2);
    }

    #[test]
    fn actions_sort_passes_bids_names_plays() {
        let sorted = [
            "PASS", "BID 1", "BID 7", "BID LP", "BID BP", "NAME C", "NAME D", "NAME H", "NAME S", "NAME NT",
            "PLAY 9C", "PLAY AC", "PLAY 9D", "PLAY TD", "PLAY JD", "PLAY QD", "PLAY KD", "PLAY AD",
            "PLAY 9S",
        ];
        let actions: Vec<Action> = sorted.iter().map(|text| text.parse().unwrap()).collect();
        assert!(actions.is_sorted_by(|left, right| left < right));
    }
}
