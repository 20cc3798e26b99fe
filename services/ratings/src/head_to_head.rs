//! The games of two entities against each other.

use env::UnixMillis;
use sqlx::{PgConnection, PgPool};

use crate::board::names;
use crate::error::Error;
use crate::ids::{AccountId, Entity, LadderId};
use crate::ladder;
use crate::result::{ReportedSide, SideKind, roster_of};
use postgres::snapshot;

/// Of players who have met more often only this many latest games are looked at.
pub const GAMES_MAX: usize = 1_000;
/// Most games that are told one by one.
pub const TOLD_MAX: u32 = 50;

/// How two entities have fared against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// The names of the two, in the order of [`Entity::accounts`]; empty for whoever has not played here.
    pub names: [Vec<String>; 2],
    /// Games won by each.
    pub wins: [u32; 2],
    /// Games that were drawn.
    pub draws: u32,
    /// The latest games.
    pub games: Vec<Met>,
    /// True if these players have met more than [`GAMES_MAX`] times.
    pub is_truncated: bool,
}

/// One game of the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Who reported it.
    pub source: String,
    /// The source's id of it.
    pub result_id: String,
    /// When it ended.
    pub played_at: UnixMillis,
    /// The season that it counted for.
    pub season: i32,
    /// The places of the two.
    pub places: [u32; 2],
    /// The scores of the two.
    pub scores: [i32; 2],
}

/// How the two entities in `between` have fared, with the latest `told` games.
///
/// # Errors
/// [`Error::LadderNotFound`]; [`Error::Invalid`] if they could not meet on this ladder; the store's.
pub async fn head_to_head(
    pool: &PgPool,
    ladder: &LadderId,
    between: [Entity; 2],
    told: u32,
) -> Result<HeadToHead, Error> {
    let mut tx = snapshot(pool).await?;
    let ladder = ladder::find(&mut *tx, ladder).await?;
    let kind = ladder.spec.side_kind;
    check(kind, between)?;
    let accounts: Vec<AccountId> = between.into_iter().flat_map(Entity::accounts).collect();
    let rows = met(&mut tx, &ladder.spec.id, &roster_of(accounts.iter().copied())).await?;
    let is_truncated = rows.len() > GAMES_MAX;
    let games = rows.into_iter().take(GAMES_MAX).filter_map(|row| row.between(kind, between));
    let games: Vec<Met> = games.collect();
    let count = |is_so: fn(&Met) -> bool| {
        u32::try_from(games.iter().filter(|met| is_so(met)).count()).expect("at most a thousand")
    };
    let wins = [count(|met| met.places[0] < met.places[1]), count(|met| met.places[1] < met.places[0])];
    let draws = count(|met| met.places[0] == met.places[1]);
    let named = names(&mut tx, &ladder.track, accounts.iter().map(|account| account.uuid())).await?;
    let name = |account: AccountId| named.get(&account.uuid()).cloned().unwrap_or_default();
    let names = between.map(|entity| entity.accounts().into_iter().map(name).collect());
    let games = games.into_iter().take(told as usize).collect();
    Ok(HeadToHead { names, wins, draws, games, is_truncated })
}

fn check(kind: SideKind, between: [Entity; 2]) -> Result<(), Error> {
    let players = kind.players_per_side();
    for (field, entity) in ["one", "other"].into_iter().zip(between) {
        if entity.accounts().len() != players {
            return Err(Error::invalid(field, format!("a side of this ladder has {players} player(s)")));
        }
    }
    let one = between[0].accounts();
    match between[1].accounts().iter().any(|account| one.contains(account)) {
        true => Err(Error::invalid("other", "has a member in common with `one`")),
        false => Ok(()),
    }
}

struct Row {
    source: String,
    result_id: String,
    played_at: time::OffsetDateTime,
    season: i32,
    sides: String,
}

impl Row {
    /// The game, if the two met in it and not its players in another pairing.
    fn between(self, kind: SideKind, between: [Entity; 2]) -> Option<Met> {
        let sides: Vec<ReportedSide> = serde_json::from_str(&self.sides).ok()?;
        let side = |entity| sides.iter().find(|side| side.entity(kind) == Some(entity));
        let (one, other) = (side(between[0])?, side(between[1])?);
        Some(Met {
            source: self.source,
            result_id: self.result_id,
            played_at: self.played_at.into(),
            season: self.season,
            places: [one.place, other.place],
            scores: [one.score, other.score],
        })
    }
}

/// The latest games of exactly these players that were rated or weighed nothing, and stand.
async fn met(connection: &mut PgConnection, ladder: &LadderId, roster: &[u8]) -> Result<Vec<Row>, Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select r.source, r.result_id, r.played_at, r.season, r.sides::text as "sides!"
         from ratings.result r
         join ratings.outcome o using (ladder, sequence)
         left join ratings.void v using (ladder, sequence)
         where r.ladder = $1 and r.roster = $2 and (o.state = 'rated' or o.reason = 'repeated')
             and v.void_sequence is null
         order by r.played_at desc, r.sequence desc limit $3"#,
        ladder.as_str(),
        roster,
        i64::try_from(GAMES_MAX).expect("a thousand") + 1
    )
    .fetch_all(connection)
    .await?;
    Ok(rows)
}
