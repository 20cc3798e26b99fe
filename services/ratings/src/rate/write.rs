//! What a batch writes: outcomes, postings, histories, standings, the histogram and its new place in the log.

use std::collections::BTreeMap;

use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::book::Book;
use super::journal::{HistoryLine, Journal, OutcomeLine, PostingLine};
use super::judge::Verdict;
use super::load::Cursor;
use super::standing::Standing;
use super::standing_columns::StandingColumns;
use crate::error::Error;
use crate::explanation::Explanation;
use crate::ids::{Entity, EntityKey, LadderId, Track};
use crate::result::SideKind;

/// Writes everything that `book` holds and moves the cursor to `through`.
pub async fn write(
    connection: &mut PgConnection,
    cursor: &Cursor,
    book: &Book,
    through: i64,
) -> Result<(), Error> {
    journal(connection, &cursor.track, &book.journal).await?;
    standings(connection, &cursor.track, book.kind(), book.changed()).await?;
    ranked_changes(connection, &cursor.track, &book.ranked_changes()).await?;
    advance(connection, cursor, cursor.track.season, through).await
}

/// Appends to the journals. The postings of one entry to one season must be in one call: they are checked to balance.
pub async fn journal(connection: &mut PgConnection, track: &Track, journal: &Journal) -> Result<(), Error> {
    outcomes(connection, &track.ladder, &journal.outcomes).await?;
    postings(connection, track, &journal.postings).await?;
    history(connection, track, &journal.history).await
}

async fn outcomes(
    connection: &mut PgConnection,
    ladder: &LadderId,
    lines: &[OutcomeLine],
) -> Result<(), Error> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut sequences = Vec::new();
    let mut states = Vec::new();
    let mut reasons: Vec<Option<&str>> = Vec::new();
    let mut explanations: Vec<Option<Json<&Explanation>>> = Vec::new();
    for outcome in lines {
        let (state, reason, explanation) = match &outcome.verdict {
            Verdict::Rated(explanation) => ("rated", None, Some(Json(explanation))),
            Verdict::Unrated(reason) => ("unrated", Some(reason.as_str()), None),
            Verdict::DeadLetter(reason) => ("dead_letter", Some(reason.as_str()), None),
        };
        sequences.push(outcome.sequence);
        states.push(state.to_owned());
        reasons.push(reason);
        explanations.push(explanation);
    }
    sqlx::query!(
        "insert into ratings.outcome (ladder, sequence, state, reason, explanation)
         select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[])",
        ladder.as_str(),
        &sequences,
        &states,
        &reasons as _,
        &explanations as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn postings(
    connection: &mut PgConnection,
    track: &Track,
    postings: &[PostingLine],
) -> Result<(), Error> {
    if postings.is_empty() {
        return Ok(());
    }
    let sequences: Vec<i64> = postings.iter().map(|posting| posting.sequence).collect();
    let lines: Vec<i32> = postings.iter().map(|posting| posting.line).collect();
    let accounts: Vec<String> = postings.iter().map(|posting| posting.account.name()).collect();
    let amounts: Vec<i64> = postings.iter().map(|posting| posting.amount.0).collect();
    let balances: Vec<i64> = postings.iter().map(|posting| posting.balance_after.0).collect();
    assert_eq!(amounts.iter().sum::<i64>(), 0, "the ledger sums to zero");
    sqlx::query!(
        "insert into ratings.posting (ladder, season, sequence, line, account, amount, balance_after)
         select $1, $2, *
         from unnest($3::bigint[], $4::integer[], $5::text[], $6::bigint[], $7::bigint[])",
        track.ladder.as_str(),
        track.season,
        &sequences,
        &lines,
        &accounts,
        &amounts,
        &balances
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn history(connection: &mut PgConnection, track: &Track, history: &[HistoryLine]) -> Result<(), Error> {
    if history.is_empty() {
        return Ok(());
    }
    let lines = || history.iter();
    let a: Vec<Uuid> = lines().map(|line| line.entity.key().a).collect();
    let b: Vec<Uuid> = lines().map(|line| line.entity.key().b).collect();
    let sequences: Vec<i64> = lines().map(|line| line.sequence).collect();
    let kinds: Vec<i16> = lines().map(|line| line.kind.column()).collect();
    let before: Vec<i32> = lines().map(|line| shown(line.before.points())).collect();
    let after: Vec<i32> = lines().map(|line| shown(line.after.points())).collect();
    let deltas: Vec<i64> = lines().map(|line| line.exact_delta()).collect();
    let places: Vec<Option<i32>> = lines()
        .map(|line| line.place.map(|place| i32::try_from(place).expect("places go up to eight")))
        .collect();
    sqlx::query!(
        "insert into ratings.history
             (ladder, season, a, b, sequence, line, displayed_before, displayed_after, exact_delta, place)
         select $1, $2, *
         from unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::smallint[], $7::int[], $8::int[], $9::bigint[],
                     $10::int[])",
        track.ladder.as_str(),
        track.season,
        &a,
        &b,
        &sequences,
        &kinds,
        &before,
        &after,
        &deltas,
        &places as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes standings over what was there.
pub async fn standings<'s>(
    connection: &mut PgConnection,
    track: &Track,
    kind: SideKind,
    standings: impl Iterator<Item = (Entity, &'s Standing)>,
) -> Result<(), Error> {
    let rows: Vec<(Entity, &Standing)> = standings.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let columns = StandingColumns::of(kind, &rows);
    sqlx::query!(
        "insert into ratings.standing
             (ladder, season, a, b, display_name, balance, strength, displayed, listing, k_games, wins, draws, losses,
              last_played_at, hidden_at, division)
         select $1, $2, *
         from unnest($3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::bigint[], $8::int[], $9::smallint[],
                     $10::int[], $11::int[], $12::int[], $13::int[], $14::timestamptz[], $15::timestamptz[],
                     $16::smallint[])
         on conflict (ladder, season, a, b) do update set
             display_name = excluded.display_name, balance = excluded.balance, strength = excluded.strength,
             displayed = excluded.displayed, listing = excluded.listing, k_games = excluded.k_games,
             wins = excluded.wins, draws = excluded.draws, losses = excluded.losses,
             last_played_at = excluded.last_played_at, hidden_at = excluded.hidden_at, division = excluded.division",
        track.ladder.as_str(),
        track.season,
        &columns.a,
        &columns.b,
        &columns.names as _,
        &columns.balances,
        &columns.strengths,
        &columns.displayed,
        &columns.listings,
        &columns.k_games,
        &columns.wins,
        &columns.draws,
        &columns.losses,
        &columns.played,
        &columns.hidden as _,
        &columns.divisions as _
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes standings off a season for good: of those who, after a void, have never played in it.
pub async fn remove_standings(
    connection: &mut PgConnection,
    track: &Track,
    keys: &[EntityKey],
) -> Result<(), Error> {
    let (a, b): (Vec<Uuid>, Vec<Uuid>) = keys.iter().map(|key| (key.a, key.b)).unzip();
    sqlx::query!(
        "delete from ratings.standing s using unnest($3::uuid[], $4::uuid[]) as k (a, b)
         where s.ladder = $1 and s.season = $2 and s.a = k.a and s.b = k.b",
        track.ladder.as_str(),
        track.season,
        &a,
        &b
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Appends to the histogram of ranked entities.
pub async fn ranked_changes(
    connection: &mut PgConnection,
    track: &Track,
    changes: &BTreeMap<i32, i64>,
) -> Result<(), Error> {
    if changes.is_empty() {
        return Ok(());
    }
    let points: Vec<i32> = changes.keys().copied().collect();
    let counts: Vec<i64> = changes.values().copied().collect();
    sqlx::query!(
        "insert into ratings.histogram_delta (ladder, season, displayed, change)
         select $1, $2, * from unnest($3::int[], $4::bigint[])",
        track.ladder.as_str(),
        track.season,
        &points,
        &counts
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Moves the cursor, whose row the transaction has locked, to `through` in `season`.
pub async fn advance(
    connection: &mut PgConnection,
    cursor: &Cursor,
    season: i32,
    through: i64,
) -> Result<(), Error> {
    let moved = sqlx::query!(
        "update ratings.cursor set season = $2, rated_through = $4 where ladder = $1 and rated_through = $3",
        cursor.track.ladder.as_str(),
        season,
        cursor.rated_through,
        through
    )
    .execute(connection)
    .await?
    .rows_affected();
    assert_eq!(moved, 1, "the cursor is locked, so nobody else has moved it");
    Ok(())
}

fn shown(points: i64) -> i32 {
    i32::try_from(points).expect("the rating limit keeps displayed ratings within ten million points")
}
