//! The table as one value, and its changes while it is open.
//!
//! Every method that changes something raises the version; one that finds nothing to do leaves it, which makes retries
//! harmless. A refused change leaves the table as it was.

use env::UnixMillis;

use crate::ids::{AccountId, MatchId, SeatNumber, TableId};

use super::code::TableCode;
use super::readiness::Readiness;
use super::refusal::TableRefusal;
use super::seat::{BotLevel, Occupant, Player, Seat};
use super::settings::{TableSettings, Visibility};

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its id.
    pub id: TableId,
    /// Its code.
    pub code: TableCode,
    /// Where it stands.
    pub stage: Stage,
    /// What it plays.
    pub settings: TableSettings,
    /// Its seats in playing order.
    pub seats: Vec<Seat>,
    /// Who decides; `None` only for a closed table.
    pub host: Option<AccountId>,
    /// Counts changes, from 1.
    pub version: u64,
    /// When it was opened.
    pub created_at: UnixMillis,
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Players may come and go.
    Open,
    /// The engine has been or will be asked to create this match.
    Starting(MatchId),
    /// The match exists.
    Started(MatchId),
    /// Nobody is left.
    Closed,
}

impl Stage {
    /// True if nothing will change any more.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Started(_) | Self::Closed)
    }
}

impl Table {
    /// A new table with `host` on seat 0 and one seat for each entry of `sides`.
    ///
    /// # Panics
    /// If `sides` is empty: the engine knows no game without seats.
    pub fn open(
        id: TableId,
        code: TableCode,
        settings: TableSettings,
        sides: &[u8],
        host: (AccountId, String),
        now: UnixMillis,
    ) -> Self {
        assert!(!sides.is_empty(), "a game has seats");
        let (account, display_name) = host;
        let mut seats: Vec<Seat> = sides.iter().map(|&side| Seat { side, occupant: None }).collect();
        let player = Player { account, display_name, readiness: Readiness::NotReady, since_version: 1 };
        seats[0].occupant = Some(Occupant::Player(player));
        Self {
            id,
            code,
            stage: Stage::Open,
            settings,
            seats,
            host: Some(account),
            version: 1,
            created_at: now,
        }
    }

    /// The seat of an account.
    pub fn seat_of(&self, account: AccountId) -> Option<SeatNumber> {
        let index = self.seats.iter().position(|seat| seat.player().is_some_and(|p| p.account == account))?;
        Some(number(index))
    }

    /// True if `account` may look at the table: it sits there, or the table is public.
    pub fn is_visible_to(&self, account: AccountId) -> bool {
        self.settings.visibility == Visibility::Public || self.seat_of(account).is_some()
    }

    /// Seats without an occupant.
    pub fn free_seats(&self) -> usize {
        self.seats.iter().filter(|seat| seat.is_free()).count()
    }

    /// Why a rated table will not be rated as it stands; `None` if it will, or was never meant to be.
    pub fn unrated_because(&self) -> Option<&'static str> {
        if !self.settings.rated {
            None
        } else if self.settings.choice.ladder.is_empty() {
            Some("No ladder rates matches with these options.")
        } else if self.seats.iter().any(Seat::has_bot) {
            Some("A bot sits at this table, and only matches between people are rated.")
        } else {
            None
        }
    }

    /// Seats `who` on the wanted seat or, if none is named, the first free one. Who sits there already moves to the
    /// wanted seat, or stays if none is named.
    ///
    /// # Errors
    /// `Closed`, `NoSuchSeat`, `Full`, `SeatTaken`.
    pub fn join(
        &mut self,
        who: AccountId,
        display_name: &str,
        wanted: Option<SeatNumber>,
    ) -> Result<(), TableRefusal> {
        let seated = self.seat_of(who);
        if seated.is_some() && (wanted.is_none() || wanted == seated) {
            return Ok(());
        }
        self.require_open()?;
        if seated.is_none() && self.free_seats() == 0 {
            return Err(TableRefusal::Full);
        }
        let target = self.free_seat(wanted)?;
        self.version += 1;
        let since_version = self.version;
        let newcomer = || {
            let display_name = display_name.to_owned();
            Player { account: who, display_name, readiness: Readiness::NotReady, since_version }
        };
        let left = seated.and_then(|seat| self.seats[usize::from(seat.0)].occupant.take());
        let occupant = match left {
            // Another seat may be another side: the agreement to start does not carry over.
            Some(Occupant::Player(player)) => Player { readiness: Readiness::NotReady, ..player },
            _ => newcomer(),
        };
        self.seats[usize::from(target.0)].occupant = Some(Occupant::Player(occupant));
        Ok(())
    }

    /// Takes `who` away. The player who came first of the others becomes host if the host leaves; when no person
    /// is left, the table closes. Does nothing if `who` does not sit there.
    ///
    /// # Errors
    /// `Closed` if `who` sits there and the match has begun.
    pub fn leave(&mut self, who: AccountId) -> Result<(), TableRefusal> {
        let Some(seat) = self.seat_of(who) else { return Ok(()) };
        self.require_open()?;
        self.version += 1;
        self.seats[usize::from(seat.0)].occupant = None;
        if self.host == Some(who) {
            self.host = self.first_comer();
        }
        if self.host.is_none() {
            self.close_now();
        }
        Ok(())
    }

    /// Puts a bot on a seat that is free or has a bot.
    ///
    /// # Errors
    /// `NotSeated`, `NotHost`, `Closed`, `NoSuchSeat`, `SeatTaken` if a person sits there.
    pub fn seat_bot(
        &mut self,
        host: AccountId,
        seat: SeatNumber,
        level: BotLevel,
    ) -> Result<(), TableRefusal> {
        self.require_host(host)?;
        self.require_open()?;
        let place = self.place_mut(seat)?;
        let wanted = Some(Occupant::Bot(level));
        if place.player().is_some() {
            return Err(TableRefusal::SeatTaken { seat });
        }
        if place.occupant != wanted {
            place.occupant = wanted;
            self.version += 1;
        }
        Ok(())
    }

    /// Empties a seat, whoever sits there; the host's own seat is left as by [`Table::leave`].
    ///
    /// # Errors
    /// `NotSeated`, `NotHost`, `Closed`, `NoSuchSeat`.
    pub fn empty_seat(&mut self, host: AccountId, seat: SeatNumber) -> Result<(), TableRefusal> {
        self.require_host(host)?;
        self.require_open()?;
        let place = self.place_mut(seat)?;
        if let Some(player) = place.player() {
            let account = player.account;
            return self.leave(account);
        }
        if place.occupant.take().is_some() {
            self.version += 1;
        }
        Ok(())
    }

    /// Changes the settings; `sides` are those of the new game. Everybody is unready then, unless nothing changed. If
    /// the new game has fewer seats, people beyond them move to free seats and bots make room.
    ///
    /// # Errors
    /// `NotSeated`, `NotHost`, `Closed`, `TooManyPlayers`.
    pub fn change_settings(
        &mut self,
        host: AccountId,
        settings: TableSettings,
        sides: &[u8],
    ) -> Result<(), TableRefusal> {
        self.require_host(host)?;
        self.require_open()?;
        let same_sides = self.seats.iter().map(|seat| seat.side).eq(sides.iter().copied());
        if self.settings == settings && same_sides {
            return Ok(());
        }
        self.seats = reseat(&self.seats, sides)?;
        self.settings = settings;
        self.seats.iter_mut().filter_map(Seat::player_mut).for_each(|p| p.readiness = Readiness::NotReady);
        self.version += 1;
        Ok(())
    }

    /// Notes what `who` says about starting.
    ///
    /// # Errors
    /// `NotSeated`, `Closed`.
    pub fn set_readiness(&mut self, who: AccountId, readiness: Readiness) -> Result<(), TableRefusal> {
        let seat = self.seat_of(who).ok_or(TableRefusal::NotSeated)?;
        self.require_open()?;
        let player = self.seats[usize::from(seat.0)].player_mut().expect("seat_of found the player here");
        if player.readiness != readiness {
            player.readiness = readiness;
            self.version += 1;
        }
        Ok(())
    }

    /// Closes an open table, whoever sits there; does nothing to any other.
    pub fn close(&mut self) {
        if self.stage == Stage::Open {
            self.version += 1;
            self.close_now();
        }
    }

    fn close_now(&mut self) {
        self.stage = Stage::Closed;
        self.host = None;
        self.seats.iter_mut().for_each(|seat| seat.occupant = None);
    }

    pub(super) fn require_host(&self, who: AccountId) -> Result<(), TableRefusal> {
        if self.host == Some(who) {
            Ok(())
        } else if self.seat_of(who).is_some() {
            Err(TableRefusal::NotHost)
        } else {
            Err(TableRefusal::NotSeated)
        }
    }

    fn require_open(&self) -> Result<(), TableRefusal> {
        if self.stage == Stage::Open { Ok(()) } else { Err(TableRefusal::Closed) }
    }

    fn free_seat(&self, wanted: Option<SeatNumber>) -> Result<SeatNumber, TableRefusal> {
        let Some(seat) = wanted else {
            return self.seats.iter().position(Seat::is_free).map(number).ok_or(TableRefusal::Full);
        };
        match self.seats.get(usize::from(seat.0)) {
            None => Err(TableRefusal::NoSuchSeat { seats: self.seats.len() }),
            Some(place) if place.is_free() => Ok(seat),
            Some(_) => Err(TableRefusal::SeatTaken { seat }),
        }
    }

    fn place_mut(&mut self, seat: SeatNumber) -> Result<&mut Seat, TableRefusal> {
        let seats = self.seats.len();
        self.seats.get_mut(usize::from(seat.0)).ok_or(TableRefusal::NoSuchSeat { seats })
    }

    fn first_comer(&self) -> Option<AccountId> {
        let players = self.seats.iter().filter_map(Seat::player);
        players.min_by_key(|player| player.since_version).map(|player| player.account)
    }
}

/// The number of the seat at `index`.
pub(super) fn number(index: usize) -> SeatNumber {
    SeatNumber(u8::try_from(index).expect("no game has more than 255 seats"))
}

/// The occupants of `old` on seats with the given sides: everybody stays where possible.
fn reseat(old: &[Seat], sides: &[u8]) -> Result<Vec<Seat>, TableRefusal> {
    let players = old.iter().filter(|seat| seat.player().is_some()).count();
    if players > sides.len() {
        return Err(TableRefusal::TooManyPlayers { players, seats: sides.len() });
    }
    let mut seats: Vec<Seat> = sides
        .iter()
        .enumerate()
        .map(|(index, &side)| Seat { side, occupant: old.get(index).and_then(|seat| seat.occupant.clone()) })
        .collect();
    for moved in old.iter().skip(sides.len()).filter(|seat| seat.player().is_some()) {
        let free = seats.iter().position(Seat::is_free).or_else(|| seats.iter().position(Seat::has_bot));
        let free = free.expect("people were counted: a seat is free or has a bot");
        seats[free].occupant = moved.occupant.clone();
    }
    Ok(seats)
}
