//! Standings as columns, the form in which many of them are written by one statement.

use env::UnixMillis;
use sqlx::types::time::OffsetDateTime;
use uuid::Uuid;

use super::standing::Standing;
use crate::divisions::Division;
use crate::ids::Entity;
use crate::result::SideKind;

/// One vector for each column of `ratings.standing`, all of the same length.
pub struct StandingColumns<'s> {
    pub a: Vec<Uuid>,
    pub b: Vec<Uuid>,
    pub names: Vec<Option<&'s str>>,
    pub balances: Vec<i64>,
    pub strengths: Vec<i64>,
    pub displayed: Vec<i32>,
    pub listings: Vec<i16>,
    pub k_games: Vec<i32>,
    pub wins: Vec<i32>,
    pub draws: Vec<i32>,
    pub losses: Vec<i32>,
    pub played: Vec<OffsetDateTime>,
    pub hidden: Vec<Option<OffsetDateTime>>,
    pub divisions: Vec<Option<i16>>,
}

impl<'s> StandingColumns<'s> {
    /// The columns of `rows` on a ladder of `kind`.
    pub fn of(kind: SideKind, rows: &[(Entity, &'s Standing)]) -> Self {
        let count = |of: fn(&Standing) -> u32| rows.iter().map(|(_, row)| games(of(row))).collect();
        Self {
            a: rows.iter().map(|(entity, _)| entity.key().a).collect(),
            b: rows.iter().map(|(entity, _)| entity.key().b).collect(),
            names: rows.iter().map(|(_, row)| row.name.as_deref()).collect(),
            balances: rows.iter().map(|(_, row)| row.balance.0).collect(),
            strengths: rows.iter().map(|(_, row)| row.strength.half_centi_points()).collect(),
            displayed: rows.iter().map(|(_, row)| row.displayed()).collect(),
            listings: rows.iter().map(|(entity, row)| row.listing(kind, *entity).column()).collect(),
            k_games: count(|row| row.k_games),
            wins: count(|row| row.wins),
            draws: count(|row| row.draws),
            losses: count(|row| row.losses),
            played: rows.iter().map(|(_, row)| row.last_played_at.to_datetime()).collect(),
            hidden: rows.iter().map(|(_, row)| row.hidden_at.map(UnixMillis::to_datetime)).collect(),
            divisions: rows.iter().map(|(_, row)| row.division.map(Division::number)).collect(),
        }
    }
}

fn games(count: u32) -> i32 {
    i32::try_from(count).expect("nobody plays two thousand million games")
}
