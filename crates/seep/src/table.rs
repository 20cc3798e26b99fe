//! The state of one deal: hands, floor, piles (`rules/seep.md` 4 and 6).

use cards::{Card, CardSet, Rank, Seat, Side};

use crate::{House, HouseValue, LatestCapture};

/// Plays in a deal.
pub(crate) const PLAYS: u8 = 48;

/// Everything that lies on, in front of and beside the table during a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// By seat.
    pub(crate) hands: [CardSet; 4],
    /// By seat, the undealt cards that it will get after the opening play. Which of them comes first is no
    /// matter, so the order of the stock is not kept.
    pub(crate) stock: [CardSet; 4],
    /// The loose cards; before the bid the four floor cards, face down.
    pub(crate) loose: CardSet,
    /// By value, from nine.
    pub(crate) houses: [Option<House>; 5],
    /// Captured cards by team.
    pub(crate) piles: [CardSet; 2],
    /// The team that captured last.
    pub(crate) last_capturer: Option<Side>,
    /// The capture that may still be looked at.
    pub(crate) latest: Option<LatestCapture>,
    /// Sweep bonus points by team.
    pub(crate) sweeps: [u16; 2],
    /// Plays made, 0..=48.
    pub(crate) plays: u8,
    /// The seat to act.
    pub(crate) turn: Seat,
    /// The bid, once made.
    pub(crate) bid: Option<HouseValue>,
}

impl Table {
    /// A table before or between deals, with no card on it.
    pub(crate) fn bare(turn: Seat) -> Self {
        Self {
            hands: [CardSet::EMPTY; 4],
            stock: [CardSet::EMPTY; 4],
            loose: CardSet::EMPTY,
            houses: [None; 5],
            piles: [CardSet::EMPTY; 2],
            last_capturer: None,
            latest: None,
            sweeps: [0; 2],
            plays: 0,
            turn,
            bid: None,
        }
    }

    /// Deals 52 cards as far as the bid: four to the bidder, four to the floor, the rest set aside in packets
    /// of four, the bidder first and left out of the third round.
    pub(crate) fn dealt(cards: &[Card], bidder: Seat) -> Self {
        assert_eq!(cards.len(), Card::COUNT, "a Seep deck has 52 cards");
        let mut table = Self::bare(bidder);
        table.hands[bidder.index()] = cards[..4].iter().copied().collect();
        table.loose = cards[4..8].iter().copied().collect();
        let mut seat = bidder;
        for (packet, cards) in cards[8..].chunks(4).enumerate() {
            if packet == 8 {
                seat = seat.next_of_four();
            }
            table.stock[seat.index()].extend(cards.iter().copied());
            seat = seat.next_of_four();
        }
        table
    }

    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    pub(crate) fn hand_sizes(&self) -> [u8; 4] {
        self.hands.map(CardSet::len)
    }

    pub(crate) fn stock_size(&self) -> u8 {
        self.stock.iter().map(|cards| cards.len()).sum()
    }

    /// The house of a card value or house value, if one stands.
    pub(crate) fn house(&self, value: u8) -> Option<&House> {
        HouseValue::new(value).and_then(|value| self.houses[value.index()].as_ref())
    }

    /// The houses, ascending by value.
    pub(crate) fn standing(&self) -> impl Iterator<Item = &House> + Clone {
        self.houses.iter().flatten()
    }

    /// The cards of all houses.
    pub(crate) fn housed(&self) -> CardSet {
        self.standing().fold(CardSet::EMPTY, |cards, house| cards | house.cards)
    }
}

/// How many cards of a value a hand holds. `value` is 1..=13.
pub(crate) fn held(hand: CardSet, value: u8) -> u8 {
    let rank = Rank::from_value(value).expect("card values are 1 to 13");
    (hand & CardSet::of_rank(rank)).len()
}
