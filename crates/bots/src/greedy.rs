//! The greedy player: whatever scores most at once.

use games::{Action, View};

use crate::seep_greedy;

/// Chooses one of the legal actions for the seat that the view is of; `None` if there is none. The same view
/// and list give the same choice.
pub fn greedy(view: &View, legal: &[Action]) -> Option<Action> {
    let worth = |action: &Action| match (view, action) {
        (View::Seep(view), Action::Seep(action)) => seep_greedy::worth(view, action),
    };
    // The first of the best, so that ties fall the same way for every order-keeping caller.
    let mut best: Option<(i32, Action)> = None;
    for action in legal {
        let worth = worth(action);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, *action));
        }
    }
    best.map(|(_, action)| action)
}
