//! Append, apply, publish: how a prepared step becomes part of the match, whatever the store's answer.

use std::time::Duration;

use postgres::group_commit::Fate;
use tracing::Instrument as _;

use super::task::{DriverTask, Go};
use crate::convert::{encode_entry, encode_record, finished_event, result};
use crate::error::EngineError;
use crate::meters::meters;
use crate::state::{EndKind, Prepared, Recorded};
use crate::store::{self, Ending, FinishError, LogLine, LogRow, RowRequest, RowState};

/// How long to wait before the store is asked again what became of a row.
const REREAD_PAUSE: Duration = Duration::from_millis(100);

/// What the log says about a row of ours.
enum Found {
    /// It stands there.
    Ours,
    /// The log has not come so far.
    Nothing,
    /// Another row stands in its place, or the match is not live or not ours any more.
    Others,
}

impl DriverTask {
    /// Appends a prepared step and, once it is committed, applies and publishes it.
    ///
    /// # Errors
    /// `StoreAway`: nothing was stored. `Moved`: somebody else drives the match, and this driver stops.
    pub(super) async fn append(
        &mut self,
        prepared: Box<Prepared>,
        request: Option<RowRequest>,
    ) -> Result<(), EngineError> {
        let row = self.row(&prepared, request);
        let landed = match prepared.end() {
            None => self.append_row(&row).await,
            // In a box, as all else that is rare: what a step of a move needs is allocated for each.
            Some(end) => Box::pin(self.finish(&prepared, &row, end)).await,
        };
        match landed {
            Ok(()) => {
                self.land(prepared);
                Ok(())
            }
            Err(error) => {
                match error {
                    EngineError::Moved => self.go = Go::Stop,
                    EngineError::StoreAway => self.restart_turn(),
                    _ => {}
                }
                Err(error)
            }
        }
    }

    fn row(&self, prepared: &Prepared, request: Option<RowRequest>) -> LogRow {
        LogRow {
            match_id: self.state.id,
            seq: i32::try_from(self.state.seq() + 1).expect("a match has fewer than 2^31 steps"),
            at_ms: prepared.at().as_i64(),
            entry: encode_entry(prepared.entry()),
            request,
            instance: self.lease.name.clone(),
            epoch: self.lease.epoch,
        }
    }

    /// Appends one row and stays until its fate is certain. A row whose fate is unknown is looked for in the log; if it is not
    /// there, the very same row is sent again, so that it stands there once in any case.
    async fn append_row(&self, row: &LogRow) -> Result<(), EngineError> {
        let mut in_doubt = false;
        loop {
            let committing = tracing::debug_span!("commit", seq = row.seq);
            match self.context.log.submit(row.clone()).instrument(committing).await {
                Fate::Committed => return Ok(()),
                Fate::Refused => return Box::pin(self.explain_refusal(row)).await,
                Fate::Failed(error) => {
                    tracing::error!(match_id = %row.match_id, seq = row.seq, sqlstate = %error.sqlstate, "the store refuses a row");
                    return if in_doubt { Err(EngineError::Moved) } else { Err(EngineError::Internal) };
                }
                Fate::Unavailable if !in_doubt => return Err(EngineError::StoreAway),
                Fate::Unavailable => self.context.store_clock.sleep(REREAD_PAUSE).await,
                Fate::Unknown => {
                    in_doubt = true;
                    tracing::warn!(match_id = %row.match_id, seq = row.seq, "the fate of a row is unknown; reading the log again");
                    match Box::pin(self.look_for(row)).await {
                        Found::Ours => return Ok(()),
                        Found::Nothing => {}
                        Found::Others => return Err(EngineError::Moved),
                    }
                }
            }
        }
    }

    async fn explain_refusal(&self, row: &LogRow) -> Result<(), EngineError> {
        match self.look_for(row).await {
            Found::Ours => Ok(()),
            // Fenced: the row's condition did not hold although nothing stands in its place.
            Found::Nothing | Found::Others => Err(EngineError::Moved),
        }
    }

    /// Reads the log until the store answers.
    async fn look_for(&self, row: &LogRow) -> Found {
        loop {
            match self.try_look_for(row).await {
                Ok(found) => return found,
                Err(error) => {
                    tracing::warn!(match_id = %row.match_id, %error, "the log cannot be read; trying again");
                    self.context.store_clock.sleep(REREAD_PAUSE).await;
                }
            }
        }
    }

    async fn try_look_for(&self, row: &LogRow) -> Result<Found, sqlx::Error> {
        let pool = &self.context.pool;
        let Some(found) = store::load_match(pool, row.match_id).await? else { return Ok(Found::Others) };
        if found.state != RowState::Live {
            // Rows of an ended match stand in its record; the caller looks there.
            return Ok(Found::Others);
        }
        let lines = store::load_log(pool, row.match_id, row.seq - 1).await?;
        Ok(match lines.first() {
            None => Found::Nothing,
            Some(line) if is_same(line, row) => Found::Ours,
            Some(_) => Found::Others,
        })
    }

    /// Makes the last step of a match: the row, the record and the result in one transaction. After a lost answer to its commit it is
    /// tried again: a match that has ended meanwhile has ended by this very step, or by somebody else's.
    async fn finish(&self, prepared: &Prepared, row: &LogRow, end: EndKind) -> Result<(), EngineError> {
        let ending = self.ending(prepared, end);
        let setup = self.state.setup.clone();
        let mut in_doubt = false;
        loop {
            let record = |lines: &[LogLine]| encode_record(&setup, &self.recorded(prepared, lines));
            match store::finish(&self.context.pool, row, &ending, record).await {
                Ok(true) => break,
                Ok(false) if self.ended_by(row).await => break,
                Ok(false) => return Err(EngineError::Moved),
                Err(FinishError::NotStored(error)) if !in_doubt => return Err(EngineError::store(error)),
                Err(error) => {
                    in_doubt = true;
                    tracing::warn!(match_id = %row.match_id, %error, "the end of a match is in doubt; trying again");
                    self.context.store_clock.sleep(REREAD_PAUSE).await;
                }
            }
        }
        self.context.results.notify_one();
        self.context.feed.ring();
        Ok(())
    }

    fn ending(&self, prepared: &Prepared, end: EndKind) -> Ending {
        let standing = crate::convert::standing_to_wire(&self.state.setup, prepared.core());
        let mut last = self.state.clone();
        let (at, entry) = (prepared.at(), prepared.entry().clone());
        let step = last.prepare(entry, at, None).expect("the step was prepared on this state");
        last.commit(step);
        Ending {
            state: if end == EndKind::Aborted { RowState::Aborted } else { RowState::Finished },
            ended_at_ms: at.as_i64(),
            standing: prost::Message::encode_to_vec(&standing),
            result: result(&last).map(|result| prost::Message::encode_to_vec(&result)),
            finished: finished_event(&last),
        }
    }

    /// The whole match as it goes into the record: the steps as this driver knows them, the requests as the log has them.
    fn recorded(&self, prepared: &Prepared, lines: &[LogLine]) -> Vec<Recorded> {
        let last = (prepared.at(), prepared.entry().clone());
        let steps = self.state.steps().iter().map(|s| (s.at, s.entry.clone())).chain([last]);
        assert_eq!(lines.len() as u64, self.state.seq() + 1, "the log and its driver have the same steps");
        let request = |line: &LogLine| Some((line.caller?, line.request_id?, line.payload_hash.clone()?));
        steps.zip(lines).map(|((at, entry), line)| Recorded { at, entry, request: request(line) }).collect()
    }

    /// Did the match end by this very row?
    async fn ended_by(&self, row: &LogRow) -> bool {
        loop {
            match store::load_match(&self.context.pool, row.match_id).await {
                Ok(Some(found)) => {
                    let Some((setup, steps)) =
                        found.record.as_deref().and_then(crate::convert::decode_record)
                    else {
                        return false;
                    };
                    debug_assert_eq!(setup, self.state.setup);
                    let place = usize::try_from(row.seq - 1).expect("a seq is positive");
                    return steps.len() == place + 1
                        && steps[place].at.as_i64() == row.at_ms
                        && encode_entry(&steps[place].entry) == row.entry;
                }
                Ok(None) => return false,
                Err(_) => self.context.store_clock.sleep(REREAD_PAUSE).await,
            }
        }
    }

    fn land(&mut self, prepared: Box<Prepared>) {
        let before = self.state.seq();
        let entry = prepared.entry().clone();
        let at = prepared.at();
        let applied = self.state.commit(prepared);
        assert_eq!(self.state.seq(), before + 1, "seq grows by one");
        meters().landed(self.state.setup.options.kind(), &entry);
        self.bot_seats.note(&self.state, &applied);
        self.advanced(&entry);
        self.publish(at, &entry, &applied);
    }
}

/// Is the line this very row? Time, bytes and request all tell.
fn is_same(line: &LogLine, row: &LogRow) -> bool {
    let request = row.request.as_ref();
    line.seq == row.seq
        && line.at_ms == row.at_ms
        && line.entry == row.entry
        && line.caller == request.map(|r| r.caller)
        && line.request_id == request.map(|r| r.request_id)
}
