//! What every player of Smear would want of a partner.

use bots::{Level, Sight, Watcher};
use cards::{Card, Rank, Seat, Stage, Suit};
use games::{Action, GameKind, Match, Options, View, random};
use smear::card_count;

use crate::table::chance;

/// A seat that plays the last card of a trick.
struct LastPlay {
    trump: Suit,
    led: Suit,
    /// Whose the trick is so far, and by which card.
    best: (Seat, Card),
    seat: Seat,
    in_trick: Vec<Card>,
    legal: Vec<Card>,
    choice: Card,
}

impl LastPlay {
    fn of(sight: &Sight, choice: &Action) -> Option<Self> {
        let View::Smear(view) = sight.view() else { return None };
        let (trump, led) = (view.trump?, view.trick.led()?.suit());
        if view.trick.len() != 3 {
            return None;
        }
        let best = view.trick.best_by(|card| strength(card, trump, led))?;
        let card = |action: &Action| if let Action::Smear(action) = action { action.card() } else { None };
        Some(Self {
            trump,
            led,
            best,
            seat: sight.seat(),
            in_trick: view.trick.cards().iter().collect(),
            legal: sight.legal().iter().filter_map(card).collect(),
            choice: card(choice)?,
        })
    }

    fn overtakes(&self, card: Card) -> bool {
        strength(card, self.trump, self.led) > strength(self.best.1, self.trump, self.led)
    }

    /// Whether it is for the seat to decide who takes the trick.
    fn is_free(&self) -> bool {
        let overtaking = self.legal.iter().filter(|card| self.overtakes(**card)).count();
        0 < overtaking && overtaking < self.legal.len()
    }

    fn is_partners(&self) -> bool {
        self.best.0 == self.seat.partner()
    }
}

fn strength(card: Card, trump: Suit, led: Suit) -> u8 {
    match card.suit() {
        suit if suit == trump => 100 + card.rank().ace_high(),
        suit if suit == led => card.rank().ace_high(),
        _ => 0,
    }
}

/// All last plays of a level in so many matches against casual players.
fn last_plays(level: Level, matches: u64) -> Vec<LastPlay> {
    let mut found = Vec::new();
    for seed in 0..matches {
        let mut below = chance(seed);
        let mut game = Match::new(Options::defaults(GameKind::Smear), Seat::ALL[0]);
        let mut watchers: Vec<Watcher> = game.seats().map(Watcher::new).collect();
        loop {
            let event = match game.stage() {
                Stage::Over => break,
                Stage::Deal { .. } => game.deal(&random::deck(GameKind::Smear, &mut below)).unwrap(),
                Stage::Act(seat) => {
                    let sight = watchers[seat.index()].sight(&game).unwrap();
                    let ours = seat.number() % 2 == 1;
                    let action = if ours { level } else { Level::Casual }.choose(&sight, seed);
                    found.extend(LastPlay::of(&sight, &action).filter(|_| ours));
                    game.act(seat, &action).unwrap()
                }
            };
            watchers.iter_mut().for_each(|watcher| watcher.note(&game, &event));
        }
    }
    found
}

#[test]
fn club_leaves_partner_a_trick_that_is_won() {
    let plays = last_plays(Level::Club, 100);
    let free = |play: &&LastPlay| play.is_partners() && play.is_free();
    let plays: Vec<&LastPlay> = plays.iter().filter(free).collect();
    assert!(plays.len() > 60, "{}", plays.len());
    for play in plays {
        let other =
            play.legal.iter().filter(|card| !play.overtakes(**card)).map(|card| card_count(*card)).max();
        let has_reason = if play.choice.suit() == play.trump {
            // It counts, and is brought home.
            matches!(play.choice.rank(), Rank::Jack | Rank::Ten)
        } else {
            Some(card_count(play.choice)) > other
        };
        assert!(!play.overtakes(play.choice) || has_reason, "{} over {}", play.choice, play.best.1);
    }
}

#[test]
fn club_takes_the_jack_of_trump_when_it_can() {
    let plays = last_plays(Level::Club, 200);
    let catches = |play: &&LastPlay| {
        let jack = Card::new(Rank::Jack, play.trump);
        !play.is_partners() && play.in_trick.contains(&jack) && play.is_free()
    };
    let plays: Vec<&LastPlay> = plays.iter().filter(catches).collect();
    assert!(plays.len() > 10, "{}", plays.len());
    for play in plays {
        assert!(play.overtakes(play.choice), "{} under {}", play.choice, play.best.1);
    }
}
