//! `cargo bench -p games --bench playouts`: how many random deals a second one core plays, the list of legal actions
//! made at every decision.
//!
//! One playout is a match from before its first deal to the end of the first deal that somebody could act in,
//! shuffling included, under default options. Time is processor time of this thread, so that other programs do not
//! count. Every row is played in rounds, all rows taking their turn in each, so that a machine that is busy for a moment
//! slows them alike; printed are the best and the middle round.
//!
//! A plain program rather than a benchmark harness: what matters here is a rate for a fixed task beside its
//! target, and harnesses report the time of one call.

use std::hint::black_box;
use std::time::Duration;

use cards::{Card, Deck, Game, Listing, Pack, Seat, Stage};
use games::{GameKind, Match, Options};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustix::time::{ClockId, clock_gettime};

const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(400);
/// Playouts between two looks at the clock.
const BATCH: u64 = 64;
const SEED: u64 = 1;

/// Playouts a second of OpenSpiel 2.0 (C++, one thread), for orientation: other games, but of the same kind.
const ANCHORS: [(&str, u32); 3] = [("euchre", 84_107), ("spades", 29_556), ("hearts", 18_407)];

/// Where chance comes from: the same for every row.
struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        let drawn = u64::from(self.0.next_u32()) * bound as u64;
        (drawn >> 32) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A pack in the order of Fisher and Yates.
    fn deck(&mut self, pack: Pack, sorted: &[Card]) -> Deck {
        let mut cards: Box<[Card]> = sorted.into();
        for end in (1..cards.len()).rev() {
            cards.swap(end, self.below(end + 1));
        }
        Deck::new(pack, cards).expect("shuffling keeps every card")
    }
}

/// What a playout asks of a match: the rules of one game, or the enum over all of them.
trait Playable {
    type Action: Copy;

    fn stage(&self) -> Stage;
    fn deal(&mut self, deck: &Deck);
    fn legal(&self, out: &mut Vec<Self::Action>) -> Listing;
    fn act(&mut self, seat: Seat, action: &Self::Action);
}

impl<G: Game> Playable for G {
    type Action = G::Action;

    fn stage(&self) -> Stage {
        Game::stage(self)
    }

    fn deal(&mut self, deck: &Deck) {
        black_box(Game::deal(self, deck).expect("a deal is due"));
    }

    fn legal(&self, out: &mut Vec<Self::Action>) -> Listing {
        Game::legal(self, out)
    }

    fn act(&mut self, seat: Seat, action: &Self::Action) {
        black_box(Game::act(self, seat, action).expect("listed actions are legal"));
    }
}

struct AnyGame(Match);

impl Playable for AnyGame {
    type Action = games::Action;

    fn stage(&self) -> Stage {
        self.0.stage()
    }

    fn deal(&mut self, deck: &Deck) {
        black_box(self.0.deal(deck).expect("a deal is due"));
    }

    fn legal(&self, out: &mut Vec<games::Action>) -> Listing {
        self.0.legal(out)
    }

    fn act(&mut self, seat: Seat, action: &games::Action) {
        black_box(self.0.act(seat, action).expect("listed actions are legal"));
    }
}

/// One line of the table.
struct Row {
    name: &'static str,
    /// Playouts a second that are wanted at least.
    target: u32,
    play: Box<dyn FnMut(u64) -> u64>,
    rates: Vec<f64>,
    playouts: u64,
    steps: u64,
}

impl Row {
    /// A row that plays matches which `begin` makes.
    fn new<P: Playable>(name: &'static str, target: u32, pack: Pack, begin: impl Fn() -> P + 'static) -> Self
    where
        P::Action: 'static,
    {
        let mut chance = Chance(ChaCha8Rng::seed_from_u64(SEED));
        let sorted = Deck::sorted(pack);
        let mut legal = Vec::new();
        let play = move |playouts| {
            (0..playouts).map(|_| play_out(begin(), pack, sorted.cards(), &mut legal, &mut chance)).sum()
        };
        Self { name, target, play: Box::new(play), rates: Vec::new(), playouts: 0, steps: 0 }
    }

    fn of<G: Game + 'static>(name: &'static str, target: u32, options: G::Options) -> Self
    where
        G::Options: Copy + 'static,
        G::Action: 'static,
    {
        Self::new(name, target, G::PACK, move || G::new(options, Seat::ALL[0]))
    }

    fn of_any(name: &'static str, target: u32, kind: GameKind, players: u8) -> Self {
        let options = Options::for_players(kind, players).expect("the game is played by so many");
        Self::new(name, target, kind.pack(), move || AnyGame(Match::new(options, Seat::ALL[0])))
    }

    fn round(&mut self) {
        let start = thread_time();
        let (mut playouts, mut spent) = (0, Duration::ZERO);
        while spent < ROUND {
            self.steps += (self.play)(BATCH);
            playouts += BATCH;
            spent = thread_time() - start;
        }
        self.rates.push(playouts as f64 / spent.as_secs_f64());
        self.playouts += playouts;
    }

    fn print(&mut self) {
        self.rates.sort_by(f64::total_cmp);
        let (best, middle) = (self.rates[self.rates.len() - 1], self.rates[self.rates.len() / 2]);
        let steps = self.steps as f64 / self.playouts as f64;
        println!(
            "{:<22} {best:>10.0} {middle:>10.0} {:>12.0} {steps:>9.1} {:>10} {}",
            self.name,
            best * steps,
            self.target,
            if best >= f64::from(self.target) { "met" } else { "missed" },
        );
    }
}

/// Plays one deal at random and returns how many actions it took.
fn play_out<P: Playable>(
    mut game: P,
    pack: Pack,
    sorted: &[Card],
    legal: &mut Vec<P::Action>,
    chance: &mut Chance,
) -> u64 {
    let mut steps = 0;
    while matches!(game.stage(), Stage::Deal { .. }) {
        game.deal(&chance.deck(pack, sorted));
    }
    while let Stage::Act(seat) = game.stage() {
        game.legal(legal);
        game.act(seat, &chance.pick(legal));
        steps += 1;
    }
    steps
}

/// The processor time that this thread has had.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

fn rows() -> Vec<Row> {
    let pepper = |players| pepper::Options { players, ..Default::default() };
    vec![
        Row::of::<seep::Seep>("seep", 20_000, Default::default()),
        Row::of::<smear::Smear>("smear", 250_000, Default::default()),
        Row::of::<pepper::Pepper>("pepper, 4 players", 250_000, pepper(pepper::Players::Four)),
        Row::of::<pepper::Pepper>("pepper, 3 players", 250_000, pepper(pepper::Players::Three)),
        Row::of::<pepper::Pepper>("pepper, 2 players", 250_000, pepper(pepper::Players::Two)),
        Row::of_any("seep, as any game", 20_000, GameKind::Seep, 4),
        Row::of_any("smear, as any game", 250_000, GameKind::Smear, 4),
        Row::of_any("pepper 4, as any game", 250_000, GameKind::Pepper, 4),
    ]
}

fn main() {
    let mut rows = rows();
    for _ in 0..ROUNDS {
        rows.iter_mut().for_each(Row::round);
    }
    println!(
        "{:<22} {:>10} {:>10} {:>12} {:>9} {:>10}",
        "random playouts/s", "best", "middle", "steps/s", "steps", "target"
    );
    rows.iter_mut().for_each(Row::print);
    println!();
    println!("For orientation, OpenSpiel 2.0 (C++, one thread) plays other games of the kind:");
    for (game, playouts) in ANCHORS {
        println!("{game:<22} {playouts:>10}");
    }
}
