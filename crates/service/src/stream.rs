//! Outgoing streams: a bounded buffer that never blocks the sender and always ends with a reason, and the life of
//! a stream (heartbeats, drain, token expiry).

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use env::{Clock, Monotonic, UnixMillis};
use futures::Stream;
use futures::task::AtomicWaker;
use metrics::counter;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::drain::Drain;
use crate::telemetry::SLOW_READERS;

/// The reader is too slow (or gone): the buffer is full or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lagging;

struct End {
    /// `None` once the stream ended well.
    status: OnceLock<Option<Status>>,
    waker: AtomicWaker,
    finished: CancellationToken,
}

/// The sending half. Clones feed the same stream.
pub struct Outgoing<T> {
    buffer: mpsc::Sender<T>,
    end: Arc<End>,
}

impl<T> Clone for Outgoing<T> {
    fn clone(&self) -> Self {
        Self { buffer: self.buffer.clone(), end: self.end.clone() }
    }
}

impl<T> Outgoing<T> {
    /// Adds a message if there is room.
    ///
    /// # Errors
    /// [`Lagging`] if there is none, or the stream has ended or its reader is gone. The message is dropped; the caller
    /// must not send later ones of the same sequence.
    pub fn try_send(&self, message: T) -> Result<(), Lagging> {
        if self.end.status.get().is_some() {
            return Err(Lagging);
        }
        self.buffer.try_send(message).map_err(|_| Lagging)
    }

    /// Adds a message, waiting for room. Only for senders that may wait, never for a match's driver.
    ///
    /// # Errors
    /// [`Lagging`] if the stream has ended or its reader is gone.
    pub async fn send(&self, message: T) -> Result<(), Lagging> {
        if self.end.status.get().is_some() {
            return Err(Lagging);
        }
        self.buffer.send(message).await.map_err(|_| Lagging)
    }

    /// Completes when `messages` more fit (at most the whole buffer), or the reader is gone.
    pub async fn wait_for_room(&self, messages: usize) {
        let _ = self.buffer.reserve_many(messages.min(self.buffer.max_capacity())).await;
    }

    /// How many more messages fit.
    pub fn room(&self) -> usize {
        self.buffer.capacity()
    }

    /// Ends the stream: what is buffered is delivered, then the status. Only the first end counts.
    pub fn finish(&self, end: Result<(), Fault>) {
        let fault = end.err();
        let is_slow = fault.as_ref().is_some_and(|fault| fault.reason() == ErrorReason::SlowReader);
        let is_first = self.end.status.set(fault.map(Status::from)).is_ok();
        // One that is gone was not slow.
        if is_slow && is_first && !self.buffer.is_closed() {
            counter!(SLOW_READERS).increment(1);
        }
        self.end.waker.wake();
        self.end.finished.cancel();
    }

    /// Has it ended, or is its reader gone?
    pub fn is_closed(&self) -> bool {
        self.end.status.get().is_some() || self.buffer.is_closed()
    }

    /// Completes when the stream has been finished, or its reader is gone.
    pub async fn ended(&self) {
        tokio::select! {
            () = self.end.finished.cancelled() => {}
            () = self.buffer.closed() => {}
        }
    }
}

/// The receiving half, which a gRPC handler returns.
pub struct OutgoingStream<T> {
    buffer: mpsc::Receiver<T>,
    end: Arc<End>,
    ended: bool,
}

impl<T> Stream for OutgoingStream<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        // Registered before the buffer is looked at, so that an end that comes in between wakes this task.
        self.end.waker.register(cx.waker());
        match self.buffer.poll_recv(cx) {
            Poll::Ready(Some(message)) => Poll::Ready(Some(Ok(message))),
            Poll::Ready(None) => {
                self.ended = true;
                Poll::Ready(self.end.status.get().cloned().flatten().map(Err))
            }
            Poll::Pending => match self.end.status.get().cloned() {
                None => Poll::Pending,
                Some(status) => {
                    self.ended = true;
                    Poll::Ready(status.map(Err))
                }
            },
        }
    }
}

/// A stream with room for `capacity` messages. It ends when it is finished, or well when every sender is dropped.
pub fn outgoing<T>(capacity: usize) -> (Outgoing<T>, OutgoingStream<T>) {
    let (sender, receiver) = mpsc::channel(capacity);
    let end = Arc::new(End {
        status: OnceLock::new(),
        waker: AtomicWaker::new(),
        finished: CancellationToken::new(),
    });
    (Outgoing { buffer: sender, end: end.clone() }, OutgoingStream { buffer: receiver, end, ended: false })
}

/// What happens to a stream from outside of what it carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LifeEvent {
    /// Say that the stream lives.
    Heartbeat,
    /// Say that the stream ends by then because the server drains.
    Draining(UnixMillis),
    /// Say that the stream's token expires then.
    TokenExpiring(UnixMillis),
    /// End the stream with this.
    End(Fault),
}

/// How often a stream that carries nothing else shows that it lives.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long before its expiry a token is said to expire.
const EXPIRY_NOTICE: Duration = Duration::from_secs(60);

/// The life of one stream.
pub struct Life {
    clock: Clock,
    drain: Drain,
    expires_at: Option<UnixMillis>,
    expiry_told: bool,
    drain_told: bool,
    next_beat: Monotonic,
}

impl Life {
    /// The life of a stream that begins now; `expires_at` is its token's expiry, if it has one.
    pub fn new(clock: Clock, drain: Drain, expires_at: Option<UnixMillis>) -> Self {
        let next_beat = clock.monotonic().plus(HEARTBEAT);
        Self { clock, drain, expires_at, expiry_told: false, drain_told: false, next_beat }
    }

    /// The stream goes on under a token that expires then.
    pub fn renew(&mut self, expires_at: UnixMillis) {
        self.expires_at = Some(expires_at);
        self.expiry_told = false;
    }

    /// The next event. Dropping the future and calling again loses nothing.
    pub async fn next(&mut self) -> LifeEvent {
        let now = self.clock.now();
        let (expiry_wait, expiry_event) = match self.expires_at {
            None => (None, None),
            Some(at) if self.expiry_told => {
                let fault =
                    Fault::new(ErrorReason::TokenExpired, "The access token of this stream has expired.");
                (Some(at.since(now)), Some(LifeEvent::End(fault)))
            }
            Some(at) => {
                (Some(at.since(now).saturating_sub(EXPIRY_NOTICE)), Some(LifeEvent::TokenExpiring(at)))
            }
        };
        let expiry = async {
            match expiry_wait {
                Some(wait) => self.clock.sleep(wait).await,
                None => std::future::pending().await,
            }
        };
        let draining = async {
            if self.drain_told {
                self.drain.streams_end().await;
                LifeEvent::End(
                    Fault::new(ErrorReason::Draining, "The server is draining; connect again.")
                        .retry_after(RECONNECT),
                )
            } else {
                LifeEvent::Draining(self.drain.draining().await.streams_end_at)
            }
        };
        let event = tokio::select! {
            biased;
            event = draining => event,
            () = expiry => expiry_event.expect("an expiry was waited for"),
            () = self.clock.sleep_until(self.next_beat) => LifeEvent::Heartbeat,
        };
        match event {
            LifeEvent::Draining(_) => self.drain_told = true,
            LifeEvent::TokenExpiring(_) => self.expiry_told = true,
            LifeEvent::Heartbeat => self.next_beat = self.clock.monotonic().plus(HEARTBEAT),
            LifeEvent::End(_) => {}
        }
        event
    }
}

/// When a client that was drained away should connect again.
const RECONNECT: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use futures::StreamExt;

    use super::*;

    fn slow() -> Fault {
        Fault::new(ErrorReason::SlowReader, "Too slow.")
    }

    #[tokio::test]
    async fn buffered_messages_come_before_the_end() {
        let (sender, mut stream) = outgoing(2);
        sender.try_send(1).unwrap();
        sender.try_send(2).unwrap();
        assert_eq!(sender.try_send(3), Err(Lagging));
        sender.finish(Err(slow()));
        assert_eq!(stream.next().await.unwrap().unwrap(), 1);
        assert_eq!(stream.next().await.unwrap().unwrap(), 2);
        let status = stream.next().await.unwrap().unwrap_err();
        assert_eq!(wire::fault_of(&status).unwrap().reason(), ErrorReason::SlowReader);
        assert!(stream.next().await.is_none());
    }

    #[tokio::test]
    async fn nothing_is_sent_after_the_end() {
        let (sender, mut stream) = outgoing(2);
        sender.finish(Ok(()));
        assert_eq!(sender.try_send(1), Err(Lagging));
        assert!(stream.next().await.is_none());
    }

    #[tokio::test]
    async fn an_end_wakes_a_waiting_reader() {
        let (sender, mut stream) = outgoing::<u8>(2);
        let reader = tokio::spawn(async move { stream.next().await.is_none() });
        tokio::task::yield_now().await;
        sender.finish(Ok(()));
        assert!(reader.await.unwrap());
    }

    #[tokio::test]
    async fn a_token_is_told_to_expire_before_it_ends_the_stream() {
        let now = UnixMillis::new(0);
        let (clock, time) = Clock::simulated(now);
        let drain = Drain::new(clock.clone(), Duration::from_secs(1), Duration::from_secs(2));
        let expires = now.plus(Duration::from_secs(62));
        let mut life = Life::new(clock, drain, Some(expires));
        time.advance(Duration::from_secs(2));
        assert_eq!(life.next().await, LifeEvent::TokenExpiring(expires));
        time.advance(Duration::from_secs(60));
        let LifeEvent::End(fault) = life.next().await else { panic!("the stream ends") };
        assert_eq!(fault.reason(), ErrorReason::TokenExpired);
    }

    #[tokio::test]
    async fn a_drain_is_told_before_it_ends_the_stream() {
        let (clock, time) = Clock::simulated(UnixMillis::new(0));
        let drain = Drain::new(clock.clone(), Duration::from_secs(1), Duration::from_secs(2));
        let mut life = Life::new(clock, drain.clone(), None);
        drain.begin();
        assert_eq!(life.next().await, LifeEvent::Draining(UnixMillis::new(1000)));
        time.advance(Duration::from_secs(1));
        let LifeEvent::End(fault) = life.next().await else { panic!("the stream ends") };
        assert_eq!(fault.reason(), ErrorReason::Draining);
    }
}
