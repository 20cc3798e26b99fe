//! The envelopes over all games: one arm a game.

use games::{Action, GameKind, Options, Seen, View};
use wire::game::v1 as pb;

use super::read::FieldFault;
use super::{pepper, seep, smear};
use crate::state::{Core, Setup};

/// Options that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionsFault {
    /// No game was named.
    NoGame,
    /// Options with a path each, and what is wrong.
    Fields(Vec<(String, String)>),
}

/// The options of a message.
///
/// # Errors
/// [`OptionsFault`] names every field at fault.
pub fn options_from_wire(wire: Option<&pb::GameOptions>) -> Result<Options, OptionsFault> {
    use pb::game_options::Game;
    match wire.and_then(|w| w.game.as_ref()) {
        None => Err(OptionsFault::NoGame),
        Some(Game::Seep(options)) => {
            seep::options_from_wire(options).map(Options::Seep).map_err(at(GameKind::Seep))
        }
        Some(Game::Smear(options)) => {
            smear::options_from_wire(options).map(Options::Smear).map_err(at(GameKind::Smear))
        }
        Some(Game::Pepper(options)) => {
            pepper::options_from_wire(options).map(Options::Pepper).map_err(at(GameKind::Pepper))
        }
    }
}

/// Puts the path of the game's message before the names of its fields.
fn at(kind: GameKind) -> impl Fn(Vec<FieldFault>) -> OptionsFault {
    move |faults| {
        let path = |(field, why)| (format!("options.{kind}.{field}"), why);
        OptionsFault::Fields(faults.into_iter().map(path).collect())
    }
}

/// The message of options, in full.
pub fn options_to_wire(options: &Options) -> pb::GameOptions {
    use pb::game_options::Game;
    let game = match options {
        Options::Seep(options) => Game::Seep(seep::options_to_wire(options)),
        Options::Smear(options) => Game::Smear(smear::options_to_wire(options)),
        Options::Pepper(options) => Game::Pepper(pepper::options_to_wire(options)),
    };
    pb::GameOptions { game: Some(game) }
}

/// A move that is none: the path of the field at fault, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} {why}")]
pub struct ActionFault {
    /// The path, from `action` on.
    pub field: String,
    /// What is wrong with it.
    pub why: String,
}

/// The action of a message.
///
/// # Errors
/// [`ActionFault`] if it is none of this game.
pub fn action_from_wire(kind: GameKind, wire: &pb::GameAction) -> Result<Action, ActionFault> {
    use pb::game_action::Game;
    let fault = |why: &str| ActionFault { field: "action".to_owned(), why: why.to_owned() };
    let within = |(field, why)| ActionFault { field: format!("action.{kind}.{field}"), why };
    match (kind, wire.game.as_ref()) {
        (_, None) => Err(fault("names no game")),
        (GameKind::Seep, Some(Game::Seep(action))) => {
            let why = "its type, card, value and take do not make an action of Seep";
            seep::action_from_wire(action).map(Action::Seep).ok_or_else(|| fault(why))
        }
        (GameKind::Smear, Some(Game::Smear(action))) => {
            smear::action_from_wire(action).map(Action::Smear).map_err(within)
        }
        (GameKind::Pepper, Some(Game::Pepper(action))) => {
            pepper::action_from_wire(action).map(Action::Pepper).map_err(within)
        }
        (GameKind::Seep | GameKind::Smear | GameKind::Pepper, Some(_)) => {
            Err(fault(&format!("is of another game; {kind} is played here")))
        }
    }
}

/// The message of an action.
pub fn action_to_wire(action: &Action) -> pb::GameAction {
    use pb::game_action::Game;
    let game = match action {
        Action::Seep(action) => Game::Seep(seep::action_to_wire(action)),
        Action::Smear(action) => Game::Smear(smear::action_to_wire(action)),
        Action::Pepper(action) => Game::Pepper(pepper::action_to_wire(action)),
    };
    pb::GameAction { game: Some(game) }
}

/// The log's form of an action.
pub(super) fn action_to_log(action: &Action) -> wire::log::v1::play::Action {
    match action {
        Action::Seep(action) => wire::log::v1::play::Action::Seep(seep::action_to_log(action)),
        Action::Smear(action) => wire::log::v1::play::Action::Smear(smear::action_to_log(action)),
        Action::Pepper(action) => wire::log::v1::play::Action::Pepper(pepper::action_to_log(action)),
    }
}

/// The action of its log form.
pub(super) fn action_from_log(log: &wire::log::v1::play::Action) -> Option<Action> {
    match log {
        wire::log::v1::play::Action::Seep(action) => seep::action_from_log(action).map(Action::Seep),
        wire::log::v1::play::Action::Smear(action) => smear::action_from_log(action).map(Action::Smear),
        wire::log::v1::play::Action::Pepper(action) => pepper::action_from_log(action).map(Action::Pepper),
    }
}

/// The message of a view.
pub fn view_to_wire(view: &View) -> pb::GameView {
    use pb::game_view::Game;
    let game = match view {
        View::Seep(view) => Game::Seep(seep::view_to_wire(view)),
        View::Smear(view) => Game::Smear(smear::view_to_wire(view)),
        View::Pepper(view) => Game::Pepper(pepper::view_to_wire(view)),
    };
    pb::GameView { game: Some(game) }
}

/// The view of its message; `None` if it cannot be read.
pub fn view_from_wire(wire: &pb::GameView) -> Option<View> {
    use pb::game_view::Game;
    match wire.game.as_ref()? {
        Game::Seep(view) => seep::view_from_wire(view).map(View::Seep),
        Game::Smear(view) => smear::view_from_wire(view).map(View::Smear),
        Game::Pepper(view) => pepper::view_from_wire(view).map(View::Pepper),
    }
}

/// The message of an event.
pub fn seen_to_wire(seen: &Seen) -> pb::GameEvent {
    use pb::game_event::Game;
    let game = match seen {
        Seen::Seep(seen) => Game::Seep(seep::seen_to_wire(seen)),
        Seen::Smear(seen) => Game::Smear(smear::seen_to_wire(seen)),
        Seen::Pepper(seen) => Game::Pepper(pepper::seen_to_wire(seen)),
    };
    pb::GameEvent { game: Some(game) }
}

/// The event of its message; `None` if it cannot be read.
pub fn seen_from_wire(wire: &pb::GameEvent) -> Option<Seen> {
    use pb::game_event::Game;
    match wire.game.as_ref()? {
        Game::Seep(event) => seep::seen_from_wire(event).map(Seen::Seep),
        Game::Smear(event) => smear::seen_from_wire(event).map(Seen::Smear),
        Game::Pepper(event) => pepper::seen_from_wire(event).map(Seen::Pepper),
    }
}

/// How a match stands between its sides.
pub fn standing_to_wire(setup: &Setup, core: &Core) -> pb::Standing {
    pb::Standing {
        finished: core.end.is_some(),
        winning_sides: core.winners(setup).iter().map(|side| side.number().into()).collect(),
        scores: core.game.as_ref().map(games::Match::scores).unwrap_or_default(),
    }
}
