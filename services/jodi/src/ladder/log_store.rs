//! A ladder's log out of the database. Nothing is written, and one snapshot is read.

use anyhow::Context as _;
use ratings::log::{self, EventKind, LogEntry, ResultEntry};
use ratings::result::{ReportedSide, SideKind};
use ratings::{LadderId, ladder};
use refit::{Event, Game, GamePlayer, GameSide, PlayerId};
use sqlx::PgPool;

use super::entries::LadderLog;
use super::progress::bar;

/// How many entries are read at a time.
const CHUNK: i64 = 5_000;
/// Reads the log of `ladder` as far as it is rated, without what does not count: voided results and dead letters.
///
/// # Errors
/// If there is no such ladder, its log makes no sense, or the database fails.
pub async fn read(pool: &PgPool, ladder: &LadderId) -> anyhow::Result<LadderLog> {
    let mut tx = postgres::snapshot(pool).await?;
    let found = ladder::find(&mut *tx, ladder)
        .await
        .context("`jodi migrate` makes the schemas, `jodi up` the ladders")?;
    let in_force = ladder::config(&mut *tx, ladder, found.config_version).await?;
    let uncounted = log::uncounted(&mut tx, ladder, found.rated_through).await?;
    let progress = bar("entries", found.rated_through.unsigned_abs());
    let mut entries = Vec::new();
    let mut after = 0;
    while after < found.rated_through {
        let limit = CHUNK.min(found.rated_through - after);
        let read = log::entries(&mut tx, ladder, after, limit).await?;
        let Some(last) = read.last() else { break };
        after = last.sequence();
        progress.set_position(after.unsigned_abs());
        let counted = read.into_iter().filter(|entry| !uncounted.contains(&entry.sequence()));
        entries.extend(counted.filter_map(|entry| Some((entry.sequence().unsigned_abs(), event(entry)?))));
    }
    progress.finish_and_clear();
    tx.rollback().await?;
    let kind = match found.spec.side_kind {
        SideKind::Pair => refit::SideKind::Pair,
        SideKind::Solo => refit::SideKind::Solo,
    };
    Ok(LadderLog { ladder: ladder.to_string(), kind, in_force, entries })
}

/// `None` for what changes no rating.
fn event(entry: LogEntry) -> Option<Event> {
    match entry {
        LogEntry::Result(result) => game(result).map(Event::Game),
        LogEntry::Event(event) => match event.kind {
            EventKind::Close => Some(Event::Close),
            // Voided results are left out from the beginning; upkeep moves the board only.
            EventKind::Void | EventKind::Upkeep => None,
        },
    }
}

/// `None` if the sides cannot be read, in which case it has become a dead letter.
fn game(result: ResultEntry) -> Option<Game> {
    let side = |side: ReportedSide| GameSide {
        players: side
            .players
            .iter()
            .map(|player| GamePlayer { id: PlayerId(player.account.uuid().as_u128()), left: player.left })
            .collect(),
        place: side.place,
    };
    let sides = result.sides.ok()?.into_iter().map(side).collect();
    Some(Game { played_at_ms: result.played_at.as_i64(), abandoned: result.abandoned, sides })
}
