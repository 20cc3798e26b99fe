//! Between messages and domain types, in both directions. Each game has a file of its own; the rest is shared.

mod cards;
mod catalogue;
mod choices;
mod feed;
mod game;
mod log;
mod matches;
mod option_fields;
mod pepper;
mod read;
mod result;
mod seep;
mod setup;
mod smear;
mod tricks;

pub use cards::{card, card_set, card_to_wire, cards_to_wire, seat_in, seat_to_wire};
pub use catalogue::{action_description, game_description, game_summary, kind_from_wire, kind_to_wire};
pub(crate) use feed::{encode_turn, finished_event, started_event};
pub use game::{
    ActionFault, OptionsFault, action_from_wire, action_to_wire, options_from_wire, options_to_wire,
    seen_from_wire, seen_to_wire, standing_to_wire, view_from_wire, view_to_wire,
};
pub use log::{actor_to_wire, decode_entry, decode_record, encode_entry, encode_record};
pub use matches::{
    Deadlines, add_live_parts, closed_event, event, record, seat_names, snapshot, state_to_wire, turn,
};
pub use result::result;
pub(crate) use setup::account_seats;
pub use setup::{decode_setup, encode_setup, setup_from_request, setup_seats_to_wire};
