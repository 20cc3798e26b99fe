//! Streams that come and go.

use std::sync::Arc;

use env::{Clock, Entropy};
use futures::future::try_join_all;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use jodi::client::Player;
use uuid::Uuid;

use super::super::crowd::{self, Connections, Matches};
use super::super::door::{Door, Kind};
use super::super::server::Server;
use super::course::{self, Course};
use super::line::Line;

/// Tables whose matches are watched. So many players that none of them opens streams oftener than one account may.
const TABLES: usize = 32;
/// Streams that are open on a line at a time.
const OPEN_ON_A_LINE: usize = 16;
/// Lines at a time.
const LINES: usize = 8;

/// A player, and the match that it plays.
type Place = (Arc<Player>, Uuid);

/// Opens and ends so many streams, and reads how the server stands.
///
/// # Errors
/// Those of the calls.
pub async fn run(server: &Server, all: u32, clock: &Clock, entropy: &Entropy) -> anyhow::Result<Course> {
    let tables = crowd::sign_in(server, TABLES, Connections::Shared, clock, entropy).await?;
    let match_ids = Matches::of(server, clock, entropy)?.create_each(tables.iter()).await?;
    let tables = tables.into_iter().zip(match_ids);
    let places: Vec<Place> =
        tables.flat_map(|(players, match_id)| players.map(|player| (player, match_id))).collect();
    let mut lines = 0;
    course::follow("streams", server, all, clock, async |streams| {
        let sizes = line_sizes(streams as usize).enumerate();
        let begun = lines;
        let passed = stream::iter(sizes).map(|(number, size)| {
            lines = begun + number + 1;
            pass(server, group(&places, begun + number), size)
        });
        passed.buffer_unordered(LINES).try_collect::<Vec<()>>().await?;
        Ok(())
    })
    .await
}

/// How many streams each line has, so that there are so many in all.
fn line_sizes(streams: usize) -> impl Iterator<Item = usize> {
    let whole = 2 * OPEN_ON_A_LINE;
    (0..streams).step_by(whole).map(move |begun| whole.min(streams - begun))
}

/// The players whose turn it is to open streams.
fn group(places: &[Place], number: usize) -> &[Place] {
    let begun = number * OPEN_ON_A_LINE % places.len();
    &places[begun..begun + OPEN_ON_A_LINE]
}

/// So many streams on one line: the first half of them are given up, the other half are cut off with the line.
async fn pass(server: &Server, places: &[Place], streams: usize) -> anyhow::Result<()> {
    let line = Line::connect(server).await?;
    let given_up = open(&line, &places[..streams / 2]).await?;
    drop(given_up);
    let cut_off = open(&line, &places[..streams - streams / 2]).await?;
    line.cut()?;
    drop(cut_off);
    Ok(())
}

/// Sessions and watches in turn, each with its first message.
async fn open(line: &Line, places: &[Place]) -> anyhow::Result<Vec<Door>> {
    let kinds = [Kind::Session, Kind::Unary].into_iter().cycle();
    let opened = places.iter().zip(kinds).map(async |((player, match_id), kind)| {
        let peer = line.peer(&player.access_token().await?)?;
        let mut door = Door::over(kind, player, peer).await?;
        door.begin(*match_id).await?;
        anyhow::Ok(door)
    });
    try_join_all(opened).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_as_many_streams_as_are_asked_for() {
        for streams in [1, 31, 32, 33, 5_000] {
            assert_eq!(line_sizes(streams).sum::<usize>(), streams);
            assert!(line_sizes(streams).all(|size| (1..=2 * OPEN_ON_A_LINE).contains(&size)));
        }
    }
}
