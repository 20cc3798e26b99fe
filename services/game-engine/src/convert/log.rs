//! The log's own messages: entries and records. Bytes of every version ever written must stay readable here.

use cards::{Deck, Seat};
use env::UnixMillis;
use prost::Message as _;
use uuid::Uuid;
use wire::engine::v1::Actor as WireActor;
use wire::log::v1 as pb;

use super::cards::{card, card_to_wire, seat_in, seat_to_wire};
use super::game::{action_from_log, action_to_log};
use super::setup::{setup_from_wire, setup_to_wire};
use crate::state::{Actor, Entry, Recorded, Setup};

/// The message of who chose an action.
pub fn actor_to_wire(actor: Actor) -> WireActor {
    match actor {
        Actor::Player => WireActor::Player,
        Actor::Autopilot => WireActor::Autopilot,
        Actor::Bot => WireActor::Bot,
    }
}

fn actor_from_wire(actor: i32) -> Option<Actor> {
    match WireActor::try_from(actor).ok()? {
        WireActor::Unspecified => None,
        WireActor::Player => Some(Actor::Player),
        WireActor::Autopilot => Some(Actor::Autopilot),
        WireActor::Bot => Some(Actor::Bot),
    }
}

fn entry_to_wire(entry: &Entry) -> pb::Entry {
    use pb::entry::Entry as E;
    let seat = |seat: &Seat| seat_to_wire(*seat);
    let entry = match entry {
        Entry::Cut { seat: s, entropy } => {
            E::Cut(pb::Cut { seat: seat(s), entropy: entropy.as_bytes().to_vec() })
        }
        Entry::Deal { number, dealer, deck, state_hash } => E::Deal(pb::Deal {
            deal: *number,
            dealer: seat(dealer),
            deck: deck.cards().iter().map(|card| card.index() + 1).collect(),
            state_hash: state_hash.to_vec(),
        }),
        Entry::Play { seat: s, action, actor, bank_charged_ms } => E::Play(pb::Play {
            seat: seat(s),
            actor: actor_to_wire(*actor) as i32,
            bank_charged_ms: *bank_charged_ms,
            action: Some(action_to_log(action)),
        }),
        Entry::Away { seat: s } => E::Away(pb::Away { seat: seat(s) }),
        Entry::Back { seat: s } => E::Back(pb::Back { seat: seat(s) }),
        Entry::Resign { seat: s } => E::Resign(pb::Resign { seat: seat(s) }),
        Entry::Abort { why } => E::Abort(pb::Abort { why: why.clone() }),
    };
    pb::Entry { entry: Some(entry) }
}

fn entry_from_wire(wire: &pb::Entry, setup: &Setup) -> Option<Entry> {
    use pb::entry::Entry as E;
    let seat = |number: u32| seat_in(setup.seats.len(), number);
    Some(match wire.entry.as_ref()? {
        E::Cut(cut) => {
            Entry::Cut { seat: seat(cut.seat)?, entropy: fairdeal::Entropy::new(cut.entropy.clone()).ok()? }
        }
        E::Deal(deal) => {
            let cards: Option<Vec<_>> = deal.deck.iter().map(|n| card(i32::from(*n))).collect();
            Entry::Deal {
                number: deal.deal,
                dealer: seat(deal.dealer)?,
                deck: Deck::new(setup.options.kind().pack(), cards?).ok()?,
                state_hash: deal.state_hash.as_slice().try_into().ok()?,
            }
        }
        E::Play(play) => Entry::Play {
            seat: seat(play.seat)?,
            action: action_from_log(play.action.as_ref()?)?,
            actor: actor_from_wire(play.actor)?,
            bank_charged_ms: play.bank_charged_ms,
        },
        E::Away(away) => Entry::Away { seat: seat(away.seat)? },
        E::Back(back) => Entry::Back { seat: seat(back.seat)? },
        E::Resign(resign) => Entry::Resign { seat: seat(resign.seat)? },
        E::Abort(abort) => Entry::Abort { why: abort.why.clone() },
    })
}

/// The bytes of an entry.
pub fn encode_entry(entry: &Entry) -> Vec<u8> {
    entry_to_wire(entry).encode_to_vec()
}

/// The entry of its bytes; `None` if they cannot be read.
pub fn decode_entry(bytes: &[u8], setup: &Setup) -> Option<Entry> {
    entry_from_wire(&pb::Entry::decode(bytes).ok()?, setup)
}

/// The bytes of an ended match's record.
pub fn encode_record(setup: &Setup, steps: &[Recorded]) -> Vec<u8> {
    let entries = steps.iter().map(|step| {
        let (caller, request_id, payload_hash) = match &step.request {
            Some((caller, id, hash)) => (caller.as_bytes().to_vec(), id.as_bytes().to_vec(), hash.clone()),
            None => Default::default(),
        };
        let (at_ms, entry) = (step.at.as_i64(), Some(entry_to_wire(&step.entry)));
        pb::StoredEntry { at_ms, entry, request_id, caller, payload_hash }
    });
    pb::StoredRecord { config: Some(setup_to_wire(setup)), entries: entries.collect() }.encode_to_vec()
}

/// Setup and steps of an ended match's record; `None` if they cannot be read.
pub fn decode_record(bytes: &[u8]) -> Option<(Setup, Vec<Recorded>)> {
    let record = pb::StoredRecord::decode(bytes).ok()?;
    let setup = setup_from_wire(record.config.as_ref()?)?;
    let steps: Option<Vec<_>> = record.entries.iter().map(|entry| recorded(entry, &setup)).collect();
    Some((setup, steps?))
}

fn recorded(stored: &pb::StoredEntry, setup: &Setup) -> Option<Recorded> {
    let request = if stored.request_id.is_empty() {
        None
    } else {
        let caller = Uuid::from_slice(&stored.caller).ok()?;
        Some((caller, Uuid::from_slice(&stored.request_id).ok()?, stored.payload_hash.clone()))
    };
    Some(Recorded {
        at: UnixMillis::new(stored.at_ms),
        entry: entry_from_wire(stored.entry.as_ref()?, setup)?,
        request,
    })
}

/// The message of a pack in dealing order.
pub(crate) fn deck_to_wire(deck: &Deck) -> Vec<i32> {
    deck.cards().iter().map(|card| card_to_wire(*card)).collect()
}
