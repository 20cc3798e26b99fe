//! The stand-alone script `tests/fairdeal/verify.py` against the vectors and against records that were tampered
//! with: it and this crate must come to the same verdict.
//!
//! Where there is no `python3` these tests say so and pass, except in CI (`CI=true`), where they fail.

mod support;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use support::{RECORDS, Record};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fairdeal/verify.py");

/// What the script said and whether it ended with 0.
struct Verdict {
    passed: bool,
    printed: String,
}

/// Runs the script; `None` where there is no Python.
fn run_script(file: &Path, arguments: &[&str]) -> Option<Verdict> {
    let output = match Command::new("python3").arg(SCRIPT).arg(file).args(arguments).output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "CI has to have python3");
            eprintln!("skipped: python3 is not installed, so verify.py cannot run");
            return None;
        }
        Err(error) => panic!("python3 did not start: {error}"),
    };
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(complaints.is_empty(), "the script complains: {complaints}");
    Some(Verdict { passed: output.status.success(), printed })
}

/// Runs the script on text that need not be a record.
fn run_on_text(text: &str) -> Option<Verdict> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("record.json");
    fs::write(&file, text).expect("the folder is writable");
    run_script(&file, &[])
}

/// Checks that both find the same fault in the Seep record once it is changed: the crate's sentence starts with
/// `crate_says`, the script prints a line `FAIL` + `script_says`.
fn expect_fault(change: impl FnOnce(&mut Record), crate_says: &str, script_says: &str) {
    let mut record: Record = support::read_vectors("record-seep.json");
    change(&mut record);
    let fault = record.verify().expect_err("the crate finds the fault").to_string();
    assert!(fault.starts_with(crate_says), "{fault}");
    let text = serde_json::to_string(&record).expect("a record is JSON");
    let Some(verdict) = run_on_text(&text) else { return };
    assert!(!verdict.passed, "{}", verdict.printed);
    let line = format!("FAIL {script_says}");
    assert!(verdict.printed.lines().any(|printed| printed.starts_with(&line)), "{}", verdict.printed);
}

#[test]
fn script_passes_every_record_vector_and_names_each_deal() {
    for name in RECORDS {
        let Some(verdict) = run_script(&support::vector_path(name), &[]) else { return };
        assert!(verdict.passed, "{name}: {}", verdict.printed);
        let deals = verdict.printed.lines().filter(|line| line.starts_with("ok   deal ")).count();
        assert_eq!(deals, support::read_vectors::<Record>(name).decks.len(), "{name}");
    }
}

#[test]
fn swapped_cards_are_found_by_both() {
    let differs = "deal 2: the deck differs from the shuffle at card 6";
    expect_fault(|record| record.decks[1].swap(5, 40), differs, differs);
}

#[test]
fn removed_deal_is_found_by_both() {
    expect_fault(|record| drop(record.decks.remove(0)), "deal 1: ", "deal 1: ");
}

#[test]
fn shortened_deck_is_found_by_both() {
    let differs = "deal 3: the deck differs from the shuffle at card 52";
    expect_fault(|record| drop(record.decks[2].pop()), differs, differs);
}

#[test]
fn other_secret_is_found_by_both() {
    let other = |record: &mut Record| record.secret = "00".repeat(32);
    expect_fault(other, "the revealed secret", "commitment: ");
}

#[test]
fn other_commitment_is_found_by_both() {
    let other = |record: &mut Record| record.commitment = "00".repeat(32);
    expect_fault(other, "the revealed secret", "commitment: ");
}

#[test]
fn other_first_dealer_is_found_by_both() {
    let other = |record: &mut Record| record.first_dealer = (record.first_dealer + 1) % 4;
    expect_fault(other, "seat ", "first dealer: ");
}

#[test]
fn other_entropy_is_found_by_both() {
    let other = |record: &mut Record| {
        record.entropies[0] = "ab".repeat(16);
        record.first_dealer_given = true;
    };
    expect_fault(other, "deal 1: ", "deal 1: ");
}

#[test]
fn other_match_is_found_by_both() {
    let other = |record: &mut Record| {
        record.match_id = "00000000-0000-4000-8000-000000000000".to_owned();
        record.first_dealer_given = true;
    };
    expect_fault(other, "deal 1: ", "deal 1: ");
}

#[test]
fn given_first_dealer_is_not_checked_by_either() {
    let mut record: Record = support::read_vectors("record-seep.json");
    record.first_dealer = (record.first_dealer + 1) % 4;
    record.first_dealer_given = true;
    assert_eq!(record.verify(), Ok(()));
    let Some(verdict) = run_on_text(&serde_json::to_string(&record).expect("a record is JSON")) else {
        return;
    };
    assert!(verdict.passed, "{}", verdict.printed);
}

#[test]
fn script_holds_the_record_against_what_the_caller_saw() {
    let record: Record = support::read_vectors("record-seep.json");
    let file = support::vector_path("record-seep.json");
    let cut = format!("2={}", record.entropies[2]);
    let Some(same) = run_script(&file, &["--commitment", &record.commitment, "--entropy", &cut]) else {
        return;
    };
    assert!(same.passed, "{}", same.printed);
    for other in [["--commitment", "00"], ["--entropy", "1=00112233445566778899aabbccddeeff"]] {
        let Some(verdict) = run_script(&file, &other) else { return };
        assert!(!verdict.passed, "{}", verdict.printed);
    }
}

#[test]
fn script_refuses_what_is_no_record_without_a_traceback() {
    let record = serde_json::to_value(support::read_vectors::<Record>("record-seep.json")).expect("JSON");
    let without = |key: &str| {
        let mut record = record.clone();
        record.as_object_mut().expect("a record is an object").remove(key);
        record.to_string()
    };
    let with = |key: &str, value: serde_json::Value| {
        let mut record = record.clone();
        record[key] = value;
        record.to_string()
    };
    let texts = [
        String::new(),
        "[]".to_owned(),
        without("secret"),
        without("decks"),
        with("match_id", "x".into()),
        with("secret", "0g".into()),
        with("game", "bridge".into()),
        with("first_dealer", true.into()),
        with("players", 3.into()),
        with("entropies", serde_json::json!(["", "00", "", ""])),
        with("entropies", serde_json::json!(["", null, "", ""])),
        with("decks", serde_json::json!([7])),
    ];
    for text in texts {
        let Some(verdict) = run_on_text(&text) else { return };
        assert!(!verdict.passed && verdict.printed.contains("FAIL "), "{text}: {}", verdict.printed);
    }
}
