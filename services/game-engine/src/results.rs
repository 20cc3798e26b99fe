//! Delivering results from the outbox to the ratings service: each until it is taken or refused for good, the oldest first. One
//! that cannot be taken for a reason of its own holds no other one up.

use std::sync::Arc;
use std::time::Duration;

use prost::Message as _;
use service::Peer;
use tonic::{Code, Status};
use tracing::Instrument as _;
use wire::errors::v1::ErrorReason as R;
use wire::fault_of;
use wire::ratings::v1::SubmitResultRequest;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;

use crate::context::Context;
use crate::meters::meters;
use crate::store::{self, Waiting};

/// The first and the longest pause while nothing can be delivered; each is double the one before.
const MIN_PAUSE: Duration = Duration::from_millis(500);
const MAX_PAUSE: Duration = Duration::from_secs(8);
/// How long a result is put off by itself: the first time, and at most.
const MIN_PUT_OFF: Duration = Duration::from_secs(2);
const MAX_PUT_OFF: Duration = Duration::from_secs(300);
/// How often the outbox is looked at without being rung for: results of other instances that died, and those put off.
const POLL: Duration = Duration::from_secs(5);
/// How long one delivery may take.
const DELIVERY_LIMIT: Duration = Duration::from_secs(5);

/// What became of one attempt.
enum Attempt {
    /// A result is off the list.
    Settled,
    /// None waits.
    Idle,
}

/// What an answer means for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Nothing can be delivered now: the service is away, overloaded, or does not know this engine.
    Away,
    /// This one cannot be taken now.
    PutOff,
    /// This one will never be taken.
    Refused,
}

/// Delivers until the server has drained.
pub(crate) async fn deliver(context: Arc<Context>, ratings: Peer) {
    let mut pause = MIN_PAUSE;
    loop {
        let rung = async {
            match deliver_one(&context, ratings.clone()).await {
                Ok(Attempt::Settled) => pause = MIN_PAUSE,
                Ok(Attempt::Idle) => {
                    tokio::select! {
                        () = context.results.notified() => {}
                        () = context.clock.sleep(POLL) => {}
                    }
                }
                Err(error) => {
                    if pause == MIN_PAUSE {
                        tracing::warn!(%error, "results cannot be delivered at the moment; they wait");
                    }
                    context.clock.sleep(pause).await;
                    pause = (pause * 2).min(MAX_PAUSE);
                }
            }
        };
        tokio::select! {
            () = rung => {}
            () = context.drain.hard_end() => return,
        }
    }
}

/// Tries to deliver the oldest result that may be delivered.
async fn deliver_one(context: &Context, ratings: Peer) -> anyhow::Result<Attempt> {
    let mut tx = postgres::begin(&context.pool).await?;
    let Some(waiting) = store::next_waiting(&mut tx).await? else { return Ok(Attempt::Idle) };
    let delivering = tracing::debug_span!("deliver result", match_id = %waiting.match_id);
    match submit(context, ratings, &waiting).instrument(delivering).await? {
        Ok(()) => {
            store::delivered(&mut tx, waiting.outbox_id).await?;
            meters().delivered.increment(1);
        }
        Err((Verdict::Away, why)) => anyhow::bail!(why),
        Err((Verdict::PutOff, why)) => {
            tracing::warn!(match_id = %waiting.match_id, why, "a result is put off");
            store::postponed(&mut tx, waiting.outbox_id, put_off(waiting.attempts)).await?;
            meters().put_off.increment(1);
        }
        Err((Verdict::Refused, why)) => {
            tracing::error!(match_id = %waiting.match_id, why, "a result will never be rated");
            store::refused(&mut tx, waiting.outbox_id, &why).await?;
            meters().undeliverable.increment(1);
        }
    }
    tx.commit().await?;
    Ok(Attempt::Settled)
}

async fn submit(
    context: &Context,
    ratings: Peer,
    waiting: &Waiting,
) -> anyhow::Result<Result<(), (Verdict, String)>> {
    let Ok(request) = SubmitResultRequest::decode(waiting.payload.as_slice()) else {
        return Ok(Err((Verdict::Refused, "the stored result cannot be read".to_owned())));
    };
    let mut client = RatingsServiceClient::new(ratings);
    let answer = context.clock.timeout(DELIVERY_LIMIT, client.submit_result(request)).await?;
    Ok(answer.map(drop).map_err(|status| (verdict(&status), in_words(&status))))
}

fn verdict(status: &Status) -> Verdict {
    match fault_of(status).map(|fault| fault.reason()) {
        Some(R::InvalidField | R::RequestIdReused | R::LadderNotFound | R::MessageTooLarge) => {
            Verdict::Refused
        }
        Some(R::LadderNotAllowed | R::Internal) => Verdict::PutOff,
        Some(_) => Verdict::Away,
        None => match status.code() {
            Code::Internal | Code::DataLoss | Code::InvalidArgument | Code::FailedPrecondition => {
                Verdict::PutOff
            }
            _ => Verdict::Away,
        },
    }
}

fn in_words(status: &Status) -> String {
    format!("{:?}: {}", status.code(), status.message())
}

/// How long a result is put off that was put off so many times before.
fn put_off(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts).unwrap_or(0).min(16);
    MIN_PUT_OFF.saturating_mul(1 << doublings).min(MAX_PUT_OFF)
}

#[cfg(test)]
mod tests {
    use wire::Fault;

    use super::*;

    #[test]
    fn what_a_retry_cannot_mend_is_refused_for_good() {
        for reason in [R::InvalidField, R::RequestIdReused, R::LadderNotFound] {
            assert_eq!(verdict(&Fault::new(reason, "no").into()), Verdict::Refused, "{reason:?}");
        }
    }

    #[test]
    fn what_lies_with_one_result_puts_off_that_one() {
        for reason in [R::LadderNotAllowed, R::Internal] {
            assert_eq!(verdict(&Fault::new(reason, "no").into()), Verdict::PutOff, "{reason:?}");
        }
        assert_eq!(verdict(&Status::internal("a panic")), Verdict::PutOff);
    }

    #[test]
    fn what_lies_with_the_service_holds_all_in_their_order() {
        for reason in
            [R::StoreUnavailable, R::OutcomeUnknown, R::Draining, R::Overloaded, R::CredentialInvalid]
        {
            assert_eq!(verdict(&Fault::new(reason, "no").into()), Verdict::Away, "{reason:?}");
        }
        assert_eq!(verdict(&Status::unavailable("connection refused")), Verdict::Away);
    }

    #[test]
    fn pauses_double_up_to_five_minutes() {
        let secs: Vec<u64> = (0..10).map(|n| put_off(n).as_secs()).collect();
        assert_eq!(secs, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
        assert_eq!(put_off(i32::MAX).as_secs(), 300);
    }
}
