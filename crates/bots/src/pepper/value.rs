//! What a hand is worth: how many tricks its owner's side may expect to win by declaring in each strain.

use cards::CardSet;
use pepper::{Players, Strain};

use super::order::Cards;

/// What is counted in a hand under one strain.
pub(crate) const MARKS: usize = 16;

/// Counts what matters in a hand if a suit is trump.
pub(crate) fn trump_marks(hand: Cards) -> [f32; MARKS] {
    let trumps = hand & Cards::TRUMPS;
    let side = hand - Cards::TRUMPS;
    let count = trumps.len() as f32;
    let has = |cards: Cards| f32::from(u8::from(hand.meets(cards)));
    let (right, left) = (has(Cards::RIGHT_BOWER), has(Cards::LEFT_BOWER));
    let of_trumps = |rank: Cards| has(rank & Cards::TRUMPS);
    let mut kings = [0.0; 2];
    let (mut voids, mut singles, mut pairs) = (0.0, 0.0, 0.0);
    for suit in &Cards::SUITS[..3] {
        let held = side & *suit;
        voids += f32::from(u8::from(held.is_empty()));
        singles += f32::from(u8::from(held.len() == 1));
        if held.meets(Cards::KINGS) {
            pairs += f32::from(u8::from(held.meets(Cards::ACES)));
            kings[usize::from(held.len() > 1)] += 1.0;
        }
    }
    [
        1.0,
        count,
        (count - 2.0).max(0.0),
        (count - 3.0).max(0.0),
        (count - 4.0).max(0.0),
        right,
        left,
        right * left,
        of_trumps(Cards::ACES),
        of_trumps(Cards::KINGS),
        of_trumps(Cards::QUEENS),
        (side & Cards::ACES).len() as f32,
        kings[0] + kings[1],
        pairs,
        voids * count.min(3.0),
        singles,
    ]
}

/// Counts what matters in a hand at no trump.
pub(crate) fn plain_marks(hand: Cards) -> [f32; MARKS] {
    let mut marks = [0.0; MARKS];
    marks[0] = 1.0;
    for suit in Cards::SUITS {
        let held = hand & suit;
        let top = [Cards::ACES, Cards::KINGS, Cards::QUEENS].map(|rank| usize::from(held.meets(rank)));
        let pattern = top[0] * 4 + top[1] * 2 + top[2];
        let length = held.len() as f32;
        // Of the eight patterns the one with no honour is the measure of the others.
        if pattern > 0 {
            marks[pattern] += 1.0;
        }
        marks[8] += f32::from(u8::from(held.is_empty()));
        marks[9] += top[0] as f32 * (length - 2.0).max(0.0);
        marks[10] += (top[0] * top[1]) as f32 * (length - 2.0).max(0.0);
        marks[11] += (top[0] * top[1] * top[2]) as f32 * (length - 3.0).max(0.0);
        marks[12] += f32::from(u8::from(top[0] == 1 && length == 1.0));
        marks[13] += f32::from(u8::from(top[0] == 0 && length >= 3.0));
    }
    marks[14] = (marks[4] + marks[5] + marks[6] + marks[7] - 1.0).max(0.0);
    marks[15] = (marks[14] - 1.0).max(0.0);
    marks
}

/// By number of players (two, three, four), what each mark is worth in tricks, with a trump suit and at no trump. Fitted
/// by least squares to 150,000 random deals each, played out by the rules of thumb of `cardplay` from the hand's best
/// strain.
const WORTH: [[[f32; MARKS]; 2]; 3] = [
    [
        [0.15, 0.75, -0.04, -0.2, -0.31, 0.86, 0.27, 0.27, 0.09, 0.01, 0.01, 0.81, 0.5, -0.05, 0.35, 0.3],
        [1.36, 0.17, 0.51, 1.04, 0.69, 0.93, 1.38, 1.47, 0.2, 0.62, 0.22, 0.01, -0.04, 0.15, 0.32, 0.03],
    ],
    [
        [-0.91, 0.34, 0.68, -0.14, -0.43, 0.98, 0.82, 0.13, 0.21, 0.03, 0.0, 0.94, 0.3, 0.21, 0.3, 0.25],
        [0.46, 0.0, 0.22, 0.31, 0.5, 0.85, 1.47, 1.6, 0.16, 0.5, 0.48, -0.01, 0.09, 0.11, 0.42, 0.04],
    ],
    [
        [1.57, 0.26, 0.21, -0.13, -0.15, 0.82, 0.41, 0.15, 0.19, 0.07, 0.03, 0.49, 0.04, 0.08, 0.14, 0.01],
        [2.07, -0.03, 0.06, 0.13, 0.63, 0.84, 1.25, 1.31, 0.09, 0.45, 0.15, -0.03, -0.04, 0.07, 0.12, 0.0],
    ],
];

/// What a hand is worth above its tricks if all of them are certain, so that it bids the big pepper over anything.
const ALL_CERTAIN: f32 = 1.0;

/// What a hand is worth in every strain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Value {
    /// By strain, the tricks that its owner's side may expect by declaring in it, and above all of them
    /// if they are certain.
    pub(crate) tricks: [f32; 5],
}

impl Value {
    /// The value of a whole hand.
    pub(crate) fn of(hand: CardSet, players: Players) -> Self {
        let worth = &WORTH[usize::from(players.count()) - 2];
        let tricks = Strain::ALL.map(|strain| {
            let cards = Cards::of(hand, strain);
            let expected = match strain {
                Strain::NoTrump => weigh(&worth[1], &plain_marks(cards)),
                _ => weigh(&worth[0], &trump_marks(cards)),
            };
            let certain = certain_tricks(cards, strain);
            let all = if certain == u32::from(players.hand_size()) { ALL_CERTAIN } else { 0.0 };
            expected.max(certain as f32 + all)
        });
        Self { tricks }
    }

    /// The best strain that may be named, and the tricks it promises.
    pub(crate) fn best(&self, no_trump: bool) -> (Strain, f32) {
        let strains = if no_trump { &Strain::ALL[..] } else { &Strain::ALL[..4] };
        let mut best = (Strain::Clubs, f32::MIN);
        for strain in strains {
            let tricks = self.tricks[*strain as usize];
            if tricks > best.1 {
                best = (*strain, tricks);
            }
        }
        best
    }
}

/// The tricks that a declarer wins from the top whatever the others hold: trumps, and once those are drawn the highest
/// cards of the other suits.
fn certain_tricks(hand: Cards, strain: Strain) -> u32 {
    let others = Cards::pack(strain) - hand;
    let in_suit = |suit: Cards| {
        let (mine, theirs) = (hand & suit, others & suit);
        let tops = mine.over(theirs).len();
        // So many leads leave nobody anything to win with.
        if tops >= theirs.len() { mine.len() } else { tops }
    };
    let trumps = in_suit(Cards::SUITS[3]);
    if strain != Strain::NoTrump
        && (hand & Cards::TRUMPS).over(others & Cards::TRUMPS).len() < (others & Cards::TRUMPS).len()
    {
        return trumps;
    }
    trumps + Cards::SUITS[..3].iter().map(|suit| in_suit(*suit)).sum::<u32>()
}

fn weigh(worth: &[f32; MARKS], marks: &[f32; MARKS]) -> f32 {
    worth.iter().zip(marks).map(|(worth, mark)| worth * mark).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(hand: &str, strain: Strain) -> u32 {
        let hand: CardSet =
            hand.split_whitespace().map(|card| card.parse::<cards::Card>().unwrap()).collect();
        certain_tricks(Cards::of(hand, strain), strain)
    }

    #[test]
    fn tricks_from_the_top_are_certain_once_trumps_are_drawn() {
        assert_eq!(certain("JH JD AH KH AC AS", Strain::Hearts), 6);
        // Four hearts are out against three tops.
        assert_eq!(certain("JH JD AH AC AS KS", Strain::Hearts), 3);
        assert_eq!(certain("AC KC AD KD 9H 9S", Strain::NoTrump), 4);
        // Queen, jack, ten and nine of clubs may not fall under two leads, but fall under three.
        assert_eq!(certain("AC KC QC TC AD 9S", Strain::NoTrump), 5);
        assert_eq!(certain("9C TC 9D TD 9H TH", Strain::Spades), 0);
    }
}
