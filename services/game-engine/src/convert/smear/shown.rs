//! What a seat is shown of Smear: views and events.

use cards::CardSet;
use smear::{DealEnd, LastDeal, Phase, Point, Seen, SeenAfterCall, SeenCall, SeenPlay, View};
use wire::game::v1 as pb;

use crate::convert::cards::{card_to_wire, cards_to_wire, seat_to_wire};
use crate::convert::read::{numbers, winners_to_wire};
use crate::convert::tricks::{
    history_to_wire, seen_cards_to_wire, suit_to_wire, taken_to_wire, trick_to_wire,
};

fn phase_to_wire(phase: Phase) -> pb::SmearPhase {
    match phase {
        Phase::Between => pb::SmearPhase::Between,
        Phase::Auction => pb::SmearPhase::Auction,
        Phase::Discard => pb::SmearPhase::Discard,
        Phase::Play => pb::SmearPhase::Play,
        Phase::Over => pb::SmearPhase::Over,
    }
}

fn point_to_wire(point: Point) -> i32 {
    let point = match point {
        Point::High => pb::SmearPoint::High,
        Point::Low => pb::SmearPoint::Low,
        Point::Jack => pb::SmearPoint::Jack,
        Point::Game => pb::SmearPoint::Game,
    };
    point as i32
}

fn deal_end_to_wire(end: &DealEnd) -> pb::SmearDealEnd {
    let DealEnd { result, outcome } = end;
    let team = |team: usize| pb::SmearTeamResult {
        count: result.counts[team].into(),
        points: result.points[team].iter().map(point_to_wire).collect(),
        delta: result.deltas[team],
        score: result.scores[team],
    };
    pb::SmearDealEnd {
        bid: result.bid.get().into(),
        bidder: seat_to_wire(result.bidder),
        trump: suit_to_wire(result.trump),
        discards: cards_to_wire(result.discards),
        teams: (0..2).map(team).collect(),
        next_dealer: seat_to_wire(result.next_dealer),
        match_over: outcome.is_some(),
        winners: winners_to_wire(outcome.as_ref()),
    }
}

/// The message of a view.
pub(in crate::convert) fn view_to_wire(view: &View) -> pb::SmearView {
    let cards = |cards: Option<CardSet>| cards_to_wire(cards.unwrap_or(CardSet::EMPTY));
    let calls = view.calls.iter().map(|(seat, bid)| pb::SmearCall {
        seat: seat_to_wire(seat),
        bid: bid.map_or(0, |bid| bid.get().into()),
    });
    let (last_deal, thrown_in_by) = match &view.last_deal {
        Some(LastDeal::Scored(end)) => (Some(deal_end_to_wire(end)), None),
        Some(LastDeal::ThrownIn { dealer }) => (None, Some(seat_to_wire(*dealer))),
        None => (None, None),
    };
    pb::SmearView {
        seat: view.seat.map(seat_to_wire),
        phase: phase_to_wire(view.phase) as i32,
        turn: view.turn.map(seat_to_wire),
        dealer: seat_to_wire(view.dealer),
        hand: cards(view.hand),
        hand_sizes: numbers(&view.hand_sizes),
        calls: calls.collect(),
        scores: view.scores.to_vec(),
        widow: view.widow.into(),
        stock: view.stock.into(),
        taken: cards(view.taken),
        discards: cards(view.discards),
        trump: view.trump.map_or(0, suit_to_wire),
        trick: trick_to_wire(&view.trick),
        last_trick: view.last_trick.as_ref().map(taken_to_wire),
        counts: view.counts.as_ref().map(|counts| numbers(counts)).unwrap_or_default(),
        history: view.history.as_deref().map(history_to_wire),
        last_deal,
        thrown_in_by,
        deal: view.deal,
        winners: winners_to_wire(view.outcome.as_ref()),
        leader: seat_to_wire(view.trick.leader()),
    }
}

/// The message of an event.
pub(in crate::convert) fn seen_to_wire(seen: &Seen) -> pb::SmearEvent {
    use pb::smear_event::Event;
    let event = match seen {
        Seen::Dealt(dealt) => Event::Dealt(pb::SmearDealt {
            deal: dealt.deal,
            dealer: seat_to_wire(dealt.dealer),
            hand: cards_to_wire(dealt.hand.unwrap_or(CardSet::EMPTY)),
            turn: seat_to_wire(dealt.turn),
        }),
        Seen::Called(called) => Event::Called(called_to_wire(called)),
        Seen::Discarded(discarded) => Event::Discarded(pb::SmearDiscarded {
            deal: discarded.deal,
            seat: seat_to_wire(discarded.seat),
            cards: seen_cards_to_wire(discarded.cards),
        }),
        Seen::Played(played) => Event::Played(played_to_wire(played)),
    };
    pb::SmearEvent { event: Some(event) }
}

fn called_to_wire(called: &SeenCall) -> pb::SmearCalled {
    let bid = if let smear::Action::Bid { bid } = called.action { bid.get().into() } else { 0 };
    let message = pb::SmearCalled {
        deal: called.deal,
        call: Some(pb::SmearCall { seat: seat_to_wire(called.seat), bid }),
        ..Default::default()
    };
    match called.after {
        SeenAfterCall::Next { turn } => pb::SmearCalled { turn: Some(seat_to_wire(turn)), ..message },
        SeenAfterCall::Won { contract, taken } => pb::SmearCalled {
            auction_end: Some(pb::SmearAuctionEnd {
                bidder: seat_to_wire(contract.bidder),
                bid: contract.bid.get().into(),
                taken: seen_cards_to_wire(taken),
            }),
            turn: Some(seat_to_wire(contract.bidder)),
            ..message
        },
        SeenAfterCall::ThrownIn { next_dealer } => {
            pb::SmearCalled { thrown_in: true, next_dealer: Some(seat_to_wire(next_dealer)), ..message }
        }
    }
}

fn played_to_wire(played: &SeenPlay) -> pb::SmearPlayed {
    pb::SmearPlayed {
        deal: played.deal,
        play: played.number.into(),
        seat: seat_to_wire(played.seat),
        card: played.card.map_or(0, card_to_wire),
        trump: played.trump.map_or(0, suit_to_wire),
        trick_winner: played.winner.map(seat_to_wire),
        turn: played.turn.map(seat_to_wire),
        deal_end: played.end.as_ref().map(deal_end_to_wire),
        counts: played.counts.as_ref().map(|counts| numbers(counts)).unwrap_or_default(),
    }
}
