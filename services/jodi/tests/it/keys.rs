//! `jodi keys`.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use service::{Scope, ServiceKeys};

use crate::support::{Ran, run};

fn keys(dir: &Path, arguments: &[&str]) -> Ran {
    let [command, rest @ ..] = arguments else { panic!("a command is given") };
    let arguments = ["keys", command].into_iter().chain(rest.iter().copied()).map(OsStr::new);
    run(arguments.chain(["--data-dir".as_ref(), dir.as_os_str()]))
}

#[test]
fn key_is_shown_once_and_only_its_hash_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    // The data directory need not exist yet.
    let data = dir.path().join("data");
    let added = keys(&data, &["add", "--name", "acme", "--scope", "matches.read,results.write"]).succeeded();
    let key = added.stdout.trim();
    let file = fs::read_to_string(data.join("keys")).unwrap();
    assert!(key.starts_with("jodi_sk_") && !file.contains(key));
    let accepted = ServiceKeys::parse(&file).unwrap();
    let caller = accepted.look_up(key).expect("the key is accepted");
    assert_eq!(
        (caller.name.as_str(), &caller.scopes[..]),
        ("acme", &[Scope::MatchesRead, Scope::ResultsWrite][..])
    );
    assert!(added.stderr.contains("Restart `jodi up`"));
}

#[test]
fn removed_key_is_listed_no_longer() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["acme", "zeta"] {
        keys(dir.path(), &["add", "--name", name, "--scope", "admin"]).succeeded();
    }
    keys(dir.path(), &["remove", "acme"]).succeeded();
    let listed = keys(dir.path(), &["list"]).succeeded().stdout;
    assert!(listed.starts_with("zeta") && listed.contains("admin") && !listed.contains("acme"), "{listed}");
    let again = keys(dir.path(), &["remove", "acme"]);
    assert!(!again.status.success() && again.stderr.contains("no key of the name"));
}

#[test]
fn printed_key_goes_with_its_line_and_nothing_is_kept() {
    let printed = run(["keys", "print", "--name", "lobby", "--scope", "matches.create"]).succeeded().stdout;
    let [key, line] = printed.lines().collect::<Vec<_>>()[..] else { panic!("two lines: {printed}") };
    assert!(ServiceKeys::parse(line).unwrap().look_up(key).is_some());
}

#[test]
fn scope_that_does_not_exist_is_refused_with_those_that_do() {
    let ran = run(["keys", "print", "--name", "acme", "--scope", "everything"]);
    assert!(!ran.status.success() && ran.stderr.contains("matches.create"), "{}", ran.stderr);
}
