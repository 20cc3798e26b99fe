//! Playing a sampled deal on, every seat by the club's choices.

use cards::{CardSet, Game, Seat, Stage, Viewer};
use smear::{Action, AfterCall, Calls, DealEnd, Event, Smear};

use super::auction::Caller;
use super::discard::best_discards;
use super::judge::choose_play;
use super::open::Open;

/// What winning the match is worth besides the points that win it.
const MATCH: f32 = 6.0;

/// A deal being played out, with what the choices need kept up beside the rules.
#[derive(Clone, Debug)]
pub(crate) struct Playout {
    game: Smear,
    hands: [CardSet; 4],
    calls: Calls,
    /// What lies open, once there is a bidder.
    open: Option<Open>,
    /// What the bidder has laid away.
    away: CardSet,
    turn: Seat,
    /// Actions made since this playout began.
    actions: usize,
}

impl Playout {
    /// A deal at a decision, with what lies open, and what the bidder has laid away.
    pub(crate) fn new(game: Smear, open: Option<Open>, away: CardSet) -> Self {
        let Stage::Act(turn) = game.stage() else { unreachable!("a playout begins at a decision") };
        let hands = Seat::ALL.map(|seat| game.view(Viewer::Seat(seat)).hand.unwrap_or_default());
        let calls = game.view(Viewer::Spectator).calls;
        Self { game, hands, calls, open, away, turn, actions: 0 }
    }

    /// The seat that is to act.
    pub(crate) fn turn(&self) -> Seat {
        self.turn
    }

    /// Actions made since this playout began.
    pub(crate) fn actions(&self) -> usize {
        self.actions
    }

    /// Performs an action; what the deal came to by team, once it has ended.
    pub(crate) fn step(&mut self, action: &Action) -> Option<[f32; 2]> {
        self.actions += 1;
        let seat = self.turn;
        match self.game.act(seat, action).expect("playouts choose legal actions") {
            Event::Called(called) => {
                self.calls.push(called.bid);
                match called.after {
                    AfterCall::Next { turn } => self.turn = turn,
                    AfterCall::Won { contract, taken } => {
                        let hand = &mut self.hands[contract.bidder.index()];
                        *hand = *hand | taken;
                        self.open = Some(Open::before_play(contract.bidder));
                        self.turn = contract.bidder;
                    }
                    AfterCall::ThrownIn { .. } => return Some([0.0; 2]),
                }
            }
            Event::Discarded(discarded) => {
                let hand = &mut self.hands[seat.index()];
                *hand = *hand - discarded.cards;
                self.away = discarded.cards;
            }
            Event::Played(played) => {
                self.hands[seat.index()].remove(played.card);
                if let Some(open) = &mut self.open {
                    open.play(seat, played.card, played.winner);
                }
                self.turn = played.winner.unwrap_or(seat.next_of_four());
                return played.end.map(|end| came_to(&end));
            }
            Event::Dealt(_) => {}
        }
        None
    }

    /// Plays on to the end of the deal; what it came to by team.
    pub(crate) fn run(&mut self) -> [f32; 2] {
        let mut legal = Vec::new();
        loop {
            self.game.legal(&mut legal);
            let action = self.choose(&legal);
            if let Some(end) = self.step(&action) {
                return end;
            }
        }
    }

    fn choose(&self, legal: &[Action]) -> Action {
        if let [only] = legal {
            return *only;
        }
        let (options, seat) = (self.game.options(), self.turn);
        let hand = self.hands[seat.index()];
        match &self.open {
            None => {
                let scores = self.game.scores();
                Caller { options, seat, hand, calls: self.calls, scores }.choose(legal, 0.0)
            }
            Some(_) if matches!(legal[0], Action::Discard { .. }) => {
                best_discards(options, hand, legal, 1)[0]
            }
            Some(open) => {
                let away = if seat == open.bidder { self.away } else { CardSet::EMPTY };
                choose_play(options, open, seat, hand, away, legal)
            }
        }
    }
}

/// The changes of score as entered, and the match if that decides it.
fn came_to(end: &DealEnd) -> [f32; 2] {
    let mut value = end.result.deltas.map(|delta| delta as f32);
    if let Some(outcome) = end.outcome {
        for side in outcome.winners.iter() {
            value[side.index()] += MATCH;
        }
    }
    value
}
