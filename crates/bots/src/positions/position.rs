//! One position as its file writes it.

use cards::{Card, Deck, DeckFault, Seat, Stage};
use games::{Action, GameKind, Illegal, Match, OptionFault, Options, ParseActionError};
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::{Sight, Watcher};

/// A decision whose right answers are known.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Unique in its file.
    pub name: String,
    /// What a player would say.
    pub why: String,
    /// The game's name.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// The table options that differ from the default.
    pub options: Map<String, Value>,
    /// Smear and Pepper: the score of each side before the deal, none where all stand at 0.
    #[serde(default)]
    pub scores: Vec<i32>,
    /// Seep: team 0's lead in the running baazi before the deal.
    #[serde(default)]
    pub difference: i32,
    /// Who deals.
    pub dealer: Seat,
    /// The pack in dealing order.
    pub deck: Vec<Card>,
    /// Everything that was done in the deal so far.
    pub actions: Vec<String>,
    /// Who is to act.
    pub seat: Seat,
    /// The right answers.
    pub good: Vec<String>,
    /// The blunders.
    pub bad: Vec<String>,
}

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionFault {
    /// There is no such game for so many players.
    #[error("there is no game {0:?} for {1}")]
    Game(String, u8),
    /// The options are none of the game.
    #[error(transparent)]
    Options(#[from] OptionFault),
    /// The scores are not one for each side.
    #[error("{given} scores for {sides} sides")]
    Scores {
        /// Scores in the file.
        given: usize,
        /// Sides at the table.
        sides: usize,
    },
    /// The deck is no whole pack.
    #[error(transparent)]
    Deck(#[from] DeckFault),
    /// A text is no action.
    #[error("{0:?}: {1}")]
    Text(String, ParseActionError),
    /// An action is not legal.
    #[error("{0:?}: {1}")]
    Action(String, Illegal),
    /// The seat is not the one to act.
    #[error("it is not the turn of seat {0}")]
    Turn(Seat),
}

/// Reads a file of positions.
///
/// # Errors
/// Where the text is not of the form that the README says.
pub fn read(json: &str) -> Result<Vec<Position>, serde_json::Error> {
    serde_json::from_str(json)
}

impl Position {
    /// What the seat sees of the position.
    ///
    /// # Errors
    /// [`PositionFault`] if there can be no such position.
    pub fn sight(&self) -> Result<Sight, PositionFault> {
        let mut game = self.begin()?;
        let kind = game.kind();
        let mut watcher = Watcher::new(self.seat);
        let deck = Deck::new(kind.pack(), self.deck.clone())?;
        let event = game.deal(&deck).expect("a match that begins waits for a deck of its pack");
        watcher.note(&game, &event);
        for text in &self.actions {
            let action =
                Action::parse(kind, text).map_err(|fault| PositionFault::Text(text.clone(), fault))?;
            let Stage::Act(seat) = game.stage() else { return Err(PositionFault::Turn(self.seat)) };
            let event =
                game.act(seat, &action).map_err(|fault| PositionFault::Action(text.clone(), fault))?;
            watcher.note(&game, &event);
        }
        watcher.sight(&game).ok_or(PositionFault::Turn(self.seat))
    }

    /// The match before the deal.
    fn begin(&self) -> Result<Match, PositionFault> {
        let kind: Result<GameKind, _> = self.game.parse();
        let unknown = || PositionFault::Game(self.game.clone(), self.players);
        let kind = kind.map_err(|_| unknown())?;
        let options =
            Options::for_players(kind, self.players).ok_or_else(unknown)?.with_json(&self.options)?;
        let sides = options.seats().map(|seat| options.side_of(seat).index() + 1).max().unwrap_or(0);
        let scores = if self.scores.is_empty() { vec![0; sides] } else { self.scores.clone() };
        let wrong = PositionFault::Scores { given: scores.len(), sides };
        Ok(match options {
            Options::Seep(options) => {
                Match::Seep(seep::Seep::standing_at(options, self.dealer, self.difference, [0; 2]))
            }
            Options::Smear(options) => {
                let scores = scores.try_into().map_err(|_| wrong)?;
                Match::Smear(smear::Smear::standing_at(options, self.dealer, scores))
            }
            Options::Pepper(_) if scores.len() != sides => return Err(wrong),
            Options::Pepper(options) => {
                Match::Pepper(pepper::Pepper::standing_at(options, self.dealer, &scores))
            }
        })
    }
}
