//! Secrets of endpoints, and the signatures of the Standard Webhooks specification.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use env::Entropy;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

const PREFIX: &str = "whsec_";

/// What bodies for one endpoint are signed with.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A new one.
    pub fn draw(entropy: &Entropy) -> Self {
        Self(entropy.bytes32())
    }

    /// One that was stored.
    pub(super) fn stored(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// As its owner is shown it.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(self.0))
    }

    fn sign(&self, id: &str, timestamp_s: i64, body: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(format!("{id}.{timestamp_s}.").as_bytes());
        mac.update(body.as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// The value of `webhook-signature`: one signature for each secret in force.
pub(super) fn signatures(secrets: &[Secret], id: &str, timestamp_s: i64, body: &str) -> String {
    let each: Vec<String> = secrets.iter().map(|secret| secret.sign(id, timestamp_s, body)).collect();
    each.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with Python: `base64.b64encode(hmac.digest(bytes(range(32)), b"evt_match_7.1800000000.{}", "sha256"))`.
    #[test]
    fn signature_is_the_one_that_another_implementation_gives() {
        let secret = Secret(std::array::from_fn(|n| u8::try_from(n).unwrap()));
        let signed = signatures(std::slice::from_ref(&secret), "evt_match_7", 1_800_000_000, "{}");
        assert_eq!(signed, "v1,GqFH6AbCyo9lUl31Z58eEhUPxdWcofw+yNmVSlT5dTA=");
        assert_eq!(secret.reveal(), "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
    }

    #[test]
    fn example_of_the_contract_is_that_signature() {
        let contract = include_str!("../../../../proto/jodi/lobby/v1/webhooks.proto");
        let secret = Secret(std::array::from_fn(|n| u8::try_from(n).unwrap()));
        let example = [
            format!("webhook-secret: {}", secret.reveal()),
            "webhook-id: evt_match_7".to_owned(),
            "webhook-timestamp: 1800000000".to_owned(),
            format!("webhook-signature: {}", signatures(&[secret], "evt_match_7", 1_800_000_000, "{}")),
        ];
        for line in example {
            assert!(contract.contains(&format!("//     {line}\n")), "{line}");
        }
    }

    #[test]
    fn every_secret_in_force_signs() {
        let secrets = [Secret([1; 32]), Secret([2; 32])];
        let signed = signatures(&secrets, "id", 1, "body");
        let (first, second) = signed.split_once(' ').unwrap();
        assert_eq!(first, secrets[0].sign("id", 1, "body"));
        assert_eq!(second, secrets[1].sign("id", 1, "body"));
    }

    #[test]
    fn debug_print_hides_the_secret() {
        assert!(!format!("{:?}", Secret([65; 32])).contains("65"));
    }
}
