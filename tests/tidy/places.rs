//! Where things lie, and whose tables are whose.

use std::fs;

use crate::source::{none_of, root, sources};

/// What may stand at the top besides names that begin with a dot.
const TOP: [&str; 13] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "proto",
    "services",
    "crates",
    "migrations",
    "deploy",
    "tests",
];
/// The services, each with a schema of its own: its name there.
const SCHEMAS: [(&str, &str); 3] = [("lobby", "lobby"), ("game-engine", "engine"), ("ratings", "ratings")];

#[test]
fn top_level_holds_what_it_should() {
    let names = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let others =
        names.filter(|name| !name.starts_with('.') && name != "target" && !TOP.contains(&name.as_str()));
    none_of("strangers at the top level", &others.collect::<Vec<_>>());
}

#[test]
fn no_tool_left_its_copies_behind() {
    let copies = sources(
        &["proto", "services", "crates", "migrations", "tests"],
        &[".orig", ".rej", ".bak", ".swp", "~"],
    );
    none_of("copies that a tool left", &copies.into_iter().map(|source| source.path).collect::<Vec<_>>());
}

#[test]
fn no_service_reads_the_schema_of_another() {
    const BEFORE_A_TABLE: [&str; 5] = ["from ", "join ", "into ", "update ", "table "];
    let mut wrong = Vec::new();
    for (service, own) in SCHEMAS {
        let code = format!("services/{service}/src");
        let migrations = format!("migrations/{own}");
        for source in sources(&[&code, &migrations], &[".rs", ".sql"]) {
            for line in source.text.lines() {
                for (_, other) in SCHEMAS.iter().filter(|(_, other)| *other != own) {
                    if BEFORE_A_TABLE.iter().any(|word| line.contains(&format!("{word}{other}."))) {
                        wrong.push(format!("{}: {}", source.path, line.trim()));
                    }
                }
            }
        }
    }
    none_of("queries of another service's tables", &wrong);
}

#[test]
fn migrations_are_dated_and_in_order() {
    for (_, schema) in SCHEMAS {
        let names: Vec<_> = sources(&[&format!("migrations/{schema}")], &[".sql"])
            .into_iter()
            .map(|source| source.path.rsplit('/').next().unwrap().to_owned())
            .collect();
        for name in &names {
            let date = name.split('_').next().unwrap();
            assert!(date.len() == 14 && date.bytes().all(|b| b.is_ascii_digit()), "{schema}: {name}");
        }
        assert!(!names.is_empty(), "{schema} has migrations");
        let mut dates: Vec<_> = names.iter().map(|name| &name[..14]).collect();
        dates.dedup();
        assert_eq!(dates.len(), names.len(), "{schema}: two migrations of one time");
    }
}
