//! From the engine's message to the JSON form.

use game_engine::convert;
use prost_types::{Duration, Timestamp};
use uuid::Uuid;
use wire::engine::v1 as pb;

use super::form::{Clocks, Ending, FORMAT, Occupant, Record, RecordedBy, RecordedResult, Step, StepKind};

/// A record on the wire that is not what the API promises.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server's record has no {0} that can be read")]
pub struct WireFault(pub &'static str);

impl Record {
    /// The JSON form of a record as the engine tells it.
    ///
    /// # Errors
    /// [`WireFault`] names what cannot be read.
    pub fn from_wire(wire: &pb::MatchRecord) -> Result<Self, WireFault> {
        let options = convert::options_from_wire(wire.options.as_ref()).map_err(|_| WireFault("options"))?;
        let clocks = wire.clocks.unwrap_or_default();
        Ok(Self {
            format: FORMAT,
            match_id: Uuid::try_parse(&wire.match_id).map_err(|_| WireFault("match id"))?,
            game: options.kind().name().to_owned(),
            players: u8::try_from(wire.seats.len()).map_err(|_| WireFault("seats"))?,
            rules_version: wire.rules_version,
            options: options
                .values()
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_json()))
                .collect(),
            seats: wire.seats.iter().map(occupant).collect::<Option<_>>().ok_or(WireFault("seats"))?,
            clocks: Clocks { turn_limit_ms: millis(clocks.turn_limit), bank_ms: millis(clocks.bank) },
            ladder: Some(wire.ladder.clone()).filter(|ladder| !ladder.is_empty()),
            created_at: time(wire.created_at),
            ended_at: time(wire.ended_at),
            secret: hex::encode(&wire.secret),
            commitment: hex::encode(&wire.commitment),
            entropies: wire.entropies.iter().map(hex::encode).collect(),
            first_dealer: seat(wire.first_dealer).ok_or(WireFault("first dealer"))?,
            first_dealer_given: wire.first_dealer_given,
            decks: wire.steps.iter().filter_map(deck).collect::<Option<_>>().ok_or(WireFault("decks"))?,
            steps: wire.steps.iter().map(step).collect::<Option<_>>().ok_or(WireFault("steps"))?,
            result: result(wire).ok_or(WireFault("result"))?,
        })
    }
}

fn occupant(wire: &pb::SeatAssignment) -> Option<Occupant> {
    Some(match wire.occupant.as_ref()? {
        pb::seat_assignment::Occupant::Player(player) => Occupant {
            name: player.display_name.clone(),
            account_id: Some(Uuid::try_parse(&player.account_id).ok()?),
            bot: None,
        },
        pb::seat_assignment::Occupant::Bot(bot) => {
            Occupant { name: format!("Bot ({})", bot.level), account_id: None, bot: Some(bot.level.clone()) }
        }
    })
}

fn deck(wire: &pb::RecordStep) -> Option<Option<Vec<cards::Card>>> {
    match wire.step.as_ref()? {
        pb::record_step::Step::Deal(deal) => {
            Some(deal.deck.iter().map(|number| convert::card(*number)).collect())
        }
        _ => None,
    }
}

fn step(wire: &pb::RecordStep) -> Option<Step> {
    use pb::record_step::Step as Wire;
    let kind = match wire.step.as_ref()? {
        Wire::Cut(cut) => {
            StepKind::Cut { seat: seat(cut.seat)?, entropy_hash: hex::encode(&cut.entropy_hash) }
        }
        Wire::Deal(deal) => StepKind::Deal { deal: deal.deal, dealer: seat(deal.dealer)? },
        Wire::Action(taken) => StepKind::Action {
            seat: seat(taken.seat)?,
            action: taken.text.clone(),
            actor: match pb::Actor::try_from(taken.actor).ok()? {
                pb::Actor::Unspecified => return None,
                pb::Actor::Player => RecordedBy::Player,
                pb::Actor::Autopilot => RecordedBy::Autopilot,
                pb::Actor::Bot => RecordedBy::Bot,
            },
            bank_charged_ms: u32::try_from(millis(taken.bank_charged)).ok()?,
        },
        Wire::Away(away) => StepKind::Away { seat: seat(away.seat)? },
        Wire::Back(back) => StepKind::Back { seat: seat(back.seat)? },
        Wire::Resign(resign) => StepKind::Resign { seat: seat(resign.seat)? },
        Wire::Abort(abort) => StepKind::Abort { why: abort.why.clone() },
    };
    Some(Step { seq: wire.seq, at: time(wire.at), kind })
}

fn result(wire: &pb::MatchRecord) -> Option<RecordedResult> {
    let standing = wire.standing.as_ref()?;
    let end = match pb::EndReason::try_from(wire.end_reason).ok()? {
        pb::EndReason::Unspecified => return None,
        pb::EndReason::PlayedOut => Ending::PlayedOut,
        pb::EndReason::Resigned => Ending::Resigned,
        pb::EndReason::Aborted => Ending::Aborted,
    };
    Some(RecordedResult {
        end,
        winning_sides: standing.winning_sides.clone(),
        scores: standing.scores.clone(),
    })
}

fn seat(number: u32) -> Option<u8> {
    u8::try_from(number).ok()
}

fn time(at: Option<Timestamp>) -> String {
    at.map(|at| at.to_string()).unwrap_or_default()
}

fn millis(span: Option<Duration>) -> u64 {
    let span = span.and_then(|span| std::time::Duration::try_from(span).ok()).unwrap_or_default();
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}
