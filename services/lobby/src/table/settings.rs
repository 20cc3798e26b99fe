//! What a table plays, as the host chose and the engine completed it.

/// A table's settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSettings {
    /// The game with its options.
    pub choice: GameChoice,
    /// The time players have.
    pub clocks: Clocks,
    /// Who may find the table.
    pub visibility: Visibility,
    /// True to play for the game's ladder, if the match can be rated.
    pub rated: bool,
    /// True if others may watch the match.
    pub spectators: bool,
}

/// The game and its options, as the engine has checked and completed them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameChoice {
    /// The name of the game, for example `seep`.
    pub game: String,
    /// An encoded `jodi.game.v1.GameOptions`, opaque here: a new game changes nothing in the lobby.
    pub options: Vec<u8>,
    /// The ladder that rates matches with these options; empty if none does.
    pub ladder: String,
}

/// The time players have, in milliseconds; `None` leaves it to the engine's default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// For each decision; 0 for no limit.
    pub turn_limit_ms: Option<u32>,
    /// For each seat and match, used when a turn's time is over.
    pub bank_ms: Option<u32>,
    /// For cutting before play begins; 0 for no cut.
    pub cut_window_ms: Option<u32>,
}

/// Who may find a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Those who know its code.
    Private,
    /// Everybody.
    Public,
}
