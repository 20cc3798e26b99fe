//! Points as a player counts them while the cards are played.

use cards::{CardSet, Rank, Suit};
use seep::{Action, FirstSweep, FloorView, House, HouseValue, Options, TenDiamonds};

/// The last play of a deal, which scores no sweep.
const LAST_PLAY: u8 = 48;

/// The three aces that are no spades.
const RED_AND_CLUB_ACES: CardSet =
    CardSet::of_rank(Rank::Ace).without(cards::Card::new(Rank::Ace, Suit::Spades));
/// The ten of diamonds.
const TEN_OF_DIAMONDS: CardSet = CardSet::of(cards::Card::new(Rank::Ten, Suit::Diamonds));
/// Every spade.
const SPADES: CardSet = CardSet::from_bits(0x8_8888_8888_8888).expect("one card of every rank");

/// The points of some cards (`rules/seep.md` 1 and 14).
pub(crate) fn points(cards: CardSet, options: &Options) -> i32 {
    let ten = match options.ten_diamonds {
        TenDiamonds::Six => 6,
        TenDiamonds::TwoAndMajority => 2,
    };
    let spades: i32 = (cards & SPADES).iter().map(|card| i32::from(card.value())).sum();
    spades + i32::from((cards & RED_AND_CLUB_ACES).len()) + ten * i32::from((cards & TEN_OF_DIAMONDS).len())
}

/// The bonus for clearing the floor with the play of that number, 1..=48 (`rules/seep.md` 10).
pub(crate) fn sweep_bonus(play: u8, options: &Options) -> i32 {
    match (options.sweeps, play, options.first_sweep) {
        (false, ..) | (_, LAST_PLAY, _) => 0,
        (_, 1, FirstSweep::TwentyFive) => 25,
        _ => 50,
    }
}

/// What an action scores at once: the points of the cards it captures, and of a sweep.
pub(crate) fn taken_at_once(floor: &FloorView, action: &Action, options: &Options) -> i32 {
    let Action::Capture { card, house, take } = *action else { return 0 };
    let housed = standing(floor, house).map_or(CardSet::EMPTY, |house| house.cards);
    let clears = take == floor.loose && floor.houses.iter().all(|standing| Some(standing.value) == house);
    let bonus = if clears { sweep_bonus(floor.play, options) } else { 0 };
    points((take | housed).with(card), options) + bonus
}

fn standing(floor: &FloorView, value: Option<HouseValue>) -> Option<&House> {
    floor.houses.iter().find(|house| Some(house.value) == value)
}

#[cfg(test)]
mod tests {
    use seep::card_points;

    use super::*;

    #[test]
    fn points_are_those_of_the_rules() {
        let mut options = Options::default();
        for ten in [TenDiamonds::Six, TenDiamonds::TwoAndMajority] {
            options.ten_diamonds = ten;
            for card in CardSet::FULL {
                assert_eq!(
                    points(CardSet::of(card), &options),
                    i32::from(card_points(card, &options)),
                    "{card}"
                );
            }
        }
    }
}
