//! What is said, word by word, where words are put together.

use games::{Action, GameKind, Illegal};
use seep::HouseValue;

use crate::{Locale, Seating, action_text, illegal_text, players_label, rules};

fn english(game: GameKind, text: &str) -> String {
    action_text(Locale::English, &Action::parse(game, text).unwrap())
}

#[test]
fn actions_of_seep_say_what_they_do() {
    let sentences = [
        ("BID 13", "Bid 13 (king)"),
        ("CAPTURE QD [QH]", "Capture with the queen of diamonds: queen of hearts"),
        ("CAPTURE TH 10 []", "Capture with the ten of hearts: the house of 10"),
        (
            "CAPTURE 9H 9 [4D 5C]",
            "Capture with the nine of hearts: the house of 9, and four of diamonds and five of clubs",
        ),
        (
            "BUILD 4H 10 [AH 2C 3D]",
            "Build a house of 10 with the four of hearts: ace of hearts, two of clubs and three of diamonds",
        ),
        ("ADD KS 13 []", "Add the king of spades to the house of 13"),
        ("BREAK AD 11 []", "Raise the house of 11 to 12 with the ace of diamonds"),
        ("THROW QH", "Throw the queen of hearts"),
    ];
    for (text, sentence) in sentences {
        assert_eq!(english(GameKind::Seep, text), sentence);
    }
}

#[test]
fn actions_of_trick_taking_games_say_what_they_do() {
    let sentences = [
        (GameKind::Smear, "PASS", "Pass"),
        (GameKind::Smear, "BID 2", "Bid 2 points"),
        (GameKind::Smear, "DISCARD 7C AC 7D", "Discard seven of clubs, ace of clubs and seven of diamonds"),
        (GameKind::Smear, "PLAY TD", "Play the ten of diamonds"),
        (GameKind::Pepper, "BID 1", "Bid 1 trick"),
        (GameKind::Pepper, "BID 5", "Bid 5 tricks"),
        (GameKind::Pepper, "BID LP", "Bid little pepper"),
        (GameKind::Pepper, "BID BP", "Bid big pepper"),
        (GameKind::Pepper, "NAME H", "Name hearts as trump"),
        (GameKind::Pepper, "NAME NT", "Name no trump"),
    ];
    for (game, text, sentence) in sentences {
        assert_eq!(english(game, text), sentence);
    }
}

#[test]
fn numbers_have_their_plural() {
    let more = |more| illegal_text(Locale::English, &Illegal::Seep(seep::Illegal::NotMostCards { more }));
    assert_eq!(more(1), "A capture takes as many cards as it can: another one takes 1 card more.");
    assert_eq!(more(2), "A capture takes as many cards as it can: another one takes 2 cards more.");
    assert_eq!(players_label(Locale::English, 3, Seating::Solo), "3 players, each alone");
}

#[test]
fn article_fits_the_rank() {
    let value = HouseValue::Queen;
    let text = illegal_text(Locale::English, &Illegal::Seep(seep::Illegal::NoKey { value }));
    assert_eq!(text, "You must keep a queen for the house of 12.");
}

#[test]
fn rules_come_in_paragraphs_without_line_breaks() {
    for locale in Locale::ALL {
        for game in GameKind::ALL {
            let theirs = rules(locale, game);
            let sections = rules(Locale::English, game);
            for (own, english) in theirs.iter().zip(&sections) {
                assert_eq!(
                    own.paragraphs.len(),
                    english.paragraphs.len(),
                    "{locale} {game} {}",
                    english.heading
                );
                assert!(own.paragraphs.iter().all(|text| !text.is_empty() && !text.contains('\n')));
            }
        }
    }
}
