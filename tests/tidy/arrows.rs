//! Dependencies point one way.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

use crate::source::{none_of, root};

/// Which packages of the workspace each may use. Tests of a package may use no more. A new game adds a row, and its name to
/// `games`, `bots`, `messages`, `game-engine` and `jodi`; never to `lobby` or `ratings`.
const MAY_USE: [(&str, &[&str]); 21] = [
    ("cards", &[]),
    ("seep", &["cards"]),
    ("smear", &["cards"]),
    ("pepper", &["cards"]),
    ("games", &["cards", "seep", "smear", "pepper"]),
    ("bots", &["cards", "seep", "smear", "pepper", "games"]),
    ("fairdeal", &[]),
    ("rating", &[]),
    ("refit", &["rating"]),
    ("env", &[]),
    ("locale", &[]),
    ("messages", &["cards", "seep", "smear", "pepper", "games", "locale"]),
    ("wire", &[]),
    ("service", &["env", "locale", "wire"]),
    ("postgres", &["env"]),
    ("lobby", &["env", "locale", "wire", "service", "postgres"]),
    ("ratings", &["rating", "env", "wire", "service", "postgres"]),
    (
        "game-engine",
        &[
            "cards", "seep", "smear", "pepper", "games", "bots", "fairdeal", "env", "locale", "messages",
            "wire", "service", "postgres",
        ],
    ),
    (
        "jodi",
        &[
            "cards",
            "seep",
            "smear",
            "pepper",
            "games",
            "bots",
            "fairdeal",
            "env",
            "locale",
            "messages",
            "wire",
            "service",
            "postgres",
            "lobby",
            "ratings",
            "game-engine",
            "rating",
            "refit",
        ],
    ),
    ("jodi-tests", &["env", "wire", "service", "postgres"]),
    (
        "jodi-fuzz",
        &["cards", "seep", "smear", "pepper", "games", "bots", "fairdeal", "env", "wire", "game-engine"],
    ),
];

/// What rules, bots, shuffles and rating maths must not reach for: input and output, time, chance, messages.
const IMPURE: [&str; 14] = [
    "tokio",
    "futures",
    "hyper",
    "tonic",
    "prost",
    "prost-types",
    "sqlx",
    "time",
    "rand",
    "rand_chacha",
    "getrandom",
    "uuid",
    "env",
    "wire",
];
const PURE: [&str; 10] =
    ["cards", "seep", "smear", "pepper", "games", "bots", "fairdeal", "rating", "locale", "messages"];

fn metadata() -> Metadata {
    MetadataCommand::new().current_dir(root()).no_deps().other_options(["--offline".into()]).exec().unwrap()
}

fn may_use(package: &str) -> Option<&'static [&'static str]> {
    MAY_USE.iter().find(|(name, _)| *name == package).map(|(_, allowed)| *allowed)
}

#[test]
fn every_package_has_its_place_in_the_order() {
    let metadata = metadata();
    let unknown: Vec<_> =
        metadata.workspace_packages().iter().map(|package| package.name.to_string()).collect();
    let unknown: Vec<_> = unknown.into_iter().filter(|name| may_use(name).is_none()).collect();
    none_of("packages that are not in MAY_USE", &unknown);
}

#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    let ours: Vec<_> = metadata.workspace_packages().iter().map(|package| package.name.to_string()).collect();
    let mut wrong = Vec::new();
    for package in metadata.workspace_packages() {
        let allowed = may_use(&package.name).unwrap_or_default();
        for dependency in package.dependencies.iter().filter(|dependency| ours.contains(&dependency.name)) {
            if !allowed.contains(&dependency.name.as_str()) {
                wrong.push(format!("{} uses {}", package.name, dependency.name));
            }
        }
    }
    none_of("arrows in the wrong direction", &wrong);
}

#[test]
fn rules_reach_for_no_time_chance_or_input() {
    let metadata = metadata();
    let mut wrong = Vec::new();
    for package in metadata.workspace_packages() {
        if !PURE.contains(&package.name.as_str()) {
            continue;
        }
        for dependency in &package.dependencies {
            if dependency.kind != DependencyKind::Development && IMPURE.contains(&dependency.name.as_str()) {
                wrong.push(format!("{} uses {}", package.name, dependency.name));
            }
        }
    }
    none_of("impure dependencies of pure crates", &wrong);
}

#[test]
fn one_order_holds_all_arrows() {
    // Each row may only name rows above it, so that no ring is allowed by the table itself.
    let mut wrong = Vec::new();
    for (place, (package, allowed)) in MAY_USE.iter().enumerate() {
        for used in *allowed {
            if !MAY_USE[..place].iter().any(|(name, _)| name == used) {
                wrong.push(format!("{package} names {used}, which does not stand above it"));
            }
        }
    }
    none_of("rings in MAY_USE", &wrong);
}
