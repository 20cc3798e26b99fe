//! What an action does, and why one is not allowed, over all games.

use games::{Action, Illegal};

use crate::Locale;
use crate::args::Args;
use crate::catalogue::say;
use crate::{pepper, seep, smear};

/// Reasons that are the same in every game, and so are said once.
const SHARED: [&str; 4] = ["other_game", "not_your_turn", "not_dealt", "match_over"];

/// Why the state of a match, rather than a rule of its game, refuses something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refused {
    /// The match is over.
    MatchOver,
    /// The cards have not been dealt yet.
    NotDealt,
    /// Another seat is to act.
    NotYourTurn,
    /// The seat has cut, or can no longer cut.
    CutClosed,
    /// The seat has resigned before.
    Resigned,
}

impl Refused {
    /// Every one.
    pub const ALL: [Self; 5] =
        [Self::MatchOver, Self::NotDealt, Self::NotYourTurn, Self::CutClosed, Self::Resigned];

    const fn id(self) -> &'static str {
        match self {
            Self::MatchOver => "illegal-match_over",
            Self::NotDealt => "illegal-not_dealt",
            Self::NotYourTurn => "illegal-not_your_turn",
            Self::CutClosed => "refused-cut_closed",
            Self::Resigned => "refused-resigned",
        }
    }
}

/// What a player is told who is refused for that.
pub fn refused_text(locale: Locale, refused: Refused) -> String {
    say(locale, refused.id(), &Args::none())
}

/// What an action does, such as "Capture with the queen of diamonds: queen of hearts".
pub fn action_text(locale: Locale, action: &Action) -> String {
    match action {
        Action::Seep(action) => seep::action(locale, action),
        Action::Smear(action) => smear::action(locale, action),
        Action::Pepper(action) => pepper::action(locale, action),
    }
}

/// The type of an action in a word, such as "Capture".
pub fn action_type(locale: Locale, action: &Action) -> String {
    let id = format!("{}-type-{}", action.kind(), action.type_word().to_ascii_lowercase());
    say(locale, &id, &Args::none())
}

/// Why an action is not allowed: a sentence for the player. It names no card that the player cannot see.
pub fn illegal_text(locale: Locale, illegal: &Illegal) -> String {
    let (game, args) = match illegal {
        Illegal::OtherGame => ("", Args::none()),
        Illegal::Seep(illegal) => ("seep-", seep::illegal(illegal)),
        Illegal::Smear(illegal) => ("smear-", smear::illegal(illegal)),
        Illegal::Pepper(illegal) => ("pepper-", pepper::illegal(illegal)),
    };
    let code = illegal.code();
    let game = if SHARED.contains(&code) { "" } else { game };
    say(locale, &format!("{game}illegal-{code}"), &args)
}
