//! A player that goes by sound rules of thumb: takes points, counts the cards that were seen, knows who must hold the
//! card of a house, and thinks of what the next players can do with the floor that a play leaves.

use seep::Action;

use super::SeepSight;
use super::floor::Floor;
use super::judge::{Judge, bid_worth};
use super::memory::Memory;
use crate::game_sight::{best_few, first_best};

pub(crate) fn choose(sight: &SeepSight<'_>) -> Action {
    weigh(sight, &Memory::of(sight), |worth| first_best(&sight.legal, worth))
}

/// The best few actions with how good they look, best first.
pub(crate) fn shortlist(sight: &SeepSight<'_>, memory: &Memory, few: usize) -> Vec<(f32, Action)> {
    weigh(sight, memory, |worth| {
        let best = best_few(&sight.legal, few, worth);
        best.into_iter().map(|action| (worth(&action), action)).collect()
    })
}

/// Hands over how good an action looks to this player.
fn weigh<T>(sight: &SeepSight<'_>, memory: &Memory, decide: impl FnOnce(&dyn Fn(&Action) -> f32) -> T) -> T {
    let hand = sight.view.hand.unwrap_or_default();
    let Some(floor) = &sight.view.floor_up else { return decide(&|action| bid_worth(hand, action)) };
    let floor = &Floor::of(floor);
    // The opening play is answered from hands of twelve.
    let sizes = if sight.view.stock > 0 { [12; 4] } else { sight.view.hand_sizes };
    let odds = &memory.odds(sight.seat, hand, sizes);
    let judge = Judge { seat: sight.seat, hand, floor, odds, options: sight.options };
    decide(&|action| judge.worth(action))
}
