//! What processes use: CPU and memory, as Linux counts them. Elsewhere the figures are absent.

use std::collections::HashMap;
use std::fs;

use rustix::param::clock_ticks_per_second;
use serde::Serialize;

/// CPU time of the suite, its Postgres and the players since each began, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu {
    /// The suite's process.
    pub server: f64,
    /// Its Postgres with all backends.
    pub postgres: f64,
    /// This process.
    pub players: f64,
}

/// CPU time that went by per move, in microseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CpuPerMove {
    /// Of the suite's process.
    pub server_us: f64,
    /// Of its Postgres; 0 for one that is not its own.
    pub postgres_us: f64,
    /// Of the players, who share the machine.
    pub players_us: f64,
}

impl Cpu {
    /// As it stands now.
    pub fn of(server: u32) -> Self {
        let processes = processes();
        let used = |pid: u32| processes.get(&pid).map_or(0.0, |process| process.seconds);
        let is_postgres = |parent: u32| {
            let below = processes.iter().filter(move |(_, process)| process.parent == parent);
            below.map(|(pid, _)| *pid).collect::<Vec<_>>()
        };
        let mut postgres = 0.0;
        for postmaster in is_postgres(server) {
            // What backends that have ended used is counted with the postmaster, who has waited for them.
            postgres += used(postmaster) + processes[&postmaster].seconds_of_ended;
            postgres += is_postgres(postmaster).into_iter().map(used).sum::<f64>();
        }
        Self { server: used(server), postgres, players: used(std::process::id()) }
    }

    /// What was used since `before`, per move.
    pub fn per_move(self, before: Self, moves: u64) -> CpuPerMove {
        let per_move = |now: f64, then: f64| (now - then) * 1e6 / moves.max(1) as f64;
        CpuPerMove {
            server_us: per_move(self.server, before.server),
            postgres_us: per_move(self.postgres, before.postgres),
            players_us: per_move(self.players, before.players),
        }
    }
}

/// Resident memory of a process, in bytes; 0 where Linux does not tell.
pub fn memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kib| kib * 1024)
}

/// Descriptors that a process has open; 0 where Linux does not tell.
pub fn descriptors(pid: u32) -> usize {
    fs::read_dir(format!("/proc/{pid}/fd")).map_or(0, Iterator::count)
}

struct Process {
    parent: u32,
    seconds: f64,
    seconds_of_ended: f64,
}

/// Every process of the machine.
fn processes() -> HashMap<u32, Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return HashMap::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    pids.filter_map(|pid| Some((pid, process(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?)))
        .collect()
}

/// Reads a line of `/proc/PID/stat`; see proc_pid_stat(5) for its fields.
fn process(stat: &str) -> Option<Process> {
    // The name, in parentheses, may have spaces in it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let seconds =
        |field: usize| Some(fields.get(field)?.parse::<f64>().ok()? / clock_ticks_per_second() as f64);
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        seconds: seconds(11)? + seconds(12)?,
        seconds_of_ended: seconds(13)? + seconds(14)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_parenthesis_and_spaces_does_not_shift_the_fields() {
        let line = "7 (a) b (c)) S 3 7 7 0 -1 0 0 0 0 0 100 50 25 25 20 0 1 0 5";
        let process = process(line).unwrap();
        assert_eq!(process.parent, 3);
        assert_eq!(process.seconds, 150.0 / clock_ticks_per_second() as f64);
        assert_eq!(process.seconds_of_ended, 50.0 / clock_ticks_per_second() as f64);
    }
}
