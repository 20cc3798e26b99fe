//! Seats that play by themselves: what they have seen, and how what they decide comes back.

use bots::{Level, Sight, Watcher};
use cards::Seat;

use super::message::{Message, Thought};
use super::task::DriverTask;
use super::timers::{bank_charge_ms, is_automatic};
use crate::error::EngineError;
use crate::state::{Actor, Applied, Entry, MatchState, Occupant};

/// Who plays for a player who is away or out of time.
const AUTOPILOT: Level = Level::Club;
/// Decisions in a row that the autopilot takes before a bot takes the seat.
const AWAY_AFTER_TIMEOUTS: u8 = 2;

/// What seats that played by themselves were shown of the deal in progress. Nothing is kept for any other seat.
#[derive(Debug, Default)]
pub(super) struct BotSeats {
    watchers: Vec<(Seat, Watcher)>,
}

impl BotSeats {
    /// Notes a step that was just committed.
    pub(super) fn note(&mut self, state: &MatchState, applied: &Applied) {
        let (Applied::Game(event), Some(game)) = (applied, &state.core().game) else { return };
        for (_, watcher) in &mut self.watchers {
            watcher.note(game, event);
        }
    }

    /// What the seat sees, if it is to act. The first time this replays the match.
    fn sight(&mut self, state: &MatchState, seat: Seat) -> Option<Sight> {
        let game = state.core().game.as_ref()?;
        if let Some((_, watcher)) = self.watchers.iter().find(|(own, _)| *own == seat) {
            return watcher.sight(game);
        }
        let mut watcher = Watcher::new(seat);
        state.retell(|game, event| watcher.note(game, event));
        let sight = watcher.sight(game);
        self.watchers.push((seat, watcher));
        sight
    }
}

impl DriverTask {
    /// Has a bot think about the present decision. What it decides comes back as a message.
    pub(super) fn ask_bot(&mut self, seat: Seat, actor: Actor) {
        let Some(sight) = self.bot_seats.sight(&self.state, seat) else { return };
        let level = match self.state.setup.occupant(seat) {
            Occupant::Bot { level } => *level,
            Occupant::Player { .. } => AUTOPILOT,
        };
        let seq = self.state.seq();
        self.thinking_at = Some(seq);
        let (thinkers, mailbox) = (self.context.thinkers.clone(), self.own_mailbox.clone());
        tokio::spawn(async move {
            let action = thinkers.choose(level, sight).await;
            if let Some(mailbox) = mailbox.upgrade() {
                let thought = Box::new(Thought { seq, seat, actor, action });
                let _ = mailbox.send(Message::Thought(thought)).await;
            }
        });
    }

    /// Is a bot thinking about the decision that is awaited now?
    pub(super) fn is_thinking(&self) -> bool {
        self.thinking_at == Some(self.state.seq())
    }

    /// Plays what a bot decided, unless the match has gone on meanwhile or the player is back.
    pub(super) async fn on_thought(&mut self, thought: Thought) -> Result<(), EngineError> {
        let Thought { seq, seat, actor, action } = thought;
        if self.thinking_at == Some(seq) {
            self.thinking_at = None;
        }
        let still_its_turn = seq == self.state.seq() && self.state.core().turn() == Some(seat);
        if !still_its_turn || is_automatic(&self.state, seat) != (actor == Actor::Bot) {
            return Ok(());
        }
        let bank_charged_ms = match actor {
            Actor::Autopilot => bank_charge_ms(&self.state, seat, self.start, self.context.clock.monotonic()),
            Actor::Player | Actor::Bot => 0,
        };
        self.own_step(Entry::Play { seat, action, actor, bank_charged_ms }).await?;
        let timeouts = self.state.core().seats[seat.index()].timeouts;
        if self.state.end().is_none() && timeouts >= AWAY_AFTER_TIMEOUTS {
            self.own_step(Entry::Away { seat }).await?;
        }
        Ok(())
    }
}
