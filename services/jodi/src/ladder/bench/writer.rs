//! Whoever reports results, so many a second, as other backends do: by gRPC.

use std::time::Duration;

use ratings::result::ReportedResult;
use service::{Peer, timestamp};
use tokio::task::JoinSet;
use wire::ratings::v1 as pb;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;

use super::games::Games;
use super::host::Host;

/// Reports that may be under way at a time; beyond it the pace is not kept.
const UNDER_WAY_MAX: usize = 256;

/// Reports `per_second` results a second until it is dropped, or fails.
pub async fn report(host: &Host, games: &Games, per_second: u32) -> anyhow::Error {
    match report_on(host, games, per_second).await {
        Ok(()) => std::future::pending().await,
        Err(error) => error,
    }
}

async fn report_on(host: &Host, games: &Games, per_second: u32) -> anyhow::Result<()> {
    let Some(period) = Duration::from_secs(1).checked_div(per_second) else { return Ok(()) };
    let client = RatingsServiceClient::new(host.connect()?);
    let mut due = host.clock.monotonic();
    let mut under_way = JoinSet::new();
    loop {
        host.clock.sleep_until(due).await;
        due = due.plus(period);
        under_way.spawn(submit(client.clone(), games.game(host)));
        while under_way.len() >= UNDER_WAY_MAX {
            under_way.join_next().await.expect("some are under way")??;
        }
        while let Some(done) = under_way.try_join_next() {
            done??;
        }
    }
}

/// Reports one result.
pub async fn submit(mut client: RatingsServiceClient<Peer>, game: ReportedResult) -> anyhow::Result<()> {
    client.submit_result(request(&game)).await?;
    Ok(())
}

fn request(game: &ReportedResult) -> pb::SubmitResultRequest {
    let player = |player: &ratings::result::ReportedPlayer| pb::ResultPlayer {
        account_id: player.account.uuid().to_string(),
        display_name: player.name.clone(),
        ..Default::default()
    };
    let side = |side: &ratings::result::ReportedSide| pb::ResultSide {
        players: side.players.iter().map(player).collect(),
        place: side.place,
        score: side.score,
    };
    pb::SubmitResultRequest {
        result_id: game.result_id.as_str().to_owned(),
        ladder: game.ladder.to_string(),
        played_at: Some(timestamp(game.played_at)),
        sides: game.sides.iter().map(side).collect(),
        abandoned: game.abandoned,
    }
}
