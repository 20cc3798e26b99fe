//! Bytes of the log as they were written once: they must stay readable for ever.

use std::path::PathBuf;
use std::time::Duration;

use cards::{Deck, Pack, Seat};
use env::UnixMillis;
use fairdeal::Entropy;
use game_engine::convert::{
    decode_entry, decode_record, decode_setup, encode_entry, encode_record, encode_setup,
};
use game_engine::state::{Actor, Clocks, Entry, Occupant, Recorded, Setup};
use games::{Action, GameKind, Options};
use serde_json::{Value, json};
use uuid::Uuid;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.hex"))
}

fn golden(name: &str, written_today: &[u8]) -> Vec<u8> {
    let text = std::fs::read_to_string(file(name)).unwrap_or_else(|_| {
        panic!(
            "tests/golden/{name}.hex is missing; a new kind of entry begins with\n{}",
            hex::encode(written_today)
        )
    });
    hex::decode(text.trim()).unwrap()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn action(text: &str) -> Action {
    Action::parse(GameKind::Seep, text).unwrap()
}

fn play(number: u8, text: &str, actor: Actor, bank_charged_ms: u32) -> Entry {
    Entry::Play { seat: seat(number), action: action(text), actor, bank_charged_ms }
}

fn setup() -> Setup {
    let options = json!({ "n_baazis": 3, "history": "open", "sweeps": false, "first_sweep": 50 });
    let Value::Object(options) = options else { unreachable!("written as an object") };
    Setup {
        options: Options::from_json(GameKind::Seep, &options).unwrap(),
        seats: vec![
            Occupant::Player { account_id: Uuid::from_u128(0xa1), display_name: "Asha".to_owned() },
            Occupant::Player { account_id: Uuid::from_u128(0xb2), display_name: "आशा".to_owned() },
            Occupant::Player { account_id: Uuid::from_u128(0xc3), display_name: "Chitra".to_owned() },
            Occupant::Bot { level: bots::Level::Greedy },
        ],
        clocks: Clocks { turn_limit: Duration::from_secs(30), bank: Duration::from_secs(60) },
        cut_window: Duration::from_millis(5_500),
        ladder: Some("club".to_owned()),
        spectators: true,
        first_dealer: Some(seat(2)),
    }
}

/// What the games that came later added, with the setup that each entry is read under.
fn entries_of_later_games() -> Vec<(&'static str, Setup, Entry)> {
    let play = |kind, number: u8, text| Entry::Play {
        seat: seat(number),
        action: Action::parse(kind, text).unwrap(),
        actor: Actor::Player,
        bank_charged_ms: 5,
    };
    let smear = |text| (smear_setup(), play(GameKind::Smear, 3, text));
    let pepper = |text| (pepper_setup(), play(GameKind::Pepper, 1, text));
    let named = [
        ("v1-smear-pass", smear("PASS")),
        ("v1-smear-bid", smear("BID 4")),
        ("v1-smear-discard", smear("DISCARD 7C 8D KS")),
        ("v1-smear-play", smear("PLAY AS")),
        ("v1-pepper-pass", pepper("PASS")),
        ("v1-pepper-bid", pepper("BID 7")),
        ("v1-pepper-bid-big", pepper("BID BP")),
        ("v1-pepper-name", pepper("NAME S")),
        ("v1-pepper-name-none", pepper("NAME NT")),
        ("v1-pepper-play", pepper("PLAY JD")),
    ];
    named.into_iter().map(|(name, (setup, entry))| (name, setup, entry)).collect()
}

fn smear_setup() -> Setup {
    let options = json!({
        "widow": 3, "both_out": "higher", "win_needs_bid": true, "nonbid_cap": 14, "high_low": "in_play", "low_to": "winner",
        "game_tie": "nonbidder", "all_pass": "dealer_stuck_2", "discard_scoring_trump": "forbidden",
        "overbid_dealer": true, "target": 21, "open_counts": true, "reveal_stock": true, "history": "open",
    });
    let Value::Object(options) = options else { unreachable!("written as an object") };
    Setup { options: Options::from_json(GameKind::Smear, &options).unwrap(), ..setup() }
}

fn pepper_setup() -> Setup {
    let options = json!({
        "pass_final": true, "one_round": true, "all_pass": "dealer_must_bid_1", "target": 42, "both_out": "declarer_first",
        "no_trump": false, "defenders_zero_penalty": -6, "history": "open", "reveal_dead": true,
    });
    let Value::Object(options) = options else { unreachable!("written as an object") };
    let options = Options::for_players(GameKind::Pepper, 2).unwrap().with_json(&options).unwrap();
    let seats = setup().seats[..2].to_vec();
    Setup { options, seats, first_dealer: Some(seat(1)), ..setup() }
}

fn entries() -> Vec<(&'static str, Entry)> {
    let mut cards = Deck::sorted(Pack::Full52).cards().to_vec();
    cards.reverse();
    let deck = Deck::new(Pack::Full52, cards).unwrap();
    vec![
        ("v1-cut", Entry::Cut { seat: seat(1), entropy: Entropy::new((1..=16).collect()).unwrap() }),
        ("v1-cut-declined", Entry::Cut { seat: seat(0), entropy: Entropy::none() }),
        ("v1-deal", Entry::Deal { number: 7, dealer: seat(3), deck, state_hash: [0xd1; 32] }),
        ("v1-play-bid", play(0, "BID 13", Actor::Player, 0)),
        ("v1-play-capture", play(1, "CAPTURE QD 12 [QH QS]", Actor::Autopilot, 60_000)),
        ("v1-play-build", play(2, "BUILD 6S 9 [3D]", Actor::Bot, 0)),
        ("v1-play-add", play(3, "ADD 4C 10 [6H]", Actor::Player, 1)),
        ("v1-play-break", play(0, "BREAK 2D 11 []", Actor::Player, 86_400_000)),
        ("v1-play-throw", play(0, "THROW 9H", Actor::Player, 0)),
        ("v1-away", Entry::Away { seat: seat(2) }),
        ("v1-back", Entry::Back { seat: seat(2) }),
        ("v1-resign", Entry::Resign { seat: seat(3) }),
        ("v1-abort", Entry::Abort { why: "the hall burns".to_owned() }),
    ]
}

#[test]
fn every_kind_of_entry_is_read_from_the_bytes_of_old() {
    for (name, entry) in entries() {
        let bytes = golden(name, &encode_entry(&entry));
        assert_eq!(decode_entry(&bytes, &setup()), Some(entry), "{name}");
    }
}

#[test]
fn every_action_of_the_later_games_is_read_from_the_bytes_of_old() {
    for (name, setup, entry) in entries_of_later_games() {
        let bytes = golden(name, &encode_entry(&entry));
        assert_eq!(decode_entry(&bytes, &setup), Some(entry), "{name}");
    }
}

#[test]
fn configurations_of_the_later_games_are_read_from_the_bytes_of_old() {
    for (name, setup) in [("v1-smear-config", smear_setup()), ("v1-pepper-config", pepper_setup())] {
        let bytes = golden(name, &encode_setup(&setup));
        assert_eq!(decode_setup(&bytes), Some(setup), "{name}");
    }
}

#[test]
fn every_kind_of_entry_has_its_bytes() {
    // Fails to compile where a kind is added: then give it its bytes above.
    let kind = |entry: &Entry| match entry {
        Entry::Cut { .. } => 0,
        Entry::Deal { .. } => 1,
        Entry::Play { .. } => 2,
        Entry::Away { .. } => 3,
        Entry::Back { .. } => 4,
        Entry::Resign { .. } => 5,
        Entry::Abort { .. } => 6,
    };
    let kinds: std::collections::BTreeSet<_> = entries().iter().map(|(_, entry)| kind(entry)).collect();
    assert!(kinds.into_iter().eq(0..7));
}

#[test]
fn configuration_is_read_from_the_bytes_of_old() {
    let bytes = golden("v1-config", &encode_setup(&setup()));
    assert_eq!(decode_setup(&bytes), Some(setup()));
}

#[test]
fn record_is_read_from_the_bytes_of_old() {
    let recorded = |(n, (_, entry)): (i64, (_, Entry))| Recorded {
        at: UnixMillis::new(1_800_000_000_000 + n),
        entry,
        request: (n % 2 == 0).then(|| (Uuid::from_u128(0xa1), Uuid::from_u128(n as u128), vec![0xee; 32])),
    };
    let steps: Vec<_> = (0..).zip(entries()).map(recorded).collect();
    let bytes = golden("v1-record", &encode_record(&setup(), &steps));
    let (read_setup, read_steps) = decode_record(&bytes).unwrap();
    assert_eq!(read_setup, setup());
    let plain = |steps: &[Recorded]| -> Vec<_> {
        steps.iter().map(|s| (s.at, s.entry.clone(), s.request.clone())).collect()
    };
    assert_eq!(plain(&read_steps), plain(&steps));
}

#[test]
fn noise_is_no_entry_and_no_record() {
    let mut chance = crate::chance::Chance::new(1);
    for length in 0..200_usize {
        let noise: Vec<u8> = (0..length).map(|_| chance.u64() as u8).collect();
        // Whatever it is, it is told by a value, not by a panic.
        let _ = (decode_entry(&noise, &setup()), decode_setup(&noise), decode_record(&noise));
    }
    for (_, entry) in entries() {
        let bytes = encode_entry(&entry);
        for cut in 1..bytes.len() {
            let _ = decode_entry(&bytes[..cut], &setup());
        }
        for place in 0..bytes.len() {
            let mut bent = bytes.clone();
            bent[place] ^= 1 << (place % 8);
            let _ = decode_entry(&bent, &setup());
        }
    }
}
