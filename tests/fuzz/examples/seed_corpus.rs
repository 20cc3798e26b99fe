//! `cargo run -p jodi-fuzz --example seed_corpus`: writes the corpus of the targets anew, out of short matches of every
//! game and number of players. Inputs that a longer run has found stay beside it.

use std::fs;
use std::path::{Path, PathBuf};

use cards::{Seat, Stage, Viewer};
use game_engine::convert;
use games::{Match, Options};
use jodi_fuzz::{Choices, every_table, recorded_match};
use prost::Message;

/// Where bolero looks for the corpus of a target.
fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("targets/__fuzz__").join(target).join("corpus")
}

fn put(target: &str, name: &str, bytes: &[u8]) {
    let folder = folder(target);
    fs::create_dir_all(&folder).expect("the corpus can be written");
    fs::write(folder.join(name), bytes).expect("the corpus can be written");
}

fn main() {
    for seed in 0..12_u8 {
        // Three bytes play a whole match; which one is a matter of chance, and the twelve play every game.
        put("matches", &format!("seed-{seed}"), &[seed, seed.wrapping_mul(37), 11]);
        put("options", &format!("seed-{seed}"), &[seed, seed.wrapping_mul(91), 5]);
        put("matches_recorded", &format!("seed-{seed}"), &[seed, 3, seed.wrapping_mul(37)]);
        put("messages_damaged", &format!("seed-{seed}"), &[seed, 7, seed.wrapping_mul(37)]);
        put("records_damaged", &format!("seed-{seed}"), &[seed, 5, seed.wrapping_mul(37)]);
    }
    for (table, options) in (0..).zip(every_table()) {
        let name = format!("{}-{}", options.kind(), options.players());
        let seed = [table];
        let mut choices = Choices::new(&seed);
        other_options(&name, options, &mut choices);
        messages(&name, options, &mut choices);
        records(&name, table, options, &mut choices);
    }
}

fn other_options(name: &str, options: Options, choices: &mut Choices<'_>) {
    for place in 0..3 {
        let below = &mut |bound| choices.below(bound);
        let options = games::random::options_for(options.kind(), options.players(), below);
        let name = format!("{name}-{place}");
        put("option_messages", &name, &convert::options_to_wire(&options).encode_to_vec());
        let json = serde_json::to_vec(&options.to_json()).expect("options are plain data");
        put("option_texts", &name, &json);
    }
}

/// Actions, events and views of one deal, a few of each.
fn messages(name: &str, options: Options, choices: &mut Choices<'_>) {
    let mut game = Match::new(options, Seat::ALL[0]);
    let mut legal = Vec::new();
    for step in 0..60 {
        let event = match game.stage() {
            Stage::Over => break,
            Stage::Deal { .. } if step > 0 && step < 5 => break,
            Stage::Deal { .. } => {
                let deck = games::random::deck(game.kind(), &mut |bound| choices.below(bound));
                game.deal(&deck).expect("a deal is due")
            }
            Stage::Act(seat) => {
                game.legal(&mut legal);
                let action = games::random::action(&legal, &mut |bound| choices.below(bound));
                let word = action.type_word().to_lowercase();
                let name = format!("{name}-{word}");
                put("action_messages", &name, &convert::action_to_wire(&action).encode_to_vec());
                put("action_texts", &name, action.to_string().as_bytes());
                game.act(seat, &action).expect("listed actions are legal")
            }
        };
        if step % 12 == 0 || step == 1 {
            for viewer in [Viewer::Seat(Seat::ALL[1]), Viewer::Spectator] {
                let name = format!("{name}-{step}-{}", viewer.seat().map_or(9, Seat::number));
                let (seen, view) = (game.seen(&event, viewer), game.view(viewer));
                put("event_messages", &name, &convert::seen_to_wire(&seen).encode_to_vec());
                put("view_messages", &name, &convert::view_to_wire(&view).encode_to_vec());
            }
        }
    }
}

fn records(name: &str, table: u8, options: Options, choices: &mut Choices<'_>) {
    let (setup, steps, _) = recorded_match(options, 30, choices);
    put("setups", name, &convert::encode_setup(&setup));
    put("records", name, &convert::encode_record(&setup, &steps));
    for (place, step) in steps.iter().enumerate().filter(|(place, _)| place % 7 == 0) {
        // The first byte chooses the table that the entry belongs to.
        let mut bytes = vec![table];
        bytes.extend(convert::encode_entry(&step.entry));
        put("entries", &format!("{name}-{place}"), &bytes);
    }
}
