//! Players by the hundred, and matches for them.

use std::sync::Arc;

use anyhow::anyhow;
use env::{Clock, Entropy};
use futures::StreamExt as _;
use futures::stream;
use jodi::client::{Connection, Player};
use service::{Authorities, Peer};
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::game::v1 as game;

use super::server::Server;

/// Seats of a match of Seep.
pub const SEATS: usize = 4;
/// Calls at a time while a crowd comes in.
const AT_A_TIME: usize = 8;

/// How players are connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Connections {
    /// Each has one of their own, as phones have.
    #[default]
    Separate,
    /// Sixteen matches' players share one, as behind a backend of one's own.
    Shared,
}

/// Matches whose players share a connection.
const MATCHES_PER_CONNECTION: usize = 16;

/// Signs the players of so many matches in, four by four.
///
/// # Errors
/// Those of the calls.
pub async fn sign_in(
    server: &Server,
    matches: usize,
    connections: Connections,
    clock: &Clock,
    entropy: &Entropy,
) -> anyhow::Result<Vec<[Arc<Player>; SEATS]>> {
    let connect = || {
        Ok::<_, anyhow::Error>(Connection::new(
            &server.address,
            &Authorities::default(),
            clock.clone(),
            entropy.clone(),
        )?)
    };
    let mut ways = Vec::with_capacity(matches * SEATS);
    let mut shared = connect()?;
    for table in 0..matches {
        if table.is_multiple_of(MATCHES_PER_CONNECTION) {
            shared = connect()?;
        }
        for _ in 0..SEATS {
            ways.push(if connections == Connections::Shared { shared.clone() } else { connect()? });
        }
    }
    let signed = stream::iter(ways.into_iter().enumerate())
        .map(|(n, way)| async move { Player::sign_in(way, &format!("Player {n}")).await })
        .buffered(AT_A_TIME);
    let mut players = signed.collect::<Vec<_>>().await.into_iter();
    let mut tables = Vec::with_capacity(matches);
    while players.len() > 0 {
        let four: Result<Vec<Arc<Player>>, _> =
            players.by_ref().take(SEATS).map(|p| p.map(Arc::new)).collect();
        tables.push(four?.try_into().map_err(|_| anyhow!("players come by four"))?);
    }
    Ok(tables)
}

/// Creates matches of Seep with the default options, unrated, without clocks and cuts.
#[derive(Clone)]
pub struct Matches {
    backend: EngineServiceClient<Peer>,
    clock: Clock,
    entropy: Entropy,
}

impl Matches {
    /// By the backend of a server.
    ///
    /// # Errors
    /// Never, with a key of our own making.
    pub fn of(server: &Server, clock: &Clock, entropy: &Entropy) -> anyhow::Result<Self> {
        let backend = EngineServiceClient::new(server.backend()?);
        Ok(Self { backend, clock: clock.clone(), entropy: entropy.clone() })
    }

    /// Creates one for four players.
    ///
    /// # Errors
    /// Those of the call.
    pub async fn create(&self, players: &[Arc<Player>; SEATS]) -> anyhow::Result<Uuid> {
        let match_id = self.entropy.uuid_v7(&self.clock);
        let seat = |player: &Arc<Player>| {
            let player = pb::PlayerSeat {
                account_id: player.account_id.clone(),
                display_name: player.display_name.clone(),
            };
            pb::SeatAssignment { occupant: Some(pb::seat_assignment::Occupant::Player(player)) }
        };
        let seep = game::game_options::Game::Seep(game::SeepOptions::default());
        let request = pb::CreateMatchRequest {
            match_id: match_id.to_string(),
            options: Some(game::GameOptions { game: Some(seep) }),
            seats: players.iter().map(seat).collect(),
            clocks: Some(pb::ClockSettings {
                turn_limit: Some(prost_types::Duration::default()),
                bank: None,
            }),
            cut_window: Some(prost_types::Duration::default()),
            ..Default::default()
        };
        self.backend.clone().create_match(request).await?;
        Ok(match_id)
    }

    /// Creates one for each table.
    ///
    /// # Errors
    /// Those of the calls.
    pub async fn create_each<'a>(
        &self,
        tables: impl Iterator<Item = &'a [Arc<Player>; SEATS]>,
    ) -> anyhow::Result<Vec<Uuid>> {
        let created = stream::iter(tables).map(|players| self.create(players)).buffered(AT_A_TIME);
        created.collect::<Vec<_>>().await.into_iter().collect()
    }
}
