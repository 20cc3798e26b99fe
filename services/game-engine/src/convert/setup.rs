//! What a match is created with: from the request, and to and from the stored configuration.

use std::time::Duration;

use prost::Message as _;
use service::{display_name, duration_in, parse_uuid};
use uuid::Uuid;
use wire::Fault;
use wire::engine::v1 as pb;
use wire::errors::v1::ErrorReason;
use wire::log::v1::MatchConfig;

use super::cards::{seat_in, seat_to_wire};
use super::game::{OptionsFault, options_from_wire, options_to_wire};
use crate::state::{Clocks, Occupant, Setup};

const DEFAULT_TURN_LIMIT: Duration = Duration::from_secs(30);
const MAX_TURN_LIMIT: Duration = Duration::from_secs(7 * 24 * 3600);
const DEFAULT_BANK: Duration = Duration::from_secs(60);
const MAX_BANK: Duration = Duration::from_secs(24 * 3600);
const DEFAULT_CUT_WINDOW: Duration = Duration::from_secs(5);
const MAX_CUT_WINDOW: Duration = Duration::from_secs(60);
const MAX_LADDER_CHARS: usize = 64;

impl From<OptionsFault> for Fault {
    fn from(fault: OptionsFault) -> Self {
        match fault {
            OptionsFault::NoGame => Fault::new(ErrorReason::InvalidOptions, "The options name no game.")
                .field("options.game", "is missing"),
            OptionsFault::Fields(fields) => {
                let first = fields.first().map(|(field, why)| format!("{field}: {why}")).unwrap_or_default();
                let fault = Fault::new(
                    ErrorReason::InvalidOptions,
                    format!("These options cannot be played: {first}"),
                );
                fields.into_iter().fold(fault, |fault, (field, why)| fault.field(field, why))
            }
        }
    }
}

/// The setup that a request asks for.
///
/// # Errors
/// `INVALID_OPTIONS` or `INVALID_FIELD`, naming the field.
pub fn setup_from_request(request: &pb::CreateMatchRequest) -> Result<Setup, Fault> {
    let options = options_from_wire(request.options.as_ref())?;
    let seats =
        request.seats.iter().enumerate().map(|(n, seat)| occupant(n, seat)).collect::<Result<Vec<_>, _>>()?;
    check_seats(&options, &seats)?;
    let clocks = request.clocks.unwrap_or_default();
    let turn_limit = duration_in("clocks.turn_limit", clocks.turn_limit, DEFAULT_TURN_LIMIT, MAX_TURN_LIMIT)?;
    let first_dealer = match request.first_dealer {
        None => None,
        Some(number) => Some(
            seat_in(seats.len(), number)
                .ok_or_else(|| Fault::invalid("first_dealer", "is no seat of the match"))?,
        ),
    };
    if request.ladder.len() > MAX_LADDER_CHARS {
        return Err(Fault::invalid("ladder", "is too long"));
    }
    if !request.ladder.is_empty() && options.rule_set() != Some(request.ladder.as_str()) {
        let why = "does not rate matches with these options; ValidateOptions names the ladder that does, if there is one";
        return Err(Fault::invalid("ladder", why));
    }
    let has_bot = seats.iter().any(|seat| seat.account_id().is_none());
    if has_bot && !request.ladder.is_empty() {
        return Err(Fault::invalid("ladder", "a match that starts with a bot is never rated"));
    }
    Ok(Setup {
        options,
        seats,
        clocks: Clocks {
            turn_limit: whole_millis(turn_limit),
            bank: whole_millis(duration_in("clocks.bank", clocks.bank, DEFAULT_BANK, MAX_BANK)?),
        },
        cut_window: whole_millis(duration_in(
            "cut_window",
            request.cut_window,
            DEFAULT_CUT_WINDOW,
            MAX_CUT_WINDOW,
        )?),
        ladder: Some(request.ladder.clone()).filter(|l| !l.is_empty()),
        spectators: request.spectators,
        first_dealer,
    })
}

/// Rounded up: what is stored must not make no limit of a short one.
fn whole_millis(span: Duration) -> Duration {
    Duration::from_millis(u64::from(millis(span + Duration::from_nanos(999_999))))
}

fn occupant(n: usize, seat: &pb::SeatAssignment) -> Result<Occupant, Fault> {
    use pb::seat_assignment::Occupant as O;
    match &seat.occupant {
        None => Err(Fault::invalid(format!("seats[{n}]"), "is empty")),
        Some(O::Player(player)) => Ok(Occupant::Player {
            account_id: parse_uuid(&format!("seats[{n}].player.account_id"), &player.account_id)?,
            display_name: display_name(&format!("seats[{n}].player.display_name"), &player.display_name)?,
        }),
        Some(O::Bot(bot)) => {
            let level = bot.level.parse();
            let level = level.map_err(|e: bots::UnknownLevel| {
                Fault::invalid(format!("seats[{n}].bot.level"), e.to_string())
            })?;
            Ok(Occupant::Bot { level })
        }
    }
}

fn check_seats(options: &games::Options, seats: &[Occupant]) -> Result<(), Fault> {
    let wanted = options.players();
    if seats.len() != usize::from(wanted) {
        let why = format!("{} with these options needs {wanted} seats, not {}", options.kind(), seats.len());
        return Err(Fault::invalid("seats", why));
    }
    let mut accounts: Vec<_> = seats.iter().filter_map(Occupant::account_id).collect();
    if accounts.is_empty() {
        return Err(Fault::invalid("seats", "at least one must be a person's"));
    }
    accounts.sort_unstable();
    if accounts.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Fault::invalid("seats", "one account sits on two of them"));
    }
    Ok(())
}

/// The messages of who sits where.
pub fn setup_seats_to_wire(setup: &Setup) -> Vec<pb::SeatAssignment> {
    use pb::seat_assignment::Occupant as O;
    let seat = |occupant: &Occupant| match occupant {
        Occupant::Player { account_id, display_name } => O::Player(pb::PlayerSeat {
            account_id: account_id.to_string(),
            display_name: display_name.clone(),
        }),
        Occupant::Bot { level } => O::Bot(pb::BotSeat { level: level.name().to_owned() }),
    };
    setup.seats.iter().map(|o| pb::SeatAssignment { occupant: Some(seat(o)) }).collect()
}

fn millis(span: Duration) -> u32 {
    u32::try_from(span.as_millis()).expect("clocks are bounded to 7 days")
}

pub(super) fn setup_to_wire(setup: &Setup) -> MatchConfig {
    MatchConfig {
        options: Some(options_to_wire(&setup.options)),
        seats: setup_seats_to_wire(setup),
        turn_limit_ms: millis(setup.clocks.turn_limit),
        bank_ms: millis(setup.clocks.bank),
        cut_window_ms: millis(setup.cut_window),
        ladder: setup.ladder.clone().unwrap_or_default(),
        spectators: setup.spectators,
        first_dealer: setup.first_dealer.map(seat_to_wire),
    }
}

pub(super) fn setup_from_wire(config: &MatchConfig) -> Option<Setup> {
    let options = options_from_wire(config.options.as_ref()).ok()?;
    let seats = config.seats.iter().map(stored_occupant).collect::<Option<Vec<_>>>()?;
    if seats.len() != usize::from(options.players()) {
        return None;
    }
    let first_dealer = match config.first_dealer {
        None => None,
        Some(number) => Some(seat_in(seats.len(), number)?),
    };
    let millis = |n: u32| Duration::from_millis(n.into());
    Some(Setup {
        options,
        clocks: Clocks { turn_limit: millis(config.turn_limit_ms), bank: millis(config.bank_ms) },
        cut_window: millis(config.cut_window_ms),
        ladder: Some(config.ladder.clone()).filter(|l| !l.is_empty()),
        spectators: config.spectators,
        first_dealer,
        seats,
    })
}

/// An occupant as it was stored. What names may look like is checked when they come in, and never again: rules that change must not
/// make old matches unreadable.
fn stored_occupant(seat: &pb::SeatAssignment) -> Option<Occupant> {
    use pb::seat_assignment::Occupant as O;
    Some(match seat.occupant.as_ref()? {
        O::Player(player) => Occupant::Player {
            account_id: Uuid::try_parse(&player.account_id).ok()?,
            display_name: player.display_name.clone(),
        },
        O::Bot(bot) => Occupant::Bot { level: bot.level.parse().ok()? },
    })
}

/// The bytes of the stored configuration.
pub fn encode_setup(setup: &Setup) -> Vec<u8> {
    setup_to_wire(setup).encode_to_vec()
}

/// The setup of its stored configuration; `None` if it cannot be read.
pub fn decode_setup(bytes: &[u8]) -> Option<Setup> {
    setup_from_wire(&MatchConfig::decode(bytes).ok()?)
}

/// The accounts of a setup with their seats, as the store lists them.
pub(crate) fn account_seats(setup: &Setup) -> Vec<(Uuid, i16)> {
    setup.seats().filter_map(|s| Some((setup.occupant(s).account_id()?, i16::from(s.number())))).collect()
}
