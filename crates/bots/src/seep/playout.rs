//! Playing a sampled deal on, every seat by a quick version of the club player.

use cards::{CardSet, Game, Seat, Stage, Viewer};
use seep::{Action, Event, Played, Seep};

use super::floor::Floor;
use super::judge::Judge;
use super::odds::Odds;
use super::outlook::{held, outlook};
use super::points::points;
use crate::game_sight::first_best;

/// Where loose cards pile up, legal plays run into the thousands; a player then weighs so many, evenly spread.
const MOST_WEIGHED: usize = 128;
/// A playout that met so many legal plays ends early.
const MOST_LEGAL: usize = 5_000;

/// A deal being played out, with what quick judgement needs kept up beside the rules.
#[derive(Clone)]
pub(crate) struct Playout {
    game: Seep,
    hands: [CardSet; 4],
    /// Cards that have lain open since the bid.
    open: CardSet,
    floor: Floor,
    /// By team, since this playout began.
    score: [i32; 2],
    turn: Seat,
    /// Legal plays that were listed so far.
    weighed: usize,
}

impl Playout {
    /// A deal at a decision, in which these cards have lain open.
    pub(crate) fn new(game: Seep, open: CardSet) -> Self {
        let Stage::Act(turn) = game.stage() else { unreachable!("a playout begins at a decision") };
        let hands = Seat::ALL.map(|seat| game.view(Viewer::Seat(seat)).hand.unwrap_or_default());
        let up = game.view(Viewer::Spectator).floor_up;
        let floor = up.as_ref().map_or(Floor::BARE, Floor::of);
        Self { game, hands, open, floor, score: [0; 2], turn, weighed: 0 }
    }

    /// The seat that is to act.
    pub(crate) fn turn(&self) -> Seat {
        self.turn
    }

    /// How much work the playout has been, in legal plays.
    pub(crate) fn weighed(&self) -> usize {
        self.weighed
    }

    /// Performs an action; the final score by team once the deal has ended.
    pub(crate) fn step(&mut self, action: &Action) -> Option<[i32; 2]> {
        match self.game.act(self.turn, action).expect("playouts make legal plays") {
            Event::Played(played) => match played.end {
                Some(end) => return Some(end.result.score.map(i32::from)),
                None => self.follow(&played),
            },
            Event::Bid(bid) => {
                self.floor.loose = bid.floor;
                self.open = bid.floor;
            }
            Event::Dealt(_) => {}
        }
        None
    }

    fn follow(&mut self, played: &Played) {
        let seat = self.turn.index();
        if let Some(card) = played.action.card() {
            self.hands[seat].remove(card);
            self.open.insert(card);
            if matches!(played.action, Action::Throw { .. }) {
                self.floor.loose.insert(card);
            }
        }
        self.floor.loose = self.floor.loose - played.action.take();
        if let Some(house) = played.before {
            self.floor.remove(house.value);
        }
        if let Some(house) = played.after {
            self.floor.put(house);
        }
        self.floor.play = played.number + 1;
        self.score[seat % 2] += points(played.captured, self.game.options()) + i32::from(played.sweep);
        for (hand, dealt) in self.hands.iter_mut().zip(played.dealt.unwrap_or_default()) {
            *hand = *hand | dealt;
        }
        self.turn = self.turn.next_of_four();
    }

    /// Plays on for so many plays or to the end. Returns the score by team: of the whole deal if it ended, else
    /// since this playout began, with what the floor promises.
    pub(crate) fn run(&mut self, plays: usize) -> [f32; 2] {
        let mut legal = Vec::new();
        for _ in 0..plays {
            self.game.legal(&mut legal);
            self.weighed += legal.len();
            if self.weighed > MOST_LEGAL {
                break;
            }
            thin(&mut legal);
            let action = self.choose(&legal);
            if let Some(score) = self.step(&action) {
                return score.map(|points| points as f32);
            }
        }
        let mut score = self.score.map(|points| points as f32);
        // Whoever played last looks on.
        let last = Seat::ALL[(self.turn.index() + 3) % 4];
        let hand = self.hands[last.index()];
        for seat in Seat::ALL {
            score[seat.index() % 2] += held(self.hands[seat.index()], self.game.options());
        }
        score[last.index() % 2] += outlook(&self.floor, &self.odds(last), hand, self.game.options());
        score
    }

    fn choose(&self, legal: &[Action]) -> Action {
        if let [only] = legal {
            return *only;
        }
        let (seat, options) = (self.turn, self.game.options());
        let hand = self.hands[seat.index()];
        let judge = Judge { seat, hand, floor: &self.floor, odds: &self.odds(seat), options };
        first_best(legal, |action| judge.worth(action))
    }

    /// What a seat makes of the cards it cannot see. It forgets all but the owners of the houses that stand.
    fn odds(&self, seat: Seat) -> Odds {
        let hand = self.hands[seat.index()];
        // The opening play is answered from hands of twelve.
        let size = |steps: usize| match self.floor.play {
            1 => 12,
            _ => self.hands[(seat.index() + steps) % 4].len(),
        };
        let mut odds = Odds::even(CardSet::FULL - self.open - hand, [1, 2, 3].map(size));
        for house in self.floor.standing() {
            for owner in house.owners.iter().filter(|owner| *owner != seat) {
                odds.certain((owner.index() + 4 - seat.index()) % 4, usize::from(house.value.get()));
            }
        }
        odds
    }
}

/// Leaves an even choice where there are too many plays to weigh.
fn thin(legal: &mut Vec<Action>) {
    let stride = legal.len().div_ceil(MOST_WEIGHED);
    if stride > 1 {
        let mut place = 0;
        legal.retain(|_| {
            place += 1;
            (place - 1) % stride == 0
        });
    }
}
