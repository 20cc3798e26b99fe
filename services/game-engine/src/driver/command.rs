//! What players ask for: decide.

use cards::Seat;
use games::Action;
use sha2::{Digest as _, Sha256};
use wire::Fault;

use super::message::{Command, CommandKind, Done, Move};
use super::task::DriverTask;
use super::timers::{bank_charge_ms, is_automatic};
use crate::convert::action_from_wire;
use crate::error::EngineError;
use crate::state::{Actor, Entry, Fingerprint};
use crate::store::{self, RowRequest};

/// The content of a command, to tell a retry from another request under the same id.
pub(crate) fn payload_hash(kind: games::GameKind, command: &CommandKind) -> Result<[u8; 32], Fault> {
    let hash = Sha256::new();
    let hash = match command {
        CommandKind::Act { action, .. } => {
            hash.chain_update(b"act\0").chain_update(read_move(kind, action)?.to_string().as_bytes())
        }
        CommandKind::Cut { entropy } => hash.chain_update(b"cut\0").chain_update(entropy.as_bytes()),
        CommandKind::Resign => hash.chain_update(b"resign\0"),
    };
    Ok(hash.finalize().into())
}

/// The action that a move means.
fn read_move(kind: games::GameKind, action: &Move) -> Result<Action, Fault> {
    match action {
        Move::Action(wire) => {
            action_from_wire(kind, wire).map_err(|fault| Fault::invalid(fault.field, fault.why))
        }
        Move::Text(text) => {
            Action::parse(kind, text).map_err(|fault| Fault::invalid("text", fault.to_string()))
        }
    }
}

impl DriverTask {
    /// Does what a player asks for, once.
    pub(super) async fn command(&mut self, command: &Command) -> Result<Done, EngineError> {
        let seat = self.state.setup.seat_of(command.account_id).ok_or(EngineError::NotYourMatch)?;
        let payload_hash = payload_hash(self.state.setup.options.kind(), &command.kind)?;
        let fingerprint = Fingerprint::of(command.account_id, command.request_id);
        if self.state.has_request(fingerprint)
            && let Some(done) = Box::pin(self.done_before(command, &payload_hash)).await?
        {
            return Ok(done);
        }
        if let CommandKind::Act { expected_seq: Some(expected), .. } = &command.kind
            && *expected != self.state.seq()
        {
            return Err(EngineError::Stale { latest: self.state.seq() });
        }
        if matches!(command.kind, CommandKind::Resign)
            && let Some(seq) = self.state.resigned_at(seat)
        {
            return Ok(Done { seq, replayed: true, match_over: false });
        }
        // Tried before the player is booked as back, so that a refusal changes nothing at all.
        let entry = self.entry_for(seat, &command.kind)?;
        let away = self.state.core().seats[seat.index()].away;
        let again = away.then(|| entry.clone());
        let mut prepared = self.state.prepare(entry, self.context.clock.now(), Some(fingerprint))?;
        if let Some(entry) = again {
            Box::pin(self.own_step(Entry::Back { seat })).await?;
            prepared = self.state.prepare(entry, self.context.clock.now(), Some(fingerprint))?;
        }
        let request = RowRequest { caller: command.account_id, request_id: command.request_id, payload_hash };
        self.append(prepared, Some(request)).await?;
        Ok(Done { seq: self.state.seq(), replayed: false, match_over: self.state.end().is_some() })
    }

    fn entry_for(&self, seat: Seat, kind: &CommandKind) -> Result<Entry, EngineError> {
        Ok(match kind {
            CommandKind::Act { action, .. } => {
                let action = read_move(self.state.setup.options.kind(), action)?;
                let now = self.context.clock.monotonic();
                // A seat that a bot stands in for has no time running.
                let charged = if is_automatic(&self.state, seat) {
                    0
                } else {
                    bank_charge_ms(&self.state, seat, self.start, now)
                };
                Entry::Play { seat, action, actor: Actor::Player, bank_charged_ms: charged }
            }
            CommandKind::Cut { entropy } => Entry::Cut { seat, entropy: entropy.clone() },
            CommandKind::Resign => Entry::Resign { seat },
        })
    }

    /// The recorded outcome of a request whose fingerprint is known.
    async fn done_before(
        &self,
        command: &Command,
        payload_hash: &[u8; 32],
    ) -> Result<Option<Done>, EngineError> {
        let (pool, id) = (&self.context.pool, self.state.id);
        let Some((seq, hash)) = store::find_request(pool, id, command.account_id, command.request_id).await?
        else {
            return Ok(None);
        };
        if hash != payload_hash {
            return Err(EngineError::RequestReused);
        }
        let seq = u64::try_from(seq).expect("a seq is positive");
        Ok(Some(Done { seq, replayed: true, match_over: self.state.end().is_some() }))
    }
}
