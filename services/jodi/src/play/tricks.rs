//! What the tables of all trick-taking games have in common.

use cards::{TakenTrick, Trick};
use messages::score_label;

use super::board::Board;

impl Board {
    pub(super) fn points_line(&self, scores: &[i32]) -> String {
        let company = self.narrator.company();
        let points = company.each(|side| scores.get(side.index()).copied().unwrap_or_default());
        self.line(&score_label(self.locale, self.game()), &points)
    }

    pub(super) fn trick_line(&self, trick: &Trick) -> Option<String> {
        (!trick.is_empty()).then(|| self.line(&self.term("trick"), &self.plays(trick)))
    }

    pub(super) fn last_trick_line(&self, last: Option<&TakenTrick>) -> Option<String> {
        let last = last?;
        let text = format!("{} -> {}", self.plays(&last.trick), self.name(last.winner));
        Some(self.line("Last trick", &text))
    }

    fn plays(&self, trick: &Trick) -> String {
        let plays =
            trick.plays().map(|(seat, card)| format!("{} {}", self.name(seat), self.faces.card(card)));
        plays.collect::<Vec<_>>().join(", ")
    }
}
