//! Work that is dropped half way, as happens to a call whose caller hangs up, or to all of a process that dies.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Polls a future at most so many times and then drops it; `None` if that was too early.
///
/// Counting polls instead of time cuts the same work at each of its points in turn.
#[derive(Debug)]
pub struct CutShort<F> {
    work: Pin<Box<F>>,
    polls_left: usize,
}

impl<F> CutShort<F> {
    /// `work`, dropped if it has not ended after `polls` polls.
    pub fn new(work: F, polls: usize) -> Self {
        Self { work: Box::pin(work), polls_left: polls }
    }
}

impl<F: Future> Future for CutShort<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if self.polls_left == 0 {
            return Poll::Ready(None);
        }
        self.polls_left -= 1;
        self.work.as_mut().poll(cx).map(Some)
    }
}
