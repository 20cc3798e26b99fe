//! What a batch writes: outcomes, postings, histories, standings and its new place in the log.

use sqlx::PgConnection;
use sqlx::types::Json;
use sqlx::types::time::OffsetDateTime;
use uuid::Uuid;

use super::book::{Book, Listing};
use super::judge::Verdict;
use super::load::Cursor;
use crate::error::Error;
use crate::explanation::Explanation;
use crate::ids::Track;

/// Writes everything that `book` holds and moves the cursor to the last result in it.
pub async fn write(connection: &mut PgConnection, cursor: &Cursor, book: &Book) -> Result<(), Error> {
    outcomes(connection, &cursor.track, book).await?;
    postings(connection, &cursor.track, book).await?;
    history(connection, &cursor.track, book).await?;
    standings(connection, &cursor.track, book).await?;
    advance(connection, cursor, book).await
}

async fn outcomes(connection: &mut PgConnection, track: &Track, book: &Book) -> Result<(), Error> {
    let mut sequences = Vec::new();
    let mut states = Vec::new();
    let mut reasons: Vec<Option<&str>> = Vec::new();
    let mut explanations: Vec<Option<Json<&Explanation>>> = Vec::new();
    for outcome in &book.outcomes {
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
        "insert into ratings.outcome (ladder, season, epoch, sequence, state, reason, explanation)
         select $1, $2, $3, * from unnest($4::bigint[], $5::text[], $6::text[], $7::jsonb[])",
        track.ladder.as_str(),
        track.season,
        track.epoch,
        &sequences,
        &states,
        &reasons as _,
        &explanations as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn postings(connection: &mut PgConnection, track: &Track, book: &Book) -> Result<(), Error> {
    let sequences: Vec<i64> = book.postings.iter().map(|posting| posting.sequence).collect();
    let lines: Vec<i16> = book.postings.iter().map(|posting| posting.line).collect();
    let accounts: Vec<String> = book.postings.iter().map(|posting| posting.entity.ledger_account()).collect();
    let amounts: Vec<i64> = book.postings.iter().map(|posting| posting.amount.0).collect();
    let balances: Vec<i64> = book.postings.iter().map(|posting| posting.balance_after.0).collect();
    assert_eq!(amounts.iter().sum::<i64>(), 0, "the ledger sums to zero");
    sqlx::query!(
        "insert into ratings.posting (ladder, season, epoch, sequence, line, account, amount, balance_after)
         select $1, $2, $3, *
         from unnest($4::bigint[], $5::smallint[], $6::text[], $7::bigint[], $8::bigint[])",
        track.ladder.as_str(),
        track.season,
        track.epoch,
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

/// The line of a rebase within one result, and that of the result itself.
const REBASE_LINE: i16 = 1;
const RESULT_LINE: i16 = 2;

async fn history(connection: &mut PgConnection, track: &Track, book: &Book) -> Result<(), Error> {
    let lines = || book.history.iter();
    let a: Vec<Uuid> = lines().map(|line| line.entity.key().a).collect();
    let b: Vec<Uuid> = lines().map(|line| line.entity.key().b).collect();
    let sequences: Vec<i64> = lines().map(|line| line.sequence).collect();
    let kinds: Vec<i16> =
        lines().map(|line| if line.place.is_some() { RESULT_LINE } else { REBASE_LINE }).collect();
    let before: Vec<i32> = lines().map(|line| shown(line.before.points())).collect();
    let after: Vec<i32> = lines().map(|line| shown(line.after.points())).collect();
    let deltas: Vec<i64> = lines().map(|line| line.exact_delta()).collect();
    let places: Vec<Option<i32>> = lines()
        .map(|line| line.place.map(|place| i32::try_from(place).expect("places go up to eight")))
        .collect();
    sqlx::query!(
        "insert into ratings.history
             (ladder, season, epoch, a, b, sequence, line, displayed_before, displayed_after, exact_delta, place)
         select $1, $2, $3, *
         from unnest($4::uuid[], $5::uuid[], $6::bigint[], $7::smallint[], $8::int[], $9::int[], $10::bigint[],
                     $11::int[])",
        track.ladder.as_str(),
        track.season,
        track.epoch,
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

async fn standings(connection: &mut PgConnection, track: &Track, book: &Book) -> Result<(), Error> {
    let rows = || book.changed();
    let a: Vec<Uuid> = rows().map(|(entity, _)| entity.key().a).collect();
    let b: Vec<Uuid> = rows().map(|(entity, _)| entity.key().b).collect();
    let names: Vec<Option<&str>> = rows().map(|(_, row)| row.name.as_deref()).collect();
    let balances: Vec<i64> = rows().map(|(_, row)| row.balance.0).collect();
    let strengths: Vec<i64> = rows().map(|(_, row)| row.strength.half_centi_points()).collect();
    let displayed: Vec<i32> = rows().map(|(_, row)| shown(row.strength.points())).collect();
    let listings: Vec<i16> =
        rows().map(|(entity, row)| Listing::of(book.kind(), entity, row.k_games).column()).collect();
    let k_games: Vec<i32> = rows().map(|(_, row)| count(row.k_games)).collect();
    let wins: Vec<i32> = rows().map(|(_, row)| count(row.wins)).collect();
    let draws: Vec<i32> = rows().map(|(_, row)| count(row.draws)).collect();
    let losses: Vec<i32> = rows().map(|(_, row)| count(row.losses)).collect();
    let played: Vec<OffsetDateTime> = rows().map(|(_, row)| row.last_played_at.to_datetime()).collect();
    sqlx::query!(
        "insert into ratings.standing
             (ladder, season, epoch, a, b, display_name, balance, strength, displayed, listing, k_games, wins, draws,
              losses, last_played_at)
         select $1, $2, $3, *
         from unnest($4::uuid[], $5::uuid[], $6::text[], $7::bigint[], $8::bigint[], $9::int[], $10::smallint[],
                     $11::int[], $12::int[], $13::int[], $14::int[], $15::timestamptz[])
         on conflict (ladder, season, epoch, a, b) do update set
             display_name = excluded.display_name, balance = excluded.balance, strength = excluded.strength,
             displayed = excluded.displayed, listing = excluded.listing, k_games = excluded.k_games,
             wins = excluded.wins, draws = excluded.draws, losses = excluded.losses,
             last_played_at = excluded.last_played_at",
        track.ladder.as_str(),
        track.season,
        track.epoch,
        &a,
        &b,
        &names as _,
        &balances,
        &strengths,
        &displayed,
        &listings,
        &k_games,
        &wins,
        &draws,
        &losses,
        &played
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn advance(connection: &mut PgConnection, cursor: &Cursor, book: &Book) -> Result<(), Error> {
    let through = cursor.rated_through + i64::try_from(book.outcomes.len()).expect("a batch is bounded");
    let moved = sqlx::query!(
        "update ratings.epoch set rated_through = $5
         where ladder = $1 and season = $2 and epoch = $3 and rated_through = $4",
        cursor.track.ladder.as_str(),
        cursor.track.season,
        cursor.track.epoch,
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

fn count(games: u32) -> i32 {
    i32::try_from(games).expect("nobody plays two thousand million games")
}
