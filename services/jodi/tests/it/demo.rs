//! `jodi demo` from sign-in to ladder, with everything that it leaves behind.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::{Ran, Suite, check_fair_deal, check_trace_of, jodi, open_dir, ran, run};

fn records(capture: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(capture).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.to_string_lossy().ends_with(".record.json")).collect()
}

/// Everything about captured matches holds in both implementations.
#[track_caller]
fn assert_captured(game: &str, capture: &Path, matches: usize) {
    let records = records(capture);
    assert_eq!(records.len(), matches);
    let files = || records.iter().map(|file| file.as_os_str());
    run(["verify".as_ref()].into_iter().chain(files())).succeeded();
    let options = ["--capture".as_ref(), capture.as_os_str()];
    let traced = run(["trace".as_ref(), "--record".as_ref()].into_iter().chain(files()).chain(options));
    let Some(checked) = check_trace_of(game, &traced.succeeded().stdout) else { return };
    let checked = checked.succeeded().stdout;
    assert!(checked.contains(&format!("finished:{matches}")) && checked.contains("faults:0"), "{checked}");
    for record in &records {
        check_fair_deal(record).expect("there is Python, as just now").succeeded();
    }
}

fn demo(arguments: &[&str], capture: &Path) -> Ran {
    ran(jodi().arg("demo").args(arguments).arg("--capture").arg(capture).output().unwrap())
}

#[test]
fn demo_on_its_own_suite_plays_checks_and_moves_the_ladder() {
    let (data, capture) = (open_dir(), tempfile::tempdir().unwrap());
    let data_dir = data.path().to_str().unwrap();
    let played = demo(&["--matches", "2", "--data-dir", data_dir], capture.path()).succeeded();
    let told =
        ["Seep in short", "Deal 1:", "  bid ", "\u{2660}", "win the match", "Ladder:", "100 % of a game"];
    for expected in told.into_iter().chain(["provisional", "Everything held"]) {
        assert!(played.stdout.contains(expected), "{expected}: {}", played.stdout);
    }
    assert_captured("seep", capture.path(), 2);
}

/// Everything that a demo of a game shows and leaves behind.
#[track_caller]
fn assert_demo(game: &str, players: &str, told: &[&str]) {
    let (data, capture) = (open_dir(), tempfile::tempdir().unwrap());
    let data_dir = data.path().to_str().unwrap();
    let arguments = ["--game", game, "--players", players, "--data-dir", data_dir];
    let played = demo(&arguments, capture.path()).succeeded();
    for expected in told.iter().chain(&["Calls: ", "Score: ", "provisional", "Everything held"]) {
        assert!(played.stdout.contains(expected), "{expected}: {}", played.stdout);
    }
    assert_captured(game, capture.path(), 1);
}

#[test]
fn demo_of_smear_moves_its_ladder_of_pairs() {
    assert_demo("smear", "4", &["Smear in short", "which is trump", "win the match", "Asha & Chitra"]);
}

#[test]
fn demo_of_pepper_for_pairs_moves_their_ladder() {
    assert_demo("pepper", "4", &["Pepper in short", "for a bid of", "  pair "]);
}

#[test]
fn demo_of_pepper_for_three_moves_the_ladder_of_players() {
    assert_demo("pepper", "3", &["Asha against Bela against Chitra", "  player "]);
}

#[test]
fn demo_of_pepper_for_two_moves_the_ladder_of_players() {
    assert_demo("pepper", "2", &["Asha against Bela.", "  player "]);
}

#[test]
fn demo_for_more_players_than_the_game_takes_is_refused() {
    let refused = run(["demo", "--game", "smear", "--players", "3"]);
    assert!(!refused.status.success() && refused.stderr.contains("4 to 4 players"), "{}", refused.stderr);
}

#[test]
fn demo_against_a_suite_that_is_killed_meanwhile_goes_on_where_it_stood() {
    let (data, capture) = (open_dir(), tempfile::tempdir().unwrap());
    // The suite must come back on the same port.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut suite = Suite::start(data.path(), port);
    let mut playing = jodi()
        .args(["demo", "--matches", "2", "--against", &suite.address])
        .arg("--capture")
        .arg(capture.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(playing.stdout.take().unwrap()).lines().map(Result::unwrap);
    let opening = lines.find(|line| line.starts_with("    1 ")).expect("the first play is told");
    suite.kill();
    let _suite = Suite::start(data.path(), port);
    let rest: Vec<String> = lines.collect();
    assert!(playing.wait().unwrap().success(), "{opening}\n{}", rest.join("\n"));
    assert!(rest.iter().any(|line| line.contains("Sessions were lost and resumed")), "{}", rest.join("\n"));
    assert_captured("seep", capture.path(), 2);
}

#[test]
fn record_is_fetched_with_a_service_key_as_the_players_fetch_it() {
    let (data, capture) = (open_dir(), tempfile::tempdir().unwrap());
    let data_dir = data.path().to_str().unwrap();
    let add = ["keys", "add", "--name", "archive", "--scope", "matches.read", "--data-dir", data_dir];
    let key = run(add).succeeded().stdout;
    let suite = Suite::start(data.path(), 0);
    demo(&["--quiet", "--against", &suite.address], capture.path()).succeeded();
    let [file] = &records(capture.path())[..] else { panic!("one match was played") };
    let name = file.file_name().unwrap().to_str().unwrap();
    let match_id = name.strip_suffix(".record.json").unwrap();
    let fetch = ["record", match_id, "--against", &suite.address, "--key", key.trim()];
    assert_eq!(run(fetch).succeeded().stdout, fs::read_to_string(file).unwrap());
    let foreign = ["record", match_id, "--against", &suite.address, "--key", "jodi_sk_nonsense"];
    let refused = run(foreign);
    assert!(
        !refused.status.success() && refused.stderr.contains("GetRecord was refused"),
        "{}",
        refused.stderr
    );
}

#[test]
fn demo_against_nobody_says_so() {
    let capture = tempfile::tempdir().unwrap();
    let refused = demo(&["--against", "no such place"], capture.path());
    assert!(
        !refused.status.success() && refused.stderr.contains("no address of a server"),
        "{}",
        refused.stderr
    );
}
