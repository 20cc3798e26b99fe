//! What the floor that a play leaves is worth: who comes to what first.

use cards::CardSet;
use seep::Options;

use super::floor::{Floor, of_value};
use super::odds::Odds;
use super::points::{points, sweep_bonus};

/// How much the takes of the next four plays count, from that of the next player to one's own. What the next player
/// can do with loose cards counts more than it is worth, because a sweep also leaves the floor bare. Later takes are less
/// certain, because every play in between changes the floor. A house that waits for its owner counts more than it is
/// worth: it grows, and as long as it stands few cards sweep the floor.
const WEIGHTS: [Weight; 4] = [
    Weight { loose: -1.25, house: -1.05 },
    Weight { loose: 0.6, house: 1.2 },
    Weight { loose: -0.8, house: -0.8 },
    Weight { loose: 0.2, house: 1.3 },
];

struct Weight {
    loose: f32,
    house: f32,
}

/// The chance that a card in the hand comes home in the end.
const HELD: f32 = 0.4;
/// What a card is worth besides its points.
pub(crate) const PER_CARD: f32 = 0.1;
/// The chance that an ordinary house is raised away, for every value that it can be raised by.
const RAISED: f32 = 0.02;

/// The points that the mover may expect from the floor after the play, the others' takes counted against.
/// `mine` is what the mover then holds.
pub(crate) fn outlook(floor: &Floor, odds: &Odds, mine: CardSet, options: &Options) -> f32 {
    if floor.is_bare() {
        return 0.0;
    }
    let mut prizes = Prizes::of(floor, options);
    let sweep = sweep_bonus(floor.play, options) as f32;
    if sweep > 0.0 {
        prizes.sort_with(floor.clearing_values(), sweep);
    } else {
        prizes.sort_with(0, sweep);
    }
    let [right, partner, left, again] = &WEIGHTS;
    let mut sum = prizes.taken_by(|value| odds.right(value), right, sweep);
    sum += prizes.taken_by(|value| odds.partner(value), partner, 0.0);
    sum += prizes.taken_by(|value| odds.left(value), left, 0.0);
    let own = |value: usize| f32::from(u8::from(!(mine & of_value(value)).is_empty()));
    sum + prizes.taken_by(own, again, 0.0)
}

/// What cards in a hand promise besides.
pub(crate) fn held(hand: CardSet, options: &Options) -> f32 {
    HELD * points(hand, options) as f32
}

/// What one card of each value would take, best first.
struct Prizes {
    list: [Prize; 13],
    len: usize,
}

#[derive(Clone, Copy, Default)]
struct Prize {
    value: usize,
    /// Of the loose cards, and of the house.
    worth: [f32; 2],
    /// Whether taking it clears the floor.
    clears: bool,
    /// The chance that it is still there.
    left: f32,
}

impl Prizes {
    fn of(floor: &Floor, options: &Options) -> Self {
        let loose = loose_worth(floor.loose, options);
        let mut housed = [0.0; 14];
        let mut left = [1.0_f32; 14];
        for house in floor.standing() {
            let value = usize::from(house.value.get());
            housed[value] = points(house.cards, options) as f32 + PER_CARD * f32::from(house.cards.len());
            if !house.cemented {
                left[value] = 1.0 - RAISED * f32::from(13 - house.value.get());
            }
        }
        let mut prizes = Self { list: [Prize::default(); 13], len: 0 };
        for value in 1..=13 {
            let worth = [loose[value], housed[value]];
            if worth != [0.0; 2] {
                prizes.list[prizes.len] = Prize { value, worth, clears: false, left: left[value] };
                prizes.len += 1;
            }
        }
        prizes
    }

    fn sort_with(&mut self, clearing: u16, sweep: f32) {
        let list = &mut self.list[..self.len];
        for prize in list.iter_mut() {
            prize.clears = clearing >> prize.value & 1 == 1;
        }
        let key = |prize: &Prize| prize.worth[0] + prize.worth[1] + if prize.clears { sweep } else { 0.0 };
        list.sort_unstable_by(|left, right| key(right).total_cmp(&key(left)));
    }

    /// What a player takes on average, weighted, who holds a card of a value with this chance; it is then gone.
    fn taken_by(&mut self, holds: impl Fn(usize) -> f32, weight: &Weight, sweep: f32) -> f32 {
        let mut sum = 0.0;
        let mut free = 1.0;
        for prize in &mut self.list[..self.len] {
            let chance = free * holds(prize.value);
            let [loose, house] = prize.worth;
            let bonus = if prize.clears { weight.loose * sweep } else { 0.0 };
            sum += chance * (prize.left * (weight.loose * loose + weight.house * house) + bonus);
            prize.left *= 1.0 - chance;
            free -= chance;
        }
        sum
    }
}

/// By value, the most that a card of it takes of the loose cards: all equal ones, and the best set of lower ones.
fn loose_worth(loose: CardSet, options: &Options) -> [f32; 14] {
    /// Less than any set of cards.
    const NONE: f32 = -1e6;
    let mut best = [NONE; 14];
    best[0] = 0.0;
    let mut equal = [0.0; 14];
    for card in loose {
        let worth = points(CardSet::of(card), options) as f32 + PER_CARD;
        let value = usize::from(card.value());
        equal[value] += worth;
        for sum in (value + 1..=13).rev() {
            best[sum] = best[sum].max(best[sum - value] + worth);
        }
        // A set of this card alone matters to later, higher cards' sums only.
        best[value] = best[value].max(worth);
    }
    let mut worth = [0.0; 14];
    for value in 1..=13 {
        worth[value] = equal[value].max(best[value]).max(0.0);
    }
    worth
}
