//! The driver's loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cards::Viewer;
use env::{Monotonic, UnixMillis};
use tokio::sync::mpsc;
use wire::engine::v1::MatchSnapshot;

use super::message::{Message, Who};
use super::timers::{Due, TurnStart, deadlines, next_due};
use super::watcher::{Watcher, WatcherId};
use crate::context::Context;
use crate::convert::{self, Deadlines};
use crate::error::EngineError;
use crate::state::{Actor, Entry, MatchState};
use crate::store::Lease;

/// Messages that wait for one match.
const MAILBOX: usize = 64;
/// How long a step of the engine's own waits after the store was found away.
const RETRY_PAUSE: Duration = Duration::from_millis(250);
/// How long a driver lives on after its match's end for watchers that still catch up.
const LINGER: Duration = Duration::from_secs(10);
/// Decisions in a row that the autopilot takes before a bot takes the seat.
const AWAY_AFTER_TIMEOUTS: u8 = 2;

/// The way to a driver.
#[derive(Clone, Debug)]
pub struct Handle {
    /// Its mailbox.
    pub mailbox: mpsc::Sender<Message>,
    /// The match's latest seq.
    pub latest: Arc<AtomicU64>,
}

/// Whether a driver goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// It does.
    On,
    /// It stops: the match is over, or somebody else drives it.
    Stop,
}

/// The task that drives one match.
pub struct DriverTask {
    pub(super) context: Arc<Context>,
    pub(super) lease: Lease,
    pub(super) state: MatchState,
    pub(super) watchers: Vec<Watcher>,
    pub(super) next_watcher: u64,
    pub(super) start: TurnStart,
    pub(super) go: Go,
    /// For watchers that catch up, so that they can report back. Weak: they do not keep the driver alive.
    pub(super) own_mailbox: mpsc::WeakSender<Message>,
    mailbox: mpsc::Receiver<Message>,
    latest: Arc<AtomicU64>,
    cut_end: Monotonic,
    not_before: Monotonic,
}

impl DriverTask {
    /// A driver for a match as it stands, and the way to it. It does nothing until it is run.
    pub fn new(context: Arc<Context>, lease: Lease, state: MatchState) -> (Self, Handle) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let latest = Arc::new(AtomicU64::new(state.seq()));
        let clock = &context.clock;
        let cut_left = state.created_at.plus(state.setup.cut_window).since(clock.now());
        let task = Self {
            lease,
            watchers: Vec::new(),
            next_watcher: 1,
            start: TurnStart::now(clock),
            go: Go::On,
            own_mailbox: sender.downgrade(),
            mailbox,
            latest: latest.clone(),
            cut_end: clock.monotonic().plus(cut_left),
            not_before: Monotonic::default(),
            state,
            context,
        };
        (task, Handle { mailbox: sender, latest })
    }

    /// Drives the match to its end, or until somebody else drives it. Its mailbox is closed then, and what still waits in it is
    /// told that the match has moved.
    pub async fn run(mut self) {
        while self.go == Go::On {
            let due = next_due(&self.state, self.start, self.cut_end, self.context.bot_delay);
            let timer = async {
                match due {
                    Some((at, due)) => {
                        self.context.clock.sleep_until(at.max(self.not_before)).await;
                        due
                    }
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                due = timer => self.on_due(due).await,
                message = self.mailbox.recv() => match message {
                    Some(message) => self.on_message(message).await,
                    None => self.go = Go::Stop,
                },
            }
        }
        self.close().await;
    }

    async fn on_due(&mut self, due: Due) {
        let done = match due {
            Due::Deal => match self.state.next_deal() {
                Some(deal) => self.own_step(deal).await,
                None => Ok(()),
            },
            Due::Bot(seat) => self.play_for(seat, Actor::Bot).await,
            Due::TurnOver(seat) => self.time_over(seat).await,
        };
        if let Err(error) = done {
            tracing::warn!(match_id = %self.state.id, ?due, %error, "a step of the engine's own must wait");
            self.not_before = self.context.clock.monotonic().plus(RETRY_PAUSE);
        }
    }

    async fn time_over(&mut self, seat: cards::Seat) -> Result<(), EngineError> {
        self.play_for(seat, Actor::Autopilot).await?;
        let timeouts = self.state.core().seats[seat.index()].timeouts;
        if self.state.end().is_none() && timeouts >= AWAY_AFTER_TIMEOUTS {
            self.own_step(Entry::Away { seat }).await?;
        }
        Ok(())
    }

    /// Makes a step that nobody asked for.
    pub(super) async fn own_step(&mut self, entry: Entry) -> Result<(), EngineError> {
        let prepared = self.state.prepare(entry, self.context.clock.now(), None)?;
        self.append(prepared, None).await
    }

    async fn on_message(&mut self, message: Message) {
        match message {
            Message::Command(command, reply) => {
                // Whoever gave up waiting was told that the outcome is unknown; not beginning keeps that true.
                if !reply.is_closed() {
                    let done = self.command(&command).await;
                    let _ = reply.send(done);
                }
            }
            Message::Abort(why, reply) => {
                if !reply.is_closed() {
                    let done = self.own_step(Entry::Abort { why }).await;
                    let _ = reply.send(done.map(|()| self.snapshot(Viewer::Spectator)));
                }
            }
            Message::Get(who, reply) => {
                let _ = reply.send(self.viewer(who).map(|viewer| self.snapshot(viewer)));
            }
            Message::IsTurn(account_id, reply) => {
                let seat = self.state.setup.seat_of(account_id);
                let _ = reply.send(Ok(seat.is_some() && self.state.core().turn() == seat));
            }
            Message::Watch(order, reply) => {
                let watching = self.watch(order).await;
                let _ = reply.send(watching);
            }
            Message::Unwatch(id) => self.watchers.retain(|w| w.id != id),
            Message::CaughtUp(id) => self.catch_up(id),
        }
    }

    /// As whom somebody sees the match.
    pub(super) fn viewer(&self, who: Who) -> Result<Viewer, EngineError> {
        viewer_of(&self.state, who)
    }

    pub(super) fn deadlines(&self) -> Deadlines {
        deadlines(&self.state, self.start, self.cut_end_wall())
    }

    fn cut_end_wall(&self) -> UnixMillis {
        self.state.created_at.plus(self.state.setup.cut_window)
    }

    pub(super) fn snapshot(&self, viewer: Viewer) -> MatchSnapshot {
        convert::snapshot(&self.state, viewer, self.deadlines())
    }

    /// A step has become part of the match: the next decision begins.
    pub(super) fn advanced(&mut self) {
        self.latest.store(self.state.seq(), Ordering::Relaxed);
        self.start = TurnStart::now(&self.context.clock);
        if self.state.end().is_some() {
            self.go = Go::Stop;
        }
    }

    /// Takes leave: the registry forgets this driver, watchers that still catch up are served to the end of the log, and
    /// everything else is told to look the match up again.
    async fn close(mut self) {
        self.context.drivers.forget(self.state.id, self.mailbox_sender().as_ref());
        let over = self.state.end().is_some();
        if !over {
            self.end_watchers_moved();
        }
        let until = self.context.clock.monotonic().plus(LINGER);
        while over && !self.watchers.is_empty() {
            tokio::select! {
                message = self.mailbox.recv() => match message {
                    Some(Message::CaughtUp(id)) => self.catch_up(id),
                    Some(other) => refuse_moved(other),
                    None => break,
                },
                () = self.context.clock.sleep_until(until) => break,
            }
        }
        for watcher in self.watchers.drain(..) {
            watcher.sink.end_slow();
        }
        self.mailbox.close();
        while let Some(message) = self.mailbox.recv().await {
            refuse_moved(message);
        }
    }

    fn mailbox_sender(&self) -> Option<mpsc::Sender<Message>> {
        self.own_mailbox.upgrade()
    }

    pub(super) fn new_watcher_id(&mut self) -> WatcherId {
        let id = WatcherId(self.next_watcher);
        self.next_watcher += 1;
        id
    }
}

/// As whom somebody sees a match.
///
/// # Errors
/// `NotYourMatch` for an account without a seat where spectators are not allowed.
pub(crate) fn viewer_of(state: &MatchState, who: Who) -> Result<Viewer, EngineError> {
    match who {
        Who::Observer => Ok(Viewer::Spectator),
        Who::Account(account_id) => match state.setup.seat_of(account_id) {
            Some(seat) => Ok(Viewer::Seat(seat)),
            None if state.setup.spectators => Ok(Viewer::Spectator),
            None => Err(EngineError::NotYourMatch),
        },
    }
}

fn refuse_moved(message: Message) {
    match message {
        Message::Command(_, reply) => drop(reply.send(Err(EngineError::Moved))),
        Message::Abort(_, reply) | Message::Get(_, reply) => drop(reply.send(Err(EngineError::Moved))),
        Message::IsTurn(_, reply) => drop(reply.send(Err(EngineError::Moved))),
        Message::Watch(_, reply) => drop(reply.send(Err(EngineError::Moved))),
        Message::Unwatch(_) | Message::CaughtUp(_) => {}
    }
}
