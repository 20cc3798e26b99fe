//! Words that do not belong into the repository.

use std::fs;

use crate::source::{Source, none_of, root, sources};

/// Everything that people read; generated query data and lock files are not prose.
fn prose() -> Vec<Source> {
    let names = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let tops =
        names.iter().map(String::as_str).filter(|name| ![".git", ".sqlx", "Cargo.lock"].contains(name));
    let all = sources(&tops.collect::<Vec<_>>(), &[]);
    assert!(all.len() > 100, "the sources are where they are looked for");
    all
}

fn lines_with(words: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for source in prose() {
        for (place, line) in source.text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word.as_str())) {
                found.push(format!("{}:{}: {}", source.path, place + 1, line.trim()));
            }
        }
    }
    found
}

/// Words in two parts, so that this file does not hold them itself.
fn joined(parts: &[(&str, &str)]) -> Vec<String> {
    parts.iter().map(|(head, tail)| format!("{head}{tail}")).collect()
}

#[test]
fn nothing_is_left_to_be_done() {
    none_of(
        "work left behind",
        &lines_with(&joined(&[
            ("TO", "DO"),
            ("FIX", "ME"),
            ("XX", "X:"),
            ("HA", "CK:"),
            ("todo", "!("),
            ("unimple", "mented!("),
            ("dbg", "!("),
        ])),
    );
}

#[test]
fn no_path_of_anybodys_machine_is_named() {
    none_of(
        "paths of a machine",
        &lines_with(&joined(&[("/wo", "rk/"), ("/ro", "ot/"), ("/ho", "me/"), ("/Us", "ers/")])),
    );
}

#[test]
fn no_host_of_a_package_registry_is_named() {
    none_of(
        "hosts of package registries",
        &lines_with(&joined(&[
            ("py", "pi.org"),
            ("python", "hosted.org"),
            ("registry.", "npmjs"),
            ("index.cra", "tes.io"),
            ("static.cra", "tes.io"),
            ("proxy.go", "lang.org"),
            ("registry-1.", "docker.io"),
        ])),
    );
}
