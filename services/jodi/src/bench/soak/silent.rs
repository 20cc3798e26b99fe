//! Strangers who connect and say nothing, or too little, while others play.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use env::{Clock, Entropy};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use hdrhistogram::Histogram;
use jodi::client::Player;
use serde::Serialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::super::crowd::{self, Connections, Matches, SEATS};
use super::super::door::Kind;
use super::super::seat::{Run, Seat, Table};
use super::super::server::Server;
use super::super::tally::{Phase, Present};
use super::super::usage::{descriptors, memory};
use super::course::{SPARE_DESCRIPTORS, settle};

/// The first bytes of HTTP/2, which never go on.
const HALF_A_GREETING: &[u8] = b"PRI * HT";
/// Connections that are made at a time.
const AT_A_TIME: usize = 64;
/// How long a player at the table thinks on average.
const THINK: Duration = Duration::from_millis(20);
/// How long the table plays undisturbed at first.
const QUIET: Duration = Duration::from_secs(5);
/// How long the server may take to accept everybody.
const ACCEPT_LIMIT: Duration = Duration::from_secs(8);
/// How long the server may leave everybody waiting for their end.
const CLOSE_LIMIT: Duration = Duration::from_secs(60);
/// How often a server that accepts is looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// None, for comparison.
    Nobody,
    /// Strangers who say nothing.
    Silent,
    /// Strangers who begin to greet.
    HalfGreeting,
}

impl Who {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nobody, Self::Silent, Self::HalfGreeting];

    const fn name(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Silent => "silent connections",
            Self::HalfGreeting => "half greetings",
        }
    }
}

/// What strangers cost, and what others noticed of them.
#[derive(Clone, Debug, Serialize)]
pub struct Siege {
    /// Who came.
    pub what: &'static str,
    connections: u32,
    /// As the server counts them, when all had come.
    open_at_once: usize,
    /// What they added to the server's memory, in KiB each.
    each_kib: f64,
    /// From the first that came to the last that the server closed, in milliseconds.
    lasted_ms: u64,
    closed: usize,
    /// Descriptors that the server had open more than before, when all were gone.
    descriptors_left: usize,
    /// Moves at the table meanwhile, and how long they took to all four seats, in milliseconds.
    moves: u64,
    p99_ms: f64,
    slowest_ms: f64,
}

impl Siege {
    /// Are they all gone, and was the table served meanwhile?
    pub fn is_over(&self) -> bool {
        self.closed == self.connections as usize
            && self.descriptors_left <= SPARE_DESCRIPTORS
            && self.moves > 0
    }
}

/// What became of the strangers.
#[derive(Default)]
struct Strangers {
    came: u32,
    open_at_once: usize,
    memory: u64,
    lasted: Duration,
    closed: usize,
    descriptors_left: usize,
}

/// Lets a table play while so many strangers come, or none for comparison, until they are all gone.
///
/// # Errors
/// Those of the calls.
pub async fn besiege(
    server: &Server,
    who: Who,
    number: u32,
    clock: &Clock,
    entropy: &Entropy,
) -> anyhow::Result<Siege> {
    let mut players = crowd::sign_in(server, 1, Connections::Separate, clock, entropy).await?;
    let players = players.pop().expect("a table has signed in");
    let matches = Matches::of(server, clock, entropy)?;
    let play = Play { what: who.name(), players: &players, matches: &matches, clock, entropy };
    let others = async {
        // Alone at first in any case, so that what a table needs is not taken for the strangers' share.
        clock.sleep(QUIET).await;
        match who {
            Who::Nobody => Ok(Strangers::default()),
            Who::Silent => strangers(server, number, b"", clock).await,
            Who::HalfGreeting => strangers(server, number, HALF_A_GREETING, clock).await,
        }
    };
    play.beside(others).await
}

/// A table that plays while something goes on.
struct Play<'a> {
    what: &'static str,
    players: &'a [Arc<Player>; SEATS],
    matches: &'a Matches,
    clock: &'a Clock,
    entropy: &'a Entropy,
}

impl Play<'_> {
    async fn beside(self, others: impl Future<Output = anyhow::Result<Strangers>>) -> anyhow::Result<Siege> {
        let match_id = self.matches.create(self.players).await?;
        let run = Arc::new(Run {
            door: Kind::Session,
            think: THINK,
            present: Present::default(),
            matches: self.matches.clone(),
            clock: self.clock.clone(),
            entropy: self.entropy.clone(),
        });
        run.present.set(Phase::Measure);
        let table = Table::new(self.players.clone(), match_id, self.clock);
        let mut seats = JoinSet::new();
        for number in 0..SEATS as u32 {
            seats.spawn(Seat::new(&run, &table, number).play());
        }
        let others = tokio::select! {
            others = others => others?,
            Some(ended) = seats.join_next() => match ended? {
                Ok(()) => anyhow::bail!("a player has left"),
                Err(error) => return Err(error.context("a player cannot go on")),
            },
        };
        Ok(siege(self.what, &others, &table.tally.waits()))
    }
}

fn siege(what: &'static str, strangers: &Strangers, waits: &Histogram<u64>) -> Siege {
    let ms = |micros: u64| micros as f64 / 1e3;
    Siege {
        what,
        connections: strangers.came,
        open_at_once: strangers.open_at_once,
        each_kib: strangers.memory as f64 / 1024.0 / f64::from(strangers.came.max(1)),
        lasted_ms: u64::try_from(strangers.lasted.as_millis()).unwrap_or(u64::MAX),
        closed: strangers.closed,
        descriptors_left: strangers.descriptors_left,
        moves: waits.len(),
        p99_ms: ms(waits.value_at_quantile(0.99)),
        slowest_ms: ms(waits.max()),
    }
}

/// So many strangers from their coming to their end.
async fn strangers(server: &Server, number: u32, words: &[u8], clock: &Clock) -> anyhow::Result<Strangers> {
    let pid = server.pid();
    let (begun, before, memory_before) = (clock.monotonic(), descriptors(pid), memory(pid));
    let coming = stream::iter(0..number).map(|_| async {
        let mut stream = TcpStream::connect(server.host()).await?;
        // The server closes first; without this its ports would have to rest before others could come.
        stream.set_zero_linger()?;
        stream.write_all(words).await?;
        std::io::Result::Ok(stream)
    });
    let here: Vec<TcpStream> = coming.buffer_unordered(AT_A_TIME).try_collect().await?;
    let wanted = before + number as usize;
    let limit = clock.monotonic().plus(ACCEPT_LIMIT);
    while descriptors(pid) < wanted && clock.monotonic() < limit {
        clock.sleep(LOOK_AGAIN).await;
    }
    let open_at_once = descriptors(pid).saturating_sub(before);
    let memory = memory(pid).saturating_sub(memory_before);
    let closed = stream::iter(here).map(|stream| closed(stream, clock)).buffer_unordered(number as usize);
    let closed = closed.filter(|closed| std::future::ready(*closed)).count().await;
    let lasted = clock.monotonic().since(begun);
    settle(server, before, clock).await;
    let descriptors_left = descriptors(pid).saturating_sub(before);
    Ok(Strangers { came: number, open_at_once, memory, lasted, closed, descriptors_left })
}

/// Has the server put an end to a connection in time?
async fn closed(mut stream: TcpStream, clock: &Clock) -> bool {
    let mut byte = [0];
    // A reset is as good as an end.
    match clock.timeout(CLOSE_LIMIT, stream.read(&mut byte)).await {
        Ok(read) => read.unwrap_or(0) == 0,
        Err(_) => false,
    }
}

/// The sieges as a table.
pub fn markdown(sieges: &[Siege]) -> String {
    if sieges.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "| who else was there | connections | open at once | KiB each | all closed after ms | closed | descriptors left | moves at a table | p99 ms | slowest ms |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for siege in sieges {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {:.2} | {} | {} | {} | {} | {:.1} | {:.1} |",
            siege.what,
            siege.connections,
            siege.open_at_once,
            siege.each_kib,
            siege.lasted_ms,
            siege.closed,
            siege.descriptors_left,
            siege.moves,
            siege.p99_ms,
            siege.slowest_ms,
        );
    }
    text
}
