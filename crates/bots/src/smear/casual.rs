//! A player for a quiet evening: bids when the hand looks good, takes what it can see, feeds a partner, and does not
//! count cards.

use cards::Card;
use smear::{Action, Phase, card_count};

use super::SmearSight;
use super::auction::Caller;
use super::discard::worth;
use super::open::Open;
use super::strength::beaters;
use crate::dice::Dice;
use crate::game_sight::first_best;

/// How far its judgement of a hand wavers, in points of the deal,
const WAVER_BID: f32 = 1.2;
/// and of a card, in counts.
const WAVER_PLAY: f32 = 5.0;
/// What taking a trick is worth besides what lies in it.
const TRICK: f32 = 4.0;

pub(crate) fn choose(sight: &SmearSight<'_>, dice: &mut Dice) -> Action {
    let view = sight.view;
    let hand = view.hand.unwrap_or_default();
    match view.phase {
        Phase::Auction => Caller::of(sight).choose(&sight.legal, WAVER_BID * (dice.unit() - 0.5)),
        Phase::Discard => first_best(&sight.legal, |action| {
            worth(sight.options, hand, action.cards()) + WAVER_BID * dice.unit()
        }),
        _ => first_best(&sight.legal, |action| {
            action.card().map_or(0.0, |card| looks(sight, card)) + WAVER_PLAY * dice.unit()
        }),
    }
}

/// How a card looks as the trick lies.
fn looks(sight: &SmearSight<'_>, card: Card) -> f32 {
    let count = f32::from(card_count(card));
    let rank = f32::from(card.rank().ace_high());
    let view = sight.view;
    let Some(trump) = view.trump else {
        // The first lead: a long suit, from the top.
        let length = view.hand.map_or(0, |hand| (hand & super::strength::of_suit(card.suit())).len());
        return 6.0 * f32::from(length) + rank;
    };
    let open = Open { trick: view.trick, trump: Some(trump), ..Open::before_play(sight.seat) };
    let Some((seat, best)) = open.best() else { return rank - count };
    let spent = if card.suit() == trump { rank / 2.0 } else { rank / 4.0 };
    if seat == sight.seat.partner() {
        count - spent
    } else if beaters(best, trump).contains(card) {
        TRICK + count - spent
    } else {
        -count - spent
    }
}
