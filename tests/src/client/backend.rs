//! Another backend with a service key: it makes matches without the lobby.

use service::{Credential, Peer, ServiceKey};
use tonic::Status;
use tonic::transport::Channel;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::engine::v1::{
    AbortMatchRequest, BotSeat, ClockSettings, CreateMatchRequest, GetRecordRequest, MatchRecord,
    MatchSnapshot, PlayerSeat, SeatAssignment, seat_assignment,
};
use wire::game::v1::GameOptions;
use wire::ratings::v1::ladder_admin_service_client::LadderAdminServiceClient;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;

use super::{Guest, fresh_id, seep_deals, span};
use crate::within;

/// A match to be made. The default: one deal of Seep, no clocks, no cut, no ladder, no spectators, seat 3 deals, so that
/// seat 0 bids.
#[derive(Clone, Debug)]
pub struct MatchPlan(CreateMatchRequest);

impl MatchPlan {
    /// With these guests on the seats from 0 on, and bots on the rest.
    pub fn of(guests: &[Guest]) -> Self {
        let mut seats: Vec<_> = guests.iter().map(player).collect();
        seats.resize_with(4, bot);
        Self(CreateMatchRequest {
            match_id: fresh_id(),
            options: Some(seep_deals(1)),
            seats,
            clocks: Some(ClockSettings { turn_limit: span(0), bank: span(0) }),
            cut_window: span(0),
            ladder: String::new(),
            spectators: false,
            first_dealer: Some(3),
        })
    }

    /// With other options.
    #[must_use]
    pub fn options(mut self, options: GameOptions) -> Self {
        self.0.options = Some(options);
        self
    }

    /// With clocks, in milliseconds.
    #[must_use]
    pub fn clocks(mut self, turn_limit_ms: u64, bank_ms: u64) -> Self {
        self.0.clocks = Some(ClockSettings { turn_limit: span(turn_limit_ms), bank: span(bank_ms) });
        self
    }

    /// With time to cut, in milliseconds.
    #[must_use]
    pub fn cut_window(mut self, millis: u64) -> Self {
        self.0.cut_window = span(millis);
        self
    }

    /// Rated by a ladder.
    #[must_use]
    pub fn ladder(mut self, ladder: &str) -> Self {
        ladder.clone_into(&mut self.0.ladder);
        self
    }

    /// With the shuffles' own first dealer.
    #[must_use]
    pub fn dealer_drawn(mut self) -> Self {
        self.0.first_dealer = None;
        self
    }

    /// Open to spectators.
    #[must_use]
    pub fn spectators(mut self) -> Self {
        self.0.spectators = true;
        self
    }

    /// The request itself, to be changed in other ways.
    pub fn request(self) -> CreateMatchRequest {
        self.0
    }
}

fn player(guest: &Guest) -> SeatAssignment {
    let seat = PlayerSeat { account_id: guest.account_id.clone(), display_name: guest.name.clone() };
    SeatAssignment { occupant: Some(seat_assignment::Occupant::Player(seat)) }
}

fn bot() -> SeatAssignment {
    SeatAssignment { occupant: Some(seat_assignment::Occupant::Bot(BotSeat::default())) }
}

/// Another backend.
#[derive(Clone)]
pub struct Backend {
    peer: Peer,
}

impl Backend {
    /// One that presents this key.
    ///
    /// # Panics
    /// If the key is no plain text.
    pub fn new(channel: Channel, key: &ServiceKey) -> Self {
        Self { peer: Peer::new(channel, Credential::service_key(key).expect("a key is plain text")) }
    }

    /// Matches, as this backend.
    pub fn engine(&self) -> EngineServiceClient<Peer> {
        EngineServiceClient::new(self.peer.clone())
    }

    /// The ladder, as this backend.
    pub fn ratings(&self) -> RatingsServiceClient<Peer> {
        RatingsServiceClient::new(self.peer.clone())
    }

    /// Orders to ladders, as this backend.
    pub fn ladder_admin(&self) -> LadderAdminServiceClient<Peer> {
        LadderAdminServiceClient::new(self.peer.clone())
    }

    /// Makes a match; its id.
    ///
    /// # Panics
    /// If that is refused.
    pub async fn create(&self, plan: MatchPlan) -> String {
        let created = self.try_create(plan.request()).await.expect("the match is created");
        created.match_id
    }

    /// Makes a match.
    ///
    /// # Errors
    /// Why it is refused.
    pub async fn try_create(&self, request: CreateMatchRequest) -> Result<MatchSnapshot, Status> {
        let response = within("CreateMatch", self.engine().create_match(request)).await?;
        Ok(response.into_inner().r#match.expect("a created match is there"))
    }

    /// Aborts a match.
    ///
    /// # Errors
    /// Why it is refused.
    pub async fn abort(&self, match_id: &str, why: &str) -> Result<MatchSnapshot, Status> {
        let request = AbortMatchRequest { match_id: match_id.to_owned(), why: why.to_owned() };
        let response = within("AbortMatch", self.engine().abort_match(request)).await?;
        Ok(response.into_inner().r#match.expect("an aborted match is there"))
    }

    /// The record of an ended match.
    ///
    /// # Errors
    /// Why it is refused.
    pub async fn record(&self, match_id: &str) -> Result<MatchRecord, Status> {
        let request = GetRecordRequest { match_id: match_id.to_owned() };
        let response = within("GetRecord", self.engine().get_record(request)).await?;
        Ok(response.into_inner().record.expect("a record is there"))
    }
}
