//! Numbers that must not change without a new rules version: counts of legal lines of play, and digests.

use cards::Game;

use super::fixture::{Chance, action, legal, options, seat};
use super::vector;
use crate::{Options, Seep};

/// How many ways there are to take that many actions, the perft of other games.
fn lines(game: &Seep, depth: u32) -> u64 {
    let actions = legal(game);
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = |action| {
        let mut after = game.clone();
        after.act(after.table.turn, action).unwrap();
        after
    };
    actions.iter().map(|action| lines(&after(action), depth - 1)).sum()
}

fn dealt(text: &str) -> Seep {
    let mut game = Seep::new(options(text), seat(0));
    game.deal(&vector::deck()).unwrap();
    game
}

#[test]
fn lines_of_play_from_the_vectors_deck() {
    let counts = |text: &str| [1, 2, 3, 4].map(|depth| lines(&dealt(text), depth));
    assert_eq!(counts(""), [2, 7, 150, 2879]);
    assert_eq!(counts("absorb_sets=mandatory capture=maximum"), [2, 7, 148, 2743]);
    assert_eq!(counts("absorb_sets=none throw=no_capture_no_build"), [2, 7, 121, 1713]);
    assert_eq!(counts("capture=free throw=free opening_throw=only_if_no_capture"), [2, 7, 188, 4926]);
}

#[test]
fn legal_actions_met_in_random_matches() {
    let met = |seed| {
        let mut chance = Chance::new(seed);
        let mut game = Seep::new(Options::default(), seat(0));
        let mut count = 0;
        for _ in 0..120 {
            count += legal(&game).len();
            if game.outcome().is_none() {
                chance.step(&mut game);
            }
        }
        count
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(met), [491, 1138, 1043, 852, 1096, 1514]);
}

#[test]
fn digests_are_pinned() {
    let fresh = Seep::new(Options::default(), seat(0));
    assert_eq!(
        hex::encode(fresh.digest()),
        "e325520a3ab98a35e1f023e1d36f62bba104cf250956c82dbd5a63ac8d53f4dc"
    );
    let mut bid = dealt("history=open lead_to_win=500");
    bid.act(seat(1), &action("BID 10")).unwrap();
    assert_eq!(hex::encode(bid.digest()), "78cc8c03553f3326f3c813321024ca9e30d8b029119f8103f522033efa9e4200");
    let (counted, _) = vector::play_vector(|_, _| {});
    assert_eq!(
        hex::encode(counted.digest()),
        "849f076052e9f085537f042defc6d6d0054d2d1484ee6f483f1545f366ffc3c9"
    );
}
