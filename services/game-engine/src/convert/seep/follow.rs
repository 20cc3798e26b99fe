//! Views and events of Seep back from their messages, for clients that follow a match.

use cards::CardSet;
use seep::{
    DealEnd, DealResult, FloorView, House, HouseValue, LastDeal, LatestCapture, Owners, Phase, Seen, SeenBid,
    SeenDeal, SeenMove, SeenPlay, View,
};
use wire::game::v1 as pb;

use super::actions::action_from_wire;
use crate::convert::cards::{card, card_set, some_cards};
use crate::convert::read::{array, outcome, read, seat, side};

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

/// The view of its message; `None` if it cannot be read.
pub(in crate::convert) fn view_from_wire(wire: &pb::SeepView) -> Option<View> {
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
pub(in crate::convert) fn seen_from_wire(wire: &pb::SeepEvent) -> Option<Seen> {
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
