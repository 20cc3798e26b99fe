//! Scoring a deal, and the end of the match (`rules/pepper.md` 6 and 7).

use cards::{Outcome, Side, SideSet};

use crate::{BothOut, DefendersZeroPenalty, Each, Level, Options};

/// What a side without a trick against a pepper loses where that is played.
const ZERO_PENALTY: i32 = 6;

/// What a deal scores, by side. `won` are the tricks by side.
pub(crate) fn deltas(options: &Options, contract: Level, declarers: Side, won: &Each<u8>) -> Each<i32> {
    let tricks = options.players.hand_size();
    let penalised = contract.is_pepper() && options.defenders_zero_penalty == DefendersZeroPenalty::MinusSix;
    Each::new(options.players.side_count(), |side| {
        let took = won[side];
        if side != declarers.index() {
            return if penalised && took == 0 { -ZERO_PENALTY } else { i32::from(took) };
        }
        let stake = i32::from(tricks) * if contract == Level::BigPepper { 2 } else { 1 };
        match (took >= contract.needs(tricks), contract.number()) {
            (false, _) => -stake,
            (true, Some(_)) => i32::from(took),
            (true, None) => stake,
        }
    })
}

/// How the match ended with these totals, `None` while it goes on.
pub(crate) fn outcome(options: &Options, declarers: Side, totals: &Each<i32>) -> Option<Outcome> {
    let target = i32::from(options.target.get());
    let most = totals.iter().copied().max().filter(|most| *most >= target)?;
    if options.both_out == BothOut::DeclarerFirst && totals[declarers.index()] >= target {
        return Some(Outcome { winners: SideSet::of(declarers) });
    }
    let highest = options.players.sides().filter(|side| totals[side.index()] == most);
    Some(Outcome { winners: highest.fold(SideSet::EMPTY, SideSet::with) })
}
