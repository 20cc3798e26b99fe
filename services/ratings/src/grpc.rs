//! The gRPC service: decode, call, encode. Who may call what is decided here; nothing else is.

mod admin;
mod boards;
mod decode;
mod encode;
mod feed;
mod games;
mod import;
mod integrity;
mod ladders;
mod orders;
mod pasts;
mod results;
mod tokens;

use sqlx::PgPool;
use tonic::{Request, Response, Status};
use wire::Fault;
use wire::ratings::v1::ratings_service_server::RatingsService;
use wire::ratings::v1::{
    BatchGetStandingsRequest, BatchGetStandingsResponse, ExplainResultRequest, ExplainResultResponse,
    GetLadderRequest, GetLadderResponse, GetRatingGraphRequest, GetRatingGraphResponse, GetResultRequest,
    GetResultResponse, GetStandingRequest, GetStandingResponse, HeadToHeadRequest, HeadToHeadResponse,
    ListHistoryRequest, ListHistoryResponse, ListLaddersRequest, ListLaddersResponse, ListPartnersRequest,
    ListPartnersResponse, ListSeasonsRequest, ListSeasonsResponse, ListStandingsRequest,
    ListStandingsResponse, QuoteGameRequest, QuoteGameResponse, SubmitResultRequest, SubmitResultResponse,
};

use crate::accept::Acceptor;
use crate::error::Error;
use crate::rate::Bells;

pub(crate) use admin::AdminGrpc;
pub(crate) use feed::FeedGrpc;
pub(crate) use import::{IMPORT_MESSAGE_BYTES, ImportGrpc};
pub(crate) use integrity::IntegrityGrpc;

/// Rows of a page unless asked for, and at most.
const PAGE_DEFAULT: u32 = 50;
const PAGE_MAX: u32 = 200;

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
        answer(self.result(request).await)
    }

    async fn list_ladders(
        &self,
        request: Request<ListLaddersRequest>,
    ) -> Result<Response<ListLaddersResponse>, Status> {
        answer(self.ladders(request).await)
    }

    async fn get_ladder(
        &self,
        request: Request<GetLadderRequest>,
    ) -> Result<Response<GetLadderResponse>, Status> {
        answer(self.ladder(request).await)
    }

    async fn list_seasons(
        &self,
        request: Request<ListSeasonsRequest>,
    ) -> Result<Response<ListSeasonsResponse>, Status> {
        answer(self.seasons(request).await)
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

    async fn batch_get_standings(
        &self,
        request: Request<BatchGetStandingsRequest>,
    ) -> Result<Response<BatchGetStandingsResponse>, Status> {
        answer(self.standings_of(request).await)
    }

    async fn list_partners(
        &self,
        request: Request<ListPartnersRequest>,
    ) -> Result<Response<ListPartnersResponse>, Status> {
        answer(self.partners(request).await)
    }

    async fn list_history(
        &self,
        request: Request<ListHistoryRequest>,
    ) -> Result<Response<ListHistoryResponse>, Status> {
        answer(self.history(request).await)
    }

    async fn get_rating_graph(
        &self,
        request: Request<GetRatingGraphRequest>,
    ) -> Result<Response<GetRatingGraphResponse>, Status> {
        answer(self.graph(request).await)
    }

    async fn quote_game(
        &self,
        request: Request<QuoteGameRequest>,
    ) -> Result<Response<QuoteGameResponse>, Status> {
        answer(self.quote(request).await)
    }

    async fn head_to_head(
        &self,
        request: Request<HeadToHeadRequest>,
    ) -> Result<Response<HeadToHeadResponse>, Status> {
        answer(self.head_to_head(request).await)
    }

    async fn explain_result(
        &self,
        request: Request<ExplainResultRequest>,
    ) -> Result<Response<ExplainResultResponse>, Status> {
        answer(self.explain(request).await)
    }
}
