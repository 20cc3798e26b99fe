//! What was measured, and how it is printed.

use std::fmt::Write as _;
use std::time::Duration;

use clap::ValueEnum;
use hdrhistogram::Histogram;
use serde::{Serialize, Serializer};

use super::crowd::Connections;
use super::door::Kind;
use super::usage::CpuPerMove;

/// What was asked for.
#[derive(Clone, Copy, Serialize)]
pub struct Asked {
    /// By which door.
    #[serde(serialize_with = "flag")]
    pub door: Kind,
    /// Over whose connections.
    #[serde(serialize_with = "flag")]
    pub connections: Connections,
    /// Matches at a time.
    pub matches: u32,
    /// Moves a second in all matches together; none: as many as there can be.
    pub asked_moves_per_second: Option<u32>,
    /// How long players thought on average, in milliseconds; 0: not at all.
    pub think_ms: f64,
}

/// One load: so many matches, at one pace, by one door. As JSON it is for programs: names stay, and end with the unit.
#[derive(Serialize)]
pub struct Load {
    /// What was asked for.
    #[serde(flatten)]
    pub asked: Asked,
    measured_s: f64,
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
        asked: Asked,
        span: Duration,
        waits: &Histogram<u64>,
        cpu_per_move: CpuPerMove,
        server_memory: u64,
    ) -> Self {
        let ms = |quantile| waits.value_at_quantile(quantile) as f64 / 1e3;
        Self {
            asked,
            measured_s: span.as_secs_f64(),
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

/// A choice by the value of its flag.
///
/// # Errors
/// Those of the serializer.
pub fn flag<T: ValueEnum, S: Serializer>(choice: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let value = choice.to_possible_value().expect("no choice is left out of its flag");
    serializer.serialize_str(value.get_name())
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
            load.asked.door.name(),
            load.asked.matches,
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
