//! Events of matches.

use env::UnixMillis;
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::match_feed_event::Event as Told;
use wire::engine::v1::seat_assignment::Occupant;

use super::bodies::{self, FinishedSeat, MatchFinished, MatchStarted, Seat, Side, Span, YourTurn, moment};
use super::event::{Event, body};
use super::subscription::Kind;

/// The event as endpoints get it; `None` for a kind that this build does not know.
pub(super) fn from_match(event: pb::MatchFeedEvent) -> Option<Event> {
    let pb::MatchFeedEvent { number, match_id, at, created_by, event } = event;
    let id = format!("evt_match_{number}");
    let at = at.as_ref().map_or(UnixMillis::new(0), bodies::millis);
    let of_match = (match_id, created_by.clone());
    let (kind, accounts, body) = match event? {
        Told::Started(started) => {
            let accounts = accounts(started.seats.iter());
            (
                Kind::MatchStarted,
                accounts,
                body(&id, Kind::MatchStarted.name(), at, self::started(of_match, started)),
            )
        }
        Told::Finished(finished) => {
            let seats =
                finished.sides.iter().flat_map(|side| &side.seats).filter_map(|s| s.assignment.as_ref());
            let accounts = accounts(seats);
            (
                Kind::MatchFinished,
                accounts,
                body(&id, Kind::MatchFinished.name(), at, self::finished(of_match, finished)),
            )
        }
        Told::YourTurn(turn) => {
            let account = turn.player.as_ref().and_then(|player| Uuid::try_parse(&player.account_id).ok());
            let body = body(&id, Kind::YourTurn.name(), at, your_turn(of_match, turn));
            (Kind::YourTurn, account.into_iter().collect(), body)
        }
    };
    Some(Event { id, kind, body, created_by: Some(created_by), accounts, ladder: None })
}

fn accounts<'a>(seats: impl Iterator<Item = &'a pb::SeatAssignment>) -> Vec<Uuid> {
    let account = |seat: &pb::SeatAssignment| match &seat.occupant {
        Some(Occupant::Player(player)) => Uuid::try_parse(&player.account_id).ok(),
        Some(Occupant::Bot(_)) | None => None,
    };
    seats.filter_map(account).collect()
}

fn started((match_id, created_by): (String, String), started: pb::MatchStarted) -> MatchStarted {
    let clocks = started.clocks.unwrap_or_default();
    MatchStarted {
        match_id,
        created_by,
        game: started.game,
        ladder: started.ladder,
        turn_limit_ms: duration_ms(clocks.turn_limit),
        bank_ms: duration_ms(clocks.bank),
        seats: (0..).zip(started.seats).map(|(number, assignment)| seat(number, Some(assignment))).collect(),
    }
}

fn duration_ms(span: Option<prost_types::Duration>) -> i64 {
    span.map_or(0, |span| span.seconds.saturating_mul(1000).saturating_add(i64::from(span.nanos / 1_000_000)))
}

fn seat(seat: u32, assignment: Option<pb::SeatAssignment>) -> Seat {
    match assignment.and_then(|assignment| assignment.occupant) {
        Some(Occupant::Player(player)) => Seat {
            seat,
            account_id: Some(player.account_id),
            display_name: Some(player.display_name),
            bot_level: None,
        },
        Some(Occupant::Bot(bot)) => Seat { seat, bot_level: Some(bot.level), ..Default::default() },
        None => Seat { seat, ..Default::default() },
    }
}

fn finished((match_id, created_by): (String, String), finished: pb::MatchFinished) -> MatchFinished {
    let unrated_because = unrated_because(finished.unrated());
    MatchFinished {
        match_id,
        created_by,
        reason: reason(finished.reason()),
        game: finished.game,
        ladder: finished.ladder,
        abort_reason: finished.abort_reason,
        rated: unrated_because.is_none(),
        unrated_because,
        created_at: moment(finished.created_at.as_ref()),
        winning_sides: finished.standing.map(|standing| standing.winning_sides).unwrap_or_default(),
        sides: finished.sides.into_iter().enumerate().map(side).collect(),
    }
}

fn reason(reason: pb::EndReason) -> &'static str {
    match reason {
        pb::EndReason::PlayedOut => "played_out",
        pb::EndReason::Resigned => "resigned",
        pb::EndReason::Aborted => "aborted",
        pb::EndReason::Unspecified => "unknown",
    }
}

fn unrated_because(reason: pb::UnratedReason) -> Option<&'static str> {
    Some(match reason {
        pb::UnratedReason::Unspecified => return None,
        pb::UnratedReason::Casual => "casual",
        pb::UnratedReason::BotSeat => "bot_seat",
        pb::UnratedReason::NoLadder => "no_ladder",
        pb::UnratedReason::Aborted => "aborted",
        pb::UnratedReason::Abandoned => "abandoned",
    })
}

fn side((side, told): (usize, pb::FinishedSide)) -> Side {
    let seats = told.seats.into_iter().map(finished_seat).collect();
    Side { side, place: told.place, score: told.score, seats }
}

fn finished_seat(told: pb::FinishedSeat) -> FinishedSeat {
    let span =
        |span: &pb::AbsenceSpan| Span { from: moment(span.since.as_ref()), to: moment(span.until.as_ref()) };
    FinishedSeat {
        bot_spans: told.bot_spans.iter().map(span).collect(),
        seat: seat(told.seat, told.assignment),
        left: told.left,
        resigned: told.resigned,
    }
}

fn your_turn((match_id, created_by): (String, String), turn: pb::YourTurn) -> YourTurn {
    let player = turn.player.unwrap_or_default();
    YourTurn {
        match_id,
        created_by,
        game: turn.game,
        seat: turn.seat,
        account_id: player.account_id,
        display_name: player.display_name,
        turn_seq: turn.turn_seq,
        deadline: moment(turn.deadline.as_ref()),
    }
}
