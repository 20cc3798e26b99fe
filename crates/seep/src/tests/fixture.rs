//! Positions written as text, and random matches.

use cards::{Card, CardSet, Choice, Deck, Game, Pack, Seat, Stage};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::table::Table;
use crate::{
    Action, BaaziCount, DealCount, Event, House, HouseValue, LeadToWin, Options, Owners, Phase, Seep,
};

pub(super) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(super) fn cards(text: &str) -> CardSet {
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
}

pub(super) fn value(value: u8) -> HouseValue {
    HouseValue::new(value).unwrap()
}

/// Parses an action, and lets examples leave out the `[]` that the text form asks for.
pub(super) fn action(text: &str) -> Action {
    text.parse().or_else(|_| format!("{text} []").parse()).unwrap_or_else(|_| panic!("{text}"))
}

/// Houses as `9 {4H 5H} 2; 12* {3C 9D QS} 1 3`.
pub(super) fn houses(text: &str) -> Vec<House> {
    text.split(';').map(str::trim).filter(|text| !text.is_empty()).map(house).collect()
}

fn house(text: &str) -> House {
    let (head, rest) = text.split_once('{').unwrap();
    let (inside, owners) = rest.split_once('}').unwrap();
    let (number, cemented) = match head.trim().strip_suffix('*') {
        Some(number) => (number, true),
        None => (head.trim(), false),
    };
    let owners: Owners = owners.split_whitespace().map(|owner| seat(owner.parse().unwrap())).collect();
    House { cards: cards(inside), cemented, owners, value: value(number.parse().unwrap()) }
}

/// A position with seat 1 to move in the middle of a deal that seat 0 dealt. The other hands are empty.
pub(super) fn position(options: Options, hand: &str, loose: &str, standing: &str) -> Seep {
    let mut table = Table::bare(seat(1));
    table.hands[1] = cards(hand);
    table.loose = cards(loose);
    table.plays = 8;
    table.bid = Some(value(9));
    for house in houses(standing) {
        table.houses[house.value.index()] = Some(house);
    }
    Seep { deal: 1, phase: Phase::Play, table, ..Seep::new(options, seat(0)) }
}

/// The position before the opening play of seat 1, with a bid made.
pub(super) fn opening(options: Options, bid: u8, hand: &str, floor: &str) -> Seep {
    let mut match_ = position(options, hand, floor, "");
    match_.table.plays = 0;
    match_.table.bid = Some(value(bid));
    match_.phase = Phase::Opening;
    match_
}

/// The position in which seat 1 is to bid.
pub(super) fn bidding(hand: &str) -> Seep {
    let mut match_ = opening(Options::default(), 9, hand, "");
    match_.table.bid = None;
    match_.phase = Phase::Bid;
    match_
}

pub(super) fn legal(match_: &Seep) -> Vec<Action> {
    let mut out = Vec::new();
    match_.legal(&mut out);
    out
}

/// Sets a position's options by `name=value` pairs.
pub(super) fn options(text: &str) -> Options {
    let mut options = Options::default();
    for pair in text.split_whitespace() {
        let (name, given) = pair.split_once('=').unwrap();
        match name {
            "absorb_sets" => options.absorb_sets = choice(given),
            "absorb_scope" => options.absorb_scope = choice(given),
            "capture" => options.capture = choice(given),
            "opening_throw" => options.opening_throw = choice(given),
            "partner_add_owns" => options.partner_add_owns = given == "true",
            "opp_add_owns" => options.opp_add_owns = choice(given),
            "throw" => options.throw = choice(given),
            "break_merge" => options.break_merge = choice(given),
            "sweeps" => options.sweeps = given == "true",
            "bid_floor" => options.bid_floor = choice(given),
            "break_merge_into_partner_free" => options.break_merge_into_partner_free = given == "true",
            "ten_diamonds" => options.ten_diamonds = choice(given),
            "first_sweep" => options.first_sweep = choice(given),
            "min9_includes_sweeps" => options.min9_includes_sweeps = given == "true",
            "dealer_basis" => options.dealer_basis = choice(given),
            "lead_to_win" => options.lead_to_win = LeadToWin::new(given.parse().unwrap()).unwrap(),
            "match_mode" => options.match_mode = choice(given),
            "n_baazis" => options.n_baazis = BaaziCount::new(given.parse().unwrap()).unwrap(),
            "n_deals" => options.n_deals = DealCount::new(given.parse().unwrap()).unwrap(),
            "history" => options.history = choice(given),
            _ => panic!("{name} is no option"),
        }
    }
    options
}

fn choice<C: Choice>(name: &str) -> C {
    *C::ALL.iter().find(|choice| choice.name() == name).unwrap()
}

/// A seeded source for random play.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Half of the time the default, else any value.
    fn choice<C: Choice>(&mut self) -> C {
        if self.below(2) == 0 { C::ALL[0] } else { self.pick(C::ALL) }
    }

    pub(super) fn deck(&mut self) -> Deck {
        let mut cards = Deck::sorted(Pack::Full52).cards().to_vec();
        for end in (1..cards.len()).rev() {
            cards.swap(end, self.below(end + 1));
        }
        Deck::new(Pack::Full52, cards).unwrap()
    }

    pub(super) fn options(&mut self) -> Options {
        Options {
            absorb_sets: self.choice(),
            absorb_scope: self.choice(),
            capture: self.choice(),
            opening_throw: self.choice(),
            partner_add_owns: self.below(2) == 0,
            opp_add_owns: self.choice(),
            throw: self.choice(),
            break_merge: self.choice(),
            sweeps: self.below(4) > 0,
            bid_floor: self.choice(),
            break_merge_into_partner_free: self.below(2) == 0,
            ten_diamonds: self.choice(),
            first_sweep: self.choice(),
            min9_includes_sweeps: self.below(2) == 0,
            dealer_basis: self.choice(),
            lead_to_win: LeadToWin::new(self.pick(&[1, 50, 100, 101, 500])).unwrap(),
            match_mode: self.choice(),
            n_baazis: BaaziCount::new(self.pick(&[1, 2, 3])).unwrap(),
            n_deals: DealCount::new(self.pick(&[1, 2, 4])).unwrap(),
            history: self.choice(),
        }
    }

    pub(super) fn new_match(&mut self) -> Seep {
        Seep::new(self.options(), seat(self.below(4) as u8))
    }

    /// Takes one step of a match that is not over: a random deck, or a random legal action, chosen among the
    /// types first so that rare types occur.
    pub(super) fn step(&mut self, match_: &mut Seep) -> Event {
        match match_.stage() {
            Stage::Deal { .. } => match_.deal(&self.deck()).unwrap(),
            Stage::Act(seat) => {
                let action = self.action(match_);
                match_.act(seat, &action).unwrap()
            }
            Stage::Over => panic!("the match is over"),
        }
    }

    pub(super) fn action(&mut self, match_: &Seep) -> Action {
        let legal = legal(match_);
        let mut kinds: Vec<_> = legal.iter().map(Action::kind).collect();
        kinds.dedup();
        kinds.sort();
        kinds.dedup();
        let kind = self.pick(&kinds);
        let of_kind: Vec<Action> = legal.into_iter().filter(|action| action.kind() == kind).collect();
        self.pick(&of_kind)
    }
}
