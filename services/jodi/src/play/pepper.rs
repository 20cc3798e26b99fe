//! The table of Pepper.

use cards::Seat;
use games::Action;
use messages::{action_text, suit_name};
use pepper::{Call, Strain, View};

use super::board::Board;

impl Board {
    pub(super) fn pepper(&self, view: &View) -> Vec<String> {
        let mut lines = vec![self.heading(view.deal)];
        lines.extend(self.players(&view.hand_sizes, |seat| self.pepper_notes(view, seat)));
        lines.push(self.points_line(&view.scores));
        lines.extend(self.contract_line(view));
        if view.strain.is_some() {
            let won = self.narrator.company().each(|side| view.tricks[side.index()]);
            lines.push(self.line("Tricks", &won));
        }
        lines.extend(self.last_trick_line(view.last_trick.as_ref()));
        lines.extend(self.trick_line(&view.trick));
        let strain = view.strain.unwrap_or(Strain::NoTrump);
        let strength = |card| strain.strength(card, strain.suit_of(card));
        let hand = view.hand.unwrap_or_default();
        let hand = self.by_suits(hand, strain.trump(), |card| strain.suit_of(card), strength);
        lines.push(self.line("Hand", &hand));
        lines
    }

    fn pepper_notes(&self, view: &View, seat: Seat) -> Vec<String> {
        let dealer = (view.dealer == seat).then(|| "dealer".to_owned());
        let calls = view.calls.iter().filter(|call| call.seat == seat).map(|call| self.call(*call));
        // Once the strain is named, only the bid that stands matters.
        let calls = if view.strain.is_none() { calls.collect() } else { Vec::new() };
        dealer.into_iter().chain(calls).collect()
    }

    fn call(&self, call: Call) -> String {
        action_text(self.locale, &Action::Pepper(call.action()))
    }

    fn contract_line(&self, view: &View) -> Option<String> {
        let (seat, level) = view.highest_bid()?;
        let contract = self.call(Call { seat, level: Some(level) });
        let strain = match view.strain {
            Some(strain) => format!("; {}", self.strain(strain)),
            None => String::new(),
        };
        Some(self.line(&self.term("contract"), &format!("{}: {contract}{strain}", self.name(seat))))
    }

    fn strain(&self, strain: Strain) -> String {
        match strain.trump() {
            Some(suit) => {
                format!("{}: {} {}", self.term("trump"), self.faces.suit(suit), suit_name(self.locale, suit))
            }
            None => self.term("no_trump"),
        }
    }
}
