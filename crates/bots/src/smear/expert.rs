//! A player that samples what the others may hold and plays its candidates out in every sample.

use cards::{Card, CardSet, Rank};
use smear::{Action, Phase, card_count};

use super::SmearSight;
use super::club;
use super::discard::best_discards;
use super::memory::Memory;
use super::playout::Playout;
use super::sample::Sampler;
use super::strength::above;
use crate::dice::Dice;
use crate::search::{Guess, Worth, best};

/// Most discards that are compared.
const DISCARDS: usize = 8;
/// The work of one decision, in actions played: some milliseconds.
const BUDGET: usize = 48_000;
/// The work of a playout besides its actions, in the same unit: its share in dealing and replaying a world.
const PLAYOUT: usize = 30;
/// How much better than the club's choice another has to look, in points of the deal. Where nothing is at stake, a partner
/// expects the usual card, not that which chance prefers.
const BENEFIT_OF_DOUBT: f32 = 0.03;

pub(crate) fn choose(sight: &SmearSight<'_>, dice: &mut Dice) -> Action {
    let memory = Memory::of(sight);
    let candidates = candidates(sight, &memory);
    if let [only] = candidates[..] {
        return only;
    }
    let guess = SmearGuess { sampler: Sampler::new(sight, memory), club: candidates[0] };
    best(&guess, &candidates, BUDGET, dice)
}

/// What is worth comparing, the club's choice first.
fn candidates(sight: &SmearSight<'_>, memory: &Memory) -> Vec<Action> {
    let hand = sight.view.hand.unwrap_or_default();
    let mut candidates = match sight.view.phase {
        Phase::Discard => best_discards(sight.options, hand, &sight.legal, DISCARDS),
        _ => {
            let played = memory.played.iter().fold(hand | memory.away, |all, cards| all | *cards);
            distinct(&sight.legal, played)
        }
    };
    let club = club::choose(sight);
    if let Some(place) = candidates.iter().position(|action| *action == club) {
        candidates.swap(0, place);
    }
    candidates
}

/// The actions without plays that come to the same as that of a lower card: both count the same, and nobody else has a
/// card between.
fn distinct(legal: &[Action], known: CardSet) -> Vec<Action> {
    let mut distinct: Vec<Action> = Vec::new();
    for action in legal {
        let twin = action.card().is_some_and(|card| {
            distinct.iter().filter_map(Action::card).any(|lower| are_twins(lower, card, known))
        });
        if !twin {
            distinct.push(*action);
        }
    }
    distinct
}

/// Sevens may be worth a point and so have no twin.
fn are_twins(lower: Card, higher: Card, known: CardSet) -> bool {
    let between = (above(lower) - above(higher)).without(higher);
    above(lower).contains(higher)
        && between.is_subset(known)
        && card_count(lower) == card_count(higher)
        && lower.rank() != Rank::Seven
}

struct SmearGuess {
    sampler: Sampler,
    /// The first candidate.
    club: Action,
}

impl Guess for SmearGuess {
    type Action = Action;
    type World = Playout;

    fn world(&self, dice: &mut Dice) -> Playout {
        let (game, away) = self.sampler.world(dice);
        Playout::new(game, self.sampler.open().copied(), away)
    }

    fn play_out(&self, world: &Playout, action: Action, _dice: &mut Dice) -> Worth {
        let mut playout = world.clone();
        let team = playout.turn().index() % 2;
        let end = match playout.step(&action) {
            Some(end) => end,
            None => playout.run(),
        };
        let doubt = if action == self.club { BENEFIT_OF_DOUBT } else { 0.0 };
        Worth { value: end[team] - end[1 - team] + doubt, work: PLAYOUT + playout.actions() }
    }
}
