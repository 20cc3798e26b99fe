//! The board: pages from the top, and one entity with those around it. Each answer comes from one snapshot.

use std::collections::HashMap;

use env::UnixMillis;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};
use uuid::Uuid;

use crate::divisions::{Division, Divisions};
use crate::error::Error;
use crate::ids::{AccountId, Entity, EntityKey, LadderId, Track};
use crate::ladder;
use crate::rank::{BoardKey, Ranks, ranks};
use crate::season;

/// Rows of the board that are ranked, and those that are not yet.
const RANKED: i16 = 0;
const PROVISIONAL: i16 = 1;
/// Those that are not on it until their next game.
const HIDDEN: i16 = 3;

/// One line of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRow {
    /// The competition rank; `None` while provisional, and for a single player on a ladder of pairs.
    pub rank: Option<u64>,
    /// Who.
    pub entity: Entity,
    /// The names, in the order of [`Entity::accounts`].
    pub names: Vec<String>,
    /// The displayed rating in whole points.
    pub displayed: i32,
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// True below ten games.
    pub provisional: bool,
    /// True if it is off the board for a long absence, until its next game.
    pub hidden: bool,
    /// Its division; `None` unless it is ranked and the ladder is divided.
    pub division: Option<Division>,
    /// The latest game.
    pub last_played_at: UnixMillis,
}

/// Which rows a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// The ranked ones.
    Ranked,
    /// The ranked ones, then the provisional ones.
    WithProvisional,
}

/// A page of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The rows.
    pub rows: Vec<BoardRow>,
    /// After which row the next page begins; `None` if this was the last.
    pub next: Option<BoardKey>,
    /// Number of ranked entities.
    pub ranked: u64,
}

/// One entity with those around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// The entity's own row.
    pub row: BoardRow,
    /// Ranked ones above, best first.
    pub above: Vec<BoardRow>,
    /// Ranked ones below, best first.
    pub below: Vec<BoardRow>,
    /// Number of ranked entities.
    pub ranked: u64,
}

/// A page of the board after `after`, or from the top; `size` rows, at least 1.
///
/// # Errors
/// [`Error::LadderNotFound`], or the store's.
pub async fn page(
    pool: &PgPool,
    ladder: &LadderId,
    rows: Rows,
    after: Option<BoardKey>,
    size: u32,
) -> Result<Page, Error> {
    let mut tx = snapshot(pool).await?;
    let track = ladder::find(&mut *tx, ladder).await?.track;
    let last_listing = match rows {
        Rows::Ranked => RANKED,
        Rows::WithProvisional => PROVISIONAL,
    };
    let mut found = below(&mut tx, &track, after, last_listing, i64::from(size) + 1).await?;
    let more = found.len() > size as usize;
    found.truncate(size as usize);
    let next = found.last().filter(|_| more).map(StandingRow::key);
    let (rows, ranked) = dress(&mut tx, &track, found).await?;
    Ok(Page { rows, next, ranked })
}

/// The standing of `entity` with at most `neighbours` ranked ones above and as many below. A provisional entity is shown
/// among the ranked ones of its rating; a single player on a ladder of pairs is on no board and has no neighbours.
///
/// # Errors
/// [`Error::LadderNotFound`], [`Error::StandingNotFound`], or the store's.
pub async fn around(
    pool: &PgPool,
    ladder: &LadderId,
    entity: Entity,
    neighbours: u32,
) -> Result<Around, Error> {
    let mut tx = snapshot(pool).await?;
    let track = ladder::find(&mut *tx, ladder).await?.track;
    let own = one(&mut tx, &track, entity.key()).await?.ok_or(Error::StandingNotFound)?;
    let (mut upper, mut lower) = (Vec::new(), Vec::new());
    if own.listing <= PROVISIONAL && neighbours > 0 {
        let key = BoardKey { listing: RANKED, ..own.key() };
        upper = above(&mut tx, &track, key, neighbours.into()).await?;
        lower = below(&mut tx, &track, Some(key), RANKED, neighbours.into()).await?;
    }
    let above_count = upper.len();
    let rows = upper.into_iter().chain([own]).chain(lower).collect();
    let (mut above, ranked) = dress(&mut tx, &track, rows).await?;
    let below = above.split_off(above_count + 1);
    let row = above.pop().expect("one's own row stands between the two");
    Ok(Around { row, above, below, ranked })
}

/// A read-only transaction whose statements all see the same moment.
async fn snapshot(pool: &PgPool) -> Result<Transaction<'static, Postgres>, Error> {
    Ok(pool.begin_with("begin isolation level repeatable read read only").await?)
}

/// A row as the store has it.
struct StandingRow {
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
}

impl StandingRow {
    fn entity_key(&self) -> EntityKey {
        EntityKey { a: self.a, b: self.b }
    }

    fn key(&self) -> BoardKey {
        BoardKey { listing: self.listing, order: -self.displayed, entity: self.entity_key() }
    }

    fn dress(self, ranks: &Ranks, divisions: &Divisions, names: &HashMap<Uuid, String>) -> BoardRow {
        let count = |number: i32| u32::try_from(number).expect("the schema keeps counts from being negative");
        let entity = self.entity_key().entity();
        let name = |account: AccountId| names.get(&account.uuid()).cloned().unwrap_or_default();
        let is_ranked = self.listing == RANKED;
        let present = self.division.and_then(Division::new);
        BoardRow {
            rank: ranks.of(self.displayed).filter(|_| is_ranked),
            entity,
            names: entity.accounts().into_iter().map(name).collect(),
            displayed: self.displayed,
            wins: count(self.wins),
            draws: count(self.draws),
            losses: count(self.losses),
            provisional: rating::is_provisional(count(self.k_games)),
            hidden: self.listing == HIDDEN,
            division: divisions.of(present, self.displayed).filter(|_| is_ranked),
            last_played_at: self.last_played_at.into(),
        }
    }
}

async fn one(
    connection: &mut PgConnection,
    track: &Track,
    key: EntityKey,
) -> Result<Option<StandingRow>, Error> {
    let row = sqlx::query_as!(
        StandingRow,
        "select a, b, displayed, listing, k_games, wins, draws, losses, last_played_at, division
         from ratings.standing
         where ladder = $1 and season = $2 and a = $3 and b = $4",
        track.ladder.as_str(),
        track.season,
        key.a,
        key.b
    )
    .fetch_optional(connection)
    .await?;
    Ok(row)
}

/// The rows that follow `after` down the board, best first.
async fn below(
    connection: &mut PgConnection,
    track: &Track,
    after: Option<BoardKey>,
    last_listing: i16,
    limit: i64,
) -> Result<Vec<StandingRow>, Error> {
    // The top of the board comes before every key: no account has the nil id.
    let top =
        BoardKey { listing: RANKED, order: i32::MIN, entity: EntityKey { a: Uuid::nil(), b: Uuid::nil() } };
    let after = after.unwrap_or(top);
    let rows = sqlx::query_as!(
        StandingRow,
        "select a, b, displayed, listing, k_games, wins, draws, losses, last_played_at, division
         from ratings.standing
         where ladder = $1 and season = $2 and listing < 2 and listing <= $3
             and (listing, board_order, a, b) > ($4, $5, $6, $7)
         order by listing, board_order, a, b limit $8",
        track.ladder.as_str(),
        track.season,
        last_listing,
        after.listing,
        after.order,
        after.entity.a,
        after.entity.b,
        limit
    )
    .fetch_all(connection)
    .await?;
    Ok(rows)
}

/// The ranked rows that lead to `before`, best first.
async fn above(
    connection: &mut PgConnection,
    track: &Track,
    before: BoardKey,
    limit: i64,
) -> Result<Vec<StandingRow>, Error> {
    let mut rows = sqlx::query_as!(
        StandingRow,
        "select a, b, displayed, listing, k_games, wins, draws, losses, last_played_at, division
         from ratings.standing
         where ladder = $1 and season = $2 and listing = 0
             and (board_order, a, b) < ($3, $4, $5)
         order by board_order desc, a desc, b desc limit $6",
        track.ladder.as_str(),
        track.season,
        before.order,
        before.entity.a,
        before.entity.b,
        limit
    )
    .fetch_all(connection)
    .await?;
    rows.reverse();
    Ok(rows)
}

/// Gives rows their ranks, divisions and names, and says how many entities are ranked.
async fn dress(
    connection: &mut PgConnection,
    track: &Track,
    rows: Vec<StandingRow>,
) -> Result<(Vec<BoardRow>, u64), Error> {
    let ranked = rows.iter().filter(|row| row.listing == RANKED);
    let ranks = ranks(&mut *connection, track, ranked.map(|row| row.displayed)).await?;
    let divisions = season::divisions(&mut *connection, track).await?;
    let names = names(connection, track, &rows).await?;
    let rows = rows.into_iter().map(|row| row.dress(&ranks, &divisions, &names)).collect();
    Ok((rows, ranks.ranked))
}

/// The latest names of everybody in `rows`.
async fn names(
    connection: &mut PgConnection,
    track: &Track,
    rows: &[StandingRow],
) -> Result<HashMap<Uuid, String>, Error> {
    let accounts: Vec<Uuid> = rows.iter().flat_map(|row| [row.a, row.b]).filter(|id| !id.is_nil()).collect();
    let names = sqlx::query!(
        r#"select a, display_name as "display_name!" from ratings.standing
         where ladder = $1 and season = $2 and a = any($3)
             and b = '00000000-0000-0000-0000-000000000000'"#,
        track.ladder.as_str(),
        track.season,
        &accounts
    )
    .fetch_all(connection)
    .await?;
    Ok(names.into_iter().map(|row| (row.a, row.display_name)).collect())
}
