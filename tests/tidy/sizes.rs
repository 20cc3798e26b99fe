//! Nothing is so large that it cannot be read at one sitting.

use crate::source::{Source, none_of, production, rust};

/// A file stays under this many lines without its tests.
const MAX_FILE_LINES: usize = 500;
/// A function stays under this many lines.
const MAX_FUNCTION_LINES: usize = 60;

#[test]
fn files_are_short() {
    let long = rust().into_iter().filter_map(|source| {
        let lines = source.lines_without_tests().count();
        (lines >= MAX_FILE_LINES).then(|| format!("{}: {lines} lines", source.path))
    });
    none_of("files that are too long", &long.collect::<Vec<_>>());
}

#[test]
fn functions_are_short() {
    let long: Vec<_> = production().iter().flat_map(long_functions).collect();
    none_of("functions that are too long", &long);
}

/// Formatted code ends a function with a brace at the function's own indentation.
fn long_functions(source: &Source) -> Vec<String> {
    let lines: Vec<_> = source.lines_without_tests().collect();
    let mut long = Vec::new();
    for (place, line) in lines.iter().enumerate().filter(|(_, line)| begins_function(line)) {
        let indentation = &line[..line.len() - line.trim_start().len()];
        let end = format!("{indentation}}}");
        let one_liner = line.ends_with('}') || line.ends_with(';');
        let length = lines[place..].iter().position(|line| *line == end).map_or(1, |last| last + 1);
        if !one_liner && length >= MAX_FUNCTION_LINES {
            long.push(format!("{}:{}: {length} lines: {}", source.path, place + 1, line.trim()));
        }
    }
    long
}

fn begins_function(line: &str) -> bool {
    let mut words = line
        .split_whitespace()
        .take_while(|word| word.starts_with("pub") || ["const", "async", "unsafe", "fn"].contains(word));
    words.any(|word| word == "fn")
}

#[test]
fn crate_roots_only_document_and_export() {
    const DEFINITIONS: [&str; 6] = ["fn ", "struct ", "enum ", "trait ", "impl ", "impl<"];
    let mut wrong = Vec::new();
    for source in rust().iter().filter(|source| source.path.ends_with("src/lib.rs")) {
        for line in source.lines_without_tests() {
            let item = line.trim_start().trim_start_matches("pub ").trim_start_matches("async ");
            if DEFINITIONS.iter().any(|begin| item.starts_with(begin)) {
                wrong.push(format!("{}: {}", source.path, line.trim()));
            }
        }
    }
    none_of("definitions in crate roots", &wrong);
}

#[test]
fn crates_deny_missing_documentation() {
    let roots = rust()
        .into_iter()
        .filter(|source| source.path.starts_with("crates/") && source.path.ends_with("/src/lib.rs"));
    let lax = roots.filter(|source| !source.text.contains("#![deny(missing_docs)]"));
    none_of("crates that allow missing documentation", &lax.map(|source| source.path).collect::<Vec<_>>());
}

#[test]
fn every_module_says_what_lives_in_it() {
    // Data that are included as they are cannot have a comment of their own.
    let modules = rust().into_iter().filter(|source| !source.path.contains("/data/"));
    let silent = modules.filter(|source| !source.text.starts_with("//!"));
    none_of("modules without a word", &silent.map(|source| source.path).collect::<Vec<_>>());
}

#[test]
fn production_code_does_not_unwrap() {
    let mut wrong = Vec::new();
    for source in production() {
        for (place, line) in source.lines_without_tests().enumerate() {
            let comment = line.trim_start().starts_with("//");
            if !comment && (line.contains(".unwrap()") || line.contains("unwrap_used")) {
                wrong.push(format!("{}:{}: {}", source.path, place + 1, line.trim()));
            }
        }
    }
    none_of("unwrap outside of tests", &wrong);
}

#[test]
fn no_test_is_ignored() {
    // Written in two parts, so that this line is none itself.
    let mark = ["#[", "ignore"].concat();
    let ignored = rust().into_iter().filter(|source| source.text.contains(&mark));
    none_of("ignored tests", &ignored.map(|source| source.path).collect::<Vec<_>>());
}
