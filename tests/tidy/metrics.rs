//! Dashboard and alerts speak of metrics that there are, and alerts of chapters that there are.

use std::collections::BTreeSet;

use crate::source::{none_of, sources};

/// Endings that a histogram adds to its name.
const ENDINGS: [&str; 3] = ["_bucket", "_sum", "_count"];

fn names_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("jodi_") && word.len() > "jodi_".len()).collect()
}

#[test]
fn dashboard_and_alerts_name_metrics_that_there_are() {
    let code = sources(&["crates", "services"], &["meters.rs"]);
    let known: BTreeSet<&str> = code.iter().flat_map(|source| names_in(&source.text)).collect();
    assert!(known.len() > 20, "the names of metrics stand in the files meters.rs: {known:?}");
    let mut unknown = Vec::new();
    let deployed = sources(&["deploy/prometheus", "deploy/grafana"], &[".yml", ".json"]);
    assert!(deployed.len() >= 3, "alerts, their tests and the dashboard");
    for source in &deployed {
        for name in names_in(&source.text) {
            let plain = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
            if !known.contains(name) && !known.contains(plain) {
                unknown.push(format!("{}: {name}", source.path));
            }
        }
    }
    none_of("metrics that the code does not have", &unknown);
}

#[test]
fn every_alert_leads_to_a_chapter_of_the_runbook() {
    let runbook = sources(&["deploy"], &["RUNBOOK.md"]);
    let heading = |line: &str| {
        line.starts_with('#').then(|| line.trim_start_matches(['#', ' ']).to_lowercase().replace(' ', "-"))
    };
    let chapters: BTreeSet<String> = runbook[0].text.lines().filter_map(heading).collect();
    let alerts = sources(&["deploy/prometheus"], &["alerts.yml"]);
    let leads = alerts.iter().flat_map(|source| source.text.lines());
    let leads: Vec<_> = leads.filter_map(|line| line.split_once("runbook: deploy/RUNBOOK.md#")).collect();
    assert!(leads.len() > 10, "alerts lead to the runbook");
    let lost = leads.iter().filter(|(_, chapter)| !chapters.contains(chapter.trim()));
    none_of(
        "chapters that the runbook does not have",
        &lost.map(|(_, chapter)| (*chapter).to_owned()).collect::<Vec<_>>(),
    );
}
