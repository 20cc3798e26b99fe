//! Service keys: static credentials of other backends and of the suite's own services. Only hashes are kept.

use std::collections::HashMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::caller::{Scope, ServiceCaller};

/// Every key begins with this, so that leaked ones are easy to find.
pub(crate) const PREFIX: &str = "jodi_sk_";
const MAX_NAME_CHARS: usize = 32;

/// A service key in the clear. It is shown once, when it is made, and never stored.
#[derive(Clone)]
pub struct ServiceKey(String);

impl ServiceKey {
    /// A new random key.
    pub fn generate(entropy: &env::Entropy) -> Self {
        Self(format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(entropy.bytes32())))
    }

    /// A key that was handed over by configuration.
    pub fn from_text(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text to present as `authorization: Bearer`.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The line that a service is configured with to accept this key: name, scopes, SHA-256.
    ///
    /// # Errors
    /// If the name is not 1 to 32 of `a-z 0-9 -`.
    pub fn line(&self, name: &str, scopes: &[Scope]) -> Result<String, KeyLineError> {
        check_name(name)?;
        let scopes: Vec<_> = scopes.iter().map(|s| s.name()).collect();
        Ok(format!("{name} {} {}", scopes.join(","), hex::encode(hash(&self.0))))
    }
}

impl fmt::Debug for ServiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServiceKey(redacted)")
    }
}

/// What is wrong with a line of the key configuration.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum KeyLineError {
    /// Not three words.
    #[error("a key line has three words: NAME SCOPE[,SCOPE...] SHA256; this one has {0}")]
    Words(usize),
    /// A bad name.
    #[error("the key name {0:?} is not 1 to 32 of a-z, 0-9 and -")]
    Name(String),
    /// An unknown scope.
    #[error("unknown scope {0:?}; known are admin, matches.create, matches.read, results.write, webhooks")]
    Scope(String),
    /// A bad hash.
    #[error("the hash {0:?} is not 64 hexadecimal digits")]
    Hash(String),
}

/// The keys that a service accepts, by hash.
#[derive(Clone, Debug, Default)]
pub struct ServiceKeys(HashMap<[u8; 32], ServiceCaller>);

impl ServiceKeys {
    /// Reads lines `NAME SCOPE[,SCOPE...] SHA256`. Empty lines and lines that begin with `#` are passed over; `;`
    /// separates lines too, so that one environment variable can hold several.
    ///
    /// # Errors
    /// The first faulty line's fault.
    pub fn parse(text: &str) -> Result<Self, KeyLineError> {
        let mut keys = Self::default();
        for line in text.split(['\n', ';']).map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
            let words: Vec<_> = line.split_whitespace().collect();
            let [name, scopes, digest] = words[..] else { return Err(KeyLineError::Words(words.len())) };
            check_name(name)?;
            let scopes = scopes
                .split(',')
                .map(|s| Scope::from_name(s).ok_or_else(|| KeyLineError::Scope(s.to_owned())))
                .collect::<Result<Vec<_>, _>>()?;
            let digest = hex::decode(digest)
                .ok()
                .and_then(|bytes| <[u8; 32]>::try_from(bytes).ok())
                .ok_or_else(|| KeyLineError::Hash(digest.to_owned()))?;
            keys.0.insert(digest, ServiceCaller { name: name.to_owned(), scopes });
        }
        Ok(keys)
    }

    /// Accepts one more key.
    pub fn accept(&mut self, key: &ServiceKey, name: &str, scopes: &[Scope]) {
        self.0.insert(hash(key.reveal()), ServiceCaller { name: name.to_owned(), scopes: scopes.to_vec() });
    }

    /// Takes in all keys of another set.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Who may call with these keys, in no order; whoever has several keys comes as often.
    pub fn callers(&self) -> impl Iterator<Item = &ServiceCaller> {
        self.0.values()
    }

    /// Whose key it is; `None` if it is not accepted. Only hashes are compared, so the time tells nothing of a key.
    pub fn look_up(&self, presented: &str) -> Option<&ServiceCaller> {
        self.0.get(&hash(presented))
    }
}

fn check_name(name: &str) -> Result<(), KeyLineError> {
    let fits = (1..=MAX_NAME_CHARS).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if fits { Ok(()) } else { Err(KeyLineError::Name(name.to_owned())) }
}

fn hash(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_accepted_by_the_line_that_it_prints() {
        let key = ServiceKey::generate(&env::Entropy::seeded(1));
        let line = key.line("shop", &[Scope::ResultsWrite]).unwrap();
        assert!(!line.contains(key.reveal()));
        let keys = ServiceKeys::parse(&format!("# ours\n\n{line}\n")).unwrap();
        let caller = keys.look_up(key.reveal()).unwrap();
        assert_eq!(caller.name, "shop");
        assert!(caller.may(Scope::ResultsWrite));
        assert!(!caller.may(Scope::MatchesCreate));
        assert_eq!(keys.look_up("jodi_sk_other"), None);
    }

    #[test]
    fn faulty_lines_are_told_apart() {
        assert_eq!(ServiceKeys::parse("a admin").unwrap_err(), KeyLineError::Words(2));
        assert_eq!(ServiceKeys::parse("A admin 00").unwrap_err(), KeyLineError::Name("A".into()));
        assert_eq!(ServiceKeys::parse("a root 00").unwrap_err(), KeyLineError::Scope("root".into()));
        assert_eq!(ServiceKeys::parse("a admin 00").unwrap_err(), KeyLineError::Hash("00".into()));
    }

    #[test]
    fn debug_print_hides_the_key() {
        let key = ServiceKey::from_text("jodi_sk_secret");
        assert!(!format!("{key:?}").contains("secret"));
    }
}
