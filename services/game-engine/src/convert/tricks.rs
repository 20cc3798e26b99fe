//! Tricks and suits, as the trick-taking games share them.

use cards::{CardSet, Seat, Suit, TakenTrick, Trick};
use wire::cards::v1::Suit as WireSuit;
use wire::game::v1 as pb;

use super::cards::{card, card_set, card_to_wire, cards_to_wire, seat_to_wire};
use super::read::seat;

/// The number of a suit.
pub(super) fn suit_to_wire(suit: Suit) -> i32 {
    let suit = match suit {
        Suit::Clubs => WireSuit::Clubs,
        Suit::Diamonds => WireSuit::Diamonds,
        Suit::Hearts => WireSuit::Hearts,
        Suit::Spades => WireSuit::Spades,
    };
    suit as i32
}

/// The suit of a number, `Some(None)` for the number that names none.
pub(super) fn suit(number: i32) -> Option<Option<Suit>> {
    Some(match WireSuit::try_from(number).ok()? {
        WireSuit::Unspecified => None,
        WireSuit::Clubs => Some(Suit::Clubs),
        WireSuit::Diamonds => Some(Suit::Diamonds),
        WireSuit::Hearts => Some(Suit::Hearts),
        WireSuit::Spades => Some(Suit::Spades),
    })
}

/// The cards of a trick, in order of play.
pub(super) fn trick_to_wire(trick: &Trick) -> Vec<pb::TrickCard> {
    let play = |(seat, card)| pb::TrickCard { seat: seat_to_wire(seat), card: card_to_wire(card) };
    trick.plays().map(play).collect()
}

/// The trick of its cards, which `leader` led at a table of so many.
pub(super) fn trick(leader: Seat, seats: u8, plays: &[pb::TrickCard]) -> Option<Trick> {
    if !(2..=4).contains(&seats) || leader.number() >= seats || plays.len() > usize::from(seats) {
        return None;
    }
    let mut trick = Trick::led_by(leader, seats);
    for play in plays {
        if trick.turn() != seat(play.seat) {
            return None;
        }
        trick.play(card(play.card)?);
    }
    Some(trick)
}

/// A complete trick.
pub(super) fn taken_to_wire(taken: &TakenTrick) -> pb::TakenTrick {
    pb::TakenTrick { plays: trick_to_wire(&taken.trick), winner: seat_to_wire(taken.winner) }
}

/// The complete trick of its message, at a table of so many.
pub(super) fn taken(seats: u8, wire: &pb::TakenTrick) -> Option<TakenTrick> {
    let trick = trick(seat(wire.plays.first()?.seat)?, seats, &wire.plays)?;
    trick.is_complete().then_some(TakenTrick { trick, winner: seat(wire.winner)? })
}

/// All complete tricks of a deal.
pub(super) fn history_to_wire(history: &[TakenTrick]) -> pb::TakenTricks {
    pb::TakenTricks { tricks: history.iter().map(taken_to_wire).collect() }
}

/// The tricks of their message, at a table of so many.
pub(super) fn history(seats: u8, wire: &pb::TakenTricks) -> Option<Vec<TakenTrick>> {
    wire.tricks.iter().map(|trick| taken(seats, trick)).collect()
}

/// Cards that the viewer may see; absent cards stay absent.
pub(super) fn seen_cards_to_wire(cards: Option<CardSet>) -> Option<pb::SeenCards> {
    cards.map(|cards| pb::SeenCards { cards: cards_to_wire(cards) })
}

/// The cards of their message.
pub(super) fn seen_cards(wire: &pb::SeenCards) -> Option<CardSet> {
    card_set(&wire.cards)
}
