//! A second reading of `rules/seep.md` 7 to 9, kept apart from the first on purpose: it works on plain lists of
//! cards, tries subsets one by one and knows nothing of counts, rules for takes or lists. Slow, for small floors.

use cards::{Card, CardSet, Seat};

use crate::{
    AbsorbScope, AbsorbSets, Action, BreakMerge, Capture, House, HouseValue, OpeningThrow, OppAddOwns,
    Options, Seep, Throw,
};

/// The game text's `part(X, V)`: X is not empty and splits into groups that total V each.
fn part(cards: &[Card], total: u8) -> bool {
    fn fill(cards: &[Card], total: u8, room: u8) -> bool {
        let Some((first, rest)) = cards.split_first() else { return room == total };
        // The first card opens a group if none is open, otherwise any card may go on filling it.
        if room == total {
            return first.value() <= total && fill_with(rest, first.value(), total, room);
        }
        cards.iter().enumerate().any(|(at, card)| {
            let others: Vec<Card> = [&cards[..at], &cards[at + 1..]].concat();
            card.value() <= room && fill_with(&others, card.value(), total, room)
        })
    }
    fn fill_with(rest: &[Card], value: u8, total: u8, room: u8) -> bool {
        let room = room - value;
        fill(rest, total, if room == 0 { total } else { room })
    }
    !cards.is_empty() && fill(cards, total, total)
}

fn list(cards: CardSet) -> Vec<Card> {
    cards.iter().collect()
}

/// Every subset, the empty one included.
pub(super) fn subsets(cards: CardSet) -> Vec<CardSet> {
    cards
        .iter()
        .fold(vec![CardSet::EMPTY], |sets, card| sets.iter().flat_map(|set| [*set, set.with(card)]).collect())
}

fn some_subset_totals(cards: CardSet, total: u8) -> bool {
    let sum = |set: &CardSet| set.iter().map(|card| u16::from(card.value())).sum::<u16>();
    subsets(cards).iter().any(|set| !set.is_empty() && sum(set) == u16::from(total))
}

pub(super) struct Oracle<'a> {
    options: &'a Options,
    game: &'a Seep,
    me: Seat,
    hand: CardSet,
    loose: CardSet,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(game: &'a Seep) -> Self {
        let (me, table) = (game.table.turn, &game.table);
        Self { options: &game.options, game, me, hand: table.hands[me.index()], loose: table.loose }
    }

    fn house(&self, value: u8) -> Option<House> {
        self.game.table.houses.iter().flatten().copied().find(|house| house.value.get() == value)
    }

    fn mine(&self, house: &House) -> bool {
        house.owners.contains(self.me)
    }

    fn partners(&self, house: &House) -> bool {
        house.owners.contains(self.me.partner())
    }

    /// `has'(V)`: the hand without `card` holds a card of value V.
    fn has(&self, card: Card, value: u8) -> bool {
        self.hand.without(card).iter().any(|other| other.value() == value)
    }

    fn opening_bid(&self) -> Option<u8> {
        (self.game.table.plays == 0).then(|| self.game.table.bid.unwrap().get())
    }

    /// Section 9 for the houses that stand before the play and stay: none of mine loses its last key.
    fn retains(&self, card: Card, captured: Option<u8>) -> bool {
        let mut standing = self.game.table.houses.iter().flatten();
        standing.all(|house| {
            !self.mine(house) || Some(house.value.get()) == captured || self.has(card, house.value.get())
        })
    }

    /// Whether the action is legal by the text.
    pub(super) fn allows(&self, action: &Action) -> bool {
        let Some(card) = action.card() else { return false };
        if !self.hand.contains(card) || !action.take().is_subset(self.loose) {
            return false;
        }
        match *action {
            Action::Bid { .. } => false,
            Action::Capture { house, take, .. } => self.capture(card, house, take),
            Action::Build { value, take, .. } => self.build(card, value.get(), take),
            Action::Add { value, take, .. } => self.add(card, value.get(), take),
            Action::Break { from, take, .. } => self.raise(card, from.get(), take),
            Action::Throw { .. } => self.throw(card),
        }
    }

    fn capture(&self, card: Card, house: Option<HouseValue>, take: CardSet) -> bool {
        let x = card.value();
        if self.opening_bid().is_some_and(|bid| bid != x) {
            return false;
        }
        let taken = house.map(HouseValue::get);
        let stands = self.house(x).is_some();
        if taken.is_some_and(|value| value != x || !stands) {
            return false;
        }
        if self.options.capture != Capture::Free && stands && taken.is_none() {
            return false;
        }
        let groups = take.is_empty() && taken.is_some() || part(&list(take), x);
        let enough = match self.options.capture {
            Capture::Free => true,
            Capture::Maximal => !some_subset_totals(self.loose - take, x),
            Capture::Maximum => {
                let unions = subsets(self.loose).into_iter().filter(|set| part(&list(*set), x));
                take.len() == unions.map(CardSet::len).max().unwrap_or(0)
            }
        };
        groups && enough && self.retains(card, taken)
    }

    /// Whether the take fits a house: own set, forced equals, extra sets as the options say.
    fn houses(&self, x: Option<Card>, value: u8, take: CardSet, owns_after: bool) -> bool {
        let equals: CardSet = self.loose.iter().filter(|card| card.value() == value).collect();
        if !equals.is_subset(take) {
            return false;
        }
        // The sets that are more than the played card's own: none if all of them are forced.
        let mut joined = list(take);
        joined.extend(x);
        if !joined.is_empty() && !part(&joined, value) {
            return false;
        }
        let extra_allowed = owns_after || self.options.absorb_scope == AbsorbScope::Any;
        if self.options.absorb_sets == AbsorbSets::None || !extra_allowed {
            let others = list(take - equals);
            let lacking = x.map_or(0, |card| value - card.value());
            let total: u16 = others.iter().map(|card| u16::from(card.value())).sum();
            return total == u16::from(lacking);
        }
        self.options.absorb_sets != AbsorbSets::Mandatory || !some_subset_totals(self.loose - take, value)
    }

    fn build(&self, card: Card, value: u8, take: CardSet) -> bool {
        self.opening_bid().is_none_or(|bid| bid == value)
            && self.house(value).is_none()
            && !take.is_empty()
            && card.value() <= value
            && self.has(card, value)
            && self.houses(Some(card), value, take, true)
            && self.retains(card, None)
    }

    fn add(&self, card: Card, value: u8, take: CardSet) -> bool {
        let Some(house) = self.house(value).filter(|_| self.opening_bid().is_none()) else { return false };
        if card.value() > value {
            return false;
        }
        let (key_needed, owns_after) = if self.mine(&house) {
            (true, true)
        } else if self.partners(&house) {
            (self.options.partner_add_owns, self.options.partner_add_owns)
        } else {
            let joins = match self.options.opp_add_owns {
                OppAddOwns::OnlyWhenCementing => !house.cemented,
                OppAddOwns::Always => true,
                OppAddOwns::Never => false,
            };
            (true, joins)
        };
        (!key_needed || self.has(card, value))
            && self.houses(Some(card), value, take, owns_after)
            && self.retains(card, None)
    }

    fn raise(&self, card: Card, from: u8, take: CardSet) -> bool {
        let Some(house) = self.house(from).filter(|_| self.opening_bid().is_none()) else { return false };
        let value = from + card.value();
        if house.cemented || self.mine(&house) || value > 13 {
            return false;
        }
        let target = self.house(value);
        let free =
            self.options.break_merge_into_partner_free && target.is_some_and(|target| self.partners(&target));
        let reachable = match (self.options.break_merge, target) {
            (BreakMerge::OwnTarget, Some(target)) => self.mine(&target),
            _ => true,
        };
        let owns_after = !free || target.is_some_and(|target| self.mine(&target));
        (free || reachable && self.has(card, value))
            && self.houses(None, value, take, owns_after)
            && self.retains(card, None)
    }

    /// The house that a legal action leaves, by the effects of sections 7.2 to 7.4: cards, owners, value.
    pub(super) fn house_after(&self, action: &Action) -> Option<(CardSet, Vec<Seat>, u8)> {
        let card = action.card()?;
        let moved = action.take().with(card);
        match *action {
            Action::Bid { .. } | Action::Throw { .. } | Action::Capture { .. } => None,
            Action::Build { value, .. } => Some((moved, vec![self.me], value.get())),
            Action::Add { value, .. } => {
                let house = self.house(value.get())?;
                let becomes = if self.mine(&house) {
                    true
                } else if self.partners(&house) {
                    self.options.partner_add_owns
                } else {
                    match self.options.opp_add_owns {
                        OppAddOwns::OnlyWhenCementing => !house.cemented,
                        OppAddOwns::Always => true,
                        OppAddOwns::Never => false,
                    }
                };
                Some((house.cards | moved, self.joined(&house, becomes), value.get()))
            }
            Action::Break { from, .. } => {
                let raised = self.house(from.get())?;
                let value = from.get() + card.value();
                let cards = raised.cards | moved;
                Some(match self.house(value) {
                    None => (cards, vec![self.me], value),
                    Some(target) => {
                        let free = self.options.break_merge_into_partner_free && self.partners(&target);
                        (cards | target.cards, self.joined(&target, !free), value)
                    }
                })
            }
        }
    }

    fn joined(&self, house: &House, becomes_owner: bool) -> Vec<Seat> {
        let owns = |seat: &Seat| house.owners.contains(*seat) || becomes_owner && *seat == self.me;
        Seat::ALL.into_iter().filter(owns).collect()
    }

    fn throw(&self, card: Card) -> bool {
        let x = card.value();
        match self.opening_bid() {
            Some(bid) if bid != x => return false,
            Some(_) if self.options.opening_throw == OpeningThrow::Free => return true,
            _ => {}
        }
        let allowed = match self.options.throw {
            Throw::Free => self.house(x).is_none(),
            Throw::NoCapture => self.house(x).is_none() && !some_subset_totals(self.loose, x),
            Throw::NoCaptureNoBuild => !self.has_another_use(card),
        };
        allowed && self.retains(card, None)
    }

    fn has_another_use(&self, card: Card) -> bool {
        subsets(self.loose)
            .into_iter()
            .any(|take| other_uses(card, take).iter().any(|action| self.allows(action)))
    }
}

/// Every action with a card and a take that is not a throw.
pub(super) fn other_uses(card: Card, take: CardSet) -> Vec<Action> {
    let valued = |value: HouseValue| {
        [
            Action::Capture { card, house: Some(value), take },
            Action::Add { card, value, take },
            Action::Build { card, value, take },
            Action::Break { card, from: value, take },
        ]
    };
    let mut actions = vec![Action::Capture { card, house: None, take }];
    actions.extend(HouseValue::ALL.into_iter().flat_map(valued));
    actions
}
