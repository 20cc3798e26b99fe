//! What a seat can tell from all it has seen of a deal.

use cards::{CardSet, Seat};
use smear::{Action, Seen, SeenAfterCall};

use super::SmearSight;
use super::open::Open;

/// The past of a deal as one seat knows it.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// The six cards that the seat was dealt.
    pub(crate) dealt: CardSet,
    /// What it took from the widow and laid away, if it is the bidder.
    pub(crate) taken: CardSet,
    pub(crate) away: CardSet,
    /// What everybody has played.
    pub(crate) played: [CardSet; 4],
    /// What was done, by whom; a discard by somebody else stands there without its cards.
    pub(crate) done: Vec<(Seat, Action)>,
    /// The open side of the deal, once there is a bidder.
    pub(crate) open: Option<Open>,
}

impl Memory {
    /// Everything that the events of the deal tell.
    pub(crate) fn of(sight: &SmearSight<'_>) -> Self {
        let mut memory = Self {
            dealt: CardSet::EMPTY,
            taken: CardSet::EMPTY,
            away: CardSet::EMPTY,
            played: [CardSet::EMPTY; 4],
            done: Vec::new(),
            open: None,
        };
        sight.seen.iter().for_each(|seen| memory.note(seen));
        memory
    }

    fn note(&mut self, seen: &Seen) {
        match seen {
            Seen::Dealt(dealt) => self.dealt = dealt.hand.unwrap_or_default(),
            Seen::Called(called) => {
                self.done.push((called.seat, called.action));
                if let SeenAfterCall::Won { contract, taken } = called.after {
                    self.open = Some(Open::before_play(contract.bidder));
                    self.taken = taken.unwrap_or_default();
                }
            }
            Seen::Discarded(discarded) => {
                self.away = discarded.cards.unwrap_or_default();
                self.done.push((discarded.seat, Action::Discard { cards: self.away }));
            }
            Seen::Played(played) => {
                if let (Some(card), Some(open)) = (played.card, &mut self.open) {
                    open.play(played.seat, card, played.winner);
                    self.played[played.seat.index()].insert(card);
                    self.done.push((played.seat, Action::Play { card }));
                }
            }
        }
    }
}
