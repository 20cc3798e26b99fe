//! The state of one deal: hands, stock, auction, tricks (`rules/smear.md` 3 to 6).

use cards::{Card, CardSet, Rank, Seat, Side, Suit, TakenTrick, Trick};

use crate::score::game_count;
use crate::{Bid, Calls, Contract};

/// Cards in the pack.
const PACK_SIZE: usize = 32;
/// Cards dealt to the four hands.
const HAND_CARDS: usize = 24;
/// Tricks of a deal.
pub(crate) const TRICKS: u8 = 6;
/// Plays of a deal.
pub(crate) const PLAYS: u8 = HAND_CARDS as u8;

/// Everything that lies on, in front of and beside the table during a deal. When the deal is scored it stays
/// until the next deck is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// By seat.
    pub(crate) hands: [CardSet; 4],
    /// The cards that the bidder takes or took. They also lie where they have gone since.
    pub(crate) widow: CardSet,
    /// The cards that stay out of play.
    pub(crate) rest: CardSet,
    pub(crate) discards: CardSet,
    /// Cards of the tricks won, by team.
    pub(crate) piles: [CardSet; 2],
    /// Cards played so far, by the team that played them.
    pub(crate) played: [CardSet; 2],
    pub(crate) calls: Calls,
    /// The bid that stands, once the auction is over.
    pub(crate) contract: Option<Contract>,
    pub(crate) trump: Option<Suit>,
    /// The trick in progress.
    pub(crate) trick: Trick,
    /// The complete tricks; only the first `tricks_taken` count.
    pub(crate) taken: [TakenTrick; TRICKS as usize],
    pub(crate) tricks_taken: u8,
    /// The seat to act.
    pub(crate) turn: Seat,
}

impl Table {
    /// A table before a deal of that dealer, with no card on it.
    pub(crate) const fn bare(dealer: Seat) -> Self {
        const NO_TRICK: TakenTrick =
            TakenTrick { trick: Trick::led_by(Seat::ALL[0], 4), winner: Seat::ALL[0] };
        let first = dealer.next_of_four();
        Self {
            hands: [CardSet::EMPTY; 4],
            widow: CardSet::EMPTY,
            rest: CardSet::EMPTY,
            discards: CardSet::EMPTY,
            piles: [CardSet::EMPTY; 2],
            played: [CardSet::EMPTY; 2],
            calls: Calls::opened_by(first),
            contract: None,
            trump: None,
            trick: Trick::led_by(first, 4),
            taken: [NO_TRICK; TRICKS as usize],
            tricks_taken: 0,
            turn: first,
        }
    }

    /// Deals 32 cards: one at a time to the seats, the dealer's left first; the rest is the stock, from whose
    /// top the widow comes.
    pub(crate) fn dealt(cards: &[Card], dealer: Seat, widow_size: u8) -> Self {
        assert_eq!(cards.len(), PACK_SIZE, "a Smear deck has 32 cards");
        let mut table = Self::bare(dealer);
        let first = table.turn.index();
        for round in cards[..HAND_CARDS].chunks_exact(4) {
            for (place, card) in round.iter().enumerate() {
                table.hands[(first + place) % 4].insert(*card);
            }
        }
        let (widow, rest) = cards[HAND_CARDS..].split_at(usize::from(widow_size));
        table.widow = widow.iter().copied().collect();
        table.rest = rest.iter().copied().collect();
        table
    }

    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    pub(crate) fn hand_sizes(&self) -> [u8; 4] {
        self.hands.map(CardSet::len)
    }

    /// Cards in the stock: with the widow until it is taken.
    pub(crate) fn stock_size(&self) -> u8 {
        let widow = if self.contract.is_some() { CardSet::EMPTY } else { self.widow };
        (self.rest | widow).len()
    }

    /// The complete tricks in order.
    pub(crate) fn tricks(&self) -> &[TakenTrick] {
        &self.taken[..usize::from(self.tricks_taken)]
    }

    /// Plays made, 0..=24.
    pub(crate) fn plays(&self) -> u8 {
        4 * self.tricks_taken + self.trick.len()
    }

    /// Game counts of the tricks won by team, without discards.
    pub(crate) fn counts(&self) -> [u8; 2] {
        self.piles.map(game_count)
    }

    /// Enters the call of the seat to act.
    pub(crate) fn call(&mut self, bid: Option<Bid>) {
        self.calls.push(bid);
        self.turn = self.turn.next_of_four();
    }

    /// Ends the auction: the bidder takes the widow and leads.
    pub(crate) fn take_widow(&mut self, contract: Contract) {
        let hand = &mut self.hands[contract.bidder.index()];
        *hand = *hand | self.widow;
        self.contract = Some(contract);
        self.turn = contract.bidder;
        self.trick = Trick::led_by(contract.bidder, 4);
    }

    /// Lays cards of the bidder away.
    pub(crate) fn discard(&mut self, cards: CardSet) {
        let hand = &mut self.hands[self.turn.index()];
        *hand = *hand - cards;
        self.discards = cards;
    }

    /// Plays a card of the seat to act, and returns who won the trick if that completed it.
    pub(crate) fn play(&mut self, card: Card) -> Option<Seat> {
        let seat = self.turn;
        self.hands[seat.index()].remove(card);
        self.played[Side::partnership_of(seat).index()].insert(card);
        let trump = *self.trump.get_or_insert(card.suit());
        self.trick.play(card);
        if !self.trick.is_complete() {
            self.turn = seat.next_of_four();
            return None;
        }
        let winner = winner(&self.trick, trump);
        let pile = &mut self.piles[Side::partnership_of(winner).index()];
        *pile = *pile | self.trick.cards();
        self.taken[usize::from(self.tricks_taken)] = TakenTrick { trick: self.trick, winner };
        self.tricks_taken += 1;
        self.trick = Trick::led_by(winner, 4);
        self.turn = winner;
        Some(winner)
    }
}

/// Who wins a trick: the highest trump, else the highest card of the suit led (`rules/smear.md` 6).
fn winner(trick: &Trick, trump: Suit) -> Seat {
    let led = trick.led().expect("a complete trick was led to").suit();
    let strength = |card: Card| {
        let rank = card.rank().ace_high();
        match card.suit() {
            suit if suit == trump => Rank::ALL.len() as u8 + 1 + rank,
            suit if suit == led => rank,
            _ => 0,
        }
    };
    trick.best_by(strength).expect("a complete trick has a best card").0
}
