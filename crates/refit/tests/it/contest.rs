//! The contest on a small world.

use refit::{Contestant, Score, World, contest};

/// Small enough for a test and with differences that are soon learned.
const SMALL: World =
    World { name: "small", players: 40, games: 1_200, partners: 3, skill_sd: 250.0, synergy_sd: 60.0 };

fn late_log_loss(scores: &[Score], contestant: Contestant) -> f64 {
    scores.iter().find(|score| score.contestant == contestant).unwrap().late_log_loss().mean
}

#[test]
fn ladder_learns_and_nobody_beats_the_oracle() {
    let scores = contest(&SMALL, 1..=4, || ());
    let oracle = late_log_loss(&scores, Contestant::Oracle);
    let even = late_log_loss(&scores, Contestant::EvenChances);
    for contestant in Contestant::ALL {
        let loss = late_log_loss(&scores, contestant);
        let learns = ![Contestant::Oracle, Contestant::EvenChances].contains(&contestant);
        assert!(!learns || oracle < loss && loss < even, "{contestant:?}: {oracle} {loss} {even}");
    }
}

#[test]
fn oracle_is_calibrated() {
    let world = World { games: 4_000, players: 120, ..SMALL };
    let scores = contest(&world, [1], || ());
    let oracle = scores.iter().find(|score| score.contestant == Contestant::Oracle).unwrap();
    let off =
        oracle.whole[0].bins.iter().filter(|bin| (bin.expected - bin.scored).abs() > 1.5 * bin.margin());
    // Three standard errors: by chance alone one bin in four hundred.
    assert_eq!(off.count(), 0, "{:?}", oracle.whole[0].bins);
}

#[test]
fn same_seeds_give_the_same_scores() {
    let run = || contest(&SMALL, [7, 8], || ());
    assert_eq!(run(), run());
    let other = contest(&SMALL, [7, 9], || ());
    assert_eq!(run()[0].late.len(), 2);
    assert_ne!(run(), other);
}
