//! The close of a season is cut off by SIGKILL at each of its steps, and ends exactly once all the same.
//!
//! A step is where the suite writes to a table: a trigger on it waits for a lock that the test holds, so the process is killed
//! while it stands exactly there. Every step has a ladder of its own with the same games.

use futures::future::join_all;
use jodi_tests::client::Backend;
use jodi_tests::process::{Suite, SuiteSetup};
use jodi_tests::{eventually, within};
use postgres::testing::TestDb;
use sqlx::{AssertSqlSafe, Executor as _, PgPool};
use wire::ratings::v1::{CloseSeasonRequest, ResultPlayer, ResultSide, SubmitResultRequest};

use crate::turn::turn;

/// What a close writes, in the order in which it does so: the event and its seasons when it is ordered, the rest when it is
/// worked off.
const STEPS: [(&str, &str); 9] = [
    ("event", "insert"),
    ("season", "update"),
    ("ladder", "update of season"),
    ("posting", "insert"),
    ("history", "insert"),
    ("standing", "insert"),
    ("season", "update of reset_ratings"),
    ("histogram_delta", "insert"),
    ("cursor", "update"),
];
/// The ladder whose season is closed without any trouble.
const CALM: &str = "calm";
const GAMES: u32 = 14;
/// The advisory lock that a step waits for.
const GATE: i64 = 20_26;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn season_that_is_killed_at_any_step_of_its_close_ends_exactly_once() {
    let _turn = turn().await;
    let db = TestDb::with(&[]).await;
    let ladders: Vec<String> =
        (0..STEPS.len()).map(|step| format!("step{step}")).chain([CALM.to_owned()]).collect();
    let specs: Vec<String> = ladders.iter().map(|ladder| format!("{ladder}:pairs:pair:Pairs")).collect();
    let sources: Vec<String> = ladders.iter().map(|ladder| format!("operator={ladder}")).collect();
    let setup = SuiteSetup::new()
        .on(db.url())
        .env("JODI_RATINGS_GUEST_LADDERS", specs.join(","))
        .env("JODI_RATINGS_SOURCE_LADDERS", sources.join(","));
    let mut suite = Suite::start(setup).await;
    let backend = Backend::new(suite.channel(), suite.admin());
    join_all(ladders.iter().map(|ladder| play(&backend, ladder))).await;
    for ladder in &ladders {
        worked_off(db.pool(), ladder).await;
    }
    close(&suite, CALM).await;
    worked_off(db.pool(), CALM).await;
    let wanted = derived(db.pool(), CALM).await;
    for (ladder, step) in ladders.iter().zip(STEPS) {
        kill_at(&mut suite, &db, ladder, step).await;
        close(&suite, ladder).await;
        worked_off(db.pool(), ladder).await;
        assert_eq!(derived(db.pool(), ladder).await, wanted, "killed at {step:?}");
    }
}

/// Fourteen games of two pairs, of whom one wins more often.
async fn play(backend: &Backend, ladder: &str) {
    let now = env::Clock::system().now();
    for game in 0..GAMES {
        let player = |n: u128| ResultPlayer {
            account_id: uuid::Uuid::from_u128(n).to_string(),
            display_name: format!("Player {n}"),
            ..Default::default()
        };
        let first = if game % 3 == 0 { 2 } else { 1 };
        let side =
            |players: [u128; 2], place| ResultSide { players: players.map(player).into(), place, score: 0 };
        let request = SubmitResultRequest {
            result_id: format!("{ladder}-{game}"),
            ladder: ladder.to_owned(),
            played_at: Some(service::timestamp(now)),
            sides: vec![side([1, 2], first), side([u128::from(game % 2) + 3, 5], 3 - first)],
            abandoned: false,
        };
        within("SubmitResult", backend.ratings().submit_result(request)).await.expect("a result is accepted");
    }
}

/// The id of the order to close a ladder's season: one for each ladder.
fn request_id(ladder: &str) -> String {
    uuid::Uuid::from_u128(ladder.bytes().fold(0, |id, byte| (id << 8) | u128::from(byte))).to_string()
}

/// Orders the close, as a client does that tries again until it has an answer.
async fn close(suite: &Suite, ladder: &str) {
    let request = CloseSeasonRequest {
        ladder: ladder.to_owned(),
        request_id: request_id(ladder),
        season: 1,
        reason: "the season is over".into(),
    };
    let mut admin = Backend::new(suite.channel(), suite.admin()).ladder_admin();
    within("CloseSeason", admin.close_season(request)).await.expect("the season is closed");
}

/// Closes the season of `ladder`, and kills the suite while it stands at `step`.
async fn kill_at(suite: &mut Suite, db: &TestDb, ladder: &str, (table, deed): (&str, &str)) {
    let mut gatekeeper = db.pool().acquire().await.expect("a connection");
    sqlx::query("select pg_advisory_lock($1)")
        .bind(GATE)
        .execute(&mut *gatekeeper)
        .await
        .expect("the gate is shut");
    let gate = format!(
        "create function public.wait_at_gate() returns trigger language plpgsql as $$ begin
             perform pg_advisory_xact_lock({GATE});
             return new;
         end $$;
         create trigger gate before {deed} on ratings.{table} for each row
             when (new.ladder = '{ladder}') execute function public.wait_at_gate();"
    );
    db.pool().execute(AssertSqlSafe(gate)).await.expect("the gate is set up");
    let mut admin = Backend::new(suite.channel(), suite.admin()).ladder_admin();
    let request = CloseSeasonRequest {
        ladder: ladder.to_owned(),
        request_id: request_id(ladder),
        season: 1,
        reason: "the season is over".into(),
    };
    // It gets an answer only if the suite lives that long.
    let order = tokio::spawn(async move { drop(admin.close_season(request).await) });
    let waiting = "select pid from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())";
    let pid: i32 = eventually("a close that stands at the gate", || async {
        sqlx::query_scalar(waiting).fetch_optional(db.pool()).await.expect("locks can be read")
    })
    .await;
    suite.kill().await;
    within("the end of the order", order).await.expect("it does not panic");
    sqlx::query("select pg_advisory_unlock($1)")
        .bind(GATE)
        .execute(&mut *gatekeeper)
        .await
        .expect("the gate opens");
    eventually("the end of what the killed suite had begun", || async {
        let alive: bool = sqlx::query_scalar("select exists (select from pg_stat_activity where pid = $1)")
            .bind(pid)
            .fetch_one(db.pool())
            .await
            .expect("activity can be read");
        (!alive).then_some(())
    })
    .await;
    let take_down = format!("drop trigger gate on ratings.{table}; drop function public.wait_at_gate()");
    db.pool().execute(AssertSqlSafe(take_down)).await.expect("the gate is taken down");
    suite.restart().await;
}

/// Waits until everything in the log of `ladder` is worked off.
async fn worked_off(pool: &PgPool, ladder: &str) {
    let waiting =
        "select last_sequence - rated_through from ratings.ladder join ratings.cursor using (ladder)
        where ladder = $1";
    eventually("the end of a ladder's log", || async {
        let waiting: i64 =
            sqlx::query_scalar(waiting).bind(ladder).fetch_one(pool).await.expect("the ladder can be read");
        (waiting == 0).then_some(())
    })
    .await;
}

/// Everything that a ladder's log has come to, as text, without times and the ladder's name.
async fn derived(pool: &PgPool, ladder: &str) -> String {
    let tables = [
        ("event", "sequence, season, kind, reason", "sequence"),
        (
            "season",
            "season, first_sequence, closed_sequence, epoch, reset_ratings, reset_synergies, divisions",
            "season",
        ),
        ("posting", "sequence, season, line, account, amount, balance_after", "sequence, season, line"),
        (
            "history",
            "a, b, sequence, season, line, displayed_before, displayed_after",
            "a, b, sequence, season, line",
        ),
        (
            "standing",
            "season, a, b, balance, strength, displayed, listing, k_games, wins, draws, losses",
            "season, a, b",
        ),
        ("cursor", "season, rated_through", "season"),
    ];
    let mut text = String::new();
    for (table, columns, order) in tables {
        let query =
            format!("select row({columns})::text from ratings.{table} where ladder = $1 order by {order}");
        let lines: Vec<String> = sqlx::query_scalar(AssertSqlSafe(query))
            .bind(ladder)
            .fetch_all(pool)
            .await
            .expect("a ladder's tables can be read");
        text.push_str(&format!("{table}\n{}\n", lines.join("\n")));
    }
    let ranked = "select coalesce(string_agg(points || ':' || entities, ' ' order by points), '') from (
        select displayed as points, sum(change) as entities from (
            select displayed, change from ratings.histogram_delta where ladder = $1 and season = 2
            union all
            select bucket, entities from ratings.histogram where ladder = $1 and season = 2 and scale = 1) as both_parts
        group by displayed) as ranked";
    let ranked: String =
        sqlx::query_scalar(ranked).bind(ladder).fetch_one(pool).await.expect("the histogram can be read");
    text + &ranked
}
