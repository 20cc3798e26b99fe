//! The reviewers' service: the queue of reviews, and what becomes of them.

use std::collections::HashMap;

use env::Clock;
use service::{Caller, Scope, page_size, timestamp};
use sqlx::PgPool;
use tonic::{Request, Response, Status};
use uuid::Uuid;
use wire::ratings::v1::integrity_service_server::IntegrityService;
use wire::ratings::v1::{
    self as pb, GetReviewRequest, GetReviewResponse, ListReviewsRequest, ListReviewsResponse,
    ResolveReviewRequest, ResolveReviewResponse, VoidFromReviewRequest, VoidFromReviewResponse,
};

use super::{PAGE_DEFAULT, PAGE_MAX, answer, decode, encode, orders, tokens};
use crate::error::Error;
use crate::ids::{AccountId, Entity};
use crate::integrity::review::{self, Act, Acted, Filter, Review, ReviewedResult, State, Summary};
use crate::integrity::signals::{Figure, Signal};
use crate::ladder;
use crate::rate::Bells;

/// The handlers.
#[derive(Clone, Debug)]
pub(crate) struct IntegrityGrpc {
    pub(crate) pool: PgPool,
    pub(crate) clock: Clock,
    pub(crate) bells: Bells,
}

impl IntegrityGrpc {
    async fn list(&self, request: Request<ListReviewsRequest>) -> Result<ListReviewsResponse, Error> {
        Caller::of(&request).service(Scope::Admin)?;
        let ListReviewsRequest { ladder, state, page_size: size, page_token } = request.into_inner();
        let filter = Filter {
            ladder: (!ladder.is_empty()).then(|| decode::ladder(&ladder)).transpose()?,
            state: asked_state("state", state)?,
        };
        let size = page_size(size, PAGE_DEFAULT, PAGE_MAX)?;
        let bound = (filter.ladder.clone(), state);
        let before = tokens::place(&page_token, &bound)?;
        if let Some(ladder) = &filter.ladder {
            ladder::find(&self.pool, ladder).await?;
        }
        let page = review::page(&self.pool, &filter, before, size).await?;
        Ok(ListReviewsResponse {
            reviews: page.reviews.iter().map(summary).collect(),
            next_page_token: page.next.map(|place| tokens::token(&bound, &place)).unwrap_or_default(),
        })
    }

    async fn get(&self, request: Request<GetReviewRequest>) -> Result<GetReviewResponse, Error> {
        Caller::of(&request).service(Scope::Admin)?;
        let id = review_id(&request.into_inner().review_id)?;
        Ok(GetReviewResponse { review: Some(whole(&review::find(&self.pool, id).await?)) })
    }

    async fn resolve(&self, request: Request<ResolveReviewRequest>) -> Result<ResolveReviewResponse, Error> {
        let requested_by = Caller::of(&request).service(Scope::Admin)?.name.clone();
        let ResolveReviewRequest { review_id: id, request_id, verdict, reason } = request.into_inner();
        let id = review_id(&id)?;
        let verdict = asked_state("verdict", verdict)?.filter(|verdict| *verdict != State::Open);
        let verdict = verdict.ok_or_else(|| Error::invalid("verdict", "must be DISMISSED or CONFIRMED"))?;
        let order = orders::order(requested_by, &request_id, reason)?;
        let acted = review::resolve(&self.pool, id, &order, verdict, self.clock.now()).await?;
        let review = whole(&review::find(&self.pool, id).await?);
        Ok(ResolveReviewResponse { review: Some(review), replayed: acted == Acted::Before })
    }

    async fn void(&self, request: Request<VoidFromReviewRequest>) -> Result<VoidFromReviewResponse, Error> {
        let requested_by = Caller::of(&request).service(Scope::Admin)?.name.clone();
        let VoidFromReviewRequest { review_id: id, request_id, reason, reopen_sealed_seasons } =
            request.into_inner();
        let id = review_id(&id)?;
        let order = orders::order(requested_by, &request_id, reason)?;
        let sealed = orders::sealed(reopen_sealed_seasons);
        let acted = review::void(&self.pool, id, &order, sealed, self.clock.now()).await?;
        let review = review::find(&self.pool, id).await?;
        self.bells.ring(&review.summary.ladder);
        Ok(VoidFromReviewResponse { review: Some(whole(&review)), replayed: acted == Acted::Before })
    }
}

/// The review that is asked for. What could not be a review's id is no review's id.
fn review_id(text: &str) -> Result<Uuid, Error> {
    Uuid::try_parse(text).map_err(|_| Error::ReviewNotFound)
}

/// The state that is asked for; `None` if it is not given.
fn asked_state(field: &str, state: i32) -> Result<Option<State>, Error> {
    let state = pb::ReviewState::try_from(state);
    match state.map_err(|_| Error::invalid(field, "is no state of a review"))? {
        pb::ReviewState::Unspecified => Ok(None),
        pb::ReviewState::Open => Ok(Some(State::Open)),
        pb::ReviewState::Dismissed => Ok(Some(State::Dismissed)),
        pb::ReviewState::Confirmed => Ok(Some(State::Confirmed)),
    }
}

const fn state_shown(state: State) -> pb::ReviewState {
    match state {
        State::Open => pb::ReviewState::Open,
        State::Dismissed => pb::ReviewState::Dismissed,
        State::Confirmed => pb::ReviewState::Confirmed,
    }
}

const fn signal_shown(signal: Signal) -> pb::ReviewSignal {
    match signal {
        Signal::PartnerLift => pb::ReviewSignal::PartnerLift,
        Signal::OpponentConcentration => pb::ReviewSignal::OpponentConcentration,
        Signal::LosingRun => pb::ReviewSignal::LosingRun,
        Signal::QuickGames => pb::ReviewSignal::QuickGames,
        Signal::NewAccounts => pb::ReviewSignal::NewAccounts,
    }
}

fn summary(review: &Summary) -> pb::Review {
    let others = review.evidence.others.iter().map(|key| party(key.entity(), &review.names));
    let figure = |figure: &Figure| pb::ReviewFigure { name: figure.name.clone(), value: figure.value };
    pb::Review {
        id: review.id.to_string(),
        ladder: review.ladder.to_string(),
        signal: signal_shown(review.signal).into(),
        state: state_shown(review.state).into(),
        subject: Some(party(review.subject, &review.names)),
        window_start: Some(timestamp(review.window_start)),
        sentence: review.evidence.sentence.clone(),
        figures: review.evidence.figures.iter().map(figure).collect(),
        others: others.collect(),
        result_count: u32::try_from(review.results.len()).unwrap_or(u32::MAX),
        results: Vec::new(),
        opened_at: Some(timestamp(review.opened_at)),
        updated_at: Some(timestamp(review.updated_at)),
        times_reopened: review.times_reopened,
        actions: Vec::new(),
    }
}

fn whole(review: &Review) -> pb::Review {
    pb::Review {
        results: review.results.iter().map(result).collect(),
        actions: review.acts.iter().map(action).collect(),
        ..summary(&review.summary)
    }
}

fn party(entity: Entity, names: &HashMap<AccountId, String>) -> pb::ReviewParty {
    let name = |account: AccountId| names.get(&account).cloned().unwrap_or_default();
    pb::ReviewParty {
        entity: Some(encode::entity(entity)),
        display_names: entity.accounts().into_iter().map(name).collect(),
    }
}

fn result(result: &ReviewedResult) -> pb::ReviewedResult {
    pb::ReviewedResult {
        sequence: result.sequence.unsigned_abs(),
        source: result.source.clone(),
        result_id: result.result_id.clone(),
        played_at: Some(timestamp(result.played_at)),
        voided_by: result.voided_by.map_or(0, i64::unsigned_abs),
    }
}

fn action(act: &Act) -> pb::ReviewAction {
    pb::ReviewAction {
        verdict: state_shown(act.verdict).into(),
        acted_by: act.acted_by.clone(),
        note: act.note.clone(),
        acted_at: Some(timestamp(act.acted_at)),
        void_sequence: act.void_sequence.map_or(0, i64::unsigned_abs),
    }
}

#[tonic::async_trait]
impl IntegrityService for IntegrityGrpc {
    async fn list_reviews(
        &self,
        request: Request<ListReviewsRequest>,
    ) -> Result<Response<ListReviewsResponse>, Status> {
        answer(self.list(request).await)
    }

    async fn get_review(
        &self,
        request: Request<GetReviewRequest>,
    ) -> Result<Response<GetReviewResponse>, Status> {
        answer(self.get(request).await)
    }

    async fn resolve_review(
        &self,
        request: Request<ResolveReviewRequest>,
    ) -> Result<Response<ResolveReviewResponse>, Status> {
        answer(self.resolve(request).await)
    }

    async fn void_from_review(
        &self,
        request: Request<VoidFromReviewRequest>,
    ) -> Result<Response<VoidFromReviewResponse>, Status> {
        answer(self.void(request).await)
    }
}
