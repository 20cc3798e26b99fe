//! After a match: its record, held against what the players saw and sent.

use anyhow::{Context as _, bail};
use jodi::client::Player;
use jodi::record::{Ending, OwnKnowledge, Record, RecordedBy, Step, StepKind, check};
use service::Peer;
use wire::engine::v1::GetRecordRequest;
use wire::engine::v1::engine_service_client::EngineServiceClient;

use super::play::SeatReport;

/// Fetches the record of a finished match as one of its players.
///
/// # Errors
/// If the server refuses, or the record cannot be read.
pub async fn fetch(player: &Player, match_id: &str) -> anyhow::Result<Record> {
    let request = GetRecordRequest { match_id: match_id.to_owned() };
    let fetch = async |peer: Peer| EngineServiceClient::new(peer).get_record(request.clone()).await;
    let wire =
        player.call("GetRecord", fetch).await?.record.context("GetRecord answered without a record")?;
    Ok(Record::from_wire(&wire)?)
}

/// Checks the record with what all players know; returns what was found, one line each.
///
/// # Errors
/// If anything does not hold.
pub fn hold_against(record: &Record, seats: &[SeatReport]) -> anyhow::Result<Vec<String>> {
    if record.result.end != Ending::PlayedOut {
        bail!("the match was not played out: {:?}", record.result.end);
    }
    for (seat, report) in seats.iter().enumerate() {
        agree(record, report).with_context(|| format!("seat {seat}"))?;
    }
    let (acknowledged, recorded) =
        (seats.iter().map(|seat| seat.moves).sum::<u32>(), moves_of_players(record));
    if acknowledged as usize != recorded {
        bail!("{acknowledged} moves were acknowledged, the record has {recorded}");
    }
    let sent = (0..).zip(seats).filter_map(|(seat, report)| Some((seat, report.entropy.clone()?)));
    let own = OwnKnowledge { commitment: seats[0].commitment, entropies: sent.collect() };
    let findings = check(record, &own)?;
    let failed: Vec<&str> =
        findings.iter().filter(|finding| !finding.holds).map(|finding| finding.what.as_str()).collect();
    if !failed.is_empty() {
        bail!("the record of match {} does not hold: {}", record.match_id, failed.join("; "));
    }
    Ok(findings.into_iter().map(|finding| finding.what).collect())
}

/// Moves that players made themselves. Each was acknowledged once, however often it was sent.
fn moves_of_players(record: &Record) -> usize {
    let by_player = |step: &&Step| matches!(step.kind, StepKind::Action { actor: RecordedBy::Player, .. });
    record.steps.iter().filter(by_player).count()
}

/// What one player was told goes with the record.
fn agree(record: &Record, report: &SeatReport) -> anyhow::Result<()> {
    let commitment = report.commitment.context("was never shown the commitment")?;
    if commitment.to_string() != record.commitment {
        bail!("was shown the commitment {commitment}, the record has {}", record.commitment);
    }
    let Some(ended) = &report.ended else { return Ok(()) };
    let standing = ended.standing.clone().unwrap_or_default();
    if hex::encode(&ended.secret) != record.secret {
        bail!("was told another secret than the record's");
    }
    if standing.winning_sides != record.result.winning_sides || standing.scores != record.result.scores {
        bail!("was told the result {standing:?}, the record has {:?}", record.result);
    }
    Ok(())
}
