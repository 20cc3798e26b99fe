//! What a legal play does to the table (`rules/seep.md` 7, 8 and 10).

use cards::{Card, CardSet, Seat, Side};

use crate::counts::Counts;
use crate::position::Position;
use crate::table::{PLAYS, Table};
use crate::{Action, FirstSweep, House, HouseValue, LatestCapture, Options, Owners};

/// What changed on the table by a play.
pub(crate) struct Effect {
    pub(crate) captured: CardSet,
    pub(crate) before: Option<House>,
    pub(crate) after: Option<House>,
    pub(crate) sweep: u8,
    pub(crate) dealt: Option<[CardSet; 4]>,
}

/// Makes a play that has been found legal.
pub(crate) fn play(options: &Options, table: &mut Table, action: &Action) -> Effect {
    let mut effect = move_cards(options, table, action);
    table.plays += 1;
    if table.plays == 1 {
        effect.dealt = Some(table.stock);
        for (hand, stock) in table.hands.iter_mut().zip(&mut table.stock) {
            *hand = *hand | std::mem::take(stock);
        }
    }
    table.turn = table.turn.next_of_four();
    effect
}

fn move_cards(options: &Options, table: &mut Table, action: &Action) -> Effect {
    let seat = table.turn;
    let position = Position::new(options, table);
    let card = action.card().expect("a play has a card");
    let take = action.take();
    let mut effect = Effect { captured: CardSet::EMPTY, before: None, after: None, sweep: 0, dealt: None };
    match *action {
        Action::Bid { .. } => unreachable!("a bid is no play"),
        Action::Throw { .. } => {}
        Action::Build { value, .. } => effect.after = Some(founded(seat, card, take, value)),
        Action::Add { value, .. } => {
            let house = *position.house(value.get()).expect("one adds to a house that stands");
            effect.before = Some(house);
            effect.after = Some(added(&position, house, card, take));
        }
        Action::Break { from, .. } => {
            let house = *position.house(from.get()).expect("one raises a house that stands");
            effect.before = Some(house);
            effect.after = Some(raised(&position, house, card, take));
        }
        Action::Capture { house, .. } => {
            effect.before = house.and_then(|value| position.house(value.get()).copied());
            effect.captured = effect.before.map_or(take, |house| take | house.cards).with(card);
        }
    }
    table.hands[seat.index()].remove(card);
    table.loose = table.loose - take;
    table.latest = None;
    if let Some(house) = effect.before {
        table.houses[house.value.index()] = None;
    }
    if let Some(house) = effect.after {
        table.houses[house.value.index()] = Some(house);
    }
    match *action {
        Action::Throw { card } => table.loose.insert(card),
        Action::Capture { .. } => {
            effect.sweep = pile(options, table, card, effect.captured);
            true
        }
        _ => true,
    };
    effect
}

/// Puts captured cards away and returns the sweep bonus.
fn pile(options: &Options, table: &mut Table, card: Card, captured: CardSet) -> u8 {
    let seat = table.turn;
    let team = Side::partnership_of(seat);
    let pile = &mut table.piles[team.index()];
    *pile = *pile | captured;
    table.last_capturer = Some(team);
    table.latest = Some(LatestCapture { card, seat, taken: captured.without(card) });
    let swept = table.loose.is_empty() && table.standing().next().is_none();
    let bonus = if swept { sweep_bonus(options, table.plays + 1) } else { 0 };
    table.sweeps[team.index()] += u16::from(bonus);
    bonus
}

/// The bonus for clearing the floor with the play of that number, 1..=48.
fn sweep_bonus(options: &Options, play: u8) -> u8 {
    match (options.sweeps, play, options.first_sweep) {
        (false, ..) | (_, PLAYS, _) => 0,
        (_, 1, FirstSweep::TwentyFive) => 25,
        _ => 50,
    }
}

fn founded(seat: Seat, card: Card, take: CardSet, value: HouseValue) -> House {
    let cards = take.with(card);
    House { cards, cemented: sets(cards, value) > 1, owners: Owners::of(seat), value }
}

fn added(position: &Position<'_>, house: House, card: Card, take: CardSet) -> House {
    let joins = position.addition_makes_owner(&house) && !house.owners.contains(position.seat);
    let owners = if joins { house.owners.with(position.seat) } else { house.owners };
    House { cards: house.cards | take.with(card), cemented: true, owners, ..house }
}

fn raised(position: &Position<'_>, house: House, card: Card, take: CardSet) -> House {
    let value = HouseValue::new(house.value.get() + card.value()).expect("a house is raised to 13 at most");
    let cards = house.cards | take.with(card);
    match position.house(value.get()) {
        None => House { cards, cemented: !take.is_empty(), owners: Owners::of(position.seat), value },
        Some(target) => {
            let free = position.merges_freely(target);
            let owners = if free { target.owners } else { target.owners.with(position.seat) };
            House { cards: cards | target.cards, cemented: true, owners, value }
        }
    }
}

/// How many sets of a value the cards of a house make.
fn sets(cards: CardSet, value: HouseValue) -> u16 {
    Counts::of(cards).total() / u16::from(value.get())
}
