//! Random options, decks and matches, out of the caller's source of chance.
//!
//! `below(n)` must return an evenly distributed number from 0 to `n - 1`. The choices here lean towards what is
//! rare, so that a few hundred matches exercise every rule; they are not a model of how people play.

use cards::{Deck, Seat, Stage};

use crate::hosted::draw::{self, pick};
use crate::trace::{MatchLine, Recorder, StepViews, TraceFault};
use crate::{Action, GameKind, Options};

/// How a random match is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The match stops after this many deals, thrown-in ones included.
    pub max_deals: usize,
    /// Whether the views of all seats are noted before every action.
    pub views: ViewsNoted,
}

/// Whether views are part of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewsNoted {
    /// They are left out.
    No,
    /// All seats, before every action.
    All,
}

/// Random options of a game, for any number of players that it takes: each is left at its default in about half of all cases.
pub fn options(kind: GameKind, mut below: &mut impl FnMut(u32) -> u32) -> Options {
    let players: Vec<u8> = kind.players().collect();
    let players = if players.len() == 1 { players[0] } else { draw::pick(&players, &mut below) };
    options_for(kind, players, below)
}

/// Random options of a game for so many players.
///
/// # Panics
/// If the game is not played by so many.
pub fn options_for(kind: GameKind, players: u8, below: &mut impl FnMut(u32) -> u32) -> Options {
    assert!(kind.players().contains(&players), "{kind} is not played by {players}");
    (kind.desk().random_options)(players, below)
}

/// A shuffled deck of a game, by the method of Fisher and Yates.
pub fn deck(kind: GameKind, below: &mut impl FnMut(u32) -> u32) -> Deck {
    let mut cards = Deck::sorted(kind.pack()).cards().to_vec();
    for (unshuffled, place) in (0..cards.len()).rev().zip((1..=cards.len() as u32).rev()) {
        cards.swap(unshuffled, below(place) as usize);
    }
    Deck::new(kind.pack(), cards).expect("shuffling keeps every card")
}

/// One of some legal actions; half of the time each type of action is as likely as any other, and the first of its type, such as the lowest
/// bid, as likely as all the rest.
pub fn action(legal: &[Action], below: &mut impl FnMut(u32) -> u32) -> Action {
    if below(2) == 0 {
        return pick(legal, below);
    }
    let mut words: Vec<&str> = legal.iter().map(Action::type_word).collect();
    words.sort_unstable();
    words.dedup();
    let word = pick(&words, below);
    let of_type: Vec<Action> = legal.iter().copied().filter(|action| action.type_word() == word).collect();
    if below(2) == 0 { of_type[0] } else { pick(&of_type, below) }
}

/// A random match as a trace line. It stops after the planned number of deals, and before a deal in which more
/// actions are legal than a list holds.
pub fn match_line(options: Options, plan: Plan, below: &mut impl FnMut(u32) -> u32) -> MatchLine {
    let seats: Vec<Seat> = options.seats().collect();
    let first_dealer = pick(&seats, below);
    let mut recorder = Recorder::new(options, first_dealer);
    while recorder.whole_deals() < plan.max_deals {
        match step(&mut recorder, plan.views, below) {
            Ok(Progress::Made) => {}
            Ok(Progress::Over) | Err(TraceFault::TooManyLegal) => break,
            Err(fault) => unreachable!("random play takes legal actions and whole decks: {fault}"),
        }
    }
    recorder.line()
}

enum Progress {
    Made,
    Over,
}

fn step(
    recorder: &mut Recorder,
    views: ViewsNoted,
    below: &mut impl FnMut(u32) -> u32,
) -> Result<Progress, TraceFault> {
    match recorder.game().stage() {
        Stage::Over => return Ok(Progress::Over),
        Stage::Deal { .. } => recorder.deal(&deck(recorder.game().kind(), below))?,
        Stage::Act(seat) => {
            let action = action(recorder.legal()?, below);
            let views = match views {
                ViewsNoted::No => StepViews::None,
                ViewsNoted::All => StepViews::Computed,
            };
            recorder.act(seat, &action, views)?;
        }
    }
    Ok(Progress::Made)
}
