//! What every table has: players and sides, bots, ladders.

use crate::Locale;
use crate::args::Args;
use crate::catalogue::say;
use crate::game::{Labelled, labelled};

/// Who plays for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seating {
    /// Two partnerships.
    Pairs,
    /// Everybody alone.
    Solo,
}

impl Seating {
    const fn word(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Solo => "solo",
        }
    }
}

/// How many play and how, such as "4 players in two partnerships".
pub fn players_label(locale: Locale, players: u8, seating: Seating) -> String {
    say(locale, &format!("players-{}", seating.word()), &Args::none().number("players", players))
}

/// What a side is called, such as "Partnership".
pub fn side_label(locale: Locale, seating: Seating) -> String {
    say(locale, &format!("side-{}", seating.word()), &Args::none())
}

/// A level of bots by its name in the API, with a sentence on how it plays.
pub fn bot_level(locale: Locale, level: &str) -> Labelled {
    labelled(locale, &format!("level-{level}"))
}

/// The title of a ladder by its name in the API.
pub fn ladder_title(locale: Locale, ladder: &str) -> String {
    say(locale, &format!("ladder-{ladder}"), &Args::none())
}
