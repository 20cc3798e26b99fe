//! Tricks, as trick-taking games use them.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::{Card, CardSet, Rank, Seat, Suit};

/// A trick in progress or complete: cards in order of play, one a seat. Serialises as a list of `[seat, card]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trick {
    leader: Seat,
    seats: u8,
    len: u8,
    /// Only the first `len` count; the rest is one fixed card, so that equal tricks are equal.
    cards: [Card; 4],
}

impl Trick {
    const BLANK: Card = Card::new(Rank::Ace, Suit::Clubs);

    /// A trick that `leader` is to lead at a table of so many seats.
    ///
    /// # Panics
    /// If there are no two to four seats, or the leader is none of them.
    pub const fn led_by(leader: Seat, seats: u8) -> Self {
        assert!(2 <= seats && seats <= 4, "a trick has two to four cards");
        assert!(leader.number() < seats, "the leader sits at the table");
        Self { leader, seats, len: 0, cards: [Self::BLANK; 4] }
    }

    /// Adds the card of the seat whose turn it is.
    ///
    /// # Panics
    /// If the trick is complete.
    pub const fn play(&mut self, card: Card) {
        assert!(!self.is_complete(), "a complete trick takes no card");
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    /// The card that was led.
    pub const fn led(&self) -> Option<Card> {
        if self.len == 0 { None } else { Some(self.cards[0]) }
    }

    /// The seat that led or is to lead.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The seat that is to add a card, `None` if the trick is complete.
    pub const fn turn(&self) -> Option<Seat> {
        if self.is_complete() { None } else { Some(self.seat_of(self.len)) }
    }

    /// Whether every seat has played.
    pub const fn is_complete(&self) -> bool {
        self.len == self.seats
    }

    /// How many cards have been played.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether no card has been played.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Who played what, in order of play.
    pub fn plays(&self) -> impl ExactSizeIterator<Item = (Seat, Card)> + use<'_> {
        let played = &self.cards[..usize::from(self.len)];
        played.iter().enumerate().map(|(place, card)| (self.seat_of(place as u8), *card))
    }

    /// The cards played.
    pub fn cards(&self) -> CardSet {
        self.plays().fold(CardSet::EMPTY, |cards, (_, card)| cards.with(card))
    }

    /// The play of the highest strength, the first of equal ones; `None` if nothing was played.
    pub fn best_by(&self, strength: impl Fn(Card) -> u8) -> Option<(Seat, Card)> {
        let mut best: Option<(u8, Seat, Card)> = None;
        for (seat, card) in self.plays() {
            let strength = strength(card);
            if best.is_none_or(|(most, ..)| strength > most) {
                best = Some((strength, seat, card));
            }
        }
        best.map(|(_, seat, card)| (seat, card))
    }

    const fn seat_of(&self, place: u8) -> Seat {
        match Seat::new((self.leader.number() + place) % self.seats) {
            Some(seat) => seat,
            None => unreachable!(),
        }
    }
}

impl Serialize for Trick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.plays())
    }
}

/// A complete trick and who won it. Serialises as `{"plays", "winner"}` (`rules/TRACE.md` 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakenTrick {
    /// The cards, in order of play.
    pub trick: Trick,
    /// Who won it.
    pub winner: Seat,
}

impl Serialize for TakenTrick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("TakenTrick", 2)?;
        fields.serialize_field("plays", &self.trick)?;
        fields.serialize_field("winner", &self.winner)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trick(leader: u8, seats: u8, cards: &[&str]) -> Trick {
        let mut trick = Trick::led_by(Seat::new(leader).unwrap(), seats);
        cards.iter().for_each(|card| trick.play(card.parse().unwrap()));
        trick
    }

    #[test]
    fn seats_follow_the_leader_around_the_table() {
        let three = trick(2, 3, &["9H", "TH"]);
        let seats: Vec<u8> = three.plays().map(|(seat, _)| seat.number()).collect();
        assert_eq!(seats, [2, 0]);
        assert_eq!(three.turn(), Seat::new(1));
        assert!(!three.is_complete());
    }

    #[test]
    fn complete_trick_awaits_nobody() {
        let two = trick(1, 2, &["9H", "TH"]);
        assert!(two.is_complete());
        assert_eq!(two.turn(), None);
    }

    #[test]
    fn best_is_the_first_of_the_strongest() {
        let four = trick(0, 4, &["9H", "AH", "9S", "AS"]);
        let best = four.best_by(|card| card.rank().ace_high());
        assert_eq!(best, Some((Seat::ALL[1], "AH".parse().unwrap())));
    }

    #[test]
    fn no_play_is_best_in_an_empty_trick() {
        assert_eq!(trick(0, 4, &[]).best_by(|_| 1), None);
    }
}
