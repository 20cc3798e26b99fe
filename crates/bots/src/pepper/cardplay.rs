//! Which card to play, by rules of thumb: what a card is likely to win now against what it could win later.
//!
//! Only what the seat itself can know is looked at: its hand and what has been played. The club player plays by this,
//! and so does everybody in playouts.

use pepper::Players;

use super::order::Cards;
use super::play::Play;

/// What the rules of thumb weigh, in tricks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// What a trump may win later, by how many higher ones are unseen.
    trumps: [f32; 8],
    /// What the highest card left of a side suit may win later, while others hold trumps, and once they do not.
    boss: [f32; 2],
    /// What the second highest may win later, with another card of the suit, and alone.
    second: [f32; 2],
    /// For every step of height, so that of equal cards the lower one is played.
    height: f32,
    /// For the last card of a side suit, if trumps are held to ruff with.
    short: f32,
    /// How likely a partner who is yet to play wins what would be lost.
    partner: f32,
    /// For a trump led by the declarer, while others may hold trumps: the highest, and any other.
    draw: [f32; 2],
    /// For the highest trump, if the highest ones held draw all that the others may hold.
    draw_all: f32,
    /// For a trump led by the declarer's partner: the highest, and any other.
    return_trump: [f32; 2],
    /// For a trump led against the declarer.
    against: f32,
    /// For a suit led that partner lacks.
    give_ruff: f32,
    /// For every other card held of a suit led at no trump.
    length: f32,
}

/// The habits of a sound player by number of players: two, three, four. Found by playing variants against each other at
/// the same cards.
const SOUND: [Habits; 3] = [
    Habits {
        trumps: [0.7, 0.68, 0.7, 0.6, 0.5, 0.5, 0.5, 0.45],
        boss: [0.18, 0.3],
        second: [0.18, 0.22],
        height: 0.01,
        short: 0.22,
        partner: 0.0,
        draw: [0.54, -0.12],
        draw_all: 1.0,
        return_trump: [0.0, 0.0],
        against: -0.2,
        give_ruff: 0.0,
        length: 0.0,
    },
    Habits {
        trumps: [1.0, 0.8, 0.63, 0.6, 0.5, 0.5, 0.5, 0.4],
        boss: [0.48, 0.54],
        second: [0.42, 0.34],
        height: 0.01,
        short: -0.02,
        partner: 0.0,
        draw: [0.66, -0.48],
        draw_all: 0.7,
        return_trump: [0.0, 0.0],
        against: 0.28,
        give_ruff: 0.0,
        length: 0.0,
    },
    Habits {
        trumps: [0.88, 0.75, 0.53, 0.43, 0.5, 0.33, 0.4, 0.35],
        boss: [0.3, 0.36],
        second: [0.3, 0.34],
        height: 0.01,
        short: -0.08,
        partner: 0.18,
        draw: [0.78, -0.24],
        draw_all: 0.7,
        return_trump: [0.2, 0.18],
        against: 0.04,
        give_ruff: 0.08,
        length: 0.0,
    },
];

impl Habits {
    /// The habits of a sound player at a table of so many.
    pub(crate) const fn sound(players: Players) -> &'static Self {
        &SOUND[players.count() as usize - 2]
    }
}

/// The card that the seat to play would play from this hand.
pub(crate) fn choose(play: &Play, hand: Cards, habits: &Habits) -> Cards {
    let playable = play.playable(hand);
    let mut singles = playable.singles();
    let first = singles.next().expect("a seat to play holds a card");
    let Some(second) = singles.next() else { return first };
    let thought = Thought::new(play, hand, habits);
    let (mut best, mut most) = (first, thought.worth(first));
    for card in std::iter::once(second).chain(singles) {
        let worth = thought.worth(card);
        if worth > most {
            (best, most) = (card, worth);
        }
    }
    best
}

/// How much better than this card the best one would have been to the seat to play, in tricks.
pub(crate) fn regret(play: &Play, hand: Cards, card: Cards, habits: &Habits) -> f32 {
    let playable = play.playable(hand);
    if playable == card {
        return 0.0;
    }
    let thought = Thought::new(play, hand, habits);
    let most = playable.singles().map(|single| thought.worth(single)).fold(f32::MIN, f32::max);
    most - thought.worth(card)
}

/// What a seat knows when it is to play.
struct Thought<'a> {
    play: &'a Play,
    habits: &'a Habits,
    hand: Cards,
    /// Cards that are neither held nor played.
    unseen: Cards,
    /// Whether an opponent may hold a trump.
    others_trump: bool,
    /// Whether partner is to play after this.
    partner_behind: bool,
    /// The opponents who are to play after this, and how likely each holds an unseen card that it may hold.
    threats: [(usize, f32); 3],
    threat_count: usize,
}

impl<'a> Thought<'a> {
    fn new(play: &'a Play, hand: Cards, habits: &'a Habits) -> Self {
        let me = play.turn;
        let unseen = play.pack - play.out - hand;
        let trumps = unseen & play.trumps;
        let others_trump = !trumps.is_empty() && play.others(me).any(|seat| !play.lacks[seat].meets(trumps));
        let mut thought = Self {
            play,
            habits,
            hand,
            unseen,
            others_trump,
            partner_behind: false,
            threats: [(0, 0.0); 3],
            threat_count: 0,
        };
        for seat in play.behind() {
            if play.together(seat, me) {
                thought.partner_behind = true;
            } else {
                // Whoever lacks suits holds more of the rest.
                let may_hold = (unseen - play.lacks[seat]).len().max(1);
                let share = (f32::from(play.left) / may_hold as f32).min(1.0);
                thought.threats[thought.threat_count] = (seat, share);
                thought.threat_count += 1;
            }
        }
        thought
    }

    fn worth(&self, card: Cards) -> f32 {
        let lead = self.play.laid == 0;
        let bonus = if lead { self.lead_bonus(card) } else { 0.0 };
        self.wins_trick(card) + bonus - self.keep(card)
    }

    /// How likely the own side wins this trick if the card is played.
    fn wins_trick(&self, card: Cards) -> f32 {
        let play = self.play;
        let partner = if self.partner_behind { self.habits.partner } else { 0.0 };
        if play.wins(card) {
            let led = if play.laid == 0 { card.suit() } else { play.led };
            let holds = self.holds(card, led);
            return holds + (1.0 - holds) * partner;
        }
        if play.together(play.winner, play.turn) { self.holds(play.best, play.led) } else { partner }
    }

    /// How likely no opponent behind beats that card.
    fn holds(&self, card: Cards, led: Cards) -> f32 {
        let unseen = self.unseen;
        let trumps = unseen & self.play.trumps;
        let is_trump = card.meets(self.play.trumps);
        let over_trumps = if is_trump { unseen.above(card).len() } else { trumps.len() };
        let mut holds = 1.0;
        for &(seat, share) in &self.threats[..self.threat_count] {
            let lacks = self.play.lacks[seat];
            let none_of = |count: u32| (1.0 - share).powi(count as i32);
            let no_trump =
                if lacks.meets(self.play.trumps) || over_trumps == 0 { 1.0 } else { none_of(over_trumps) };
            holds *= if lacks.meets(led) {
                no_trump
            } else if is_trump && led == card.suit() {
                none_of(over_trumps)
            } else {
                let over = if is_trump { 0 } else { unseen.above(card).len() };
                let void = none_of((unseen & led).len());
                (none_of(over) - void).max(0.0) + void * no_trump
            };
        }
        holds
    }

    /// What the card might win later if it is kept.
    fn keep(&self, card: Cards) -> f32 {
        let habits = self.habits;
        let height = card.height() as f32 * habits.height;
        let above = self.unseen.above(card).len();
        if card.meets(self.play.trumps) {
            let above = if self.others_trump { above } else { 0 };
            return habits.trumps[above as usize] + height;
        }
        let suit = self.hand & card.suit();
        let trumps = self.hand.meets(self.play.trumps);
        let short = if suit == card && trumps { habits.short } else { 0.0 };
        let later = match above {
            // Nothing left to win it from.
            0 => habits.boss[usize::from(!self.others_trump)],
            1 => habits.second[usize::from(suit == card)],
            _ => 0.0,
        };
        later + height - short
    }

    fn lead_bonus(&self, card: Cards) -> f32 {
        let (play, habits) = (self.play, self.habits);
        let suit = card.suit();
        if play.trumps.is_empty() {
            return habits.length * (self.hand & suit).len() as f32;
        }
        let partner = (0..play.seats()).find(|seat| *seat != play.turn && play.together(*seat, play.turn));
        if !card.meets(play.trumps) {
            let ruffs = partner
                .is_some_and(|seat| play.lacks[seat].meets(suit) && !play.lacks[seat].meets(play.trumps));
            return if ruffs && self.unseen.meets(play.trumps) { habits.give_ruff } else { 0.0 };
        }
        if !self.others_trump {
            return 0.0;
        }
        let theirs = self.unseen & play.trumps;
        let boss = self.unseen.above(card).is_empty();
        let draws_all = boss && (self.hand & play.trumps).over(theirs).len() >= theirs.len();
        let all = if draws_all { habits.draw_all } else { 0.0 };
        all + if play.turn == play.declarer {
            habits.draw[usize::from(!boss)]
        } else if play.together(play.turn, play.declarer) {
            habits.return_trump[usize::from(!boss)]
        } else {
            habits.against
        }
    }
}
