//! `jodi ladder load`: fills a ladder of its own with very many standings, to measure on. They come from no results, so the
//! database is good for nothing else.

use anyhow::ensure;
use clap::Args;
use env::Clock;
use ratings::divisions::Divisions;
use ratings::ladder::{self, LadderSpec};
use ratings::result::SideKind;
use ratings::{LadderId, Track, rank, season};
use sqlx::{AssertSqlSafe, PgConnection, PgPool};

use crate::print;

/// The ladder that is filled.
pub const BENCH_LADDER: &str = "bench";
/// Players of one circle; each plays with every other of it.
const CIRCLE: i64 = 8;
/// Pairs that a circle makes.
const CIRCLE_PAIRS: i64 = CIRCLE * (CIRCLE - 1) / 2;

/// Flags of `jodi ladder load`.
#[derive(Args)]
pub struct Load {
    /// The database to fill, for example postgres://user@host/database; its schemas are brought up to date first
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    database_url: String,
    /// How many ranked pairs there are to be
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(i64).range(1..=100_000_000))]
    standings: i64,
    /// The same seed gives the same standings
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(i64).range(0..1_000_000))]
    seed: i64,
}

impl Load {
    /// Fills the ladder.
    ///
    /// # Errors
    /// If the database cannot be reached, or the ladder has standings already.
    pub async fn run(self) -> anyhow::Result<()> {
        let clock = Clock::system();
        let settings = postgres::PoolSettings {
            max_connections: 2,
            statement_timeout: std::time::Duration::ZERO,
            ..postgres::PoolSettings::new("jodi-ladder-load")
        };
        let pool = postgres::connect(&self.database_url, &settings).await?;
        postgres::migrate(&pool, &ratings::MIGRATOR, ratings::SCHEMA).await?;
        let track = bench_track();
        ladder::ensure(&pool, &spec(), clock.now()).await?;
        let filled =
            sqlx::query_scalar::<_, bool>("select exists (select from ratings.standing where ladder = $1)")
                .bind(track.ladder.as_str())
                .fetch_one(&pool)
                .await?;
        ensure!(!filled, "ladder {} has standings already; take another database", track.ladder);
        let started = clock.monotonic();
        self.fill(&pool, &track, clock.now().to_datetime()).await?;
        let seconds = clock.monotonic().since(started).as_secs();
        print::note(format_args!("{} ranked pairs in {seconds} s", self.standings));
        Ok(())
    }

    async fn fill(
        &self,
        pool: &PgPool,
        track: &Track,
        now: sqlx::types::time::OffsetDateTime,
    ) -> anyhow::Result<()> {
        let mut tx = postgres::begin(pool).await?;
        sqlx::query("select setseed($1::float8 / 1000000)").bind(self.seed).execute(&mut *tx).await?;
        self.make_players(&mut tx).await?;
        let indexes = drop_indexes(&mut tx).await?;
        for standings in [INSERT_PLAYERS, INSERT_PAIRS] {
            sqlx::query(standings)
                .bind(track.ladder.as_str())
                .bind(track.season)
                .bind(now)
                .bind(self.standings)
                .execute(&mut *tx)
                .await?;
        }
        for index in indexes {
            sqlx::query(AssertSqlSafe(index)).execute(&mut *tx).await?;
        }
        count_ranked(&mut tx, track).await?;
        tx.commit().await?;
        // What autovacuum would do sooner or later: without it the first readers pay for it.
        for tidy in ["vacuum (analyze) ratings.standing", "vacuum (analyze) ratings.histogram"] {
            sqlx::query(tidy).execute(pool).await?;
        }
        Ok(())
    }

    /// Makes the players up: ids, ratings around 1500 with a deviation of 200, games.
    async fn make_players(&self, connection: &mut PgConnection) -> anyhow::Result<()> {
        sqlx::query(CREATE_PLAYERS).execute(&mut *connection).await?;
        let circles = (self.standings + CIRCLE_PAIRS - 1) / CIRCLE_PAIRS;
        sqlx::query(MAKE_PLAYERS)
            .bind(self.seed.to_string())
            .bind(circles * CIRCLE)
            .bind(CIRCLE)
            .execute(&mut *connection)
            .await?;
        sqlx::query("analyze bench_player").execute(connection).await?;
        Ok(())
    }
}

/// Drops the indexes of standings that can be made again afterwards, which takes a fraction of the time of keeping them up.
/// Returns the statements that make them.
async fn drop_indexes(connection: &mut PgConnection) -> anyhow::Result<Vec<String>> {
    let indexes: Vec<(String, String)> = sqlx::query_as(
        "select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid) from pg_index
         where indrelid = 'ratings.standing'::regclass and not indisprimary",
    )
    .fetch_all(&mut *connection)
    .await?;
    for (drop, _) in &indexes {
        sqlx::query(AssertSqlSafe(drop.as_str())).execute(&mut *connection).await?;
    }
    Ok(indexes.into_iter().map(|(_, make)| make).collect())
}

/// What the ladder is.
pub fn spec() -> LadderSpec {
    let id = LadderId::parse(BENCH_LADDER).expect("it is a ladder's id");
    LadderSpec { id, game: "bench".into(), side_kind: SideKind::Pair, name: "Bench".into() }
}

/// Its only season.
pub fn bench_track() -> Track {
    Track { ladder: spec().id, season: 1 }
}

/// Builds the histogram, and draws the divisions by it.
async fn count_ranked(connection: &mut PgConnection, track: &Track) -> anyhow::Result<()> {
    sqlx::query(COUNT_RANKED)
        .bind(track.ladder.as_str())
        .bind(track.season)
        .execute(&mut *connection)
        .await?;
    let divisions = Divisions::draw(&rank::histogram(&mut *connection, track).await?);
    season::divide(connection, track, &divisions).await?;
    Ok(())
}

const CREATE_PLAYERS: &str = "create temporary table bench_player (
    circle bigint, place integer, id uuid, name text, rating bigint, games integer
) on commit drop";

/// A normal deviate of two even ones, by Box and Muller.
const MAKE_PLAYERS: &str = "insert into bench_player
    select n / $3, (n % $3)::integer, md5($1 || ':' || n)::uuid, 'Player ' || n,
        150000 + round(20000 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))::bigint,
        10 + floor(200 * random())::integer
    from generate_series(0, $2 - 1) as n";

const INSERT_PLAYERS: &str = "insert into ratings.standing
        (ladder, season, a, b, display_name, balance, strength, displayed, listing, k_games, wins, draws, losses,
         last_played_at)
    select $1, $2, id, '00000000-0000-0000-0000-000000000000', name, rating, 2 * rating, round(rating / 100.0)::integer,
        2, games, games / 2, games / 10, games - games / 2 - games / 10, $3 - random() * interval '20 days'
    from bench_player where $4 > 0 order by id";

const INSERT_PAIRS: &str = "insert into ratings.standing
        (ladder, season, a, b, display_name, balance, strength, displayed, listing, k_games, wins, draws, losses,
         last_played_at)
    select $1, $2, a, b, null, synergy, ratings + 2 * synergy, round((ratings + 2 * synergy) / 200.0)::integer,
        0, games, games / 2, games / 10, games - games / 2 - games / 10, $3 - random() * interval '20 days'
    from (
        select least(one.id, other.id) as a, greatest(one.id, other.id) as b, one.rating + other.rating as ratings,
            round(6000 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))::bigint as synergy,
            10 + floor(90 * random())::integer as games
        from bench_player one
        join bench_player other on other.circle = one.circle and other.place > one.place
        limit $4
    ) as pairs
    order by a, b";

const COUNT_RANKED: &str = "insert into ratings.histogram (ladder, season, scale, bucket, entities)
    select ladder, season, scale, floor(displayed::numeric / scale)::integer, count(*)
    from ratings.standing cross join (values (1::smallint), (100::smallint)) as scales (scale)
    where ladder = $1 and season = $2 and listing = 0
    group by 1, 2, 3, 4";
