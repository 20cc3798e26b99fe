//! Sampling deals that fit everything a seat has seen, the more often the better they explain how the others bid and played.

use cards::{Card, CardSet, Pack};
use pepper::Players;

use super::bidding::{Bids, Temper, Turn};
use super::cardplay::{Habits, regret};
use super::memory::Memory;
use super::order::Cards;
use super::play::Play;
use super::value::Value;
use crate::dice::Dice;

/// How far others may judge a hand differently, in tricks: the spread of a logistic distribution.
const LATITUDE: f32 = 0.35;
/// The chance that somebody calls without any reason that this player understands.
const WHIM: f32 = 0.03;

/// How far others may judge a card differently, in tricks.
const CARD_LATITUDE: f32 = 0.15;
/// The chance that somebody plays a card without any reason that this player understands.
const CARD_WHIM: f32 = 0.1;

/// A guess of who was dealt what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holding {
    /// By seat, as they were dealt.
    pub(crate) hands: [CardSet; 4],
    /// What they are worth, by seat.
    pub(crate) values: [Value; 4],
}

/// Many guesses, each with its likelihood.
pub(crate) struct Sampler {
    /// With the sum of the likelihoods up to each.
    pool: Vec<(f64, Holding)>,
}

impl Sampler {
    /// So many guesses from what a seat knows.
    pub(crate) fn new(memory: &Memory, size: usize, dice: &mut Dice) -> Self {
        let gaps = Gaps::of(memory);
        let own = Value::of(memory.dealt, memory.players);
        let mut sum = 0.0;
        let guess = |_| {
            let hands = gaps.fill(dice);
            let mut values =
                hands.map(|hand| if hand == memory.dealt { own } else { Value::of(hand, memory.players) });
            values[memory.seat] = own;
            let holding = Holding { hands, values };
            sum += likelihood(memory, &holding);
            (sum, holding)
        };
        Self { pool: (0..size.max(1)).map(guess).collect() }
    }

    /// One of the guesses, each as likely as what was seen lets it be.
    pub(crate) fn holding(&self, dice: &mut Dice) -> &Holding {
        let (total, _) = self.pool.last().expect("there is a guess");
        let at = f64::from(dice.unit()) * total;
        let place = self.pool.partition_point(|(sum, _)| *sum <= at);
        &self.pool[place.min(self.pool.len() - 1)].1
    }
}

/// How likely the others would have done all that they did with these hands. In the oddest of games that is below what
/// single precision can tell from nothing.
fn likelihood(memory: &Memory, holding: &Holding) -> f64 {
    let options = cards::Game::options(&memory.auction);
    let temper = Temper::sound(memory.players);
    let mut bids = Bids::default();
    let mut likelihood = 1.0;
    for call in &memory.calls {
        let seat = call.seat.index();
        let turn = Turn { options, bids: &bids, seat };
        if let (true, Some(lowest)) = (seat != memory.seat, turn.lowest()) {
            let (_, tricks) = holding.values[seat].best(options.no_trump);
            let urge = turn.reason(tricks, call.level.unwrap_or(lowest), temper);
            let bids_it = 1.0 / (1.0 + (-urge / LATITUDE).exp());
            let calls_it = if call.level.is_some() { bids_it } else { 1.0 - bids_it };
            likelihood *= f64::from(WHIM + (1.0 - WHIM) * calls_it);
        }
        bids.note(seat, call.level);
    }
    match &memory.play {
        Some(play) => likelihood * explains_play(memory, play, holding),
        None => likelihood,
    }
}

/// How likely the others would have named the strain and played as they did with these hands.
fn explains_play(memory: &Memory, now: &Play, holding: &Holding) -> f64 {
    let options = cards::Game::options(&memory.auction);
    let mut likelihood = 1.0;
    if now.declarer != memory.seat {
        let value = &holding.values[now.declarer];
        let (_, best) = value.best(options.no_trump);
        likelihood *= f64::from(WHIM + ((value.tricks[now.strain as usize] - best) / LATITUDE).exp());
    }
    let hands = holding.hands.map(|hand| Cards::of(hand, now.strain));
    let habits = Habits::sound(memory.players);
    let mut play = Play::new(memory.players, now.strain, now.declarer, hands);
    for card in &memory.plays {
        if play.turn != memory.seat {
            let regret = regret(&play, play.hands[play.turn], *card, habits);
            likelihood *= f64::from(CARD_WHIM + (1.0 - CARD_WHIM) * (-regret / CARD_LATITUDE).exp());
        }
        play.step(*card);
    }
    likelihood
}

/// The places where the hidden cards lie.
pub(crate) struct Gaps {
    /// What is known of every packet: cards played, and the whole own hand. The dead hand comes after the seats.
    known: [CardSet; 4],
    /// Cards missing from every packet.
    room: [u8; 4],
    /// The hidden cards, those with the fewest places first, and the places of each as bits.
    hidden: Vec<(Card, u8)>,
}

impl Gaps {
    /// The gaps in what a seat knows.
    pub(crate) fn of(memory: &Memory) -> Self {
        let players = memory.players;
        let mut known = memory.played;
        known[memory.seat] = memory.dealt;
        let seen = known.iter().fold(CardSet::EMPTY, |all, cards| all | *cards);
        let packets = usize::from(players.packets());
        let mut room = [0; 4];
        for place in 0..packets {
            room[place] = players.hand_size() - known[place].len();
        }
        let lacks = [0, 1, 2, 3].map(|seat| memory.lacked_by(seat));
        let places = |card: Card| {
            let fits = |place: &usize| room[*place] > 0 && !lacks[*place].contains(card);
            (0..packets).filter(fits).fold(0_u8, |places, place| places | 1 << place)
        };
        let mut hidden: Vec<(Card, u8)> =
            (Pack::Short24.cards() - seen).iter().map(|card| (card, places(card))).collect();
        hidden.sort_by_key(|(_, places)| places.count_ones());
        debug_assert!(players != Players::Two || lacks[2].is_empty(), "the dead hand shows nothing");
        Self { known, room, hidden }
    }

    /// Deals the hidden cards at random among the places where they can be.
    pub(crate) fn fill(&self, dice: &mut Dice) -> [CardSet; 4] {
        let (mut hands, mut room) = (self.known, self.room);
        let filled = place(&self.hidden, &mut room, &mut hands, dice);
        assert!(filled, "the cards lie somewhere");
        hands
    }
}

/// Places the cards one after the other, each where there is room, more often where there is more; takes back what leads
/// nowhere.
fn place(cards: &[(Card, u8)], room: &mut [u8; 4], hands: &mut [CardSet; 4], dice: &mut Dice) -> bool {
    let Some((&(card, mut places), rest)) = cards.split_first() else { return true };
    loop {
        let open = |place: &usize| places >> *place & 1 == 1;
        let free: usize = (0..4).filter(open).map(|place| usize::from(room[place])).sum();
        if free == 0 {
            return false;
        }
        let mut at = dice.below(free);
        let mut chosen = 0;
        for place in (0..4).filter(open) {
            chosen = place;
            match at.checked_sub(usize::from(room[place])) {
                Some(less) => at = less,
                None => break,
            }
        }
        room[chosen] -= 1;
        hands[chosen].insert(card);
        if place(rest, room, hands, dice) {
            return true;
        }
        room[chosen] += 1;
        hands[chosen].remove(card);
        places &= !(1 << chosen);
    }
}
