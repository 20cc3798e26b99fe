//! Matches that come and go.

use std::sync::Arc;

use env::{Clock, Entropy};
use futures::future::try_join_all;
use jodi::client::Player;
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::engine_service_client::EngineServiceClient;

use super::super::crowd::{self, Connections, Matches, SEATS};
use super::super::door::{Door, Kind, Update};
use super::super::server::Server;
use super::course::{self, Course};

/// Tables; each has one match at a time. So many that no account calls oftener than one may.
const TABLES: usize = 32;
/// Two seats of one side, who resign, and one of the other, who watches.
const PARTNERS: [usize; 2] = [0, 2];
const WATCHER: usize = 1;

/// A table whose players are asked for one match after the other.
struct Table {
    players: [Arc<Player>; SEATS],
    /// The watcher's session.
    door: Door,
}

/// Creates, watches and ends so many matches, and reads how the server stands.
///
/// # Errors
/// Those of the calls.
pub async fn run(server: &Server, all: u32, clock: &Clock, entropy: &Entropy) -> anyhow::Result<Course> {
    let mut tables = Vec::with_capacity(TABLES);
    for players in crowd::sign_in(server, TABLES, Connections::Shared, clock, entropy).await? {
        let door = Door::open(Kind::Session, &players[WATCHER]).await?;
        tables.push(Table { players, door });
    }
    let matches = Matches::of(server, clock, entropy)?;
    course::follow("matches", server, all, clock, async |more| {
        let shares = (0..TABLES as u32).map(|table| (more + table) / TABLES as u32);
        let played = tables.iter_mut().zip(shares).map(async |(table, share)| {
            for _ in 0..share {
                table.play(&matches, entropy).await?;
            }
            anyhow::Ok(())
        });
        try_join_all(played).await?;
        Ok(())
    })
    .await
}

impl Table {
    /// A match from its creation to the news of its end.
    async fn play(&mut self, matches: &Matches, entropy: &Entropy) -> anyhow::Result<()> {
        let match_id = matches.create(&self.players).await?;
        self.door.begin(match_id).await?;
        for partner in PARTNERS {
            resign(&self.players[partner], match_id, entropy).await?;
        }
        let match_id = match_id.to_string();
        loop {
            match self.door.next().await? {
                Update::Event(event) if event.match_id == match_id && event.ended.is_some() => return Ok(()),
                _ => {}
            }
        }
    }
}

async fn resign(player: &Player, match_id: Uuid, entropy: &Entropy) -> anyhow::Result<()> {
    let request =
        pb::ResignRequest { match_id: match_id.to_string(), request_id: entropy.uuid_v4().to_string() };
    EngineServiceClient::new(player.peer().await?).resign(request).await?;
    Ok(())
}
