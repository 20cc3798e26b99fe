//! Deals to be told.

use cards::{Card, Deck, Seat, Stage, Viewer};
use games::{Action, Match, Options};

use super::{Company, Faces, Narrator};

/// A deal by its hands, the last seat having dealt.
pub(super) struct Deal {
    /// By seat.
    pub(super) hands: &'static [&'static str],
    pub(super) actions: &'static [&'static str],
}

/// Tells a deal as seat 0 sees it; the cards go round one at a time from seat 0.
pub(super) fn told(options: Options, deal: &Deal) -> Vec<String> {
    let hands: Vec<Vec<Card>> = deal.hands.iter().map(|hand| cards(hand)).collect();
    let dealt = (0..hands[0].len()).flat_map(|place| hands.iter().map(move |hand| hand[place]));
    let mut deck: Vec<Card> = dealt.collect();
    let rest: Vec<Card> = options.kind().pack().cards().iter().filter(|card| !deck.contains(card)).collect();
    deck.extend(rest);
    let text: Vec<String> = deck.iter().map(Card::to_string).collect();
    let dealer = options.players() - 1;
    told_of_deck(options, &text.join(" "), dealer, deal.actions, Faces::Ascii)
}

/// Tells what was done with a deck as seat 0 sees it.
pub(super) fn told_of_deck(
    options: Options,
    deck: &str,
    dealer: u8,
    actions: &[&str],
    faces: Faces,
) -> Vec<String> {
    let names = ["Asha", "Bela", "Chitra", "Dev"].map(str::to_owned);
    let narrator = Narrator::new(Company::new(names.into(), options), faces);
    let viewer = Viewer::Seat(Seat::ALL[0]);
    let mut game = Match::new(options, Seat::new(dealer).unwrap());
    let dealt = game.deal(&Deck::new(options.kind().pack(), cards(deck)).unwrap()).unwrap();
    let mut lines = narrator.tell(&game.seen(&dealt, viewer), &game.view(viewer));
    for text in actions {
        let Stage::Act(seat) = game.stage() else { panic!("an action is due before {text}") };
        let action = Action::parse(options.kind(), text).unwrap();
        let event = game.act(seat, &action).unwrap_or_else(|why| panic!("{seat} {text}: {why}"));
        lines.extend(narrator.tell(&game.seen(&event, viewer), &game.view(viewer)));
    }
    lines
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}
