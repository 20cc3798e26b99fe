//! What a void changes: the seasons that it reaches are computed anew without the results that it takes back, and the
//! difference to what stands is written as corrections.
//!
//! The whole of it is one transaction under the ladder's cursor: readers see the board before or the board after, and a
//! correction that is cut off has not happened. Rating waits meanwhile; accepting and reading do not.

use std::collections::{BTreeMap, HashSet};

use rating::{CentiPoints, ResetBooking};
use sqlx::PgConnection;
use uuid::Uuid;

use super::book::Book;
use super::journal::{Account, HistoryLine, Journal, PostingLine};
use super::load::{self, Cursor};
use super::replay::{Replayed, Scope, replay};
use super::standing::Standing;
use super::write;
use crate::divisions::Divisions;
use crate::error::Error;
use crate::history::LineKind;
use crate::ids::{Entity, EntityKey, LadderId, Track};
use crate::log::EventEntry;
use crate::result::SideKind;
use crate::season;

/// How many standings are compared at a time.
const CHUNK: i64 = 5_000;

/// What changes for one entity in one season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingChange {
    /// Whose.
    pub entity: Entity,
    /// Where it stands; `None` if it is not there.
    pub before: Option<Standing>,
    /// Where it would stand; `None` if it would never have played.
    pub after: Option<Standing>,
}

/// What changes in one season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonChange {
    /// The season.
    pub track: Track,
    /// How many standings it has as computed.
    pub computed: usize,
    /// Everybody for whom anything changes, in the order of their keys.
    pub standings: Vec<StandingChange>,
    reset: [ResetBooking; 2],
    divisions: Divisions,
    kind: SideKind,
}

/// The first season that holds one of these results; `None` if there are none.
pub async fn first_season(
    connection: &mut PgConnection,
    ladder: &LadderId,
    results: &[i64],
) -> Result<Option<i32>, Error> {
    let season = sqlx::query_scalar!(
        "select min(season) from ratings.result where ladder = $1 and sequence = any($2)",
        ladder.as_str(),
        results
    )
    .fetch_one(connection)
    .await?;
    Ok(season)
}

/// Works off a void.
pub async fn correct(
    connection: &mut PgConnection,
    cursor: &Cursor,
    event: &EventEntry,
) -> Result<(), Error> {
    let ladder = &cursor.track.ladder;
    let voided = sqlx::query_scalar!(
        "select sequence from ratings.void where ladder = $1 and void_sequence = $2",
        ladder.as_str(),
        event.sequence
    )
    .fetch_all(&mut *connection)
    .await?;
    if let Some(from_season) = first_season(&mut *connection, ladder, &voided).await? {
        let without = HashSet::new();
        let scope = Scope { ladder, from_season, through: event.sequence, without: &without };
        for change in differences(&mut *connection, &scope).await? {
            apply(&mut *connection, &change, event.sequence).await?;
        }
    }
    write::advance(connection, cursor, cursor.track.season, event.sequence).await
}

/// Computes anew what `scope` says, and compares it with what stands.
///
/// # Errors
/// As [`replay`].
pub async fn differences(
    connection: &mut PgConnection,
    scope: &Scope<'_>,
) -> Result<Vec<SeasonChange>, Error> {
    let mut changes = Vec::new();
    for Replayed { season, book } in replay(&mut *connection, scope).await? {
        let track = Track { ladder: scope.ladder.clone(), season };
        changes.push(difference(&mut *connection, track, book).await?);
    }
    Ok(changes)
}

async fn difference(connection: &mut PgConnection, track: Track, book: Book) -> Result<SeasonChange, Error> {
    let before = season::find(&mut *connection, &track).await?.reset;
    let (kind, divisions, reset) = (book.kind(), book.divisions().clone(), [before, book.reset]);
    let mut computed = book.into_standings();
    let count = computed.len();
    let mut standings = Vec::new();
    let mut last = EntityKey { a: Uuid::nil(), b: Uuid::nil() };
    loop {
        let rows = load::standings_after(&mut *connection, &track, last, CHUNK).await?;
        let Some((key, _)) = rows.last() else { break };
        last = *key;
        for (key, before) in rows {
            let (before, after) = (Some(before), computed.remove(&key));
            if before != after {
                standings.push(StandingChange { entity: key.entity(), before, after });
            }
        }
    }
    let new = computed.into_iter();
    standings.extend(new.map(|(key, after)| StandingChange {
        entity: key.entity(),
        before: None,
        after: Some(after),
    }));
    standings.sort_by_key(|change| change.entity.key());
    Ok(SeasonChange { track, computed: count, standings, reset, divisions, kind })
}

async fn apply(connection: &mut PgConnection, change: &SeasonChange, sequence: i64) -> Result<(), Error> {
    let track = &change.track;
    write::journal(&mut *connection, track, &change.journal(sequence)).await?;
    let kept = change.standings.iter().filter_map(|c| c.after.as_ref().map(|after| (c.entity, after)));
    write::standings(&mut *connection, track, change.kind, kept).await?;
    let gone = change.standings.iter().filter(|c| c.after.is_none()).map(|c| c.entity.key());
    write::remove_standings(&mut *connection, track, &gone.collect::<Vec<_>>()).await?;
    write::ranked_changes(&mut *connection, track, &change.ranked_changes()).await?;
    season::divide(&mut *connection, track, &change.divisions).await?;
    season::book_reset(&mut *connection, track, change.reset[1]).await?;
    season::count_epoch(connection, track).await
}

impl SeasonChange {
    /// The corrections: one posting per account and one line of history per entity whose strength changes.
    fn journal(&self, sequence: i64) -> Journal {
        let mut journal = Journal::default();
        let mut post = |account, amount: CentiPoints, balance_after| {
            if amount != CentiPoints::ZERO {
                let line =
                    i32::try_from(journal.postings.len() + 1).expect("a season has fewer than 2^31 accounts");
                journal.postings.push(PostingLine { sequence, line, account, amount, balance_after });
            }
        };
        for change in &self.standings {
            let [before, after] = change.balances();
            post(Account::Of(change.entity), after - before, after);
        }
        let [before, after] = self.reset;
        post(Account::ResetRatings, after.ratings - before.ratings, after.ratings);
        post(Account::ResetSynergies, after.synergies - before.synergies, after.synergies);
        journal.history = self.standings.iter().filter_map(|change| change.line(sequence)).collect();
        journal
    }

    fn ranked_changes(&self) -> BTreeMap<i32, i64> {
        let mut changes: BTreeMap<i32, i64> = BTreeMap::new();
        for change in &self.standings {
            for (standing, by) in [(&change.before, -1), (&change.after, 1)] {
                let points = standing.as_ref().and_then(|s| s.ranked_points(self.kind, change.entity));
                points.iter().for_each(|points| *changes.entry(*points).or_default() += by);
            }
        }
        changes.retain(|_, by| *by != 0);
        changes
    }
}

impl StandingChange {
    /// The balances of the ledger account before and after; somebody who has never played has what everybody begins with.
    fn balances(&self) -> [CentiPoints; 2] {
        let opening = match self.entity {
            Entity::Player(_) => CentiPoints::START,
            Entity::Pair(..) => CentiPoints::ZERO,
        };
        [&self.before, &self.after].map(|standing| standing.as_ref().map_or(opening, |s| s.balance))
    }

    /// By how many displayed points it changes; somebody who is not there counts as showing 1500.
    pub fn displayed_delta(&self) -> i64 {
        let [before, after] = self.strengths();
        after.points() - before.points()
    }

    fn strengths(&self) -> [rating::Strength; 2] {
        let nobody = rating::Strength::of_player(CentiPoints::START);
        [&self.before, &self.after].map(|standing| standing.as_ref().map_or(nobody, |s| s.strength))
    }

    /// The correcting line of the history. Somebody who was not there, or is no longer, shows 1500 there.
    fn line(&self, sequence: i64) -> Option<HistoryLine> {
        let [before, after] = self.strengths();
        let (entity, kind) = (self.entity, LineKind::Correction);
        (before != after).then_some(HistoryLine { entity, sequence, kind, before, after, place: None })
    }
}
