//! The hot path of whoever plays many deals in memory: listing and acting take no memory from the system.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use allocation_counter::measure;
use cards::{Card, Deck, Game, Listing, Pack, Seat, Stage};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use seep::{AbsorbSets, Action, Capture, Options, Seep};

/// Plays of a deal; the bid comes before them.
const PLAYS: usize = 48;
/// Room for any list that comes up here, as a buffer has that is used again and again.
const ROOM: usize = 1 << 14;

fn below(chance: &mut ChaCha8Rng, bound: usize) -> usize {
    (chance.next_u64() % bound as u64) as usize
}

fn deck(chance: &mut ChaCha8Rng) -> Deck {
    let mut cards: Vec<Card> = Deck::sorted(Pack::Full52).cards().to_vec();
    for end in (1..cards.len()).rev() {
        cards.swap(end, below(chance, end + 1));
    }
    Deck::new(Pack::Full52, cards).unwrap()
}

/// Plays random deals and returns how often memory was asked for by (lists, actions before the last of a deal).
fn allocations(options: Options, deals: u64) -> (u64, u64) {
    let mut buffer: Vec<Action> = Vec::with_capacity(ROOM);
    let (mut listing, mut acting) = (0, 0);
    for seed in 0..deals {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Seep::new(options, Seat::ALL[0]);
        while matches!(game.stage(), Stage::Deal { .. }) {
            game.deal(&deck(&mut chance)).unwrap();
        }
        for _ in 0..PLAYS {
            let Stage::Act(seat) = game.stage() else { panic!("the deal is not over") };
            let listed = measure(|| assert_eq!(game.legal(&mut buffer), Listing::Complete));
            listing += listed.count_total;
            let action = buffer[below(&mut chance, buffer.len())];
            acting += measure(|| drop(game.act(seat, &action).unwrap())).count_total;
        }
    }
    (listing, acting)
}

#[test]
fn listing_and_acting_allocate_nothing_in_a_deal() {
    assert_eq!(allocations(Options::default(), 400), (0, 0));
}

#[test]
fn they_allocate_nothing_where_sets_must_join_and_captures_are_free() {
    let mandatory = Options { absorb_sets: AbsorbSets::Mandatory, ..Options::default() };
    assert_eq!(allocations(mandatory, 200), (0, 0));
    let free = Options { capture: Capture::Free, ..Options::default() };
    assert_eq!(allocations(free, 200), (0, 0));
}

#[test]
fn listing_allocates_nothing_where_the_most_cards_must_be_captured() {
    // A check of a capture may: it remembers what it found on its way to the most cards.
    let maximum = Options { capture: Capture::Maximum, ..Options::default() };
    assert_eq!(allocations(maximum, 200).0, 0);
}

#[test]
fn the_counter_counts() {
    let counted = measure(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(7))));
    assert_eq!(counted.count_total, 1);
}
