//! The part of a match that entries change: small, so that a step can be tried on a copy before it is logged.

use std::time::Duration;

use cards::{Seat, Side, Stage};
use fairdeal::{Cut, DeckNumber, MatchId, MatchSecret, Shuffler};

use super::entry::{Actor, Entry};
use super::seat_state::SeatState;
use super::setup::Setup;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// By the rules.
    PlayedOut,
    /// A side resigned.
    Resigned,
    /// It was aborted.
    Aborted,
}

/// Why an entry cannot follow. For requests of players this is the answer; in a replay it means a divergent log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("The match is over.")]
    Over,
    /// Cards are not dealt yet.
    #[error("The cards are not dealt yet; no action is possible now.")]
    NotStarted,
    /// The cut is closed, or the seat has cut.
    #[error("The cut is closed for this seat.")]
    CutClosed,
    /// Another seat is to act.
    #[error("It is not your turn: seat {} is to act.", turn.number())]
    NotYourTurn {
        /// That seat.
        turn: Seat,
    },
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(games::Illegal),
    /// The seat's side has resigned, and others play on.
    #[error("You have resigned; a bot plays your cards to the end.")]
    OutOfMatch,
    /// The seat has resigned before.
    #[error("You have resigned already.")]
    ResignedBefore,
    /// The entry cannot follow on this state at all.
    #[error("{0}")]
    Impossible(&'static str),
}

impl Refusal {
    /// The refusal in words that may stand in a log: a sentence for the player may name the player's cards.
    pub fn without_cards(&self) -> String {
        match self {
            Self::Illegal(illegal) => format!("against the rule {}", illegal.code()),
            other => other.to_string(),
        }
    }
}

/// What an entry did, with hidden cards: for the driver only.
#[derive(Clone, Debug)]
pub enum Applied {
    /// Nothing in the game.
    Table,
    /// A step of the game.
    Game(games::Event),
}

/// The state that entries change.
#[derive(Clone, Debug)]
pub struct Core {
    /// By seat.
    pub seats: Vec<SeatState>,
    /// The cards; `None` before the first deal.
    pub game: Option<games::Match>,
    /// How it ended.
    pub end: Option<EndKind>,
    /// Has a card been played? Bids are not yet the first play.
    pub played: bool,
}

impl Core {
    /// The state before the first entry.
    pub fn new(setup: &Setup) -> Self {
        let seats = setup.seats.iter().map(|_| SeatState::new(setup.clocks.bank)).collect();
        Self { seats, game: None, end: None, played: false }
    }

    /// What the game waits for; `None` before the first deal and after the end.
    pub fn stage(&self) -> Option<Stage> {
        match &self.game {
            Some(game) if self.end.is_none() => Some(game.stage()),
            _ => None,
        }
    }

    /// The seat to act.
    pub fn turn(&self) -> Option<Seat> {
        match self.stage() {
            Some(Stage::Act(seat)) => Some(seat),
            _ => None,
        }
    }

    /// May seats still cut?
    pub fn is_cutting(&self) -> bool {
        self.game.is_none() && self.end.is_none()
    }

    /// Has every person cut or declined?
    pub fn all_cut(&self, setup: &Setup) -> bool {
        setup.seats().all(|seat| setup.is_bot(seat) || self.seats[seat.index()].cut.is_some())
    }

    /// The shuffles, as secret and cuts fix them.
    pub fn shuffler(&self, match_id: MatchId, secret: &MatchSecret) -> Shuffler {
        let entropies: Vec<_> =
            self.seats.iter().map(|s| s.cut.clone().unwrap_or_else(fairdeal::Entropy::none)).collect();
        let cut = Cut::combine(&entropies).expect("a match has one to eight seats");
        Shuffler::new(match_id, secret, &cut)
    }

    /// The number of the next deck.
    pub fn next_deck(&self) -> DeckNumber {
        let dealt = self.game.as_ref().map_or(0, |game| game.deal_number());
        DeckNumber::new(dealt + 1).expect("one more than a count is not zero")
    }

    /// Has the side resigned? It has once one of its players has, and no other person of it is there to disagree.
    pub fn has_resigned(&self, setup: &Setup, side: Side) -> bool {
        let resigned = |s: Seat| self.seats[s.index()].resigned;
        let agrees = |s: Seat| setup.is_bot(s) || resigned(s) || self.seats[s.index()].away;
        let mut seats = setup.seats_of(side);
        seats.clone().any(resigned) && seats.all(agrees)
    }

    /// Does the seat play by itself: a bot's own, one whose player is away, or one of a side that has resigned where others play on?
    pub fn is_automatic(&self, setup: &Setup, seat: Seat) -> bool {
        setup.is_bot(seat) || self.seats[seat.index()].away || self.has_resigned(setup, setup.side_of(seat))
    }

    /// Applies one entry.
    ///
    /// # Errors
    /// [`Refusal`]; the state may then be half changed and must be thrown away, which is why steps are tried on a copy.
    pub fn apply(&mut self, setup: &Setup, entry: &Entry) -> Result<Applied, Refusal> {
        if self.end.is_some() {
            return Err(Refusal::Over);
        }
        match entry {
            Entry::Cut { seat, entropy } => self.cut(*seat, entropy),
            Entry::Deal { number, dealer, deck, state_hash } => {
                self.deal(setup, *number, *dealer, deck, state_hash)
            }
            Entry::Play { seat, action, actor, bank_charged_ms } => {
                self.play(setup, *seat, action, *actor, *bank_charged_ms)
            }
            Entry::Away { seat } => self.set_away(setup, *seat, true),
            Entry::Back { seat } => self.set_away(setup, *seat, false),
            Entry::Resign { seat } => self.resign(setup, *seat),
            Entry::Abort { .. } => {
                self.end = Some(EndKind::Aborted);
                Ok(Applied::Table)
            }
        }
    }

    fn cut(&mut self, seat: Seat, entropy: &fairdeal::Entropy) -> Result<Applied, Refusal> {
        let state = &mut self.seats[seat.index()];
        if self.game.is_some() || state.cut.is_some() {
            return Err(Refusal::CutClosed);
        }
        state.cut = Some(entropy.clone());
        Ok(Applied::Table)
    }

    fn deal(
        &mut self,
        setup: &Setup,
        number: u32,
        dealer: Seat,
        deck: &cards::Deck,
        state_hash: &[u8; 32],
    ) -> Result<Applied, Refusal> {
        let game = self.game.get_or_insert_with(|| games::Match::new(setup.options, dealer));
        if game.stage() != (Stage::Deal { dealer }) {
            return Err(Refusal::Impossible("another dealer deals, or no deal is due"));
        }
        let event = game.deal(deck).map_err(|_| Refusal::Impossible("the deck does not fit the game"))?;
        if game.deal_number() != number {
            return Err(Refusal::Impossible("the deal has another number"));
        }
        if game.digest() != *state_hash {
            return Err(Refusal::Impossible("the state after the deal is not the one that was logged"));
        }
        Ok(Applied::Game(event))
    }

    fn play(
        &mut self,
        setup: &Setup,
        seat: Seat,
        action: &games::Action,
        actor: Actor,
        charged_ms: u32,
    ) -> Result<Applied, Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::NotStarted)?;
        match game.stage() {
            Stage::Act(turn) if turn == seat => {}
            Stage::Act(turn) => return Err(Refusal::NotYourTurn { turn }),
            Stage::Deal { .. } | Stage::Over => return Err(Refusal::NotStarted),
        }
        if actor == Actor::Player && self.has_resigned(setup, setup.side_of(seat)) {
            return Err(Refusal::OutOfMatch);
        }
        let game = self.game.as_mut().ok_or(Refusal::NotStarted)?;
        let event = game.act(seat, action).map_err(Refusal::Illegal)?;
        if game.stage() == Stage::Over {
            self.end = Some(EndKind::PlayedOut);
        }
        self.played |= action.card().is_some();
        let state = &mut self.seats[seat.index()];
        state.bank_left = state.bank_left.saturating_sub(Duration::from_millis(charged_ms.into()));
        state.timeouts = if actor == Actor::Autopilot { state.timeouts.saturating_add(1) } else { 0 };
        Ok(Applied::Game(event))
    }

    fn set_away(&mut self, setup: &Setup, seat: Seat, away: bool) -> Result<Applied, Refusal> {
        if setup.is_bot(seat) || self.seats[seat.index()].away == away {
            return Err(Refusal::Impossible("the seat's player has not come or gone"));
        }
        let state = &mut self.seats[seat.index()];
        state.away = away;
        state.timeouts = 0;
        self.end_if_resigned(setup);
        Ok(Applied::Table)
    }

    fn resign(&mut self, setup: &Setup, seat: Seat) -> Result<Applied, Refusal> {
        let state = &mut self.seats[seat.index()];
        if state.resigned {
            return Err(Refusal::ResignedBefore);
        }
        state.resigned = true;
        self.end_if_resigned(setup);
        Ok(Applied::Table)
    }

    /// Resignation ends the match once one side is left, or nobody who could enjoy it: two sides, the first to resign; three, the
    /// second, and until then a bot plays for the first.
    fn end_if_resigned(&mut self, setup: &Setup) {
        let goes_on = |side: &Side| !self.has_resigned(setup, *side);
        let left = setup.sides().filter(goes_on).count();
        let people = setup.seats().filter(|s| !setup.is_bot(*s) && goes_on(&setup.side_of(*s))).count();
        let any = left < setup.sides().count();
        if any && (left <= 1 || people == 0) {
            self.end = Some(EndKind::Resigned);
        }
    }
}
