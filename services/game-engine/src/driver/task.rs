//! The driver's loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cards::Viewer;
use env::{Monotonic, UnixMillis};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use wire::engine::v1::MatchSnapshot;

use super::bots::BotSeats;
use super::message::{Brief, Message, Who};
use super::sink::slow_reader;
use super::timers::{Due, TurnStart, begins_a_decision, cut_left, deadlines, next_due};
use super::watcher::{Watcher, WatcherId};
use crate::claim::Claim;
use crate::context::Context;
use crate::convert::{self, Deadlines};
use crate::error::EngineError;
use crate::feed::TurnSlot;
use crate::meters::meters;
use crate::state::{Actor, Entry, MatchState};
use crate::store::Lease;

/// Messages that wait for one match.
const MAILBOX: usize = 64;
/// How long a step of the engine's own waits after the store was found away.
const RETRY_PAUSE: Duration = Duration::from_millis(250);
/// How long a driver lives on after its match's end for watchers that still catch up.
const LINGER: Duration = Duration::from_secs(10);

/// The way to a driver.
#[derive(Clone, Debug)]
pub struct Handle {
    /// Its mailbox.
    pub mailbox: mpsc::Sender<Message>,
    /// The match's latest seq.
    pub latest: Arc<AtomicU64>,
    /// Makes it stop, because somebody else drives the match.
    pub stop: CancellationToken,
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
    pub(super) bot_seats: BotSeats,
    /// Where it notes whose turn it is.
    pub(super) awaited: TurnSlot,
    /// The seq at which a bot was last asked, while it thinks.
    pub(super) thinking_at: Option<u64>,
    /// For watchers that catch up, so that they can report back. Weak: they do not keep the driver alive.
    pub(super) own_mailbox: mpsc::WeakSender<Message>,
    mailbox: mpsc::Receiver<Message>,
    stop: CancellationToken,
    latest: Arc<AtomicU64>,
    cut_end: Monotonic,
    not_before: Monotonic,
}

impl DriverTask {
    /// A driver for a match as it stands, and the way to it. It does nothing until it is run.
    pub fn new(context: Arc<Context>, claim: &Claim, state: MatchState) -> (Self, Handle) {
        let (sender, mailbox) = mpsc::channel(MAILBOX);
        let latest = Arc::new(AtomicU64::new(state.seq()));
        let stop = claim.lost.child_token();
        let clock = &context.clock;
        let task = Self {
            lease: claim.lease.clone(),
            watchers: Vec::new(),
            next_watcher: 1,
            start: TurnStart::now(clock),
            go: Go::On,
            bot_seats: BotSeats::default(),
            awaited: context.turns.slot(),
            thinking_at: None,
            own_mailbox: sender.downgrade(),
            mailbox,
            stop: stop.clone(),
            latest: latest.clone(),
            cut_end: clock.monotonic().plus(cut_left(&state, clock.now())),
            not_before: Monotonic::default(),
            state,
            context,
        };
        (task, Handle { mailbox: sender, latest, stop })
    }

    /// Drives the match to its end, or until somebody else drives it. Its mailbox is closed then, and what still waits in it is
    /// told that the match has moved. In a box: the future of a function holds what it is given several times over.
    pub async fn run(mut self: Box<Self>) {
        let stop = self.stop.clone();
        let mut stopped = std::pin::pin!(stop.cancelled());
        self.await_player();
        while self.go == Go::On {
            let due = next_due(&self.state, self.start, self.cut_end, self.context.bot_delay)
                .filter(|(_, due)| *due == Due::Deal || !self.is_thinking());
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
                () = &mut stopped => self.go = Go::Stop,
                due = timer => {
                    Box::pin(self.on_due(due)).await;
                    // Bots that need no time must not keep a returning player waiting.
                    if self.go == Go::On && let Ok(message) = self.mailbox.try_recv() {
                        Box::pin(self.on_message(message)).await;
                    }
                }
                // In a box, as what follows: its state is several times as large as all else that a waiting match needs.
                message = self.mailbox.recv() => match message {
                    Some(message) => Box::pin(self.on_message(message)).await,
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
            Due::Bot(seat) => {
                self.ask_bot(seat, Actor::Bot);
                Ok(())
            }
            Due::TurnOver(seat) => {
                self.ask_bot(seat, Actor::Autopilot);
                Ok(())
            }
        };
        self.wait_after(done);
    }

    /// A step of the engine's own that could not be made is tried again after a pause.
    fn wait_after(&mut self, done: Result<(), EngineError>) {
        if let Err(error) = done {
            let error = error.without_cards();
            tracing::warn!(match_id = %self.state.id, error, "a step of the engine's own must wait");
            self.not_before = self.context.clock.monotonic().plus(RETRY_PAUSE);
        }
    }

    /// Makes a step that nobody asked for.
    pub(super) async fn own_step(&mut self, entry: Entry) -> Result<(), EngineError> {
        let prepared = self.state.prepare(entry, self.context.clock.now(), None)?;
        self.append(prepared, None).await
    }

    /// Whoever gave up waiting was told that the outcome is unknown, or has called again: beginning now would surprise.
    async fn on_message(&mut self, message: Message) {
        match message {
            Message::Command(order, reply) => {
                if !reply.is_closed() {
                    let match_id = self.state.id;
                    let driving = tracing::debug_span!(parent: &order.span, "driver", %match_id);
                    let done = self.command(&order.command).instrument(driving).await;
                    meters().answered(&done);
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
                if !reply.is_closed() {
                    let _ = reply.send(self.viewer(who).map(|viewer| self.snapshot(viewer)));
                }
            }
            Message::GetBrief(reply) => {
                let core = self.state.core();
                let _ = reply.send(Ok(Brief { is_cutting: core.is_cutting(), turn: core.turn() }));
            }
            Message::Watch(order, reply) => {
                if !reply.is_closed() {
                    let watching = self.watch(*order).await;
                    let _ = reply.send(watching);
                }
            }
            Message::CaughtUp(id) => self.catch_up(id),
            Message::Thought(thought) => {
                let done = self.on_thought(*thought).await;
                self.wait_after(done);
            }
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

    /// A step has become part of the match.
    pub(super) fn advanced(&mut self, entry: &Entry) {
        self.latest.store(self.state.seq(), Ordering::Relaxed);
        if begins_a_decision(&self.state, entry) {
            self.restart_turn();
            self.await_player();
        }
        if self.state.end().is_some() {
            self.go = Go::Stop;
            self.awaited.clear();
            // Before anybody learns of the end: whoever asks then is led to the record.
            self.leave_registry();
        }
    }

    /// The present decision has all its time again.
    pub(super) fn restart_turn(&mut self) {
        self.start = TurnStart::now(&self.context.clock);
    }

    fn leave_registry(&self) {
        self.context.drivers.forget(self.state.id, self.own_mailbox.upgrade().as_ref());
    }

    /// Takes leave: the registry forgets this driver, watchers that still catch up are served to the end of the log, and
    /// everything else is told to look the match up again.
    async fn close(mut self: Box<Self>) {
        self.leave_registry();
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
            watcher.sink.end(self.state.id, Err(slow_reader()));
        }
        self.mailbox.close();
        while let Some(message) = self.mailbox.recv().await {
            refuse_moved(message);
        }
    }

    pub(super) fn new_watcher_id(&mut self) -> WatcherId {
        let id = WatcherId(self.next_watcher);
        self.next_watcher += 1;
        id
    }
}

/// However a driver ends, also by a panic: nobody is left watching a match that nobody drives.
impl Drop for DriverTask {
    fn drop(&mut self) {
        self.end_watchers_moved();
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
        Message::GetBrief(reply) => drop(reply.send(Err(EngineError::Moved))),
        Message::Watch(_, reply) => drop(reply.send(Err(EngineError::Moved))),
        Message::CaughtUp(_) | Message::Thought(_) => {}
    }
}
