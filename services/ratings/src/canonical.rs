//! Hashes that say whether two requests have the same content.

use sha2::{Digest, Sha256};

/// SHA-256 of a canonical encoding. Each text is preceded by its length and each list by its count, so that no two contents share an
/// encoding.
pub(crate) struct CanonicalHash(Sha256);

impl CanonicalHash {
    /// A hash of contents of the kind that `domain` names; no two kinds share a hash.
    pub(crate) fn new(domain: &str) -> Self {
        let mut hash = Self(Sha256::new());
        hash.text(domain);
        hash
    }

    pub(crate) fn number(&mut self, number: i64) {
        self.0.update(number.to_be_bytes());
    }

    pub(crate) fn count(&mut self, count: usize) {
        self.number(i64::try_from(count).expect("a list in memory has fewer items than i64 can count"));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.update(text.as_bytes());
    }

    pub(crate) fn id(&mut self, id: uuid::Uuid) {
        self.0.update(id.as_bytes());
    }

    /// A number that may be absent.
    pub(crate) fn maybe(&mut self, number: Option<i64>) {
        self.count(usize::from(number.is_some()));
        number.into_iter().for_each(|number| self.number(number));
    }

    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}
