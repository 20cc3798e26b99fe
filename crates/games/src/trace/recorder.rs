//! Playing a match over for its trace.

use cards::{DealFault, Deck, Listing, Seat, Stage, Viewer};
use serde_json::Value;
use thiserror::Error;

use super::{DealEntry, MatchLine, Step};
use crate::hosted::DealOver;
use crate::{Action, Event, Illegal, Match, Options, View};

/// What to note of the seats' views before an action.
#[derive(Clone, Debug)]
pub enum StepViews {
    /// Nothing.
    None,
    /// What the rules say every seat sees.
    Computed,
    /// What seats were really shown, by seat; `None` for a seat that was not recorded.
    Shown(Vec<Option<View>>),
}

/// Why a match could not be traced.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TraceFault {
    /// The deck could not be dealt.
    #[error(transparent)]
    Deal(#[from] DealFault),
    /// The action was not legal.
    #[error(transparent)]
    Act(#[from] Illegal),
    /// More actions are legal than any list holds, so the line could not be complete.
    #[error("more actions are legal than a list holds")]
    TooManyLegal,
}

/// Plays one match and notes its trace.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Match,
    /// The match after the last whole deal.
    settled: Match,
    first_dealer: Seat,
    deals: Vec<DealEntry>,
    /// The deal in progress.
    begun: Option<DealEntry>,
    legal: Vec<Action>,
}

impl Recorder {
    /// A trace of a match with these options that has not been dealt yet.
    pub fn new(options: Options, first_dealer: Seat) -> Self {
        let game = Match::new(options, first_dealer);
        let settled = game.clone();
        Self { game, settled, first_dealer, deals: Vec::new(), begun: None, legal: Vec::new() }
    }

    /// The match as it stands.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// Whole deals noted so far, thrown-in ones included.
    pub fn whole_deals(&self) -> usize {
        self.deals.len()
    }

    /// The legal actions of the seat to act.
    ///
    /// # Errors
    /// [`TraceFault::TooManyLegal`] if no list holds them all.
    pub fn legal(&mut self) -> Result<&[Action], TraceFault> {
        match self.game.legal(&mut self.legal) {
            Listing::Complete => Ok(&self.legal),
            Listing::Cut => Err(TraceFault::TooManyLegal),
        }
    }

    /// Deals a deck.
    ///
    /// # Errors
    /// [`TraceFault::Deal`] if none is due or the deck is bad.
    pub fn deal(&mut self, deck: &Deck) -> Result<(), TraceFault> {
        let Stage::Deal { dealer } = self.game.stage() else { return Err(DealFault::NotDue.into()) };
        let event = self.game.deal(deck)?;
        self.begun = Some(DealEntry {
            dealer,
            deck: deck.cards().to_vec(),
            steps: Vec::new(),
            thrown_in: false,
            result: None,
        });
        self.note(&event);
        Ok(())
    }

    /// Performs an action of a seat.
    ///
    /// # Errors
    /// [`TraceFault::Act`] if it is not legal, [`TraceFault::TooManyLegal`]; nothing is noted then.
    pub fn act(&mut self, seat: Seat, action: &Action, views: StepViews) -> Result<(), TraceFault> {
        let legal = self.legal()?.iter().map(Action::to_string).collect();
        let views = self.print_views(views);
        let event = self.game.act(seat, action)?;
        let step = Step { seat, legal, action: action.to_string(), views };
        let begun = self.begun.as_mut().expect("an action was legal, so a deal is in progress");
        begun.steps.push(step);
        self.note(&event);
        Ok(())
    }

    fn print_views(&self, views: StepViews) -> Option<Vec<Option<Value>>> {
        let views = match views {
            StepViews::None => return None,
            StepViews::Computed => {
                self.game.seats().map(|seat| Some(self.game.view(Viewer::Seat(seat)))).collect()
            }
            StepViews::Shown(views) => views,
        };
        let print = |view| serde_json::to_value(view).expect("a view is plain data with text keys");
        Some(views.into_iter().map(|view| view.map(print)).collect())
    }

    /// Closes the deal in progress if the event ended it.
    fn note(&mut self, event: &Event) {
        let Some(over) = self.game.deal_over(event) else { return };
        let mut entry = self.begun.take().expect("an event belongs to a deal in progress");
        match over {
            DealOver::ThrownIn => entry.thrown_in = true,
            DealOver::Scored(result) => entry.result = Some(result),
        }
        self.deals.push(entry);
        self.settled = self.game.clone();
    }

    /// The line of the match up to the last whole deal; a deal in progress is left out.
    pub fn line(self) -> MatchLine {
        let options = self.game.options();
        MatchLine {
            game: self.game.kind(),
            players: self.game.players(),
            options: options.to_json(),
            first_dealer: self.first_dealer,
            deals: self.deals,
            state: self.settled.trace_state(),
        }
    }
}
