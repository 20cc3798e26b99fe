//! Seep: options, actions, views and events between their messages and the rules crate.

use cards::{Card, CardSet, Outcome, Seat, Side, SideSet};
use seep::{
    Action, ActionKind, Choice, DealEnd, DealResult, FloorView, House, HouseValue, LastDeal, LatestCapture,
    Options, Owners, Phase, Seen, SeenBid, SeenDeal, SeenMove, SeenPlay, View,
};
use wire::game::v1 as pb;

use super::cards::{card, card_set, card_to_wire, cards_to_wire, seat_in, seat_to_wire};

const PLAYERS: usize = 4;

// ---- options

/// A field of the options that cannot be taken, and why.
pub(super) type FieldFault = (&'static str, String);

/// The options of a message; what is not given has its default.
pub(super) fn options_from_wire(wire: &pb::SeepOptions) -> Result<Options, Vec<FieldFault>> {
    let mut faults = Vec::new();
    let default = Options::default();
    macro_rules! choice {
        ($field:ident) => {
            choice(stringify!($field), wire.$field, &mut faults)
        };
    }
    macro_rules! number {
        ($field:ident, $type:ty) => {
            match wire.$field.map(|n| <$type>::new(n.into())) {
                None => default.$field,
                Some(Ok(number)) => number,
                Some(Err(fault)) => {
                    faults.push((stringify!($field), fault.to_string()));
                    default.$field
                }
            }
        };
    }
    let options = Options {
        absorb_sets: choice!(absorb_sets),
        absorb_scope: choice!(absorb_scope),
        capture: choice!(capture),
        throw: choice!(throw),
        opening_throw: choice!(opening_throw),
        opp_add_owns: choice("opponent_add_owns", wire.opponent_add_owns, &mut faults),
        partner_add_owns: wire.partner_add_owns.unwrap_or(default.partner_add_owns),
        break_merge: choice!(break_merge),
        break_merge_into_partner_free: wire
            .break_merge_into_partner_free
            .unwrap_or(default.break_merge_into_partner_free),
        sweeps: wire.sweeps.unwrap_or(default.sweeps),
        first_sweep: named_number("first_sweep", wire.first_sweep, &mut faults),
        ten_diamonds: named_number("ten_diamonds", wire.ten_diamonds, &mut faults),
        min9_includes_sweeps: wire.min9_includes_sweeps.unwrap_or(default.min9_includes_sweeps),
        bid_floor: choice!(bid_floor),
        dealer_basis: choice!(dealer_basis),
        lead_to_win: number!(lead_to_win, seep::LeadToWin),
        match_mode: choice!(match_mode),
        n_baazis: number!(n_baazis, seep::BaaziCount),
        n_deals: number!(n_deals, seep::DealCount),
        history: choice!(history),
    };
    if faults.is_empty() { Ok(options) } else { Err(faults) }
}

/// Every enum of the options lists its values in the order of the rules crate, from 1; 0 is the default.
fn choice<T: Choice>(field: &'static str, value: i32, faults: &mut Vec<FieldFault>) -> T {
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    match T::ALL.get(index.saturating_sub(1)) {
        Some(choice) => *choice,
        None => {
            faults.push((field, format!("{value} is no value of this option; it has 1 to {}", T::ALL.len())));
            T::ALL[0]
        }
    }
}

fn choice_to_wire<T: Choice>(choice: T) -> i32 {
    let index = T::ALL.iter().position(|c| *c == choice).expect("a choice is among all of its kind");
    i32::try_from(index + 1).expect("an option has few values")
}

/// A choice that is written as a number, such as 25 or 50.
fn named_number<T: Choice>(field: &'static str, value: Option<u32>, faults: &mut Vec<FieldFault>) -> T {
    let Some(value) = value else { return T::ALL[0] };
    T::ALL.iter().copied().find(|c| c.name() == value.to_string()).unwrap_or_else(|| {
        let names: Vec<_> = T::ALL.iter().map(|c| c.name()).collect();
        faults.push((field, format!("must be {}, not {value}", names.join(" or "))));
        T::ALL[0]
    })
}

fn named_number_to_wire<T: Choice>(choice: T) -> Option<u32> {
    Some(choice.name().parse().expect("the option's names are numbers"))
}

/// The options in full.
pub(super) fn options_to_wire(options: &Options) -> pb::SeepOptions {
    pb::SeepOptions {
        absorb_sets: choice_to_wire(options.absorb_sets),
        absorb_scope: choice_to_wire(options.absorb_scope),
        capture: choice_to_wire(options.capture),
        throw: choice_to_wire(options.throw),
        opening_throw: choice_to_wire(options.opening_throw),
        opponent_add_owns: choice_to_wire(options.opp_add_owns),
        partner_add_owns: Some(options.partner_add_owns),
        break_merge: choice_to_wire(options.break_merge),
        break_merge_into_partner_free: Some(options.break_merge_into_partner_free),
        sweeps: Some(options.sweeps),
        first_sweep: named_number_to_wire(options.first_sweep),
        ten_diamonds: named_number_to_wire(options.ten_diamonds),
        min9_includes_sweeps: Some(options.min9_includes_sweeps),
        bid_floor: choice_to_wire(options.bid_floor),
        dealer_basis: choice_to_wire(options.dealer_basis),
        lead_to_win: Some(options.lead_to_win.get().into()),
        match_mode: choice_to_wire(options.match_mode),
        n_baazis: Some(options.n_baazis.get().into()),
        n_deals: Some(options.n_deals.get().into()),
        history: choice_to_wire(options.history),
    }
}

// ---- actions

/// An action of a message; `None` if its parts do not make one.
pub(super) fn action_from_wire(wire: &pb::SeepAction) -> Option<Action> {
    let value = match wire.value {
        0 => None,
        value => Some(HouseValue::new(u8::try_from(value).ok()?)?),
    };
    let card = match wire.card {
        0 => None,
        number => Some(card(number)?),
    };
    action(action_kind(wire.r#type)?, card, value, card_set(&wire.take)?)
}

/// The action of these parts; `None` if a part is missing or too much.
pub(super) fn action(
    kind: ActionKind,
    card: Option<Card>,
    value: Option<HouseValue>,
    take: CardSet,
) -> Option<Action> {
    Some(match (kind, card, value) {
        (ActionKind::Bid, None, Some(value)) if take.is_empty() => Action::Bid { value },
        (ActionKind::Throw, Some(card), None) if take.is_empty() => Action::Throw { card },
        (ActionKind::Capture, Some(card), house) => Action::Capture { card, house, take },
        (ActionKind::Build, Some(card), Some(value)) => Action::Build { card, value, take },
        (ActionKind::Add, Some(card), Some(value)) => Action::Add { card, value, take },
        (ActionKind::Break, Some(card), Some(from)) => Action::Break { card, from, take },
        _ => return None,
    })
}

fn action_kind(number: i32) -> Option<ActionKind> {
    Some(match pb::SeepActionType::try_from(number).ok()? {
        pb::SeepActionType::Unspecified => return None,
        pb::SeepActionType::Bid => ActionKind::Bid,
        pb::SeepActionType::Capture => ActionKind::Capture,
        pb::SeepActionType::Build => ActionKind::Build,
        pb::SeepActionType::Add => ActionKind::Add,
        pb::SeepActionType::Break => ActionKind::Break,
        pb::SeepActionType::Throw => ActionKind::Throw,
    })
}

fn kind_to_wire(kind: ActionKind) -> pb::SeepActionType {
    match kind {
        ActionKind::Bid => pb::SeepActionType::Bid,
        ActionKind::Capture => pb::SeepActionType::Capture,
        ActionKind::Build => pb::SeepActionType::Build,
        ActionKind::Add => pb::SeepActionType::Add,
        ActionKind::Break => pb::SeepActionType::Break,
        ActionKind::Throw => pb::SeepActionType::Throw,
    }
}

/// The message of an action.
pub(super) fn action_to_wire(action: &Action) -> pb::SeepAction {
    pb::SeepAction {
        r#type: kind_to_wire(action.kind()) as i32,
        card: action.card().map_or(0, card_to_wire),
        value: action.value().map_or(0, |value| value.get().into()),
        take: cards_to_wire(action.take()),
    }
}

/// The log's form of an action; its type numbers are those of the public message.
pub(super) fn action_to_log(action: &Action) -> wire::log::v1::SeepAction {
    wire::log::v1::SeepAction {
        r#type: kind_to_wire(action.kind()) as u32,
        card: action.card().map_or(0, |card| u32::from(card.index()) + 1),
        value: action.value().map_or(0, |value| value.get().into()),
        take: action.take().bits(),
    }
}

/// The action of its log form.
pub(super) fn action_from_log(log: &wire::log::v1::SeepAction) -> Option<Action> {
    let number = |n: u32| i32::try_from(n).ok();
    let card = if log.card == 0 { None } else { Some(card(number(log.card)?)?) };
    let value = if log.value == 0 { None } else { Some(HouseValue::new(u8::try_from(log.value).ok()?)?) };
    action(action_kind(number(log.r#type)?)?, card, value, CardSet::from_bits(log.take)?)
}

// ---- views

fn numbers<T: Into<u32> + Copy>(values: &[T]) -> Vec<u32> {
    values.iter().map(|v| (*v).into()).collect()
}

fn house_to_wire(house: &House) -> pb::SeepHouse {
    pb::SeepHouse {
        value: house.value.get().into(),
        cards: cards_to_wire(house.cards),
        owners: house.owners.iter().map(seat_to_wire).collect(),
        cemented: house.cemented,
    }
}

fn piles_to_wire(piles: &[CardSet; 2]) -> Vec<pb::SeepPile> {
    piles.iter().map(|pile| pb::SeepPile { cards: cards_to_wire(*pile) }).collect()
}

fn side_to_wire(side: Side) -> u32 {
    side.number().into()
}

fn deal_end_to_wire(end: &DealEnd) -> pb::SeepDealEnd {
    let DealEnd { left_over, left_over_to, piles, result, won, next_difference, outcome } = end;
    pb::SeepDealEnd {
        card_points: numbers(&result.card_points),
        sweeps: numbers(&result.sweeps),
        score: numbers(&result.score),
        difference: result.difference,
        baazi_winner: result.baazi_winner.map(side_to_wire),
        forfeited_by: result.forfeited_by.map(side_to_wire),
        next_dealer: seat_to_wire(result.next_dealer),
        left_over: cards_to_wire(*left_over),
        left_over_to: left_over_to.map(side_to_wire),
        piles: piles_to_wire(piles),
        won: numbers(won),
        next_difference: *next_difference,
        match_over: outcome.is_some(),
        winners: winners_to_wire(outcome.as_ref()),
    }
}

fn winners_to_wire(outcome: Option<&Outcome>) -> Vec<u32> {
    outcome.map(|o| o.winners.iter().map(side_to_wire).collect()).unwrap_or_default()
}

fn phase_to_wire(phase: Phase) -> pb::SeepPhase {
    match phase {
        Phase::Between => pb::SeepPhase::Between,
        Phase::Bid => pb::SeepPhase::Bid,
        Phase::Opening => pb::SeepPhase::Opening,
        Phase::Play => pb::SeepPhase::Play,
        Phase::Over => pb::SeepPhase::Over,
    }
}

/// The message of a view.
pub(super) fn view_to_wire(view: &View) -> pb::SeepView {
    let up = view.floor_up.as_ref();
    let (scored, thrown_in) = match &view.last_deal {
        Some(LastDeal::Scored(end)) => (Some(deal_end_to_wire(end)), None),
        Some(LastDeal::ThrownIn { bidder, hand }) => {
            (None, Some(pb::SeepThrownIn { bidder: seat_to_wire(*bidder), hand: cards_to_wire(*hand) }))
        }
        None => (None, None),
    };
    pb::SeepView {
        seat: view.seat.map(seat_to_wire),
        phase: phase_to_wire(view.phase) as i32,
        turn: view.turn.map(seat_to_wire),
        dealer: seat_to_wire(view.dealer),
        hand: cards_to_wire(view.hand.unwrap_or(CardSet::EMPTY)),
        hand_sizes: numbers(&view.hand_sizes),
        backs: view.backs.unwrap_or(0).into(),
        floor: cards_to_wire(view.floor.unwrap_or(CardSet::EMPTY)),
        stock: view.stock.into(),
        loose: up.map(|up| cards_to_wire(up.loose)).unwrap_or_default(),
        houses: up.map(|up| up.houses.iter().map(house_to_wire).collect()).unwrap_or_default(),
        bid: up.map_or(0, |up| up.bid.get().into()),
        play: up.map_or(0, |up| up.play.into()),
        latest: view.latest.map(|latest| pb::SeepCapturedCards {
            seat: seat_to_wire(latest.seat),
            card: card_to_wire(latest.card),
            taken: cards_to_wire(latest.taken),
        }),
        pile_sizes: numbers(&view.piles),
        sweeps: numbers(&view.sweeps),
        difference: view.difference,
        won: numbers(&view.won),
        captured: view.captured.as_ref().map(piles_to_wire).unwrap_or_default(),
        last_deal: scored,
        deal: view.deal,
        winners: winners_to_wire(view.outcome.as_ref()),
        thrown_in,
    }
}

/// The message of an event.
pub(super) fn seen_to_wire(seen: &Seen) -> pb::SeepEvent {
    use pb::seep_event::Event;
    let cards = |set: Option<CardSet>| set.map(cards_to_wire).unwrap_or_default();
    let event = match seen {
        Seen::Dealt(dealt) => Event::Dealt(pb::SeepDealt {
            deal: dealt.deal,
            dealer: seat_to_wire(dealt.dealer),
            bidder: seat_to_wire(dealt.bidder),
            hand: cards(dealt.hand),
            floor: cards(dealt.floor),
            thrown_in: dealt.thrown_in,
        }),
        Seen::Bid(bid) => Event::Bid(pb::SeepBidMade {
            deal: bid.deal,
            seat: seat_to_wire(bid.seat),
            value: bid.value.get().into(),
            floor: cards_to_wire(bid.floor),
        }),
        Seen::Played(play) => Event::Played(pb::SeepPlayed {
            deal: play.deal,
            play: play.number.into(),
            seat: seat_to_wire(play.seat),
            r#move: play.play.as_ref().map(move_to_wire),
            sweep: play.sweep.into(),
            dealt: cards(play.dealt),
            hand_sizes: numbers(&play.hand_sizes),
            turn: play.turn.map(seat_to_wire),
            deal_end: play.end.as_deref().map(deal_end_to_wire),
        }),
    };
    pb::SeepEvent { event: Some(event) }
}

fn move_to_wire(seen: &SeenMove) -> pb::SeepMove {
    pb::SeepMove {
        action: Some(action_to_wire(&seen.action)),
        text: seen.action.to_string(),
        captured: cards_to_wire(seen.captured),
        house_removed: seen.removed.map_or(0, |value| value.get().into()),
        house: seen.house.as_ref().map(house_to_wire),
    }
}

// ---- back from the wire, for clients that follow a match

fn seat(number: u32) -> Option<Seat> {
    seat_in(PLAYERS, number)
}

fn side(number: u32) -> Option<Side> {
    Side::PARTNERSHIPS.get(usize::try_from(number).ok()?).copied()
}

/// `Some(None)` for an absent value, `None` for one that cannot be read.
fn read<T, U>(value: Option<T>, read: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match value {
        None => Some(None),
        Some(value) => read(value).map(Some),
    }
}

fn array<T: TryFrom<u32>, const N: usize>(values: &[u32]) -> Option<[T; N]> {
    let values: Option<Vec<T>> = values.iter().map(|v| T::try_from(*v).ok()).collect();
    values?.try_into().ok()
}

fn house_value(value: u32) -> Option<HouseValue> {
    HouseValue::new(u8::try_from(value).ok()?)
}

fn house(wire: &pb::SeepHouse) -> Option<House> {
    let owners: Option<Owners> = wire.owners.iter().map(|n| seat(*n)).collect();
    Some(House {
        value: house_value(wire.value)?,
        cards: card_set(&wire.cards)?,
        owners: owners?,
        cemented: wire.cemented,
    })
}

fn piles(wire: &[pb::SeepPile]) -> Option<[CardSet; 2]> {
    let [first, second] = wire else { return None };
    Some([card_set(&first.cards)?, card_set(&second.cards)?])
}

fn outcome(winners: &[u32]) -> Option<Outcome> {
    let winners: Option<Vec<Side>> = winners.iter().map(|n| side(*n)).collect();
    Some(Outcome { winners: winners?.into_iter().fold(SideSet::EMPTY, SideSet::with) })
}

fn deal_end(wire: &pb::SeepDealEnd) -> Option<DealEnd> {
    Some(DealEnd {
        left_over: card_set(&wire.left_over)?,
        left_over_to: read(wire.left_over_to, side)?,
        piles: piles(&wire.piles)?,
        result: DealResult {
            card_points: array(&wire.card_points)?,
            sweeps: array(&wire.sweeps)?,
            score: array(&wire.score)?,
            difference: wire.difference,
            forfeited_by: read(wire.forfeited_by, side)?,
            baazi_winner: read(wire.baazi_winner, side)?,
            next_dealer: seat(wire.next_dealer)?,
        },
        won: array(&wire.won)?,
        next_difference: wire.next_difference,
        outcome: if wire.match_over { Some(outcome(&wire.winners)?) } else { None },
    })
}

/// The set of a list that is absent when empty.
fn some_cards(numbers: &[i32]) -> Option<Option<CardSet>> {
    Some(Some(card_set(numbers)?).filter(|set| !set.is_empty()))
}

/// The view of its message; `None` if it cannot be read.
pub(super) fn view_from_wire(wire: &pb::SeepView) -> Option<View> {
    let phase = match pb::SeepPhase::try_from(wire.phase).ok()? {
        pb::SeepPhase::Unspecified => return None,
        pb::SeepPhase::Bid => Phase::Bid,
        pb::SeepPhase::Opening => Phase::Opening,
        pb::SeepPhase::Play => Phase::Play,
        pb::SeepPhase::Between => Phase::Between,
        pb::SeepPhase::Over => Phase::Over,
    };
    let last_deal = match (&wire.last_deal, &wire.thrown_in) {
        (Some(end), _) => Some(LastDeal::Scored(Box::new(deal_end(end)?))),
        (None, Some(thrown)) => {
            Some(LastDeal::ThrownIn { bidder: seat(thrown.bidder)?, hand: card_set(&thrown.hand)? })
        }
        (None, None) => None,
    };
    let own = read(wire.seat, seat)?;
    Some(View {
        seat: own,
        deal: wire.deal,
        phase,
        dealer: seat(wire.dealer)?,
        turn: read(wire.turn, seat)?,
        hand: own.is_some().then_some(card_set(&wire.hand)?),
        hand_sizes: array(&wire.hand_sizes)?,
        stock: u8::try_from(wire.stock).ok()?,
        backs: (phase == Phase::Bid).then_some(u8::try_from(wire.backs).ok()?),
        floor: some_cards(&wire.floor)?,
        floor_up: floor_view(wire)?,
        latest: read(wire.latest.as_ref(), latest)?,
        piles: array(&wire.pile_sizes)?,
        sweeps: array(&wire.sweeps)?,
        captured: if wire.captured.is_empty() { None } else { Some(piles(&wire.captured)?) },
        difference: wire.difference,
        won: array(&wire.won)?,
        last_deal,
        outcome: if phase == Phase::Over { Some(outcome(&wire.winners)?) } else { None },
    })
}

fn floor_view(wire: &pb::SeepView) -> Option<Option<FloorView>> {
    if wire.bid == 0 {
        return Some(None);
    }
    let houses: Option<Vec<House>> = wire.houses.iter().map(house).collect();
    Some(Some(FloorView {
        bid: house_value(wire.bid)?,
        houses: houses?,
        loose: card_set(&wire.loose)?,
        play: u8::try_from(wire.play).ok()?,
    }))
}

fn latest(wire: &pb::SeepCapturedCards) -> Option<LatestCapture> {
    Some(LatestCapture { card: card(wire.card)?, seat: seat(wire.seat)?, taken: card_set(&wire.taken)? })
}

/// The event of its message; `None` if it cannot be read.
pub(super) fn seen_from_wire(wire: &pb::SeepEvent) -> Option<Seen> {
    use pb::seep_event::Event;
    Some(match wire.event.as_ref()? {
        Event::Dealt(dealt) => Seen::Dealt(SeenDeal {
            deal: dealt.deal,
            dealer: seat(dealt.dealer)?,
            bidder: seat(dealt.bidder)?,
            thrown_in: dealt.thrown_in,
            hand: some_cards(&dealt.hand)?,
            floor: some_cards(&dealt.floor)?,
        }),
        Event::Bid(bid) => Seen::Bid(SeenBid {
            deal: bid.deal,
            seat: seat(bid.seat)?,
            value: house_value(bid.value)?,
            floor: card_set(&bid.floor)?,
        }),
        Event::Played(played) => Seen::Played(SeenPlay {
            deal: played.deal,
            number: u8::try_from(played.play).ok()?,
            seat: seat(played.seat)?,
            sweep: u8::try_from(played.sweep).ok()?,
            play: read(played.r#move.as_ref(), seen_move)?,
            dealt: some_cards(&played.dealt)?,
            hand_sizes: array(&played.hand_sizes)?,
            turn: read(played.turn, seat)?,
            end: read(played.deal_end.as_ref(), deal_end)?.map(Box::new),
        }),
    })
}

fn seen_move(wire: &pb::SeepMove) -> Option<SeenMove> {
    Some(SeenMove {
        action: action_from_wire(wire.action.as_ref()?)?,
        captured: card_set(&wire.captured)?,
        removed: if wire.house_removed == 0 { None } else { Some(house_value(wire.house_removed)?) },
        house: read(wire.house.as_ref(), house)?,
    })
}
