//! Choices out of a few bytes.

use cards::{Card, CardSet, Seat};
use games::{GameKind, Options};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of choices: every byte of the input makes one, and when they have run out, a generator goes on that the
/// first bytes seed. So a fuzzer can aim at a single decision, and three bytes still play a whole match.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    bytes: &'a [u8],
    tail: ChaCha8Rng,
}

impl<'a> Choices<'a> {
    /// Choices out of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut seed = [0; 32];
        let head = bytes.len().min(seed.len());
        seed[..head].copy_from_slice(&bytes[..head]);
        Self { bytes, tail: ChaCha8Rng::from_seed(seed) }
    }

    fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => (self.tail.next_u32() >> 24) as u8,
        }
    }

    /// A number from 0 to `bound - 1`.
    ///
    /// # Panics
    /// If the bound is zero.
    pub fn below(&mut self, bound: u32) -> u32 {
        let wide = match bound {
            0..=0x100 => u32::from(self.byte()),
            _ => u32::from_be_bytes([0; 4].map(|_: u8| self.byte())),
        };
        wide % bound
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of some things.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let count = u32::try_from(from.len()).expect("nothing here has so many values");
        from[self.below(count) as usize]
    }

    /// Any card.
    pub fn card(&mut self) -> Card {
        Card::from_index(self.below(52) as u8).expect("there are 52 cards")
    }

    /// A few cards, often none.
    pub fn cards(&mut self) -> CardSet {
        (0..self.below(5)).map(|_| self.card()).collect()
    }

    /// One of the first so many seats.
    pub fn seat(&mut self, players: u8) -> Seat {
        self.pick(&Seat::ALL[..usize::from(players)])
    }

    /// Table options of any game, for any number of players.
    pub fn options(&mut self) -> Options {
        let kind = self.pick(&GameKind::ALL);
        let players: Vec<u8> = kind.players().collect();
        let players = self.pick(&players);
        if self.once_in(4) {
            return Options::for_players(kind, players).expect("the game is played by so many");
        }
        games::random::options_for(kind, players, &mut |bound| self.below(bound))
    }
}

/// Changes, drops or adds one byte.
pub fn damage(bytes: &mut Vec<u8>, choices: &mut Choices<'_>) {
    let length = u32::try_from(bytes.len()).expect("no message is so long");
    if length == 0 {
        return;
    }
    let at = choices.below(length) as usize;
    match choices.below(4) {
        0 => bytes[at] ^= 1 << choices.below(8),
        1 => bytes[at] = choices.below(256) as u8,
        2 => drop(bytes.remove(at)),
        _ => bytes.insert(at, choices.below(256) as u8),
    }
}
