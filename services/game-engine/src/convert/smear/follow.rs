//! Views and events of Smear back from their messages, for clients that follow a match.

use cards::{CardSet, Seat};
use smear::{
    Action, Calls, Contract, DealEnd, DealResult, LastDeal, Phase, Point, Points, Seen, SeenAfterCall,
    SeenCall, SeenDeal, SeenDiscard, SeenPlay, View,
};
use wire::game::v1 as pb;

use super::actions::bid;
use crate::convert::cards::{card, card_set, some_cards};
use crate::convert::read::{array, outcome, read, seat};
use crate::convert::tricks::{history, seen_cards, suit, taken, trick};

/// Seats of the table.
const SEATS: u8 = 4;
/// Cards dealt to every seat.
const HAND_SIZE: u8 = 6;
/// Cards that are left over, from which the widow comes.
const STOCK_SIZE: u8 = 8;
/// The most cards that a bidder takes.
const MAX_WIDOW: u8 = 3;

fn phase(number: i32) -> Option<Phase> {
    Some(match pb::SmearPhase::try_from(number).ok()? {
        pb::SmearPhase::Unspecified => return None,
        pb::SmearPhase::Auction => Phase::Auction,
        pb::SmearPhase::Discard => Phase::Discard,
        pb::SmearPhase::Play => Phase::Play,
        pb::SmearPhase::Between => Phase::Between,
        pb::SmearPhase::Over => Phase::Over,
    })
}

fn points(numbers: &[i32]) -> Option<Points> {
    numbers.iter().try_fold(Points::NONE, |points, number| {
        Some(points.with(match pb::SmearPoint::try_from(*number).ok()? {
            pb::SmearPoint::Unspecified => return None,
            pb::SmearPoint::High => Point::High,
            pb::SmearPoint::Low => Point::Low,
            pb::SmearPoint::Jack => Point::Jack,
            pb::SmearPoint::Game => Point::Game,
        }))
    })
}

fn deal_end(wire: &pb::SmearDealEnd) -> Option<DealEnd> {
    let [one, other] = &wire.teams[..] else { return None };
    let result = DealResult {
        bid: bid(wire.bid)?,
        bidder: seat(wire.bidder)?,
        trump: suit(wire.trump)??,
        discards: card_set(&wire.discards)?,
        counts: [u8::try_from(one.count).ok()?, u8::try_from(other.count).ok()?],
        points: [points(&one.points)?, points(&other.points)?],
        deltas: [one.delta, other.delta],
        scores: [one.score, other.score],
        next_dealer: seat(wire.next_dealer)?,
    };
    let outcome = if wire.match_over { Some(outcome(&wire.winners)?) } else { None };
    Some(DealEnd { result, outcome })
}

/// Counts by team where they are shown.
fn counts(wire: &[u32]) -> Option<Option<[u8; 2]>> {
    read(Some(wire).filter(|counts| !counts.is_empty()), array)
}

/// The calls of an auction that the dealer's left opened.
fn calls(dealer: Seat, wire: &[pb::SmearCall]) -> Option<Calls> {
    let opener = match wire.first() {
        Some(call) => seat(call.seat)?,
        None => dealer.next_of_four(),
    };
    if wire.len() > usize::from(SEATS) {
        return None;
    }
    let mut calls = Calls::opened_by(opener);
    let mut turn = opener;
    for call in wire {
        if seat(call.seat)? != turn {
            return None;
        }
        turn = turn.next_of_four();
        calls.push(if call.bid == 0 { None } else { Some(bid(call.bid)?) });
    }
    Some(calls)
}

/// Whether no number in the view is more than a deal can come to, and every set has as many cards as is told. What
/// follows a view counts on that.
fn fits(view: &View) -> bool {
    let own_size = view.seat.map(|own| view.hand_sizes[own.index()]);
    view.widow <= MAX_WIDOW
        && view.stock <= STOCK_SIZE
        && view.hand_sizes.iter().all(|size| *size <= HAND_SIZE + view.widow)
        && view.hand.map(CardSet::len) == own_size
        && [view.taken, view.discards].iter().flatten().all(|cards| cards.len() == view.widow)
        && !view.trick.is_complete()
        && view.outcome.is_none_or(|outcome| outcome.winners.iter().all(|side| side.index() < 2))
        && match &view.last_deal {
            Some(LastDeal::Scored(end)) => end.fits(),
            Some(LastDeal::ThrownIn { .. }) | None => true,
        }
}

/// The view of its message; `None` if it cannot be read, or is of no table of Smear.
pub(in crate::convert) fn view_from_wire(wire: &pb::SmearView) -> Option<View> {
    let phase = phase(wire.phase)?;
    let (own, dealer) = (read(wire.seat, seat)?, seat(wire.dealer)?);
    let last_deal = match (&wire.last_deal, wire.thrown_in_by) {
        (Some(end), _) => Some(LastDeal::Scored(deal_end(end)?)),
        (None, Some(dealer)) => Some(LastDeal::ThrownIn { dealer: seat(dealer)? }),
        (None, None) => None,
    };
    let view = View {
        seat: own,
        deal: wire.deal,
        phase,
        dealer,
        turn: read(wire.turn, seat)?,
        hand: own.is_some().then_some(card_set(&wire.hand)?),
        hand_sizes: array(&wire.hand_sizes)?,
        calls: calls(dealer, &wire.calls)?,
        scores: array(&wire.scores)?,
        widow: u8::try_from(wire.widow).ok()?,
        stock: u8::try_from(wire.stock).ok()?,
        taken: some_cards(&wire.taken)?,
        discards: some_cards(&wire.discards)?,
        trump: suit(wire.trump)?,
        trick: trick(seat(wire.leader)?, SEATS, &wire.trick)?,
        last_trick: read(wire.last_trick.as_ref(), |trick| taken(SEATS, trick))?,
        counts: counts(&wire.counts)?,
        history: read(wire.history.as_ref(), |tricks| history(SEATS, tricks))?,
        last_deal,
        outcome: if phase == Phase::Over { Some(outcome(&wire.winners)?) } else { None },
    };
    fits(&view).then_some(view)
}

/// The event of its message; `None` if it cannot be read.
pub(in crate::convert) fn seen_from_wire(wire: &pb::SmearEvent) -> Option<Seen> {
    use pb::smear_event::Event;
    Some(match wire.event.as_ref()? {
        Event::Dealt(dealt) => Seen::Dealt(SeenDeal {
            deal: dealt.deal,
            dealer: seat(dealt.dealer)?,
            turn: seat(dealt.turn)?,
            hand: some_cards(&dealt.hand)?,
        }),
        Event::Called(called) => Seen::Called(seen_call(called)?),
        Event::Discarded(discarded) => Seen::Discarded(SeenDiscard {
            deal: discarded.deal,
            seat: seat(discarded.seat)?,
            cards: read(discarded.cards.as_ref(), seen_cards)?,
        }),
        Event::Played(played) => Seen::Played(SeenPlay {
            deal: played.deal,
            number: u8::try_from(played.play).ok()?,
            seat: seat(played.seat)?,
            card: if played.card == 0 { None } else { Some(card(played.card)?) },
            trump: suit(played.trump)?,
            winner: read(played.trick_winner, seat)?,
            counts: counts(&played.counts)?,
            turn: read(played.turn, seat)?,
            end: read(played.deal_end.as_ref(), deal_end)?,
        }),
    })
}

fn seen_call(wire: &pb::SmearCalled) -> Option<SeenCall> {
    let call = wire.call.as_ref()?;
    let after = match (&wire.auction_end, wire.thrown_in) {
        (Some(end), _) => SeenAfterCall::Won {
            contract: Contract { bidder: seat(end.bidder)?, bid: bid(end.bid)? },
            taken: read(end.taken.as_ref(), seen_cards)?,
        },
        (None, true) => SeenAfterCall::ThrownIn { next_dealer: seat(wire.next_dealer?)? },
        (None, false) => SeenAfterCall::Next { turn: seat(wire.turn?)? },
    };
    Some(SeenCall {
        deal: wire.deal,
        seat: seat(call.seat)?,
        action: Action::call(if call.bid == 0 { None } else { Some(bid(call.bid)?) }),
        after,
    })
}
