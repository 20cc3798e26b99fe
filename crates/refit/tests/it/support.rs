//! Logs in few words.

use refit::{Event, Game, GamePlayer, GameSide, Log, LogBuilder, PlayerId, SideKind};

pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A side: who played, and its place.
pub type Placed<'a> = (&'a [u128], u32);

pub fn game(played_at_ms: i64, sides: &[Placed<'_>]) -> Game {
    let side = |(players, place): &Placed<'_>| GameSide {
        players: players.iter().map(|id| GamePlayer { id: PlayerId(*id), left: false }).collect(),
        place: *place,
    };
    Game { played_at_ms, abandoned: false, sides: sides.iter().map(side).collect() }
}

/// Pair `a` beats pair `b`.
pub fn win(played_at_ms: i64, a: [u128; 2], b: [u128; 2]) -> Event {
    Event::Game(game(played_at_ms, &[(&a, 1), (&b, 2)]))
}

/// The log of these entries, numbered from 1.
pub fn log(kind: SideKind, events: impl IntoIterator<Item = Event>) -> Log {
    let mut log = LogBuilder::new(kind);
    for (sequence, event) in (1..).zip(events) {
        log.add(sequence, event).unwrap();
    }
    log.build()
}
