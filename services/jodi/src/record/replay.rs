//! From the JSON form to what the rules understand.

use std::time::Duration;

use cards::{Deck, Seat};
use fairdeal::{Commitment, Entropy, MatchId, MatchSecret};
use game_engine::state::{Actor, Clocks, Entry, Occupant, Setup};
use games::{Action, GameKind, Match, Options};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::form::{FORMAT, Record, RecordedBy, StepKind};

/// Why a record cannot be read as a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// Another form.
    #[error("the record has format {0}; this program reads {FORMAT}")]
    Format(u32),
    /// Something in it makes no sense.
    #[error("{what}: {why}")]
    Unreadable {
        /// Where.
        what: String,
        /// What is wrong.
        why: String,
    },
}

fn unreadable(what: impl Into<String>, why: impl ToString) -> RecordFault {
    RecordFault::Unreadable { what: what.into(), why: why.to_string() }
}

/// A record in the types of the rules. Nothing has been checked but that it can be read.
#[derive(Clone, Debug)]
pub struct Played {
    /// The match.
    pub match_id: Uuid,
    /// What it was created with.
    pub setup: Setup,
    /// The shuffle secret.
    pub secret: MatchSecret,
    /// The commitment.
    pub commitment: Commitment,
    /// What each seat added.
    pub entropies: Vec<Entropy>,
    /// Who dealt first.
    pub first_dealer: Seat,
    /// The steps.
    pub steps: Vec<PlayedStep>,
}

/// A step in the types of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedStep {
    /// A pack was dealt.
    Deal {
        /// From 1.
        number: u32,
        /// Who dealt.
        dealer: Seat,
        /// The pack.
        deck: Deck,
    },
    /// Everything else, as the engine logs it.
    Other(Entry),
}

impl Record {
    /// Reads the record in the types of the rules.
    ///
    /// # Errors
    /// [`RecordFault`] says where it cannot be read.
    pub fn read(&self) -> Result<Played, RecordFault> {
        if self.format != FORMAT {
            return Err(RecordFault::Format(self.format));
        }
        let kind: GameKind = self.game.parse().map_err(|error| unreadable("game", error))?;
        if self.rules_version != kind.rules_version() {
            let why = format!("is {}; this program knows {}", self.rules_version, kind.rules_version());
            return Err(unreadable("rules_version", why));
        }
        let seated = [self.seats.len(), self.entropies.len()] == [usize::from(self.players); 2];
        let defaults = Options::for_players(kind, self.players).filter(|_| seated).ok_or_else(|| {
            unreadable("players", "must be the number of seats and of entropies, and fit the game")
        })?;
        let options = defaults.with_json(&self.options).map_err(|fault| unreadable("options", fault))?;
        let entropies = (0..).zip(&self.entropies).map(|(seat, text)| entropy(seat, text));
        let entropies = entropies.collect::<Result<Vec<_>, _>>()?;
        let secret = MatchSecret::from_hex(&self.secret).map_err(|error| unreadable("secret", error))?;
        let commitment = self.commitment.parse().map_err(|error| unreadable("commitment", error))?;
        let first_dealer = self.seat("first_dealer", self.first_dealer)?;
        let setup = self.setup(options, first_dealer)?;
        let mut steps = Vec::with_capacity(self.steps.len());
        for (seq, step) in (1..).zip(&self.steps) {
            if step.seq != seq {
                return Err(unreadable(format!("step {seq}"), format!("has seq {}", step.seq)));
            }
            steps.push(self.step(kind, &entropies, seq, &step.kind)?);
        }
        let match_id = self.match_id;
        Ok(Played { match_id, setup, secret, commitment, entropies, first_dealer, steps })
    }

    fn setup(&self, options: Options, first_dealer: Seat) -> Result<Setup, RecordFault> {
        let seats =
            (0..).zip(&self.seats).map(|(seat, occupant)| match (occupant.account_id, &occupant.bot) {
                (Some(account_id), None) => {
                    Ok(Occupant::Player { account_id, display_name: occupant.name.clone() })
                }
                (None, Some(level)) => {
                    let level = level.parse().map_err(|error| unreadable(format!("seat {seat}"), error))?;
                    Ok(Occupant::Bot { level })
                }
                _ => Err(unreadable(format!("seat {seat}"), "is neither a player's nor a bot's")),
            });
        Ok(Setup {
            options,
            seats: seats.collect::<Result<_, _>>()?,
            clocks: Clocks {
                turn_limit: Duration::from_millis(self.clocks.turn_limit_ms),
                bank: Duration::from_millis(self.clocks.bank_ms),
            },
            cut_window: Duration::ZERO,
            ladder: self.ladder.clone(),
            spectators: false,
            first_dealer: self.first_dealer_given.then_some(first_dealer),
        })
    }

    fn seat(&self, what: impl Into<String>, number: u8) -> Result<Seat, RecordFault> {
        let seat = Seat::new(number).filter(|seat| seat.number() < self.players);
        seat.ok_or_else(|| unreadable(what, format!("there is no seat {number}")))
    }

    fn step(
        &self,
        kind: GameKind,
        entropies: &[Entropy],
        seq: u64,
        step: &StepKind,
    ) -> Result<PlayedStep, RecordFault> {
        let place = format!("step {seq}");
        let seat = |number: u8| self.seat(place.clone(), number);
        let entry = match step {
            StepKind::Deal { deal, dealer } => {
                let index = usize::try_from(*deal).ok().and_then(|deal| deal.checked_sub(1));
                let cards = index
                    .and_then(|index| self.decks.get(index))
                    .ok_or_else(|| unreadable(&place, format!("there is no deck {deal} in decks")))?;
                let deck = Deck::new(kind.pack(), cards.clone());
                let deck = deck.map_err(|fault| unreadable(format!("deck {deal}"), fault))?;
                return Ok(PlayedStep::Deal { number: *deal, dealer: seat(*dealer)?, deck });
            }
            StepKind::Cut { seat: number, entropy_hash } => {
                let seat = seat(*number)?;
                let entropy = &entropies[seat.index()];
                if *entropy_hash != hash_of(entropy) {
                    return Err(unreadable(place, format!("is not the hash of the entropy of seat {seat}")));
                }
                Entry::Cut { seat, entropy: entropy.clone() }
            }
            StepKind::Action { seat: number, action, actor, bank_charged_ms } => Entry::Play {
                seat: seat(*number)?,
                action: Action::parse(kind, action).map_err(|error| unreadable(&place, error))?,
                actor: match actor {
                    RecordedBy::Player => Actor::Player,
                    RecordedBy::Autopilot => Actor::Autopilot,
                    RecordedBy::Bot => Actor::Bot,
                },
                bank_charged_ms: *bank_charged_ms,
            },
            StepKind::Away { seat: number } => Entry::Away { seat: seat(*number)? },
            StepKind::Back { seat: number } => Entry::Back { seat: seat(*number)? },
            StepKind::Resign { seat: number } => Entry::Resign { seat: seat(*number)? },
            StepKind::Abort { why } => Entry::Abort { why: why.clone() },
        };
        Ok(PlayedStep::Other(entry))
    }
}

impl Played {
    /// The id in the shuffles' own form.
    pub fn fair_id(&self) -> MatchId {
        MatchId::from_bytes(self.match_id.into_bytes())
    }

    /// The packs in the order in which they were dealt.
    pub fn decks(&self) -> impl Iterator<Item = &Deck> {
        self.steps.iter().filter_map(|step| match step {
            PlayedStep::Deal { deck, .. } => Some(deck),
            PlayedStep::Other(_) => None,
        })
    }

    /// The entry that the engine logs for a step, after those that led to `game`; `None` if the deal is not due or its
    /// pack does not fit.
    pub(super) fn entry(&self, step: &PlayedStep, game: Option<&Match>) -> Option<Entry> {
        match step {
            PlayedStep::Other(entry) => Some(entry.clone()),
            PlayedStep::Deal { number, dealer, deck } => {
                let mut game = game.cloned().unwrap_or_else(|| Match::new(self.setup.options, *dealer));
                game.deal(deck).ok()?;
                let state_hash = game.digest();
                Some(Entry::Deal { number: *number, dealer: *dealer, deck: deck.clone(), state_hash })
            }
        }
    }
}

fn entropy(seat: usize, text: &str) -> Result<Entropy, RecordFault> {
    let what = || format!("entropy of seat {seat}");
    let bytes = hex::decode(text).map_err(|error| unreadable(what(), error))?;
    Entropy::new(bytes).map_err(|error| unreadable(what(), error))
}

/// The hash that a cut is told by.
pub(super) fn hash_of(entropy: &Entropy) -> String {
    if entropy.is_none() { String::new() } else { hex::encode(Sha256::digest(entropy.as_bytes())) }
}
