//! `EngineService`: the unary door, and the entrances of the streams.

use std::sync::Arc;

use futures::StreamExt as _;
use prost::Message as _;
use service::{
    Allowance, Caller, OutgoingStream, Places, Scope, decode_token, encode_token, page_size, parse_uuid,
};
use sha2::{Digest as _, Sha256};
use tonic::{Request, Response, Status, Streaming};
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::engine::v1::engine_service_server::EngineService;

use super::list::{summary, wanted_rows};
use super::{decode, session, watch};
use crate::convert;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::forward::Origin;
use crate::place::Place;
use crate::store::{self, ListQuery};

const DEFAULT_PAGE: u32 = 20;
const MAX_PAGE: u32 = 100;
/// Live matches of a page that are asked how they stand at once.
const LOOKUPS_AT_ONCE: usize = 8;
const MAX_WHY_CHARS: usize = 500;
/// Sessions and watches that are open at once, in all, and of one account.
const STREAMS_MAX: usize = 100_000;
const STREAMS_OF_ONE: usize = 64;

/// The service.
#[derive(Clone)]
pub struct Api {
    engine: Arc<Engine>,
    streams: Places,
}

impl Api {
    /// What serves that engine.
    pub fn new(engine: Arc<Engine>) -> Self {
        Self { engine, streams: Places::new(STREAMS_MAX, STREAMS_OF_ONE) }
    }

    /// A place for an account's stream. A backend, which may watch any number of matches, needs none.
    fn place(&self, caller: &Caller) -> Result<Option<service::Place>, Fault> {
        caller.account().is_ok().then(|| self.streams.take(caller)).transpose()
    }
}

fn status(error: EngineError) -> Status {
    Fault::from(error).into()
}

#[tonic::async_trait]
impl EngineService for Api {
    type SessionStream = OutgoingStream<pb::SessionResponse>;
    type WatchStream = OutgoingStream<pb::WatchResponse>;

    async fn validate_options(
        &self,
        request: Request<pb::ValidateOptionsRequest>,
    ) -> Result<Response<pb::ValidateOptionsResponse>, Status> {
        Caller::of(&request).any()?;
        let options = convert::options_from_wire(request.get_ref().options.as_ref()).map_err(Fault::from)?;
        let sides = options.seats().map(|seat| options.side_of(seat).number().into());
        Ok(Response::new(pb::ValidateOptionsResponse {
            options: Some(convert::options_to_wire(&options)),
            side_of_seat: sides.collect(),
            ladder: options.rule_set().unwrap_or_default().to_owned(),
            game: options.kind().name().to_owned(),
            bot_levels: bots::Level::ALL.iter().map(|level| level.name().to_owned()).collect(),
        }))
    }

    async fn create_match(
        &self,
        request: Request<pb::CreateMatchRequest>,
    ) -> Result<Response<pb::CreateMatchResponse>, Status> {
        let caller = Caller::of(&request);
        let creator = caller.service(Scope::MatchesCreate)?;
        let request = request.into_inner();
        let match_id = parse_uuid("match_id", &request.match_id)?;
        let setup = convert::setup_from_request(&request)?;
        let hash = Sha256::digest(request.encode_to_vec()).into();
        let snapshot = self.engine.create(match_id, setup, &creator.name, hash).await.map_err(status)?;
        Ok(Response::new(pb::CreateMatchResponse { r#match: Some(snapshot) }))
    }

    async fn get_match(
        &self,
        request: Request<pb::GetMatchRequest>,
    ) -> Result<Response<pb::GetMatchResponse>, Status> {
        let who = decode::reader(&Caller::of(&request))?;
        let origin = Origin::of(&request);
        let match_id = parse_uuid("match_id", &request.get_ref().match_id)?;
        let snapshot = self.engine.snapshot(match_id, who, &origin).await.map_err(status)?;
        Ok(Response::new(pb::GetMatchResponse { r#match: Some(snapshot) }))
    }

    async fn list_matches(
        &self,
        request: Request<pb::ListMatchesRequest>,
    ) -> Result<Response<pb::ListMatchesResponse>, Status> {
        let account_id = listed_account(&Caller::of(&request), &request.get_ref().account_id)?;
        let origin = Origin::of(&request);
        let request = request.into_inner();
        let limit = page_size(request.page_size, DEFAULT_PAGE, MAX_PAGE)?;
        let query = ListQuery {
            account_id,
            states: wanted_rows(&request)?,
            after: decode_token::<(i64, Uuid)>(&request.page_token)?,
            limit: i64::from(limit) + 1,
        };
        let mut listed =
            store::list(&self.engine.context.pool, &query).await.map_err(|e| status(e.into()))?;
        let more = listed.len() > limit as usize;
        listed.truncate(limit as usize);
        let last = listed.last().map(|l| (l.created_at_ms, l.match_id)).filter(|_| more);
        let summaries = listed.into_iter().map(|row| summary(&self.engine, row, &origin));
        let mut matches: Vec<_> = futures::stream::iter(summaries).buffered(LOOKUPS_AT_ONCE).collect().await;
        matches.retain(|summary| {
            (summary.my_turn || !request.my_turn)
                && (request.states.is_empty() || request.states.contains(&summary.state))
        });
        let next_page_token = last.map(|last| encode_token(&last)).unwrap_or_default();
        Ok(Response::new(pb::ListMatchesResponse { matches, next_page_token }))
    }

    async fn session(
        &self,
        request: Request<Streaming<pb::SessionRequest>>,
    ) -> Result<Response<Self::SessionStream>, Status> {
        let caller = Caller::of(&request);
        let account = caller.account()?.clone();
        let place = self.place(&caller)?;
        let device = session::Device {
            account,
            place,
            allowance: Allowance::of(&request),
            origin: Origin::of(&request),
        };
        Ok(Response::new(session::open(self.engine.clone(), device, request.into_inner())))
    }

    async fn act(&self, request: Request<pb::ActRequest>) -> Result<Response<pb::ActResponse>, Status> {
        let account_id = decode::account(&Caller::of(&request))?;
        let origin = Origin::of(&request);
        let asked = decode::act(account_id, request.into_inner())?;
        let done = self.engine.command(asked.match_id, asked.command, &origin).await;
        let done = done.map_err(|error| error.into_fault(origin.locale))?;
        Ok(Response::new(pb::ActResponse { seq: done.seq, replayed: done.replayed }))
    }

    async fn watch(&self, request: Request<pb::WatchRequest>) -> Result<Response<Self::WatchStream>, Status> {
        let caller = Caller::of(&request);
        let who = decode::reader(&caller)?;
        let origin = Origin::of(&request);
        let match_id = parse_uuid("match_id", &request.get_ref().match_id)?;
        let order = watch::Order { who, match_id, after_seq: request.get_ref().after_seq };
        let place = self.place(&caller)?;
        watch::open(self.engine.clone(), &caller, place, order, &origin).await.map_err(status)
    }

    async fn cut(&self, request: Request<pb::CutRequest>) -> Result<Response<pb::CutResponse>, Status> {
        let account_id = decode::account(&Caller::of(&request))?;
        let origin = Origin::of(&request);
        let asked = decode::cut(account_id, request.into_inner())?;
        let done = self.engine.command(asked.match_id, asked.command, &origin).await;
        let done = done.map_err(|error| error.into_fault(origin.locale))?;
        Ok(Response::new(pb::CutResponse { seq: done.seq, replayed: done.replayed }))
    }

    async fn resign(
        &self,
        request: Request<pb::ResignRequest>,
    ) -> Result<Response<pb::ResignResponse>, Status> {
        let account_id = decode::account(&Caller::of(&request))?;
        let origin = Origin::of(&request);
        let asked = decode::resign(account_id, request.get_ref())?;
        let done = self.engine.command(asked.match_id, asked.command, &origin).await;
        let done = done.map_err(|error| error.into_fault(origin.locale))?;
        let response =
            pb::ResignResponse { seq: done.seq, replayed: done.replayed, match_over: done.match_over };
        Ok(Response::new(response))
    }

    async fn abort_match(
        &self,
        request: Request<pb::AbortMatchRequest>,
    ) -> Result<Response<pb::AbortMatchResponse>, Status> {
        Caller::of(&request).service(Scope::Admin)?;
        let origin = Origin::of(&request);
        let request = request.into_inner();
        let match_id = parse_uuid("match_id", &request.match_id)?;
        let why = request.why.trim();
        if why.is_empty() || why.chars().count() > MAX_WHY_CHARS || why.contains(char::is_control) {
            let text = format!("must have 1 to {MAX_WHY_CHARS} characters, none of them a control character");
            return Err(Fault::invalid("why", text).into());
        }
        let snapshot = self.engine.abort(match_id, why, &origin).await.map_err(status)?;
        Ok(Response::new(pb::AbortMatchResponse { r#match: Some(snapshot) }))
    }

    async fn get_record(
        &self,
        request: Request<pb::GetRecordRequest>,
    ) -> Result<Response<pb::GetRecordResponse>, Status> {
        let caller = Caller::of(&request);
        let who = decode::reader(&caller)?;
        let match_id = parse_uuid("match_id", &request.get_ref().match_id)?;
        let archived = match self.engine.locate(match_id).await.map_err(status)? {
            Place::Archive(archived) => archived,
            Place::Here(_) | Place::There(_) => {
                return Err(self.still_running(match_id, who, &Origin::of(&request)).await);
            }
        };
        if let Caller::Account(account) = &caller
            && archived.state.setup.seat_of(account.account_id).is_none()
        {
            return Err(status(EngineError::NotYourMatch));
        }
        Ok(Response::new(pb::GetRecordResponse { record: Some(convert::record(&archived)) }))
    }
}

impl Api {
    /// The answer to somebody who wants the record of a running match; strangers do not learn that it runs.
    async fn still_running(&self, match_id: Uuid, who: crate::driver::Who, origin: &Origin) -> Status {
        match self.engine.snapshot(match_id, who, origin).await {
            Ok(_) => status(EngineError::Running),
            Err(error) => status(error),
        }
    }
}

/// Whose matches are listed: one's own, or for services anybody's.
fn listed_account(caller: &Caller, account_id: &str) -> Result<Uuid, Fault> {
    match caller {
        Caller::Account(account) => {
            if account_id.is_empty() || parse_uuid("account_id", account_id)? == account.account_id {
                Ok(account.account_id)
            } else {
                caller.service(Scope::MatchesRead).map(|_| account.account_id)
            }
        }
        other => {
            other.service(Scope::MatchesRead)?;
            parse_uuid("account_id", account_id)
        }
    }
}
