//! Everything that a player reads, in every language: names of games, rules, options, phases, cards, what an action does and why one
//! is not allowed. The texts are Fluent catalogues under `locales/`, one file a game and language; what is missing in a language is said
//! in English.
//!
//! Functions go from typed things to text and never back: canonical texts, codes and names in the API do not depend on the language. No
//! text lives in the code, and no rule does either.
#![deny(missing_docs)]

mod args;
mod card;
mod catalogue;
mod catalogue_files;
mod game;
mod moves;
mod option;
mod pepper;
mod seep;
mod smear;
mod table;

pub use card::{card_name, rank_name, suit_name};
pub use game::{Labelled, RulesSection, game_title, phases, rules, score_label, terms};
pub use locale::{Locale, UnknownLocale};
pub use moves::{Refused, action_text, action_type, illegal_text, refused_text};
pub use option::{option_label, option_value, switch_value};
pub use table::{Seating, bot_level, ladder_title, players_label, side_label};

#[cfg(test)]
mod tests;
