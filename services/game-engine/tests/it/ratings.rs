//! A ratings service that takes down what it gets, and answers as a test tells it to.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use service::{Credential, Peer, connect_peer};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};
use wire::ratings::v1::ratings_service_server::{RatingsService, RatingsServiceServer};
use wire::ratings::v1::{
    BatchGetStandingsRequest, BatchGetStandingsResponse, ExplainResultRequest, ExplainResultResponse,
    GetLadderRequest, GetLadderResponse, GetRatingGraphRequest, GetRatingGraphResponse, GetResultRequest,
    GetResultResponse, GetStandingRequest, GetStandingResponse, HeadToHeadRequest, HeadToHeadResponse,
    ListHistoryRequest, ListHistoryResponse, ListLaddersRequest, ListLaddersResponse, ListPartnersRequest,
    ListPartnersResponse, ListSeasonsRequest, ListSeasonsResponse, ListStandingsRequest,
    ListStandingsResponse, QuoteGameRequest, QuoteGameResponse, SubmitResultRequest, SubmitResultResponse,
};

use crate::world::within;

/// The recorder; clones share what it took down.
#[derive(Clone, Default)]
pub struct Ratings(Arc<Inner>);

#[derive(Default)]
struct Inner {
    taken: Mutex<Vec<SubmitResultRequest>>,
    attempts: Mutex<Vec<String>>,
    answers: Mutex<HashMap<String, VecDeque<Status>>>,
    everything: Mutex<Option<Status>>,
    changed: Notify,
}

impl Ratings {
    /// Serves on a loopback port, and returns how to call it.
    pub async fn serve(&self) -> String {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = tonic::transport::Server::builder()
            .add_service(RatingsServiceServer::new(self.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(serving);
        url
    }

    pub fn peer(url: &str) -> Peer {
        Peer::new(connect_peer(url).unwrap(), Credential::bearer("jodi_sk_engine").unwrap())
    }

    /// The next attempts for this result are answered so, one by one.
    pub fn answer(&self, result_id: impl ToString, with: impl IntoIterator<Item = Status>) {
        self.0.answers.lock().unwrap().entry(result_id.to_string()).or_default().extend(with);
    }

    /// Every attempt is answered so until further notice.
    pub fn answer_all(&self, with: Option<Status>) {
        *self.0.everything.lock().unwrap() = with;
    }

    pub fn taken(&self) -> Vec<SubmitResultRequest> {
        self.0.taken.lock().unwrap().clone()
    }

    /// Result ids in the order in which they were tried.
    pub fn attempts(&self) -> Vec<String> {
        self.0.attempts.lock().unwrap().clone()
    }

    /// Waits until so many results have been taken.
    pub async fn wait_for(&self, results: usize) -> Vec<SubmitResultRequest> {
        self.wait(|| self.taken().len() >= results).await;
        self.taken()
    }

    pub async fn wait_for_attempts(&self, attempts: usize) -> Vec<String> {
        self.wait(|| self.attempts().len() >= attempts).await;
        self.attempts()
    }

    /// Waits until something was submitted, or for a moment.
    pub async fn changed(&self) {
        let moment = std::time::Duration::from_millis(50);
        let _ = tokio::time::timeout(moment, self.0.changed.notified()).await;
    }

    async fn wait(&self, is_so: impl Fn() -> bool) {
        within(async {
            loop {
                let changed = self.0.changed.notified();
                if is_so() {
                    return;
                }
                changed.await;
            }
        })
        .await;
    }
}

#[tonic::async_trait]
impl RatingsService for Ratings {
    async fn submit_result(
        &self,
        request: Request<SubmitResultRequest>,
    ) -> Result<Response<SubmitResultResponse>, Status> {
        let request = request.into_inner();
        self.0.attempts.lock().unwrap().push(request.result_id.clone());
        let own = self.0.answers.lock().unwrap().get_mut(&request.result_id).and_then(VecDeque::pop_front);
        let refusal = own.or_else(|| self.0.everything.lock().unwrap().clone());
        if refusal.is_none() {
            self.0.taken.lock().unwrap().push(request);
        }
        self.0.changed.notify_waiters();
        refusal.map_or_else(|| Ok(Response::new(SubmitResultResponse::default())), Err)
    }

    async fn get_result(&self, _: Request<GetResultRequest>) -> Result<Response<GetResultResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn list_ladders(
        &self,
        _: Request<ListLaddersRequest>,
    ) -> Result<Response<ListLaddersResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn list_standings(
        &self,
        _: Request<ListStandingsRequest>,
    ) -> Result<Response<ListStandingsResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn get_standing(
        &self,
        _: Request<GetStandingRequest>,
    ) -> Result<Response<GetStandingResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn list_history(
        &self,
        _: Request<ListHistoryRequest>,
    ) -> Result<Response<ListHistoryResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn explain_result(
        &self,
        _: Request<ExplainResultRequest>,
    ) -> Result<Response<ExplainResultResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn get_ladder(&self, _: Request<GetLadderRequest>) -> Result<Response<GetLadderResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn list_seasons(
        &self,
        _: Request<ListSeasonsRequest>,
    ) -> Result<Response<ListSeasonsResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn batch_get_standings(
        &self,
        _: Request<BatchGetStandingsRequest>,
    ) -> Result<Response<BatchGetStandingsResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn list_partners(
        &self,
        _: Request<ListPartnersRequest>,
    ) -> Result<Response<ListPartnersResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn get_rating_graph(
        &self,
        _: Request<GetRatingGraphRequest>,
    ) -> Result<Response<GetRatingGraphResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn quote_game(&self, _: Request<QuoteGameRequest>) -> Result<Response<QuoteGameResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }

    async fn head_to_head(
        &self,
        _: Request<HeadToHeadRequest>,
    ) -> Result<Response<HeadToHeadResponse>, Status> {
        Err(Status::unimplemented("a recorder"))
    }
}
