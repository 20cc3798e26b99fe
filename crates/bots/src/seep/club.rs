//! A player that goes by sound rules of thumb.
//!
//! The unit is a tenth of a point. Captures count what they take at once, sweeps included. Houses are built
//! with high cards at stake only, because an opponent may take them; throws part with what is worth least and
//! avoid floors that one card sweeps.

use cards::{Card, CardSet, Rank, Suit};
use seep::{Action, FloorView, HouseValue, Phase, View};

use super::SeepSight;
use crate::game_sight::first_best;

/// A sweep after the opening, in points.
const SWEEP: i32 = 50;
/// The chance in tenths that points put into one's own side's house come home, and into any other.
const OWN_HOUSE: i32 = 4;
const OTHER_HOUSE: i32 = 1;
/// What a floor that a single card clears costs whoever leaves it, in tenths of a point.
const SWEEPABLE: i32 = 100;
/// The last play of a deal, which scores no sweep.
const LAST_PLAY: u8 = 48;

pub(crate) fn choose(sight: &SeepSight<'_>) -> Action {
    first_best(&sight.legal, |action| worth(sight.view, action) as f32)
}

/// How good the action looks, in tenths of a point.
fn worth(view: &View, action: &Action) -> i32 {
    let Some(floor) = &view.floor_up else { return bid_worth(view, action) };
    let hand = view.hand.unwrap_or_default();
    match *action {
        Action::Bid { .. } => 0,
        Action::Capture { card, house, take } => {
            let housed = standing(floor, house).map_or(CardSet::EMPTY, |house| house.cards);
            let captured = (take | housed).with(card);
            let sweep = if clears(floor, house, take) && floor.play < LAST_PLAY { 10 * SWEEP } else { 0 };
            10 * points(captured) + i32::from(captured.len()) + sweep
        }
        Action::Build { card, value, take } => {
            // A second key makes it likelier that the house is still there in the next round.
            let keys = i32::from((hand.without(card) & CardSet::of_rank(value.rank())).len());
            (OWN_HOUSE + keys - 1) * points(take.with(card)) - left_behind(floor, take)
        }
        Action::Add { card, value, take } => {
            let share = if ours(view, floor, value) { OWN_HOUSE } else { OTHER_HOUSE };
            share * points(take.with(card)) - left_behind(floor, take)
        }
        Action::Break { card, from, take } => {
            let housed = standing(floor, Some(from)).map_or(CardSet::EMPTY, |house| house.cards);
            // Raising a partner's house only takes it away from the side's other hand.
            let gain = if ours(view, floor, from) { OTHER_HOUSE } else { OWN_HOUSE };
            gain * points((take | housed).with(card))
        }
        Action::Throw { card } => {
            let key = floor.houses.iter().any(|house| house.value.rank() == card.rank());
            let kept = if key { 30 } else { 0 };
            -10 * points(CardSet::of(card)) - left_behind_throw(floor, card) - kept - i32::from(card.value())
        }
    }
}

/// The value held most often, the highest of those.
fn bid_worth(view: &View, action: &Action) -> i32 {
    debug_assert_eq!(view.phase, Phase::Bid, "without a floor there is a bid to make");
    let hand = view.hand.unwrap_or_default();
    action.value().map_or(0, |value| {
        100 * i32::from((hand & CardSet::of_rank(value.rank())).len()) + i32::from(value.get())
    })
}

fn standing(floor: &FloorView, value: Option<HouseValue>) -> Option<&seep::House> {
    floor.houses.iter().find(|house| Some(house.value) == value)
}

fn ours(view: &View, floor: &FloorView, value: HouseValue) -> bool {
    let Some(seat) = view.seat else { return false };
    let house = standing(floor, Some(value));
    house.is_some_and(|house| house.owners.contains(seat) || house.owners.contains(seat.partner()))
}

fn clears(floor: &FloorView, house: Option<HouseValue>, take: CardSet) -> bool {
    (floor.loose - take).is_empty() && floor.houses.iter().all(|standing| Some(standing.value) == house)
}

/// What a floor with a house costs, if the house is all that is left and a single card takes it.
fn left_behind(floor: &FloorView, take: CardSet) -> i32 {
    if (floor.loose - take).is_empty() && floor.houses.len() <= 1 { SWEEPABLE / 2 } else { 0 }
}

fn left_behind_throw(floor: &FloorView, card: Card) -> i32 {
    let loose = floor.loose.with(card);
    let total: i32 = loose.iter().map(|card| i32::from(card.value())).sum();
    let one_card_clears = floor.houses.is_empty() && total <= i32::from(Rank::King.value());
    if one_card_clears { SWEEPABLE } else { 0 }
}

/// Card points as the default rules count them.
fn points(cards: CardSet) -> i32 {
    let one = |card: Card| match (card.rank(), card.suit()) {
        (rank, Suit::Spades) => i32::from(rank.value()),
        (Rank::Ace, _) => 1,
        (Rank::Ten, Suit::Diamonds) => 6,
        _ => 0,
    };
    cards.iter().map(one).sum()
}
