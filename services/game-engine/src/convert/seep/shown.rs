//! What a seat is shown of Seep: views and events.

use cards::CardSet;
use seep::{DealEnd, House, LastDeal, Phase, Seen, SeenMove, View};
use wire::game::v1 as pb;

use super::actions::action_to_wire;
use crate::convert::cards::{card_to_wire, cards_to_wire, seat_to_wire};
use crate::convert::read::{numbers, side_to_wire, winners_to_wire};

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
pub(in crate::convert) fn view_to_wire(view: &View) -> pb::SeepView {
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
pub(in crate::convert) fn seen_to_wire(seen: &Seen) -> pb::SeepEvent {
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
