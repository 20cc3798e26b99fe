//! The table of Smear.

use cards::{Seat, Side};
use games::Action;
use messages::{action_text, suit_name};
use smear::{Bid, Phase, View};

use super::board::Board;

impl Board {
    pub(super) fn smear(&self, view: &View) -> Vec<String> {
        let mut lines = vec![self.heading(view.deal)];
        lines.extend(self.players(&view.hand_sizes, |seat| self.smear_notes(view, seat)));
        lines.push(self.points_line(&view.scores));
        lines.extend(self.bid_line(view));
        if let Some(counts) = view.counts {
            let counts = self.narrator.company().each(|side: Side| counts[side.index()]);
            lines.push(self.line(&self.term("count"), &counts));
        }
        if let Some(taken) = view.taken {
            let discards =
                view.discards.map(|cards| format!("; laid away {}", self.faces.list(cards.suitwise())));
            let widow = self.faces.list(taken.suitwise()) + &discards.unwrap_or_default();
            lines.push(self.line(&self.term("widow"), &widow));
        }
        lines.extend(self.last_trick_line(view.last_trick.as_ref()));
        lines.extend(self.trick_line(&view.trick));
        let hand = view.hand.unwrap_or_default();
        let hand = self.by_suits(hand, view.trump, |card| card.suit(), |card| card.rank().ace_high());
        lines.push(self.line("Hand", &hand));
        lines
    }

    fn smear_notes(&self, view: &View, seat: Seat) -> Vec<String> {
        let dealer = (view.dealer == seat).then(|| "dealer".to_owned());
        let calls =
            view.calls.iter().filter(|(caller, _)| *caller == seat).map(|(_, bid)| self.smear_call(bid));
        // Once the auction is over, only the bid that stands matters.
        let calls = if view.phase == Phase::Auction { calls.collect() } else { Vec::new() };
        dealer.into_iter().chain(calls).collect()
    }

    fn smear_call(&self, bid: Option<Bid>) -> String {
        action_text(self.locale, &Action::Smear(smear::Action::call(bid)))
    }

    fn bid_line(&self, view: &View) -> Option<String> {
        let contract = view.calls.contract()?;
        let bid = self.smear_call(Some(contract.bid));
        let trump = view.trump.map(|trump| {
            format!("; {}: {} {}", self.term("trump"), self.faces.suit(trump), suit_name(self.locale, trump))
        });
        let text = format!("{}: {bid}{}", self.name(contract.bidder), trump.unwrap_or_default());
        Some(self.line("Highest bid", &text))
    }
}
