//! Page tokens: a place in a list, bound to what was asked for.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use service::{decode_token, encode_token};

use crate::error::Error;

#[derive(Serialize, Deserialize)]
struct Token<Q, P> {
    asked: Q,
    place: P,
}

/// The token for `place` in the list that `asked` names.
pub(super) fn token<Q: Serialize, P: Serialize>(asked: &Q, place: &P) -> String {
    encode_token(&Token { asked, place })
}

/// The place that a token names in the list that is asked for now; `None` for the start.
pub(super) fn place<Q, P>(token: &str, asked: &Q) -> Result<Option<P>, Error>
where
    Q: DeserializeOwned + PartialEq,
    P: DeserializeOwned,
{
    let Some(found) = decode_token::<Token<Q, P>>(token)? else { return Ok(None) };
    if found.asked != *asked {
        return Err(Error::invalid("page_token", "belongs to a request with other fields"));
    }
    Ok(Some(found.place))
}
