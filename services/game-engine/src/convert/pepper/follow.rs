//! Views and events of Pepper back from their messages, for clients that follow a match.

use cards::CardSet;
use pepper::{
    AuctionEnd, Call, Called, DealEnd, DealResult, Each, LastDeal, Level, Named, Phase, Players, Seen,
    SeenDeal, SeenPlay, View,
};
use wire::game::v1 as pb;

use super::actions::{level, strain};
use crate::convert::cards::{card, card_set, some_cards};
use crate::convert::read::{outcome, read, seat};
use crate::convert::tricks::{history, taken, trick};

fn phase(number: i32) -> Option<Phase> {
    Some(match pb::PepperPhase::try_from(number).ok()? {
        pb::PepperPhase::Unspecified => return None,
        pb::PepperPhase::Auction => Phase::Auction,
        pb::PepperPhase::Name => Phase::Name,
        pb::PepperPhase::Play => Phase::Play,
        pb::PepperPhase::Between => Phase::Between,
        pb::PepperPhase::Over => Phase::Over,
    })
}

/// One value for each seat or side.
fn each<W: Copy, T: TryFrom<W> + Copy + Default>(values: &[W]) -> Option<Each<T>> {
    let values: Option<Vec<T>> = values.iter().map(|v| T::try_from(*v).ok()).collect();
    let values = values?;
    let len = u8::try_from(values.len()).ok().filter(|len| *len <= 4)?;
    Some(Each::new(len, |place| values[place]))
}

fn call(wire: &pb::PepperCall) -> Option<Call> {
    Some(Call { seat: seat(wire.seat)?, level: level_or_pass(wire.bid)? })
}

/// `Some(None)` for a pass.
fn level_or_pass(number: i32) -> Option<Option<Level>> {
    read(Some(number).filter(|number| *number != 0), level)
}

fn deal_end(wire: &pb::PepperDealEnd) -> Option<DealEnd> {
    let result = DealResult {
        contract: level(wire.contract)?,
        declarer: seat(wire.declarer)?,
        strain: strain(wire.strain)?,
        tricks: each(&wire.tricks)?,
        deltas: each(&wire.deltas)?,
        totals: each(&wire.totals)?,
        next_dealer: seat(wire.next_dealer)?,
    };
    let outcome = if wire.match_over { Some(outcome(&wire.winners)?) } else { None };
    Some(DealEnd { result, outcome })
}

/// Whether everybody in the view sits at the table, every list has one entry for each seat or side, and no number is
/// more than a deal can come to. What follows a view counts on that.
fn fits(view: &View, players: Players) -> bool {
    let sides = usize::from(players.side_count());
    let mut seats = vec![view.dealer];
    seats.extend(view.seat.into_iter().chain(view.turn));
    seats.extend(view.calls.iter().map(|call| call.seat));
    seats.extend(view.last_trick.iter().chain(view.history.iter().flatten()).map(|taken| taken.winner));
    let own_size = view.seat.and_then(|own| view.hand_sizes.get(own.index()).copied());
    let tricks: u32 = view.tricks.iter().map(|tricks| u32::from(*tricks)).sum();
    seats.iter().all(|seat| seat.number() < players.count())
        && view.hand_sizes.iter().all(|size| *size <= players.hand_size())
        && view.hand.map(CardSet::len) == own_size
        && [view.scores.len(), view.tricks.len()] == [sides; 2]
        && tricks <= players.hand_size().into()
        && !view.trick.is_complete()
        && view.outcome.is_none_or(|outcome| outcome.winners.iter().all(|side| side.index() < sides))
        && match &view.last_deal {
            Some(LastDeal::Scored(end)) => end.fits(players),
            Some(LastDeal::ThrownIn) | None => true,
        }
}

/// The view of its message; `None` if it cannot be read, or is of no table of Pepper.
pub(in crate::convert) fn view_from_wire(wire: &pb::PepperView) -> Option<View> {
    let phase = phase(wire.phase)?;
    let own = read(wire.seat, seat)?;
    let hand_sizes: Each<u8> = each(&wire.hand_sizes)?;
    let players = Players::new(u8::try_from(hand_sizes.len()).ok()?)?;
    let seats = players.count();
    let calls: Option<Vec<Call>> = wire.calls.iter().map(call).collect();
    let last_deal = match (&wire.last_deal, wire.thrown_in) {
        (Some(end), _) => Some(LastDeal::Scored(deal_end(end)?)),
        (None, true) => Some(LastDeal::ThrownIn),
        (None, false) => None,
    };
    let view = View {
        seat: own,
        deal: wire.deal,
        phase,
        dealer: seat(wire.dealer)?,
        turn: read(wire.turn, seat)?,
        hand: own.is_some().then_some(card_set(&wire.hand)?),
        hand_sizes,
        calls: calls?,
        scores: each(&wire.scores)?,
        strain: read(Some(wire.strain).filter(|number| *number != 0), strain)?,
        trick: trick(seat(wire.leader)?, seats, &wire.trick)?,
        last_trick: read(wire.last_trick.as_ref(), |trick| taken(seats, trick))?,
        tricks: each(&wire.tricks)?,
        history: read(wire.history.as_ref(), |tricks| history(seats, tricks))?,
        last_deal,
        outcome: if phase == Phase::Over { Some(outcome(&wire.winners)?) } else { None },
    };
    fits(&view, players).then_some(view)
}

/// The event of its message; `None` if it cannot be read.
pub(in crate::convert) fn seen_from_wire(wire: &pb::PepperEvent) -> Option<Seen> {
    use pb::pepper_event::Event;
    Some(match wire.event.as_ref()? {
        Event::Dealt(dealt) => Seen::Dealt(SeenDeal {
            deal: dealt.deal,
            dealer: seat(dealt.dealer)?,
            turn: seat(dealt.turn)?,
            hand_size: u8::try_from(dealt.hand_size).ok()?,
            hand: some_cards(&dealt.hand)?,
        }),
        Event::Called(called) => Seen::Called(seen_call(called)?),
        Event::Named(named) => {
            Seen::Named(Named { deal: named.deal, seat: seat(named.seat)?, strain: strain(named.strain)? })
        }
        Event::Played(played) => Seen::Played(SeenPlay {
            deal: played.deal,
            number: u8::try_from(played.play).ok()?,
            seat: seat(played.seat)?,
            card: if played.card == 0 { None } else { Some(card(played.card)?) },
            winner: read(played.trick_winner, seat)?,
            turn: read(played.turn, seat)?,
            end: read(played.deal_end.as_ref(), deal_end)?,
        }),
    })
}

fn seen_call(wire: &pb::PepperCalled) -> Option<Called> {
    let end = match (wire.declarer, wire.thrown_in) {
        (Some(declarer), _) => {
            Some(AuctionEnd::Won { declarer: seat(declarer)?, contract: level(wire.contract)? })
        }
        (None, true) => Some(AuctionEnd::ThrownIn { next_dealer: seat(wire.next_dealer?)? }),
        (None, false) => None,
    };
    Some(Called {
        deal: wire.deal,
        number: u8::try_from(wire.number).ok()?,
        call: call(wire.call.as_ref()?)?,
        turn: read(wire.turn, seat)?,
        end,
    })
}
