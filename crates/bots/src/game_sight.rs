//! A sight in the words of its game.

use cards::{Game, Seat};

/// A [`Sight`](crate::Sight) as the players of one game read it.
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
