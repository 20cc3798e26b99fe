//! Checking a ladder against its own log: everything is computed anew and compared with what stands, and the books are added up.

use std::collections::HashSet;

use postgres::snapshot;
use sqlx::{PgConnection, PgPool};

use crate::error::Error;
use crate::ids::LadderId;
use crate::ladder;
use crate::rate::{Scope, SeasonChange, differences, take_time};
use crate::result::SideKind;

/// What a check has found.
#[derive(Debug)]
pub struct Findings {
    /// The log up to this number was checked.
    pub through: i64,
    /// Every season, with the standings that are not what the log says; none of them has any if all is well.
    pub seasons: Vec<SeasonChange>,
    /// What is wrong with the books, in words; nothing if all is well.
    pub books: Vec<String>,
}

impl Findings {
    /// True if nothing is wrong.
    pub fn are_clean(&self) -> bool {
        self.books.is_empty() && self.seasons.iter().all(|season| season.standings.is_empty())
    }
}

/// Checks a ladder from its first season on, in one snapshot. It writes nothing and holds no lock, but holds the standings of
/// one season after the other in memory.
///
/// # Errors
/// [`Error::LadderNotFound`], [`Error::Corrupt`] if the log makes no sense, or the store's.
pub async fn check(pool: &PgPool, ladder: &LadderId) -> Result<Findings, Error> {
    let mut tx = snapshot(pool).await?;
    take_time(&mut tx).await?;
    let found = ladder::find(&mut *tx, ladder).await?;
    let without = HashSet::new();
    let scope = Scope { ladder, from_season: 1, through: found.rated_through, without: &without };
    let seasons = match found.rated_through {
        0 => Vec::new(),
        _ => differences(&mut tx, &scope).await?,
    };
    let books = books(&mut tx, ladder, found.spec.side_kind).await?;
    Ok(Findings { through: found.rated_through, seasons, books })
}

async fn books(
    connection: &mut PgConnection,
    ladder: &LadderId,
    kind: SideKind,
) -> Result<Vec<String>, Error> {
    let mut faults = Vec::new();
    let entries = unbalanced_entries(&mut *connection, ladder).await?;
    faults.extend(
        entries.into_iter().map(|sequence| format!("the postings of entry {sequence} do not sum to zero")),
    );
    let drifted = drifted_balances(&mut *connection, ladder).await?;
    faults.extend(
        drifted
            .into_iter()
            .map(|account| format!("the balance of {account} is not that of its latest posting")),
    );
    for season in season_sums(connection, ladder).await? {
        if season.ratings != 0 {
            faults.push(format!("the ratings of season {} are out by {}", season.season, season.ratings));
        }
        if kind == SideKind::Pair && season.synergies != 0 {
            faults.push(format!("the synergies of season {} are out by {}", season.season, season.synergies));
        }
    }
    Ok(faults)
}

async fn unbalanced_entries(connection: &mut PgConnection, ladder: &LadderId) -> Result<Vec<i64>, Error> {
    let entries = sqlx::query_scalar!(
        "select sequence from ratings.posting where ladder = $1
         group by sequence, season, account like 'synergy:%' or account = 'reset:synergies'
         having sum(amount) <> 0 order by sequence limit 100",
        ladder.as_str()
    )
    .fetch_all(connection)
    .await?;
    Ok(entries)
}

async fn drifted_balances(connection: &mut PgConnection, ladder: &LadderId) -> Result<Vec<String>, Error> {
    let accounts = sqlx::query_scalar!(
        r#"with latest as (
             select distinct on (season, account) season, account, balance_after from ratings.posting
             where ladder = $1 order by season, account, sequence desc, line desc
         )
         select p.account as "account!" from ratings.standing s
         join latest p on p.season = s.season
             and p.account = case when s.b = '00000000-0000-0000-0000-000000000000' then 'player:' || s.a
                                  else 'synergy:' || s.a || '+' || s.b end
         where s.ladder = $1 and p.balance_after <> s.balance limit 100"#,
        ladder.as_str()
    )
    .fetch_all(connection)
    .await?;
    Ok(accounts)
}

struct SeasonSums {
    season: i32,
    ratings: i64,
    synergies: i64,
}

/// By how much the books of each season are out.
async fn season_sums(connection: &mut PgConnection, ladder: &LadderId) -> Result<Vec<SeasonSums>, Error> {
    let sums = sqlx::query_as!(
        SeasonSums,
        r#"select season,
             (coalesce(sum(s.balance - 150000) filter (where s.b = '00000000-0000-0000-0000-000000000000'), 0)
              + max(reset_ratings))::bigint as "ratings!",
             (coalesce(sum(s.balance) filter (where s.b <> '00000000-0000-0000-0000-000000000000'), 0)
              + max(reset_synergies))::bigint as "synergies!"
         from ratings.season left join ratings.standing s using (ladder, season)
         where ladder = $1 group by season order by season"#,
        ladder.as_str()
    )
    .fetch_all(connection)
    .await?;
    Ok(sums)
}
