//! Sampling deals that fit everything a seat has seen.

use cards::{Card, CardSet, Deck, Game, Pack, Seat};
use seep::{Action, Illegal, Seen, Seep, Throw};

use super::SeepSight;
use super::floor::of_value;
use super::memory::Memory;
use crate::dice::Dice;

/// Cards that a seat gets in a deal.
const CARDS_EACH: usize = 12;
/// Deals that are tried before one is taken that tells less.
const TRIES: usize = 8;

/// What is known of a deal, ready to be filled up.
pub(crate) struct Sampler {
    seat: Seat,
    bidder: Seat,
    hand: CardSet,
    /// The four cards of the floor, once they lie open.
    floor: Option<CardSet>,
    /// The bidder's first four cards, as far as they are known.
    first_four: CardSet,
    /// What was done so far, by whom.
    done: Vec<(Seat, Action)>,
    memory: Memory,
    before: Seep,
}

impl Sampler {
    pub(crate) fn new(sight: &SeepSight<'_>, memory: Memory) -> Self {
        let view = sight.view;
        let hand = view.hand.unwrap_or_default();
        let before = Seep::standing_at(*sight.options, view.dealer, view.difference, view.won);
        let mut sampler = Self {
            seat: sight.seat,
            bidder: Seep::bidder(view.dealer),
            hand,
            floor: view.floor,
            first_four: CardSet::EMPTY,
            done: Vec::new(),
            memory,
            before,
        };
        for seen in &sight.seen {
            sampler.note(seen);
        }
        sampler
    }

    fn note(&mut self, seen: &Seen) {
        match seen {
            Seen::Dealt(dealt) => self.first_four = dealt.hand.unwrap_or_default(),
            Seen::Bid(bid) => {
                self.floor = Some(bid.floor);
                self.done.push((bid.seat, Action::Bid { value: bid.value }));
            }
            Seen::Played(played) => {
                if let Some(shown) = &played.play {
                    self.done.push((played.seat, shown.action));
                }
            }
        }
    }

    /// The cards that have lain open since the bid.
    pub(crate) fn open(&self) -> CardSet {
        self.memory.open
    }

    /// A match at this very decision, with the hidden cards dealt at random among the places where they can be.
    pub(crate) fn world(&self, dice: &mut Dice) -> Seep {
        // Where a throw must be useless (`throw` no_capture_no_build), it also tells what was not held. Nothing but
        // replaying finds that out, so a few deals are tried, and then one is taken as if throws were free.
        let first = (0..TRIES).find_map(|_| self.replay(&self.before, &self.deck(dice)).ok());
        first.unwrap_or_else(|| {
            let options = seep::Options { throw: Throw::Free, ..*self.before.options() };
            let view = self.before.view(cards::Viewer::Spectator);
            let lenient = Seep::standing_at(options, view.dealer, view.difference, view.won);
            self.replay(&lenient, &self.deck(dice)).expect("everybody holds what they must")
        })
    }

    fn replay(&self, before: &Seep, deck: &Deck) -> Result<Seep, Illegal> {
        let mut game = before.clone();
        game.deal(deck).expect("a deal is due, with a whole deck");
        for (seat, action) in &self.done {
            game.act(*seat, action)?;
        }
        Ok(game)
    }

    fn deck(&self, dice: &mut Dice) -> Deck {
        let mut hidden: Vec<Card> = self.hidden().iter().collect();
        dice.shuffle(&mut hidden);
        let hands = self.deal_hidden(hidden);
        let first = self.first_four(&hands, dice);
        let mut rest = hands.dealt;
        rest[self.bidder.index()].retain(|card| !first.contains(card));
        let mut cards = first;
        cards.extend(hands.floor);
        let mut seat = self.bidder;
        for packet in 0..11 {
            if packet == 8 {
                seat = seat.next_of_four();
            }
            cards.extend(rest[seat.index()].drain(..4));
            seat = seat.next_of_four();
        }
        Deck::new(Pack::Full52, cards).expect("every card is in one place")
    }

    /// The cards whose place is not known.
    fn hidden(&self) -> CardSet {
        self.memory.unseen(self.hand) - self.floor.unwrap_or_default()
    }

    /// Deals the hidden cards, which come shuffled, to hands, floor and stock.
    fn deal_hidden(&self, mut hidden: Vec<Card>) -> Hands {
        let mut dealt = self.memory.played.map(|cards| cards.iter().collect::<Vec<Card>>());
        dealt[self.seat.index()].extend(self.hand);
        // What somebody must hold comes first.
        for seat in self.others() {
            for value in 1..=13_usize {
                for _ in 0..self.memory.keys[seat.index()][value] {
                    let key = hidden.iter().rposition(|card| of_value(value).contains(*card));
                    let key = key.expect("a card that somebody must hold is hidden");
                    dealt[seat.index()].push(hidden.swap_remove(key));
                }
            }
        }
        let floor = match self.floor {
            Some(floor) => floor.iter().collect(),
            None => hidden.split_off(hidden.len() - 4),
        };
        for seat in Seat::ALL {
            let missing = CARDS_EACH - dealt[seat.index()].len();
            let at = hidden.len() - missing;
            dealt[seat.index()].extend(hidden.drain(at..));
        }
        assert!(hidden.is_empty(), "every card has a place");
        Hands { dealt, floor }
    }

    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let own = self.seat;
        Seat::ALL.into_iter().filter(move |seat| *seat != own)
    }

    /// The bidder's first four: those known, the card of the bid and of the opening play, and any others.
    fn first_four(&self, hands: &Hands, dice: &mut Dice) -> Vec<Card> {
        if self.first_four.len() == 4 {
            return self.first_four.iter().collect();
        }
        let mut cards = hands.dealt[self.bidder.index()].clone();
        dice.shuffle(&mut cards);
        let opening = self.done.get(1).and_then(|(_, action)| action.card());
        let bid = self.done.first().and_then(|(_, action)| action.value());
        // The opening card goes, and after a house was founded with it another of the bid's value stays.
        let mut first: Vec<Card> = opening.into_iter().collect();
        let key = bid.and_then(|value| {
            let fits =
                |card: &&Card| CardSet::of_rank(value.rank()).contains(**card) && Some(**card) != opening;
            cards.iter().find(fits).copied()
        });
        first.extend(key);
        for card in cards {
            if first.len() < 4 && !first.contains(&card) {
                first.push(card);
            }
        }
        first
    }
}

struct Hands {
    /// By seat, the twelve cards of the deal.
    dealt: [Vec<Card>; 4],
    floor: Vec<Card>,
}
