//! `jodi ladder`.

use serde_json::Value;

use crate::support::{Suite, open_dir, run};

const SMALL_EVIDENCE: [&str; 6] = ["ladder", "evidence", "--seeds", "2", "--games", "400"];

#[test]
fn evidence_is_a_table_of_each_world_and_the_same_every_time() {
    let print = || run(SMALL_EVIDENCE).succeeded().stdout;
    let text = print();
    for world in ["mixed partners", "fixed pairs", "luck-heavy"] {
        assert!(text.contains(&format!("\n## World: {world}\n")), "{text}");
    }
    for forecaster in ["this ladder", "plain pair Elo", "mean of individuals", "oracle"] {
        let rows = text.lines().filter(|line| line.starts_with(&format!("| {forecaster} ")));
        assert_eq!(rows.count(), 3, "{forecaster}: {text}");
    }
    assert_eq!(print(), text);
}

#[test]
fn evidence_as_json_has_the_figures_of_the_specification_beside_its_own() {
    let printed = run([&SMALL_EVIDENCE[..], &["--json"]].concat()).succeeded().stdout;
    let report: Value = serde_json::from_str(&printed).unwrap();
    let forecasters = report["worlds"][0]["forecasters"].as_array().unwrap();
    let find = |name: &str| forecasters.iter().find(|row| row["forecaster"] == name).unwrap();
    assert_eq!(find("this ladder")["specified_late_log_loss"], 0.5973);
    let late = |name: &str| find(name)["late_log_loss"].as_f64().unwrap();
    assert!(late("oracle") < late("this ladder") && late("this ladder") < late("even chances"), "{printed}");
}

#[test]
fn evidence_needs_sensible_numbers() {
    for [flag, value] in [["--seeds", "0"], ["--partners", "400"], ["--games", "7"], ["--games", "many"]] {
        let ran = run(["ladder", "evidence", flag, value]);
        assert!(!ran.status.success() && ran.stderr.contains(flag), "{flag} {value}: {}", ran.stderr);
    }
}

#[test]
fn ladder_is_checked_and_replayed_beside_a_running_suite() {
    let data = open_dir();
    let suite = Suite::start(data.path(), 0);
    run(["demo", "--quiet", "--against", &suite.address]).succeeded();
    let data_dir = data.path().to_str().unwrap();
    let checked = run(["ladder", "check", "--ladder", "seep", "--data-dir", data_dir]).succeeded();
    assert!(checked.stdout.contains("compute to exactly what stands"), "{}", checked.stdout);
    run(["ladder", "refit", "--ladder", "seep", "--data-dir", data_dir]).succeeded();
}
