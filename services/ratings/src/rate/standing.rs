//! Where one entity stands, and what a season's end and long absence make of it. No SQL.

use env::UnixMillis;
use rating::{
    CentiPoints, HIDDEN_AFTER_DAYS, Pair, Player, ResetBooking, Strength, close_pair, close_player,
    is_provisional,
};
use std::time::Duration;

use crate::divisions::Division;
use crate::ids::{AccountId, Entity};
use crate::result::SideKind;

/// Whoever has not played for this long is hidden from the board.
pub const HIDDEN_AFTER: Duration = Duration::from_secs(HIDDEN_AFTER_DAYS as u64 * 24 * 60 * 60);

/// Where an entity stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The name of a player; none for a pair.
    pub name: Option<String>,
    /// The balance of the ledger account.
    pub balance: CentiPoints,
    /// The exact strength as displayed.
    pub strength: Strength,
    /// The games that decide K.
    pub k_games: u32,
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// The latest game, by the time of play.
    pub last_played_at: UnixMillis,
    /// When it was hidden for a long absence, if it is.
    pub hidden_at: Option<UnixMillis>,
    /// Its division as of its last game.
    pub division: Option<Division>,
}

/// Where an entity is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listing {
    /// On the board, with a rank.
    Ranked,
    /// On the board after the ranked ones, without a rank.
    Provisional,
    /// Not on the board: a single player on a ladder of pairs.
    Unlisted,
    /// Not on the board until its next game.
    Hidden,
}

impl Listing {
    /// The number for it in the store, which is its order on the board.
    pub const fn column(self) -> i16 {
        match self {
            Self::Ranked => 0,
            Self::Provisional => 1,
            Self::Unlisted => 2,
            Self::Hidden => 3,
        }
    }
}

impl Standing {
    /// Where it is listed on a ladder of `kind`, if it is that of `entity`.
    pub const fn listing(&self, kind: SideKind, entity: Entity) -> Listing {
        match (kind, entity) {
            (SideKind::Pair, Entity::Player(_)) => Listing::Unlisted,
            _ if self.hidden_at.is_some() => Listing::Hidden,
            _ if is_provisional(self.k_games) => Listing::Provisional,
            _ => Listing::Ranked,
        }
    }

    /// The points that it is ranked by; `None` if it is not ranked.
    pub fn ranked_points(&self, kind: SideKind, entity: Entity) -> Option<i32> {
        (self.listing(kind, entity) == Listing::Ranked).then(|| self.displayed())
    }

    /// Games of the season.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The displayed rating in whole points.
    pub fn displayed(&self) -> i32 {
        i32::try_from(self.strength.points())
            .expect("the rating limit keeps displayed ratings within ten million points")
    }

    /// True if somebody on the board has been away for so long at `now` that it is to be hidden.
    pub fn is_absent(&self, now: UnixMillis) -> bool {
        now.since(self.last_played_at) > HIDDEN_AFTER
    }

    /// What it brings into a new season, and what is booked to the reset accounts for it. A pair shows the strength that
    /// its members' new ratings, `members`, make with its own new synergy.
    pub fn reset(&self, members: Option<[CentiPoints; 2]>) -> (Self, ResetBooking) {
        let (balance, k_games, strength, booking) = match members {
            None => {
                let (player, booking) = close_player(Player { rating: self.balance, games: self.k_games });
                (player.rating, player.games, Strength::of_player(player.rating), booking)
            }
            Some(ratings) => {
                let (pair, booking) = close_pair(Pair { synergy: self.balance, games: self.k_games });
                (pair.synergy, pair.games, Strength::of_pair(ratings, pair.synergy), booking)
            }
        };
        let (wins, draws, losses, division) = (0, 0, 0, None);
        (Self { balance, strength, k_games, wins, draws, losses, division, ..self.clone() }, booking)
    }
}

/// What [`Standing::reset`] asks for of the members of `entity`, by what `rating` says of each; who has not played has the
/// rating that everybody begins with. `None` for a single player.
pub fn members(
    entity: Entity,
    rating: impl Fn(AccountId) -> Option<CentiPoints>,
) -> Option<[CentiPoints; 2]> {
    let Entity::Pair(a, b) = entity else { return None };
    Some([a, b].map(|member| rating(member).unwrap_or(CentiPoints::START)))
}
