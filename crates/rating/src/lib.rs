//! The maths of the ladder: individual ratings plus a synergy term per pair, in integers only.
//!
//! What lives here: what one result does to the ratings of those who played it, with every intermediate value
//! ([`rate_pairs`], [`rate_free_for_all`]); the displayed rating ([`Strength`]); what a repeated game weighs; the
//! soft reset at the close of a season and the caps on game counts. What must not: storage, identity, sequence,
//! time (callers say how many games or days), floating point. The same inputs give the same bytes everywhere.
//!
//! # Units and bounds
//!
//! Ratings and synergies are [`CentiPoints`] (1500.00 is 150000), expected scores and results [`Millionths`].
//! An update takes ratings and synergies within [`RATING_LIMIT`] of zero (ten million points) and a [`Config`]
//! with K up to [`K_MAX`]. The greatest intermediate value is then 4 * 10^13 (in the synergy term), far inside
//! an `i64`, so no update can overflow; anything outside those bounds is refused with a typed error before any
//! arithmetic.
//!
//! ```
//! use rating::{CentiPoints, Config, Leavers, Outcome, Pair, Player, Side, Weight, rate_pairs};
//!
//! let new = Player { rating: CentiPoints::START, games: 0 };
//! let side = Side { players: [new; 2], pair: Pair::NEW };
//! let update =
//!     rate_pairs(&Config::standard(), &[side; 2], Outcome::FirstWins, Weight::FULL, Leavers::NOBODY)?;
//! assert_eq!(update.players[0], [CentiPoints(2400); 2]);
//! assert_eq!(update.synergies, [CentiPoints(600), CentiPoints(-600)]);
//! # Ok::<(), rating::RatingError>(())
//! ```
#![deny(missing_docs)]

mod config;
mod expected;
mod explanation;
mod free_for_all;
mod leavers;
mod pairs;
mod points;
mod season;
mod state;
mod weight;

pub use config::{Config, ConfigError, ConfigVersion, K_MAX, KTier, TIERS_MAX};
pub use expected::{DIFFERENCE_MAX, Millionths, TABLE, expected_score};
pub use explanation::{PairExplanation, SideExplanation, Split, SynergyRule, WeightRule};
pub use free_for_all::{
    Duel, ENTRANTS_MAX, ENTRANTS_MIN, Entrant, FreeForAllExplanation, FreeForAllUpdate, rate_free_for_all,
};
pub use leavers::{Leavers, Member, SideLeavers};
pub use pairs::{Outcome, PairUpdate, Side, rate_pairs};
pub use points::{CentiPoints, RATING_LIMIT, Strength, rha};
pub use season::{
    GAMES_CAP_AFTER_CLOSE, GAMES_CAP_AFTER_RETURN, HIDDEN_AFTER_DAYS, LONG_ABSENCE_DAYS, ResetBooking,
    close_pair, close_player, games_after_return, season_imbalance,
};
pub use state::{PROVISIONAL_BELOW_GAMES, Pair, Player, RatingError, is_provisional};
pub use weight::{REPEAT_WEIGHTS, REPEAT_WINDOW_SECONDS, Weight, repeat_weight};
