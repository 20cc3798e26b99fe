//! The board of a season: pages from the top, one entity with those around it, certain entities, the pairs of a player. Each
//! answer comes from one snapshot.

mod near;
mod row;

use std::collections::BTreeSet;

use sqlx::{PgConnection, PgPool};

use crate::error::Error;
use crate::ids::{AccountId, Entity, EntityKey, LadderId, Track};
use crate::ladder::{self, Ladder};
use crate::rank::BoardKey;
use crate::result::SideKind;
use postgres::snapshot;

use near::Near;
pub use near::{NEAR_STATEMENT, NEIGHBOURS_MAX};
pub use row::BoardRow;
pub(crate) use row::names;
use row::{PROVISIONAL, RANKED, StandingRow, below, dress, pairs_of, several};

/// Most rows of the board that are looked through for one page.
pub const SCAN_MAX: u32 = 5_000;
/// How many of them are read at a time.
const SCAN_CHUNK: u32 = 500;

/// The board of one season of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The ladder.
    pub ladder: LadderId,
    /// The season; `None`: the one that readers are shown.
    pub season: Option<i32>,
}

impl From<&LadderId> for Board {
    fn from(ladder: &LadderId) -> Self {
        Self { ladder: ladder.clone(), season: None }
    }
}

impl Board {
    async fn find(&self, connection: &mut PgConnection) -> Result<(Ladder, Track), Error> {
        let ladder = ladder::find(connection, &self.ladder).await?;
        let shown = ladder.track.season;
        let season = self.season.unwrap_or(shown);
        if !(1..=shown).contains(&season) {
            return Err(Error::invalid(
                "season",
                format!("must be 1 to {shown}; 0 is the one that is shown"),
            ));
        }
        let track = Track { season, ..ladder.track.clone() };
        Ok((ladder, track))
    }
}

/// Which rows a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// The ranked ones.
    Ranked,
    /// The ranked ones, then the provisional ones.
    WithProvisional,
}

impl Rows {
    const fn last_listing(self) -> i16 {
        match self {
            Self::Ranked => RANKED,
            Self::WithProvisional => PROVISIONAL,
        }
    }
}

/// Which rows of the board are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// By rank.
    pub rows: Rows,
    /// Those with at least this many games in the season.
    pub min_games: u32,
}

impl From<Rows> for Filter {
    fn from(rows: Rows) -> Self {
        Self { rows, min_games: 0 }
    }
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
    /// The season of the board.
    pub season: i32,
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
    /// The season of the board.
    pub season: i32,
}

impl Around {
    /// The share of the ranked entities that show as many points as this one or fewer, itself among them, in millionths,
    /// rounded down; `None` without a rank.
    pub fn percentile_millionths(&self) -> Option<u32> {
        let at_or_below = self.ranked + 1 - self.row.rank?;
        let share = u128::from(at_or_below) * 1_000_000 / u128::from(self.ranked);
        Some(u32::try_from(share).expect("a rank lies within the ranked"))
    }
}

/// A page of the board after `after`, or from the top; `size` rows, at least 1. Where few rows pass the filter, a page looks through
/// no more than [`SCAN_MAX`] of them and may be shorter.
///
/// # Errors
/// [`Error::LadderNotFound`], [`Error::Invalid`] for a season that the ladder has not come to, or the store's.
pub async fn page(
    pool: &PgPool,
    board: impl Into<Board>,
    filter: impl Into<Filter>,
    after: Option<BoardKey>,
    size: u32,
) -> Result<Page, Error> {
    let (board, filter) = (board.into(), filter.into());
    let mut tx = snapshot(pool).await?;
    let (_, track) = board.find(&mut tx).await?;
    let (found, next) = match filter.min_games {
        0 => unfiltered(&mut tx, &track, filter.rows, after, size).await?,
        _ => filtered(&mut tx, &track, filter, after, size).await?,
    };
    let (rows, ranked) = dress(&mut tx, &track, found).await?;
    Ok(Page { rows, next, ranked, season: track.season })
}

async fn unfiltered(
    connection: &mut PgConnection,
    track: &Track,
    rows: Rows,
    after: Option<BoardKey>,
    size: u32,
) -> Result<(Vec<StandingRow>, Option<BoardKey>), Error> {
    let mut found = below(connection, track, after, rows.last_listing(), i64::from(size) + 1).await?;
    let more = found.len() > size as usize;
    found.truncate(size as usize);
    let next = found.last().filter(|_| more).map(StandingRow::key);
    Ok((found, next))
}

/// Games are in no index of the board: those with too few are skipped while going down.
async fn filtered(
    connection: &mut PgConnection,
    track: &Track,
    filter: Filter,
    mut after: Option<BoardKey>,
    size: u32,
) -> Result<(Vec<StandingRow>, Option<BoardKey>), Error> {
    let mut found = Vec::new();
    for _ in 0..SCAN_MAX / SCAN_CHUNK {
        let chunk =
            below(&mut *connection, track, after, filter.rows.last_listing(), SCAN_CHUNK.into()).await?;
        let is_last = chunk.len() < SCAN_CHUNK as usize;
        for row in chunk {
            if row.games() < filter.min_games {
                after = Some(row.key());
            } else if found.len() < size as usize {
                after = Some(row.key());
                found.push(row);
            } else {
                return Ok((found, after));
            }
        }
        if is_last {
            return Ok((found, None));
        }
    }
    Ok((found, after))
}

/// The standing of `entity` with at most `neighbours` ranked ones above and as many below, no more than [`NEIGHBOURS_MAX`]. A provisional entity is shown
/// among the ranked ones of its rating; a single player on a ladder of pairs is on no board and has no neighbours.
///
/// # Errors
/// [`Error::LadderNotFound`], [`Error::StandingNotFound`], [`Error::Invalid`] for a season that the ladder has not come to, or the
/// store's.
pub async fn around(
    pool: &PgPool,
    board: impl Into<Board>,
    entity: Entity,
    neighbours: u32,
) -> Result<Around, Error> {
    let board = board.into();
    let Some(near) = near::near(pool, &board, entity.key(), neighbours).await? else {
        board.find(&mut *pool.acquire().await?).await?;
        return Err(Error::StandingNotFound);
    };
    let Near { rows: mut above, ranked, season } = near;
    let own = above.iter().position(|row| row.entity == entity).expect("one's own row is among them");
    let below = above.split_off(own + 1);
    let row = above.pop().expect("one's own row stands between the two");
    Ok(Around { row, above, below, ranked, season })
}

/// The standings of `entities` in the board's order, those that have one.
///
/// # Errors
/// [`Error::LadderNotFound`], [`Error::Invalid`] for a season that the ladder has not come to, or the store's.
pub async fn among(pool: &PgPool, board: impl Into<Board>, entities: &[Entity]) -> Result<Page, Error> {
    let board = board.into();
    let mut tx = snapshot(pool).await?;
    let (_, track) = board.find(&mut tx).await?;
    let keys: BTreeSet<EntityKey> = entities.iter().map(|entity| entity.key()).collect();
    let found = several(&mut tx, &track, &keys).await?;
    let (rows, ranked) = dress(&mut tx, &track, found).await?;
    Ok(Page { rows, next: None, ranked, season: track.season })
}

/// A page of the pairs that `account` has played in, the greatest rating first, after the pair that shows `after` points negated
/// and has that key. Ranked or not makes no difference here.
///
/// # Errors
/// [`Error::LadderNotFound`]; [`Error::Invalid`] for a ladder of single players, or a season that the ladder has not come to;
/// [`Error::StandingNotFound`] if there is no pair at all; the store's.
pub async fn partners(
    pool: &PgPool,
    board: impl Into<Board>,
    account: AccountId,
    after: Option<BoardKey>,
    size: u32,
) -> Result<Page, Error> {
    let board = board.into();
    let mut tx = snapshot(pool).await?;
    let (ladder, track) = board.find(&mut tx).await?;
    if ladder.spec.side_kind != SideKind::Pair {
        return Err(Error::invalid("ladder", "rates single players, who have no partners"));
    }
    let place = after.map(|key| (key.order, key.entity));
    let mut found = pairs_of(&mut tx, &track, account, place, i64::from(size) + 1).await?;
    if found.is_empty() && after.is_none() {
        return Err(Error::StandingNotFound);
    }
    let more = found.len() > size as usize;
    found.truncate(size as usize);
    let next = found.last().filter(|_| more).map(StandingRow::key);
    let (rows, ranked) = dress(&mut tx, &track, found).await?;
    Ok(Page { rows, next, ranked, season: track.season })
}
