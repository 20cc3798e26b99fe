//! A sight in the words of its game.

use cards::{Game, Seat};
use games::{Action, Seen};

use crate::Sight;

/// A [`Sight`] as the players of one game read it.
pub(crate) struct GameSight<'a, G: Game> {
    /// The table options.
    pub(crate) options: &'a G::Options,
    /// The seat that is to act.
    pub(crate) seat: Seat,
    /// What the seat sees.
    pub(crate) view: &'a G::View,
    /// The legal actions in canonical order, never none.
    pub(crate) legal: Vec<G::Action>,
    /// The events of the deal in progress as the seat was shown them live.
    pub(crate) seen: Vec<&'a G::Seen>,
}

impl<'a, G: Game> GameSight<'a, G> {
    /// The sight of a game, whose options and view have been found to be of that game; `action` and `seen` unwrap
    /// what is of it.
    pub(crate) fn new(
        sight: &'a Sight,
        (options, view): (&'a G::Options, &'a G::View),
        action: impl Fn(&Action) -> Option<G::Action>,
        seen: impl Fn(&'a Seen) -> Option<&'a G::Seen>,
    ) -> Self {
        let legal: Vec<G::Action> = sight.legal().iter().filter_map(action).collect();
        assert!(!legal.is_empty(), "a seat that is to act has a legal action, of the game that it plays");
        Self {
            options,
            seat: sight.seat(),
            view,
            legal,
            seen: sight.seen().iter().filter_map(seen).collect(),
        }
    }
}

/// The first of the best, so that ties always fall to the first in canonical order.
pub(crate) fn first_best<A: Copy>(actions: &[A], mut worth: impl FnMut(&A) -> f32) -> A {
    let (first, rest) = actions.split_first().expect("a seat that is to act has a legal action");
    let (mut best, mut most) = (*first, worth(first));
    for action in rest {
        let worth = worth(action);
        if worth > most {
            (best, most) = (*action, worth);
        }
    }
    best
}

/// The best few, best first; ties stay in canonical order.
pub(crate) fn best_few<A: Copy>(actions: &[A], few: usize, mut worth: impl FnMut(&A) -> f32) -> Vec<A> {
    let mut ranked: Vec<(f32, A)> = actions.iter().map(|action| (worth(action), *action)).collect();
    ranked.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    ranked.into_iter().take(few).map(|(_, action)| action).collect()
}
