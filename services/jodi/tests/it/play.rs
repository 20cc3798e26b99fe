//! `jodi play` as a person uses it, with what they type piped in.

use std::fs;
use std::io::{Seek as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use games::{Action, GameKind, Illegal};
use messages::{Locale, action_text, illegal_text};

use crate::support::{Ran, jodi, open_dir, ran};

/// More than any match of Pepper for two has turns.
const WHOLE_MATCH: usize = 2000;

/// Plays in that data directory, typing those lines.
fn play(data_dir: &Path, arguments: &[&str], typed: &[&str]) -> Ran {
    let mut input = tempfile::tempfile().unwrap();
    for line in typed {
        writeln!(input, "{line}").unwrap();
    }
    input.rewind().unwrap();
    let mut command = jodi();
    command.arg("play").args(["--name", "Asha", "--data-dir"]).arg(data_dir).args(arguments);
    ran(command.stdin(input).output().unwrap()).succeeded()
}

/// The lines that show the person's own hand.
fn hands(played: &Ran) -> Vec<&str> {
    played.stdout.lines().filter(|line| line.trim_start().starts_with("Hand ")).collect()
}

fn pass_file(data_dir: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(data_dir.join("play.json")).unwrap()).unwrap()
}

#[test]
fn whole_match_is_played_by_numbers() {
    let data = open_dir();
    let played =
        play(data.path(), &["--game", "pepper", "--players", "2", "--new"], &["1"; WHOLE_MATCH]).stdout;
    let told = ["Against bots nothing is rated", "Asha (you)", "  Asha: ", "The match is over: won by"];
    for expected in told {
        assert!(played.contains(expected), "{expected}: {played}");
    }
    assert!(pass_file(data.path())["own"]["match_id"].is_null(), "a finished match is not gone on with");
}

#[test]
fn match_goes_on_after_the_terminal_was_closed() {
    let data = open_dir();
    let left = play(data.path(), &["--game", "pepper", "--players", "2"], &["1", "1", "1", "1", "q"]);
    assert!(left.stdout.contains("brings you back"), "{}", left.stdout);
    let mode = fs::metadata(data.path().join("play.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    // The second time the input ends without a word, as if the terminal had gone.
    let gone = play(data.path(), &[], &["1"]);
    assert!(gone.stdout.contains("A match is not finished: Pepper"), "{}", gone.stdout);
    assert_eq!(hands(&gone).first(), hands(&left).last(), "the match stands where it was left");

    let ended = play(data.path(), &[], &["1"; WHOLE_MATCH]);
    assert_eq!(hands(&ended).first(), hands(&gone).last(), "the match stands where it was left");
    assert!(ended.stdout.contains("The match is over: won by"), "{}", ended.stdout);
}

#[test]
fn new_match_resigns_the_one_that_was_left() {
    let data = open_dir();
    play(data.path(), &["--game", "pepper", "--players", "3"], &["q"]);
    let first = pass_file(data.path())["own"]["match_id"].clone();
    let other = play(data.path(), &["--new", "--game", "smear", "--option", "widow=2"], &["q"]).stdout;
    assert!(other.contains("is resigned") && other.contains("(widow): 2"), "{other}");
    assert_ne!(pass_file(data.path())["own"]["match_id"], first);
}

#[test]
fn answers_that_are_no_legal_move_are_explained_in_the_language_chosen() {
    let data = open_dir();
    let no_trump = ["--option", "no_trump=false"];
    let arguments = ["--game", "pepper", "--players", "2", "--locale", "sk"];
    // No trump is never legal at this table, whatever the bot has done before.
    let typed = ["99", "fold", "name nt", "?", "s", "t", "q"];
    let played = play(data.path(), &[&arguments[..], &no_trump].concat(), &typed).stdout;
    let pass = action_text(Locale::Slovak, &Action::parse(GameKind::Pepper, "PASS").unwrap());
    let refusals = [
        pepper::Illegal::AuctionOn,
        pepper::Illegal::NameFirst,
        pepper::Illegal::NoTrumpOff,
        pepper::Illegal::AlreadyNamed,
    ];
    let refusals = refusals.map(|refusal| illegal_text(Locale::Slovak, &Illegal::Pepper(refusal)));
    assert!(refusals.iter().any(|refusal| played.contains(refusal)), "{refusals:?}: {played}");
    let rules = messages::rules(Locale::Slovak, GameKind::Pepper);
    for expected in ["There are the moves 1 to", &pass, &rules[0].heading] {
        assert!(played.contains(expected), "{expected}: {played}");
    }
    let unreadable = Action::parse(GameKind::Pepper, "FOLD").unwrap_err().to_string();
    assert!(played.contains(&unreadable), "{unreadable}: {played}");
}
