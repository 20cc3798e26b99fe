//! The close of a season: its standings stay as they are, for good, and the next season opens with everybody's soft reset.
//!
//! All of it happens in the one transaction that moves the cursor, so a close that is cut off anywhere has not happened,
//! and the next attempt begins anew.

use std::collections::{BTreeMap, HashMap};

use rating::{CentiPoints, ResetBooking};
use sqlx::PgConnection;
use uuid::Uuid;

use super::journal::{Account, HistoryLine, Journal, PostingLine};
use super::load::{self, Cursor};
use super::standing::{Standing, members};
use super::write;
use crate::divisions::Divisions;
use crate::error::Error;
use crate::history::LineKind;
use crate::ids::{Entity, EntityKey, Track};
use crate::log::EventEntry;
use crate::season;

/// How many standings are carried over at a time.
const CHUNK: i64 = 5_000;

/// Works off the close of the season that `cursor` is in.
pub async fn close(connection: &mut PgConnection, cursor: &Cursor, event: &EventEntry) -> Result<(), Error> {
    let closing = &cursor.track;
    let opening = Track { season: closing.season + 1, ..closing.clone() };
    let reset = season::find(&mut *connection, closing).await?.reset;
    let mut carried = Carried { sequence: event.sequence, reset, line: 0, ranked: BTreeMap::new() };
    let mut last = EntityKey { a: Uuid::nil(), b: Uuid::nil() };
    loop {
        let rows = load::standings_after(&mut *connection, closing, last, CHUNK).await?;
        let Some((key, _)) = rows.last() else { break };
        last = *key;
        let opening_ratings = members_of(&mut *connection, closing, &rows).await?;
        let (opened, journal) = carried.over(rows, &opening_ratings);
        write::journal(&mut *connection, &opening, &journal).await?;
        let standings = || opened.iter().map(|(key, standing)| (key.entity(), standing));
        write::standings(&mut *connection, &opening, cursor.kind, standings()).await?;
        for (entity, standing) in standings() {
            if let Some(points) = standing.ranked_points(cursor.kind, entity) {
                *carried.ranked.entry(points).or_default() += 1;
            }
        }
    }
    season::book_reset(&mut *connection, &opening, carried.reset).await?;
    season::divide(&mut *connection, &opening, &Divisions::draw(&carried.ranked)).await?;
    let counts = carried.ranked.into_iter().map(|(points, count)| (points, count.cast_signed())).collect();
    write::ranked_changes(&mut *connection, &opening, &counts).await?;
    write::advance(connection, cursor, opening.season, event.sequence).await
}

/// The ratings that all members of pairs in `rows` open the next season with.
async fn members_of(
    connection: &mut PgConnection,
    closing: &Track,
    rows: &[(EntityKey, Standing)],
) -> Result<HashMap<Uuid, CentiPoints>, Error> {
    let pairs = rows.iter().filter(|(key, _)| !key.b.is_nil());
    let players: Vec<Uuid> = pairs.flat_map(|(key, _)| [key.a, key.b]).collect();
    let ratings = load::ratings(connection, closing, &players).await?;
    let opened = |rating| rating::close_player(rating::Player { rating, games: 0 }).0.rating;
    Ok(ratings.into_iter().map(|(id, rating)| (id, opened(rating))).collect())
}

/// What has been carried into the opening season so far.
struct Carried {
    /// The number of the close.
    sequence: i64,
    /// What all soft resets have booked to the reset accounts.
    reset: ResetBooking,
    /// The latest line of the ledger under the close.
    line: i32,
    /// The ranked entities of the opening season.
    ranked: BTreeMap<i32, u64>,
}

impl Carried {
    /// Carries `rows` over: what they open with, and what that adds to the journals. `opening` are the opening ratings of
    /// the members of their pairs.
    fn over(
        &mut self,
        rows: Vec<(EntityKey, Standing)>,
        opening: &HashMap<Uuid, CentiPoints>,
    ) -> (Vec<(EntityKey, Standing)>, Journal) {
        let mut journal = Journal::default();
        let mut booked = ResetBooking::default();
        let mut opened = Vec::with_capacity(rows.len());
        for (key, standing) in rows {
            let entity = key.entity();
            let (reset, booking) = standing.reset(members(entity, |id| opening.get(&id.uuid()).copied()));
            booked += booking;
            self.post(&mut journal, Account::Of(entity), reset.balance - standing.balance, reset.balance);
            self.remember(&mut journal, entity, &standing, &reset);
            opened.push((key, reset));
        }
        self.reset += booked;
        self.post(&mut journal, Account::ResetRatings, booked.ratings, self.reset.ratings);
        self.post(&mut journal, Account::ResetSynergies, booked.synergies, self.reset.synergies);
        (opened, journal)
    }

    fn post(
        &mut self,
        journal: &mut Journal,
        account: Account,
        amount: CentiPoints,
        balance_after: CentiPoints,
    ) {
        if amount == CentiPoints::ZERO {
            return;
        }
        self.line += 1;
        let (sequence, line) = (self.sequence, self.line);
        journal.postings.push(PostingLine { sequence, line, account, amount, balance_after });
    }

    fn remember(&self, journal: &mut Journal, entity: Entity, before: &Standing, after: &Standing) {
        if before.strength == after.strength {
            return;
        }
        journal.history.push(HistoryLine {
            entity,
            sequence: self.sequence,
            kind: LineKind::Reset,
            before: before.strength,
            after: after.strength,
            place: None,
        });
    }
}
