//! The secret by which a device is known again.

use std::fmt;
use std::ops::RangeInclusive;

use sha2::{Digest, Sha256};

/// Lengths of a device key in bytes. From 16 random bytes on, nobody guesses one.
const LENGTHS: RangeInclusive<usize> = 16..=64;
/// Keeps these hashes apart from other SHA-256 hashes of the same bytes.
const DOMAIN: &[u8] = b"jodi device key v1\0";

/// What is kept of a device key: its hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DeviceKey([u8; 32]);

impl DeviceKey {
    /// The hash of a key as the device presents it; `None` unless it has 16 to 64 bytes. A plain hash is enough,
    /// because the key is random: there is nothing to try out.
    pub fn presented(key: &[u8]) -> Option<Self> {
        LENGTHS
            .contains(&key.len())
            .then(|| Self(Sha256::new().chain_update(DOMAIN).chain_update(key).finalize().into()))
    }

    /// The hash.
    pub(crate) fn hash(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for DeviceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceKey(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_of_16_to_64_bytes_are_taken() {
        let taken: Vec<bool> =
            [15, 16, 64, 65].iter().map(|&n| DeviceKey::presented(&vec![7; n]).is_some()).collect();
        assert_eq!(taken, [false, true, true, false]);
    }

    #[test]
    fn different_keys_have_different_hashes() {
        assert_ne!(DeviceKey::presented(&[1; 16]), DeviceKey::presented(&[1; 17]));
    }
}
