//! Reading for many: few connections however many read, and one read for all who are at the same place.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::PgPool;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::{Part, Portion, part, portion};
use crate::error::Error;
use crate::event::{EventLine, LoggedEvent};
use crate::ids::LadderId;

/// Connections to the store that all readers share, so that however many they are, others find some.
const CONNECTIONS: usize = 2;

/// What readers who keep up are all about to ask for: of each ladder, what follows the number that most of them are at.
pub struct Tails {
    pool: PgPool,
    reads: Semaphore,
    latest: Mutex<HashMap<LadderId, (u64, Arc<Portion>)>>,
}

impl Tails {
    /// Nothing is read yet.
    pub fn new(pool: PgPool) -> Self {
        Self { pool, reads: Semaphore::new(CONNECTIONS), latest: Mutex::default() }
    }

    /// The entries after number `after`, read once for all who ask for the same as long as nothing more is rated: a result may be
    /// taken back later, but that is an entry of its own. `known` is the last number that this process knows to be rated; nothing is
    /// remembered of ladders that others rate.
    ///
    /// # Errors
    /// Those of [`portion`].
    pub async fn portion(&self, ladder: &LadderId, after: u64, known: i64) -> Result<Arc<Portion>, Error> {
        let _turn = self.turn().await;
        if let Some((from, portion)) = self.latest().get(ladder)
            && (*from, portion.rated_through) == (after, known)
        {
            return Ok(Arc::clone(portion));
        }
        let portion = Arc::new(portion(&self.pool, ladder, after).await?);
        self.latest().insert(ladder.clone(), (after, Arc::clone(&portion)));
        Ok(portion)
    }

    /// A part of what an event changed. No connection is held afterwards, while the reader takes its time.
    ///
    /// # Errors
    /// Those of [`part`].
    pub async fn part(
        &self,
        ladder: &LadderId,
        event: &LoggedEvent,
        after: Option<EventLine>,
    ) -> Result<Part, Error> {
        let _turn = self.turn().await;
        let mut connection = self.pool.acquire().await?;
        part(&mut connection, ladder, event, after).await
    }

    /// One of the connections that readers share.
    async fn turn(&self) -> SemaphorePermit<'_> {
        self.reads.acquire().await.expect("it is never closed")
    }

    fn latest(&self) -> MutexGuard<'_, HashMap<LadderId, (u64, Arc<Portion>)>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
