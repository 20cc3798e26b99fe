//! One entity with those around it, the most frequent question by far: in one statement, and so in one round trip and from one
//! moment, where the other questions take several in a snapshot.

use std::collections::{BTreeMap, HashMap};

use sqlx::PgPool;
use sqlx::types::Json;
use uuid::Uuid;

use super::Board;
use super::row::{BoardRow, RANKED, StandingRow};
use crate::divisions::Divisions;
use crate::error::Error;
use crate::ids::EntityKey;
use crate::rank::Ranks;

/// Most neighbours on either side.
pub const NEIGHBOURS_MAX: u32 = 50;

/// The statement that answers, so that a bench can time it on its own.
pub const NEAR_STATEMENT: &str = include_str!("near.sql");

/// An entity's own row between its neighbours.
pub struct Near {
    /// Best first.
    pub rows: Vec<BoardRow>,
    /// Number of ranked entities.
    pub ranked: u64,
    /// The season of the board.
    pub season: i32,
}

/// Whoever stands under `key`, between at most `neighbours` ranked ones above and as many below, if it is on the board. `None` if
/// nobody does.
///
/// Postgres plans a statement anew each time that it seems worth it, which here takes longer than the answer. The inner limits, which
/// are constants, let it see that one plan will do for all. Ranks are counted as in [`ranks`](crate::rank::ranks).
pub async fn near(
    pool: &PgPool,
    board: &Board,
    key: EntityKey,
    neighbours: u32,
) -> Result<Option<Near>, Error> {
    assert!(neighbours <= NEIGHBOURS_MAX, "more neighbours than the inner limits leave");
    let found = sqlx::query_file_as!(
        Found,
        "src/board/near.sql",
        board.ladder.as_str(),
        board.season,
        key.a,
        key.b,
        i64::from(neighbours)
    )
    .fetch_all(pool)
    .await?;
    Ok(dress(found))
}

/// A row with what there is to say about it; what follows its names is the same in every row.
struct Found {
    a: Uuid,
    b: Uuid,
    displayed: i32,
    listing: i16,
    k_games: i32,
    wins: i32,
    draws: i32,
    losses: i32,
    last_played_at: time::OffsetDateTime,
    division: Option<i16>,
    balance: i64,
    a_name: Option<String>,
    b_name: Option<String>,
    season: i32,
    ranked: i64,
    /// How many stand before the best ranked row.
    ahead: i64,
    /// Points from there down to the last ranked row, and how many show them.
    shown: Option<Vec<i32>>,
    numbers: Option<Vec<i64>>,
    /// How these numbers have changed since they were counted.
    changed: Option<Vec<i32>>,
    changes: Option<Vec<i64>>,
    divisions: Json<Divisions>,
}

impl Found {
    /// How many stand before whoever shows `points` and is in one of the rows.
    fn ahead_of(&self, points: i32) -> i64 {
        let above = |shown: &Option<Vec<i32>>, numbers: &Option<Vec<i64>>| -> i64 {
            let shown = shown.iter().flatten().zip(numbers.iter().flatten());
            shown.filter(|(shown, _)| **shown > points).map(|(_, number)| number).sum()
        };
        self.ahead + above(&self.shown, &self.numbers) + above(&self.changed, &self.changes)
    }

    fn row(&self) -> StandingRow {
        StandingRow {
            a: self.a,
            b: self.b,
            displayed: self.displayed,
            listing: self.listing,
            k_games: self.k_games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            last_played_at: self.last_played_at,
            division: self.division,
            balance: self.balance,
        }
    }

    fn names(&self) -> impl Iterator<Item = (Uuid, String)> {
        let named = |id, name: &Option<String>| name.clone().map(|name| (id, name));
        named(self.a, &self.a_name).into_iter().chain(named(self.b, &self.b_name))
    }
}

fn dress(found: Vec<Found>) -> Option<Near> {
    let first = found.first()?;
    let ranked = found.iter().filter(|row| row.listing == RANKED).map(|row| row.displayed);
    let by_points: BTreeMap<i32, u64> =
        ranked.map(|points| (points, first.ahead_of(points).unsigned_abs() + 1)).collect();
    let names: HashMap<Uuid, String> = found.iter().flat_map(Found::names).collect();
    let ranks = Ranks::new(first.ranked.unsigned_abs(), by_points);
    let divisions = &first.divisions.0;
    let rows = found.iter().map(|row| row.row().dress(&ranks, divisions, &names)).collect();
    Some(Near { rows, ranked: ranks.ranked, season: first.season })
}
