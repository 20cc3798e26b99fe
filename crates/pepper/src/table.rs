//! The state of one deal: hands, auction, tricks (`rules/pepper.md` 3 to 5).

use cards::{Card, CardSet, Seat, TakenTrick, Trick};

use crate::auction::Auction;
use crate::{Each, Players, Strain};

/// Tricks in the longest deal.
const MAX_TRICKS: usize = 8;

/// Everything that lies on and in front of the table during a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// By seat.
    pub(crate) hands: [CardSet; 4],
    /// The dead hand, where two play.
    pub(crate) dead: CardSet,
    pub(crate) auction: Auction,
    /// The strain, once named.
    pub(crate) strain: Option<Strain>,
    /// The trick in progress.
    pub(crate) trick: Trick,
    /// The completed tricks.
    pub(crate) taken: Taken,
    /// Tricks won by side.
    pub(crate) won: Each<u8>,
    /// The seat to act.
    pub(crate) turn: Seat,
}

/// The completed tricks of a deal, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Only the first `len` count; the rest is one fixed trick, so that equal lists are equal.
    tricks: [TakenTrick; MAX_TRICKS],
    len: u8,
}

impl Taken {
    const BLANK: TakenTrick = TakenTrick { trick: Trick::led_by(Seat::ALL[0], 4), winner: Seat::ALL[0] };
    pub(crate) const NONE: Self = Self { tricks: [Self::BLANK; MAX_TRICKS], len: 0 };

    /// Adds the next trick.
    pub(crate) fn push(&mut self, taken: TakenTrick) {
        self.tricks[usize::from(self.len)] = taken;
        self.len += 1;
    }

    /// The tricks as a slice.
    pub(crate) fn as_slice(&self) -> &[TakenTrick] {
        &self.tricks[..usize::from(self.len)]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u8 {
        self.len
    }

    /// The latest, which may still be looked at.
    pub(crate) fn last(&self) -> Option<&TakenTrick> {
        self.as_slice().last()
    }

    /// The cards of all of them.
    pub(crate) fn cards(&self) -> CardSet {
        self.as_slice().iter().fold(CardSet::EMPTY, |cards, taken| cards | taken.trick.cards())
    }
}

impl Table {
    /// A table before the first deal, with no card on it.
    pub(crate) fn bare(players: Players, dealer: Seat) -> Self {
        let opener = players.next(dealer);
        Self {
            hands: [CardSet::EMPTY; 4],
            dead: CardSet::EMPTY,
            auction: Auction::opened_by(opener),
            strain: None,
            trick: Trick::led_by(opener, players.count()),
            taken: Taken::NONE,
            won: Each::new(players.side_count(), |_| 0),
            turn: opener,
        }
    }

    /// Deals 24 cards, one at a time: to the dealer's left first, to the dealer last, and where two play to the
    /// dead hand after that.
    pub(crate) fn dealt(players: Players, dealer: Seat, cards: &[Card]) -> Self {
        let mut table = Self::bare(players, dealer);
        let packets = usize::from(players.packets());
        assert_eq!(cards.len(), packets * usize::from(players.hand_size()), "every packet is a whole hand");
        let mut dealt = [CardSet::EMPTY; 4];
        for round in cards.chunks_exact(packets) {
            for (packet, card) in dealt.iter_mut().zip(round) {
                packet.insert(*card);
            }
        }
        let mut seat = dealer;
        for packet in dealt.into_iter().take(usize::from(players.count())) {
            seat = players.next(seat);
            table.hands[seat.index()] = packet;
        }
        if players == Players::Two {
            table.dead = dealt[2];
        }
        table
    }

    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// Cards played in this deal.
    pub(crate) fn plays(&self, players: Players) -> u8 {
        self.taken.len() * players.count() + self.trick.len()
    }

    /// Plays a card that has been found legal, and returns the winner of the trick if it is complete.
    pub(crate) fn play(&mut self, players: Players, card: Card) -> Option<Seat> {
        let strain = self.strain.expect("no card is played before the strain is named");
        self.hands[self.turn.index()].remove(card);
        self.trick.play(card);
        if let Some(turn) = self.trick.turn() {
            self.turn = turn;
            return None;
        }
        let winner = trick_winner(strain, &self.trick);
        self.taken.push(TakenTrick { trick: self.trick, winner });
        self.won[players.side_of(winner).index()] += 1;
        self.trick = Trick::led_by(winner, players.count());
        self.turn = winner;
        Some(winner)
    }
}

/// Who wins a complete trick (`rules/pepper.md` 5).
pub(crate) fn trick_winner(strain: Strain, trick: &Trick) -> Seat {
    let led = strain.suit_of(trick.led().expect("a complete trick was led to"));
    let (winner, _) = trick.best_by(|card| strain.strength(card, led)).expect("and has cards");
    winner
}
