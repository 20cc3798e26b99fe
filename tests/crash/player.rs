//! A player whose server may die at any moment: it keeps what it must keep (its place in the stream, and the request that
//! waits for an answer) and goes on at the next server, as a good client does. It writes down everything that a client
//! must never see.

use std::sync::Arc;
use std::time::Duration;

use env::Entropy;
use jodi_tests::client::{Guest, Session, fresh_id};
use jodi_tests::within;
use tokio::sync::{broadcast, watch};
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::{
    ActRequest, MatchEvent, MatchSnapshot, Refused, Turn, WatchEnded, WatchRequest, act_request,
};
use wire::errors::v1::ErrorReason;

use crate::tally::{Answers, Life, Tally};
use crate::told::{Acknowledged, Seen};

/// How long a client waits before it asks again, where the server does not say.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// Who else moves this player's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rivals {
    /// Nobody: every refusal is a fault of the server.
    None,
    /// Another client of the same account: this one may come too late.
    Some,
}

/// A request that waits for its answer.
#[derive(Clone, Debug)]
struct Pending {
    request_id: String,
    text: String,
    expected_seq: u64,
    /// The call under which it was sent last.
    call: u32,
    sendings: u32,
}

/// The player's turn, as of this seq.
struct Ready {
    seq: u64,
    legal: Vec<String>,
}

/// How a life ended for a player.
enum End {
    /// The match is over, and everything was answered.
    Over,
    /// The stream broke.
    Lost(String),
    /// The players go elsewhere; the stream is still open.
    Left(Box<Session>),
}

/// A player of one match.
pub struct Player {
    guest: Guest,
    match_id: String,
    rivals: Rivals,
    choice: Entropy,
    tally: Arc<Tally>,
    /// Known from the first snapshot on.
    seat: u32,
    /// The last seq that was received.
    cursor: Option<u64>,
    /// Does the stream tell of what happens now? Else it still tells of what was missed.
    live: bool,
    ready: Option<Ready>,
    pending: Option<Pending>,
    /// The highest seq under which a move was acknowledged.
    acknowledged_to: u64,
    over: bool,
    report: Report,
    echo: Option<broadcast::Sender<Acknowledged>>,
}

/// What a player lived through.
#[derive(Default)]
pub struct Report {
    /// Every acknowledged move.
    pub told: Vec<Acknowledged>,
    /// Every decision that the streams told of.
    pub seen: Vec<Seen>,
    /// The last seq that was received.
    pub last_seq: u64,
    /// How often it went on from its place in the stream.
    pub resumed: u64,
    /// Events that it was told of later.
    pub missed: u64,
    /// Watches that ended because the match had moved.
    pub moved: u64,
    /// What a client must never see.
    pub faults: Vec<String>,
    /// Streams that were open when the players went elsewhere, and the request that waited there.
    pub left: Vec<LeftStream>,
}

/// A stream that a player turned away from.
pub struct LeftStream {
    /// The stream.
    pub session: Box<Session>,
    /// Whose.
    pub seat: u32,
    /// The request that had no answer, with its call.
    pub waiting: Option<(u32, Acknowledged)>,
}

impl Player {
    /// A player that chooses by a seed.
    pub fn new(guest: Guest, match_id: String, rivals: Rivals, seed: u64, tally: Arc<Tally>) -> Self {
        Self {
            guest,
            match_id,
            rivals,
            choice: Entropy::seeded(seed),
            tally,
            seat: 0,
            cursor: None,
            live: false,
            ready: None,
            pending: None,
            acknowledged_to: 0,
            over: false,
            report: Report::default(),
            echo: None,
        }
    }

    /// Tells of every acknowledged move at once.
    #[must_use]
    pub fn echo(mut self, echo: broadcast::Sender<Acknowledged>) -> Self {
        self.echo = Some(echo);
        self
    }

    /// Plays to the end of the match, in as many lives of the server as it takes.
    pub async fn play(mut self, mut lives: watch::Receiver<Life>) -> Report {
        loop {
            let life = *lives.borrow_and_update();
            match self.live(life, &mut lives).await {
                End::Over => break,
                End::Lost(how) => {
                    let next = within(&format!("another server ({how})"), lives.changed()).await;
                    next.expect("lives come to the end of the test");
                }
                End::Left(session) => {
                    let waiting = self.pending.as_ref().map(|p| (p.call, self.acknowledged(p, 0)));
                    self.report.left.push(LeftStream { session, seat: self.seat, waiting });
                }
            }
        }
        self.report.last_seq = self.cursor.unwrap_or_default();
        self.tally.ended();
        self.report
    }

    async fn live(&mut self, life: Life, lives: &mut watch::Receiver<Life>) -> End {
        let url = format!("http://{}", life.address);
        let guest = self.guest.on(service::connect_peer(&url).expect("an address makes a URL"));
        let mut session = match Session::try_open(&guest).await {
            Ok(session) => session,
            Err(status) => return End::Lost(status.to_string()),
        };
        let known = self.acknowledged_to;
        let mut watch_call = self.watch(&mut session).await;
        self.send_again(&mut session).await;
        loop {
            let message = tokio::select! {
                _ = lives.changed() => return End::Left(Box::new(session)),
                message = session.next() => match message {
                    Ok(Some(message)) => message,
                    Ok(None) => return End::Lost("the session ended".to_owned()),
                    Err(status) => return End::Lost(status.to_string()),
                },
            };
            match message.response {
                Some(Response::Snapshot(snapshot)) => self.on_snapshot(*snapshot, known),
                Some(Response::Event(event)) => self.on_event(*event),
                Some(Response::WatchEnded(ended)) if self.on_watch_end(&ended) => {
                    watch_call = self.watch(&mut session).await;
                }
                Some(Response::Acted(acted)) => self.on_acted(life, message.call, acted.seq, acted.replayed),
                Some(Response::Refused(refused)) if message.call == watch_call => {
                    self.on_watch_refused(&refused).await;
                    watch_call = self.watch(&mut session).await;
                }
                Some(Response::Refused(refused)) => {
                    self.on_refused(&mut session, message.call, &refused).await
                }
                _ => {}
            }
            if self.over && self.pending.is_none() {
                return End::Over;
            }
            self.take_turn(&mut session).await;
        }
    }

    async fn watch(&mut self, session: &mut Session) -> u32 {
        self.live = false;
        self.ready = None;
        self.report.resumed += u64::from(self.cursor.is_some());
        let watch = WatchRequest { match_id: self.match_id.clone(), after_seq: self.cursor };
        session.send(Request::Watch(watch)).await
    }

    fn on_snapshot(&mut self, snapshot: MatchSnapshot, known: u64) {
        if self.cursor.is_some_and(|cursor| cursor != snapshot.seq) {
            self.fault(format!("a snapshot of seq {} came after {:?}", snapshot.seq, self.cursor));
        }
        if snapshot.seq < known {
            self.fault(format!(
                "seq {known} was acknowledged before, but the match has only {}",
                snapshot.seq
            ));
            self.acknowledged_to = snapshot.seq;
        }
        self.cursor = Some(snapshot.seq);
        self.live = true;
        self.seat = snapshot.your_seat.expect("a player has a seat");
        self.look_at(snapshot.seq, snapshot.turn);
    }

    fn on_event(&mut self, event: MatchEvent) {
        let follows = self.cursor.is_some_and(|cursor| event.seq == cursor + 1);
        if !follows || event.closed_form == self.live {
            let closed = if event.closed_form { "a missed" } else { "a live" };
            self.fault(format!("{closed} event of seq {} came after {:?}", event.seq, self.cursor));
        }
        self.report.missed += u64::from(event.closed_form);
        self.report.seen.extend(Seen::of(&event));
        self.cursor = Some(event.seq);
        if self.live {
            self.look_at(event.seq, event.turn);
        }
    }

    fn look_at(&mut self, seq: u64, turn: Option<Turn>) {
        let own = turn.filter(|turn| turn.seat == self.seat);
        self.ready = own
            .map(|turn| Ready { seq, legal: turn.legal_moves.into_iter().map(|legal| legal.text).collect() });
    }

    /// True if the watch is to be begun again.
    fn on_watch_end(&mut self, ended: &WatchEnded) -> bool {
        if self.cursor != Some(ended.seq) {
            self.fault(format!("the watch ended at seq {}, but {:?} came last", ended.seq, self.cursor));
        }
        match ended.reason() {
            ErrorReason::Unspecified => {
                self.over = true;
                false
            }
            ErrorReason::Draining => {
                self.report.moved += 1;
                true
            }
            other => {
                self.fault(format!("the watch ended with {}", other.as_str_name()));
                true
            }
        }
    }

    async fn on_watch_refused(&mut self, refused: &Refused) {
        if !is_passing(refused) {
            self.fault(format!("the watch after {:?} was refused: {}", self.cursor, refused.message));
            self.cursor = None;
        }
        pause(refused).await;
    }

    /// Makes a move if it is this player's turn and no other move of theirs waits for its answer.
    async fn take_turn(&mut self, session: &mut Session) {
        if self.pending.is_some() {
            return;
        }
        // An acknowledgement may come before the event of the same move: then the turn is an old one.
        let Some(ready) = self.ready.take_if(|ready| ready.seq >= self.acknowledged_to) else { return };
        let place = self.choice.u64() % (ready.legal.len() as u64);
        let text = ready.legal[usize::try_from(place).expect("a list's place")].clone();
        let (request_id, expected_seq) = (fresh_id(), ready.seq);
        self.pending = Some(Pending { request_id, text, expected_seq, call: 0, sendings: 0 });
        self.tally.sent();
        self.send_again(session).await;
    }

    /// Sends the request that waits for its answer, as it was sent before.
    async fn send_again(&mut self, session: &mut Session) {
        let Some(pending) = &mut self.pending else { return };
        let act = ActRequest {
            match_id: self.match_id.clone(),
            request_id: pending.request_id.clone(),
            expected_seq: Some(pending.expected_seq),
            r#move: Some(act_request::Move::Text(pending.text.clone())),
        };
        pending.call = session.send(Request::Act(act)).await;
        pending.sendings += 1;
    }

    fn on_acted(&mut self, life: Life, call: u32, seq: u64, replayed: bool) {
        let Some(pending) = self.pending.take_if(|pending| pending.call == call) else {
            return self.fault(format!("call {call} was answered, which waits for nothing"));
        };
        if replayed && pending.sendings == 1 {
            self.fault(format!("{} was sent once and is called a retry", pending.request_id));
        }
        let again = pending.sendings > 1;
        let answers = Answers {
            acknowledged: 1,
            found: u64::from(again && replayed),
            made_anew: u64::from(again && !replayed),
        };
        self.tally.acknowledged(life, answers);
        self.acknowledged_to = self.acknowledged_to.max(seq);
        let told = self.acknowledged(&pending, seq);
        if let Some(echo) = &self.echo {
            // Mostly nobody listens.
            echo.send(told.clone()).ok();
        }
        self.report.told.push(told);
    }

    async fn on_refused(&mut self, session: &mut Session, call: u32, refused: &Refused) {
        if self.pending.as_ref().is_none_or(|pending| pending.call != call) {
            return self.fault(format!("call {call} was refused, which waits for nothing: {refused:?}"));
        }
        if is_passing(refused) {
            pause(refused).await;
            return self.send_again(session).await;
        }
        if !self.came_too_late(refused) {
            self.fault(format!("{:?} was refused: {}", self.pending, refused.message));
        }
        self.pending = None;
        self.tally.refused();
    }

    /// Every move names the seq that it answers: whoever comes too late is told so, and nothing else.
    fn came_too_late(&self, refused: &Refused) -> bool {
        let latest = refused.metadata.get("seq").and_then(|seq| seq.parse::<u64>().ok());
        let answered = self.pending.as_ref().map(|pending| pending.expected_seq);
        let is_stale = refused.reason() == ErrorReason::StaleSeq && latest > answered;
        self.rivals == Rivals::Some && (is_stale || refused.reason() == ErrorReason::MatchOver)
    }

    fn acknowledged(&self, pending: &Pending, seq: u64) -> Acknowledged {
        let Pending { request_id, text, .. } = pending.clone();
        Acknowledged { request_id, seat: self.seat, text, seq }
    }

    fn fault(&mut self, what: String) {
        self.report.faults.push(format!("match {}, seat {}: {what}", self.match_id, self.seat));
    }
}

/// May the same request succeed later?
fn is_passing(refused: &Refused) -> bool {
    use ErrorReason as R;
    matches!(refused.reason(), R::StoreUnavailable | R::OutcomeUnknown | R::Overloaded | R::Draining)
}

/// Waits as long as the server asks for.
async fn pause(refused: &Refused) {
    let asked = refused.retry_after.and_then(|span| Duration::try_from(span).ok());
    tokio::time::sleep(asked.unwrap_or(RETRY_PAUSE)).await;
}
