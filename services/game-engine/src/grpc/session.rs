//! The fast door: one stream per device, for all its matches.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use env::UnixMillis;
use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use service::{
    AccountCaller, Allowance, Caller, Life, LifeEvent, Outgoing, OutgoingStream, Place, outgoing, timestamp,
};
use tonic::Streaming;
use tracing::Instrument as _;
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::engine::v1::session_request::Request as Asked;
use wire::engine::v1::session_response::Response as Answer;
use wire::errors::v1::ErrorReason;

use super::decode::{self, MatchCommand};
use crate::driver::{Sink, Who, slow_reader};
use crate::engine::{Engine, Watching};
use crate::forward::Origin;
use crate::meters::{Open, meters};

/// Messages that wait for a slow reader.
const BUFFER: usize = 128;
/// Requests of one session that are worked on at once; more wait in the connection.
const IN_WORK: usize = 32;
/// Matches that one session watches.
const MAX_WATCHED: usize = 64;

/// What a request came to.
struct Worked {
    call: u32,
    outcome: Result<Outcome, Fault>,
}

enum Outcome {
    Answer(Answer),
    /// The watch of this match has begun, and the sink has said so.
    Watching(Uuid, Sink, Watching),
    Renewed(AccountCaller, String),
}

/// What a session goes on with.
enum Turn {
    /// Something happens to its stream.
    Life(LifeEvent),
    /// Its new token is good until then.
    Renewed(UnixMillis),
    /// Nothing: it is over.
    Over,
}

/// A match that the session watches or is about to watch.
struct Watched {
    sink: Sink,
    /// Once it has begun.
    watching: Option<Watching>,
}

struct Session {
    engine: Arc<Engine>,
    account: AccountCaller,
    allowance: Allowance,
    origin: Origin,
    out: Outgoing<pb::SessionResponse>,
    watched: HashMap<Uuid, Watched>,
    in_work: FuturesUnordered<BoxFuture<'static, Worked>>,
    _open: Open,
    _place: Option<Place>,
}

/// Whose session it is.
pub(super) struct Device {
    /// The account.
    pub(super) account: AccountCaller,
    /// Its place among the streams, held as long as the session lives.
    pub(super) place: Option<Place>,
    /// How often it may ask for something.
    pub(super) allowance: Allowance,
    /// Where its calls come from.
    pub(super) origin: Origin,
}

/// Opens a session.
pub(super) fn open(
    engine: Arc<Engine>,
    device: Device,
    requests: Streaming<pb::SessionRequest>,
) -> OutgoingStream<pb::SessionResponse> {
    let Device { account, place, allowance, origin } = device;
    let (out, stream) = outgoing(BUFFER);
    let life =
        Life::new(engine.context.clock.clone(), engine.context.drain.clone(), Some(account.expires_at));
    let session = Session {
        engine,
        account,
        allowance,
        origin,
        out,
        watched: HashMap::new(),
        in_work: FuturesUnordered::new(),
        _open: meters().open_session(),
        _place: place,
    };
    tokio::spawn(session.run(life, requests).in_current_span());
    stream
}

impl Session {
    async fn run(mut self, mut life: Life, mut requests: Streaming<pb::SessionRequest>) {
        let mut open = true;
        let out = self.out.clone();
        let mut ended = std::pin::pin!(out.ended());
        loop {
            let turn = {
                // Begun once for many requests: it waits for timers.
                let mut event = std::pin::pin!(life.next());
                loop {
                    tokio::select! {
                        biased;
                        () = &mut ended => break Turn::Over,
                        Some(worked) = self.in_work.next() => {
                            if let Some(expires_at) = self.answer(worked) {
                                break Turn::Renewed(expires_at);
                            }
                        }
                        event = &mut event => break Turn::Life(event),
                        request = requests.message(), if open && self.in_work.len() < IN_WORK => match request {
                            Ok(Some(request)) => self.take(request),
                            Ok(None) => open = false,
                            Err(status) => {
                                self.out.finish(service::typed_error(&status).map_or(Ok(()), Err));
                                break Turn::Over;
                            }
                        },
                    }
                    if !open && self.in_work.is_empty() {
                        break Turn::Over;
                    }
                }
            };
            match turn {
                Turn::Life(event) => self.on_life(event),
                Turn::Renewed(expires_at) => life.renew(expires_at),
                Turn::Over => break,
            }
        }
        self.out.finish(Ok(()));
        for watched in self.watched.values() {
            watched.sink.close();
        }
    }

    /// Begins to work on a request.
    fn take(&mut self, request: pb::SessionRequest) {
        let call = request.call;
        if let Err(fault) = self.allowance.take() {
            return self.refuse(call, fault);
        }
        let account_id = self.account.account_id;
        match request.request {
            None => self.refuse(call, Fault::invalid("request", "is missing")),
            Some(Asked::Act(act)) => {
                let acted = |d: crate::driver::Done| {
                    Answer::Acted(pb::ActResponse { seq: d.seq, replayed: d.replayed })
                };
                self.command(call, decode::act(account_id, act), acted);
            }
            Some(Asked::Cut(cut)) => {
                let cut_done = |d: crate::driver::Done| {
                    Answer::Cut(pb::CutResponse { seq: d.seq, replayed: d.replayed })
                };
                self.command(call, decode::cut(account_id, cut), cut_done);
            }
            Some(Asked::Resign(resign)) => {
                let resigned = |d: crate::driver::Done| {
                    Answer::Resigned(pb::ResignResponse {
                        seq: d.seq,
                        replayed: d.replayed,
                        match_over: d.match_over,
                    })
                };
                self.command(call, decode::resign(account_id, &resign), resigned);
            }
            Some(Asked::Watch(watch)) => self.watch(call, &watch),
            Some(Asked::Unwatch(unwatch)) => self.unwatch(call, &unwatch),
            Some(Asked::Token(token)) => self.renew(call, token),
            Some(Asked::Ping(_)) => self.reply(call, Answer::Pong(pb::Pong {})),
        }
    }

    fn command(
        &self,
        call: u32,
        asked: Result<MatchCommand, Fault>,
        answer: fn(crate::driver::Done) -> Answer,
    ) {
        let MatchCommand { match_id, command } = match asked {
            Ok(asked) => asked,
            Err(fault) => return self.refuse(call, fault),
        };
        let (engine, origin) = (self.engine.clone(), self.origin.clone());
        self.in_work.push(Box::pin(async move {
            let asked = tracing::debug_span!("request", call);
            let done = engine.command(match_id, command, &origin).instrument(asked).await;
            Worked {
                call,
                outcome: done
                    .map(|done| Outcome::Answer(answer(done)))
                    .map_err(|error| error.into_fault(origin.locale)),
            }
        }));
    }

    /// Begins to watch a match. Watching again means beginning again, from where the client says it stands.
    fn watch(&mut self, call: u32, watch: &pb::WatchRequest) {
        let match_id = match service::parse_uuid("match_id", &watch.match_id) {
            Ok(match_id) => match_id,
            Err(fault) => return self.refuse(call, fault),
        };
        self.stop_watching(match_id);
        self.watched.retain(|_, watched| !watched.sink.is_closed());
        if self.watched.len() >= MAX_WATCHED {
            let text = format!("One session watches {MAX_WATCHED} matches at most.");
            return self.refuse(call, Fault::new(ErrorReason::Overloaded, text));
        }
        let (who, after_seq) = (Who::Account(self.account.account_id), watch.after_seq);
        let sink = Sink::session(self.out.clone(), call, after_seq);
        self.watched.insert(match_id, Watched { sink: sink.clone(), watching: None });
        let (engine, origin) = (self.engine.clone(), self.origin.clone());
        self.in_work.push(Box::pin(async move {
            let outcome = match engine.watch(match_id, who, after_seq, sink.clone(), &origin).await {
                Ok(watching) => Ok(Outcome::Watching(match_id, sink, watching)),
                Err(error) => {
                    sink.close();
                    Err(Fault::from(error))
                }
            };
            Worked { call, outcome }
        }));
    }

    fn unwatch(&mut self, call: u32, unwatch: &pb::UnwatchRequest) {
        match service::parse_uuid("match_id", &unwatch.match_id) {
            Ok(match_id) => {
                self.stop_watching(match_id);
                self.reply(call, Answer::Done(pb::Done {}));
            }
            Err(fault) => self.refuse(call, fault),
        }
    }

    /// From here on nothing more of the match's watch comes; its driver forgets it with the next event.
    fn stop_watching(&mut self, match_id: Uuid) {
        if let Some(watched) = self.watched.remove(&match_id) {
            watched.sink.close();
        }
    }

    /// Goes on under a fresh token, which must be of the same account.
    fn renew(&mut self, call: u32, fresh: pb::FreshToken) {
        let auth = self.engine.auth.clone();
        let account_id = self.account.account_id;
        self.in_work.push(Box::pin(async move {
            let outcome = match auth.identify(&fresh.access_token).await {
                Ok(Caller::Account(account)) if account.account_id == account_id => {
                    Ok(Outcome::Renewed(account, fresh.access_token))
                }
                Ok(_) => Err(Fault::new(
                    ErrorReason::CredentialInvalid,
                    "The token is not one of this session's account.",
                )),
                Err(fault) => Err(fault),
            };
            Worked { call, outcome }
        }));
    }

    /// Answers, and says until when the session's token is good if it was renewed.
    fn answer(&mut self, worked: Worked) -> Option<UnixMillis> {
        match worked.outcome {
            Ok(Outcome::Answer(answer)) => self.reply(worked.call, answer),
            Ok(Outcome::Watching(match_id, sink, watching)) => {
                if let Some(watched) = self.watched.get_mut(&match_id).filter(|w| w.sink.is(&sink)) {
                    watched.watching = Some(watching);
                }
            }
            Ok(Outcome::Renewed(account, token)) => {
                let expires_at = account.expires_at;
                self.origin.renew(&account, token.into());
                self.account = account;
                self.reply(worked.call, Answer::Done(pb::Done {}));
                return Some(expires_at);
            }
            Err(fault) => self.refuse(worked.call, fault),
        }
        None
    }

    fn on_life(&mut self, event: LifeEvent) {
        let notice = match event {
            LifeEvent::Heartbeat => {
                self.watched.retain(|_, watched| !watched.sink.is_closed());
                let latest = self.watched.iter().filter_map(|(match_id, watched)| {
                    let seq = watched.watching.as_ref()?.latest.load(Ordering::Relaxed);
                    Some(pb::MatchSeq { match_id: match_id.to_string(), seq })
                });
                Answer::Heartbeat(pb::Heartbeat { latest: latest.collect() })
            }
            LifeEvent::Draining(at) => Answer::Draining(pb::Draining { deadline: Some(timestamp(at)) }),
            LifeEvent::TokenExpiring(at) => {
                Answer::TokenExpiring(pb::TokenExpiring { at: Some(timestamp(at)) })
            }
            LifeEvent::End(fault) => return self.out.finish(Err(fault)),
        };
        self.send(0, notice);
    }

    /// Refusals are sent also where no reply is wanted.
    fn refuse(&self, call: u32, fault: Fault) {
        self.send(call, Answer::Refused(Box::new(fault.into_refused())));
    }

    fn reply(&self, call: u32, answer: Answer) {
        if call != 0 {
            self.send(call, answer);
        }
    }

    fn send(&self, call: u32, answer: Answer) {
        if self.out.try_send(pb::SessionResponse { call, response: Some(answer) }).is_err() {
            self.out.finish(Err(slow_reader()));
        }
    }
}
