//! The close of a season, long absences, and the balance of a season's books (`ratings.md` 1 and 4).

use crate::points::{CentiPoints, rha};
use crate::state::{Pair, Player};

/// The game counts of players and pairs are cut to this at the close of a season.
pub const GAMES_CAP_AFTER_CLOSE: u32 = 10;
/// The game count of a player is cut to this after a long absence.
pub const GAMES_CAP_AFTER_RETURN: u32 = 20;
/// Whoever has not played for this many days is hidden from the board.
pub const HIDDEN_AFTER_DAYS: u32 = 28;
/// After this many days without a game the game count is cut to [`GAMES_CAP_AFTER_RETURN`].
pub const LONG_ABSENCE_DAYS: u32 = 90;

/// What the close of a season books to the ladder's reset account: the opposite of what the players' ratings
/// and the pairs' synergies changed, so that both books still balance.
///
/// Close every player and pair of the season, then add the bookings up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResetBooking {
    /// To the account of the ratings.
    pub ratings: CentiPoints,
    /// To the account of the synergies.
    pub synergies: CentiPoints,
}

impl std::ops::AddAssign for ResetBooking {
    fn add_assign(&mut self, other: Self) {
        self.ratings += other.ratings;
        self.synergies += other.synergies;
    }
}

/// The soft reset of a player: three quarters of the distance from 1500.00 stay, `r' = 150000 +
/// rha(3 * (r - 150000), 4)`, and at most 10 games. With it comes what the reset account is booked.
pub fn close_player(player: Player) -> (Player, ResetBooking) {
    let start = CentiPoints::START;
    let rating = start + CentiPoints(rha(3 * (player.rating - start).0, 4));
    let games = player.games.min(GAMES_CAP_AFTER_CLOSE);
    let booking = ResetBooking { ratings: player.rating - rating, ..ResetBooking::default() };
    (Player { rating, games }, booking)
}

/// The soft reset of a pair: half of its synergy stays, `s' = rha(s, 2)`, and at most 10 games. With it comes
/// what the reset account is booked.
pub fn close_pair(pair: Pair) -> (Pair, ResetBooking) {
    let synergy = CentiPoints(rha(pair.synergy.0, 2));
    let games = pair.games.min(GAMES_CAP_AFTER_CLOSE);
    let booking = ResetBooking { synergies: pair.synergy - synergy, ..ResetBooking::default() };
    (Pair { synergy, games }, booking)
}

/// The game count of a player who comes back after a long absence, `min(n, 20)`: the rating moves faster again.
pub fn games_after_return(games: u32) -> u32 {
    games.min(GAMES_CAP_AFTER_RETURN)
}

/// By how much the books of a season are out: the sum of all its ratings and of the reset account, less 1500.00
/// for every player. Zero when they balance, which is an invariant of the ladder.
pub fn season_imbalance(ratings: CentiPoints, reset_account: CentiPoints, players: u64) -> CentiPoints {
    let due = i64::try_from(players).expect("fewer than 2^63 players") * CentiPoints::START.0;
    ratings + reset_account - CentiPoints(due)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(rating: i64) -> i64 {
        close_player(Player { rating: CentiPoints(rating), games: 0 }).0.rating.0
    }

    /// Vector 16 of the specification.
    #[test]
    fn soft_reset_keeps_three_quarters_of_the_distance() {
        assert_eq!([183_333, 149_999, 120_000].map(closed), [175_000, 149_999, 127_500]);
    }

    #[test]
    fn soft_reset_halves_synergy_away_from_zero() {
        let halved = |s| close_pair(Pair { synergy: CentiPoints(s), games: 0 }).0.synergy.0;
        assert_eq!([0, 1, -1, 5, -5, 2500].map(halved), [0, 1, -1, 3, -3, 1250]);
    }

    #[test]
    fn soft_reset_cuts_games_to_ten() {
        let games = |n| {
            (
                close_player(Player { games: n, ..Player::NEW }).0.games,
                close_pair(Pair { games: n, ..Pair::NEW }).0.games,
            )
        };
        assert_eq!([0, 9, 10, 11, 400].map(games), [(0, 0), (9, 9), (10, 10), (10, 10), (10, 10)]);
    }

    #[test]
    fn return_cuts_games_to_twenty() {
        assert_eq!([0, 19, 20, 21, 400].map(games_after_return), [0, 19, 20, 20, 20]);
    }

    #[test]
    fn books_balance_after_a_close() {
        let before =
            [183_333, 149_999, 120_000, 146_668].map(|r| Player { rating: CentiPoints(r), games: 5 });
        assert_eq!(season_imbalance(before.iter().map(|p| p.rating).sum(), CentiPoints::ZERO, 4).0, 0);
        let mut account = ResetBooking::default();
        let mut after = CentiPoints::ZERO;
        for player in before {
            let (closed, booking) = close_player(player);
            after += closed.rating;
            account += booking;
        }
        assert_eq!(season_imbalance(after, account.ratings, 4), CentiPoints::ZERO);
    }

    #[test]
    fn synergies_balance_after_a_close() {
        let mut account = ResetBooking::default();
        let mut after = CentiPoints::ZERO;
        for synergy in [333, -333, 25, 75, -101, 1] {
            let (closed, booking) = close_pair(Pair { synergy: CentiPoints(synergy), games: 5 });
            after += closed.synergy;
            account += booking;
        }
        assert_eq!(after + account.synergies, CentiPoints::ZERO);
    }

    #[test]
    fn imbalance_is_what_is_missing_or_too_much() {
        assert_eq!(season_imbalance(CentiPoints(300_001), CentiPoints::ZERO, 2), CentiPoints(1));
        assert_eq!(season_imbalance(CentiPoints(300_000), CentiPoints(-2), 2), CentiPoints(-2));
    }
}
