//! Opaque page tokens and page sizes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::Fault;

/// Longest page token that is looked at, in bytes.
const MAX_TOKEN_BYTES: usize = 1024;

/// The number of rows of a page: `default` if none was asked for.
///
/// # Errors
/// `INVALID_FIELD` on `page_size` if more than `max` was asked for.
pub fn page_size(requested: u32, default: u32, max: u32) -> Result<u32, Fault> {
    match requested {
        0 => Ok(default),
        n if n <= max => Ok(n),
        n => Err(Fault::invalid("page_size", format!("{n} is more than {max}"))),
    }
}

/// The token that stands for a place in a list.
pub fn encode_token<T: Serialize>(place: &T) -> String {
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(place).expect("a place in a list has a JSON form"))
}

/// The place that a token stands for; `None` for the empty token, which is the start.
///
/// # Errors
/// `INVALID_FIELD` on `page_token` if it is no token of this list.
pub fn decode_token<T: DeserializeOwned>(token: &str) -> Result<Option<T>, Fault> {
    if token.is_empty() {
        return Ok(None);
    }
    let place = (token.len() <= MAX_TOKEN_BYTES)
        .then(|| URL_SAFE_NO_PAD.decode(token).ok())
        .flatten()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok());
    place.map(Some).ok_or_else(|| Fault::invalid("page_token", "is no token that this list gave out"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_leads_back_to_its_place() {
        let token = encode_token(&(7u32, "x".to_owned()));
        assert_eq!(decode_token::<(u32, String)>(&token), Ok(Some((7, "x".to_owned()))));
        assert_eq!(decode_token::<(u32, String)>(""), Ok(None));
    }

    #[test]
    fn noise_is_no_token() {
        for noise in ["!", "AAAA", &"A".repeat(5000)] {
            assert!(decode_token::<(u32, String)>(noise).is_err());
        }
    }

    #[test]
    fn page_size_has_a_default_and_a_bound() {
        assert_eq!(page_size(0, 20, 100), Ok(20));
        assert_eq!(page_size(100, 20, 100), Ok(100));
        assert!(page_size(101, 20, 100).is_err());
    }
}
