//! One signing key: its id and its form in configuration.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::DecodePrivateKey;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Bytes of the hash that make a key id: enough that no two keys of a suite share one.
const KID_BYTES: usize = 12;

/// Why a configured key cannot be used.
#[derive(Debug, Error)]
pub enum KeyError {
    /// It is not what it should be. What was read is not repeated: it may be half a key.
    #[error("the signing key is no Ed25519 private key in PKCS#8 PEM form (-----BEGIN PRIVATE KEY-----)")]
    NotPkcs8Pem,
}

/// Reads a key from PKCS#8 PEM, as `openssl genpkey -algorithm ed25519` writes it.
///
/// # Errors
/// [`KeyError::NotPkcs8Pem`].
pub fn configured_key(pem: &str) -> Result<SigningKey, KeyError> {
    SigningKey::from_pkcs8_pem(pem.trim()).map_err(|_| KeyError::NotPkcs8Pem)
}

/// The id of a key, made of its public half, so that every process finds the same.
pub(super) fn kid_of(key: &SigningKey) -> String {
    let digest = Sha256::digest(key.verifying_key().as_bytes());
    URL_SAFE_NO_PAD.encode(&digest[..KID_BYTES])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8410 10.3.
    const PEM: &str = "-----BEGIN PRIVATE KEY-----\n\
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
        -----END PRIVATE KEY-----\n";

    #[test]
    fn pem_key_is_read() {
        let key = configured_key(PEM).unwrap();
        assert_eq!(key.to_bytes()[..4], [0xd4, 0xee, 0x72, 0xdb]);
    }

    #[test]
    fn noise_is_no_key() {
        for noise in ["", "key", &PEM[..60]] {
            assert!(configured_key(noise).is_err());
        }
    }

    #[test]
    fn different_keys_have_different_ids() {
        assert_ne!(kid_of(&SigningKey::from_bytes(&[1; 32])), kid_of(&SigningKey::from_bytes(&[2; 32])));
    }
}
