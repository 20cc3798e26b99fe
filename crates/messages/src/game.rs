//! What a game is, its rules in short, its phases and its words.

use games::GameKind;

use crate::Locale;
use crate::args::Args;
use crate::catalogue::{say, say_part};
use crate::{pepper, seep, smear};

/// A label and a sentence that explains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// A few words.
    pub label: String,
    /// One sentence.
    pub about: String,
}

/// A section of a rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesSection {
    /// Its heading.
    pub heading: String,
    /// Its paragraphs, each without line breaks.
    pub paragraphs: Vec<String>,
}

/// The sections of every rules page, in order.
const SECTIONS: [&str; 7] = ["aim", "cards", "deal", "bidding", "play", "scoring", "end"];

/// The title of a game and a sentence on what it is.
pub fn game_title(locale: Locale, game: GameKind) -> Labelled {
    labelled(locale, &format!("{game}-title"))
}

/// The rules in short, as a usual table has them.
pub fn rules(locale: Locale, game: GameKind) -> Vec<RulesSection> {
    let section = |name: &str| {
        let text = say(locale, &format!("{game}-rules-{name}"), &Args::none());
        RulesSection {
            heading: say(locale, &format!("rules-{name}"), &Args::none()),
            paragraphs: text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect(),
        }
    };
    SECTIONS.into_iter().map(section).collect()
}

/// The phases of a match by their names in views, in order.
pub fn phases(locale: Locale, game: GameKind) -> Vec<(&'static str, Labelled)> {
    let names = match game {
        GameKind::Seep => &seep::PHASES,
        GameKind::Smear => &smear::PHASES,
        GameKind::Pepper => &pepper::PHASES,
    };
    names.iter().map(|name| (*name, labelled(locale, &format!("{game}-phase-{name}")))).collect()
}

/// The words of a game that a player must know, by names that never change.
pub fn terms(locale: Locale, game: GameKind) -> Vec<(&'static str, Labelled)> {
    let names: &[&str] = match game {
        GameKind::Seep => &seep::TERMS,
        GameKind::Smear => &smear::TERMS,
        GameKind::Pepper => &pepper::TERMS,
    };
    names.iter().map(|name| (*name, labelled(locale, &format!("{game}-term-{name}")))).collect()
}

/// What the scores between the sides count, such as "Points".
pub fn score_label(locale: Locale, game: GameKind) -> String {
    say(locale, &format!("{game}-score"), &Args::none())
}

pub(crate) fn labelled(locale: Locale, id: &str) -> Labelled {
    Labelled { label: say(locale, id, &Args::none()), about: say_part(locale, id, "about", &Args::none()) }
}
