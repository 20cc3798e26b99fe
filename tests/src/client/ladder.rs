//! What the ladder made of a match.

use tonic::Status;
use wire::ratings::v1::{GetResultRequest, Result as StoredResult, ResultState};

use super::Guest;
use crate::{eventually, within};

/// The result of a match of this suite.
///
/// # Errors
/// Why there is none.
pub async fn result_of(guest: &Guest, match_id: &str) -> Result<StoredResult, Status> {
    let request = GetResultRequest { source: String::new(), result_id: match_id.to_owned() };
    let response = within("GetResult", guest.ratings().get_result(request)).await?;
    Ok(response.into_inner().result.expect("a result is there"))
}

/// The result of a match once the ladder is done with it, rated or not.
///
/// # Panics
/// If it does not come to that within [`DEADLINE`](crate::DEADLINE).
pub async fn await_rated(guest: &Guest, match_id: &str) -> StoredResult {
    let done = |result: &StoredResult| result.state() != ResultState::Accepted;
    eventually("the rating of a match", || async { result_of(guest, match_id).await.ok().filter(done) }).await
}
