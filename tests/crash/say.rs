//! Seeds, and reports that are shown also when a test passes: they are part of what it is for.

use std::io::Write as _;

use env::Entropy;

/// Faults that are shown.
const SHOWN: usize = 20;

/// Says a line.
pub fn say(line: &str) {
    writeln!(std::io::stderr(), "{line}").expect("there is an error output");
}

/// The seed of a test: the one that this variable gives, to repeat a run as far as the machine lets it be repeated, else any.
pub fn seed(variable: &str) -> u64 {
    let given = std::env::var(variable).ok().map(|text| text.parse().expect("the seed is a number"));
    let seed = given.unwrap_or_else(|| Entropy::os().u64());
    say(&format!("{variable}={seed}"));
    seed
}

/// There must be no faults.
#[track_caller]
pub fn assert_none(faults: &[String]) {
    let shown = &faults[..faults.len().min(SHOWN)];
    assert!(faults.is_empty(), "{} faults, among them:\n{}", faults.len(), shown.join("\n"));
}
