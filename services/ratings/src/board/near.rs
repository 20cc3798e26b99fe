//! One entity with those around it, the most frequent question by far: in one statement, and so in one round trip and from one
//! moment, where the other questions take several in a snapshot.

use std::collections::{BTreeMap, HashMap};

use sqlx::PgPool;
use sqlx::types::Json;
use uuid::Uuid;

use super::Board;
use super::row::{BoardRow, StandingRow};
use crate::divisions::Divisions;
use crate::error::Error;
use crate::ids::EntityKey;
use crate::rank::Ranks;

/// Most neighbours on either side.
pub const NEIGHBOURS_MAX: u32 = 50;

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
    let found = sqlx::query_as!(
        Found,
        r#"with board as materialized (
             select c.ladder, coalesce($2, c.season) as season, c.folded_through from ratings.cursor c
             where c.ladder = $1
         ), own as materialized (
             select s.* from board join ratings.standing s using (ladder, season) where s.a = $3 and s.b = $4
         ), near as materialized (
             select s.* from own cross join lateral (
                 select * from (
                     select * from ratings.standing s
                     where s.ladder = $1 and s.season = own.season and s.listing = 0 and own.listing < 2
                         and (s.board_order, s.a, s.b) < (own.board_order, own.a, own.b)
                     order by s.board_order desc, s.a desc, s.b desc limit 50
                 ) as s limit $5
             ) as s
             union all
             select * from own
             union all
             select s.* from own cross join lateral (
                 select * from (
                     select * from ratings.standing s
                     where s.ladder = $1 and s.season = own.season and s.listing = 0 and own.listing < 2
                         and (s.board_order, s.a, s.b) > (own.board_order, own.a, own.b)
                     order by s.board_order, s.a, s.b limit 50
                 ) as s limit $5
             ) as s
         ), delta as materialized (
             select displayed, sum(change) as change from board join ratings.histogram_delta using (ladder, season)
             where id > board.folded_through group by displayed
         ), block as materialized (
             select bucket, entities from board join ratings.histogram using (ladder, season) where scale = 100
         ), place as materialized (
             select points, ((select coalesce(sum(entities), 0) from block where bucket > own.block)
                             + (select coalesce(sum(entities), 0)
                                from board join ratings.histogram using (ladder, season)
                                where scale = 1 and bucket > own.points and bucket < (own.block + 1) * 100)
                             + (select coalesce(sum(change), 0) from delta where displayed > own.points))::bigint as ahead
             from (select distinct displayed as points, floor(displayed::numeric / 100)::integer as block
                   from near where listing = 0) as own
         )
         select near.a as "a!", near.b as "b!", near.displayed as "displayed!", near.listing as "listing!",
             near.k_games as "k_games!", near.wins as "wins!", near.draws as "draws!", near.losses as "losses!",
             near.last_played_at as "last_played_at!", near.division, near.balance as "balance!",
             near.season as "season!", place.ahead, one.display_name as "a_name?", other.display_name as "b_name?",
             ((select coalesce(sum(entities), 0) from block)
              + (select coalesce(sum(change), 0) from delta))::bigint as "ranked!",
             (select divisions from board join ratings.season using (ladder, season)) as "divisions!: Json<Divisions>"
         from near
         left join place on place.points = near.displayed
         left join ratings.standing one on one.ladder = $1 and one.season = near.season and one.a = near.a
             and one.b = '00000000-0000-0000-0000-000000000000'
         left join ratings.standing other on other.ladder = $1 and other.season = near.season and other.a = near.b
             and other.b = '00000000-0000-0000-0000-000000000000'
         order by near.board_order, near.a, near.b"#,
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

/// A row with what there is to say about it; the last three are the same in every row.
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
    /// How many stand before those who show as many points.
    ahead: Option<i64>,
    season: i32,
    ranked: i64,
    divisions: Json<Divisions>,
}

impl Found {
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
    let place = |row: &Found| row.ahead.map(|ahead| (row.displayed, ahead.unsigned_abs() + 1));
    let by_points: BTreeMap<i32, u64> = found.iter().filter_map(place).collect();
    let names: HashMap<Uuid, String> = found.iter().flat_map(Found::names).collect();
    let ranks = Ranks::new(first.ranked.unsigned_abs(), by_points);
    let divisions = &first.divisions.0;
    let rows = found.iter().map(|row| row.row().dress(&ranks, divisions, &names)).collect();
    Some(Near { rows, ranked: ranks.ranked, season: first.season })
}
