//! What a ladder's log consists of, and what makes a game in it unreadable.

use std::collections::BTreeSet;

use rating::{ENTRANTS_MAX, ENTRANTS_MIN};

/// Who played. Any number will do, as long as it is the same one in every game; an account's UUID is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u128);

/// What a ladder rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// Two sides of two players.
    Pair,
    /// Two to eight single players.
    Solo,
}

/// One entry of a ladder's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A result.
    Game(Game),
    /// The result of this number does not stand, and is treated as if it never had.
    Void {
        /// The number of the result in the log.
        sequence: u64,
    },
    /// The season ended and the next one began.
    Close,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// When the game ended, in milliseconds since 1970.
    pub played_at_ms: i64,
    /// True if it was abandoned before its first play, and so is not rated.
    pub abandoned: bool,
    /// The sides.
    pub sides: Vec<GameSide>,
}

/// A side of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSide {
    /// Who played on it.
    pub players: Vec<GamePlayer>,
    /// Its place from 1; equal places are a draw between those sides.
    pub place: u32,
}

/// A player of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePlayer {
    /// Who.
    pub id: PlayerId,
    /// True if the player was absent at the end of the game.
    pub left: bool,
}

/// Why a game of a log cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Faulty {
    /// The ladder does not rate games of so many sides.
    #[error("{sides} sides are not a game of this ladder")]
    SideCount {
        /// How many there were.
        sides: usize,
    },
    /// A side of the ladder has another number of players.
    #[error("{players} players are not a side of this ladder")]
    PlayerCount {
        /// How many there were.
        players: usize,
    },
    /// Somebody played more than once.
    #[error("a player plays more than once")]
    PlaysTwice,
    /// A place is 0 or beyond the number of sides.
    #[error("there is no place {place}")]
    Place {
        /// The place.
        place: u32,
    },
}

impl Game {
    /// Checks that this is a game of a ladder of `kind`.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self, kind: SideKind) -> Result<(), Faulty> {
        let (sides, players) = match kind {
            SideKind::Pair => (2..=2, 2),
            SideKind::Solo => (ENTRANTS_MIN..=ENTRANTS_MAX, 1),
        };
        if !sides.contains(&self.sides.len()) {
            return Err(Faulty::SideCount { sides: self.sides.len() });
        }
        if let Some(side) = self.sides.iter().find(|side| side.players.len() != players) {
            return Err(Faulty::PlayerCount { players: side.players.len() });
        }
        let everybody = self.sides.iter().flat_map(|side| &side.players).map(|player| player.id);
        if everybody.collect::<BTreeSet<_>>().len() != players * self.sides.len() {
            return Err(Faulty::PlaysTwice);
        }
        let possible = |place: u32| (1..=self.sides.len()).any(|there| place as usize == there);
        match self.sides.iter().find(|side| !possible(side.place)) {
            Some(side) => Err(Faulty::Place { place: side.place }),
            None => Ok(()),
        }
    }
}
