//! What reviewers do: they dismiss a review, confirm it, or take its results back. Each act is kept with who did it and why.

use env::UnixMillis;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::State;
use super::queue::find;
use crate::append::{self, Order, Sealed, Target};
use crate::error::Error;
use crate::order::{Claimed, Content};

/// What a reviewer did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// By which request.
    pub request_id: Uuid,
    /// How the review stood after it.
    pub verdict: State,
    /// The entry of the ladder's log by which the results were taken back, if they were.
    pub void_sequence: Option<i64>,
    /// Who: the name of a service credential.
    pub acted_by: String,
    /// Why.
    pub note: String,
    /// When.
    pub acted_at: UnixMillis,
}

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acted {
    /// It was done.
    Now,
    /// It had been done before, by the same request.
    Before,
}

/// Everything that was done about a review, in order.
pub(super) async fn acts(connection: &mut PgConnection, review: Uuid) -> Result<Vec<Act>, Error> {
    let rows = sqlx::query!(
        "select request_id, verdict, void_sequence, acted_by, note, acted_at from ratings.review_action
         where review = $1 order by acted_at, request_id",
        review
    )
    .fetch_all(connection)
    .await?;
    let act = rows.into_iter().map(|row| {
        let impossible = || Error::Corrupt(format!("an impossible act about review {review}"));
        Ok(Act {
            request_id: row.request_id,
            verdict: State::parse(&row.verdict).ok_or_else(impossible)?,
            void_sequence: row.void_sequence,
            acted_by: row.acted_by,
            note: row.note,
            acted_at: row.acted_at.into(),
        })
    });
    act.collect()
}

/// Closes an open review with a verdict.
///
/// # Errors
/// [`Error::ReviewNotFound`]; [`Error::ReviewResolved`] unless it is open; [`Error::RequestIdReused`]; the store's.
///
/// # Panics
/// If the verdict is that it is open.
pub async fn resolve(
    pool: &PgPool,
    review: Uuid,
    order: &Order,
    verdict: State,
    now: UnixMillis,
) -> Result<Acted, Error> {
    assert_ne!(verdict, State::Open, "only evidence opens a review");
    let mut tx = postgres::begin(pool).await?;
    let state = lock(&mut tx, review).await?;
    let claimed = order.claim(&mut tx, Content::Resolve(review, verdict.as_str())).await?;
    if claimed == Claimed::Before {
        return Ok(Acted::Before);
    }
    if acts(&mut tx, review).await?.iter().any(|act| act.request_id == order.request_id) {
        // It is from before contents were kept.
        return Err(Error::RequestIdReused);
    }
    if state != State::Open {
        return Err(Error::ReviewResolved);
    }
    enter(&mut tx, review, order, (verdict, None), now).await?;
    tx.commit().await?;
    Ok(Acted::Now)
}

/// Takes the results of a review back that still stand, in the reviewer's name, and confirms it. If it is cut off in between, the
/// same request goes on where it stopped.
///
/// # Errors
/// [`Error::ReviewNotFound`]; [`Error::ReviewResolved`] if it was dismissed; those of [`append::void`]; the store's.
pub async fn void(
    pool: &PgPool,
    review: Uuid,
    order: &Order,
    sealed: Sealed,
    now: UnixMillis,
) -> Result<Acted, Error> {
    let found = find(pool, review).await?;
    let ladder = &found.summary.ladder;
    let was_done = found.acts.iter().any(|act| act.request_id == order.request_id);
    if found.summary.state == State::Dismissed && !was_done {
        return Err(Error::ReviewResolved);
    }
    let target = Target::Review { review, results: found.summary.results };
    let voided = append::void(pool, ladder, order, &target, sealed, now).await?;
    if was_done {
        return Ok(Acted::Before);
    }
    let mut tx = postgres::begin(pool).await?;
    lock(&mut tx, review).await?;
    enter(&mut tx, review, order, (State::Confirmed, Some(voided.sequence)), now).await?;
    tx.commit().await?;
    Ok(Acted::Now)
}

async fn lock(connection: &mut PgConnection, review: Uuid) -> Result<State, Error> {
    let state =
        sqlx::query_scalar!("select state from ratings.review where review = $1 for no key update", review)
            .fetch_optional(connection)
            .await?
            .ok_or(Error::ReviewNotFound)?;
    State::parse(&state).ok_or_else(|| Error::Corrupt(format!("an impossible review {review}")))
}

async fn enter(
    connection: &mut PgConnection,
    review: Uuid,
    order: &Order,
    (verdict, void_sequence): (State, Option<i64>),
    now: UnixMillis,
) -> Result<(), Error> {
    sqlx::query!(
        "insert into ratings.review_action (review, request_id, verdict, void_sequence, acted_by, note, acted_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing",
        review,
        order.request_id,
        verdict.as_str(),
        void_sequence,
        order.requested_by,
        order.reason,
        now.to_datetime()
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("update ratings.review set state = $2 where review = $1", review, verdict.as_str())
        .execute(connection)
        .await?;
    Ok(())
}
