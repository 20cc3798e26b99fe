//! Handlers: results in, and what became of them.

use service::{Caller, Scope};
use tonic::Request;
use wire::ratings::v1::{
    ExplainResultRequest, ExplainResultResponse, GetResultRequest, GetResultResponse, SubmitResultRequest,
    SubmitResultResponse,
};

use super::{RatingsGrpc, decode, encode};
use crate::accept::Acceptance;
use crate::error::Error;
use crate::ids::SourceName;
use crate::read::{self, StoredResult};

impl RatingsGrpc {
    pub(super) async fn submit(
        &self,
        request: Request<SubmitResultRequest>,
    ) -> Result<SubmitResultResponse, Error> {
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
        let (source, result_id) = decode::result(source, result_id)?;
        read::find(self.pool(), &source, &result_id).await
    }

    pub(super) async fn result(
        &self,
        request: Request<GetResultRequest>,
    ) -> Result<GetResultResponse, Error> {
        Caller::of(&request).any()?;
        let GetResultRequest { source, result_id } = request.into_inner();
        let stored = self.stored(&source, &result_id).await?;
        Ok(GetResultResponse { result: Some(encode::result(&stored)) })
    }

    pub(super) async fn explain(
        &self,
        request: Request<ExplainResultRequest>,
    ) -> Result<ExplainResultResponse, Error> {
        Caller::of(&request).any()?;
        let ExplainResultRequest { source, result_id } = request.into_inner();
        let stored = self.stored(&source, &result_id).await?;
        let outcome = stored.outcome.as_ref().ok_or(Error::NotRatedYet)?;
        let postings = read::postings(self.pool(), &stored.track, stored.sequence).await?;
        let voided_at = read::voided_at(self.pool(), &stored).await?;
        Ok(encode::explanation(&stored, outcome, postings, voided_at))
    }
}
