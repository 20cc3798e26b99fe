//! What the telling of all trick-taking games has in common.

use cards::{Seat, Suit, TakenTrick};

use super::{Faces, NAME_COLUMNS, Narrator, Progress};

/// Columns of a card, and the gap after it.
const CARD_COLUMNS: usize = 5;

/// How far a deal has come in which everybody began with so many cards.
pub(super) fn progress(deal: u32, hand_sizes: &[u8], each: u8) -> Progress {
    let of = hand_sizes.iter().map(|_| each).sum();
    // While the widow is held there are more cards in the hands than were dealt.
    Progress { deal, played: u8::saturating_sub(of, hand_sizes.iter().sum()), of }
}

impl Narrator {
    pub(super) fn deal_line(&self, deal: u32, dealer: Seat, scores: &[i32]) -> Vec<String> {
        let dealer = self.company.name(dealer);
        let score = self.company.each(|side| scores.get(side.index()).copied().unwrap_or_default());
        vec![String::new(), format!("Deal {deal}: {dealer} deals. {score}.")]
    }

    /// All calls of an auction in a line.
    pub(super) fn calls_line(&self, calls: impl Iterator<Item = (Seat, Option<String>)>) -> String {
        let call = |(seat, bid): (Seat, Option<String>)| match bid {
            Some(bid) => format!("{} bids {bid}", self.company.name(seat)),
            None => format!("{} passes", self.company.name(seat)),
        };
        let calls: Vec<String> = calls.map(call).collect();
        format!("  Calls: {}.", calls.join(", "))
    }

    /// A complete trick in a line.
    pub(super) fn trick_line(&self, number: u8, taken: &TakenTrick) -> String {
        let play = |(seat, card)| {
            let (name, card) = (self.company.name(seat), self.faces.card(card));
            format!("{name:>NAME_COLUMNS$} {card:<CARD_COLUMNS$}")
        };
        let plays: String = taken.trick.plays().map(play).collect();
        format!("  {number:>3} {plays} | {}", self.company.name(taken.winner))
    }
}

impl Faces {
    /// A suit with its sign, such as `♠ spades`.
    pub fn suit_in_words(self, suit: Suit) -> String {
        match self {
            Self::Symbols => format!("{} {}", self.suit(suit), suit.name()),
            Self::Ascii => suit.name().to_owned(),
        }
    }
}
