//! What every test needs: a database with ladders, a clock that stands still, and short words for games.

use std::time::Duration;

use env::{Clock, SimulatedTime, UnixMillis};
use postgres::testing::TestDb;
use ratings::accept::{Acceptance, Acceptor};
use ratings::ladder::{self, LadderSpec};
use ratings::rate::{Progress, rate_batch};
use ratings::read::{self, Outcome, StoredResult};
use ratings::result::{ReportedPlayer, ReportedResult, ReportedSide, SideKind};
use ratings::{
    AccountId, Entity, Error, Explanation, LadderId, MIGRATOR, ResultId, SCHEMA, SourceName, Sources,
};
use sqlx::{AssertSqlSafe, PgPool};
use uuid::Uuid;

/// When every test begins, and the season with it.
pub const START: UnixMillis = UnixMillis::new(1_800_000_000_000);
pub const HOUR: Duration = Duration::from_secs(3600);
pub const DAY: Duration = Duration::from_secs(24 * 3600);

pub struct World {
    pub db: TestDb,
    pub clock: Clock,
    pub time: SimulatedTime,
    pub acceptor: Acceptor,
}

impl World {
    /// Two ladders that the engine reports to (`seep` for pairs, `solo`) and one, `chess`, of another backend, `acme`.
    pub async fn new() -> Self {
        let db = TestDb::new(&MIGRATOR, SCHEMA).await;
        let (clock, time) = Clock::simulated(START);
        for (id, side_kind) in [("seep", SideKind::Pair), ("solo", SideKind::Solo), ("chess", SideKind::Solo)]
        {
            let spec = LadderSpec { id: ladder_id(id), game: id.into(), side_kind, name: id.into() };
            ladder::ensure(db.pool(), &spec, START).await.unwrap();
        }
        let engine = SourceName::engine();
        let sources = Sources::new([
            (engine.clone(), ladder_id("seep")),
            (engine, ladder_id("solo")),
            (SourceName::new("acme"), ladder_id("chess")),
            (SourceName::new("guild"), ladder_id("seep")),
            (SourceName::new("club"), ladder_id("seep")),
        ]);
        let acceptor = Acceptor { pool: db.pool().clone(), clock: clock.clone(), sources };
        // Games are played during the month that follows.
        time.advance(30 * DAY);
        Self { db, clock, time, acceptor }
    }

    pub fn pool(&self) -> &PgPool {
        self.db.pool()
    }

    pub async fn submit(&self, game: impl Into<ReportedResult>) -> Result<Acceptance, Error> {
        self.acceptor.accept(&SourceName::engine(), &game.into()).await
    }

    /// Accepts a game and rates everything that waits.
    pub async fn play(&self, game: impl Into<ReportedResult>) -> StoredResult {
        let game = game.into();
        let stored = self.submit(game.clone()).await.unwrap().into_stored();
        self.rate(game.ladder.as_str()).await;
        self.find(&stored.result_id).await
    }

    pub async fn rate(&self, ladder: &str) {
        while rate_batch(self.pool(), &ladder_id(ladder)).await.unwrap() != Progress::Idle {}
    }

    pub async fn find(&self, result_id: &str) -> StoredResult {
        read::find(self.pool(), &SourceName::engine(), &ResultId::parse(result_id).unwrap()).await.unwrap()
    }

    /// Lets somebody stand on a ladder as if after earlier games.
    pub async fn place(&self, ladder: &str, entity: Entity, standing: Placed) {
        let key = entity.key();
        let (kind, name) = match entity {
            Entity::Player(_) => ("player", Some(name(key.a))),
            Entity::Pair(..) => ("pair", None),
        };
        let on_board = (kind == "pair") == (ladder == "seep");
        let listing = match (on_board, standing.games < 10) {
            (false, _) => 2,
            (true, true) => 1,
            (true, false) => 0,
        };
        let strength = standing.strength.unwrap_or(2 * standing.balance);
        let displayed = i32::try_from(rating::rha(strength, 200)).unwrap();
        sqlx::query(
            "with ranked as (
                 insert into ratings.histogram_delta (ladder, season, displayed, change)
                 select $1, 1, $7, 1 where $8 = 0
             )
             insert into ratings.standing (ladder, season, a, b, display_name, balance, strength, displayed, listing,
                 k_games, wins, draws, losses, last_played_at)
             values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 0, 0, $10)",
        )
        .bind(ladder)
        .bind(key.a)
        .bind(key.b)
        .bind(name)
        .bind(standing.balance)
        .bind(strength)
        .bind(displayed)
        .bind(listing)
        .bind(standing.games)
        .bind(START.to_datetime())
        .execute(self.pool())
        .await
        .unwrap();
    }

    /// Everything that is derived from the log of a ladder, as text.
    pub async fn derived(&self, ladder: &str) -> String {
        self.dump(ladder, &JOURNALS).await + &self.standings(ladder).await
    }

    /// The standings of all seasons of a ladder, and what the seasons themselves keep, as text.
    pub async fn standings(&self, ladder: &str) -> String {
        self.dump(ladder, &STANDINGS).await
    }

    async fn dump(&self, ladder: &str, tables: &[(&str, &str, &str)]) -> String {
        let mut text = String::new();
        for (table, columns, order) in tables {
            let lines: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!(
                "select row({columns})::text from ratings.{table} where ladder = $1 order by {order}"
            )))
            .bind(ladder)
            .fetch_all(self.pool())
            .await
            .unwrap();
            text.push_str(&format!("{table}\n{}\n", lines.join("\n")));
        }
        text
    }

    pub async fn count(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(AssertSqlSafe(format!("select count(*) from ratings.{what}")))
            .fetch_one(self.pool())
            .await
            .unwrap()
    }
}

/// What is only ever appended to: the table, its columns, its order.
const JOURNALS: [(&str, &str, &str); 3] = [
    ("outcome", "sequence, state, reason, explanation", "sequence"),
    ("posting", "sequence, season, line, account, amount, balance_after", "sequence, season, line"),
    (
        "history",
        "a, b, sequence, season, line, displayed_before, displayed_after, exact_delta, place",
        "a, b, sequence, season, line",
    ),
];

/// What a void replaces.
const STANDINGS: [(&str, &str, &str); 2] = [
    (
        "standing",
        "season, a, b, display_name, balance, strength, displayed, listing, k_games, wins, draws, losses,
         last_played_at, hidden_at, division",
        "season, a, b",
    ),
    ("season", "season, reset_ratings, reset_synergies, divisions", "season"),
];

/// A standing to begin with. Its strength is that of the balance alone unless given.
#[derive(Clone, Copy)]
pub struct Placed {
    pub balance: i64,
    pub strength: Option<i64>,
    pub games: i32,
}

pub fn ladder_id(id: &str) -> LadderId {
    LadderId::parse(id).unwrap()
}

pub fn account(n: u128) -> AccountId {
    AccountId::new(Uuid::from_u128(n)).unwrap()
}

pub fn player(n: u128) -> Entity {
    Entity::Player(account(n))
}

pub fn pair(one: u128, other: u128) -> Entity {
    Entity::pair(account(one), account(other)).unwrap()
}

pub fn name(id: Uuid) -> String {
    format!("Player {}", id.as_u128())
}

/// A game between sides of players by number. Played one hour after the start unless said otherwise.
#[derive(Clone)]
pub struct Game(ReportedResult);

impl Game {
    fn new(id: &str, ladder: &str, sides: &[&[u128]], places: &[u32]) -> Self {
        let side = |(players, place): (&&[u128], &u32)| ReportedSide {
            players: players.iter().map(|n| reported_player(*n)).collect(),
            place: *place,
            score: 0,
        };
        Self(ReportedResult {
            result_id: ResultId::parse(id).unwrap(),
            ladder: ladder_id(ladder),
            played_at: START.plus(HOUR),
            sides: sides.iter().zip(places).map(side).collect(),
            abandoned: false,
        })
    }

    pub fn pairs(id: &str, winners: [u128; 2], losers: [u128; 2]) -> Self {
        Self::new(id, "seep", &[&winners, &losers], &[1, 2])
    }

    pub fn solo(id: &str, players: &[u128], places: &[u32]) -> Self {
        let sides: Vec<&[u128]> = players.chunks(1).collect();
        Self::new(id, "solo", &sides, places)
    }

    pub fn places(mut self, places: &[u32]) -> Self {
        for (side, place) in self.0.sides.iter_mut().zip(places) {
            side.place = *place;
        }
        self
    }

    pub fn drawn(self) -> Self {
        self.places(&[1, 1])
    }

    pub fn at(mut self, played_at: UnixMillis) -> Self {
        self.0.played_at = played_at;
        self
    }

    pub fn on(mut self, ladder: &str) -> Self {
        self.0.ladder = ladder_id(ladder);
        self
    }

    pub fn abandoned(mut self) -> Self {
        self.0.abandoned = true;
        self
    }

    pub fn left_by(mut self, leavers: &[u128]) -> Self {
        let left: Vec<AccountId> = leavers.iter().map(|n| account(*n)).collect();
        for player in self.0.sides.iter_mut().flat_map(|side| &mut side.players) {
            player.left = left.contains(&player.account);
        }
        self
    }

    /// The report itself, to be spoilt by a test.
    pub fn report(self) -> ReportedResult {
        self.0
    }
}

impl From<Game> for ReportedResult {
    fn from(game: Game) -> Self {
        game.0
    }
}

pub fn reported_player(n: u128) -> ReportedPlayer {
    let account = account(n);
    let name = name(account.uuid());
    ReportedPlayer { account, name, left: false, left_at_ms: None, bot_spans: Vec::new() }
}

/// The explanation of a result that must be rated.
pub fn rated(stored: &StoredResult) -> &Explanation {
    match &stored.outcome {
        Some(Outcome::Rated(explanation)) => explanation,
        other => panic!("not rated: {other:?}"),
    }
}

/// What a rated result posted, in the ledger's order: the players as the result names them, then the synergies.
pub fn deltas(stored: &StoredResult) -> Vec<i64> {
    rated(stored).changes().iter().map(|change| change.amount.0).collect()
}
