//! An independent client: Python with grpcio, generated from `proto/`, plays whole matches.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod interpreter;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use futures::future::join_all;
use jodi_tests::client::{
    Backend, await_rated, careful_move, every_rpc, guests, pepper, play_to_end, rated_table_of, seat_table,
    seep_deals, smear,
};
use jodi_tests::process::{Child, Launch, Suite};
use serde_json::Value;
use wire::engine::v1::record_step::Step;
use wire::engine::v1::{EndReason, MatchState};
use wire::game::v1::GameOptions;
use wire::lobby::v1::StartTableRequest;
use wire::ratings::v1::ResultState;

use crate::interpreter::{Python, python};

/// `play.py` against the suite.
fn play(python: &Python, suite: &Suite, arguments: &[&str]) -> Child {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let launch = Launch::of(&python.program)
        .env("PYTHONDONTWRITEBYTECODE", 1)
        .arg(tests.join("python/play.py"))
        .arg(suite.address().to_string())
        .arg(tests.join("../proto"));
    Child::start(&arguments.iter().fold(launch, |launch, argument| launch.arg(*argument)))
}

/// What `play.py` says at its end.
async fn outcome(child: &Child) -> Value {
    let object = |line: &str| serde_json::from_str::<Value>(line).ok().filter(Value::is_object);
    let outcome = child.printed_line("its outcome", object).await;
    assert!(child.exit().await.success());
    outcome
}

/// The full names of all services that `proto/` describes.
fn every_service() -> BTreeSet<String> {
    let of = |path: String| path.trim_start_matches('/').split('/').next().unwrap().to_owned();
    every_rpc().into_iter().map(of).collect()
}

#[tokio::test]
async fn four_python_clients_play_a_rated_match_and_read_the_reasons_of_errors() {
    let Some(python) = python().await else { return };
    let suite = Suite::shared().await;
    let outcome = outcome(&play(&python, suite, &["four"])).await;

    let reasons: BTreeMap<String, String> = serde_json::from_value(outcome["reasons"].clone()).unwrap();
    let reasons: Vec<_> = reasons.iter().map(|(call, reason)| (call.as_str(), reason.as_str())).collect();
    let expected = [
        ("after_the_end", "MATCH_OVER"),
        ("forged_token", "CREDENTIAL_INVALID"),
        ("illegal_move", "ILLEGAL_MOVE"),
        ("no_credential", "CREDENTIAL_MISSING"),
        ("nonsense", "INVALID_FIELD"),
        ("not_your_turn", "NOT_YOUR_TURN"),
        ("record_too_early", "MATCH_RUNNING"),
        ("stale_seq", "STALE_SEQ"),
        ("start_not_ready", "NOT_READY"),
        ("start_with_empty_seats", "SEATS_EMPTY"),
        ("unknown_match", "MATCH_NOT_FOUND"),
    ];
    assert_eq!(reasons, expected);
    let moves: Vec<u64> = serde_json::from_value(outcome["moves"].clone()).unwrap();
    assert_eq!(moves.iter().sum::<u64>(), 49, "one bid and 48 plays");
    assert_eq!(outcome["result_state"], "RESULT_STATE_RATED");
    let reflected: BTreeSet<String> = serde_json::from_value(outcome["services"].clone()).unwrap();
    assert_eq!(reflected, every_service());

    // What Python says happened is what the engine recorded.
    let backend = Backend::new(suite.channel(), suite.admin());
    let record = backend.record(outcome["match_id"].as_str().unwrap()).await.unwrap();
    assert_eq!((record.state(), record.end_reason()), (MatchState::Finished, EndReason::PlayedOut));
    assert_eq!(Some(record.steps.len() as u64), outcome["seq"].as_u64());
    let winners: Vec<u32> = serde_json::from_value(outcome["winning_sides"].clone()).unwrap();
    assert_eq!(record.standing.unwrap().winning_sides, winners);
}

/// A match in which Python has the last seat and guests of these names the others, rated on that ladder.
async fn python_plays_among<const N: usize>(names: [&str; N], options: GameOptions, ladder: &str) {
    let Some(python) = python().await else { return };
    let suite = Suite::shared().await;
    let others = guests(&suite.channel(), names).await;
    let table = seat_table(&others, rated_table_of(options)).await;
    let child = play(&python, suite, &["seat", &table.code]);
    child.printed_line("that it is ready", |line| (line == "ready").then_some(())).await;
    let start = StartTableRequest { table_id: table.table_id };
    let started = others[0].tables().start_table(start).await.unwrap().into_inner().table.unwrap();
    let playing = others.iter().map(|guest| play_to_end(guest, &started.match_id, careful_move));
    let (played, outcome) = tokio::join!(join_all(playing), outcome(&child));
    assert_eq!(outcome["match_id"], started.match_id.as_str());
    assert_eq!(outcome["seat"], N);
    assert_eq!(outcome["seq"].as_u64(), played[0].events.last().map(|event| event.seq));
    let rust_moves: usize = played.iter().map(|player| player.acknowledged.len()).sum();
    let record = Backend::new(suite.channel(), suite.admin()).record(&started.match_id).await.unwrap();
    let decisions = record.steps.iter().filter(|step| matches!(step.step, Some(Step::Action(_)))).count();
    assert_eq!(outcome["moves"].as_u64().unwrap() + rust_moves as u64, decisions as u64);
    let result = await_rated(&others[0], &started.match_id).await;
    assert_eq!((result.ladder.as_str(), result.state()), (ladder, ResultState::Rated));
}

#[tokio::test]
async fn python_client_plays_one_seat_of_seep() {
    python_plays_among(["Asha", "Bala", "Chitra"], seep_deals(1), "seep").await;
}

#[tokio::test]
async fn python_client_plays_one_seat_of_smear() {
    python_plays_among(["Asha", "Bala", "Chitra"], smear(), "smear").await;
}

#[tokio::test]
async fn python_client_plays_one_seat_of_pepper_for_four() {
    python_plays_among(["Asha", "Bala", "Chitra"], pepper(4), "pepper").await;
}

#[tokio::test]
async fn python_client_plays_one_seat_of_pepper_for_three() {
    python_plays_among(["Asha", "Bala"], pepper(3), "pepper-solo3").await;
}

#[tokio::test]
async fn python_client_plays_one_seat_of_pepper_for_two() {
    python_plays_among(["Asha"], pepper(2), "pepper-solo2").await;
}
