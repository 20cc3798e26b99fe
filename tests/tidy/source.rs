//! The text of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// Directories that hold nothing of ours.
const FOREIGN: [&str; 6] = ["target", ".git", ".jodi", "node_modules", "__pycache__", ".venv"];

/// The root of the workspace.
pub fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap()
}

/// A text file: its path from the root, and its lines.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    /// The lines before the tests that stand beside the code.
    pub fn lines_without_tests(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"))
    }
}

/// Every Rust file whose code runs in production.
pub fn production() -> Vec<Source> {
    let all = sources(&["crates", "services"], &[".rs"]);
    let tests: Vec<_> = all.iter().flat_map(test_modules).collect();
    let runs = |source: &Source| {
        let below = |module: &String| source.path.starts_with(module.as_str());
        source.path.contains("/src/") && !tests.iter().any(below)
    };
    all.into_iter().filter(runs).collect()
}

/// The files, without their ends, of the modules that a file declares for tests alone.
fn test_modules(source: &Source) -> Vec<String> {
    let (directory, file) = source.path.rsplit_once('/').expect("sources lie in directories");
    let own = match file.strip_suffix(".rs").expect("sources are Rust files") {
        "lib" | "main" | "mod" => directory.to_owned(),
        module => format!("{directory}/{module}"),
    };
    let lines: Vec<_> = source.text.lines().collect();
    let declared = lines.windows(2).filter(|pair| pair[0].trim() == "#[cfg(test)]").filter_map(|pair| {
        let (_, name) = pair[1].trim().strip_suffix(';')?.rsplit_once("mod ")?;
        Some(format!("{own}/{name}"))
    });
    declared.collect()
}

/// Every text file below some top-level names, by the ends of their names; all of them without ends.
pub fn sources(tops: &[&str], ends: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    for top in tops {
        collect(&root(), &root().join(top), ends, &mut found);
    }
    found
}

/// Every Rust file of the workspace.
pub fn rust() -> Vec<Source> {
    let all = sources(&["crates", "services", "tests"], &[".rs"]);
    assert!(all.len() > 100, "the sources are where they are looked for");
    all
}

fn collect(root: &Path, path: &Path, ends: &[&str], found: &mut Vec<Source>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if path.is_dir() {
        if FOREIGN.contains(&name.as_str()) {
            return;
        }
        let mut entries: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for entry in entries {
            collect(root, &entry, ends, found);
        }
    } else if ends.is_empty() || ends.iter().any(|end| name.ends_with(end)) {
        // What is no text is nobody's prose.
        if let Ok(text) = fs::read_to_string(path) {
            let path = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            found.push(Source { path, text });
        }
    }
}

/// Fails with all findings at once.
#[track_caller]
pub fn none_of(what: &str, findings: &[String]) {
    assert!(findings.is_empty(), "{what}:\n  {}", findings.join("\n  "));
}
