//! `jodi trace` of random play.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::support::{check_trace_of, jodi, run};

fn lines(arguments: &[&str]) -> String {
    run([&["trace", "--options", "random"], arguments].concat()).succeeded().stdout
}

#[test]
fn seed_fixes_every_line_whatever_the_number_of_matches() {
    let few = lines(&["--seed", "7", "--matches", "3", "--views"]);
    let more = lines(&["--seed", "7", "--matches", "20", "--views"]);
    assert_eq!(few.lines().count(), 3);
    assert!(more.starts_with(&few));
    assert_ne!(few, lines(&["--seed", "8", "--matches", "3", "--views"]));
}

fn holds_against_the_independent_implementation(game: &str, players: &str) {
    let printed = lines(&[
        "--game",
        game,
        "--players",
        players,
        "--seed",
        "11",
        "--matches",
        "12",
        "--views",
        "--max-deals",
        "3",
    ]);
    let Some(checked) = check_trace_of(game, &printed) else { return };
    assert!(checked.succeeded().stdout.contains("faults:0"));
}

#[test]
fn random_matches_of_seep_hold_against_the_independent_implementation() {
    holds_against_the_independent_implementation("seep", "4");
}

#[test]
fn random_matches_of_smear_hold_against_the_independent_implementation() {
    holds_against_the_independent_implementation("smear", "4");
}

#[test]
fn random_matches_of_pepper_for_any_number_hold_against_the_independent_implementation() {
    for players in ["4", "3", "2"] {
        holds_against_the_independent_implementation("pepper", players);
    }
}

#[test]
fn counts_of_actions_and_option_values_go_to_standard_error() {
    let ran = run(["trace", "--seed", "3", "--matches", "2", "--options", r#"{"sweeps":false}"#]).succeeded();
    for expected in ["2 matches", "BID", "CAPTURE", "sweeps: false 2", "n_baazis: 1 2"] {
        assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    }
}

#[test]
fn options_and_players_that_the_game_does_not_have_are_refused() {
    let nonsense = [
        ["--options", r#"{"trumps":true}"#, "trumps"],
        ["--options", r#"{"sweeps":7}"#, "sweeps must be"],
        ["--options", "seven", "neither `random` nor JSON"],
        ["--players", "3", "not by 3"],
        ["--game", "bridge", "bridge"],
    ];
    for [flag, value, expected] in nonsense {
        let ran = run(["trace", flag, value]);
        assert!(!ran.status.success() && ran.stderr.contains(expected), "{value}: {}", ran.stderr);
    }
}

#[test]
fn reader_that_has_seen_enough_is_no_fault() {
    let mut child = jodi()
        .args(["trace", "--matches", "200", "--views"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && first.ends_with('\n'), "{}", String::from_utf8_lossy(&output.stderr));
}
