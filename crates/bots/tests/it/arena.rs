//! The arena is fair, and what it finds follows from the seed.

use std::time::Duration;

use bots::Level;
use bots::arena::Contest;
use games::{GameKind, Options};

/// A clock that stands still.
const STOPPED: fn() -> Duration = || Duration::ZERO;

/// Every game for every number of players.
fn tables() -> impl Iterator<Item = Options> {
    let players =
        |kind: GameKind| kind.players().filter_map(move |players| Options::for_players(kind, players));
    GameKind::ALL.into_iter().flat_map(players)
}

#[test]
fn a_level_breaks_even_with_itself() {
    for options in tables() {
        let contest = Contest { options, a: Level::Club, b: Level::Club, seed: 3 };
        for number in 0..8 {
            let sheet = contest.deal(number, &STOPPED);
            assert!(sheet.a_minus_b.abs() < 1e-9, "{options:?}: {}", sheet.a_minus_b);
        }
        let played = contest.whole_match(0, &STOPPED);
        assert_eq!(played.won_by_a + played.won_by_b + played.drawn, sides(options), "once for every side");
    }
}

#[test]
fn a_seed_reproduces_a_deal() {
    for options in tables() {
        let contest = Contest { options, a: Level::Club, b: Level::Casual, seed: 9 };
        assert_eq!(contest.deal(4, &STOPPED), contest.deal(4, &STOPPED));
    }
}

fn sides(options: Options) -> u32 {
    let highest = options.seats().map(|seat| u32::from(options.side_of(seat).number())).max();
    highest.map_or(0, |highest| highest + 1)
}
