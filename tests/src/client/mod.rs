//! Clients of the public API, and the steps that many tests take: signing guests in, seating them, playing.

mod backend;
mod frames;
mod guest;
mod ladder;
mod player;
mod raw;
mod refusal;
mod session;
mod table;
mod watch;
mod web;

pub use backend::{Backend, MatchPlan};
pub use frames::Frames;
pub use guest::Guest;
pub use ladder::{await_rated, result_of};
pub use player::{Choose, Played, careful_move, first_move, play_to_end};
pub use raw::{every_rpc, framed, raw_call};
pub use refusal::{fault, fields, reason};
pub use session::{Session, Up};
pub use table::{four_guests, guests, rated_table, rated_table_of, seat_table, start_rated_match};
pub use watch::{Watch, await_turn, next_event, next_update};
pub use web::{Page, WebAnswer};

use env::Entropy;
use wire::game::v1::{GameOptions, PepperOptions, SeepOptions, SmearOptions, game_options};

/// An id that nobody has used.
pub fn fresh_id() -> String {
    Entropy::os().uuid_v4().to_string()
}

/// Seep with every default.
pub fn seep() -> GameOptions {
    seep_with(SeepOptions::default())
}

/// Seep with these options.
pub fn seep_with(options: SeepOptions) -> GameOptions {
    GameOptions { game: Some(game_options::Game::Seep(options)) }
}

/// Seep that ends after this many deals: the shortest whole match has one.
pub fn seep_deals(deals: u32) -> GameOptions {
    seep_with(SeepOptions {
        match_mode: wire::game::v1::SeepMatchMode::Deals.into(),
        n_deals: Some(deals),
        ..SeepOptions::default()
    })
}

/// Smear with every default.
pub fn smear() -> GameOptions {
    GameOptions { game: Some(game_options::Game::Smear(SmearOptions::default())) }
}

/// Pepper for so many, otherwise with every default.
pub fn pepper(players: u32) -> GameOptions {
    let options = PepperOptions { players, ..PepperOptions::default() };
    GameOptions { game: Some(game_options::Game::Pepper(options)) }
}

/// A length of time as a message.
pub fn span(millis: u64) -> Option<prost_types::Duration> {
    Some(service::to_duration(std::time::Duration::from_millis(millis)))
}
