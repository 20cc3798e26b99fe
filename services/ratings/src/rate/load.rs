//! What a batch reads: its place in the log, the results that follow, and the standings of everybody in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use env::UnixMillis;
use rating::{CentiPoints, Config, ConfigVersion, Strength};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::book::{Book, Entry, REPEAT_WINDOW, Standing};
use super::judge::entities_of;
use crate::error::Error;
use crate::ids::{EntityKey, LadderId, Track};
use crate::ladder;
use crate::result::SideKind;

/// After this long without a statement the server ends a rating transaction and frees its lock: a process that was stopped
/// in the middle must not stop its ladder.
const STALLED_AFTER_MS: &str = "10000";

/// Where the log of a ladder ends and how far it is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// The last number that was given out; 0 before the first.
    pub last_sequence: i64,
    /// The last number that is rated, or otherwise dealt with.
    pub rated_through: i64,
}

impl Backlog {
    /// How many results wait.
    pub const fn waiting(self) -> i64 {
        self.last_sequence - self.rated_through
    }
}

/// How far the rater of a ladder is behind.
///
/// # Errors
/// [`Error::LadderNotFound`], or the store's.
pub async fn backlog(pool: &PgPool, ladder: &LadderId) -> Result<Backlog, Error> {
    sqlx::query_as!(
        Backlog,
        "select l.last_sequence, e.rated_through
         from ratings.ladder l
         join ratings.season s using (ladder, season)
         join ratings.epoch e on e.ladder = s.ladder and e.season = s.season and e.epoch = s.epoch
         where l.ladder = $1",
        ladder.as_str()
    )
    .fetch_optional(pool)
    .await?
    .ok_or_else(|| Error::LadderNotFound(ladder.to_string()))
}

/// The place of a batch in the log, locked.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// What is computed.
    pub track: Track,
    /// What the ladder rates.
    pub kind: SideKind,
    /// The last number that is dealt with.
    pub rated_through: i64,
}

/// Locks the ladder's live epoch until the transaction ends, and returns how far it is rated. This is the fence: whoever
/// holds it is the only one to rate the ladder, and sees everything that was rated before. Acceptance does not touch it.
pub async fn lock_cursor(connection: &mut PgConnection, ladder: &LadderId) -> Result<Cursor, Error> {
    let row = sqlx::query!(
        r#"select l.side_kind, e.season, e.epoch, e.rated_through,
                set_config('idle_in_transaction_session_timeout', $2, true) as "stalled_after!"
         from ratings.ladder l
         join ratings.season s using (ladder, season)
         join ratings.epoch e on e.ladder = s.ladder and e.season = s.season and e.epoch = s.epoch
         where l.ladder = $1
         for no key update of e for share of s"#,
        ladder.as_str(),
        STALLED_AFTER_MS
    )
    .fetch_optional(connection)
    .await?
    .ok_or_else(|| Error::LadderNotFound(ladder.to_string()))?;
    let kind = SideKind::parse(&row.side_kind)
        .ok_or_else(|| Error::Corrupt(format!("ladder {ladder} with sides of {:?}", row.side_kind)))?;
    let track = Track { ladder: ladder.clone(), season: row.season, epoch: row.epoch };
    Ok(Cursor { track, kind, rated_through: row.rated_through })
}

/// The results that follow the cursor, in order, at most `limit`.
pub async fn entries(
    connection: &mut PgConnection,
    cursor: &Cursor,
    limit: i64,
) -> Result<Vec<Entry>, Error> {
    let entries = sqlx::query_as!(
        Entry,
        "select sequence, config_version, played_at, abandoned, roster, sides
         from ratings.result
         where ladder = $1 and season = $2 and sequence > $3
         order by sequence limit $4",
        cursor.track.ladder.as_str(),
        cursor.track.season,
        cursor.rated_through,
        limit
    )
    .fetch_all(connection)
    .await?;
    for (expected, entry) in (cursor.rated_through + 1..).zip(&entries) {
        if entry.sequence != expected {
            return Err(Error::Corrupt(format!(
                "no result {expected} in the log of {}",
                cursor.track.ladder
            )));
        }
    }
    Ok(entries)
}

/// The configurations that are pinned on `entries`.
pub async fn configs(
    connection: &mut PgConnection,
    cursor: &Cursor,
    entries: &[Entry],
) -> Result<BTreeMap<i32, Config>, Error> {
    let versions: BTreeSet<i32> = entries.iter().map(|entry| entry.config_version).collect();
    let mut configs = BTreeMap::new();
    for column in versions {
        let version = ConfigVersion(u32::try_from(column).unwrap_or(0));
        configs.insert(column, ladder::config(&mut *connection, &cursor.track.ladder, version).await?);
    }
    Ok(configs)
}

/// The book for `entries`: the standings of everybody in them, locked in the order of their ids, and the earlier games of
/// the same players.
pub async fn book(connection: &mut PgConnection, cursor: &Cursor, entries: &[Entry]) -> Result<Book, Error> {
    let keys: BTreeSet<EntityKey> = entries
        .iter()
        .flat_map(|entry| entities_of(cursor.kind, entry))
        .map(crate::ids::Entity::key)
        .collect();
    let standings = standings(connection, &cursor.track, &keys).await?;
    let meetings = match cursor.kind {
        SideKind::Pair => meetings(connection, &cursor.track, entries).await?,
        SideKind::Solo => HashMap::new(),
    };
    Ok(Book::open(cursor.kind, standings, meetings))
}

async fn standings(
    connection: &mut PgConnection,
    track: &Track,
    keys: &BTreeSet<EntityKey>,
) -> Result<BTreeMap<EntityKey, Standing>, Error> {
    let (a, b): (Vec<Uuid>, Vec<Uuid>) = keys.iter().map(|key| (key.a, key.b)).unzip();
    let rows = sqlx::query!(
        "select s.a, s.b, s.display_name, s.balance, s.strength, s.k_games, s.wins, s.draws, s.losses, s.last_played_at
         from ratings.standing s
         join unnest($4::uuid[], $5::uuid[]) as k (a, b) on s.a = k.a and s.b = k.b
         where s.ladder = $1 and s.season = $2 and s.epoch = $3
         order by s.a, s.b
         for no key update of s",
        track.ladder.as_str(),
        track.season,
        track.epoch,
        &a,
        &b
    )
    .fetch_all(connection)
    .await?;
    let count = |number: i32| u32::try_from(number).expect("the schema keeps counts from being negative");
    let standings = rows.into_iter().map(|row| {
        let standing = Standing {
            name: row.display_name,
            balance: CentiPoints(row.balance),
            strength: Strength::from_half_centi_points(row.strength),
            k_games: count(row.k_games),
            wins: count(row.wins),
            draws: count(row.draws),
            losses: count(row.losses),
            last_played_at: row.last_played_at.into(),
        };
        (EntityKey { a: row.a, b: row.b }, standing)
    });
    Ok(standings.collect())
}

/// When the rosters of `entries` met in games that this ladder has counted, in this epoch or in the live one of another
/// season: seven days may reach back over the start of a season.
async fn meetings(
    connection: &mut PgConnection,
    track: &Track,
    entries: &[Entry],
) -> Result<HashMap<Vec<u8>, Vec<UnixMillis>>, Error> {
    let played = || entries.iter().map(|entry| entry.played_at);
    let (Some(first), Some(last)) = (played().min(), played().max()) else { return Ok(HashMap::new()) };
    let rosters: BTreeSet<&[u8]> = entries.iter().map(|entry| entry.roster.as_slice()).collect();
    let rosters: Vec<Vec<u8>> = rosters.into_iter().map(<[u8]>::to_vec).collect();
    let rows = sqlx::query!(
        "select r.roster, r.played_at
         from ratings.result r
         join ratings.season s on s.ladder = r.ladder and s.season = r.season
         join ratings.outcome o
             on o.ladder = r.ladder and o.season = r.season and o.sequence = r.sequence
             and o.epoch = case when r.season = $2 then $3 else s.epoch end
         where r.ladder = $1 and r.roster = any($4) and r.played_at between $5 and $6
             and (o.state = 'rated' or o.reason = 'repeated')",
        track.ladder.as_str(),
        track.season,
        track.epoch,
        &rosters,
        first.minus(REPEAT_WINDOW).to_datetime(),
        last.plus(REPEAT_WINDOW).to_datetime()
    )
    .fetch_all(connection)
    .await?;
    let mut meetings: HashMap<Vec<u8>, Vec<UnixMillis>> = HashMap::new();
    for row in rows {
        meetings.entry(row.roster).or_default().push(row.played_at.into());
    }
    Ok(meetings)
}
