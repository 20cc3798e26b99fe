//! The position of the player to move, as the rules on actions look at it.

use cards::{Card, CardSet, Seat};

use crate::floor::Floor;
use crate::table::{Table, held};
use crate::take_rule::{Empty, Sets, TakeRule};
use crate::{AbsorbScope, AbsorbSets, House, HouseValue, Illegal, Options};

/// The table seen from the seat to move, a card play being awaited.
pub(crate) struct Position<'a> {
    pub(crate) options: &'a Options,
    pub(crate) table: &'a Table,
    pub(crate) seat: Seat,
    pub(crate) hand: CardSet,
    pub(crate) floor: Floor,
    /// The bid, while the opening play is to be made.
    pub(crate) opening: Option<HouseValue>,
}

impl<'a> Position<'a> {
    pub(crate) fn new(options: &'a Options, table: &'a Table) -> Self {
        let seat = table.turn;
        let opening = table.bid.filter(|_| table.plays == 0);
        Self { options, table, seat, hand: table.hand(seat), floor: Floor::new(table.loose), opening }
    }

    /// The house of a value, if one stands.
    pub(crate) fn house(&self, value: u8) -> Option<&'a House> {
        self.table.house(value)
    }

    /// Whether the player owns the house of a value.
    pub(crate) fn owns(&self, value: u8) -> bool {
        self.house(value).is_some_and(|house| house.owners.contains(self.seat))
    }

    /// Whether the player's partner owns that house.
    pub(crate) fn partner_owns(&self, house: &House) -> bool {
        house.owners.contains(self.seat.partner())
    }

    /// Whether a card of `value` stays in the hand after one of value `played` left it.
    pub(crate) fn keeps(&self, played: u8, value: HouseValue) -> bool {
        held(self.hand, value.get()) > u8::from(played == value.get())
    }

    /// Refuses to part with the last card that a house of one's own needs, unless it captures that house
    /// (`rules/seep.md` 9).
    pub(crate) fn release(&self, played: u8) -> Result<(), Illegal> {
        match HouseValue::new(played) {
            Some(value) if self.owns(played) && !self.keeps(played, value) => Err(Illegal::LastKey { value }),
            _ => Ok(()),
        }
    }

    /// Refuses a play of another value than the bid at the opening.
    pub(crate) fn honour(&self, value: u8) -> Result<(), Illegal> {
        match self.opening {
            Some(bid) if bid.get() != value => Err(Illegal::BidNotHonoured { bid }),
            _ => Ok(()),
        }
    }

    /// Refuses what the opening play does not know at all.
    pub(crate) fn after_opening(&self) -> Result<(), Illegal> {
        self.opening.map_or(Ok(()), |bid| Err(Illegal::BidNotHonoured { bid }))
    }

    /// Which sets may join a house beside the played card's own.
    pub(crate) fn joining(&self, ownership: Ownership) -> Sets {
        match (self.options.absorb_scope, ownership) {
            (AbsorbScope::OwnedOnly, Ownership::Others) => Sets::None,
            _ => match self.options.absorb_sets {
                AbsorbSets::Optional => Sets::Any,
                AbsorbSets::Mandatory => Sets::Maximal,
                AbsorbSets::None => Sets::None,
            },
        }
    }

    /// The rule for the loose cards that go into a house of that value.
    pub(crate) fn housing(&self, value: HouseValue, rest: u8, sets: Sets, empty: Empty) -> TakeRule {
        TakeRule { target: value.get(), rest, forced: self.floor.equal_to(value.rank()), sets, empty }
    }
}

/// Whether the player owns a house after the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ownership {
    Own,
    Others,
}

/// What the set of a card lacks to total a house value.
///
/// # Errors
/// [`Illegal::NotSets`] if the card is worth more.
pub(crate) fn lacking(card: Card, value: HouseValue) -> Result<u8, Illegal> {
    value.get().checked_sub(card.value()).ok_or(Illegal::NotSets { target: value.get() })
}
