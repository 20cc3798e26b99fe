//! The gRPC service: decode, call, encode. Who may call what is decided here; nothing else is.

mod decode;
mod encode;
mod feed;

use service::{Caller, Scope, decode_token, encode_token, page_size};
use sqlx::PgPool;
use tonic::{Request, Response, Status};
use wire::Fault;
use wire::ratings::v1::ratings_service_server::RatingsService;
use wire::ratings::v1::{
    ExplainResultRequest, ExplainResultResponse, GetResultRequest, GetResultResponse, GetStandingRequest,
    GetStandingResponse, ListHistoryRequest, ListHistoryResponse, ListLaddersRequest, ListLaddersResponse,
    ListStandingsRequest, ListStandingsResponse, SubmitResultRequest, SubmitResultResponse,
};

use crate::accept::{Acceptance, Acceptor};
use crate::board::{self, Rows};
use crate::error::Error;
use crate::history;
use crate::ids::SourceName;
use crate::ladder;
use crate::rate::Bells;
use crate::read::{self, StoredResult};

pub(crate) use feed::FeedGrpc;

/// Rows of a page unless asked for, and at most.
const PAGE_DEFAULT: u32 = 50;
const PAGE_MAX: u32 = 200;
/// Most neighbours on either side of a standing.
const NEIGHBOURS_MAX: u32 = 50;

/// The handlers.
#[derive(Clone, Debug)]
pub(crate) struct RatingsGrpc {
    pub(crate) acceptor: Acceptor,
    pub(crate) bells: Bells,
}

impl RatingsGrpc {
    fn pool(&self) -> &PgPool {
        &self.acceptor.pool
    }

    async fn submit(&self, request: Request<SubmitResultRequest>) -> Result<SubmitResultResponse, Error> {
        let caller = Caller::of(&request);
        let source = SourceName::new(&caller.service(Scope::ResultsWrite)?.name);
        let result = decode::reported_result(request.into_inner())?;
        let acceptance = self.acceptor.accept(&source, &result).await?;
        if matches!(acceptance, Acceptance::New(_)) {
            self.bells.ring(&result.ladder);
        }
        let replayed = matches!(acceptance, Acceptance::Replayed(_));
        Ok(SubmitResultResponse { result: Some(encode::result(&acceptance.into_stored())), replayed })
    }

    async fn stored(&self, source: &str, result_id: &str) -> Result<StoredResult, Error> {
        let (source, result_id) = (decode::source(source)?, decode::result_id(result_id)?);
        read::find(self.pool(), &source, &result_id).await
    }

    async fn standings(
        &self,
        request: Request<ListStandingsRequest>,
    ) -> Result<ListStandingsResponse, Error> {
        Caller::of(&request).any()?;
        let ListStandingsRequest { ladder, page_size: size, page_token, include_provisional } =
            request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let size = page_size(size, PAGE_DEFAULT, PAGE_MAX)?;
        let after = decode_token::<decode::BoardToken>(&page_token)?
            .map(|token| token.key_for(&ladder, include_provisional))
            .transpose()?;
        let rows = if include_provisional { Rows::WithProvisional } else { Rows::Ranked };
        let page = board::page(self.pool(), &ladder, rows, after, size).await?;
        let next =
            page.next.map(|key| encode_token(&decode::BoardToken { ladder, include_provisional, key }));
        Ok(ListStandingsResponse {
            rows: page.rows.iter().map(encode::standing_row).collect(),
            next_page_token: next.unwrap_or_default(),
            ranked: page.ranked,
        })
    }

    async fn standing(&self, request: Request<GetStandingRequest>) -> Result<GetStandingResponse, Error> {
        Caller::of(&request).any()?;
        let GetStandingRequest { ladder, entity, neighbours } = request.into_inner();
        if neighbours > NEIGHBOURS_MAX {
            return Err(Error::invalid("neighbours", format!("must be 0 to {NEIGHBOURS_MAX}")));
        }
        let (ladder, entity) = (decode::ladder(&ladder)?, decode::entity(entity)?);
        let around = board::around(self.pool(), &ladder, entity, neighbours).await?;
        Ok(GetStandingResponse {
            row: Some(encode::standing_row(&around.row)),
            above: around.above.iter().map(encode::standing_row).collect(),
            below: around.below.iter().map(encode::standing_row).collect(),
            ranked: around.ranked,
        })
    }

    async fn history(&self, request: Request<ListHistoryRequest>) -> Result<ListHistoryResponse, Error> {
        Caller::of(&request).any()?;
        let ListHistoryRequest { ladder, entity, page_size: size, page_token } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let size = page_size(size, PAGE_DEFAULT, PAGE_MAX)?;
        let entity = decode::entity(entity)?;
        let before = decode_token::<decode::HistoryToken>(&page_token)?
            .map(|token| token.position_for(&ladder, entity))
            .transpose()?;
        let page = history::page(self.pool(), &ladder, entity, before, size).await?;
        let token = |position| decode::HistoryToken { ladder, entity: entity.key(), position };
        Ok(ListHistoryResponse {
            entries: page.entries.into_iter().map(encode::history_entry).collect(),
            next_page_token: page.next.map(|at| encode_token(&token(at))).unwrap_or_default(),
        })
    }

    async fn explain(&self, request: Request<ExplainResultRequest>) -> Result<ExplainResultResponse, Error> {
        Caller::of(&request).any()?;
        let ExplainResultRequest { source, result_id } = request.into_inner();
        let stored = self.stored(&source, &result_id).await?;
        let outcome = stored.outcome.as_ref().ok_or(Error::NotRatedYet)?;
        let postings = read::postings(self.pool(), &stored.track, stored.sequence).await?;
        Ok(encode::explanation(&stored, outcome, postings))
    }
}

fn answer<T>(outcome: Result<T, Error>) -> Result<Response<T>, Status> {
    outcome.map(Response::new).map_err(|error| Fault::from(error).into())
}

#[tonic::async_trait]
impl RatingsService for RatingsGrpc {
    async fn submit_result(
        &self,
        request: Request<SubmitResultRequest>,
    ) -> Result<Response<SubmitResultResponse>, Status> {
        answer(self.submit(request).await)
    }

    async fn get_result(
        &self,
        request: Request<GetResultRequest>,
    ) -> Result<Response<GetResultResponse>, Status> {
        Caller::of(&request).any()?;
        let GetResultRequest { source, result_id } = request.into_inner();
        let stored = self.stored(&source, &result_id).await;
        answer(stored.map(|stored| GetResultResponse { result: Some(encode::result(&stored)) }))
    }

    async fn list_ladders(
        &self,
        request: Request<ListLaddersRequest>,
    ) -> Result<Response<ListLaddersResponse>, Status> {
        Caller::of(&request).any()?;
        let ladders = ladder::list(self.pool()).await;
        let encode = |ladders: Vec<_>| ladders.into_iter().map(encode::ladder).collect();
        answer(ladders.map(|ladders| ListLaddersResponse { ladders: encode(ladders) }))
    }

    async fn list_standings(
        &self,
        request: Request<ListStandingsRequest>,
    ) -> Result<Response<ListStandingsResponse>, Status> {
        answer(self.standings(request).await)
    }

    async fn get_standing(
        &self,
        request: Request<GetStandingRequest>,
    ) -> Result<Response<GetStandingResponse>, Status> {
        answer(self.standing(request).await)
    }

    async fn list_history(
        &self,
        request: Request<ListHistoryRequest>,
    ) -> Result<Response<ListHistoryResponse>, Status> {
        answer(self.history(request).await)
    }

    async fn explain_result(
        &self,
        request: Request<ExplainResultRequest>,
    ) -> Result<Response<ExplainResultResponse>, Status> {
        answer(self.explain(request).await)
    }
}
