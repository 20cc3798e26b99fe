//! What was measured, and how it is printed.

use std::fmt::Write as _;

use hdrhistogram::Histogram;
use serde::Serialize;

/// All figures of a run.
#[derive(Default, Serialize)]
pub struct Figures {
    /// Ranked pairs on the ladder.
    pub standings: u64,
    /// Reading, by the way that it was done.
    pub reading: Vec<Reading>,
    /// Taking results in, by the way that they came.
    pub intake: Vec<Intake>,
}

/// How long readers waited, in microseconds.
#[derive(Serialize)]
pub struct Reading {
    way: &'static str,
    reads: u64,
    p50_us: u64,
    p99_us: u64,
    p999_us: u64,
    max_us: u64,
    /// Results that were rated meanwhile, a second.
    rated_per_second: f64,
    /// The system's load average of a minute, before and after.
    load: [f64; 2],
}

impl Reading {
    /// The figures of latencies in microseconds.
    pub fn new(
        way: &'static str,
        latencies: &Histogram<u64>,
        rated: i64,
        seconds: u64,
        load: [f64; 2],
    ) -> Self {
        Self {
            way,
            reads: latencies.len(),
            p50_us: latencies.value_at_quantile(0.5),
            p99_us: latencies.value_at_quantile(0.99),
            p999_us: latencies.value_at_quantile(0.999),
            max_us: latencies.max(),
            rated_per_second: rated as f64 / seconds as f64,
            load,
        }
    }
}

/// How many results a second one ladder took.
#[derive(Serialize)]
pub struct Intake {
    /// How they came.
    pub way: &'static str,
    /// How many.
    pub results: u64,
    /// Accepted a second, while more came.
    pub accepted_per_second: f64,
    /// Rated a second, from the first acceptance until all were rated.
    pub rated_per_second: f64,
    /// The system's load average of a minute, before and after.
    pub load: [f64; 2],
}

impl Figures {
    /// Two tables.
    pub fn markdown(&self) -> String {
        let mut text = format!("{} ranked pairs\n\n", self.standings);
        text.push_str("| a rank with five above and five below | reads | p50 | p99 | p99.9 | max | rated meanwhile | load |\n");
        text.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for row in &self.reading {
            let ms = |us: u64| format!("{}.{:03} ms", us / 1000, us % 1000);
            let (p50, p99, p999, max) = (ms(row.p50_us), ms(row.p99_us), ms(row.p999_us), ms(row.max_us));
            let (way, reads, rated, [before, after]) = (row.way, row.reads, row.rated_per_second, row.load);
            let _ = writeln!(
                text,
                "| {way} | {reads} | {p50} | {p99} | {p999} | {max} | {rated:.0}/s | {before} to {after} |"
            );
        }
        text.push_str("\n| results on one ladder | results | accepted | accepted and rated | load |\n");
        text.push_str("| --- | --- | --- | --- | --- |\n");
        for Intake { way, results, accepted_per_second, rated_per_second, load: [before, after] } in
            &self.intake
        {
            let _ = writeln!(
                text,
                "| {way} | {results} | {accepted_per_second:.0}/s | {rated_per_second:.0}/s | {before} to {after} |"
            );
        }
        text
    }
}

/// The load average of the last minute; 0 where the system does not say.
pub fn load_average() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0.0)
}
