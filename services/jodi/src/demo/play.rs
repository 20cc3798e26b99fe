//! One player's match: cut with entropy of one's own, then move whenever it is one's turn, choosing among the moves that
//! the server listed by what the server showed.

use bots::{Level, Sight};
use fairdeal::Commitment;
use jodi::capture::CaptureWriter;
use jodi::client::{ClientError, Decision, MatchFollower, Player, SeatClient, Update};
use wire::engine::v1::{MatchEnded, MatchState, Refused};
use wire::errors::v1::ErrorReason;
use wire::game::v1::LegalMove;

/// Bytes that each player adds to the shuffles.
const ENTROPY_BYTES: usize = 32;

/// What a player knows at the end of a match without any record.
#[derive(Clone, Debug, Default)]
pub struct SeatReport {
    /// The commitment as the first snapshot showed it, before anybody had cut.
    pub commitment: Option<Commitment>,
    /// The entropy that the server acknowledged.
    pub entropy: Option<Vec<u8>>,
    /// How the match ended, as its last event told; `None` if the stream was away at that moment.
    pub ended: Option<MatchEnded>,
    /// Moves that were acknowledged.
    pub moves: u32,
    /// How often the session was lost and opened again.
    pub reconnects: u32,
}

/// Plays one seat of a match to its end. `tell` hears of everything that happens.
///
/// # Errors
/// What waiting and connecting again does not get over.
pub async fn play_seat(
    player: &Player,
    match_id: &str,
    capture: Option<CaptureWriter>,
    mut tell: impl FnMut(&MatchFollower, &Update),
) -> Result<SeatReport, ClientError> {
    let mut seat = SeatClient::new(player, match_id, capture);
    let mut report = SeatReport::default();
    let mut cut: Option<Vec<u8>> = None;
    loop {
        let update = seat.next().await?;
        tell(seat.follower(), &update);
        match update {
            Update::Installed if report.commitment.is_none() => {
                report.commitment = commitment(seat.follower());
                if is_cutting(seat.follower()) {
                    let mut entropy = vec![0; ENTROPY_BYTES];
                    player.connection.entropy().fill(&mut entropy);
                    cut = Some(entropy.clone());
                    seat.cut(entropy).await;
                }
            }
            Update::Acknowledged { .. } => match cut.take() {
                Some(entropy) => report.entropy = Some(entropy),
                None => report.moves += 1,
            },
            Update::Refused(refused) => {
                accept_refusal(refused)?;
                cut = None;
            }
            Update::Reconnected => report.reconnects += 1,
            Update::Over => {
                report.ended = seat.follower().ended().cloned();
                return Ok(report);
            }
            Update::Installed | Update::Event(_) | Update::Missed(_) => {}
        }
        if let Some(legal) = choose(&seat, player.connection.entropy().u64())? {
            seat.act(legal).await;
        }
    }
}

/// The move to make, if one is due. Who has missed a part of the deal goes by what lies on the table.
fn choose(seat: &SeatClient<'_>, seed: u64) -> Result<Option<LegalMove>, ClientError> {
    let Some(Decision { options, seat, view, seen, moves, actions }) = seat.decision()? else {
        return Ok(None);
    };
    let level = if seen.is_some() { Level::Club } else { Level::Greedy };
    let shown = seen.unwrap_or_default().to_vec();
    let sight = Sight::from_shown(options, seat, view.clone(), actions.clone(), shown)
        .ok_or_else(|| ClientError::Odd("that it is our turn, without a legal move".into()))?;
    let chosen = level.choose(&sight, seed);
    let place = actions.iter().position(|action| *action == chosen);
    Ok(place.map(|place| moves[place].clone()))
}

/// A player who was away too long may find that the cut is closed or that the autopilot has moved. Everything else is
/// a fault.
fn accept_refusal(refused: Box<Refused>) -> Result<(), ClientError> {
    match ErrorReason::try_from(refused.reason) {
        Ok(
            ErrorReason::CutClosed
            | ErrorReason::StaleSeq
            | ErrorReason::NotYourTurn
            | ErrorReason::MatchOver,
        ) => Ok(()),
        _ => Err(ClientError::Refused { what: "a request of the match", refused }),
    }
}

fn commitment(follower: &MatchFollower) -> Option<Commitment> {
    let bytes = follower.table()?.commitment.as_slice().try_into().ok()?;
    Some(Commitment::from_bytes(bytes))
}

fn is_cutting(follower: &MatchFollower) -> bool {
    follower.table().is_some_and(|table| table.state == MatchState::Cutting as i32)
}
