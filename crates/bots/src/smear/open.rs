//! What lies open to all four seats while cards are played, and who has shown what.

use cards::{Card, CardSet, Seat, Suit, Trick};
use smear::SuitSet;

use super::strength::beaters;

/// The open side of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    /// Everything that has been played.
    pub(crate) played: CardSet,
    /// By seat, the suits that it has shown not to hold. Whoever trumps shows nothing, because trumping is always
    /// allowed (`rules/smear.md` 6).
    pub(crate) voids: [SuitSet; 4],
    /// By seat, how many cards it holds.
    pub(crate) sizes: [u8; 4],
    /// The trick in progress.
    pub(crate) trick: Trick,
    pub(crate) trump: Option<Suit>,
    /// Who leads first.
    pub(crate) bidder: Seat,
}

impl Open {
    /// Before the first lead.
    pub(crate) const fn before_play(bidder: Seat) -> Self {
        Self {
            played: CardSet::EMPTY,
            voids: [SuitSet::EMPTY; 4],
            sizes: [6; 4],
            trick: Trick::led_by(bidder, 4),
            trump: None,
            bidder,
        }
    }

    /// A card is played by the seat whose turn it is, which takes the trick if `winner` says that it is complete.
    pub(crate) fn play(&mut self, seat: Seat, card: Card, winner: Option<Seat>) {
        let trump = *self.trump.get_or_insert(card.suit());
        if let Some(led) = self.trick.led()
            && card.suit() != led.suit()
            && card.suit() != trump
        {
            let voids = &mut self.voids[seat.index()];
            *voids = voids.union(SuitSet::of(led.suit()));
        }
        self.played.insert(card);
        self.sizes[seat.index()] -= 1;
        match winner {
            Some(winner) => self.trick = Trick::led_by(winner, 4),
            None => self.trick.play(card),
        }
    }

    /// The best card of the trick in progress, and whose it is.
    pub(crate) fn best(&self) -> Option<(Seat, Card)> {
        let trump = self.trump?;
        self.trick
            .plays()
            .reduce(|best, play| if beaters(best.1, trump).contains(play.1) { play } else { best })
    }
}
