//! Positions written as text, and random matches.

use cards::{Card, CardSet, Choice, Deck, Game, Pack, Seat, Stage, Suit, Trick};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{Action, Bid, Cap, Contract, DealEnd, Event, Options, Phase, Smear, Target, Widow};

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

pub(super) fn deck(text: &str) -> Deck {
    Deck::new(Pack::Short32, text.split_whitespace().map(card).collect::<Vec<_>>()).unwrap()
}

/// A deck that deals these hands, by seat, if seat 3 deals, and that stock.
pub(super) fn deck_of(hands: [&str; 4], stock: &str) -> Deck {
    let hands = hands.map(|hand| hand.split_whitespace().map(card).collect::<Vec<_>>());
    let mut order: Vec<Card> = (0..6).flat_map(|round| hands.each_ref().map(|hand| hand[round])).collect();
    order.extend(stock.split_whitespace().map(card));
    let used: CardSet = order.iter().copied().collect();
    order.extend((Pack::Short32.cards() - used).iter());
    Deck::new(Pack::Short32, order).unwrap()
}

/// A match that seat 3 deals with that deck.
pub(super) fn dealt(options: Options, deck: &Deck) -> Smear {
    let mut game = Smear::new(options, seat(3));
    game.deal(deck).unwrap();
    game
}

/// Performs actions, divided by commas, of whoever is to act; returns the last event.
pub(super) fn perform(game: &mut Smear, texts: &str) -> Event {
    let mut last = None;
    for text in texts.split(',') {
        last = Some(
            game.act(game.table.turn, &action(text.trim())).unwrap_or_else(|why| panic!("{text}: {why}")),
        );
    }
    last.unwrap()
}

/// Plays tricks such as `KC QC 8H TD, JC QH KD JH`; returns the end of the deal if that ended it.
pub(super) fn play_tricks(game: &mut Smear, tricks: &str) -> Option<DealEnd> {
    let mut end = None;
    for card in tricks.replace(',', " ").split_whitespace() {
        let Event::Played(played) = perform(game, &format!("PLAY {card}")) else { panic!("no play") };
        end = played.end;
    }
    end
}

/// Seat 1 is to play, `hand` being its own, to a trick that seat 0 led to (or seat 1 itself is to lead to) in
/// the second round. Seat 0 bid.
pub(super) fn position(hand: &str, trump: Suit, led: Option<&str>) -> Smear {
    let mut game = Smear::new(Options::default(), seat(3));
    let table = &mut game.table;
    table.hands[1] = cards(hand);
    table.contract = Some(Contract { bidder: seat(0), bid: Bid::ALL[0] });
    table.trump = Some(trump);
    table.turn = seat(1);
    table.tricks_taken = 1;
    table.trick = Trick::led_by(seat(u8::from(led.is_none())), 4);
    if let Some(led) = led {
        table.trick.play(card(led));
    }
    Smear { deal: 1, phase: Phase::Play, ..game }
}

/// Seat 0 is to discard from these cards.
pub(super) fn discarding(options: Options, held: &str) -> Smear {
    let mut game = Smear::new(options, seat(3));
    game.table.hands[0] = cards(held);
    game.table.contract = Some(Contract { bidder: seat(0), bid: Bid::ALL[0] });
    game.table.turn = seat(0);
    Smear { deal: 1, phase: Phase::Discard, ..game }
}

pub(super) fn legal(game: &Smear) -> Vec<Action> {
    let mut out = Vec::new();
    game.legal(&mut out);
    out
}

pub(super) fn legal_texts(game: &Smear) -> String {
    legal(game).iter().map(Action::to_string).collect::<Vec<_>>().join(", ")
}

/// The code of the refusal of what the seat to act does; the position must stay as it was.
#[track_caller]
pub(super) fn refused(game: &Smear, text: &str) -> &'static str {
    let mut after = *game;
    let illegal = after.act(game.table.turn, &action(text)).expect_err("it is not legal");
    assert_eq!(after, *game, "a refused action changes nothing");
    illegal.code()
}

/// Sets a position's options by `name=value` pairs.
pub(super) fn options(text: &str) -> Options {
    let mut options = Options::default();
    for pair in text.split_whitespace() {
        let (name, given) = pair.split_once('=').unwrap();
        let number = || given.parse().unwrap();
        match name {
            "widow" => options.widow = Widow::new(number()).unwrap(),
            "both_out" => options.both_out = choice(given),
            "win_needs_bid" => options.win_needs_bid = given == "true",
            "nonbid_cap" => options.nonbid_cap = Some(Cap::new(number()).unwrap()),
            "high_low" => options.high_low = choice(given),
            "low_to" => options.low_to = choice(given),
            "game_tie" => options.game_tie = choice(given),
            "all_pass" => options.all_pass = choice(given),
            "discard_scoring_trump" => options.discard_scoring_trump = choice(given),
            "overbid_dealer" => options.overbid_dealer = given == "true",
            "target" => options.target = Target::new(number()).unwrap(),
            "open_counts" => options.open_counts = given == "true",
            "reveal_stock" => options.reveal_stock = given == "true",
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
        let mut cards = Deck::sorted(Pack::Short32).cards().to_vec();
        for end in (1..cards.len()).rev() {
            cards.swap(end, self.below(end + 1));
        }
        Deck::new(Pack::Short32, cards).unwrap()
    }

    pub(super) fn options(&mut self) -> Options {
        Options {
            widow: Widow::new(self.below(4) as i64).unwrap(),
            both_out: self.choice(),
            win_needs_bid: self.below(3) == 0,
            nonbid_cap: (self.below(3) == 0).then(|| Cap::new(self.pick(&[3, 15])).unwrap()),
            high_low: self.choice(),
            low_to: self.choice(),
            game_tie: self.choice(),
            all_pass: self.choice(),
            discard_scoring_trump: self.choice(),
            overbid_dealer: self.below(2) == 0,
            target: Target::new(self.pick(&[1, 5, 15, 21])).unwrap(),
            open_counts: self.below(3) == 0,
            reveal_stock: self.below(3) == 0,
            history: self.choice(),
        }
    }

    pub(super) fn new_match(&mut self) -> Smear {
        Smear::new(self.options(), seat(self.below(4) as u8))
    }

    /// Takes one step of a match that is not over: a random deck, or a random legal action, chosen among the
    /// types first so that rare types occur.
    pub(super) fn step(&mut self, game: &mut Smear) -> Event {
        match game.stage() {
            Stage::Deal { .. } => game.deal(&self.deck()).unwrap(),
            Stage::Act(seat) => {
                let action = self.action(game);
                game.act(seat, &action).unwrap()
            }
            Stage::Over => panic!("the match is over"),
        }
    }

    pub(super) fn action(&mut self, game: &Smear) -> Action {
        let legal = legal(game);
        let mut kinds: Vec<_> = legal.iter().map(Action::kind).collect();
        kinds.dedup();
        let kind = self.pick(&kinds);
        let of_kind: Vec<Action> = legal.into_iter().filter(|action| action.kind() == kind).collect();
        self.pick(&of_kind)
    }
}
