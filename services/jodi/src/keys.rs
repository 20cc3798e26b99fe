//! `jodi keys`: service keys of other backends. A key is shown once, when it is made; only its hash is kept.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use env::Entropy;
use service::{Scope, ServiceKey, ServiceKeys};

use crate::print;
use crate::suite::KEYS_FILE;

/// Hexadecimal digits of a hash that tell keys apart in a list.
const SHOWN_DIGITS: usize = 12;
/// Only the owner reads which keys there are.
const OWNER_ONLY: u32 = 0o600;

/// Flags of `jodi keys`.
#[derive(Args)]
pub struct Keys {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a key, show it once, and accept it from the next start of `jodi up` on
    Add {
        #[command(flatten)]
        key: NewKey,
        #[command(flatten)]
        dir: DataDir,
    },
    /// List the names and scopes of the accepted keys
    List {
        #[command(flatten)]
        dir: DataDir,
    },
    /// Accept the key of a name no longer, from the next start of `jodi up` on
    Remove {
        /// Name of the key
        name: String,
        #[command(flatten)]
        dir: DataDir,
    },
    /// Make a key and show it with its line for JODI_SERVICE_KEYS; nothing is kept. For services that run apart
    Print {
        #[command(flatten)]
        key: NewKey,
    },
}

#[derive(Args)]
struct NewKey {
    /// Name of whoever gets the key, 1 to 32 of a-z, 0-9 and -; results are rated under it
    #[arg(long)]
    name: String,
    /// What the key allows: admin, matches.create, matches.read, results.write, webhooks
    #[arg(long = "scope", required = true, value_delimiter = ',', value_name = "SCOPE[,SCOPE]", value_parser = parse_scope)]
    scopes: Vec<Scope>,
}

#[derive(Args)]
struct DataDir {
    /// Data directory of the suite
    #[arg(long, env = "JODI_DATA_DIR", default_value = ".jodi", value_name = "DIR")]
    data_dir: PathBuf,
}

fn parse_scope(text: &str) -> Result<Scope, String> {
    let known = || Scope::ALL.map(Scope::name).join(", ");
    Scope::from_name(text.trim()).ok_or_else(|| format!("known scopes are {}", known()))
}

impl Keys {
    /// Does what was asked.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Add { key, dir } => add(&key, &KeyFile::in_dir(&dir.data_dir)),
            Command::List { dir } => list(&KeyFile::in_dir(&dir.data_dir)),
            Command::Remove { name, dir } => remove(&name, &KeyFile::in_dir(&dir.data_dir)),
            Command::Print { key } => show(&key),
        }
    }
}

fn add(new: &NewKey, file: &KeyFile) -> anyhow::Result<()> {
    let mut lines = file.read()?;
    if lines.iter().any(|line| name_of(line) == Some(&new.name)) {
        bail!(
            "there is a key of the name {:?} already; take another name, or remove that one first",
            new.name
        );
    }
    let key = ServiceKey::generate(&Entropy::os());
    lines.push(key.line(&new.name, &new.scopes)?);
    file.write(&lines)?;
    print::line(key.reveal())?;
    print::note(format_args!(
        "This is the only time that the key is shown; only its hash is kept, in {}.",
        file.path.display()
    ));
    print::note(
        "Restart `jodi up` for it to be accepted. Calls present it as metadata `authorization: Bearer KEY`.",
    );
    Ok(())
}

fn list(file: &KeyFile) -> anyhow::Result<()> {
    let lines = file.read()?;
    let mut keys = lines.iter().filter_map(|line| words_of(line)).peekable();
    if keys.peek().is_none() {
        print::note("No key is accepted yet; `jodi keys add` makes one.");
    }
    for [name, scopes, hash] in keys {
        let shown = hash.get(..SHOWN_DIGITS).unwrap_or(hash);
        print::line(format_args!("{name:<32} {scopes} {shown}"))?;
    }
    Ok(())
}

fn remove(name: &str, file: &KeyFile) -> anyhow::Result<()> {
    let mut lines = file.read()?;
    let before = lines.len();
    lines.retain(|line| name_of(line) != Some(name));
    if lines.len() == before {
        bail!("there is no key of the name {name:?} in {}", file.path.display());
    }
    file.write(&lines)?;
    print::note(format_args!(
        "The key of {name:?} is removed. Restart `jodi up`; until then the running one accepts it."
    ));
    Ok(())
}

fn show(new: &NewKey) -> anyhow::Result<()> {
    let key = ServiceKey::generate(&Entropy::os());
    let line = key.line(&new.name, &new.scopes)?;
    print::text(format_args!("{}\n{line}\n", key.reveal()))?;
    print::note(
        "First the key, for the caller; then its line, for JODI_SERVICE_KEYS or a file of JODI_SERVICE_KEYS_FILE.",
    );
    Ok(())
}

/// The file of accepted keys.
struct KeyFile {
    path: PathBuf,
}

impl KeyFile {
    fn in_dir(data_dir: &Path) -> Self {
        Self { path: data_dir.join(KEYS_FILE) }
    }

    /// Its lines as they stand, comments too; none if there is no file.
    fn read(&self) -> anyhow::Result<Vec<String>> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error).with_context(|| format!("reading {}", self.path.display())),
        };
        ServiceKeys::parse(&text).with_context(|| self.path.display().to_string())?;
        // A line may hold several keys, as in the environment variable; each gets one of its own.
        Ok(text
            .split(['\n', ';'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect())
    }

    /// Replaces the file in one step, so that a reader finds the old keys or the new ones.
    fn write(&self, lines: &[String]) -> anyhow::Result<()> {
        let beside = self.path.with_extension("new");
        self.write_beside(&beside, lines)
            .and_then(|()| fs::rename(&beside, &self.path))
            .with_context(|| format!("writing {}", self.path.display()))
    }

    fn write_beside(&self, beside: &Path, lines: &[String]) -> io::Result<()> {
        if let Some(dir) = self.path.parent() {
            fs::create_dir_all(dir)?;
        }
        let mut file: File =
            OpenOptions::new().write(true).create(true).truncate(true).mode(OWNER_ONLY).open(beside)?;
        // What a crash left behind keeps the mode that it had.
        file.set_permissions(fs::Permissions::from_mode(OWNER_ONLY))?;
        for line in lines {
            writeln!(file, "{line}")?;
        }
        file.sync_all()
    }
}

fn words_of(line: &str) -> Option<[&str; 3]> {
    let words: Vec<&str> = line.split_whitespace().collect();
    <[&str; 3]>::try_from(words).ok().filter(|_| !line.starts_with('#'))
}

fn name_of(line: &str) -> Option<&str> {
    words_of(line).map(|[name, ..]| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_key(name: &str) -> NewKey {
        NewKey { name: name.to_owned(), scopes: vec![Scope::MatchesRead, Scope::ResultsWrite] }
    }

    #[test]
    fn removing_one_key_keeps_the_others_and_the_comments() {
        let dir = tempfile::tempdir().unwrap();
        let file = KeyFile::in_dir(dir.path());
        fs::write(&file.path, "# keys of partners\n").unwrap();
        add(&new_key("acme"), &file).unwrap();
        add(&new_key("zeta"), &file).unwrap();
        remove("acme", &file).unwrap();
        let lines = file.read().unwrap();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!((lines[0].as_str(), name_of(&lines[1])), ("# keys of partners", Some("zeta")));
    }

    #[test]
    fn file_is_for_its_owner_alone_also_if_it_was_open_before() {
        let dir = tempfile::tempdir().unwrap();
        let file = KeyFile::in_dir(dir.path());
        fs::write(&file.path, "").unwrap();
        fs::set_permissions(&file.path, fs::Permissions::from_mode(0o644)).unwrap();
        add(&new_key("acme"), &file).unwrap();
        assert_eq!(fs::metadata(&file.path).unwrap().permissions().mode() & 0o777, OWNER_ONLY);
    }

    #[test]
    fn second_key_of_a_name_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let file = KeyFile::in_dir(dir.path());
        add(&new_key("acme"), &file).unwrap();
        assert!(add(&new_key("acme"), &file).is_err());
        assert!(add(&new_key("Acme!"), &file).is_err());
        assert_eq!(file.read().unwrap().len(), 1);
    }

    #[test]
    fn several_keys_on_one_line_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        let file = KeyFile::in_dir(dir.path());
        let hash = "0".repeat(64);
        fs::write(&file.path, format!("a admin {hash}; b matches.read {hash}\n")).unwrap();
        remove("a", &file).unwrap();
        assert_eq!(file.read().unwrap(), [format!("b matches.read {hash}")]);
    }
}
