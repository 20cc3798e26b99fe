//! When a failed delivery is tried again.

use std::time::Duration;

use env::Entropy;

/// The first pause; each is four times the one before.
const FIRST: Duration = Duration::from_secs(5);
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(6 * 3600);
const FACTOR: u32 = 4;
/// A pause is varied by up to a fifth, so that what failed together does not come back together.
const VARIED_BY_PERCENT: u64 = 20;

/// The pause after so many failed attempts.
pub(super) fn pause(attempts: u32, entropy: &Entropy) -> Duration {
    let grown = FACTOR.saturating_pow(attempts.saturating_sub(1).min(15));
    let pause = FIRST.saturating_mul(grown).min(LONGEST);
    let percent = 100 - VARIED_BY_PERCENT + entropy.u64() % (2 * VARIED_BY_PERCENT + 1);
    pause.saturating_mul(u32::try_from(percent).unwrap_or(100)) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_six_hours_and_vary_by_a_fifth() {
        let entropy = Entropy::seeded(1);
        let wanted = [5, 20, 80, 320, 1280, 5120, 20480, 21600, 21600];
        for (attempts, secs) in (1..).zip(wanted) {
            for _ in 0..50 {
                let pause = pause(attempts, &entropy).as_secs_f64();
                assert!(
                    (f64::from(secs) * 0.8..=f64::from(secs) * 1.2).contains(&pause),
                    "{attempts}: {pause}"
                );
            }
        }
        assert!(pause(u32::MAX, &entropy) <= LONGEST * 6 / 5);
    }
}
