//! One writer: it takes what waits, sends it, and tells every caller.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use env::{Clock, Monotonic};
use futures::FutureExt;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::{Mutex, watch};

use super::connection::{Backend, Live};
use super::fate::Fate;
use super::meters::Meters;
use super::outcome::Outcome;
use super::queue::{Queue, Ticket, Waiting};
use super::{Append, Settings};

/// One attempt to connect may take this long.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Pauses between attempts to connect double from the first to the second.
const MIN_BACKOFF: Duration = Duration::from_millis(20);
const MAX_BACKOFF: Duration = Duration::from_millis(500);
/// How often rows that cannot be served are checked for lost patience.
const EXPIRY_TICK: Duration = Duration::from_millis(50);
/// How long a batch in flight keeps the next one waiting. One at a time they are large, and cost the least; behind a slow or lost
/// one the next goes out on another connection.
const TURN: Duration = Duration::from_millis(10);
/// What a server may be late with its own statement timeout before the connection is given up.
const SILENCE_GRACE: Duration = Duration::from_secs(1);
/// A connection unused for this long is tried first: the loss of an idle one then makes no fate unknown.
const IDLE_BEFORE_PING: Duration = Duration::from_secs(1);
/// How long that try may take.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// What the writers and the handles have in common.
pub(super) struct Shared<A: Append> {
    pub(super) append: A,
    pub(super) options: PgConnectOptions,
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    pub(super) queue: Queue<A::Row>,
    pub(super) meters: Meters,
    /// Held by the writer whose batch is in flight.
    pub(super) turn: Mutex<()>,
    /// Writers that hold a connection now.
    pub(super) connected: AtomicUsize,
    /// Writers that have not stopped.
    pub(super) running: watch::Sender<usize>,
}

impl<A: Append> Shared<A> {
    pub(super) fn report(&self, ticket: Ticket, fate: Fate) {
        self.meters.report(&fate, self.clock.monotonic().since(ticket.since));
        // A caller that stopped waiting does not want to know.
        ticket.reply.send(fate).ok();
    }

    fn report_all(&self, tickets: impl IntoIterator<Item = Ticket>, fate: &Fate) {
        for ticket in tickets {
            self.report(ticket, fate.clone());
        }
    }

    /// Gives up on rows that waited too long, unless some writer can still serve them.
    fn expire(&self) {
        if self.connected.load(Ordering::SeqCst) > 0 {
            return;
        }
        let patience = u64::try_from(self.settings.patience.as_micros()).unwrap_or(u64::MAX);
        let now = self.clock.monotonic().as_micros();
        let Some(before) = now.checked_sub(patience) else { return };
        let expired = self.queue.take_older(Monotonic::from_micros(before));
        self.report_all(expired.into_iter().map(|waiting| waiting.ticket), &Fate::Unavailable);
    }

    /// Runs `work`, meanwhile giving up on rows that nobody can serve.
    async fn expiring<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                output = &mut work => return output,
                () = self.clock.sleep(EXPIRY_TICK) => self.expire(),
            }
        }
    }
}

pub(super) struct Writer<A: Append> {
    shared: Arc<Shared<A>>,
    live: Option<Live>,
    last_used: Monotonic,
}

/// However a writer ends, also by a panic: if it was the last one, nobody may wait for ever.
impl<A: Append> Drop for Writer<A> {
    fn drop(&mut self) {
        self.disconnect();
        let mut left = 0;
        self.shared.running.send_modify(|running| {
            *running -= 1;
            left = *running;
        });
        if left == 0 {
            self.shared.queue.close();
            let rest = self.shared.queue.take_older(Monotonic::from_micros(u64::MAX));
            self.shared.report_all(rest.into_iter().map(|waiting| waiting.ticket), &Fate::Unavailable);
        }
    }
}

impl<A: Append> Writer<A> {
    pub(super) fn new(shared: Arc<Shared<A>>) -> Self {
        shared.running.send_modify(|running| *running += 1);
        Self { shared, live: None, last_used: Monotonic::default() }
    }

    /// Serves the queue until it is closed and empty.
    pub(super) async fn run(mut self) {
        let shared = Arc::clone(&self.shared);
        while self.connect().await {
            if !shared.queue.wait().await {
                break;
            }
            let _turn = shared.clock.timeout(TURN, shared.turn.lock()).await;
            let Some(batch) = shared.queue.take(shared.settings.max_batch) else { continue };
            if self.still_connected().await {
                self.write(batch).await;
            } else {
                shared.queue.put_back(batch);
            }
        }
    }

    /// Connects if need be, trying for as long as it takes. False once there is nothing left to connect for.
    async fn connect(&mut self) -> bool {
        let shared = Arc::clone(&self.shared);
        let mut backoff = MIN_BACKOFF;
        while self.live.is_none() {
            if shared.queue.is_finished() {
                return false;
            }
            match shared.expiring(self.open()).await {
                Ok(live) => self.adopt(live),
                Err(reason) => {
                    tracing::warn!(%reason, retry_ms = backoff.as_millis(), "group commit has no connection");
                    shared.expire();
                    shared.expiring(shared.clock.sleep(backoff)).await;
                    backoff = (backoff * 2).min(MAX_BACKOFF);
                }
            }
        }
        true
    }

    async fn open(&self) -> Result<Live, String> {
        let opening = Live::open(&self.shared.options);
        match self.shared.clock.timeout(CONNECT_TIMEOUT, opening).await {
            Ok(Ok(live)) => Ok(live),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("no answer within {} ms", CONNECT_TIMEOUT.as_millis())),
        }
    }

    fn adopt(&mut self, live: Live) {
        self.shared.meters.connected();
        self.shared.connected.fetch_add(1, Ordering::SeqCst);
        self.last_used = self.shared.clock.monotonic();
        self.live = Some(live);
    }

    fn disconnect(&mut self) {
        // Dropping closes the socket; a goodbye could block.
        if self.live.take().is_some() {
            self.shared.connected.fetch_sub(1, Ordering::SeqCst);
        }
    }

    async fn still_connected(&mut self) -> bool {
        let idle = self.shared.clock.monotonic().since(self.last_used);
        let Some(live) = &mut self.live else { return false };
        if idle < IDLE_BEFORE_PING {
            return true;
        }
        let answers = self.shared.clock.timeout(PING_TIMEOUT, live.answers()).await;
        if answers != Ok(true) {
            self.disconnect();
        }
        self.live.is_some()
    }

    async fn write(&mut self, batch: Vec<Waiting<A::Row>>) {
        let shared = Arc::clone(&self.shared);
        let (rows, tickets): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|waiting| (waiting.row, waiting.ticket)).unzip();
        match self.send(&rows).await {
            Outcome::RolledBack(_) if rows.len() > 1 => self.write_singly(&rows, tickets).await,
            Outcome::Ran(committed) => {
                let mut fates = vec![Fate::Refused; rows.len()];
                for index in committed {
                    fates[index] = Fate::Committed;
                }
                for (ticket, fate) in tickets.into_iter().zip(fates) {
                    shared.report(ticket, fate);
                }
            }
            other => {
                let fate = self.conclude(other).await;
                shared.report_all(tickets, &fate);
            }
        }
    }

    /// One bad row must not take its neighbours down: each gets a statement of its own.
    async fn write_singly(&mut self, rows: &[A::Row], tickets: Vec<Ticket>) {
        let shared = Arc::clone(&self.shared);
        let mut serving = true;
        for (row, ticket) in rows.iter().zip(tickets) {
            // Once the server cannot serve a row, the rest of a large batch must not wait for it again and again.
            let fate = if serving { self.write_single(row).await } else { Fate::Unavailable };
            serving = self.live.is_some() && fate != Fate::Unavailable;
            shared.report(ticket, fate);
        }
    }

    async fn write_single(&mut self, row: &A::Row) -> Fate {
        match self.send(std::slice::from_ref(row)).await {
            Outcome::Ran(committed) if committed.is_empty() => Fate::Refused,
            Outcome::Ran(_) => Fate::Committed,
            other => self.conclude(other).await,
        }
    }

    /// The fate that all rows of a statement share that did not run.
    async fn conclude(&mut self, outcome: Outcome) -> Fate {
        match outcome {
            Outcome::Ran(_) => unreachable!("a statement that ran has a fate for each row"),
            Outcome::RolledBack(error) => Fate::Failed(error),
            Outcome::NotServed(error) => {
                tracing::warn!(sqlstate = error.sqlstate, reason = error.message, "group commit not served");
                Fate::Unavailable
            }
            Outcome::Lost(reason) => {
                tracing::warn!(reason, "group commit lost its connection after sending");
                self.settle().await;
                Fate::Unknown
            }
        }
    }

    async fn send(&mut self, rows: &[A::Row]) -> Outcome {
        let shared = Arc::clone(&self.shared);
        let live = self.live.as_mut().expect("a batch is sent only while connected");
        shared.meters.sent(rows.len());
        let appending = async {
            let committed = shared.append.append(&mut live.connection, rows).await?;
            assert!(committed.iter().all(|&index| index < rows.len()), "append names only rows it was given");
            Ok(committed)
        };
        let limit = shared.settings.statement_timeout + SILENCE_GRACE;
        let answer = shared.clock.timeout(limit, AssertUnwindSafe(appending).catch_unwind()).await;
        self.last_used = shared.clock.monotonic();
        match answer {
            Ok(Ok(Ok(committed))) => Outcome::Ran(committed),
            Ok(Ok(Err(error))) => Outcome::of_error(error, rows.len()),
            // The panic itself was printed by its hook; the connection may be in the middle of anything.
            Ok(Err(_)) => Outcome::Lost("append panicked".to_owned()),
            Err(_) => Outcome::Lost(format!("no answer within {} ms", limit.as_millis())),
        }
    }

    /// Drops the connection and sees to it that its backend does nothing more, if that can be had in time.
    async fn settle(&mut self) {
        let Some(backend) = self.live.as_ref().map(|live| live.backend) else { return };
        self.disconnect();
        let shared = Arc::clone(&self.shared);
        let settled =
            shared.expiring(shared.clock.timeout(shared.settings.patience, self.end(backend))).await;
        if settled.is_err() {
            tracing::warn!("group commit could not make sure that a lost connection has ended");
        }
    }

    async fn end(&mut self, backend: Backend) {
        let mut backoff = MIN_BACKOFF;
        loop {
            if let Ok(mut live) = self.open().await
                && live.end(backend, self.shared.settings.patience).await.is_ok()
            {
                self.adopt(live);
                return;
            }
            self.shared.clock.sleep(backoff).await;
            backoff = (backoff * 2).min(MAX_BACKOFF);
        }
    }
}
