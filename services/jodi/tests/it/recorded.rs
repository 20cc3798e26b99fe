//! The recorded and captured match: files that this format's readers have to understand for good.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use jodi::capture::{self, CaptureDir, SeatShown};
use jodi::record::Record;

use crate::support::{MATCH_ID, Ran, check_trace, data_dir, record, record_file, run};

/// The record's trace, with what was captured in a directory.
fn traced_with(capture: &Path) -> Ran {
    let record = record_file();
    let flags = [OsStr::new("--record"), record.as_os_str(), OsStr::new("--capture"), capture.as_os_str()];
    run([OsStr::new("trace")].into_iter().chain(flags))
}

#[test]
fn record_is_written_as_it_was_read() {
    assert_eq!(record().to_json(), fs::read_to_string(record_file()).unwrap());
}

#[test]
fn keys_that_are_not_known_are_passed_over() {
    let text = fs::read_to_string(record_file()).unwrap();
    let more = text.replacen('{', r#"{"weather":{"sky":"blue"},"#, 1);
    assert_eq!(serde_json::from_str::<Record>(&more).unwrap(), record());
}

#[test]
fn seats_were_shown_every_moment_from_the_first_snapshot_on() {
    let dir = CaptureDir::open(&data_dir());
    let steps = record().steps.len() as u64;
    for seat in 0..4 {
        let messages = capture::read(&dir.session_file(MATCH_ID, seat)).unwrap();
        let shown = SeatShown::fold(MATCH_ID, seat, &messages).unwrap();
        let first_deal =
            record().steps.iter().position(|step| matches!(step.kind, jodi::record::StepKind::Deal { .. }));
        let first_deal = first_deal.unwrap() as u64 + 1;
        assert!((first_deal..=steps).all(|seq| shown.view_at(seq).is_some()), "seat {seat}");
    }
}

#[test]
fn stream_of_another_seat_is_noticed() {
    let dir = CaptureDir::open(&data_dir());
    let messages = capture::read(&dir.session_file(MATCH_ID, 1)).unwrap();
    assert!(SeatShown::fold(MATCH_ID, 2, &messages).is_err());
}

#[test]
fn trace_with_the_views_that_the_seats_were_shown_holds() {
    let line = traced_with(&data_dir()).succeeded().stdout;
    let parsed: serde_json::Value = serde_json::from_str(&line).unwrap();
    let steps = parsed["deals"][0]["steps"].as_array().unwrap();
    let shown =
        |step: &serde_json::Value| step["views"].as_array().unwrap().iter().all(|view| view.is_object());
    assert!(steps.len() == 49 && steps.iter().all(shown));
    let Some(checked) = check_trace(&line) else { return };
    assert!(checked.succeeded().stdout.contains("views:196"));
}

#[test]
fn seat_that_was_not_captured_has_null_for_its_views() {
    let dir = tempfile::tempdir().unwrap();
    let captured = CaptureDir::open(&data_dir()).session_file(MATCH_ID, 2);
    fs::copy(captured, CaptureDir::open(dir.path()).session_file(MATCH_ID, 2)).unwrap();
    let ran = traced_with(dir.path());
    let parsed: serde_json::Value = serde_json::from_str(&ran.succeeded().stdout).unwrap();
    let views = parsed["deals"][0]["steps"][20]["views"].as_array().unwrap();
    let objects: Vec<bool> = views.iter().map(serde_json::Value::is_object).collect();
    assert_eq!(objects, [false, false, true, false]);
}

#[test]
fn record_or_capture_that_cannot_be_read_is_named_with_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let broken = dir.path().join("broken.json");
    fs::write(&broken, "{}").unwrap();
    let ran = run(["trace".as_ref(), "--record".as_ref(), broken.as_os_str()]);
    assert!(!ran.status.success());
    for expected in ["broken.json", "no record of a match", "missing field"] {
        assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    }

    let cut = CaptureDir::open(dir.path()).session_file(MATCH_ID, 0);
    let whole = fs::read(CaptureDir::open(&data_dir()).session_file(MATCH_ID, 0)).unwrap();
    fs::write(&cut, &whole[..whole.len() - 1]).unwrap();
    let ran = traced_with(dir.path());
    assert!(!ran.status.success() && ran.stderr.contains("the file ends inside a message"), "{}", ran.stderr);
}
