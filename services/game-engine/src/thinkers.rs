//! Where bots think: on blocking threads, few at a time, so that no amount of thought holds up a move, a stream or a clock.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use bots::{Level, Sight};
use env::Entropy;
use games::Action;
use tokio::sync::Semaphore;

/// Lets a bounded number of bots think at a time. The others wait their turn; a match has one decision at most among them.
#[derive(Clone, Debug)]
pub struct Thinkers {
    places: Arc<Semaphore>,
    entropy: Entropy,
}

impl Thinkers {
    /// So many places; none given, half the cores, at least one. Chance for the bots comes from `entropy`.
    pub fn new(places: usize, entropy: Entropy) -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let places = if places == 0 { (cores / 2).max(1) } else { places.min(Semaphore::MAX_PERMITS) };
        Self { places: Arc::new(Semaphore::new(places)), entropy }
    }

    /// What a bot of that level does with what its seat may see. A bot that fails plays the first legal action: a match must not hang
    /// on it.
    pub async fn choose(&self, level: Level, sight: Sight) -> Action {
        let mut seed = [0; 8];
        self.entropy.fill(&mut seed);
        let fallback = sight.legal()[0];
        let _place = self.places.acquire().await.expect("the places are never closed");
        let thought = tokio::task::spawn_blocking(move || level.choose(&sight, u64::from_le_bytes(seed)));
        match thought.await {
            Ok(action) => action,
            Err(_) => {
                tracing::error!(%level, "a bot failed; the first legal action is played for it");
                fallback
            }
        }
    }
}
