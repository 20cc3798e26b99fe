//! How a server stands while things come and go: at the beginning, after a tenth of them, half, and at the end.

use std::fmt::Write as _;
use std::time::Duration;

use env::Clock;
use serde::Serialize;

use super::super::server::Server;
use super::super::usage::{descriptors, memory};

/// Descriptors by which two readings may differ with nothing left open: the pools open and close connections to Postgres.
pub const SPARE_DESCRIPTORS: usize = 16;
/// Growth of memory by each thing from the first tenth on that still counts as none, in KiB: the least that could be left of a
/// stream or a match is more, and allocators do not give everything back in order.
const SPARE_KIB: f64 = 0.25;
/// How long ends may take to arrive at the server once everything has ended here.
const SETTLE_LIMIT: Duration = Duration::from_secs(10);
/// How often a server that settles is looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// How the server stood when none of the things was there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// How many had come and gone.
    after: u32,
    descriptors: usize,
    memory_kib: u64,
}

impl Reading {
    /// How memory grew until another reading, in KiB by each of those that came and went between.
    fn growth_until(self, other: Self) -> f64 {
        let grown = other.memory_kib as f64 - self.memory_kib as f64;
        grown / f64::from(other.after - self.after).max(1.0)
    }
}

/// The readings of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Course {
    /// What came and went.
    pub what: &'static str,
    readings: Vec<Reading>,
    /// How memory grew from the first tenth to the end, in KiB by each.
    growth_kib: f64,
    /// The same in the second half alone, when everything that grows once has grown.
    last_growth_kib: f64,
    flat: bool,
}

impl Course {
    /// Of readings at the beginning, after a tenth and so on.
    fn new(what: &'static str, readings: Vec<Reading>) -> Self {
        let [begun, tenth, half, last] = readings[..] else { unreachable!("there are four readings") };
        let growth_kib = tenth.growth_until(last);
        let flat = last.descriptors <= begun.descriptors + SPARE_DESCRIPTORS && growth_kib <= SPARE_KIB;
        Self { what, readings, growth_kib, last_growth_kib: half.growth_until(last), flat }
    }

    /// Was nothing left of what came and went?
    pub fn is_flat(&self) -> bool {
        self.flat
    }

    /// The readings as a table, and what they come to.
    pub fn markdown(&self) -> String {
        let what = self.what;
        let mut text = format!("| {what} | open descriptors | MiB |\n| --- | --- | --- |\n");
        for reading in &self.readings {
            let mib = reading.memory_kib as f64 / 1024.0;
            let _ = writeln!(text, "| {} | {} | {mib:.1} |", reading.after, reading.descriptors);
        }
        let verdict = if self.flat { "flat" } else { "NOT FLAT" };
        let (growth, last) = (self.growth_kib, self.last_growth_kib);
        let _ = writeln!(
            text,
            "{verdict}: {growth:.3} KiB for each of the {what} after the first tenth, {last:.3} in the second half\n"
        );
        text
    }
}

/// Lets so many things come and go, and reads at every stage how the server stands. `pass` makes so many more come and go.
///
/// # Errors
/// Those of `pass`.
pub async fn follow(
    what: &'static str,
    server: &Server,
    all: u32,
    clock: &Clock,
    mut pass: impl AsyncFnMut(u32) -> anyhow::Result<()>,
) -> anyhow::Result<Course> {
    let begun = read(server, 0);
    let mut readings = vec![begun];
    for stage in [all.div_ceil(10), all.div_ceil(2), all] {
        let passed = readings.last().map_or(0, |reading| reading.after);
        pass(stage - passed).await?;
        settle(server, begun.descriptors, clock).await;
        crate::print::note(format_args!("{stage} {what} have come and gone"));
        readings.push(read(server, stage));
    }
    Ok(Course::new(what, readings))
}

fn read(server: &Server, after: u32) -> Reading {
    let pid = server.pid();
    Reading { after, descriptors: descriptors(pid), memory_kib: memory(pid) / 1024 }
}

/// Completes when the server has no more descriptors open than that, or does not come to it.
pub async fn settle(server: &Server, most: usize, clock: &Clock) {
    let limit = clock.monotonic().plus(SETTLE_LIMIT);
    while descriptors(server.pid()) > most && clock.monotonic() < limit {
        clock.sleep(LOOK_AGAIN).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run of 1,000 at whose end so much was open and in use.
    fn course(descriptors: usize, memory_kib: u64) -> Course {
        let reading = |after, descriptors, memory_kib| Reading { after, descriptors, memory_kib };
        let readings = vec![
            reading(0, 40, 10_000),
            reading(100, 48, 30_000),
            reading(500, 44, 30_100),
            reading(1_000, descriptors, memory_kib),
        ];
        Course::new("things", readings)
    }

    #[test]
    fn growth_within_the_first_tenth_and_connections_of_pools_are_flat() {
        let course = course(40 + SPARE_DESCRIPTORS, 30_200);
        assert!(course.is_flat());
        assert!(course.markdown().contains("flat: 0.222 KiB for each"), "{}", course.markdown());
    }

    #[test]
    fn descriptors_that_stay_open_are_not_flat() {
        assert!(!course(41 + SPARE_DESCRIPTORS, 30_000).is_flat());
    }

    #[test]
    fn memory_that_grows_with_each_thing_is_not_flat() {
        assert!(!course(40, 30_300).is_flat());
    }
}
