//! No player knows more than its seat may see: where a seat cannot tell two worlds apart, every level makes the same
//! choice in both.

use bots::{Level, Watcher};
use cards::{Card, Deck, Seat, Stage, Viewer};
use games::{Action, GameKind, Match, Options, random};

use crate::table::chance;

/// Pairs of worlds that are compared for each game and number of players.
const PAIRS: u32 = 25;

/// One deal up to a decision: what is needed to come there again with other cards.
struct Story {
    options: Options,
    deck: Deck,
    done: Vec<Action>,
}

impl Story {
    /// A deal of a few plays by club players with a random one among them; `None` if it ends too soon.
    fn tell(options: Options, length: usize, below: &mut impl FnMut(u32) -> u32) -> Option<Self> {
        let deck = random::deck(options.kind(), below);
        let mut story = Self { options, deck, done: Vec::new() };
        for step in 0..length {
            let (game, watchers) = story.replay(&story.deck)?;
            let Stage::Act(seat) = game.stage() else { return None };
            let action = if seat.number() == 3 || below(4) == 0 {
                let mut legal = Vec::new();
                game.legal(&mut legal);
                random::action(&legal, below)
            } else {
                Level::Club.choose(&watchers[seat.index()].sight(&game)?, step as u64)
            };
            story.done.push(action);
        }
        Some(story)
    }

    /// The match at the decision, dealt from that deck; `None` if what was done is not legal with it.
    fn replay(&self, deck: &Deck) -> Option<(Match, Vec<Watcher>)> {
        let mut game = Match::new(self.options, Seat::ALL[0]);
        let mut watchers: Vec<Watcher> = game.seats().map(Watcher::new).collect();
        let mut event = game.deal(deck).unwrap();
        watchers.iter_mut().for_each(|watcher| watcher.note(&game, &event));
        for action in &self.done {
            let Stage::Act(seat) = game.stage() else { return None };
            event = game.act(seat, action).ok()?;
            watchers.iter_mut().for_each(|watcher| watcher.note(&game, &event));
        }
        matches!(game.stage(), Stage::Act(_)).then_some((game, watchers))
    }
}

/// The same deck with two cards exchanged.
fn exchange(deck: &Deck, below: &mut impl FnMut(u32) -> u32) -> Deck {
    let mut cards: Vec<Card> = deck.cards().to_vec();
    let size = cards.len() as u32;
    cards.swap(below(size) as usize, below(size) as usize);
    Deck::new(deck.pack(), cards).unwrap()
}

fn all_tables() -> Vec<Options> {
    let players =
        |kind: GameKind| kind.players().filter_map(move |players| Options::for_players(kind, players));
    GameKind::ALL.into_iter().flat_map(players).collect()
}

#[test]
fn worlds_that_a_seat_cannot_tell_apart_get_the_same_choice() {
    for options in all_tables() {
        let mut below = chance(17);
        let (mut pairs, mut tries) = (0, 0);
        while pairs < PAIRS {
            tries += 1;
            assert!(tries < 20_000, "{options:?}: only {pairs} pairs of worlds");
            let length = below(40) as usize;
            let Some(story) = Story::tell(options, length, &mut below) else { continue };
            let Some((game, watchers)) = story.replay(&story.deck) else { continue };
            let Stage::Act(seat) = game.stage() else { unreachable!() };
            for _ in 0..10 {
                let other_deck = exchange(&story.deck, &mut below);
                let Some((other, others)) = story.replay(&other_deck) else { continue };
                let viewer = Viewer::Seat(seat);
                let same = other.stage() == game.stage()
                    && game.view(viewer) == other.view(viewer)
                    && watchers[seat.index()].seen() == others[seat.index()].seen();
                if other_deck == story.deck || game == other || !same {
                    continue;
                }
                pairs += 1;
                let sight = watchers[seat.index()].sight(&game).unwrap();
                let other_sight = others[seat.index()].sight(&other).unwrap();
                for level in Level::ALL {
                    let choices = [&sight, &other_sight].map(|sight| level.choose(sight, 3));
                    assert_eq!(choices[0], choices[1], "{level} peeks: {:?}", story.done);
                }
            }
        }
    }
}
