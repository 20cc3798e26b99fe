//! The log: what is read from the store, whole, and with bytes changed.

use env::UnixMillis;
use fairdeal::MatchSecret;
use game_engine::convert;
use game_engine::state::{Core, Setup, replay};
use jodi_fuzz::{Choices, any_setup, damage, every_table, recorded_match};
use uuid::Uuid;

const STEPS: u32 = 40;

#[test]
fn bytes_are_a_setup_or_are_refused() {
    bolero::check!(name = "setups").with_iterations(4000).for_each(|input: &[u8]| {
        let Some(setup) = convert::decode_setup(input) else { return };
        assert_eq!(convert::decode_setup(&convert::encode_setup(&setup)), Some(setup));
    });
}

#[test]
fn bytes_are_an_entry_or_are_refused() {
    bolero::check!(name = "entries").with_iterations(4000).for_each(|input: &[u8]| {
        let Some((first, rest)) = input.split_first() else { return };
        let tables = every_table();
        let setup = any_setup(tables[usize::from(*first) % tables.len()]);
        let Some(entry) = convert::decode_entry(rest, &setup) else { return };
        assert_eq!(convert::decode_entry(&convert::encode_entry(&entry), &setup).as_ref(), Some(&entry));
        // A refusal is fine, a panic is not.
        let _ = Core::new(&setup).apply(&setup, &entry);
    });
}

#[test]
fn bytes_are_a_record_or_are_refused() {
    bolero::check!(name = "records").with_iterations(2000).for_each(|input: &[u8]| read(input));
}

#[test]
fn a_record_reads_back_and_replays() {
    bolero::check!(name = "matches_recorded").with_iterations(200).for_each(|input: &[u8]| {
        let mut choices = Choices::new(input);
        let options = choices.options();
        let (setup, steps, core) = recorded_match(options, STEPS, &mut choices);
        let bytes = convert::encode_record(&setup, &steps);
        let (read_setup, read_steps) = convert::decode_record(&bytes).expect("a record that was written");
        assert_eq!(read_setup, setup);
        assert!(steps.iter().map(|step| &step.entry).eq(read_steps.iter().map(|step| &step.entry)));
        let state = replay(Uuid::nil(), read_setup, secret(), UnixMillis::new(0), &read_steps)
            .expect("a record of steps that were taken");
        let digest = |core: &Core| core.game.as_ref().map(games::Match::digest);
        assert_eq!(digest(state.core()), digest(&core));
    });
}

#[test]
fn a_setup_with_too_few_or_too_many_seats_is_refused() {
    for seated in every_table() {
        for options in every_table().into_iter().filter(|options| options.players() != seated.players()) {
            let setup = Setup { options, ..any_setup(seated) };
            assert_eq!(convert::decode_setup(&convert::encode_setup(&setup)), None, "{options:?}");
        }
    }
}

#[test]
fn a_damaged_record_is_refused_or_replays() {
    bolero::check!(name = "records_damaged").with_iterations(600).for_each(|input: &[u8]| {
        let mut choices = Choices::new(input);
        let options = choices.options();
        let (mut setup, steps, _) = recorded_match(options, STEPS, &mut choices);
        if choices.once_in(4) {
            // The options of another table: its game, its number of players.
            setup.options = choices.options();
        }
        let mut bytes = convert::encode_record(&setup, &steps);
        for _ in 0..choices.below(4) {
            damage(&mut bytes, &mut choices);
        }
        read(&bytes);
    });
}

/// Reads a record and plays it over, as far as that goes.
fn read(bytes: &[u8]) {
    let Some((setup, steps)) = convert::decode_record(bytes) else { return };
    let again = convert::encode_record(&setup, &steps);
    assert!(convert::decode_record(&again).is_some_and(|(read, _)| read == setup));
    let _ = replay(Uuid::nil(), setup, secret(), UnixMillis::new(0), &steps);
}

fn secret() -> MatchSecret {
    MatchSecret::from_bytes([7; 32])
}
