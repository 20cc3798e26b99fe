//! The positions that come with this crate.

use bots::positions::{Position, file, page, read};
use games::{Action, GameKind};

fn files() -> impl Iterator<Item = (GameKind, Vec<Position>)> {
    GameKind::ALL.into_iter().map(|game| (game, read(file(game)).unwrap()))
}

#[test]
fn every_position_can_be_and_its_answers_are_legal() {
    for (game, positions) in files() {
        assert!(positions.len() >= 15, "{game}");
        for position in &positions {
            assert_eq!(position.game, game.name(), "{}", position.name);
            let sight = position.sight().unwrap_or_else(|fault| panic!("{}: {fault}", position.name));
            let legal: Vec<String> = sight.legal().iter().map(Action::to_string).collect();
            assert!(!position.good.is_empty(), "{}", position.name);
            for answer in position.good.iter().chain(&position.bad) {
                assert!(legal.contains(answer), "{}: {answer} is not among {legal:?}", position.name);
            }
        }
    }
}

#[test]
fn the_page_has_a_row_for_every_position() {
    for (game, positions) in files() {
        let page = page(game.name(), &positions, 1).unwrap();
        for position in &positions {
            assert!(page.contains(&format!("\n| {} | {} | ", position.name, position.why)));
        }
    }
}
