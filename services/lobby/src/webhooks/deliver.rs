//! Posting what is due: so many at once, and of each endpoint so many, so that one that hangs holds no other up.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use http::StatusCode;
use service::Drain;
use uuid::Uuid;

use super::Webhooks;
use super::backoff::pause;
use super::post::{Attempt, PostError};
use super::secret::signatures;
use super::store::{self, Due, Failure, Load};
use crate::meters::{self, Posted};

/// Attempts under way at once.
const MAX_AT_ONCE: usize = 256;
/// Of those to one endpoint; one whose last attempt failed gets one at a time.
const MAX_PER_ENDPOINT: i64 = 4;
/// How often is looked without being rung for: what is due again, and what other processes stored.
const POLL: Duration = Duration::from_millis(500);
/// How much longer than an attempt may take nobody else makes it.
const CLAIM_MARGIN: Duration = Duration::from_secs(30);

/// Delivers until it is dropped. Once the server drains it begins no more.
pub async fn deliver(hooks: Arc<Webhooks>, drain: Drain) {
    let mut under_way = FuturesUnordered::new();
    let mut load: HashMap<Uuid, i64> = HashMap::new();
    loop {
        let room = MAX_AT_ONCE - under_way.len();
        let due = if room == 0 || drain.is_draining() { Vec::new() } else { hooks.claim(room, &load).await };
        for due in due {
            *load.entry(due.endpoint_id).or_default() += 1;
            under_way.push(hooks.attempt(due));
        }
        tokio::select! {
            Some(endpoint_id) = under_way.next() => {
                if let Some(count) = load.get_mut(&endpoint_id) {
                    *count -= 1;
                }
                load.retain(|_, count| *count > 0);
            }
            () = hooks.stored.notified() => {}
            () = hooks.clock.sleep(POLL) => {}
        }
    }
}

impl Webhooks {
    /// Takes what is due and may be attempted now. Whatever becomes of this process, others may take it once the claim is over.
    async fn claim(&self, room: usize, load: &HashMap<Uuid, i64>) -> Vec<Due> {
        let now = self.clock.now();
        let claimed_until = now.plus(self.settings.timeout() + CLAIM_MARGIN);
        let at_most = i64::try_from(room).unwrap_or(i64::MAX);
        let load = Load { under_way: load, per_endpoint: MAX_PER_ENDPOINT, at_most };
        store::claim_due(&self.pool, &self.rights, now, claimed_until, load).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "webhooks wait for the store");
            Vec::new()
        })
    }

    /// Makes one attempt and notes what came of it. Returns whose it was.
    async fn attempt(&self, due: Due) -> Uuid {
        let endpoint_id = due.endpoint_id;
        let posted = self.post(&due).await;
        let noted = match posted {
            Ok(()) => {
                meters::posted(Posted::Delivered);
                store::delivered(&self.pool, &due, self.clock.now()).await
            }
            Err(error) => {
                tracing::debug!(service = due.owner, endpoint_id = %due.chosen_id, event_id = due.event_id, attempts = due.attempts, %error, "a webhook was not delivered");
                let failure = self.failure(&due, error);
                meters::posted(match failure {
                    Failure::Retry { .. } => Posted::Failed,
                    Failure::Final { .. } => Posted::GivenUp,
                    Failure::Gone { .. } => Posted::Gone,
                });
                store::failed(&self.pool, &due, &failure).await
            }
        };
        if let Err(error) = noted {
            // It is sent again once the claim is over: twice, if the endpoint has it.
            tracing::warn!(service = due.owner, endpoint_id = %due.chosen_id, event_id = due.event_id, %error, "what became of a webhook could not be noted");
        }
        endpoint_id
    }

    async fn post(&self, due: &Due) -> Result<(), PostError> {
        let timestamp_s = self.clock.now().as_i64().div_euclid(1000);
        let signatures = signatures(&due.secrets, &due.event_id, timestamp_s, &due.body);
        let (url, event_id, body) = (due.url.as_str(), due.event_id.as_str(), due.body.clone());
        self.poster.post(Attempt { url, event_id, timestamp_s, signatures, body }).await
    }

    fn failure(&self, due: &Due, error: PostError) -> Failure {
        let now = self.clock.now();
        let why = error.to_string();
        let attempts = u32::try_from(due.attempts).unwrap_or(u32::MAX);
        if error == PostError::Answered(StatusCode::GONE) {
            Failure::Gone { at: now, why }
        } else if attempts >= self.settings.attempts {
            Failure::Final { at: now, why }
        } else {
            Failure::Retry { at: now.plus(pause(attempts, &self.entropy)), why }
        }
    }
}
