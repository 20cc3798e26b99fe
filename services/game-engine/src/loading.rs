//! Matches from their rows: the log of a live one, the record of an ended one.

use env::UnixMillis;
use fairdeal::MatchSecret;

use crate::convert;
use crate::error::EngineError;
use crate::state::{Archived, MatchState, Recorded, ReplayFault, replay};
use crate::store::{LogLine, MatchRow};

/// A live match from its row and log.
pub(crate) fn live(row: &MatchRow, lines: &[LogLine]) -> Result<MatchState, ReplayFault> {
    let setup = convert::decode_setup(&row.config).ok_or_else(|| unreadable("the configuration"))?;
    let known = setup.options.kind().rules_version();
    if u32::try_from(row.rules_version) != Ok(known) {
        return Err(ReplayFault::RulesVersion { found: row.rules_version, known });
    }
    let mut steps = Vec::with_capacity(lines.len());
    for (seq, line) in (1..).zip(lines) {
        if line.seq != seq {
            return Err(ReplayFault::Gap { seq });
        }
        let entry = convert::decode_entry(&line.entry, &setup).ok_or_else(|| unreadable("an entry"))?;
        let request = line.caller.zip(line.request_id).map(|(caller, id)| (caller, id, Vec::new()));
        steps.push(Recorded { at: UnixMillis::new(line.at_ms), entry, request });
    }
    let state = replay(row.match_id, setup, secret_of(row)?, UnixMillis::new(row.created_at_ms), &steps)?;
    if state.end().is_some() { Err(ReplayFault::Ended) } else { Ok(state) }
}

/// An ended match from its row.
///
/// # Errors
/// `Quarantined` if the record does not replay.
pub(crate) fn ended(row: &MatchRow) -> Result<Archived, EngineError> {
    let read = || -> Result<Archived, ReplayFault> {
        let record = row.record.as_deref().ok_or_else(|| unreadable("the record"))?;
        let (setup, steps) = convert::decode_record(record).ok_or_else(|| unreadable("the record"))?;
        let state = replay(row.match_id, setup, secret_of(row)?, UnixMillis::new(row.created_at_ms), &steps)?;
        let requests = steps.into_iter().map(|step| step.request).collect();
        Ok(Archived { state, rules_version: row.rules_version, requests })
    };
    read().map_err(|fault| {
        tracing::error!(match_id = %row.match_id, %fault, "a record does not replay");
        EngineError::Quarantined
    })
}

fn unreadable(what: &'static str) -> ReplayFault {
    ReplayFault::Unreadable { what }
}

fn secret_of(row: &MatchRow) -> Result<MatchSecret, ReplayFault> {
    let bytes: [u8; 32] = row.secret.as_slice().try_into().map_err(|_| unreadable("the secret"))?;
    Ok(MatchSecret::from_bytes(bytes))
}
