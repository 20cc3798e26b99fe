//! The check of records: everything that is wrong is found, and named.

use jodi::record::{Ending, OwnKnowledge, Record, StepKind, check};

use crate::support::{check_fair_deal, record, record_file, run};

/// What is found wrong once the record is changed.
fn faults(change: impl FnOnce(&mut Record)) -> Vec<String> {
    let mut record = record();
    change(&mut record);
    match check(&record, &OwnKnowledge::default()) {
        Ok(findings) => {
            findings.into_iter().filter(|finding| !finding.holds).map(|finding| finding.what).collect()
        }
        Err(fault) => vec![fault.to_string()],
    }
}

#[track_caller]
fn finds(expected: &str, change: impl FnOnce(&mut Record)) {
    let faults = faults(change);
    assert!(faults.iter().any(|fault| fault.contains(expected)), "{expected:?} in {faults:?}");
}

/// The record's latest action.
fn latest_action(record: &mut Record) -> &mut String {
    let action = record.steps.iter_mut().rev().find_map(|step| match &mut step.kind {
        StepKind::Action { action, .. } => Some(action),
        _ => None,
    });
    action.expect("the match has actions")
}

#[test]
fn untouched_record_holds() {
    assert_eq!(faults(|_| ()), [""; 0]);
}

#[test]
fn other_secret_is_found() {
    finds("commitment", |record| record.secret = "00".repeat(32));
}

#[test]
fn swapped_cards_are_found() {
    finds("fair deal: deal 1: the deck differs from the shuffle at card 6", |record| {
        record.decks[0].swap(5, 40)
    });
}

#[test]
fn other_first_dealer_is_found() {
    finds("dealt first, the draw says", |record| record.first_dealer = (record.first_dealer + 1) % 4);
}

#[test]
fn entropy_that_is_not_the_one_of_the_cut_is_found() {
    finds("is not the hash of the entropy of seat", |record| record.entropies[2] = "ab".repeat(16));
}

#[test]
fn entropy_without_a_cut_is_found() {
    finds("has 32 bytes but never cut", |record| {
        let StepKind::Cut { entropy_hash, seat } = &mut record.steps[0].kind else {
            panic!("a cut comes first")
        };
        // The step becomes another seat's absence, so that every later step keeps its place.
        entropy_hash.clear();
        record.steps[0].kind = StepKind::Away { seat: *seat };
    });
}

#[test]
fn deck_that_was_never_dealt_is_found() {
    finds("the record has 2 decks", |record| record.decks.push(record.decks[0].clone()));
}

#[test]
fn illegal_action_is_found_with_its_place() {
    finds("play: seq 54:", |record| *latest_action(record) = "THROW TD".into());
}

#[test]
fn text_that_is_no_action_is_found_with_its_place() {
    finds("step 54:", |record| *latest_action(record) = "PLAY TD".into());
}

#[test]
fn missing_step_is_found() {
    finds("step 30: has seq 31", |record| drop(record.steps.remove(29)));
}

#[test]
fn missing_end_is_found() {
    finds("the match is not over after the last step", |record| drop(record.steps.pop()));
}

#[test]
fn other_winner_is_found() {
    finds("result: the record says", |record| {
        record.result.winning_sides = vec![1 - record.result.winning_sides[0]]
    });
}

#[test]
fn other_end_is_found() {
    finds("the play leads to played out", |record| record.result.end = Ending::Resigned);
}

#[test]
fn record_of_another_form_or_of_other_rules_is_refused() {
    finds("format 2", |record| record.format = 2);
    finds("rules_version", |record| record.rules_version += 1);
    finds("players", |record| record.players = 3);
    finds("no seat 4", |record| record.first_dealer = 4);
    finds("options", |record| drop(record.options.insert("trumps".into(), true.into())));
    finds("there is no game", |record| record.game = "bridge".into());
}

#[test]
fn what_the_player_saw_and_sent_is_held_against_the_record() {
    let record = record();
    let file = record_file();
    let cut = format!("2={}", record.entropies[2]);
    let verify = |arguments: [&str; 4]| {
        run(["verify".as_ref(), file.as_os_str()]
            .into_iter()
            .chain(arguments.iter().map(|text| text.as_ref())))
    };
    let same = verify(["--commitment", &record.commitment, "--entropy", &cut]).succeeded();
    assert!(same.stdout.contains("is the one you saw") && same.stdout.contains("is what you sent"));
    let other = verify(["--commitment", &"00".repeat(32), "--entropy", "1=00112233445566778899aabbccddeeff"]);
    assert_eq!(other.status.code(), Some(1));
    assert_eq!(other.stdout.matches("FAIL").count(), 2, "{}", other.stdout);
}

#[test]
fn one_bad_record_among_good_ones_makes_the_exit_code_1_in_both_checkers() {
    let dir = tempfile::tempdir().unwrap();
    let bad = dir.path().join("bad.json");
    let mut record = record();
    record.decks[0].swap(0, 51);
    std::fs::write(&bad, record.to_json()).unwrap();
    let ran = run(["verify".as_ref(), record_file().as_os_str(), bad.as_os_str()]);
    assert_eq!(ran.status.code(), Some(1));
    assert!(ran.stdout.contains("1 of 2 records hold"), "{}", ran.stdout);
    let (Some(good), Some(bad)) = (check_fair_deal(&record_file()), check_fair_deal(&bad)) else { return };
    assert_eq!((good.status.code(), bad.status.code()), (Some(0), Some(1)), "{}{}", good.stdout, bad.stdout);
}

#[test]
fn file_that_is_no_record_fails_with_a_reason() {
    let ran = run(["verify", "/dev/null"]);
    assert_eq!(ran.status.code(), Some(1));
    assert!(ran.stdout.contains("FAIL record: this is no record of a match"), "{}", ran.stdout);
}

#[test]
fn match_that_was_aborted_before_its_first_deal_holds() {
    let found = faults(|record| {
        let cuts = record.steps.iter().take_while(|step| matches!(step.kind, StepKind::Cut { .. })).count();
        record.steps.truncate(cuts + 1);
        record.steps[cuts].kind = StepKind::Abort { why: "the power went".into() };
        record.decks.clear();
        record.result.end = Ending::Aborted;
        record.result.winning_sides.clear();
        record.result.scores.clear();
    });
    assert_eq!(found, [""; 0]);
}
