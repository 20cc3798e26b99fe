//! Reading tables: one statement gives rows and seats of one moment.

use sqlx::PgConnection;
use sqlx::types::Uuid;
use sqlx::types::time::OffsetDateTime;

use crate::error::LobbyError;
use crate::ids::{AccountId, MatchId, TableId};
use crate::table::{
    BotLevel, Clocks, GameChoice, Occupant, Player, Readiness, Seat, Stage, Table, TableCode, TableSettings,
    Visibility,
};

/// One seat with its table beside it.
struct SeatRow {
    table_id: Uuid,
    code: String,
    state: String,
    game: String,
    options: Vec<u8>,
    ladder: String,
    turn_limit_ms: Option<i64>,
    bank_ms: Option<i64>,
    cut_window_ms: Option<i64>,
    visibility: String,
    rated: bool,
    spectators: bool,
    host: Option<Uuid>,
    version: i64,
    created_at: OffsetDateTime,
    match_id: Option<Uuid>,
    side: i16,
    account_id: Option<Uuid>,
    display_name: Option<String>,
    bot_level: Option<String>,
    ready: bool,
    since_version: i64,
}

/// One table as it stands.
pub async fn read_table(connection: &mut PgConnection, id: TableId) -> Result<Option<Table>, LobbyError> {
    Ok(read_tables(connection, &[id]).await?.pop())
}

/// Those of the tables that exist, newest first.
pub async fn read_tables(connection: &mut PgConnection, ids: &[TableId]) -> Result<Vec<Table>, LobbyError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        SeatRow,
        r#"select t.table_id, t.code, t.state, t.game, t.options, t.ladder, t.turn_limit_ms, t.bank_ms,
                  t.cut_window_ms, t.visibility, t.rated, t.spectators, t.host, t.version, t.created_at, t.match_id,
                  s.side, s.account_id, a.display_name as "display_name?", s.bot_level, s.ready, s.since_version
           from lobby.card_table t
           join lobby.seat s on s.table_id = t.table_id
           left join lobby.account a on a.account_id = s.account_id
           where t.table_id = any($1)
           order by t.table_id desc, s.seat"#,
        &ids
    )
    .fetch_all(connection)
    .await?;
    let mut tables: Vec<Table> = Vec::new();
    for row in rows {
        let seat = row.seat()?;
        match tables.last_mut() {
            Some(table) if table.id.0 == row.table_id => table.seats.push(seat),
            _ => tables.push(row.into_table(seat)?),
        }
    }
    Ok(tables)
}

impl SeatRow {
    fn seat(&self) -> Result<Seat, LobbyError> {
        let occupant = match (self.account_id, &self.bot_level) {
            (Some(account), None) => Some(Occupant::Player(Player {
                account: AccountId(account),
                display_name: self.display_name.clone().unwrap_or_default(),
                readiness: Readiness::from_flag(self.ready),
                since_version: unsigned(self.since_version)?,
            })),
            (None, Some(level)) => Some(Occupant::Bot(BotLevel::stored(level.clone()))),
            (None, None) => None,
            (Some(_), Some(_)) => return Err(LobbyError::Corrupt("a seat has a player and a bot")),
        };
        let side = u8::try_from(self.side).map_err(|_| LobbyError::Corrupt("a side is out of range"))?;
        Ok(Seat { side, occupant })
    }

    fn into_table(self, first_seat: Seat) -> Result<Table, LobbyError> {
        let visibility = match self.visibility.as_str() {
            "private" => Visibility::Private,
            "public" => Visibility::Public,
            _ => return Err(LobbyError::Corrupt("a table has an unknown visibility")),
        };
        let clocks = Clocks {
            turn_limit_ms: self.turn_limit_ms.map(millis).transpose()?,
            bank_ms: self.bank_ms.map(millis).transpose()?,
            cut_window_ms: self.cut_window_ms.map(millis).transpose()?,
        };
        Ok(Table {
            id: TableId(self.table_id),
            code: TableCode::stored(self.code),
            stage: stage(&self.state, self.match_id)?,
            settings: TableSettings {
                choice: GameChoice { game: self.game, options: self.options, ladder: self.ladder },
                clocks,
                visibility,
                rated: self.rated,
                spectators: self.spectators,
            },
            seats: vec![first_seat],
            host: self.host.map(AccountId),
            version: unsigned(self.version)?,
            created_at: self.created_at.into(),
        })
    }
}

fn stage(state: &str, match_id: Option<Uuid>) -> Result<Stage, LobbyError> {
    match (state, match_id) {
        ("open", None) => Ok(Stage::Open),
        ("starting", Some(id)) => Ok(Stage::Starting(MatchId(id))),
        ("started", Some(id)) => Ok(Stage::Started(MatchId(id))),
        ("closed", None) => Ok(Stage::Closed),
        _ => Err(LobbyError::Corrupt("a table's state and match do not go together")),
    }
}

fn unsigned(count: i64) -> Result<u64, LobbyError> {
    u64::try_from(count).map_err(|_| LobbyError::Corrupt("a count is negative"))
}

fn millis(span: i64) -> Result<u32, LobbyError> {
    u32::try_from(span).map_err(|_| LobbyError::Corrupt("a span is out of range"))
}
