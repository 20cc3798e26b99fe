//! Seats and who sits on them.

use crate::ids::AccountId;

use super::readiness::Readiness;

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The side that it plays for, from 0; the engine says which.
    pub side: u8,
    /// Who sits there; `None` for an empty seat.
    pub occupant: Option<Occupant>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person.
    Player(Player),
    /// A bot.
    Bot(BotLevel),
}

/// A person at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The account.
    pub account: AccountId,
    /// The account's name when the table was read.
    pub display_name: String,
    /// What the player has said.
    pub readiness: Readiness,
    /// The table's version when the player came; hosts follow each other in this order.
    pub since_version: u64,
}

/// How strong a bot plays, by the engine's name for it; empty is the engine's default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotLevel(String);

impl BotLevel {
    /// A level by name. The engine is asked whether it exists; here only its form is checked: up to 40
    /// lower-case letters, digits and hyphens. `None` if it is not of that form.
    pub fn named(name: &str) -> Option<Self> {
        const LONGEST: usize = 40;
        let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        (name.len() <= LONGEST && plain).then(|| Self(name.to_owned()))
    }

    /// A level as the store has it.
    pub(crate) fn stored(name: String) -> Self {
        Self(name)
    }

    /// The name; may be empty.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Seat {
    /// The person on this seat.
    pub fn player(&self) -> Option<&Player> {
        match &self.occupant {
            Some(Occupant::Player(player)) => Some(player),
            _ => None,
        }
    }

    /// The person on this seat, to change.
    pub(super) fn player_mut(&mut self) -> Option<&mut Player> {
        match &mut self.occupant {
            Some(Occupant::Player(player)) => Some(player),
            _ => None,
        }
    }

    /// True if a bot sits here.
    pub fn has_bot(&self) -> bool {
        matches!(self.occupant, Some(Occupant::Bot(_)))
    }

    /// True if nobody sits here.
    pub fn is_free(&self) -> bool {
        self.occupant.is_none()
    }
}
