//! A player that goes by sound rules of thumb: bids on what its hand promises, counts the cards, and weighs what
//! a trick brings against what the card would bring later.

use smear::{Action, Phase};

use super::SmearSight;
use super::auction::Caller;
use super::discard::best_discards;
use super::judge::choose_play;
use super::memory::Memory;

pub(crate) fn choose(sight: &SmearSight<'_>) -> Action {
    let view = sight.view;
    let hand = view.hand.unwrap_or_default();
    match view.phase {
        Phase::Auction => Caller::of(sight).choose(&sight.legal, 0.0),
        Phase::Discard => best_discards(sight.options, hand, &sight.legal, 1)[0],
        _ => {
            let memory = Memory::of(sight);
            let open = memory.open.as_ref().expect("cards are played once there is a bidder");
            choose_play(sight.options, open, sight.seat, hand, memory.away, &sight.legal)
        }
    }
}
