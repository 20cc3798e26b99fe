//! The refresh token as the player's device holds it.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use env::Entropy;
use sha2::{Digest, Sha256};

/// Every refresh token begins with this, so that leaked ones are easy to find.
const PREFIX: &str = "jodi_rt_";
/// Characters of 64 bytes in base64 without padding.
const ENCODED: usize = 86;

/// A SHA-256 hash of half a token: all that is ever stored.
pub type HalfHash = [u8; 32];

/// A refresh token: 32 random bytes that all tokens of one sign-in share, and 32 that change with every exchange.
///
/// The first half finds the sign-in, and proves that even a token exchanged long ago was once one of its tokens; so
/// reuse is told from guessing without keeping a row for every token ever issued.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken {
    family: [u8; 32],
    fresh: [u8; 32],
}

impl RefreshToken {
    /// The first token of a new sign-in.
    pub fn first(entropy: &Entropy) -> Self {
        Self { family: entropy.bytes32(), fresh: entropy.bytes32() }
    }

    /// Another token of the same sign-in.
    pub fn successor(&self, entropy: &Entropy) -> Self {
        Self { family: self.family, fresh: entropy.bytes32() }
    }

    /// Reads a token; `None` if it is not of the form of one.
    pub fn read(text: &str) -> Option<Self> {
        let encoded = text.strip_prefix(PREFIX).filter(|rest| rest.len() == ENCODED)?;
        let bytes: [u8; 64] = URL_SAFE_NO_PAD.decode(encoded).ok()?.try_into().ok()?;
        let (family, fresh) = bytes.split_at(32);
        Some(Self { family: family.try_into().ok()?, fresh: fresh.try_into().ok()? })
    }

    /// The text to hand to the device.
    pub fn reveal(&self) -> String {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&self.family);
        bytes[32..].copy_from_slice(&self.fresh);
        format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// What the sign-in is found by.
    pub(crate) fn family_hash(&self) -> HalfHash {
        Sha256::digest(self.family).into()
    }

    /// What this token is told from its predecessors and successors by.
    pub(crate) fn fresh_hash(&self) -> HalfHash {
        Sha256::digest(self.fresh).into()
    }
}

impl fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RefreshToken(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_read_as_it_was_revealed() {
        let token = RefreshToken::first(&Entropy::seeded(1));
        assert_eq!(RefreshToken::read(&token.reveal()), Some(token));
    }

    #[test]
    fn noise_is_no_token() {
        let good = RefreshToken::first(&Entropy::seeded(1)).reveal();
        for noise in ["", "jodi_rt_", &good[1..], &good[..good.len() - 1], &format!("{good}A")] {
            assert_eq!(RefreshToken::read(noise), None, "{noise}");
        }
    }

    #[test]
    fn successor_is_of_the_same_family_and_differs() {
        let entropy = Entropy::seeded(1);
        let first = RefreshToken::first(&entropy);
        let second = first.successor(&entropy);
        assert_eq!(first.family_hash(), second.family_hash());
        assert_ne!(first.fresh_hash(), second.fresh_hash());
    }

    #[test]
    fn debug_print_hides_the_token() {
        let token = RefreshToken::first(&Entropy::seeded(1));
        assert_eq!(format!("{token:?}"), "RefreshToken(hidden)");
    }
}
