//! A stand-in for the ratings service, true to the contract of the two calls that the lobby makes.

use std::pin::Pin;
use std::result::Result;
use std::sync::Arc;

use env::{Clock, Entropy};
use futures::{Stream, StreamExt as _};
use service::{Caller, Credential, Drain, Part, Peer, Scope, ServiceKey, ServiceKeys};
use tokio::sync::watch;
use tonic::{Request, Response, Status};
use wire::ratings::v1::rating_feed_service_server::{RatingFeedService, RatingFeedServiceServer};
use wire::ratings::v1::ratings_service_server::{RatingsService, RatingsServiceServer};
use wire::ratings::v1::watch_rating_changes_response::Update;
use wire::ratings::v1::*;

use crate::house::serve;

/// The ladder that it has.
pub const LADDER: &str = "seep";

/// A ratings service with one ladder. Clones are the same.
#[derive(Clone)]
pub struct StandInRatings {
    log: Arc<Vec<Update>>,
    /// Held, so that it stays ready.
    _ready: Arc<watch::Sender<bool>>,
}

impl StandInRatings {
    /// Serves a new one whose ladder's log is this, numbered from 1, and a peer that it knows.
    pub async fn serve(clock: Clock, log: Vec<Update>) -> Peer {
        let key = ServiceKey::generate(&Entropy::os());
        let mut keys = ServiceKeys::default();
        keys.accept(&key, "lobby", &[Scope::MatchesRead]);
        let sender = watch::Sender::new(true);
        let ready = sender.subscribe();
        let ratings = Self { log: Arc::new(log), _ready: Arc::new(sender) };
        let part = Part {
            names: vec!["jodi.ratings.v1.RatingsService"],
            ready,
            add_routes: Box::new(move |routes| {
                routes.add_service(RatingsServiceServer::new(ratings.clone()));
                routes.add_service(RatingFeedServiceServer::new(ratings));
            }),
            farewell: None,
        };
        let drain = Drain::new(clock.clone(), Default::default(), Default::default());
        let channel = serve(part, keys, clock, drain).await.connect_lazy();
        Peer::new(channel, Credential::service_key(&key).unwrap())
    }
}

#[tonic::async_trait]
impl RatingFeedService for StandInRatings {
    type WatchRatingChangesStream =
        Pin<Box<dyn Stream<Item = Result<WatchRatingChangesResponse, Status>> + Send>>;

    async fn watch_rating_changes(
        &self,
        request: Request<WatchRatingChangesRequest>,
    ) -> Result<Response<Self::WatchRatingChangesStream>, Status> {
        Caller::of(&request).any()?;
        let request = request.into_inner();
        assert_eq!(request.ladder, LADDER);
        let after = usize::try_from(request.after).unwrap();
        let updates: Vec<_> = self.log[after..].to_vec();
        let updates =
            tokio_stream::iter(updates).map(|update| Ok(WatchRatingChangesResponse { update: Some(update) }));
        Ok(Response::new(Box::pin(updates.chain(futures::stream::pending()))))
    }
}

macro_rules! ladders_only {
    ($($call:ident($request:ty) -> $response:ty,)*) => {
        #[tonic::async_trait]
        impl RatingsService for StandInRatings {
            async fn list_ladders(
                &self,
                _: Request<ListLaddersRequest>,
            ) -> Result<Response<ListLaddersResponse>, Status> {
                let rated_through = self.log.len() as u64;
                let ladder = Ladder { id: LADDER.to_owned(), rated_through, ..Default::default() };
                Ok(Response::new(ListLaddersResponse { ladders: vec![ladder] }))
            }

            $(async fn $call(&self, _: Request<$request>) -> Result<Response<$response>, Status> {
                Err(Status::unimplemented("the lobby does not make this call"))
            })*
        }
    };
}

ladders_only! {
    submit_result(SubmitResultRequest) -> SubmitResultResponse,
    get_result(GetResultRequest) -> GetResultResponse,
    get_ladder(GetLadderRequest) -> GetLadderResponse,
    list_seasons(ListSeasonsRequest) -> ListSeasonsResponse,
    list_standings(ListStandingsRequest) -> ListStandingsResponse,
    get_standing(GetStandingRequest) -> GetStandingResponse,
    batch_get_standings(BatchGetStandingsRequest) -> BatchGetStandingsResponse,
    list_partners(ListPartnersRequest) -> ListPartnersResponse,
    list_history(ListHistoryRequest) -> ListHistoryResponse,
    get_rating_graph(GetRatingGraphRequest) -> GetRatingGraphResponse,
    quote_game(QuoteGameRequest) -> QuoteGameResponse,
    head_to_head(HeadToHeadRequest) -> HeadToHeadResponse,
    explain_result(ExplainResultRequest) -> ExplainResultResponse,
}
