//! Numbers that must not change without a new rules version: counts of legal lines of play, and digests.

use cards::Game;

use super::deals::{DEAL_21, DEAL_23, FullDeal};
use super::fixture::{Chance, act, legal, options, seat};
use crate::{Options, Pepper, Phase};

/// How many ways there are to take that many actions, the perft of other games. A match that waits for a deck
/// takes none.
fn lines(game: &Pepper, depth: u32) -> u64 {
    let actions = legal(game);
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = |action| {
        let mut after = *game;
        after.act(after.table.turn, action).unwrap();
        after
    };
    actions.iter().map(|action| lines(&after(action), depth - 1)).sum()
}

/// How many auctions there are, to their ends.
fn auctions(game: &Pepper) -> u64 {
    if game.phase != Phase::Auction {
        return 1;
    }
    let after = |action| {
        let mut after = *game;
        after.act(after.table.turn, action).unwrap();
        auctions(&after)
    };
    legal(game).iter().map(after).sum()
}

fn dealt(deal: &FullDeal, text: &str) -> Pepper {
    let options = options(text);
    let mut game = Pepper::new(options, seat(options.players.count() - 1));
    game.deal(&deal.deck()).unwrap();
    game
}

/// The position after the auction and the naming, seat 0 declaring.
fn named(deal: &FullDeal, text: &str, strain: &str) -> Pepper {
    let mut game = dealt(deal, text);
    act(&mut game, "BID BP");
    act(&mut game, &format!("NAME {strain}"));
    game
}

#[test]
fn whole_auctions() {
    let count = |text: &str| {
        let deal = if text.contains("players") { &DEAL_23 } else { &DEAL_21 };
        auctions(&dealt(deal, text))
    };
    assert_eq!(["players=2", "players=3", ""].map(count), [1023, 29_524, 21_845]);
    let finally = |text: &str| count(&format!("{text} pass_final=true"));
    assert_eq!(["players=2", "players=3", ""].map(finally), [521, 2825, 1703]);
    assert_eq!(count("one_round=true"), 330);
    assert_eq!(count("players=3 all_pass=dealer_must_bid_1"), 29_523);
    assert_eq!(count("players=3 all_pass=dealer_must_bid_1 one_round=true"), 219);
}

#[test]
fn lines_of_play_from_full_deals() {
    let counts = |deal, text: &str, strain| {
        [1, 2, 3, 4, 5, 6, 7].map(|depth| lines(&named(deal, text, strain), depth))
    };
    assert_eq!(counts(&DEAL_21, "", "H"), [6, 10, 44, 112, 560, 1262, 2644]);
    assert_eq!(counts(&DEAL_21, "", "NT"), [6, 8, 32, 88, 440, 1044, 2308]);
    assert_eq!(counts(&DEAL_23, "players=3", "S"), [8, 13, 22, 154, 456, 772, 4632]);
    assert_eq!(counts(&DEAL_23, "players=2", "D"), [8, 16, 112, 210, 1260, 2436, 12180]);
}

#[test]
fn legal_actions_met_in_random_matches() {
    let met = |seed| {
        let mut chance = Chance::new(seed);
        let mut game = Pepper::new(Options::default(), seat(0));
        let mut count = 0;
        for _ in 0..120 {
            count += legal(&game).len();
            if game.outcome().is_none() {
                chance.step(&mut game);
            }
        }
        count
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(met), [327, 374, 377, 384, 331, 360]);
}

#[test]
fn digests_are_pinned() {
    let fresh = Pepper::new(Options::default(), seat(0));
    assert_eq!(
        hex::encode(fresh.digest()),
        "290645573bd91905f014711af5fd808acaec6b350d779810028c992272434881"
    );
    let mut called = dealt(&DEAL_23, "players=2 history=open target=42");
    act(&mut called, "BID 3");
    assert_eq!(
        hex::encode(called.digest()),
        "7589f3eeae6434366f2cf8bcc1260a61830730755d3d1c5fb3b7f0f3d157e137"
    );
    let (scored, _) = DEAL_21.play(Pepper::new(options(""), seat(3)), "4", |_, _| {});
    assert_eq!(
        hex::encode(scored.digest()),
        "de2a3cf4af6305063b1a5e4e846725bd7e51ef640f1bdf28b3910a4ccf2fc3d4"
    );
}
