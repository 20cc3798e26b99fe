//! What a void would change, computed from one snapshot without writing anything.

use std::collections::HashSet;

use sqlx::PgPool;

use crate::append::{Sealed, Target, targeted};
use crate::error::Error;
use crate::ids::LadderId;
use crate::ladder;
use crate::rate::{Scope, SeasonChange, differences, first_season, take_time};

/// What a void would change.
#[derive(Debug)]
pub struct Preview {
    /// How many results it would take back.
    pub results: usize,
    /// The log up to this number was taken into account; results after it are not rated yet.
    pub computed_through: i64,
    /// The seasons that it reaches, the earliest first.
    pub seasons: Vec<SeasonChange>,
}

/// Computes what a void of `target` would change if it were worked off now.
///
/// # Errors
/// [`Error::LadderNotFound`], those of [`targeted`], or the store's.
pub async fn preview(
    pool: &PgPool,
    ladder: &LadderId,
    target: &Target,
    sealed: Sealed,
) -> Result<Preview, Error> {
    let mut tx = postgres::snapshot(pool).await?;
    take_time(&mut tx).await?;
    let through = ladder::find(&mut *tx, ladder).await?.rated_through;
    let results = targeted(&mut tx, ladder, target, sealed).await?;
    let first = first_season(&mut tx, ladder, &results).await?;
    let without: HashSet<i64> = results.iter().copied().collect();
    let seasons = match first {
        Some(from_season) => {
            differences(&mut tx, &Scope { ladder, from_season, through, without: &without }).await?
        }
        None => Vec::new(),
    };
    Ok(Preview { results: results.len(), computed_through: through, seasons })
}
