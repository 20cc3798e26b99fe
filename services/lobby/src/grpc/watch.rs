//! One stream of one table.
//!
//! The stream shows states, not steps: whenever the table may have changed it is read, and sent if it differs from what
//! was sent last. Several changes in quick succession may arrive as one; the last one always does.

use std::sync::Arc;
use std::time::Duration;

use service::{Lagging, Life, LifeEvent, Outgoing, OutgoingStream, Place, outgoing, timestamp};
use wire::Fault;
use wire::engine::v1::{Draining, Heartbeat, TokenExpiring};
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::{WatchTableResponse, watch_table_response::Update};

use crate::changes::Watcher;
use crate::error::LobbyError;
use crate::ids::{AccountId, TableId};
use crate::lobby::Lobby;
use crate::table::Table;

use super::messages;

/// Messages that wait for a reader; one that lets more gather is too slow.
const BUFFER: usize = 32;
/// Pause before a table is read again after the store was away.
const REREAD: Duration = Duration::from_secs(1);

struct Watch {
    lobby: Arc<Lobby>,
    who: AccountId,
    id: TableId,
    out: Outgoing<WatchTableResponse>,
    sent: Table,
}

/// What came of the latest reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// The stream shows the table as it is.
    Fresh,
    /// The store was away; read again soon.
    Stale,
}

/// Begins a stream with the table as it stands. It holds its place to its end.
///
/// # Errors
/// `NotFound`.
pub async fn begin(
    lobby: Arc<Lobby>,
    who: AccountId,
    id: TableId,
    life: Life,
    place: Place,
) -> Result<OutgoingStream<WatchTableResponse>, LobbyError> {
    // Watched before it is read, so that no change falls between the two.
    let watcher = lobby.changes.watch(id);
    let table = lobby.table(who, id).await?;
    let (out, stream) = outgoing(BUFFER);
    let mut watch = Watch { lobby, who, id, out, sent: table };
    tokio::spawn(async move {
        let end = watch.run(watcher, life).await;
        watch.out.finish(end);
        drop(place);
    });
    Ok(stream)
}

impl Watch {
    /// Feeds the stream until it ends: well once the table will not change any more, else with a fault.
    async fn run(&mut self, mut watcher: Watcher, mut life: Life) -> Result<(), Fault> {
        self.send_table()?;
        let mut reading = Reading::Fresh;
        while !self.sent.stage.is_final() {
            let clock = self.lobby.clock.clone();
            tokio::select! {
                biased;
                () = self.out.ended() => return Ok(()),
                event = life.next() => {
                    if self.tell(event)? {
                        // Now and then a look without being told: an announcement may have been lost on the way.
                        reading = self.read().await?;
                    }
                }
                () = watcher.changed() => reading = self.read().await?,
                () = clock.sleep(REREAD), if reading == Reading::Stale => reading = self.read().await?,
            }
        }
        Ok(())
    }

    /// Sends the table if it differs from what was sent last.
    async fn read(&mut self) -> Result<Reading, Fault> {
        match self.lobby.table(self.who, self.id).await {
            Ok(table) => {
                if table != self.sent {
                    self.sent = table;
                    self.send_table()?;
                }
                Ok(Reading::Fresh)
            }
            // The stream stays: the table is still there, only not to be seen for a moment.
            Err(error) if error.is_store_away() => Ok(Reading::Stale),
            // Also whoever was sent away from a private table ends here.
            Err(error) => Err(error.into()),
        }
    }

    /// Tells what happens to the stream; true if that was no more than a sign of life.
    fn tell(&self, event: LifeEvent) -> Result<bool, Fault> {
        let (update, is_heartbeat) = match event {
            LifeEvent::Heartbeat => (Update::Heartbeat(Heartbeat::default()), true),
            LifeEvent::Draining(by) => (Update::Draining(Draining { deadline: Some(timestamp(by)) }), false),
            LifeEvent::TokenExpiring(at) => {
                (Update::TokenExpiring(TokenExpiring { at: Some(timestamp(at)) }), false)
            }
            LifeEvent::End(fault) => return Err(fault),
        };
        self.send(update)?;
        Ok(is_heartbeat)
    }

    fn send_table(&self) -> Result<(), Fault> {
        let table = messages::table(&self.sent, self.who)?;
        self.send(Update::Table(table))
    }

    fn send(&self, update: Update) -> Result<(), Fault> {
        self.out.try_send(WatchTableResponse { update: Some(update) }).map_err(|Lagging| {
            Fault::new(ErrorReason::SlowReader, "The stream was not read fast enough; watch the table again.")
        })
    }
}
