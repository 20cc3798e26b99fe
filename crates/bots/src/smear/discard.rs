//! What the bidder lays away.

use cards::CardSet;
use smear::{Action, Options, SuitSet, game_count};

use super::hand::best_trump;
use crate::game_sight::best_few;

/// What a card count in the discard is worth in points of the deal: it is ours for certain.
const PER_COUNT: f32 = 0.025;

/// The best few of the legal discards, best first. `held` is the hand with the widow.
pub(crate) fn best_discards(options: &Options, held: CardSet, legal: &[Action], few: usize) -> Vec<Action> {
    best_few(legal, few, |action| worth(options, held, action.cards()))
}

/// What the kept hand promises with the best trump that the discard allows, and what the discard counts.
pub(crate) fn worth(options: &Options, held: CardSet, discard: CardSet) -> f32 {
    let kept = held - discard;
    let suits = SuitSet::among(kept);
    // `rules/smear.md` 5: the trump must be a suit of which nothing was laid away, unless nothing else was kept.
    let trumps = if suits.is_single() { suits } else { suits.difference(SuitSet::among(discard)) };
    let (_, promise) = best_trump(options, kept, trumps);
    promise + PER_COUNT * f32::from(game_count(discard))
}
