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
        [0.18, 0.78, -0.04, -0.24, -0.29, 0.85, 0.26, 0.24, 0.08, 0.01, 0.01, 0.81, 0.48, -0.07, 0.32, 0.27],
        [1.48, 0.26, 0.61, 0.83, 0.52, 0.7, 1.18, 1.26, 0.22, 0.57, 0.17, 0.08, 0.06, -0.06, 0.42, 0.06],
    ],
    [
        [-0.86, 0.35, 0.67, -0.2, -0.39, 0.96, 0.8, 0.11, 0.22, 0.03, 0.0, 0.91, 0.31, 0.21, 0.3, 0.26],
        [0.48, 0.01, 0.23, 0.31, 0.5, 0.84, 1.47, 1.6, 0.17, 0.5, 0.48, -0.01, 0.1, 0.1, 0.42, 0.05],
    ],
    [
        [1.6, 0.27, 0.1, -0.02, -0.13, 0.82, 0.39, 0.18, 0.21, 0.08, 0.03, 0.51, 0.04, 0.05, 0.13, 0.0],
        [2.06, -0.03, 0.06, 0.13, 0.63, 0.84, 1.25, 1.32, 0.09, 0.45, 0.15, -0.03, -0.05, 0.08, 0.13, 0.0],
    ],
];

/// What a hand is worth in every strain.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Value {
    /// By strain, the tricks that its owner's side may expect by declaring in it.
    pub(crate) tricks: [f32; 5],
}

impl Value {
    /// The value of a whole hand.
    pub(crate) fn of(hand: CardSet, players: Players) -> Self {
        let worth = &WORTH[usize::from(players.count()) - 2];
        let tricks = Strain::ALL.map(|strain| {
            let cards = Cards::of(hand, strain);
            match strain {
                Strain::NoTrump => weigh(&worth[1], &plain_marks(cards)),
                _ => weigh(&worth[0], &trump_marks(cards)),
            }
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

fn weigh(worth: &[f32; MARKS], marks: &[f32; MARKS]) -> f32 {
    worth.iter().zip(marks).map(|(worth, mark)| worth * mark).sum()
}
