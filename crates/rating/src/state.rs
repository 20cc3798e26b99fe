//! What a ladder knows of a player and of a pair, and why an update refuses its input.

use crate::points::CentiPoints;

/// A player, or on pair ladders a pair, with fewer games than this is provisional.
pub const PROVISIONAL_BELOW_GAMES: u32 = 10;

/// Whether somebody with `games` games is provisional: rated and shown as provisional, but not ranked. On pair
/// ladders the games are those of the pair.
pub const fn is_provisional(games: u32) -> bool {
    games < PROVISIONAL_BELOW_GAMES
}

/// A player's standing on one ladder in one season, before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// `r`, the rating.
    pub rating: CentiPoints,
    /// `n`, the games that decide K.
    pub games: u32,
}

impl Player {
    /// A player who has not played yet: 1500.00 and no games.
    pub const NEW: Self = Self { rating: CentiPoints::START, games: 0 };
}

/// A pair's standing on one ladder in one season, before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// `s`, what the two are worth together above the mean of their ratings.
    pub synergy: CentiPoints,
    /// `m`, the games they played together.
    pub games: u32,
}

impl Pair {
    /// Two who have not played together yet: they start at the mean of their ratings.
    pub const NEW: Self = Self { synergy: CentiPoints::ZERO, games: 0 };
}

/// Why a result cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// A rating is further from zero than [`RATING_LIMIT`](crate::RATING_LIMIT).
    #[error("a rating of {rating} is out of range")]
    RatingOutOfRange {
        /// The rating.
        rating: CentiPoints,
    },
    /// A synergy is further from zero than [`RATING_LIMIT`](crate::RATING_LIMIT).
    #[error("a synergy of {synergy} is out of range")]
    SynergyOutOfRange {
        /// The synergy.
        synergy: CentiPoints,
    },
    /// A free-for-all has 2 to 8 players.
    #[error("a free-for-all has 2 to 8 players, not {entrants}")]
    EntrantCount {
        /// How many there were.
        entrants: usize,
    },
}

pub(crate) fn check_player(player: &Player) -> Result<(), RatingError> {
    match player.rating {
        rating if rating.is_within_limit() => Ok(()),
        rating => Err(RatingError::RatingOutOfRange { rating }),
    }
}

pub(crate) fn check_pair(pair: &Pair) -> Result<(), RatingError> {
    match pair.synergy {
        synergy if synergy.is_within_limit() => Ok(()),
        synergy => Err(RatingError::SynergyOutOfRange { synergy }),
    }
}
