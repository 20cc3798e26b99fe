//! Seasons computed anew from the log, in memory, by the same judge and book as when they were rated.

use std::collections::{BTreeMap, HashSet};

use rating::Config;
use sqlx::PgConnection;
use uuid::Uuid;

use super::book::{Book, Meetings, REPEAT_WINDOW};
use super::judge::judge;
use super::load;
use crate::divisions::Divisions;
use crate::error::Error;
use crate::ids::{EntityKey, LadderId, Track};
use crate::ladder;
use crate::log::{self, EventEntry, EventKind, LogEntry, ResultEntry};
use crate::result::SideKind;
use crate::season;

/// How many entries of the log, and how many standings, are read at a time.
const CHUNK: i64 = 5_000;

/// What of a ladder's log is computed anew.
#[derive(Clone, Debug)]
pub struct Scope<'s> {
    /// The ladder.
    pub ladder: &'s LadderId,
    /// The first season; those before it stay as they stand.
    pub from_season: i32,
    /// The last number of the log to be computed.
    pub through: i64,
    /// Results that do not stand, beside those that were voided by `through`.
    pub without: &'s HashSet<i64>,
}

/// A season as it comes out.
#[derive(Debug)]
pub struct Replayed {
    /// Its number.
    pub season: i32,
    /// All of its standings, and its divisions and reset accounts.
    pub book: Book,
}

/// Computes every season from `scope.from_season` on. It writes nothing and takes no lock; it holds the standings of one season
/// after the other, whole, in memory.
///
/// Results that became dead letters stay so: whether one can be rated was decided when it was rated.
///
/// # Errors
/// [`Error::Corrupt`] if the log makes no sense; the store's.
pub async fn replay(connection: &mut PgConnection, scope: &Scope<'_>) -> Result<Vec<Replayed>, Error> {
    let mut skipped = log::uncounted(&mut *connection, scope.ladder, scope.through).await?;
    skipped.extend(scope.without);
    let start = start(&mut *connection, scope).await?;
    let mut run = Run { season: scope.from_season, book: start.book, finished: Vec::new(), skipped };
    let mut configs: BTreeMap<i32, Config> = BTreeMap::new();
    let mut after = start.first_sequence - 1;
    while after < scope.through {
        let limit = CHUNK.min(scope.through - after);
        let entries = log::entries(&mut *connection, scope.ladder, after, limit).await?;
        let Some(last) = entries.last() else { break };
        after = last.sequence();
        let results: Vec<ResultEntry> = entries.iter().filter_map(LogEntry::result).cloned().collect();
        configs = load::configs(&mut *connection, scope.ladder, &results, configs).await?;
        for entry in &entries {
            run.enter(entry, &configs);
        }
    }
    run.finished.push(Replayed { season: run.season, book: run.book });
    Ok(run.finished)
}

struct Run {
    season: i32,
    book: Book,
    finished: Vec<Replayed>,
    skipped: HashSet<i64>,
}

impl Run {
    fn enter(&mut self, entry: &LogEntry, configs: &BTreeMap<i32, Config>) {
        match entry {
            LogEntry::Result(result) if self.skipped.contains(&result.sequence) => {}
            LogEntry::Result(result) => {
                let judgement = judge(&self.book, &configs[&result.config_version], result);
                self.book.enter(result, judgement);
            }
            LogEntry::Event(event) => self.happen(event),
        }
        // What is computed anew is compared with what stands; the journals keep what was written at the time.
        self.book.journal.clear();
    }

    fn happen(&mut self, event: &EventEntry) {
        match event.kind {
            EventKind::Void => {}
            EventKind::Upkeep => {
                self.book.hide_absent(event.sequence, event.happened_at);
                let divisions = Divisions::draw(&self.book.ranked());
                self.book.divide(divisions);
            }
            EventKind::Close => {
                let next = self.book.next_season();
                let book = std::mem::replace(&mut self.book, next);
                self.finished.push(Replayed { season: self.season, book });
                self.season += 1;
            }
        }
    }
}

/// Where a computation begins.
struct Start {
    first_sequence: i64,
    book: Book,
}

async fn start(connection: &mut PgConnection, scope: &Scope<'_>) -> Result<Start, Error> {
    let track = |season| Track { ladder: scope.ladder.clone(), season };
    let kind = ladder::find(&mut *connection, scope.ladder).await?.spec.side_kind;
    let season = season::find(&mut *connection, &track(scope.from_season)).await?;
    let mut book = match scope.from_season {
        1 => Book::open(kind, BTreeMap::new(), Meetings::new(), Divisions::default()),
        later => {
            let before = season::find(&mut *connection, &track(later - 1)).await?;
            let standings = all_standings(&mut *connection, &track(later - 1)).await?;
            let mut closed = Book::open(kind, standings, Meetings::new(), before.divisions);
            closed.reset = before.reset;
            closed.next_season()
        }
    };
    if kind == SideKind::Pair {
        book.recall(meetings_before(connection, scope, &season).await?);
    }
    Ok(Start { first_sequence: season.first_sequence, book })
}

async fn all_standings(
    connection: &mut PgConnection,
    track: &Track,
) -> Result<BTreeMap<EntityKey, super::standing::Standing>, Error> {
    let mut standings = BTreeMap::new();
    let mut last = EntityKey { a: Uuid::nil(), b: Uuid::nil() };
    loop {
        let rows = load::standings_after(&mut *connection, track, last, CHUNK).await?;
        let Some((key, _)) = rows.last() else { return Ok(standings) };
        last = *key;
        standings.extend(rows);
    }
}

/// The games that counted before a season and may still make one of it a repeat.
async fn meetings_before(
    connection: &mut PgConnection,
    scope: &Scope<'_>,
    season: &season::Season,
) -> Result<Meetings, Error> {
    let without: Vec<i64> = scope.without.iter().copied().collect();
    let rows = sqlx::query!(
        "select r.roster, r.played_at
         from ratings.result r
         join ratings.outcome o using (ladder, sequence)
         left join ratings.void v on v.ladder = r.ladder and v.sequence = r.sequence and v.void_sequence <= $2
         where r.ladder = $1 and r.sequence < $3 and r.played_at >= $4 and r.sequence <> all($5)
             and (o.state = 'rated' or o.reason = 'repeated') and v.sequence is null",
        scope.ladder.as_str(),
        scope.through,
        season.first_sequence,
        season.started_at.minus(REPEAT_WINDOW).to_datetime(),
        &without
    )
    .fetch_all(connection)
    .await?;
    let mut meetings = Meetings::new();
    for row in rows {
        meetings.entry(row.roster).or_default().push(row.played_at.into());
    }
    Ok(meetings)
}
