//! The administrators' service: voids, closes of seasons, configurations, and what became of them.

use env::Clock;
use service::{Caller, Scope, page_size};
use sqlx::PgPool;
use tonic::{Request, Response, Status};
use wire::ratings::v1::ladder_admin_service_server::LadderAdminService;
use wire::ratings::v1::{
    CloseSeasonRequest, CloseSeasonResponse, ListDeadLettersRequest, ListDeadLettersResponse,
    ListEventsRequest, ListEventsResponse, PreviewVoidRequest, PreviewVoidResponse, PublishConfigRequest,
    PublishConfigResponse, VoidResultsRequest, VoidResultsResponse,
};

use super::{PAGE_DEFAULT, PAGE_MAX, answer, decode, encode, orders, tokens};
use crate::append;
use crate::error::Error;
use crate::event::{self, Direction};
use crate::ladder;
use crate::rate::Bells;
use crate::{preview, read};

/// Changes that a preview shows of each season unless asked for, and at most.
const CHANGES_DEFAULT: u32 = 100;
const CHANGES_MAX: u32 = 1_000;

/// The handlers.
#[derive(Clone, Debug)]
pub(crate) struct AdminGrpc {
    pub(crate) pool: PgPool,
    pub(crate) clock: Clock,
    pub(crate) bells: Bells,
}

impl AdminGrpc {
    async fn preview(&self, request: Request<PreviewVoidRequest>) -> Result<PreviewVoidResponse, Error> {
        Caller::of(&request).service(Scope::Admin)?;
        let PreviewVoidRequest { ladder, target, reopen_sealed_seasons, changes_max } = request.into_inner();
        let changes_max = match changes_max {
            0 => CHANGES_DEFAULT,
            n if n <= CHANGES_MAX => n,
            _ => return Err(Error::invalid("changes_max", format!("must be 1 to {CHANGES_MAX}, or 0"))),
        };
        let (ladder, target) = (decode::ladder(&ladder)?, orders::void_target(target)?);
        let sealed = orders::sealed(reopen_sealed_seasons);
        let preview = preview::preview(&self.pool, &ladder, &target, sealed).await?;
        Ok(encode::preview(&preview, changes_max as usize))
    }

    async fn void(&self, request: Request<VoidResultsRequest>) -> Result<VoidResultsResponse, Error> {
        let requested_by = Caller::of(&request).service(Scope::Admin)?.name.clone();
        let VoidResultsRequest { ladder, request_id, target, reopen_sealed_seasons, reason } =
            request.into_inner();
        let (ladder, target) = (decode::ladder(&ladder)?, orders::void_target(target)?);
        let order = orders::order(requested_by, &request_id, reason)?;
        let sealed = orders::sealed(reopen_sealed_seasons);
        let appended = append::void(&self.pool, &ladder, &order, &target, sealed, self.clock.now()).await?;
        self.bells.ring(&ladder);
        Ok(VoidResultsResponse { sequence: appended.sequence.unsigned_abs(), replayed: appended.replayed })
    }

    async fn close(&self, request: Request<CloseSeasonRequest>) -> Result<CloseSeasonResponse, Error> {
        let requested_by = Caller::of(&request).service(Scope::Admin)?.name.clone();
        let CloseSeasonRequest { ladder, request_id, season, reason } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let order = orders::order(requested_by, &request_id, reason)?;
        let season = i32::try_from(season).map_err(|_| Error::invalid("season", "is no season"))?;
        let appended = append::close(&self.pool, &ladder, &order, season, self.clock.now()).await?;
        self.bells.ring(&ladder);
        Ok(CloseSeasonResponse { sequence: appended.sequence.unsigned_abs(), replayed: appended.replayed })
    }

    async fn publish(&self, request: Request<PublishConfigRequest>) -> Result<PublishConfigResponse, Error> {
        Caller::of(&request).service(Scope::Admin)?;
        let PublishConfigRequest { ladder, config } = request.into_inner();
        let (ladder, config) = (decode::ladder(&ladder)?, orders::config(config)?);
        ladder::publish_config(&self.pool, &ladder, &config, self.clock.now()).await?;
        Ok(PublishConfigResponse { config: Some(encode::config(&config)) })
    }

    async fn events(&self, request: Request<ListEventsRequest>) -> Result<ListEventsResponse, Error> {
        Caller::of(&request).service(Scope::Admin)?;
        let ListEventsRequest { ladder, page_size: size, page_token } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let size = page_size(size, PAGE_DEFAULT, PAGE_MAX)?;
        let before = tokens::place(&page_token, &ladder)?.unwrap_or(i64::MAX);
        ladder::find(&self.pool, &ladder).await?;
        let (older, limit) = (1..=before.saturating_sub(1), i64::from(size) + 1);
        let mut events = event::within(&self.pool, &ladder, older, Direction::Backward, limit).await?;
        let more = events.len() > size as usize;
        events.truncate(size as usize);
        let next = events.last().filter(|_| more).map(|event| tokens::token(&ladder, &event.sequence));
        Ok(ListEventsResponse {
            events: events.into_iter().map(encode::ladder_event).collect(),
            next_page_token: next.unwrap_or_default(),
        })
    }

    async fn dead_letters(
        &self,
        request: Request<ListDeadLettersRequest>,
    ) -> Result<ListDeadLettersResponse, Error> {
        Caller::of(&request).service(Scope::Admin)?;
        let ListDeadLettersRequest { ladder, page_size: size, page_token } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let size = page_size(size, PAGE_DEFAULT, PAGE_MAX)?;
        let before = tokens::place(&page_token, &ladder)?.unwrap_or(i64::MAX);
        ladder::find(&self.pool, &ladder).await?;
        let mut letters = read::dead_letters(&self.pool, &ladder, before, i64::from(size) + 1).await?;
        let more = letters.len() > size as usize;
        letters.truncate(size as usize);
        let next = letters.last().filter(|_| more).map(|letter| tokens::token(&ladder, &letter.sequence));
        Ok(ListDeadLettersResponse {
            results: letters.iter().map(encode::result).collect(),
            next_page_token: next.unwrap_or_default(),
        })
    }
}

#[tonic::async_trait]
impl LadderAdminService for AdminGrpc {
    async fn preview_void(
        &self,
        request: Request<PreviewVoidRequest>,
    ) -> Result<Response<PreviewVoidResponse>, Status> {
        answer(self.preview(request).await)
    }

    async fn void_results(
        &self,
        request: Request<VoidResultsRequest>,
    ) -> Result<Response<VoidResultsResponse>, Status> {
        answer(self.void(request).await)
    }

    async fn close_season(
        &self,
        request: Request<CloseSeasonRequest>,
    ) -> Result<Response<CloseSeasonResponse>, Status> {
        answer(self.close(request).await)
    }

    async fn publish_config(
        &self,
        request: Request<PublishConfigRequest>,
    ) -> Result<Response<PublishConfigResponse>, Status> {
        answer(self.publish(request).await)
    }

    async fn list_events(
        &self,
        request: Request<ListEventsRequest>,
    ) -> Result<Response<ListEventsResponse>, Status> {
        answer(self.events(request).await)
    }

    async fn list_dead_letters(
        &self,
        request: Request<ListDeadLettersRequest>,
    ) -> Result<Response<ListDeadLettersResponse>, Status> {
        answer(self.dead_letters(request).await)
    }
}
