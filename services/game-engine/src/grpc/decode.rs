//! Requests as commands.

use service::{Caller, Scope, parse_uuid};
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1 as pb;

use crate::driver::{Command, CommandKind, Move, Who};

/// Longest text of a move, in bytes.
pub(super) const MAX_MOVE_BYTES: usize = 200;

/// Who reads a match: an account, or a service that may read any.
pub(super) fn reader(caller: &Caller) -> Result<Who, Fault> {
    match caller {
        Caller::Account(account) => Ok(Who::Account(account.account_id)),
        other => other.service(Scope::MatchesRead).map(|_| Who::Observer),
    }
}

/// The account that calls.
pub(super) fn account(caller: &Caller) -> Result<Uuid, Fault> {
    caller.account().map(|account| account.account_id)
}

/// The match and what an account wants with it.
pub(super) struct MatchCommand {
    pub(super) match_id: Uuid,
    pub(super) command: Command,
}

fn command(
    account_id: Uuid,
    match_id: &str,
    request_id: &str,
    kind: CommandKind,
) -> Result<MatchCommand, Fault> {
    let request_id = parse_uuid("request_id", request_id)?;
    let match_id = parse_uuid("match_id", match_id)?;
    Ok(MatchCommand { match_id, command: Command { account_id, request_id, kind } })
}

/// A move.
pub(super) fn act(account_id: Uuid, request: pb::ActRequest) -> Result<MatchCommand, Fault> {
    let action = match request.r#move {
        None => return Err(Fault::invalid("move", "is missing: give an action or a text")),
        Some(pb::act_request::Move::Action(action)) => Move::Action(action),
        Some(pb::act_request::Move::Text(text)) if text.len() > MAX_MOVE_BYTES => {
            return Err(Fault::invalid("text", format!("is longer than {MAX_MOVE_BYTES} bytes")));
        }
        Some(pb::act_request::Move::Text(text)) => Move::Text(text),
    };
    let kind = CommandKind::Act { action, expected_seq: request.expected_seq };
    command(account_id, &request.match_id, &request.request_id, kind)
}

/// A cut.
pub(super) fn cut(account_id: Uuid, request: pb::CutRequest) -> Result<MatchCommand, Fault> {
    let entropy = fairdeal::Entropy::new(request.entropy)
        .map_err(|fault| Fault::invalid("entropy", fault.to_string()))?;
    command(account_id, &request.match_id, &request.request_id, CommandKind::Cut { entropy })
}

/// A resignation.
pub(super) fn resign(account_id: Uuid, request: &pb::ResignRequest) -> Result<MatchCommand, Fault> {
    command(account_id, &request.match_id, &request.request_id, CommandKind::Resign)
}
