//! Looking through what is new: the games that were rated since the last time, and everybody who played them.
//!
//! Work is bounded by what is new, not by what there is: a batch touches at most a fixed number of games, and looks at a fixed number of
//! earlier ones for each player in them. The cursor and the findings are committed together, so a scan that is cut off anywhere has
//! not happened.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use env::UnixMillis;
use sqlx::{PgConnection, PgPool};

use super::games::{self, Seen, WINDOW};
use super::review::{self, Found, Latest};
use super::signals::{
    Finding, Signal, candidates, concentration, lift, losing_run, new_accounts, quick_games,
};
use crate::error::Error;
use crate::ids::{AccountId, Entity, LadderId};
use crate::ladder;
use crate::rank::ranks;
use crate::rate::Progress;

/// Most new games that one scan looks through.
pub const SCAN_MAX: usize = 200;
/// So many of those who played them are judged at a time.
const SUBJECTS_AT_ONCE: usize = 25;

/// Looks through the next games of `ladder` that were rated, and notes what is unusual at the moment `now`.
///
/// # Errors
/// [`Error::LadderNotFound`], or the store's.
pub async fn scan(pool: &PgPool, ladder: &LadderId, now: UnixMillis) -> Result<Progress, Error> {
    let mut tx = postgres::begin(pool).await?;
    let ladder = ladder::find(&mut *tx, ladder).await?;
    let id = &ladder.spec.id;
    let scanned = lock_cursor(&mut tx, id).await?;
    if scanned >= ladder.rated_through {
        return Ok(Progress::Idle);
    }
    let limit = i64::try_from(SCAN_MAX).expect("a batch is small");
    let games = games::following(&mut tx, id, scanned, ladder.rated_through, limit).await?;
    let through = match games.last() {
        Some(last) if games.len() == SCAN_MAX => last.sequence,
        _ => ladder.rated_through,
    };
    let mut subjects: BTreeMap<Entity, UnixMillis> = BTreeMap::new();
    for game in &games {
        for side in game.sides() {
            let latest = subjects.entry(side).or_insert(game.played_at);
            *latest = game.played_at.max(*latest);
        }
    }
    let board = ranks(&mut tx, &ladder.track, []).await?;
    let subjects: Vec<(Entity, UnixMillis)> = subjects.into_iter().collect();
    let scan = Scan { ladder: id, through, ranked: board.ranked, now };
    for some in subjects.chunks(SUBJECTS_AT_ONCE) {
        scan.judge(&mut tx, some).await?;
    }
    advance(&mut tx, id, through).await?;
    tx.commit().await?;
    Ok(Progress::Advanced(games.len()))
}

/// Locks how far the ladder is looked through until the transaction ends, so that no two look through the same.
async fn lock_cursor(connection: &mut PgConnection, ladder: &LadderId) -> Result<i64, Error> {
    sqlx::query!(
        "insert into ratings.integrity_cursor (ladder, scanned_through) values ($1, 0) on conflict (ladder) do nothing",
        ladder.as_str()
    )
    .execute(&mut *connection)
    .await?;
    let scanned = sqlx::query_scalar!(
        "select scanned_through from ratings.integrity_cursor where ladder = $1 for no key update",
        ladder.as_str()
    )
    .fetch_one(connection)
    .await?;
    Ok(scanned)
}

async fn advance(connection: &mut PgConnection, ladder: &LadderId, through: i64) -> Result<(), Error> {
    sqlx::query!(
        "update ratings.integrity_cursor set scanned_through = $2 where ladder = $1",
        ladder.as_str(),
        through
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// One scan.
struct Scan<'s> {
    ladder: &'s LadderId,
    through: i64,
    ranked: u64,
    now: UnixMillis,
}

impl Scan<'_> {
    /// Judges `subjects`, each with its latest new game.
    async fn judge(
        &self,
        connection: &mut PgConnection,
        subjects: &[(Entity, UnixMillis)],
    ) -> Result<(), Error> {
        let accounts: BTreeSet<AccountId> =
            subjects.iter().flat_map(|(subject, _)| subject.accounts()).collect();
        let earliest = subjects.iter().map(|(_, latest)| latest.minus(WINDOW)).min();
        let since = earliest.unwrap_or(self.now);
        let games = games::of_players(&mut *connection, self.ladder, &accounts, since, self.through).await?;
        let entities: Vec<Entity> = subjects.iter().map(|(subject, _)| *subject).collect();
        let reviews = review::latest(&mut *connection, self.ladder, &entities).await?;
        for (subject, latest_game) in subjects {
            let past = Past::of(*subject, *latest_game, &games);
            let none = HashMap::new();
            let reviews = reviews.get(subject).unwrap_or(&none);
            for finding in self.findings(&mut *connection, &past, reviews).await? {
                let found = Found { ladder: self.ladder, subject: *subject, at: *latest_game, now: self.now };
                let earlier = reviews.get(&finding.signal);
                review::record(&mut *connection, &found, &finding, past.last, earlier).await?;
            }
        }
        Ok(())
    }

    async fn findings(
        &self,
        connection: &mut PgConnection,
        past: &Past,
        reviews: &HashMap<Signal, Latest>,
    ) -> Result<Vec<Finding>, Error> {
        let fresh = |signal: Signal| {
            let after = reviews.get(&signal).map_or(0, Latest::new_evidence_after);
            past.own.iter().filter(|game| game.sequence > after).cloned().collect::<Vec<Seen>>()
        };
        let feeding = fresh(Signal::NewAccounts);
        let suspects: BTreeSet<AccountId> = candidates(&feeding).into_keys().collect();
        let tenures = match suspects.is_empty() {
            true => HashMap::new(),
            false => games::tenures(connection, self.ladder, &suspects, self.through).await?,
        };
        let with_others = past.with_others.as_ref();
        let found = [
            with_others.and_then(|[one, other]| lift(&fresh(Signal::PartnerLift), [one, other])),
            concentration(&fresh(Signal::OpponentConcentration), self.ranked),
            losing_run(&fresh(Signal::LosingRun)),
            quick_games(&fresh(Signal::QuickGames)),
            new_accounts(&feeding, past.since, &tenures),
        ];
        Ok(found.into_iter().flatten().collect())
    }
}

/// The games of one subject in its window.
struct Past {
    since: UnixMillis,
    /// The number of the last game.
    last: i64,
    own: Vec<Seen>,
    /// Of a pair: the games of each member with others.
    with_others: Option<[Vec<Seen>; 2]>,
}

impl Past {
    fn of(subject: Entity, latest: UnixMillis, games: &HashMap<AccountId, Vec<Seen>>) -> Self {
        let since = latest.minus(WINDOW);
        let of = |account: AccountId| {
            let all = games.get(&account).map_or(&[][..], Vec::as_slice);
            all.iter().filter(|game| game.played_at >= since)
        };
        let members = subject.accounts();
        let own: Vec<Seen> = of(members[0]).filter(|game| game.side == subject).cloned().collect();
        let with_others = match subject {
            Entity::Player(_) => None,
            Entity::Pair(one, other) => Some(
                [one, other].map(|member| of(member).filter(|game| game.side != subject).cloned().collect()),
            ),
        };
        let last = own.iter().map(|game| game.sequence).max().unwrap_or(0);
        Self { since, last, own, with_others }
    }
}
