//! From an open table to a match: the three steps of a start.
//!
//! The match id is stored with the first step, before the engine hears of it; whatever fails later, the same id is
//! asked for again. A table therefore never leads to two matches, nor to one that it does not know.

use crate::ids::{AccountId, MatchId};

use super::refusal::TableRefusal;
use super::seat::{Occupant, Seat};
use super::whole::{Stage, Table, number};

/// What the first step found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartStep {
    /// The table was open and is starting now, with the match id that was given.
    Begun,
    /// It was starting already, with this id.
    UnderWay(MatchId),
    /// It has started.
    Done,
}

impl Table {
    /// Begins to start the match `fresh`. Every seat must be taken, and every player but the host ready.
    ///
    /// # Errors
    /// `NotSeated`, `NotHost`, `Closed`, `SeatEmpty`, `NotReady`.
    pub fn begin_start(&mut self, host: AccountId, fresh: MatchId) -> Result<StartStep, TableRefusal> {
        match self.stage {
            Stage::Closed => return Err(TableRefusal::Closed),
            Stage::Open | Stage::Starting(_) | Stage::Started(_) => self.require_host(host)?,
        }
        match self.stage {
            Stage::Starting(id) => return Ok(StartStep::UnderWay(id)),
            Stage::Started(_) => return Ok(StartStep::Done),
            Stage::Open | Stage::Closed => {}
        }
        if let Some(index) = self.seats.iter().position(Seat::is_free) {
            return Err(TableRefusal::SeatEmpty { seat: number(index) });
        }
        if let Some(index) = self.seats.iter().position(|seat| self.holds_up(seat)) {
            return Err(TableRefusal::NotReady { seat: number(index) });
        }
        self.stage = Stage::Starting(fresh);
        self.version += 1;
        Ok(StartStep::Begun)
    }

    /// The engine has the match. Does nothing unless the table is starting this very match.
    pub fn match_created(&mut self, created: MatchId) {
        if self.stage == Stage::Starting(created) {
            self.stage = Stage::Started(created);
            self.version += 1;
        }
    }

    /// The engine will never take this match as it is: the table opens again, and everybody must agree anew. Does
    /// nothing unless the table is starting this very match.
    pub fn match_refused(&mut self, refused: MatchId) {
        if self.stage == Stage::Starting(refused) {
            self.stage = Stage::Open;
            self.seats
                .iter_mut()
                .filter_map(Seat::player_mut)
                .for_each(|player| player.readiness = super::Readiness::NotReady);
            self.version += 1;
        }
    }

    /// The ladder that will rate the match; `None` if it is unrated.
    pub fn ladder(&self) -> Option<&str> {
        let rated = self.settings.rated && self.unrated_because().is_none();
        rated.then_some(self.settings.choice.ladder.as_str())
    }

    fn holds_up(&self, seat: &Seat) -> bool {
        match &seat.occupant {
            Some(Occupant::Player(player)) => {
                self.host != Some(player.account) && !player.readiness.is_ready()
            }
            Some(Occupant::Bot(_)) | None => false,
        }
    }
}
