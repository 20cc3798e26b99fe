//! The table of Seep.

use cards::{Seat, Side};
use messages::score_label;
use seep::{House, View};

use super::board::Board;

impl Board {
    pub(super) fn seep(&self, view: &View) -> Vec<String> {
        let mut lines = vec![self.heading(view.deal)];
        lines.extend(self.players(&view.hand_sizes, |seat| self.seep_notes(view, seat)));
        lines.extend(self.seep_score(view));
        lines.push(self.line("Captured", &self.piles(view)));
        if let Some(latest) = &view.latest {
            let (name, card) = (self.name(latest.seat), self.faces.card(latest.card));
            let text = format!("{name} took {} with {card}", self.faces.set(latest.taken));
            lines.push(self.line("Last capture", &text));
        }
        match &view.floor_up {
            Some(floor) => {
                let loose = if floor.loose.is_empty() { "-".to_owned() } else { self.faces.set(floor.loose) };
                lines.push(self.line(&self.term("floor"), &loose));
                lines.extend(floor.houses.iter().map(|house| self.house_line(house)));
            }
            None => {
                let backs = format!("{} cards face down", view.backs.unwrap_or_default());
                let shown = view.floor.map_or(backs, |floor| self.faces.set(floor));
                lines.push(self.line(&self.term("floor"), &shown));
            }
        }
        lines.push(self.line("Hand", &self.faces.set(view.hand.unwrap_or_default())));
        lines
    }

    pub(super) fn seep_score(&self, view: &View) -> Vec<String> {
        let won = self.narrator.company().each(|side: Side| view.won[side.index()]);
        vec![
            self.line(&score_label(self.locale, self.game()), &won),
            self.line(&self.term("difference"), &self.narrator.lead(view.difference)),
        ]
    }

    fn seep_notes(&self, view: &View, seat: Seat) -> Vec<String> {
        let dealer = (view.dealer == seat).then(|| "dealer".to_owned());
        let bidder = view.dealer.next_of_four();
        let bid = view.floor_up.as_ref().filter(|floor| seat == bidder && floor.play == 1);
        dealer.into_iter().chain(bid.map(|floor| format!("bid {}", floor.bid))).collect()
    }

    fn piles(&self, view: &View) -> String {
        self.narrator.company().each(|side: Side| {
            let (cards, sweeps) = (view.piles[side.index()], view.sweeps[side.index()]);
            let cards = if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") };
            if sweeps == 0 { cards } else { format!("{cards} + {sweeps} for sweeps") }
        })
    }

    fn house_line(&self, house: &House) -> String {
        let owners: Vec<&str> = house.owners.iter().map(|seat| self.name(seat)).collect();
        let cemented = if house.cemented { ", cemented" } else { "" };
        let text =
            format!("{} of {}{cemented}: {}", house.value, owners.join(" and "), self.faces.set(house.cards));
        self.line(&self.term("house"), &text)
    }
}
