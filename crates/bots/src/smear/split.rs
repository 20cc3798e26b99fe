//! Dealing hidden cards to hands that may not hold every suit, each way to do it being as likely as any other.

use cards::{Card, CardSet, Suit};
use smear::SuitSet;

use super::strength::of_suit;
use crate::dice::Dice;

/// A hand that is to be filled up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// How many cards it lacks.
    pub(crate) lacks: u8,
    /// The suits that it cannot hold.
    pub(crate) voids: SuitSet,
}

/// Cards lacking at each of three places.
type Lacks = [u8; 3];

/// No place lacks more cards than a hand has.
const SIZE: usize = 7;

/// Hidden cards and three places for them; what is left over lies in the stock.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    cards: [Vec<Card>; 4],
    places: [Place; 3],
    /// By the number of suits dealt and what is then lacking, in how many ways the other suits can be dealt.
    ways: [Vec<f64>; 5],
}

impl Split {
    /// Hidden cards to be dealt to these places.
    pub(crate) fn new(hidden: CardSet, places: [Place; 3]) -> Self {
        let cards = Suit::ALL.map(|suit| (hidden & of_suit(suit)).iter().collect());
        let nothing = || vec![-1.0; SIZE * SIZE * SIZE];
        let mut split = Self { cards, places, ways: [0; 5].map(|_| nothing()) };
        split.count(0, places.map(|place| place.lacks));
        split
    }

    /// In how many ways the suits from that one on can be dealt.
    fn count(&mut self, suit: usize, lacks: Lacks) -> f64 {
        if suit == 4 {
            return if lacks == [0; 3] { 1.0 } else { 0.0 };
        }
        let known = self.ways[suit][key(lacks)];
        if known >= 0.0 {
            return known;
        }
        let mut ways = 0.0;
        for share in self.shares(suit, lacks) {
            ways += self.orders(suit, share) * self.count(suit + 1, minus(lacks, share));
        }
        self.ways[suit][key(lacks)] = ways;
        ways
    }

    /// How many cards of a suit each place may get.
    fn shares(&self, suit: usize, lacks: Lacks) -> impl Iterator<Item = Lacks> + use<> {
        let number = self.cards[suit].len() as u8;
        // The last suit fills what is lacking.
        let least = if suit == 3 { lacks } else { [0; 3] };
        let most: [u8; 3] = std::array::from_fn(|place| {
            if self.places[place].voids.contains(Suit::ALL[suit]) { 0 } else { lacks[place].min(number) }
        });
        (least[0]..=most[0]).flat_map(move |a| {
            (least[1]..=most[1].min(number - a))
                .flat_map(move |b| (least[2]..=most[2].min(number - a - b)).map(move |c| [a, b, c]))
        })
    }

    /// In how many ways the cards of a suit give these shares.
    fn orders(&self, suit: usize, share: Lacks) -> f64 {
        let mut left = self.cards[suit].len();
        let mut ways = 1.0;
        for part in share {
            ways *= CHOOSE[left][usize::from(part)];
            left -= usize::from(part);
        }
        ways
    }

    /// One way to deal: the cards for each place and, last, those left over.
    ///
    /// # Panics
    /// If there is no way.
    pub(crate) fn draw(&self, dice: &mut Dice) -> [CardSet; 4] {
        let mut dealt = [CardSet::EMPTY; 4];
        let mut lacks = self.places.map(|place| place.lacks);
        for suit in 0..4 {
            let share = self.draw_share(suit, lacks, dice);
            lacks = minus(lacks, share);
            let mut cards = [Card::new(cards::Rank::Ace, Suit::Clubs); 8];
            let cards = &mut cards[..self.cards[suit].len()];
            cards.copy_from_slice(&self.cards[suit]);
            dice.shuffle(cards);
            let mut rest = &*cards;
            for (place, part) in share.into_iter().enumerate() {
                let (own, others) = rest.split_at(usize::from(part));
                dealt[place].extend(own.iter().copied());
                rest = others;
            }
            dealt[3].extend(rest.iter().copied());
        }
        dealt
    }

    fn draw_share(&self, suit: usize, lacks: Lacks, dice: &mut Dice) -> Lacks {
        let mut at = f64::from(dice.unit()) * self.ways[suit][key(lacks)];
        let mut last = None;
        for share in self.shares(suit, lacks) {
            let left = minus(lacks, share);
            let rest = if suit == 3 { 1.0 } else { self.ways[suit + 1][key(left)] };
            let ways = self.orders(suit, share) * rest;
            if ways <= 0.0 {
                continue;
            }
            last = Some(share);
            at -= ways;
            if at < 0.0 {
                break;
            }
        }
        last.expect("what was seen can be")
    }
}

fn key(lacks: Lacks) -> usize {
    lacks.into_iter().fold(0, |key, lack| key * SIZE + usize::from(lack))
}

fn minus(lacks: Lacks, share: Lacks) -> Lacks {
    std::array::from_fn(|place| lacks[place] - share[place])
}

/// Pascal's triangle, as far as the cards of a suit reach.
const CHOOSE: [[f64; 9]; 9] = {
    let mut choose = [[0.0; 9]; 9];
    let mut n = 0;
    while n < 9 {
        choose[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

#[cfg(test)]
mod tests {
    use super::super::strength::PACK;
    use super::*;

    fn place(lacks: u8, voids: &[Suit]) -> Place {
        let voids = voids.iter().fold(SuitSet::EMPTY, |set, suit| set.union(SuitSet::of(*suit)));
        Place { lacks, voids }
    }

    #[test]
    fn every_place_gets_what_it_lacks_of_suits_it_may_hold() {
        use Suit::{Clubs, Diamonds, Hearts, Spades};
        let hidden = PACK & (of_suit(Clubs) | of_suit(Diamonds) | of_suit(Hearts));
        let places = [place(6, &[Clubs, Diamonds]), place(2, &[Hearts]), place(5, &[Spades])];
        let split = Split::new(hidden, places);
        let mut dice = Dice::new(4);
        for _ in 0..200 {
            let dealt = split.draw(&mut dice);
            assert_eq!(dealt.map(CardSet::len), [6, 2, 5, 11]);
            assert_eq!(dealt.iter().fold(CardSet::EMPTY, |all, cards| all | *cards), hidden);
            assert!(dealt[0].is_subset(of_suit(Hearts)));
            assert!(dealt[1].is_disjoint(of_suit(Hearts)));
        }
    }

    #[test]
    fn every_way_to_deal_is_as_likely() {
        // Two places of one card each, three cards, of which the second place cannot hold one: four ways.
        let hidden: CardSet = ["7C", "8C", "7D"].iter().map(|card| card.parse::<Card>().unwrap()).collect();
        let split = Split::new(hidden, [place(1, &[]), place(1, &[Suit::Diamonds]), place(0, &[])]);
        let mut dice = Dice::new(1);
        let mut found = std::collections::HashMap::new();
        for _ in 0..4000 {
            *found.entry(split.draw(&mut dice).map(CardSet::bits)).or_insert(0) += 1;
        }
        assert_eq!(found.len(), 4);
        assert!(found.values().all(|times| (900..1100).contains(times)), "{found:?}");
    }
}
