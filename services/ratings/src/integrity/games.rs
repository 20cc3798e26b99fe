//! The games that signals look at: rated ones that stand, as one side saw them.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use env::UnixMillis;
use rating::{expected_score, rha};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::error::Error;
use crate::explanation::{Explanation, FreeForAllExplained};
use crate::ids::{AccountId, Entity, LadderId};

/// How far back signals look from the latest game of those whom they are about.
pub const WINDOW: Duration = Duration::from_secs(28 * 24 * 60 * 60);
/// Of each player only this many latest games are looked at.
pub const GAMES_MAX: i64 = 200;

/// A rated game.
#[derive(Clone, Debug)]
pub struct RatedGame {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// When it ended.
    pub played_at: UnixMillis,
    /// How it was rated.
    pub explanation: Explanation,
}

/// A game as one side saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// When it ended.
    pub played_at: UnixMillis,
    /// The side itself.
    pub side: Entity,
    /// Its score, from 0 to 1.
    pub score: f64,
    /// What the ratings of the players alone let expect of it, without any synergy.
    pub expected_by_ratings: f64,
    /// Whom it met, one by one.
    pub meetings: Vec<Meeting>,
}

/// What passed between a side and one other.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The other side.
    pub opponent: Entity,
    /// 1 if the side came before the other, 0 if behind, else one half.
    pub score: f64,
    /// What the ladder had expected of it.
    pub expected: f64,
}

impl RatedGame {
    /// The game as the side of `account` saw it; `None` if it did not play.
    pub fn seen_by(&self, account: AccountId) -> Option<Seen> {
        let sides = self.sides();
        let own = sides.iter().position(|side| side.accounts().contains(&account))?;
        let others = (0..sides.len()).filter(|other| *other != own);
        let meeting = |other: usize| {
            let (expected, score) = match &self.explanation {
                Explanation::Pairs(_) => self.explanation.scores(own),
                Explanation::FreeForAll(all) => duel(all, own, other),
            };
            Meeting { opponent: sides[other], score: fraction(score), expected: fraction(expected) }
        };
        Some(Seen {
            sequence: self.sequence,
            played_at: self.played_at,
            side: sides[own],
            score: fraction(self.explanation.scores(own).1),
            expected_by_ratings: fraction(self.expected_by_ratings(own)),
            meetings: others.map(meeting).collect(),
        })
    }

    /// In millionths.
    fn expected_by_ratings(&self, own: usize) -> i64 {
        let Explanation::Pairs(pairs) = &self.explanation else { return self.explanation.scores(own).0 };
        let ratings =
            |side: usize| pairs.sides[side].members.iter().map(|member| member.rating_before).sum::<i64>();
        expected_score(rha(ratings(own) - ratings(1 - own), 200)).0
    }

    /// Who played.
    pub fn sides(&self) -> Vec<Entity> {
        match &self.explanation {
            Explanation::Pairs(pairs) => {
                let pair = |members: [AccountId; 2]| {
                    Entity::pair(members[0], members[1]).expect("a rated side has two members")
                };
                pairs.sides.iter().map(|side| pair([0, 1].map(|i| side.members[i].account))).collect()
            }
            Explanation::FreeForAll(all) => {
                all.entrants.iter().map(|entrant| Entity::Player(entrant.player.account)).collect()
            }
        }
    }
}

/// What was expected and what became of the duel between two entrants, in millionths for the first of them.
fn duel(all: &FreeForAllExplained, own: usize, other: usize) -> (i64, i64) {
    let (one, two) = (own.min(other), own.max(other));
    let duel = all.duels.iter().find(|duel| (duel.one, duel.other) == (one, two));
    let duel = duel.expect("each two entrants have a duel");
    if own == one { (duel.expected, duel.score) } else { (1_000_000 - duel.expected, 1_000_000 - duel.score) }
}

#[expect(clippy::cast_precision_loss, reason = "millionths fit, and no rating follows from a signal")]
fn fraction(millionths: i64) -> f64 {
    millionths as f64 / 1_000_000.0
}

/// The rated games that follow number `after` up to `through`, at most `limit`, voided ones included: a scan goes past them once.
///
/// # Errors
/// The store's.
pub async fn following(
    connection: &mut PgConnection,
    ladder: &LadderId,
    after: i64,
    through: i64,
    limit: i64,
) -> Result<Vec<RatedGame>, Error> {
    let rows = sqlx::query!(
        r#"select o.sequence, r.played_at, o.explanation as "explanation!: Json<Explanation>"
         from ratings.outcome o join ratings.result r using (ladder, sequence)
         where o.ladder = $1 and o.sequence > $2 and o.sequence <= $3 and o.state = 'rated'
         order by o.sequence limit $4"#,
        ladder.as_str(),
        after,
        through,
        limit
    )
    .fetch_all(connection)
    .await?;
    let game = rows.into_iter().map(|row| RatedGame {
        sequence: row.sequence,
        played_at: row.played_at.into(),
        explanation: row.explanation.0,
    });
    Ok(game.collect())
}

/// The games of each of `accounts` since `since` and up to number `through`, by the time of play: rated and not taken back, of each
/// player the latest [`GAMES_MAX`].
///
/// # Errors
/// The store's.
pub async fn of_players(
    connection: &mut PgConnection,
    ladder: &LadderId,
    accounts: &BTreeSet<AccountId>,
    since: UnixMillis,
    through: i64,
) -> Result<HashMap<AccountId, Vec<Seen>>, Error> {
    let asked: Vec<Uuid> = accounts.iter().map(|account| account.uuid()).collect();
    let rows = sqlx::query!(
        r#"select h.a, h.sequence, r.played_at, o.explanation as "explanation!: Json<Explanation>"
         from unnest($2::uuid[]) as asked (account)
         cross join lateral (
             select a, sequence from ratings.history
             where ladder = $1 and a = asked.account and b = '00000000-0000-0000-0000-000000000000' and line = 2
                 and sequence <= $4
             order by sequence desc limit $5
         ) as h
         join ratings.result r on r.ladder = $1 and r.sequence = h.sequence
         join ratings.outcome o on o.ladder = $1 and o.sequence = h.sequence
         left join ratings.void v on v.ladder = $1 and v.sequence = h.sequence
         where r.played_at >= $3 and v.sequence is null
         order by r.played_at, h.sequence"#,
        ladder.as_str(),
        &asked,
        since.to_datetime(),
        through,
        GAMES_MAX
    )
    .fetch_all(connection)
    .await?;
    let mut games: HashMap<AccountId, Vec<Seen>> = HashMap::new();
    for row in rows {
        let (sequence, played_at) = (row.sequence, row.played_at.into());
        let game = RatedGame { sequence, played_at, explanation: row.explanation.0 };
        let account = AccountId::new(row.a).filter(|account| accounts.contains(account));
        if let Some((account, seen)) = account.and_then(|account| Some((account, game.seen_by(account)?))) {
            games.entry(account).or_default().push(seen);
        }
    }
    Ok(games)
}

/// What is known of somebody's time on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenure {
    /// The first rated game, by its number, and when it ended.
    pub first_played_at: UnixMillis,
    /// All rated games; at most [`GAMES_MAX`] are counted.
    pub games: u32,
}

/// How long each of `accounts` has played on the ladder, up to number `through`.
///
/// # Errors
/// The store's.
pub async fn tenures(
    connection: &mut PgConnection,
    ladder: &LadderId,
    accounts: &BTreeSet<AccountId>,
    through: i64,
) -> Result<HashMap<AccountId, Tenure>, Error> {
    let asked: Vec<Uuid> = accounts.iter().map(|account| account.uuid()).collect();
    let rows = sqlx::query!(
        r#"select asked.account as "account!", count(*) as "games!", min(r.played_at) as "first_played_at!"
         from unnest($2::uuid[]) as asked (account)
         cross join lateral (
             select sequence from ratings.history
             where ladder = $1 and a = asked.account and b = '00000000-0000-0000-0000-000000000000' and line = 2
                 and sequence <= $3
             order by sequence limit $4
         ) as h
         join ratings.result r on r.ladder = $1 and r.sequence = h.sequence
         group by asked.account"#,
        ladder.as_str(),
        &asked,
        through,
        GAMES_MAX
    )
    .fetch_all(connection)
    .await?;
    let tenure = rows.into_iter().filter_map(|row| {
        let games = u32::try_from(row.games).ok()?;
        Some((AccountId::new(row.account)?, Tenure { first_played_at: row.first_played_at.into(), games }))
    });
    Ok(tenure.collect())
}
