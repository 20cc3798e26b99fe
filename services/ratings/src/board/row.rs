//! Rows of the board: how the store has them, and how they are shown, with ranks, divisions and names.

use std::collections::{BTreeSet, HashMap};

use env::UnixMillis;
use rating::CentiPoints;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::divisions::{Division, Divisions};
use crate::error::Error;
use crate::ids::{AccountId, Entity, EntityKey, Track};
use crate::rank::{BoardKey, Ranks, ranks};
use crate::season;

/// Rows of the board that are ranked, and those that are not yet.
pub const RANKED: i16 = 0;
pub const PROVISIONAL: i16 = 1;
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
    /// The balance of its ledger account: a player's rating, a pair's synergy.
    pub balance: CentiPoints,
}

impl BoardRow {
    /// Games in the season.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// A row as the store has it.
pub struct StandingRow {
    pub a: Uuid,
    pub b: Uuid,
    pub displayed: i32,
    pub listing: i16,
    pub k_games: i32,
    pub wins: i32,
    pub draws: i32,
    pub losses: i32,
    pub last_played_at: time::OffsetDateTime,
    pub division: Option<i16>,
    pub balance: i64,
}

impl StandingRow {
    /// Whose it is.
    pub fn entity_key(&self) -> EntityKey {
        EntityKey { a: self.a, b: self.b }
    }

    /// Where it lies on the board.
    pub fn key(&self) -> BoardKey {
        BoardKey { listing: self.listing, order: -self.displayed, entity: self.entity_key() }
    }

    /// Games in the season.
    pub fn games(&self) -> u32 {
        (self.wins + self.draws + self.losses).unsigned_abs()
    }

    /// The row as it is shown.
    pub fn dress(self, ranks: &Ranks, divisions: &Divisions, names: &HashMap<Uuid, String>) -> BoardRow {
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
            balance: CentiPoints(self.balance),
        }
    }
}

/// The rows of these, in the board's order.
pub async fn several(
    connection: &mut PgConnection,
    track: &Track,
    keys: &BTreeSet<EntityKey>,
) -> Result<Vec<StandingRow>, Error> {
    let (a, b): (Vec<Uuid>, Vec<Uuid>) = keys.iter().map(|key| (key.a, key.b)).unzip();
    let mut rows = sqlx::query_as!(
        StandingRow,
        "select s.a, s.b, s.displayed, s.listing, s.k_games, s.wins, s.draws, s.losses, s.last_played_at, s.division,
                s.balance
         from ratings.standing s
         join unnest($3::uuid[], $4::uuid[]) as k (a, b) on s.a = k.a and s.b = k.b
         where s.ladder = $1 and s.season = $2",
        track.ladder.as_str(),
        track.season,
        &a,
        &b
    )
    .fetch_all(connection)
    .await?;
    rows.sort_by_key(StandingRow::key);
    Ok(rows)
}

/// The pairs of `account` that follow `after`, the greatest rating first. Those of the lesser id are a range of the primary key,
/// those of the greater one of an index.
pub async fn pairs_of(
    connection: &mut PgConnection,
    track: &Track,
    account: AccountId,
    after: Option<(i32, EntityKey)>,
    limit: i64,
) -> Result<Vec<StandingRow>, Error> {
    let nobody = EntityKey { a: Uuid::nil(), b: Uuid::nil() };
    let (order, key) = after.unwrap_or((i32::MIN, nobody));
    let rows = sqlx::query_as!(
        StandingRow,
        r#"select a as "a!", b as "b!", displayed as "displayed!", listing as "listing!", k_games as "k_games!",
                wins as "wins!", draws as "draws!", losses as "losses!", last_played_at as "last_played_at!", division,
                balance as "balance!"
         from (
             select * from ratings.standing
             where ladder = $1 and season = $2 and a = $3 and b > '00000000-0000-0000-0000-000000000000'
             union all
             select * from ratings.standing
             where ladder = $1 and season = $2 and b = $3 and b <> '00000000-0000-0000-0000-000000000000'
         ) as pairs
         where (board_order, a, b) > ($4, $5, $6)
         order by board_order, a, b limit $7"#,
        track.ladder.as_str(),
        track.season,
        account.uuid(),
        order,
        key.a,
        key.b,
        limit
    )
    .fetch_all(connection)
    .await?;
    Ok(rows)
}

/// The rows that follow `after` down the board, best first.
pub async fn below(
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
        "select a, b, displayed, listing, k_games, wins, draws, losses, last_played_at, division, balance
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

/// Gives rows their ranks, divisions and names, and says how many entities are ranked.
pub async fn dress(
    connection: &mut PgConnection,
    track: &Track,
    rows: Vec<StandingRow>,
) -> Result<(Vec<BoardRow>, u64), Error> {
    let ranked = rows.iter().filter(|row| row.listing == RANKED);
    let ranks = ranks(&mut *connection, track, ranked.map(|row| row.displayed)).await?;
    let divisions = season::divisions(&mut *connection, track).await?;
    let accounts = rows.iter().flat_map(|row| [row.a, row.b]).filter(|id| !id.is_nil());
    let names = names(connection, track, accounts).await?;
    let rows = rows.into_iter().map(|row| row.dress(&ranks, &divisions, &names)).collect();
    Ok((rows, ranks.ranked))
}

/// The latest names of these players; whoever has not played in the season has none.
pub async fn names(
    connection: &mut PgConnection,
    track: &Track,
    accounts: impl IntoIterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>, Error> {
    let accounts: Vec<Uuid> = accounts.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
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
