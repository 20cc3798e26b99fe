//! Table options: labels, sentences, and labels of their values.

use games::{GameKind, OptionValue};

use crate::Locale;
use crate::args::Args;
use crate::catalogue::{say, say_part};
use crate::game::{Labelled, labelled};

/// An option by its name in the rule text, with a sentence on what it does.
pub fn option_label(locale: Locale, game: GameKind, name: &str) -> Labelled {
    labelled(locale, &id(game, name))
}

/// The label of a value of an option that is chosen among a few.
pub fn option_value(locale: Locale, game: GameKind, name: &str, value: &OptionValue) -> String {
    let part = match value {
        OptionValue::Switch(on) => format!("value-{on}"),
        OptionValue::Number(number) if *number < 0 => format!("value-minus{}", number.unsigned_abs()),
        OptionValue::Number(number) => format!("value-{number}"),
        OptionValue::Text(text) => format!("value-{text}"),
    };
    say_part(locale, &id(game, name), &part, &Args::none())
}

/// The label of a position of a switch.
pub fn switch_value(locale: Locale, on: bool) -> String {
    say(locale, if on { "option-on" } else { "option-off" }, &Args::none())
}

fn id(game: GameKind, name: &str) -> String {
    format!("{game}-option-{name}")
}
