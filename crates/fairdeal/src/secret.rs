//! The match secret and the commitment to it. Nothing here prints a secret unless it is told to reveal it.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The 32 random bytes that, with the cut, fix every deck of one match.
///
/// It is drawn once per match from the operating system, kept inside the engine while the match runs and
/// revealed when the match ends. `Debug` prints no byte of it, there is no `Display`, and the bytes are wiped
/// when the value is dropped (copies that the caller made are the caller's).
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct MatchSecret([u8; 32]);

impl MatchSecret {
    /// Length of a secret in bytes.
    pub const BYTES: usize = 32;

    /// Takes 32 bytes that must come from a cryptographic source.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads a revealed secret: 64 hexadecimal digits of either case.
    ///
    /// # Errors
    /// [`HexError`] when the text is anything else.
    pub fn from_hex(text: &str) -> Result<Self, HexError> {
        decode_32(text).map(Self)
    }

    /// The SHA-256 of the secret: what is published when the match is created.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// The bytes, for the store of the engine and for the record of a finished match.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0
    }

    /// The bytes as 64 lower-case hexadecimal digits, for the record of a finished match.
    pub fn reveal_hex(&self) -> String {
        hex::encode(self.0)
    }
}

impl fmt::Debug for MatchSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MatchSecret(redacted)")
    }
}

/// The published SHA-256 of a [`MatchSecret`]. Public from the moment the match exists.
///
/// Its text, by `Display` and `FromStr`, is 64 hexadecimal digits, lower case when printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Takes the 32 bytes of a published commitment.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        decode_32(text).map(Self)
    }
}

/// The text is not 64 hexadecimal digits. The text itself is not carried: it may have been a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 64 hexadecimal digits")]
pub struct HexError;

fn decode_32(text: &str) -> Result<[u8; 32], HexError> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| HexError)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_byte_of_the_secret() {
        assert_eq!(format!("{:?}", MatchSecret::from_bytes([0xab; 32])), "MatchSecret(redacted)");
    }

    #[test]
    fn commitment_is_the_plain_sha256() {
        // SHA-256 of 32 zero bytes, a published value.
        let zeros = MatchSecret::from_bytes([0; 32]).commitment();
        assert_eq!(zeros.to_string(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
    }

    #[test]
    fn commitment_text_reads_back() {
        let commitment = MatchSecret::from_bytes([3; 32]).commitment();
        assert_eq!(commitment.to_string().to_uppercase().parse(), Ok(commitment));
    }

    #[test]
    fn text_that_is_not_64_digits_is_refused() {
        for text in ["", "00", &"0".repeat(63), &"0".repeat(66), &"g".repeat(64)] {
            assert_eq!(MatchSecret::from_hex(text).err(), Some(HexError), "{text:?}");
        }
    }
}
