//! A player for a quiet evening: bids what the hand looks like, takes tricks that can be taken, and neither counts cards
//! nor thinks of who is to play next.

use pepper::{Action, Phase, Strain};

use super::PepperSight;
use crate::dice::Dice;
use crate::game_sight::first_best;

/// How far its judgement of a hand wavers, in tricks.
const WAVER: f32 = 1.2;
/// How far its judgement of a card wavers, where the lowest and the highest card of a suit are one apart.
const CARD_WAVER: f32 = 0.3;

pub(crate) fn choose(sight: &PepperSight<'_>, dice: &mut Dice) -> Action {
    match sight.view.phase {
        Phase::Play => first_best(&sight.legal, |action| worth(sight, action) + CARD_WAVER * dice.unit()),
        Phase::Name => first_best(&sight.legal, |action| match action {
            Action::Name { strain } => looks_like(sight, *strain) + WAVER * dice.unit() / 2.0,
            _ => 0.0,
        }),
        _ => call(sight, dice),
    }
}

/// Bids the least if the hand looks like so many tricks, else passes.
fn call(sight: &PepperSight<'_>, dice: &mut Dice) -> Action {
    let strains = Strain::ALL.iter().filter(|strain| sight.options.no_trump || **strain != Strain::NoTrump);
    let most = strains.map(|strain| looks_like(sight, *strain)).fold(0.0, f32::max);
    let tricks = most + WAVER * (dice.unit() - 0.5);
    let bid = sight.legal.iter().find(|action| matches!(action, Action::Bid { .. }));
    match (sight.legal[0], bid) {
        (Action::Pass, Some(bid @ Action::Bid { level })) => {
            let needs = level.needs(sight.options.players.hand_size());
            if tricks >= f32::from(needs) { *bid } else { Action::Pass }
        }
        (first, _) => first,
    }
}

/// A trick for every other trump, bower and ace, and one for partner.
fn looks_like(sight: &PepperSight<'_>, strain: Strain) -> f32 {
    let hand = sight.view.hand.unwrap_or_default();
    let partner = if sight.options.players == pepper::Players::Four { 1.0 } else { 0.0 };
    hand.iter().fold(partner, |tricks, card| {
        let suit = strain.suit_of(card);
        let strength = strain.strength(card, suit);
        let trump = strain.trump() == Some(suit);
        let high = strength >= strain.strength(cards::Card::new(cards::Rank::Ace, card.suit()), suit);
        tricks + if trump { 0.4 } else { 0.0 } + if high { 0.6 } else { 0.0 }
    })
}

/// How good it looks to play a card.
fn worth(sight: &PepperSight<'_>, action: &Action) -> f32 {
    let (Some(card), Some(strain)) = (action.card(), sight.view.strain) else { return 0.0 };
    let height = f32::from(card.rank().ace_high()) / 14.0;
    let trump = strain.trump() == Some(strain.suit_of(card));
    let trick = &sight.view.trick;
    let Some(led) = trick.led() else {
        // Leads high cards.
        return height;
    };
    let strength = |card| strain.strength(card, strain.suit_of(led));
    let best = trick.best_by(strength);
    let partner_wins = best.is_some_and(|(seat, _)| {
        sight.options.players.side_of(seat) == sight.options.players.side_of(sight.seat)
    });
    let takes = best.is_none_or(|(_, best)| strength(card) > strength(best));
    let cost = height + if trump { 0.5 } else { 0.0 };
    if takes && !partner_wins { 2.0 - cost } else { -cost }
}
