//! Different things have different names.

use std::collections::BTreeMap;

use cards::{Deck, Seat, Stage};
use games::{Action, GameKind, Match, Options};

use super::samples::every_card;
use crate::{Locale, action_text, card_name};

fn assert_distinct<T: std::fmt::Debug>(locale: Locale, named: impl Iterator<Item = (String, T)>) {
    let mut seen: BTreeMap<String, T> = BTreeMap::new();
    for (name, thing) in named {
        if let Some(other) = seen.get(&name) {
            panic!("{locale}: {other:?} and {thing:?} are both {name:?}");
        }
        seen.insert(name, thing);
    }
}

#[test]
fn no_two_cards_have_one_name() {
    for locale in Locale::ALL {
        assert_distinct(locale, every_card().map(|card| (card_name(locale, card), card)));
    }
}

/// The legal lists of one match of a game.
fn lists(game: GameKind) -> Vec<Vec<Action>> {
    const DECISIONS: usize = 150;
    let mut played = Match::new(Options::defaults(game), Seat::ALL[0]);
    let mut lists = Vec::new();
    let mut turn = 0;
    while lists.len() < DECISIONS {
        match played.stage() {
            Stage::Deal { .. } => {
                let mut cards: Vec<_> = game.pack().cards().iter().collect();
                // Any order will do, if it is another one for each deal.
                cards.rotate_left(turn % 7);
                cards.sort_by_key(|card| (usize::from(card.index()) + 3) * (turn + 11) % 53);
                played.deal(&Deck::new(game.pack(), cards).unwrap()).unwrap();
                turn += 1;
            }
            Stage::Act(seat) => {
                let mut legal = Vec::new();
                played.legal(&mut legal);
                turn += 1;
                played.act(seat, &legal[turn * 7 % legal.len()]).unwrap();
                lists.push(legal);
            }
            Stage::Over => break,
        }
    }
    lists
}

#[test]
fn no_two_legal_actions_have_one_text() {
    for game in GameKind::ALL {
        let lists = lists(game);
        for locale in Locale::ALL {
            for list in &lists {
                assert_distinct(locale, list.iter().map(|action| (action_text(locale, action), action)));
            }
        }
    }
}
