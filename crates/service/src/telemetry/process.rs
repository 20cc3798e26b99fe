//! What the system says about this process. Where it does not say it, nothing is shown.

use std::fs;

use env::Clock;
use metrics::gauge;

use super::meters::{MEMORY, OPEN_FDS, START_TIME};

/// Notes when the process began.
pub(super) fn note_start(clock: &Clock) {
    // Milliseconds of this century are exact in a double.
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    gauge!(START_TIME).set(clock.now().as_i64() as f64 / 1000.0);
}

/// Looks at the process as it is now.
pub(super) fn look() {
    if let Some(bytes) = resident_bytes() {
        gauge!(MEMORY).set(bytes);
    }
    if let Ok(descriptors) = fs::read_dir("/proc/self/fd") {
        // One of them is that of the directory being read.
        gauge!(OPEN_FDS).set(u32::try_from(descriptors.count().saturating_sub(1)).unwrap_or(u32::MAX));
    }
}

fn resident_bytes() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u32 = line.split_whitespace().next()?.parse().ok()?;
    Some(f64::from(kibibytes) * 1024.0)
}
