//! What a batch reads: its place in the log, the results that follow, and the standings of everybody in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use env::UnixMillis;
use rating::{CentiPoints, Config, ConfigVersion, Strength};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::book::{Book, Meetings, REPEAT_WINDOW};
use super::judge::entities_of;
use super::standing::{HIDDEN_AFTER, Standing};
use crate::divisions::{Division, Divisions};
use crate::error::Error;
use crate::ids::{EntityKey, LadderId, Track};
use crate::ladder;
use crate::log::ResultEntry;
use crate::result::SideKind;

/// After this long without a statement the server ends a rating transaction and frees its lock: a process that was stopped
/// in the middle must not stop its ladder.
const STALLED_AFTER_MS: &str = "10000";

/// The same for an event: between two statements a season of millions may be computed.
const EVENT_STALLED_AFTER_MS: &str = "300000";

/// Where the log of a ladder ends and how far it is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backlog {
    /// The last number that was given out; 0 before the first.
    pub last_sequence: i64,
    /// The last number that is rated, or otherwise dealt with.
    pub rated_through: i64,
}

impl Backlog {
    /// How many entries wait.
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
        "select l.last_sequence, c.rated_through
         from ratings.ladder l join ratings.cursor c using (ladder)
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
    /// The season that is rated.
    pub track: Track,
    /// What the ladder rates.
    pub kind: SideKind,
    /// The last number that is dealt with.
    pub rated_through: i64,
}

/// Locks the ladder's cursor until the transaction ends. This is the fence: whoever holds it is the only one to rate the
/// ladder, and sees everything that was rated before. Acceptance does not touch it.
pub async fn lock_cursor(connection: &mut PgConnection, ladder: &LadderId) -> Result<Cursor, Error> {
    let row = sqlx::query!(
        r#"select l.side_kind, c.season, c.rated_through,
                set_config('idle_in_transaction_session_timeout', $2, true) as "stalled_after!"
         from ratings.ladder l join ratings.cursor c using (ladder)
         where l.ladder = $1
         for no key update of c"#,
        ladder.as_str(),
        STALLED_AFTER_MS
    )
    .fetch_optional(connection)
    .await?
    .ok_or_else(|| Error::LadderNotFound(ladder.to_string()))?;
    let kind = SideKind::parse(&row.side_kind)
        .ok_or_else(|| Error::Corrupt(format!("ladder {ladder} with sides of {:?}", row.side_kind)))?;
    let track = Track { ladder: ladder.clone(), season: row.season };
    Ok(Cursor { track, kind, rated_through: row.rated_through })
}

/// Lets the transaction take the time that an event takes which concerns a whole ladder. A process that was stopped in the
/// middle of one still frees its ladder in the end.
pub async fn take_time(connection: &mut PgConnection) -> Result<(), Error> {
    sqlx::query!(
        "select set_config('statement_timeout', '0', true) as unbounded,
                set_config('idle_in_transaction_session_timeout', $1, true) as stalled_after",
        EVENT_STALLED_AFTER_MS
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// The configurations that are pinned on `entries`, beside those that are in `known` already.
pub async fn configs(
    connection: &mut PgConnection,
    ladder: &LadderId,
    entries: &[ResultEntry],
    mut known: BTreeMap<i32, Config>,
) -> Result<BTreeMap<i32, Config>, Error> {
    let pinned: BTreeSet<i32> = entries.iter().map(|entry| entry.config_version).collect();
    let missing: Vec<i32> = pinned.into_iter().filter(|column| !known.contains_key(column)).collect();
    for column in missing {
        let version = ConfigVersion(u32::try_from(column).unwrap_or(0));
        known.insert(column, ladder::config(&mut *connection, ladder, version).await?);
    }
    Ok(known)
}

/// The book for `entries`: the standings of everybody in them, and the earlier games of the same players.
pub async fn book(
    connection: &mut PgConnection,
    cursor: &Cursor,
    entries: &[ResultEntry],
    divisions: Divisions,
) -> Result<Book, Error> {
    let keys: BTreeSet<EntityKey> = entries
        .iter()
        .flat_map(|entry| entities_of(cursor.kind, entry))
        .map(crate::ids::Entity::key)
        .collect();
    let standings = standings(&mut *connection, &cursor.track, &keys).await?;
    let meetings = match cursor.kind {
        SideKind::Pair => meetings(&mut *connection, cursor, entries).await?,
        SideKind::Solo => Meetings::new(),
    };
    Ok(Book::open(cursor.kind, standings, meetings, divisions))
}

/// A standing as the store has it.
pub struct StandingRow {
    a: Uuid,
    b: Uuid,
    display_name: Option<String>,
    balance: i64,
    strength: i64,
    k_games: i32,
    wins: i32,
    draws: i32,
    losses: i32,
    last_played_at: time::OffsetDateTime,
    hidden_at: Option<time::OffsetDateTime>,
    division: Option<i16>,
}

impl StandingRow {
    fn read(self) -> (EntityKey, Standing) {
        let count = |number: i32| u32::try_from(number).expect("the schema keeps counts from being negative");
        let standing = Standing {
            name: self.display_name,
            balance: CentiPoints(self.balance),
            strength: Strength::from_half_centi_points(self.strength),
            k_games: count(self.k_games),
            wins: count(self.wins),
            draws: count(self.draws),
            losses: count(self.losses),
            last_played_at: self.last_played_at.into(),
            hidden_at: self.hidden_at.map(UnixMillis::from),
            division: self.division.and_then(Division::new),
        };
        (EntityKey { a: self.a, b: self.b }, standing)
    }
}

/// The standings of these. Whoever holds the ladder's cursor is the only one to change any; for others they may have changed
/// before they act upon them.
pub async fn standings(
    connection: &mut PgConnection,
    track: &Track,
    keys: &BTreeSet<EntityKey>,
) -> Result<BTreeMap<EntityKey, Standing>, Error> {
    let (a, b): (Vec<Uuid>, Vec<Uuid>) = keys.iter().map(|key| (key.a, key.b)).unzip();
    let rows = sqlx::query_as!(
        StandingRow,
        "select s.a, s.b, s.display_name, s.balance, s.strength, s.k_games, s.wins, s.draws, s.losses, s.last_played_at,
                s.hidden_at, s.division
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
    Ok(rows.into_iter().map(StandingRow::read).collect())
}

/// The standings of everybody on the board of `track` who was absent for long at `now`.
pub async fn absent(
    connection: &mut PgConnection,
    track: &Track,
    now: UnixMillis,
) -> Result<BTreeMap<EntityKey, Standing>, Error> {
    let rows = sqlx::query_as!(
        StandingRow,
        "select a, b, display_name, balance, strength, k_games, wins, draws, losses, last_played_at, hidden_at, division
         from ratings.standing
         where ladder = $1 and season = $2 and listing < 2 and last_played_at < $3
         order by a, b",
        track.ladder.as_str(),
        track.season,
        now.minus(HIDDEN_AFTER).to_datetime()
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(StandingRow::read).collect())
}

/// At most `limit` standings of a season that follow `after` in the order of their keys.
pub async fn standings_after(
    connection: &mut PgConnection,
    track: &Track,
    after: EntityKey,
    limit: i64,
) -> Result<Vec<(EntityKey, Standing)>, Error> {
    let rows = sqlx::query_as!(
        StandingRow,
        "select a, b, display_name, balance, strength, k_games, wins, draws, losses, last_played_at, hidden_at, division
         from ratings.standing
         where ladder = $1 and season = $2 and (a, b) > ($3, $4)
         order by a, b limit $5",
        track.ladder.as_str(),
        track.season,
        after.a,
        after.b,
        limit
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(StandingRow::read).collect())
}

/// The ratings of these players in a season.
pub async fn ratings(
    connection: &mut PgConnection,
    track: &Track,
    players: &[Uuid],
) -> Result<HashMap<Uuid, CentiPoints>, Error> {
    let rows = sqlx::query!(
        "select a, balance from ratings.standing
         where ladder = $1 and season = $2 and a = any($3) and b = '00000000-0000-0000-0000-000000000000'",
        track.ladder.as_str(),
        track.season,
        players
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.a, CentiPoints(row.balance))).collect())
}

/// When the rosters of `entries` met in games that this ladder has counted and not taken back, in whatever season: seven
/// days may reach back over the start of one.
pub async fn meetings(
    connection: &mut PgConnection,
    cursor: &Cursor,
    entries: &[ResultEntry],
) -> Result<Meetings, Error> {
    let played = || entries.iter().map(|entry| entry.played_at);
    let (Some(first), Some(last)) = (played().min(), played().max()) else { return Ok(Meetings::new()) };
    let rosters: BTreeSet<&[u8]> = entries.iter().map(|entry| entry.roster.as_slice()).collect();
    let rosters: Vec<Vec<u8>> = rosters.into_iter().map(<[u8]>::to_vec).collect();
    let rows = sqlx::query!(
        "select r.roster, r.played_at
         from ratings.result r
         join ratings.outcome o using (ladder, sequence)
         left join ratings.void v on v.ladder = r.ladder and v.sequence = r.sequence and v.void_sequence <= $2
         where r.ladder = $1 and r.roster = any($3) and r.played_at between $4 and $5
             and (o.state = 'rated' or o.reason = 'repeated') and v.sequence is null",
        cursor.track.ladder.as_str(),
        cursor.rated_through,
        &rosters,
        first.minus(REPEAT_WINDOW).to_datetime(),
        last.plus(REPEAT_WINDOW).to_datetime()
    )
    .fetch_all(connection)
    .await?;
    let mut meetings = Meetings::new();
    for row in rows {
        meetings.entry(row.roster).or_default().push(row.played_at.into());
    }
    Ok(meetings)
}
