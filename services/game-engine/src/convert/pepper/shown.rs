//! What a seat is shown of Pepper: views and events.

use cards::CardSet;
use pepper::{AuctionEnd, Call, Called, DealEnd, LastDeal, Phase, Seen, SeenPlay, View};
use wire::game::v1 as pb;

use super::actions::{level_to_wire, strain_to_wire};
use crate::convert::cards::{card_to_wire, cards_to_wire, seat_to_wire};
use crate::convert::read::{numbers, winners_to_wire};
use crate::convert::tricks::{history_to_wire, taken_to_wire, trick_to_wire};

fn phase_to_wire(phase: Phase) -> pb::PepperPhase {
    match phase {
        Phase::Between => pb::PepperPhase::Between,
        Phase::Auction => pb::PepperPhase::Auction,
        Phase::Name => pb::PepperPhase::Name,
        Phase::Play => pb::PepperPhase::Play,
        Phase::Over => pb::PepperPhase::Over,
    }
}

fn call_to_wire(call: &Call) -> pb::PepperCall {
    pb::PepperCall { seat: seat_to_wire(call.seat), bid: call.level.map_or(0, level_to_wire) }
}

fn deal_end_to_wire(end: &DealEnd) -> pb::PepperDealEnd {
    let DealEnd { result, outcome } = end;
    pb::PepperDealEnd {
        contract: level_to_wire(result.contract),
        declarer: seat_to_wire(result.declarer),
        strain: strain_to_wire(result.strain),
        tricks: numbers(&result.tricks),
        deltas: result.deltas.to_vec(),
        totals: result.totals.to_vec(),
        next_dealer: seat_to_wire(result.next_dealer),
        match_over: outcome.is_some(),
        winners: winners_to_wire(outcome.as_ref()),
    }
}

/// The message of a view.
pub(in crate::convert) fn view_to_wire(view: &View) -> pb::PepperView {
    let (last_deal, thrown_in) = match &view.last_deal {
        Some(LastDeal::Scored(end)) => (Some(deal_end_to_wire(end)), false),
        Some(LastDeal::ThrownIn) => (None, true),
        None => (None, false),
    };
    pb::PepperView {
        seat: view.seat.map(seat_to_wire),
        phase: phase_to_wire(view.phase) as i32,
        turn: view.turn.map(seat_to_wire),
        dealer: seat_to_wire(view.dealer),
        hand: cards_to_wire(view.hand.unwrap_or(CardSet::EMPTY)),
        hand_sizes: numbers(&view.hand_sizes),
        calls: view.calls.iter().map(call_to_wire).collect(),
        scores: view.scores.to_vec(),
        tricks: numbers(&view.tricks),
        strain: view.strain.map_or(0, strain_to_wire),
        trick: trick_to_wire(&view.trick),
        last_trick: view.last_trick.as_ref().map(taken_to_wire),
        history: view.history.as_deref().map(history_to_wire),
        last_deal,
        thrown_in,
        deal: view.deal,
        winners: winners_to_wire(view.outcome.as_ref()),
        leader: seat_to_wire(view.trick.leader()),
    }
}

/// The message of an event.
pub(in crate::convert) fn seen_to_wire(seen: &Seen) -> pb::PepperEvent {
    use pb::pepper_event::Event;
    let event = match seen {
        Seen::Dealt(dealt) => Event::Dealt(pb::PepperDealt {
            deal: dealt.deal,
            dealer: seat_to_wire(dealt.dealer),
            hand: cards_to_wire(dealt.hand.unwrap_or(CardSet::EMPTY)),
            turn: seat_to_wire(dealt.turn),
            hand_size: dealt.hand_size.into(),
        }),
        Seen::Called(called) => Event::Called(called_to_wire(called)),
        Seen::Named(named) => Event::Named(pb::PepperNamed {
            deal: named.deal,
            seat: seat_to_wire(named.seat),
            strain: strain_to_wire(named.strain),
        }),
        Seen::Played(played) => Event::Played(played_to_wire(played)),
    };
    pb::PepperEvent { event: Some(event) }
}

fn called_to_wire(called: &Called) -> pb::PepperCalled {
    let (declarer, next_dealer) = match called.end {
        Some(AuctionEnd::Won { declarer, .. }) => (Some(declarer), None),
        Some(AuctionEnd::ThrownIn { next_dealer }) => (None, Some(next_dealer)),
        None => (None, None),
    };
    pb::PepperCalled {
        deal: called.deal,
        call: Some(call_to_wire(&called.call)),
        number: called.number.into(),
        declarer: declarer.map(seat_to_wire),
        thrown_in: next_dealer.is_some(),
        turn: called.turn.map(seat_to_wire),
        next_dealer: next_dealer.map(seat_to_wire),
        contract: match called.end {
            Some(AuctionEnd::Won { contract, .. }) => level_to_wire(contract),
            _ => 0,
        },
    }
}

fn played_to_wire(played: &SeenPlay) -> pb::PepperPlayed {
    pb::PepperPlayed {
        deal: played.deal,
        play: played.number.into(),
        seat: seat_to_wire(played.seat),
        card: played.card.map_or(0, card_to_wire),
        trick_winner: played.winner.map(seat_to_wire),
        turn: played.turn.map(seat_to_wire),
        deal_end: played.end.as_ref().map(deal_end_to_wire),
    }
}
