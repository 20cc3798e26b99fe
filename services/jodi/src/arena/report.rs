//! What the arena prints.

use std::fmt;

use bots::arena::{Contest, Interval};

use super::runs::Played;

/// The outcome of a contest, for a person to read.
pub struct Report {
    /// Who played what.
    pub contest: Contest,
    /// What came of it.
    pub played: Played,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { contest, played } = self;
        let (a, b) = (contest.a, contest.b);
        let (game, players) = (contest.options.kind(), contest.options.players());
        writeln!(f, "{game}, {players} players, {a} (A) against {b} (B), seed {}", contest.seed)?;
        let points = Interval::of(&played.points);
        writeln!(f, "points a deal, A minus B: {points}, {} duplicate deals", points.count)?;
        let matches = &played.matches;
        let all = matches.won_by_a + matches.won_by_b + matches.drawn;
        writeln!(
            f,
            "matches: A won {} of {all}, B {}, drawn {}",
            matches.won_by_a, matches.won_by_b, matches.drawn
        )?;
        for (level, times) in [("A", &played.thinking[0]), ("B", &played.thinking[1])] {
            writeln!(f, "thinking time of {level}: {}", times.summary())?;
        }
        Ok(())
    }
}
