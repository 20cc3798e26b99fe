//! Matches as the engine keeps them: a setup and a log.

use std::time::Duration;

use cards::{Seat, Stage};
use env::UnixMillis;
use fairdeal::Entropy;
use game_engine::state::{Actor, Clocks, Core, Entry, Occupant, Recorded, Setup};
use games::{GameKind, Options};
use uuid::Uuid;

use crate::Choices;

/// Default options of every game for every number of players.
pub fn every_table() -> Vec<Options> {
    let of = |kind: GameKind| kind.players().filter_map(move |players| Options::for_players(kind, players));
    GameKind::ALL.into_iter().flat_map(of).collect()
}

/// The setup of a match with these options: people and bots in turn.
pub fn any_setup(options: Options) -> Setup {
    let occupant = |number: u8| match number % 2 {
        0 => Occupant::Bot { level: bots::Level::Club },
        _ => Occupant::Player {
            account_id: Uuid::from_u128(u128::from(number)),
            display_name: format!("Player {number}"),
        },
    };
    Setup {
        options,
        seats: (1..=options.players()).map(occupant).collect(),
        clocks: Clocks { turn_limit: Duration::from_secs(30), bank: Duration::from_secs(60) },
        cut_window: Duration::ZERO,
        ladder: None,
        spectators: true,
        first_dealer: None,
    }
}

/// A match that was played for so many tries: its setup, the steps that could follow, and where it stands.
pub fn recorded_match(
    options: Options,
    tries: u32,
    choices: &mut Choices<'_>,
) -> (Setup, Vec<Recorded>, Core) {
    let setup = Setup {
        ladder: choices.once_in(2).then(|| "some".to_owned()),
        spectators: choices.once_in(2),
        first_dealer: choices.once_in(2).then(|| choices.seat(options.players())),
        ..any_setup(options)
    };
    let mut core = Core::new(&setup);
    let mut steps = Vec::new();
    for at in 0..tries {
        let entry = entry(&setup, &core, choices);
        // What cannot follow is not logged. It may have left the copy half changed.
        let mut copy = core.clone();
        if copy.apply(&setup, &entry).is_err() {
            continue;
        }
        core = copy;
        let request = choices.once_in(2).then(|| {
            let id = Uuid::from_u128(u128::from(choices.below(u32::MAX)));
            (Uuid::from_u128(1), id, at.to_be_bytes().to_vec())
        });
        steps.push(Recorded { at: UnixMillis::new(i64::from(at)), entry, request });
    }
    (setup, steps, core)
}

/// Something that may happen next.
fn entry(setup: &Setup, core: &Core, choices: &mut Choices<'_>) -> Entry {
    let seat = choices.seat(setup.options.players());
    match choices.below(24) {
        0 => Entry::Away { seat },
        1 => Entry::Back { seat },
        2 => Entry::Resign { seat },
        3 => Entry::Cut { seat, entropy: Entropy::new(vec![9; 16]).expect("sixteen bytes are enough") },
        4 if choices.once_in(8) => Entry::Abort { why: "a test".to_owned() },
        _ => step(setup, core, seat, choices),
    }
}

/// What the game waits for. A match that has not begun is dealt by the first dealer, or else by this seat.
fn step(setup: &Setup, core: &Core, seat: Seat, choices: &mut Choices<'_>) -> Entry {
    match core.stage() {
        Some(Stage::Act(seat)) => {
            let mut legal = Vec::new();
            core.game.as_ref().expect("somebody is to act").legal(&mut legal);
            let actor = choices.pick(&[Actor::Player, Actor::Autopilot, Actor::Bot]);
            Entry::Play { seat, action: choices.pick(&legal), actor, bank_charged_ms: choices.below(900) }
        }
        stage => {
            let kind = setup.options.kind();
            let deck = games::random::deck(kind, &mut |bound| choices.below(bound));
            let dealer = match stage {
                Some(Stage::Deal { dealer }) => dealer,
                _ => setup.first_dealer.unwrap_or(seat),
            };
            let mut after = core.game.clone().unwrap_or_else(|| games::Match::new(setup.options, dealer));
            let number = after.deal_number() + 1;
            let state_hash = after.deal(&deck).map(|_| after.digest()).unwrap_or_default();
            Entry::Deal { number, dealer, deck, state_hash }
        }
    }
}
