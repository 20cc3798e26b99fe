//! Delivering results from the outbox to the ratings service: at least once, in order, until it has them.

use std::sync::Arc;
use std::time::Duration;

use prost::Message as _;
use service::Peer;
use tonic::Code;
use wire::ratings::v1::SubmitResultRequest;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;

use crate::context::Context;
use crate::store;

/// How long after a failure the next try begins.
const RETRY_PAUSE: Duration = Duration::from_millis(500);
/// How often the outbox is looked at without being rung for: results of other instances that died.
const POLL: Duration = Duration::from_secs(5);
/// How long one delivery may take.
const DELIVERY_LIMIT: Duration = Duration::from_secs(5);

/// Delivers until the server has drained.
pub(crate) async fn deliver(context: Arc<Context>, ratings: Peer) {
    loop {
        let pause = match deliver_one(&context, ratings.clone()).await {
            Ok(true) => continue,
            Ok(false) => POLL,
            Err(error) => {
                tracing::warn!(%error, "a result could not be delivered yet");
                RETRY_PAUSE
            }
        };
        tokio::select! {
            () = context.results.notified(), if pause == POLL => {}
            () = context.clock.sleep(pause) => {}
            () = context.drain.hard_end() => return,
        }
    }
}

/// Delivers the oldest waiting result. False: none waits.
async fn deliver_one(context: &Context, ratings: Peer) -> anyhow::Result<bool> {
    let mut tx = context.pool.begin().await?;
    let Some(waiting) = store::next_waiting(&mut tx).await? else { return Ok(false) };
    let request = SubmitResultRequest::decode(waiting.payload.as_slice())?;
    let mut client = RatingsServiceClient::new(ratings);
    match context.clock.timeout(DELIVERY_LIMIT, client.submit_result(request)).await? {
        Ok(_) => store::delivered(&mut tx, waiting.outbox_id).await?,
        Err(status) if is_final(status.code()) => {
            tracing::error!(match_id = %waiting.match_id, %status, "the ratings service refuses a result for good");
            store::refused(&mut tx, waiting.outbox_id, &status.to_string()).await?;
        }
        Err(status) => return Err(status.into()),
    }
    tx.commit().await?;
    Ok(true)
}

/// Will the same request be refused again?
fn is_final(code: Code) -> bool {
    matches!(
        code,
        Code::InvalidArgument
            | Code::AlreadyExists
            | Code::NotFound
            | Code::FailedPrecondition
            | Code::OutOfRange
    )
}
