//! Writing tables.

use env::UnixMillis;
use sqlx::PgConnection;
use sqlx::types::Uuid;

use crate::error::LobbyError;
use crate::ids::{AccountId, MatchId};
use crate::table::{Occupant, Stage, Table, Visibility};

use super::announce;
use super::starting::PendingStart;

/// By which call a table came to be.
#[derive(Clone, Copy, Debug)]
pub struct Creation {
    /// Who called.
    pub creator: AccountId,
    /// The caller's id of the call.
    pub request_id: Uuid,
    /// SHA-256 of what was asked for.
    pub request_hash: [u8; 32],
}

/// Stores a new table. False if its code is taken by a live one; the caller draws another.
pub async fn insert(
    connection: &mut PgConnection,
    table: &Table,
    creation: &Creation,
) -> Result<bool, LobbyError> {
    let columns = Columns::of(table);
    let inserted = sqlx::query!(
        "insert into lobby.card_table
             (table_id, code, state, game, options, ladder, turn_limit_ms, bank_ms, cut_window_ms, visibility, rated,
              spectators, host, free_seats, version, created_at, changed_at, creator, request_id, request_hash)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18, $19)
         on conflict (code) where state in ('open', 'starting') do nothing",
        table.id.0,
        table.code.as_str(),
        columns.state,
        table.settings.choice.game,
        table.settings.choice.options,
        table.settings.choice.ladder,
        columns.turn_limit_ms,
        columns.bank_ms,
        columns.cut_window_ms,
        columns.visibility,
        table.settings.rated,
        table.settings.spectators,
        columns.host,
        columns.free_seats,
        columns.version,
        table.created_at.to_datetime(),
        creation.creator.0,
        creation.request_id,
        &creation.request_hash[..]
    )
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    insert_seats(connection, table).await?;
    Ok(true)
}

/// Stores a changed table and announces it; does nothing if its version is still `before`. The caller has locked it.
/// `pending` is what a starting table waits for, and `None` for all others.
pub async fn save(
    connection: &mut PgConnection,
    table: &Table,
    before: u64,
    pending: Option<&PendingStart>,
    now: UnixMillis,
) -> Result<(), LobbyError> {
    if table.version == before {
        return Ok(());
    }
    assert!(table.version > before, "versions grow");
    assert_eq!(pending.is_some(), matches!(table.stage, Stage::Starting(_)), "only a start is pending");
    update_row(connection, table, before, pending, now).await?;
    sqlx::query!("delete from lobby.seat where table_id = $1", table.id.0).execute(&mut *connection).await?;
    insert_seats(connection, table).await?;
    announce(connection, table.id).await
}

async fn update_row(
    connection: &mut PgConnection,
    table: &Table,
    before: u64,
    pending: Option<&PendingStart>,
    now: UnixMillis,
) -> Result<(), LobbyError> {
    let columns = Columns::of(table);
    let updated = sqlx::query!(
        "update lobby.card_table
         set state = $3, game = $4, options = $5, ladder = $6, turn_limit_ms = $7, bank_ms = $8, cut_window_ms = $9,
             visibility = $10, rated = $11, spectators = $12, host = $13, free_seats = $14, version = $15,
             changed_at = $16, match_id = $17, match_request = $18, next_attempt_at = $19, start_attempts = 0
         where table_id = $1 and version = $2",
        table.id.0,
        signed(before),
        columns.state,
        table.settings.choice.game,
        table.settings.choice.options,
        table.settings.choice.ladder,
        columns.turn_limit_ms,
        columns.bank_ms,
        columns.cut_window_ms,
        columns.visibility,
        table.settings.rated,
        table.settings.spectators,
        columns.host,
        columns.free_seats,
        columns.version,
        now.to_datetime(),
        columns.match_id,
        pending.map(|start| &start.request[..]),
        pending.map(|start| start.next_attempt_at.to_datetime())
    )
    .execute(connection)
    .await?;
    assert_eq!(updated.rows_affected(), 1, "a locked table keeps its version");
    Ok(())
}

async fn insert_seats(connection: &mut PgConnection, table: &Table) -> Result<(), LobbyError> {
    let count = table.seats.len();
    let (mut numbers, mut sides) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let (mut accounts, mut bots) = (vec![None; count], vec![None; count]);
    let (mut ready, mut since) = (vec![false; count], vec![0i64; count]);
    for (index, seat) in table.seats.iter().enumerate() {
        numbers.push(i16::try_from(index).expect("no game has more than 255 seats"));
        sides.push(i16::from(seat.side));
        match &seat.occupant {
            Some(Occupant::Player(player)) => {
                accounts[index] = Some(player.account.0);
                ready[index] = player.readiness.is_ready();
                since[index] = signed(player.since_version);
            }
            Some(Occupant::Bot(level)) => bots[index] = Some(level.as_str().to_owned()),
            None => {}
        }
    }
    sqlx::query!(
        "insert into lobby.seat (table_id, seat, side, account_id, bot_level, ready, since_version)
         select $1, * from unnest($2::smallint[], $3::smallint[], $4::uuid[], $5::text[], $6::boolean[], $7::bigint[])",
        table.id.0,
        &numbers,
        &sides,
        &accounts as &[Option<Uuid>],
        &bots as &[Option<String>],
        &ready,
        &since
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The columns whose form differs from the value's.
struct Columns {
    state: &'static str,
    match_id: Option<Uuid>,
    visibility: &'static str,
    turn_limit_ms: Option<i64>,
    bank_ms: Option<i64>,
    cut_window_ms: Option<i64>,
    host: Option<Uuid>,
    free_seats: i16,
    version: i64,
}

impl Columns {
    fn of(table: &Table) -> Self {
        let (state, match_id) = match table.stage {
            Stage::Open => ("open", None),
            Stage::Starting(MatchId(id)) => ("starting", Some(id)),
            Stage::Started(MatchId(id)) => ("started", Some(id)),
            Stage::Closed => ("closed", None),
        };
        let visibility = match table.settings.visibility {
            Visibility::Private => "private",
            Visibility::Public => "public",
        };
        let clocks = table.settings.clocks;
        Self {
            state,
            match_id,
            visibility,
            turn_limit_ms: clocks.turn_limit_ms.map(i64::from),
            bank_ms: clocks.bank_ms.map(i64::from),
            cut_window_ms: clocks.cut_window_ms.map(i64::from),
            host: table.host.map(|account| account.0),
            free_seats: i16::try_from(table.free_seats()).expect("no game has more than 255 seats"),
            version: signed(table.version),
        }
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).expect("versions count single changes")
}
