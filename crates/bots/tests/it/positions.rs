//! The positions that come with this crate.

use bots::positions::{Position, page, read};
use games::Action;

/// The files, as far as there are games.
fn files() -> Vec<(String, Vec<Position>)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/positions");
    let paths = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let json = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    json.map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, read(&std::fs::read_to_string(path).unwrap()).unwrap())
    })
    .collect()
}

#[test]
fn every_position_can_be_and_its_answers_are_legal() {
    let files = files();
    assert!(!files.is_empty());
    for (game, positions) in &files {
        assert!(positions.len() >= 15, "{game}");
        for position in positions {
            assert_eq!(&position.game, game, "{}", position.name);
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
        let page = page(&game, &positions, 1).unwrap();
        for position in &positions {
            assert!(page.contains(&format!("\n| {} | {} | ", position.name, position.why)));
        }
    }
}
