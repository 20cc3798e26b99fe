//! The languages in which the suite speaks to players, and how one of them is chosen.
//!
//! What lives here: the closed list of languages, their tags, and the reading of an `accept-language` header. No text lives
//! here, and nothing here knows a game: accounts have a language, and so the lobby and the access tokens need to name one.
#![deny(missing_docs)]

mod accept;
mod locale;

pub use locale::{Locale, UnknownLocale};
