//! Random bytes, and the identifiers made of them.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rand::rand_core::TryRng;
use rand::rngs::SysRng;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use uuid::Uuid;

use crate::clock::Clock;

/// A source of random bytes, cheap to clone and to share between threads.
///
/// The seeded twin gives the same bytes for the same seed and order of calls; its clones draw from one sequence.
#[derive(Clone)]
pub struct Entropy(Source);

#[derive(Clone)]
enum Source {
    Os,
    Seeded(Arc<Mutex<ChaCha20Rng>>),
}

impl Entropy {
    /// The operating system's cryptographic source.
    pub fn os() -> Self {
        Self(Source::Os)
    }

    /// A reproducible sequence for tests and simulations. Never for secrets.
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed)))))
    }

    /// Fills `bytes` with random bytes.
    ///
    /// # Panics
    /// If the operating system has no random source: nothing that needs a secret may then go on.
    pub fn fill(&self, bytes: &mut [u8]) {
        match &self.0 {
            Source::Os => {
                SysRng.try_fill_bytes(bytes).expect("the operating system's random source is available");
            }
            Source::Seeded(rng) => {
                // A generator is never left half changed, so a poisoned lock is still good.
                rng.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes);
            }
        }
    }

    /// 32 random bytes: a key, a seed or a secret.
    pub fn bytes32(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        bytes
    }

    /// A random number over the whole range.
    pub fn u64(&self) -> u64 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    /// A random UUID (version 4, RFC 9562 5.4).
    pub fn uuid_v4(&self) -> Uuid {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }

    /// A UUID that sorts by the time of its making (version 7, RFC 9562 5.7). Within one millisecond the order is
    /// random. A clock before 1970 counts as 1970.
    pub fn uuid_v7(&self, clock: &Clock) -> Uuid {
        let mut bytes = [0; 10];
        self.fill(&mut bytes);
        let millis = u64::try_from(clock.now().as_i64()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }
}

impl fmt::Debug for Entropy {
    /// Never shows the state of a generator: a log must not let anyone predict what comes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Source::Os => "Entropy(os)",
            Source::Seeded(_) => "Entropy(seeded)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UnixMillis;

    #[test]
    fn equal_seeds_give_equal_sequences() {
        let (a, b) = (Entropy::seeded(7), Entropy::seeded(7));
        assert_eq!((a.bytes32(), a.u64(), a.uuid_v4()), (b.bytes32(), b.u64(), b.uuid_v4()));
    }

    #[test]
    fn clones_of_a_seeded_source_draw_from_one_sequence() {
        let (whole, first) = (Entropy::seeded(7), Entropy::seeded(7));
        let second = first.clone();
        assert_eq!([whole.u64(), whole.u64()], [first.u64(), second.u64()]);
    }

    #[test]
    fn os_source_does_not_repeat_itself() {
        let source = Entropy::os();
        assert_ne!(source.bytes32(), source.bytes32());
    }

    #[test]
    fn uuid_v4_carries_its_version_and_variant() {
        let id = Entropy::seeded(1).uuid_v4();
        assert_eq!((id.get_version_num(), id.get_variant()), (4, uuid::Variant::RFC4122));
    }

    #[test]
    fn uuid_v7_carries_the_time_of_its_clock_and_sorts_by_it() {
        let (clock, time) = Clock::simulated(UnixMillis::new(1_700_000_000_123));
        let source = Entropy::seeded(1);
        let first = source.uuid_v7(&clock);
        time.advance(std::time::Duration::from_millis(1));
        let second = source.uuid_v7(&clock);
        let (secs, nanos) = first.get_timestamp().unwrap().to_unix();
        assert_eq!((secs, nanos, first.get_version_num()), (1_700_000_000, 123_000_000, 7));
        assert!(first < second);
    }

    #[test]
    fn debug_output_hides_the_generator() {
        assert_eq!(format!("{:?}", Entropy::seeded(3)), "Entropy(seeded)");
    }
}
