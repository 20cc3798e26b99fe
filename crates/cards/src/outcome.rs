//! How a match ended.

use serde::Serialize;

use crate::SideSet;

/// How a finished match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The sides that won; none if the match was drawn, several if they share the win.
    pub winners: SideSet,
}

impl Outcome {
    /// Whether nobody won.
    pub fn is_draw(self) -> bool {
        self.winners.is_empty()
    }
}
