//! `jodi bench restart`.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use env::{Clock, Entropy};
use futures::StreamExt as _;
use futures::stream;
use hdrhistogram::Histogram;
use jodi::client::Player;
use serde::Serialize;
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::game::v1::LegalMove;

use super::crowd::{self, Connections, Matches, SEATS};
use super::seat::move_request;
use super::server::Server;
use crate::database::DatabaseSettings;
use crate::print;

/// Tables of players; each plays many matches at a time.
const TABLES: usize = 16;
/// Calls at a time while the matches begin.
const AT_A_TIME: usize = 16;

/// Flags of `jodi bench restart`.
#[derive(Args)]
pub struct Restart {
    #[command(flatten)]
    database: DatabaseSettings,
    /// Live matches at the moment of the crash
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    matches: u32,
    /// Matches whose first move afterwards is timed, one after the other
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    moves: u32,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// A match whose next move is known.
struct Waiting<'p> {
    match_id: Uuid,
    mover: &'p Player,
    next: LegalMove,
}

#[derive(Serialize)]
struct Figures {
    matches: u32,
    /// From starting the process to health saying that it serves, its Postgres included, in milliseconds.
    serving_ms: u64,
    /// Of the first moves, each in a match that nobody has asked for since, in milliseconds.
    first_move_p50_ms: f64,
    first_move_p99_ms: f64,
    first_move_max_ms: f64,
}

impl Restart {
    /// Measures and prints.
    ///
    /// # Errors
    /// If the suite cannot be started or fails.
    pub async fn run(self) -> anyhow::Result<()> {
        let (clock, entropy) = (Clock::system(), Entropy::os());
        let mut server = Server::start(&self.database, &clock, &entropy).await?;
        let tables = crowd::sign_in(&server, TABLES, Connections::Shared, &clock, &entropy).await?;
        print::note(format_args!("{} matches begin", self.matches));
        let matches = Matches::of(&server, &clock, &entropy)?;
        let seats = tables.iter().cycle().take(self.matches as usize);
        let match_ids = matches.create_each(seats.clone()).await?;
        let begun = stream::iter(seats.zip(match_ids))
            .map(|(players, match_id)| begin(players, match_id, &entropy))
            .buffered(AT_A_TIME);
        let waiting: Vec<Waiting<'_>> =
            begun.collect::<Vec<_>>().await.into_iter().collect::<Result<_, _>>()?;
        print::note("the suite is killed");
        let serving = server.crash_and_return().await?;
        let waits = self.first_moves(&waiting, &clock, &entropy).await?;
        server.stop().await?;
        self.report(serving, &waits)
    }

    /// Times the first move of matches from all over the list.
    async fn first_moves(
        &self,
        waiting: &[Waiting<'_>],
        clock: &Clock,
        entropy: &Entropy,
    ) -> anyhow::Result<Histogram<u64>> {
        let mut waits = Histogram::new(3)?;
        let step = waiting.len().div_ceil(self.moves as usize);
        for at in waiting.iter().step_by(step) {
            let peer = at.mover.peer().await?;
            let begun = clock.monotonic();
            act(EngineServiceClient::new(peer), at.match_id, &at.next, entropy).await?;
            waits.record(u64::try_from(clock.monotonic().since(begun).as_micros())?)?;
        }
        Ok(waits)
    }

    fn report(&self, serving: Duration, waits: &Histogram<u64>) -> anyhow::Result<()> {
        let ms = |micros: u64| micros as f64 / 1e3;
        let figures = Figures {
            matches: self.matches,
            serving_ms: u64::try_from(serving.as_millis())?,
            first_move_p50_ms: ms(waits.value_at_quantile(0.5)),
            first_move_p99_ms: ms(waits.value_at_quantile(0.99)),
            first_move_max_ms: ms(waits.max()),
        };
        if self.json {
            return print::line(serde_json::to_string_pretty(&figures)?);
        }
        print::text(format_args!(
            "| live matches | ms until it serves | first move p50 ms | p99 ms | max ms |\n| --- | --- | --- | --- | --- |\n| {} | {} | {:.1} | {:.1} | {:.1} |\n",
            figures.matches,
            figures.serving_ms,
            figures.first_move_p50_ms,
            figures.first_move_p99_ms,
            figures.first_move_max_ms
        ))
    }
}

/// Makes the first move of a match, and finds out what the next may be.
async fn begin<'p>(
    players: &'p [Arc<Player>; SEATS],
    match_id: Uuid,
    entropy: &Entropy,
) -> anyhow::Result<Waiting<'p>> {
    let first = waiting(players, match_id).await?;
    act(EngineServiceClient::new(first.mover.peer().await?), match_id, &first.next, entropy).await?;
    waiting(players, match_id).await
}

/// Whose turn it is, and a legal move.
async fn waiting<'p>(players: &'p [Arc<Player>; SEATS], match_id: Uuid) -> anyhow::Result<Waiting<'p>> {
    let mut mover: &Player = &players[0];
    // The first answer says whose turn it is, the second what that player may do.
    for _ in 0..2 {
        let request = pb::GetMatchRequest { match_id: match_id.to_string() };
        let answer = EngineServiceClient::new(mover.peer().await?).get_match(request).await?.into_inner();
        let turn =
            answer.r#match.and_then(|found| found.turn).context("a match in which nobody is to move")?;
        mover = players.get(turn.seat as usize).context("a seat beyond the last")?;
        if let Some(next) = turn.legal_moves.into_iter().next() {
            return Ok(Waiting { match_id, mover, next });
        }
    }
    anyhow::bail!("a turn without a legal move")
}

async fn act(
    mut client: EngineServiceClient<service::Peer>,
    match_id: Uuid,
    next: &LegalMove,
    entropy: &Entropy,
) -> anyhow::Result<()> {
    let request = move_request(match_id.to_string(), entropy.uuid_v4(), next.clone());
    client.act(request).await?;
    Ok(())
}
