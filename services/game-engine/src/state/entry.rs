//! Entries: everything that can happen to a match. The log is a sequence of them.

use cards::{Deck, Seat};

/// Who chose an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The player of the seat.
    Player,
    /// The autopilot, when time had run out.
    Autopilot,
    /// A bot.
    Bot,
}

impl Actor {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Player, Self::Autopilot, Self::Bot];

    /// The name under which its moves are counted.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Autopilot => "autopilot",
            Self::Bot => "bot",
        }
    }
}

/// One step of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A seat cut, or declined to.
    Cut {
        /// The seat.
        seat: Seat,
        /// What it added.
        entropy: fairdeal::Entropy,
    },
    /// A pack was dealt.
    Deal {
        /// From 1.
        number: u32,
        /// Who deals.
        dealer: Seat,
        /// The pack.
        deck: Deck,
        /// The digest of the rules' state after the deal.
        state_hash: [u8; 32],
    },
    /// A decision.
    Play {
        /// The seat.
        seat: Seat,
        /// What was decided.
        action: games::Action,
        /// Who decided.
        actor: Actor,
        /// Milliseconds taken from the seat's bank.
        bank_charged_ms: u32,
    },
    /// A player went away; a bot stands in.
    Away {
        /// The seat.
        seat: Seat,
    },
    /// A player came back.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// A seat resigned.
    Resign {
        /// The seat.
        seat: Seat,
    },
    /// The match was aborted.
    Abort {
        /// Why.
        why: String,
    },
}
