//! All that a player is given to decide from.

use cards::{Seat, Stage, Viewer};
use games::{Action, Match, Options, Seen, View};

/// What one seat may see at its turn. It is built from projections for that seat only, by a
/// [`Watcher`](crate::Watcher) or from what a client was sent, so that no player can look at anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    options: Options,
    seat: Seat,
    view: View,
    legal: Vec<Action>,
    seen: Vec<Seen>,
}

impl Sight {
    /// What the seat sees of a match that waits for its action, `None` if the match waits for something else.
    ///
    /// `seen` is as in [`Sight::from_shown`]; a [`Watcher`](crate::Watcher) collects that.
    pub(crate) fn new(game: &Match, seat: Seat, seen: Vec<Seen>) -> Option<Self> {
        if game.stage() != Stage::Act(seat) {
            return None;
        }
        let mut legal = Vec::new();
        game.legal(&mut legal);
        let view = game.view(Viewer::Seat(seat));
        Some(Self { options: game.options(), seat, view, legal, seen })
    }

    /// The same from what a client was sent: the view and the legal actions of its seat, whose turn it is. `None` if
    /// there is no legal action, or not everything is of the same game.
    ///
    /// `seen` is every event of the deal in progress, in order and in the live form in which this seat was sent it.
    pub fn from_shown(
        options: Options,
        seat: Seat,
        view: View,
        legal: Vec<Action>,
        seen: Vec<Seen>,
    ) -> Option<Self> {
        let of_one_game = match (&options, &view) {
            (Options::Seep(_), View::Seep(_)) => seen.iter().all(|seen| matches!(seen, Seen::Seep(_))),
            (Options::Smear(_), View::Smear(_)) => seen.iter().all(|seen| matches!(seen, Seen::Smear(_))),
            (Options::Pepper(_), View::Pepper(_)) => seen.iter().all(|seen| matches!(seen, Seen::Pepper(_))),
            _ => false,
        };
        let playable = !legal.is_empty() && legal.iter().all(|action| action.kind() == options.kind());
        (of_one_game && playable).then_some(Self { options, seat, view, legal, seen })
    }

    /// The table options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The seat that is to act.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat sees of the match.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// The legal actions in canonical order, never none.
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// The events of the deal in progress, as this seat was shown them when they happened.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }
}
