//! Starting matches: store the match id, ask the engine, store that it has the match. Whatever stops between two of
//! these, the next attempt goes on with the same id and the same request.

use std::time::Duration;

use env::UnixMillis;
use futures::StreamExt as _;
use prost::Message;
use wire::engine::v1::{
    BotSeat, ClockSettings, CreateMatchRequest, PlayerSeat, SeatAssignment, seat_assignment,
};
use wire::game::v1::GameOptions;

use crate::engine::CreateFailure;
use crate::error::LobbyError;
use crate::ids::{AccountId, MatchId, TableId};
use crate::lobby::Lobby;
use crate::store::{self, DueStart, PendingStart};
use crate::table::{Occupant, Seat, StartStep, Table, TableRefusal};

use super::changing::lock_visible;

/// When another attempt begins if the caller's own has not come to an end: the process may have stopped.
const SECOND_ATTEMPT_AFTER: Duration = Duration::from_secs(2);
/// Starts that are taken up in one pass.
const MAX_DUE: i64 = 100;
/// Starts that are driven at the same time.
const MAX_DRIVEN: usize = 16;

/// A start that has been begun.
enum Begun {
    Drive(DueStart),
    Done(Table),
}

impl Lobby {
    /// Starts the match of a table, or goes on with a start that was begun.
    ///
    /// # Errors
    /// Those of [`Table::begin_start`]; `NotFound`; `EngineRefused` if the engine will not have the match, after which
    /// the table is open again; `StartPending` if the engine has not answered, after which the table goes on starting
    /// by itself.
    pub async fn start_table(&self, who: AccountId, id: TableId) -> Result<Table, LobbyError> {
        match self.begin(who, id).await? {
            Begun::Done(table) => Ok(table),
            Begun::Drive(start) => self.drive(start).await,
        }
    }

    /// Goes on with every start whose next attempt is due; returns how many there were.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn drive_due_starts(&self) -> Result<usize, LobbyError> {
        let mut connection = self.pool.acquire().await?;
        let due = store::claim_due(&mut connection, self.clock.now(), MAX_DUE).await?;
        drop(connection);
        let count = due.len();
        futures::stream::iter(due)
            .for_each_concurrent(MAX_DRIVEN, |start| async move {
                let table = start.table;
                if let Err(error) = self.drive(start).await {
                    tracing::warn!(%table, %error, "a table could not be started yet");
                }
            })
            .await;
        Ok(count)
    }

    /// Makes all starts due: for the beginning of a process, which does not know what became of the last one.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn hasten_starts(&self) -> Result<(), LobbyError> {
        let mut connection = self.pool.acquire().await?;
        store::hasten(&mut connection, self.clock.now()).await
    }

    async fn begin(&self, who: AccountId, id: TableId) -> Result<Begun, LobbyError> {
        let mut transaction = postgres::begin(&self.pool).await?;
        let mut table = lock_visible(&mut transaction, who, id).await?;
        let before = table.version;
        let fresh = MatchId(self.entropy.uuid_v7(&self.clock));
        match table.begin_start(who, fresh)? {
            StartStep::Done => Ok(Begun::Done(table)),
            StartStep::UnderWay(match_id) => {
                let request = store::pending(&mut transaction, id)
                    .await?
                    .ok_or(LobbyError::Corrupt("a starting table has no request"))?;
                Ok(Begun::Drive(DueStart { table: id, match_id, request }))
            }
            StartStep::Begun => {
                let request = request_for(&table, fresh)?.encode_to_vec();
                let now = self.clock.now();
                let pending = PendingStart {
                    request: request.clone(),
                    next_attempt_at: now.plus(SECOND_ATTEMPT_AFTER),
                };
                store::save(&mut transaction, &table, before, Some(&pending), now).await?;
                store::commit(transaction).await?;
                Ok(Begun::Drive(DueStart { table: id, match_id: fresh, request }))
            }
        }
    }

    /// One attempt. Two at the same time do no harm: the engine answers both the same way.
    async fn drive(&self, start: DueStart) -> Result<Table, LobbyError> {
        let request = CreateMatchRequest::decode(&start.request[..])
            .map_err(|_| LobbyError::Corrupt("a stored request cannot be read"))?;
        match self.engine.create_match(request).await {
            Ok(()) => self.settle(&start, Table::match_created).await,
            Err(CreateFailure::Refused(fault)) => {
                tracing::warn!(table = %start.table, reason = ?fault.reason(), "the engine refused a match");
                self.settle(&start, Table::match_refused).await?;
                Err(LobbyError::EngineRefused(fault))
            }
            Err(CreateFailure::Unsettled(why)) => {
                tracing::warn!(table = %start.table, why, "the engine has not created a match yet");
                Err(LobbyError::StartPending)
            }
        }
    }

    async fn settle(&self, start: &DueStart, outcome: fn(&mut Table, MatchId)) -> Result<Table, LobbyError> {
        let mut transaction = postgres::begin(&self.pool).await?;
        let mut table =
            store::lock_table(&mut transaction, start.table).await?.ok_or(TableRefusal::NotFound)?;
        let before = table.version;
        outcome(&mut table, start.match_id);
        let now: UnixMillis = self.clock.now();
        store::save(&mut transaction, &table, before, None, now).await?;
        store::commit(transaction).await?;
        Ok(table)
    }
}

/// What the engine is asked for. First dealer and default clocks are left to it.
fn request_for(table: &Table, match_id: MatchId) -> Result<CreateMatchRequest, LobbyError> {
    let options = GameOptions::decode(&table.settings.choice.options[..])
        .map_err(|_| LobbyError::Corrupt("stored options cannot be read"))?;
    let clocks = table.settings.clocks;
    let span = |ms: u32| service::to_duration(Duration::from_millis(u64::from(ms)));
    Ok(CreateMatchRequest {
        match_id: match_id.to_string(),
        options: Some(options),
        seats: table.seats.iter().map(assignment).collect(),
        clocks: Some(ClockSettings {
            turn_limit: clocks.turn_limit_ms.map(span),
            bank: clocks.bank_ms.map(span),
        }),
        cut_window: clocks.cut_window_ms.map(span),
        ladder: table.ladder().unwrap_or_default().to_owned(),
        spectators: table.settings.spectators,
        first_dealer: None,
    })
}

fn assignment(seat: &Seat) -> SeatAssignment {
    let occupant = match &seat.occupant {
        Some(Occupant::Player(player)) => seat_assignment::Occupant::Player(PlayerSeat {
            account_id: player.account.to_string(),
            display_name: player.display_name.clone(),
        }),
        Some(Occupant::Bot(level)) => {
            seat_assignment::Occupant::Bot(BotSeat { level: level.as_str().to_owned() })
        }
        None => unreachable!("a table starts with every seat taken"),
    };
    SeatAssignment { occupant: Some(occupant) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone::Alone;
    use crate::ids::SeatNumber;
    use crate::table::BotLevel;

    /// A table of one person and a bot, in the store.
    async fn table_of_two(alone: &Alone) -> Table {
        let host = alone.guest().await;
        let mut table = alone.new_table(&host);
        table.seat_bot(host.id, SeatNumber(1), BotLevel::named("").unwrap()).unwrap();
        alone.store(&table).await;
        table
    }

    #[tokio::test]
    async fn attempts_come_after_1_2_4_up_to_32_seconds() {
        let alone = Alone::new().await;
        let table = table_of_two(&alone).await;
        let started = alone.lobby.start_table(table.host.unwrap(), table.id).await;
        assert!(matches!(started, Err(LobbyError::StartPending)), "{started:?}");
        for wait in [2, 1, 2, 4, 8, 16, 32, 32] {
            alone.time.advance(Duration::from_secs(wait) - Duration::from_millis(1));
            assert_eq!(alone.lobby.drive_due_starts().await.unwrap(), 0, "before {wait} s");
            alone.time.advance(Duration::from_millis(1));
            assert_eq!(alone.lobby.drive_due_starts().await.unwrap(), 1, "after {wait} s");
        }
    }

    #[tokio::test]
    async fn process_that_begins_does_not_wait_for_what_was_put_off() {
        let alone = Alone::new().await;
        let table = table_of_two(&alone).await;
        alone.lobby.start_table(table.host.unwrap(), table.id).await.unwrap_err();
        assert_eq!(alone.lobby.drive_due_starts().await.unwrap(), 0);
        alone.lobby.hasten_starts().await.unwrap();
        assert_eq!(alone.lobby.drive_due_starts().await.unwrap(), 1);
    }

    #[tokio::test]
    async fn late_answer_to_an_old_match_changes_nothing() {
        let alone = Alone::new().await;
        let table = table_of_two(&alone).await;
        alone.lobby.start_table(table.host.unwrap(), table.id).await.unwrap_err();
        let old = DueStart {
            table: table.id,
            match_id: MatchId(alone.lobby.entropy.uuid_v4()),
            request: Vec::new(),
        };
        let after = alone.lobby.settle(&old, Table::match_created).await.unwrap();
        assert!(matches!(after.stage, crate::table::Stage::Starting(id) if id != old.match_id));
    }
}
