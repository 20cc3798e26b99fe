//! A player at a match: one session that is opened again whenever it is lost, one request at a time that is sent
//! again until it is answered, and the match followed through all of it.

use std::convert::Infallible;
use std::future::{Future, pending};
use std::pin::{Pin, pin};
use std::time::Duration;

use cards::Seat;
use futures::future::{Either, select};
use games::{Action, Options, Seen, View};
use wire::engine::v1::act_request::Move;
use wire::engine::v1::session_request::Request as Ask;
use wire::engine::v1::session_response::Response as Answer;
use wire::engine::v1::{
    ActRequest, CutRequest, FreshToken, MatchEvent, Refused, SessionRequest, SessionResponse, WatchEnded,
    WatchRequest,
};
use wire::errors::v1::ErrorReason;
use wire::game::v1::LegalMove;

use super::error::ClientError;
use super::follower::{FollowFault, Followed, MatchFollower};
use super::patience::{Patience, asked_pause, is_passing, is_passing_reason, pause_of};
use super::player::Player;
use super::session::{Received, SessionStream};
use crate::capture::CaptureWriter;

/// A session is given up as dead after this much silence; the server shows every 15 s that it lives.
const SILENCE: Duration = Duration::from_secs(40);

/// What has happened to a match, as its player learns of it.
#[derive(Clone, Debug)]
pub enum Update {
    /// A snapshot was installed.
    Installed,
    /// The next event, live; the view is up to date with it.
    Event(Box<MatchEvent>),
    /// An event that was missed, in closed form; a snapshot will follow.
    Missed(Box<MatchEvent>),
    /// The player's request is durable.
    Acknowledged {
        /// Its place in the match.
        seq: u64,
        /// True if an earlier attempt had done it.
        replayed: bool,
    },
    /// The player's request was refused for good, and nothing was changed by it.
    Refused(Box<Refused>),
    /// The session was lost and is open again.
    Reconnected,
    /// The match is over and everything was received.
    Over,
}

/// A decision that is due.
#[derive(Clone, Debug)]
pub struct Decision<'a> {
    /// The game and its table options.
    pub options: Options,
    /// The player's seat.
    pub seat: Seat,
    /// What the player sees.
    pub view: &'a View,
    /// Every event of the deal in progress as it was shown live; `None` if some were missed.
    pub seen: Option<&'a [Seen]>,
    /// The legal moves as the server listed them.
    pub moves: &'a [LegalMove],
    /// The same as actions, in the same order.
    pub actions: Vec<Action>,
}

/// A request that has not been answered.
struct Pending {
    call: u32,
    request: Ask,
}

/// A player at one match.
pub struct SeatClient<'a> {
    player: &'a Player,
    match_id: String,
    follower: MatchFollower,
    session: Option<SessionStream>,
    patience: Option<Patience>,
    pending: Option<Pending>,
    last_call: u32,
    watch_call: u32,
    decided_at: Option<u64>,
    capture: Option<CaptureWriter>,
    has_connected: bool,
}

impl<'a> SeatClient<'a> {
    /// A player who is about to watch a match. With a capture, every byte of its sessions is kept.
    pub fn new(player: &'a Player, match_id: &str, capture: Option<CaptureWriter>) -> Self {
        Self {
            player,
            match_id: match_id.to_owned(),
            follower: MatchFollower::new(),
            session: None,
            patience: None,
            pending: None,
            last_call: 0,
            watch_call: 0,
            decided_at: None,
            capture,
            has_connected: false,
        }
    }

    /// The match as this player sees it.
    pub fn follower(&self) -> &MatchFollower {
        &self.follower
    }

    /// The decision that is due from this player, once for each turn; `None` while there is none or a request is under
    /// way.
    ///
    /// # Errors
    /// If a listed move cannot be read.
    pub fn decision(&self) -> Result<Option<Decision<'_>>, FollowFault> {
        let follower = &self.follower;
        let (Some(seat), Some(view), Some(options)) = (follower.seat(), follower.view(), follower.options())
        else {
            return Ok(None);
        };
        let own_turn = follower.turn().is_some_and(|turn| turn.seat == u32::from(seat.number()));
        if self.pending.is_some() || !own_turn || self.decided_at == follower.seq() {
            return Ok(None);
        }
        let actions = follower.legal_actions()?;
        let (seen, moves) = (follower.seen(), follower.legal_moves());
        Ok(Some(Decision { options, seat, view, seen, moves, actions }))
    }

    /// Makes a move: one of those that were listed, which is sent back as it came. It is under way when this returns;
    /// [`Self::next`] tells what became of it, and sends it again under the same request id as often as need be.
    ///
    /// # Panics
    /// If a request is under way.
    pub async fn act(&mut self, legal: LegalMove) {
        self.make(legal.action.map(Move::Action)).await;
    }

    /// Makes a move by its canonical text, in the same way. The server says whether it is legal.
    ///
    /// # Panics
    /// If a request is under way.
    pub async fn act_by_text(&mut self, text: String) {
        self.make(Some(Move::Text(text))).await;
    }

    /// Opens the present turn's decision again, after a move was refused.
    pub fn decide_again(&mut self) {
        self.decided_at = None;
    }

    /// Lets the server know that the player is here, after a bot has stood in.
    pub async fn come_back(&mut self) {
        self.watch().await;
    }

    async fn make(&mut self, chosen: Option<Move>) {
        self.decided_at = self.follower.seq();
        let request = Ask::Act(ActRequest {
            match_id: self.match_id.clone(),
            request_id: self.new_request_id(),
            expected_seq: self.follower.seq(),
            r#move: chosen,
        });
        self.begin(request).await;
    }

    /// Adds entropy to the shuffles, in the same way.
    ///
    /// # Panics
    /// If a request is under way.
    pub async fn cut(&mut self, entropy: Vec<u8>) {
        let request_id = self.new_request_id();
        let request = Ask::Cut(CutRequest { match_id: self.match_id.clone(), request_id, entropy });
        self.begin(request).await;
    }

    async fn begin(&mut self, request: Ask) {
        assert!(self.pending.is_none(), "one request at a time");
        self.last_call += 1;
        self.pending = Some(Pending { call: self.last_call, request });
        self.send_pending().await;
    }

    /// Sends what has not been answered. If the session has ended, the next one will carry it.
    async fn send_pending(&self) {
        if let (Some(session), Some(Pending { call, request })) = (&self.session, &self.pending) {
            let request = SessionRequest { call: *call, request: Some(request.clone()) };
            // Whether the session still stands shows at its receiving end.
            let _ = session.send(request).await;
        }
    }

    /// Waits for what happens next.
    ///
    /// # Errors
    /// What cannot be got over by waiting and connecting again.
    pub async fn next(&mut self) -> Result<Update, ClientError> {
        match self.next_or(pending::<Infallible>()).await? {
            Either::Left(update) => Ok(update),
            Either::Right(never) => match never {},
        }
    }

    /// Waits for what happens next, or for something else if that comes first. Nothing of the match is lost in that case,
    /// which is more than dropping [`Self::next`] half-way could promise.
    ///
    /// # Errors
    /// What cannot be got over by waiting and connecting again.
    pub async fn next_or<T>(
        &mut self,
        other: impl Future<Output = T>,
    ) -> Result<Either<Update, T>, ClientError> {
        let mut other = pin!(other);
        loop {
            if self.follower.is_over() && self.pending.is_none() {
                self.finish_capture()?;
                return Ok(Either::Left(Update::Over));
            }
            let Some(session) = &mut self.session else {
                self.connect().await?;
                if std::mem::replace(&mut self.has_connected, true) {
                    return Ok(Either::Left(Update::Reconnected));
                }
                continue;
            };
            let clock = &self.player.connection.clock;
            let heard = match first_of(clock.timeout(SILENCE, session.next()), other.as_mut()).await {
                Either::Left(heard) => heard,
                Either::Right(came) => return Ok(Either::Right(came)),
            };
            match heard {
                Ok(Ok(Some(received))) => {
                    if let Some(update) = self.take(received).await? {
                        return Ok(Either::Left(update));
                    }
                }
                Ok(Ok(None)) => self.lose("the session ended", None).await?,
                Ok(Err(status)) => self.ended(&status).await?,
                Err(_) => self.lose("the session fell silent", None).await?,
            }
        }
    }

    /// Opens a session, watches the match from the last seq and repeats the request that is under way. A failure is
    /// noted and left to the next attempt.
    async fn connect(&mut self) -> Result<(), ClientError> {
        loop {
            let peer = self.player.peer().await?;
            match SessionStream::open(peer).await {
                Ok(session) => {
                    self.session = Some(session);
                    break;
                }
                Err(status) => self.ended(&status).await?,
            }
        }
        self.watch().await;
        self.send_pending().await;
        Ok(())
    }

    async fn watch(&mut self) {
        self.last_call += 1;
        self.watch_call = self.last_call;
        let watch = WatchRequest { match_id: self.match_id.clone(), after_seq: self.follower.seq() };
        self.tell(self.watch_call, Ask::Watch(watch)).await;
    }

    async fn tell(&self, call: u32, request: Ask) {
        if let Some(session) = &self.session {
            let _ = session.send(SessionRequest { call, request: Some(request) }).await;
        }
    }

    /// The session ended with a status.
    async fn ended(&mut self, status: &tonic::Status) -> Result<(), ClientError> {
        if status.code() == tonic::Code::Unauthenticated {
            self.player.renew().await?;
        } else if !is_passing(status) {
            return Err(ClientError::Call { call: "Session", status: Box::new(status.clone()) });
        }
        self.lose(&status.to_string(), asked_pause(status)).await
    }

    /// The session is gone, and the next attempt comes after a pause.
    async fn lose(&mut self, why: &str, asked: Option<Duration>) -> Result<(), ClientError> {
        self.session = None;
        let clock = &self.player.connection.clock;
        self.patience.get_or_insert_with(|| Patience::new(clock.clone())).pause(asked, why).await
    }

    /// Takes one message in.
    async fn take(&mut self, received: Received) -> Result<Option<Update>, ClientError> {
        if let Some(capture) = &mut self.capture {
            capture.write(&received.bytes)?;
        }
        let SessionResponse { call, response } = received.message;
        match response {
            Some(Answer::Snapshot(snapshot)) if snapshot.match_id == self.match_id => {
                self.patience = None;
                Ok((self.follower.install(&snapshot)? == Followed::Current).then_some(Update::Installed))
            }
            Some(Answer::Event(event)) if event.match_id == self.match_id => self.take_event(event).await,
            Some(Answer::WatchEnded(ended)) if ended.match_id == self.match_id => {
                self.watch_ended(&ended).await
            }
            Some(Answer::Acted(done)) => Ok(self.acknowledge(call, done.seq, done.replayed)),
            Some(Answer::Cut(done)) => Ok(self.acknowledge(call, done.seq, done.replayed)),
            Some(Answer::Refused(refused)) => self.refused(call, *refused).await,
            Some(Answer::TokenExpiring(_)) => {
                let access_token = self.player.renew().await?;
                self.tell(0, Ask::Token(FreshToken { access_token })).await;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    async fn take_event(&mut self, event: Box<MatchEvent>) -> Result<Option<Update>, ClientError> {
        match self.follower.follow(&event) {
            Ok(Followed::Current) => Ok(Some(Update::Event(event))),
            Ok(Followed::Missed) => Ok(Some(Update::Missed(event))),
            Ok(Followed::Old) => Ok(None),
            Err(FollowFault::Gap { .. }) => {
                self.watch().await;
                Ok(None)
            }
            Err(fault) => Err(fault.into()),
        }
    }

    async fn watch_ended(&mut self, ended: &WatchEnded) -> Result<Option<Update>, ClientError> {
        let reason = ErrorReason::try_from(ended.reason).unwrap_or(ErrorReason::Unspecified);
        match reason {
            ErrorReason::Unspecified if self.follower.is_over() => Ok(None),
            // It ended well, but before the end of the match: something was lost on the way.
            ErrorReason::Unspecified => self.watch_again(ended).await,
            reason if is_passing_reason(reason) => self.watch_again(ended).await,
            reason => Err(ClientError::Odd(format!("that the watch ended with {}", reason.as_str_name()))),
        }
    }

    async fn watch_again(&mut self, ended: &WatchEnded) -> Result<Option<Update>, ClientError> {
        let clock = &self.player.connection.clock;
        let patience = self.patience.get_or_insert_with(|| Patience::new(clock.clone()));
        patience.pause(None, &format!("the watch ended at seq {}", ended.seq)).await?;
        self.watch().await;
        Ok(None)
    }

    fn acknowledge(&mut self, call: u32, seq: u64, replayed: bool) -> Option<Update> {
        self.pending.take_if(|pending| pending.call == call)?;
        self.patience = None;
        Some(Update::Acknowledged { seq, replayed })
    }

    async fn refused(&mut self, call: u32, refused: Refused) -> Result<Option<Update>, ClientError> {
        let passing = ErrorReason::try_from(refused.reason).is_ok_and(is_passing_reason);
        let own = self.pending.as_ref().is_some_and(|pending| pending.call == call);
        if !own && call != self.watch_call {
            return Ok(None);
        }
        if passing {
            let clock = &self.player.connection.clock;
            let patience = self.patience.get_or_insert_with(|| Patience::new(clock.clone()));
            patience.pause(pause_of(&refused), &refused.message).await?;
            if own {
                self.send_pending().await;
            } else {
                self.watch().await;
            }
            return Ok(None);
        }
        if own {
            self.pending = None;
            return Ok(Some(Update::Refused(Box::new(refused))));
        }
        Err(ClientError::Refused { what: "watching the match", refused: Box::new(refused) })
    }

    fn finish_capture(&mut self) -> Result<(), ClientError> {
        match self.capture.take() {
            Some(capture) => Ok(capture.finish()?),
            None => Ok(()),
        }
    }

    fn new_request_id(&self) -> String {
        self.player.connection.entropy.uuid_v4().to_string()
    }
}

/// Whichever of the two comes first; the second one can be awaited again.
async fn first_of<A, B>(
    one: impl Future<Output = A>,
    other: Pin<&mut impl Future<Output = B>>,
) -> Either<A, B> {
    match select(pin!(one), other).await {
        Either::Left((came, _)) => Either::Left(came),
        Either::Right((came, _)) => Either::Right(came),
    }
}
