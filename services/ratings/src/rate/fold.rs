//! Folding: what batches have appended to the histogram is added to its counts, so that readers have little to add up.

use sqlx::PgPool;

use crate::error::Error;
use crate::ids::LadderId;

/// So many appended changes are worth folding.
pub const FOLD_AT: i64 = 200;

/// How many changes of the histogram of `ladder` are not folded yet.
///
/// # Errors
/// The store's.
pub async fn unfolded(pool: &PgPool, ladder: &LadderId) -> Result<i64, Error> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from ratings.histogram_delta
         where ladder = $1 and id > (select folded_through from ratings.cursor where ladder = $1)"#,
        ladder.as_str()
    )
    .fetch_one(pool)
    .await?;
    Ok(count)
}

/// Folds everything that was appended, in one statement: a reader sees all of it folded or none. Counts that come to nothing
/// go. Two at once would count nothing twice: a row that the one has deleted is not there for the other. Changes are appended
/// by whoever holds the ladder's cursor, so their ids ascend as they are committed, and none turns up behind `folded_through`.
///
/// # Errors
/// The store's.
pub async fn fold(pool: &PgPool, ladder: &LadderId) -> Result<(), Error> {
    let mut tx = postgres::begin(pool).await?;
    sqlx::query!(
        "with gone as (
             delete from ratings.histogram_delta
             where ladder = $1 and id > (select folded_through from ratings.cursor where ladder = $1)
             returning id, season, displayed, change
         ), marked as (
             update ratings.cursor set folded_through = greatest(folded_through, (select max(id) from gone))
             where ladder = $1
         ), scaled as (
             select season, scale, floor(displayed::numeric / scale)::integer as bucket, sum(change)::bigint as change
             from gone cross join (values (1::smallint), (100::smallint)) as scales (scale)
             group by 1, 2, 3
         )
         insert into ratings.histogram (ladder, season, scale, bucket, entities)
         select $1, season, scale, bucket, change from scaled where change <> 0 order by season, scale, bucket
         on conflict (ladder, season, scale, bucket) do update
             set entities = ratings.histogram.entities + excluded.entities",
        ladder.as_str()
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("delete from ratings.histogram where ladder = $1 and entities = 0", ladder.as_str())
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(())
}
