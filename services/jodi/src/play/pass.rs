//! What brings a person back to their account and match: a device key for each server, kept in a file that only its owner
//! can read.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

const FILE: &str = "play.json";
const OWNER_ONLY: u32 = 0o600;

/// The way back on one server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// Opens the account.
    #[serde(with = "hex::serde")]
    pub device_key: Vec<u8>,
    /// The match that is not finished.
    pub match_id: Option<String>,
}

/// All passes of a data directory, by server.
pub struct Passes {
    path: PathBuf,
    by_server: BTreeMap<String, Pass>,
}

impl Passes {
    /// Those kept so far.
    ///
    /// # Errors
    /// If the file is there but cannot be read.
    pub fn open(data_dir: &Path) -> anyhow::Result<Self> {
        let path = data_dir.join(FILE);
        let by_server = match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| path.display().to_string())?,
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
        };
        Ok(Self { path, by_server })
    }

    /// The pass for a server.
    pub fn get(&self, server: &str) -> Option<&Pass> {
        self.by_server.get(server)
    }

    /// Keeps a pass. The file is replaced as a whole, so that a crash leaves the old or the new one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set(&mut self, server: &str, pass: Pass) -> anyhow::Result<()> {
        self.by_server.insert(server.to_owned(), pass);
        let text = serde_json::to_vec_pretty(&self.by_server).context("passes as JSON")?;
        self.replace(&text).with_context(|| format!("writing {}", self.path.display()))
    }

    fn replace(&self, text: &[u8]) -> std::io::Result<()> {
        if let Some(dir) = self.path.parent() {
            fs::create_dir_all(dir)?;
        }
        let beside = self.path.with_extension("json.new");
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(OWNER_ONLY).open(&beside)?;
        // What a crash left behind keeps the mode that it had.
        file.set_permissions(Permissions::from_mode(OWNER_ONLY))?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&beside, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_kept_by_server_and_for_the_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let mut passes = Passes::open(dir.path()).unwrap();
        passes.set("own", Pass { device_key: vec![1; 32], match_id: Some("m".into()) }).unwrap();
        passes.set("http://a", Pass { device_key: vec![2; 32], match_id: None }).unwrap();
        let again = Passes::open(dir.path()).unwrap();
        let kept = again.get("own").unwrap();
        assert_eq!((kept.device_key[0], kept.match_id.as_deref()), (1, Some("m")));
        assert_eq!(again.get("http://a").unwrap().device_key[0], 2);
        assert!(again.get("http://b").is_none());
        assert_eq!(fs::metadata(dir.path().join(FILE)).unwrap().permissions().mode() & 0o777, OWNER_ONLY);
    }

    #[test]
    fn unreadable_file_is_a_fault_and_not_a_new_beginning() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(FILE), "{").unwrap();
        assert!(Passes::open(dir.path()).is_err());
    }
}
