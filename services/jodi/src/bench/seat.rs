//! One player at one table: acts as soon as it is its turn, or after thinking; match after match.

use std::sync::Arc;
use std::time::Duration;

use env::{Clock, Entropy};
use jodi::client::Player;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tokio::sync::watch;
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::act_request::Move;
use wire::game::v1::LegalMove;

use super::crowd::{Matches, SEATS};
use super::door::{Door, Kind, Update};
use super::tally::{Phase, Present, Tally};

/// Asks for a move as it is listed among the legal ones, whatever has happened since.
pub fn move_request(match_id: String, request_id: Uuid, listed: LegalMove) -> pb::ActRequest {
    pb::ActRequest {
        match_id,
        request_id: request_id.to_string(),
        expected_seq: None,
        r#move: listed.action.map(Move::Action),
    }
}

/// A table, at which four players play one match after the other.
pub struct Table {
    /// The players, by seat.
    pub players: [Arc<Player>; SEATS],
    /// What was received.
    pub tally: Tally,
    /// The match that is played.
    match_id: watch::Sender<Uuid>,
}

impl Table {
    /// A table with its first match.
    pub fn new(players: [Arc<Player>; SEATS], match_id: Uuid, clock: &Clock) -> Arc<Self> {
        Arc::new(Self { players, tally: Tally::new(clock), match_id: watch::Sender::new(match_id) })
    }
}

/// What all seats of a run share.
pub struct Run {
    /// By which door.
    pub door: Kind,
    /// How long players think on average; drawn evenly from half to one and a half of it.
    pub think: Duration,
    /// What is done with moves.
    pub present: Present,
    /// Makes the next matches.
    pub matches: Matches,
    /// The time.
    pub clock: Clock,
    /// Chance.
    pub entropy: Entropy,
}

/// One player at a table.
pub struct Seat {
    run: Arc<Run>,
    table: Arc<Table>,
    number: u32,
    chance: ChaCha8Rng,
}

impl Seat {
    /// The player on that seat.
    pub fn new(run: &Arc<Run>, table: &Arc<Table>, number: u32) -> Self {
        let chance = ChaCha8Rng::seed_from_u64(run.entropy.u64());
        Self { run: run.clone(), table: table.clone(), number, chance }
    }

    /// Plays until it is dropped or something fails.
    ///
    /// # Errors
    /// Whatever the server refuses.
    pub async fn play(mut self) -> anyhow::Result<()> {
        let table = self.table.clone();
        let mut match_ids = table.match_id.subscribe();
        let mut door = Door::open(self.run.door, &table.players[self.number as usize]).await?;
        loop {
            let match_id = *match_ids.borrow_and_update();
            door.watch(match_id).await?;
            self.play_match(&mut door, match_id).await?;
            if self.number == 0 {
                let next = self.run.matches.create(&table.players).await?;
                table.match_id.send_replace(next);
            }
            match_ids.changed().await?;
        }
    }

    async fn play_match(&mut self, door: &mut Door, match_id: Uuid) -> anyhow::Result<()> {
        let match_id = match_id.to_string();
        loop {
            let (seq, turn) = match door.next().await? {
                Update::Snapshot(snapshot) if snapshot.match_id == match_id => (snapshot.seq, snapshot.turn),
                Update::Event(event) if event.match_id == match_id => {
                    self.table.tally.received(event.seq, self.run.present.phase());
                    if event.ended.is_some() {
                        return Ok(());
                    }
                    (event.seq, event.turn)
                }
                // The end of the match before.
                _ => continue,
            };
            if let Some(turn) = turn.filter(|turn| turn.seat == self.number && !turn.legal_moves.is_empty()) {
                self.act(door, &match_id, seq, turn).await?;
            }
        }
    }

    async fn act(
        &mut self,
        door: &mut Door,
        match_id: &str,
        seq: u64,
        mut turn: pb::Turn,
    ) -> anyhow::Result<()> {
        if self.run.present.phase() == Phase::Stop {
            return Ok(());
        }
        if !self.run.think.is_zero() {
            let thought = self.run.think.mul_f64(self.chance.random_range(0.5..1.5));
            self.run.clock.sleep(thought).await;
        }
        let chosen = self.chance.random_range(0..turn.legal_moves.len());
        let listed = turn.legal_moves.swap_remove(chosen);
        let mut request_id = [0; 16];
        self.chance.fill_bytes(&mut request_id);
        let request_id = uuid::Builder::from_random_bytes(request_id).into_uuid();
        let request = move_request(match_id.to_owned(), request_id, listed);
        self.table.tally.sent(seq + 1);
        door.act(request).await
    }
}
