//! What was measured, and how it is printed.

use std::fmt::Write as _;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

use super::door::Kind;
use super::usage::CpuPerMove;

/// One load: so many matches, at one pace, by one door.
#[derive(Serialize)]
pub struct Load {
    door: &'static str,
    matches: u32,
    /// How long players thought on average, in milliseconds; 0: not at all.
    think_ms: f64,
    moves: u64,
    /// Moves a second.
    pub moves_per_second: f64,
    /// From sending to the fourth seat, in milliseconds.
    pub p50_ms: f64,
    /// The same.
    pub p99_ms: f64,
    p999_ms: f64,
    max_ms: f64,
    cpu_per_move: CpuPerMove,
    server_memory_mib: f64,
}

impl Load {
    /// The figures of waits in microseconds.
    pub fn new(
        door: Kind,
        matches: u32,
        think: Duration,
        span: Duration,
        waits: &Histogram<u64>,
        cpu_per_move: CpuPerMove,
        server_memory: u64,
    ) -> Self {
        let ms = |quantile| waits.value_at_quantile(quantile) as f64 / 1e3;
        Self {
            door: door.name(),
            matches,
            think_ms: think.as_secs_f64() * 1e3,
            moves: waits.len(),
            moves_per_second: waits.len() as f64 / span.as_secs_f64(),
            p50_ms: ms(0.5),
            p99_ms: ms(0.99),
            p999_ms: ms(0.999),
            max_ms: waits.max() as f64 / 1e3,
            cpu_per_move,
            server_memory_mib: server_memory as f64 / f64::from(1 << 20),
        }
    }
}

/// The loads as a table.
pub fn markdown(loads: &[Load]) -> String {
    let mut text = String::from(
        "| door | matches | moves/s | p50 ms | p99 ms | p99.9 ms | server us/move | Postgres us/move | players us/move | server MiB |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for load in loads {
        let cpu = load.cpu_per_move;
        let _ = writeln!(
            text,
            "| {} | {} | {:.0} | {:.2} | {:.2} | {:.2} | {:.1} | {:.1} | {:.1} | {:.0} |",
            load.door,
            load.matches,
            load.moves_per_second,
            load.p50_ms,
            load.p99_ms,
            load.p999_ms,
            cpu.server_us,
            cpu.postgres_us,
            cpu.players_us,
            load.server_memory_mib,
        );
    }
    text
}
