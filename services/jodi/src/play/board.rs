//! The table as the person sees it. What is particular to a game is in the file of that game.

use cards::{Card, CardSet, Seat, Suit};
use games::{GameKind, View};
use messages::{Locale, game_title, terms};

use crate::narrator::{Faces, Narrator};

/// Columns of a line.
const WIDTH: usize = 78;
const NAME_COLUMNS: usize = 20;
const LABEL_COLUMNS: usize = 20;

/// The table of one match.
pub struct Board {
    /// Who plays, and how games are told.
    pub narrator: Narrator,
    /// How cards are shown.
    pub faces: Faces,
    /// The person's language.
    pub locale: Locale,
    /// The person's seat.
    pub own: Seat,
}

impl Board {
    /// The whole table in lines.
    pub fn table(&self, view: &View) -> Vec<String> {
        match view {
            View::Seep(view) => self.seep(view),
            View::Smear(view) => self.smear(view),
            View::Pepper(view) => self.pepper(view),
        }
    }

    /// The score between the sides, without the deal in progress.
    pub fn score(&self, view: &View) -> Vec<String> {
        match view {
            View::Seep(view) => self.seep_score(view),
            View::Smear(view) => vec![self.points_line(&view.scores)],
            View::Pepper(view) => vec![self.points_line(&view.scores)],
        }
    }

    pub(super) fn heading(&self, deal: u32) -> String {
        let title = game_title(self.locale, self.game()).label;
        let line = if self.faces == Faces::Symbols { '\u{2500}' } else { '-' };
        let text = format!("{line}{line} {title}, deal {deal} ");
        let rest = WIDTH.saturating_sub(text.chars().count());
        text + &line.to_string().repeat(rest)
    }

    /// One line for each player: name, cards, and whatever there is to note about them.
    pub(super) fn players(
        &self,
        sizes: &[u8],
        notes: impl Fn(Seat) -> Vec<String>,
    ) -> impl Iterator<Item = String> {
        let company = self.narrator.company();
        company.seats().map(move |seat| {
            let own = if seat == self.own { " (you)" } else { "" };
            let name = format!("{}{own}", company.name(seat));
            let cards = match sizes.get(seat.index()).copied().unwrap_or_default() {
                1 => "1 card".to_owned(),
                cards => format!("{cards} cards"),
            };
            let line = format!("  {name:<NAME_COLUMNS$} {cards:<9} {}", notes(seat).join(", "));
            line.trim_end().to_owned()
        })
    }

    pub(super) fn line(&self, label: &str, text: &str) -> String {
        let gap = LABEL_COLUMNS.saturating_sub(label.chars().count()).max(1);
        format!("  {label}{:gap$}{text}", "")
    }

    /// What a word of the game is called.
    pub(super) fn term(&self, name: &str) -> String {
        let terms = terms(self.locale, self.game());
        terms
            .into_iter()
            .find(|(term, _)| *term == name)
            .map_or_else(|| name.to_owned(), |(_, term)| term.label)
    }

    pub(super) fn name(&self, seat: Seat) -> &str {
        self.narrator.company().name(seat)
    }

    pub(super) fn game(&self) -> GameKind {
        self.narrator.company().options().kind()
    }

    /// A hand suit by suit, with the trumps before all others and high cards before low ones.
    pub(super) fn by_suits(
        &self,
        hand: CardSet,
        trump: Option<Suit>,
        suit_of: impl Fn(Card) -> Suit,
        strength: impl Fn(Card) -> u8,
    ) -> String {
        let others = Suit::ALL.into_iter().filter(|suit| Some(*suit) != trump);
        let groups = trump.into_iter().chain(others).filter_map(|suit| {
            let mut cards: Vec<Card> = hand.iter().filter(|card| suit_of(*card) == suit).collect();
            cards.sort_by_key(|card| std::cmp::Reverse(strength(*card)));
            (!cards.is_empty()).then(|| self.faces.list(cards))
        });
        groups.collect::<Vec<_>>().join("   ")
    }
}
