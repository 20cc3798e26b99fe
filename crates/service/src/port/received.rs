//! Whether a connection has said enough to know its protocol.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

/// The length of HTTP/2's preface: by then a server knows which version it is spoken to in, and that one's own limits hold.
const GREETING_BYTES: usize = 24;

/// Tells when a connection has said that much.
#[derive(Clone, Default)]
pub(super) struct Received(Arc<Progress>);

#[derive(Default)]
struct Progress {
    bytes: AtomicUsize,
    whole: Notify,
}

impl Received {
    /// Completes when it has. For one waiter.
    pub(super) async fn whole(&self) {
        while self.0.bytes.load(Ordering::Acquire) < GREETING_BYTES {
            self.0.whole.notified().await;
        }
    }

    /// The rest is not counted.
    fn add(&self, bytes: usize) {
        if self.0.bytes.load(Ordering::Relaxed) < GREETING_BYTES
            && self.0.bytes.fetch_add(bytes, Ordering::AcqRel) + bytes >= GREETING_BYTES
        {
            self.0.whole.notify_one();
        }
    }
}

/// A stream that counts what is read from it.
pub(super) struct Counted<S> {
    stream: S,
    received: Received,
}

/// Counts what is read from a stream.
pub(super) fn received<S>(stream: S) -> (Counted<S>, Received) {
    let received = Received::default();
    (Counted { stream, received: received.clone() }, received)
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.received.add(buffer.filled().len() - before);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
