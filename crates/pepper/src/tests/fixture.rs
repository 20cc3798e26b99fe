//! Positions written as text, and random matches.

use cards::{Card, CardSet, Choice, Deck, Game, Pack, Seat, Stage, Trick};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::table::Table;
use crate::{Action, Each, Event, Level, Options, Pepper, Phase, Players, Strain, Target};

pub(super) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(super) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(super) fn cards(text: &str) -> CardSet {
    text.split_whitespace().map(card).collect()
}

pub(super) fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

pub(super) fn strain(name: &str) -> Strain {
    *Strain::ALL.iter().find(|strain| strain.name() == name).unwrap()
}

pub(super) fn level(name: &str) -> Level {
    *Level::ALL.iter().find(|level| level.name() == name).unwrap()
}

/// Sets options by `name=value` pairs.
pub(super) fn options(text: &str) -> Options {
    let mut options = Options::default();
    for pair in text.split_whitespace() {
        let (name, given) = pair.split_once('=').unwrap();
        let switch = given == "true";
        match name {
            "players" => options.players = Players::new(given.parse().unwrap()).unwrap(),
            "pass_final" => options.pass_final = switch,
            "one_round" => options.one_round = switch,
            "all_pass" => options.all_pass = choice(given),
            "target" => options.target = Target::new(given.parse().unwrap()).unwrap(),
            "both_out" => options.both_out = choice(given),
            "no_trump" => options.no_trump = switch,
            "defenders_zero_penalty" => options.defenders_zero_penalty = choice(given),
            "history" => options.history = choice(given),
            "reveal_dead" => options.reveal_dead = switch,
            _ => panic!("{name} is no option"),
        }
    }
    options
}

fn choice<C: Choice>(name: &str) -> C {
    *C::ALL.iter().find(|choice| choice.name() == name).unwrap()
}

/// A position in the middle of a deal of four: seat 0 has led these cards, the others following, and the next
/// seat is to play from this hand. The other hands are empty.
pub(super) fn position(trump: &str, played: &str, hand: &str) -> Pepper {
    let mut table = Table::bare(Players::Four, seat(3));
    table.strain = Some(strain(trump));
    table.trick = Trick::led_by(seat(0), 4);
    played.split_whitespace().for_each(|text| table.trick.play(card(text)));
    table.turn = table.trick.turn().unwrap();
    table.hands[table.turn.index()] = cards(hand);
    Pepper { deal: 1, phase: Phase::Play, table, ..Pepper::new(options(""), seat(3)) }
}

/// The deck that deals these hands if the last seat deals, so that seat 0 comes first; the last hand is the dead
/// one where two play.
pub(super) fn deck(hands: &[&str]) -> Deck {
    let hands: Vec<Vec<Card>> =
        hands.iter().map(|hand| hand.split_whitespace().map(card).collect()).collect();
    let rounds = (0..hands[0].len()).flat_map(|round| hands.iter().map(move |hand| hand[round]));
    Deck::new(Pack::Short24, rounds.collect::<Vec<_>>()).unwrap()
}

/// A match that the last seat deals, dealt with any deck.
pub(super) fn dealt(text: &str) -> Pepper {
    let options = options(text);
    let mut game = Pepper::new(options, seat(options.players.count() - 1));
    game.deal(&Deck::sorted(Pack::Short24)).unwrap();
    game
}

/// Performs an action of the seat to act.
#[track_caller]
pub(super) fn act(game: &mut Pepper, text: &str) -> Event {
    let Stage::Act(turn) = game.stage() else { panic!("nobody is to act") };
    game.act(turn, &action(text)).unwrap()
}

/// The code of the refusal of an action of the seat to act, which must change nothing.
#[track_caller]
pub(super) fn refused(game: &Pepper, text: &str) -> &'static str {
    let mut after = *game;
    let illegal = after.act(game.table.turn, &action(text)).expect_err("it is illegal");
    assert_eq!(after, *game, "a refused action changes nothing");
    illegal.code()
}

pub(super) fn legal(game: &Pepper) -> Vec<Action> {
    let mut out = Vec::new();
    game.legal(&mut out);
    out
}

/// The legal actions as texts.
pub(super) fn legal_texts(game: &Pepper) -> Vec<String> {
    legal(game).iter().map(Action::to_string).collect()
}

/// So many numbers by seat or side.
pub(super) fn each<T: Copy + Default>(values: &[T]) -> Each<T> {
    Each::new(values.len() as u8, |place| values[place])
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

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }

    /// Half of the time the default, else any value.
    fn choice<C: Choice>(&mut self) -> C {
        if self.below(2) == 0 { C::ALL[0] } else { self.pick(C::ALL) }
    }

    pub(super) fn deck(&mut self) -> Deck {
        let mut cards = Deck::sorted(Pack::Short24).cards().to_vec();
        self.shuffle(&mut cards);
        Deck::new(Pack::Short24, cards).unwrap()
    }

    pub(super) fn options(&mut self) -> Options {
        Options {
            players: self.pick(&Players::ALL),
            pass_final: self.below(2) == 0,
            one_round: self.below(4) == 0,
            all_pass: self.choice(),
            target: Target::new(self.pick(&[1, 5, 10, 30])).unwrap(),
            both_out: self.choice(),
            no_trump: self.below(4) > 0,
            defenders_zero_penalty: self.choice(),
            history: self.choice(),
            reveal_dead: self.below(2) == 0,
        }
    }

    pub(super) fn new_match(&mut self) -> Pepper {
        let options = self.options();
        Pepper::new(options, seat(self.below(options.players.count().into()) as u8))
    }

    /// Takes one step of a match that is not over: a random deck, or a random legal action.
    pub(super) fn step(&mut self, game: &mut Pepper) -> Event {
        match game.stage() {
            Stage::Deal { .. } => game.deal(&self.deck()).unwrap(),
            Stage::Act(seat) => {
                let action = self.action(game);
                game.act(seat, &action).unwrap()
            }
            Stage::Over => panic!("the match is over"),
        }
    }

    /// A random legal action; in the auction mostly a pass or the lowest bid, so that auctions last and some deals
    /// are thrown in.
    pub(super) fn action(&mut self, game: &Pepper) -> Action {
        let legal = legal(game);
        if game.phase == Phase::Auction && self.below(3) > 0 {
            let low = legal.len().min(2);
            return self.pick(&legal[..low]);
        }
        self.pick(&legal)
    }
}

/// Enough steps for a few deals; a match may end before.
pub(super) const STEPS: usize = 150;

/// Plays random matches and calls `look` at the start and after every step, with what led there.
pub(super) fn watch(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Pepper, Option<&Event>)) {
    for seed in seeds {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        look(&game, None);
        for _ in 0..STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            let event = chance.step(&mut game);
            look(&game, Some(&event));
        }
    }
}
