//! `jodi ladder refit`, on files and on a real database that the rater of the service has worked on.

use std::fs;
use std::path::Path;

use env::{Clock, UnixMillis};
use postgres::testing::TestDb;
use ratings::accept::Acceptor;
use ratings::append::{self, Order, Sealed, Target};
use ratings::ladder::{self, LadderSpec};
use ratings::rate::{Progress, rate_batch};
use ratings::result::{ReportedPlayer, ReportedResult, ReportedSide, SideKind};
use ratings::{AccountId, LadderId, MIGRATOR, ResultId, SCHEMA, SourceName, Sources};
use uuid::Uuid;

use crate::support::{Ran, jodi, ran, run};

const START: UnixMillis = UnixMillis::new(1_800_000_000_000);
const HOUR_MS: i64 = 3_600_000;

fn refit(file: &Path, arguments: &[&str]) -> Ran {
    ran(jodi().args(["ladder", "refit", "--from-file"]).arg(file).args(arguments).output().unwrap())
}

/// The rows of the table of settings.
fn rows(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("| K ")).collect()
}

/// A simulated log.
fn simulated(dir: &Path) -> std::path::PathBuf {
    let file = dir.join("log.jsonl");
    let evidence = ["ladder", "evidence", "--seeds", "1", "--games", "500", "--save-log"];
    run(evidence.iter().map(Path::new).chain([file.as_path()])).succeeded();
    file
}

#[test]
fn grid_marks_the_settings_in_force_and_the_best_ones() {
    let dir = tempfile::tempdir().unwrap();
    let file = simulated(dir.path());
    let text = refit(&file, &[]).succeeded().stdout;
    assert!(text.contains("500 rated games of"), "{text}");
    assert_eq!(rows(&text).len(), 25, "{text}");
    let marked = |mark| rows(&text).iter().filter(|row| row.contains(mark)).count();
    assert_eq!(["in force", "shipped", "best"].map(marked), [1, 1, 1], "{text}");
    assert!(text.contains("## Calibration, in force: K 48/32/16, synergy 25 %"), "{text}");
    assert_eq!(refit(&file, &[]).succeeded().stdout, text);
}

#[test]
fn given_settings_are_tried_beside_those_in_force_and_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let (file, svg) = (simulated(dir.path()), dir.path().join("plot.svg"));
    let given = ["--k", "60,30,20", "--synergy", "40", "--svg", svg.to_str().unwrap()];
    let text = refit(&file, &given).succeeded().stdout;
    let rows = rows(&text);
    assert!(rows.len() == 2 && rows[0].starts_with("| K 60/30/20, synergy 40 %"), "{text}");
    let drawn = fs::read_to_string(&svg).unwrap();
    for expected in ["<svg", "in force: K 48/32/16, synergy 25 %", "given: K 60/30/20, synergy 40 %"] {
        assert!(drawn.contains(expected), "{expected}: {drawn}");
    }
}

#[test]
fn nonsense_is_refused_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = simulated(dir.path());
    let good = fs::read_to_string(&file).unwrap();
    let head = good.lines().next().unwrap();
    let spoilt = |name: &str, text: String| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let twice = r#"{"sequence":7,"kind":"result","played_at_ms":0,"sides":[
        {"place":1,"players":[{"account":"00000000-0000-0000-0000-000000000001"},{"account":"00000000-0000-0000-0000-000000000001"}]},
        {"place":2,"players":[{"account":"00000000-0000-0000-0000-000000000002"},{"account":"00000000-0000-0000-0000-000000000003"}]}]}"#
        .replace('\n', "");
    let cases = [
        (refit(&file, &["--k", "48,32"]), "--k takes 3 values"),
        (refit(&file, &["--synergy", "101"]), "is above 100"),
        (refit(&file, &["--ladder", "seep"]), "cannot be used with"),
        (run(["ladder", "refit"]), "--ladder"),
        (refit(&dir.path().join("none"), &[]), "none"),
        (refit(&spoilt("empty", String::new()), &[]), "is empty"),
        (refit(&spoilt("format", head.replace("\"format\":1", "\"format\":2")), &[]), "format 2"),
        (refit(&spoilt("line", format!("{head}\n{{}}\n")), &[]), "line 2"),
        (refit(&spoilt("twice", format!("{head}\n{twice}\n")), &[]), "entry 7"),
        (refit(&spoilt("no games", format!("{head}\n")), &[]), "no game"),
    ];
    for (ran, expected) in cases {
        assert!(!ran.status.success() && ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    }
}

/// A database with the ladder `seep`.
struct Ladder {
    db: TestDb,
    acceptor: Acceptor,
}

fn seep() -> LadderId {
    LadderId::parse("seep").unwrap()
}

fn order() -> Order {
    Order { request_id: Uuid::from_u128(1), requested_by: "test".into(), reason: "a test".into() }
}

impl Ladder {
    async fn new() -> Self {
        let db = TestDb::new(&MIGRATOR, SCHEMA).await;
        let spec =
            LadderSpec { id: seep(), game: "seep".into(), side_kind: SideKind::Pair, name: "Seep".into() };
        ladder::ensure(db.pool(), &spec, START).await.unwrap();
        let (clock, time) = Clock::simulated(START);
        time.advance(std::time::Duration::from_secs(300 * 24 * 3600));
        let sources = Sources::new([(SourceName::engine(), seep())]);
        let acceptor = Acceptor { pool: db.pool().clone(), clock, sources };
        Self { db, acceptor }
    }

    async fn play(&self, numbers: impl IntoIterator<Item = usize>) {
        for number in numbers {
            self.acceptor.accept(&SourceName::engine(), &game(number)).await.unwrap();
        }
        while rate_batch(self.db.pool(), &seep()).await.unwrap() != Progress::Idle {}
    }

    async fn refit(&self, arguments: &[&str]) -> Ran {
        let proxy = self.db.proxy().await;
        let mut command = tokio::process::Command::from(jodi());
        command.args(["ladder", "refit", "--ladder", "seep", "--database-url", proxy.url()]).args(arguments);
        ran(command.output().await.unwrap())
    }
}

/// Games of six players in turning company: wins, draws, leavers, an abandoned one now and then, and enough of the same
/// four for repeats.
fn game(number: usize) -> ReportedResult {
    let seats = [number % 2, 2 + number % 3, (number + 1) % 2, 2 + (number + 1) % 3];
    let player = |seat: usize| {
        let account = AccountId::new(Uuid::from_u128(1 + seats[seat] as u128)).unwrap();
        let left = number % 5 == 2 && seat == number % 4;
        ReportedPlayer { account, name: format!("{seat}"), left, left_at_ms: None, bot_spans: Vec::new() }
    };
    let side =
        |seats: [usize; 2], place| ReportedSide { players: seats.map(player).to_vec(), place, score: 0 };
    let places = [[1, 2], [2, 1], [1, 1], [1, 2]][number % 4];
    ReportedResult {
        result_id: ResultId::parse(&format!("g{number}")).unwrap(),
        ladder: seep(),
        // Long pauses between some games: an absence of more than ninety days is among them.
        played_at: UnixMillis::new(
            START.as_i64() + number as i64 * HOUR_MS * if number < 40 { 10 } else { 100 },
        ),
        sides: vec![side([0, 1], places[0]), side([2, 3], places[1])],
        abandoned: number % 11 == 5,
    }
}

/// The mean log-loss of the expected scores that the rater has noted for its results.
async fn noted_log_loss(ladder: &Ladder) -> (usize, f64) {
    let noted: Vec<(i64, i64)> = sqlx::query_as(
        "select (found->>'expected')::bigint, (found->>'score')::bigint
         from ratings.outcome, jsonb_path_query_first(explanation, '$.** ? (exists(@.pool))') as found
         where state = 'rated'",
    )
    .fetch_all(ladder.db.pool())
    .await
    .unwrap();
    let loss = |(expected, score): &(i64, i64)| {
        let [p, s] = [expected, score].map(|millionths| *millionths as f64 / 1e6);
        -(s * p.ln() + (1.0 - s) * (1.0 - p).ln())
    };
    (noted.len(), noted.iter().map(loss).sum::<f64>() / noted.len() as f64)
}

#[tokio::test]
async fn settings_in_force_would_have_expected_what_the_rater_did() {
    let ladder = Ladder::new().await;
    ladder.play(0..50).await;
    append::close(ladder.db.pool(), &seep(), &order(), 1, START).await.unwrap();
    ladder.play(50..62).await;
    let (games, loss) = noted_log_loss(&ladder).await;
    let text = ladder.refit(&["--synergy", "25"]).await.succeeded().stdout;
    assert!(games > 20 && text.contains(&format!("{games} rated games")), "{games}: {text}");
    let row = rows(&text)[0].split('|').map(str::trim).collect::<Vec<_>>();
    assert_eq!(row[7], format!("{loss:.4}"), "{text}");
}

#[tokio::test]
async fn voided_results_are_as_if_they_had_never_been_and_a_saved_log_says_the_same() {
    let (voided, never) = (Ladder::new().await, Ladder::new().await);
    voided.play(0..20).await;
    never.play((0..20).filter(|number| *number != 3)).await;
    let target = Target::Result(SourceName::engine(), ResultId::parse("g3").unwrap());
    append::void(voided.db.pool(), &seep(), &order(), &target, Sealed::Respect, START).await.unwrap();
    voided.play([]).await;

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("log.jsonl");
    let text = voided.refit(&["--save-log", file.to_str().unwrap()]).await.succeeded().stdout;
    assert_eq!(text, never.refit(&[]).await.succeeded().stdout);
    assert_eq!(text, refit(&file, &[]).succeeded().stdout);
    assert!(!fs::read_to_string(&file).unwrap().contains("name"), "no names leave the database");
}

#[tokio::test]
async fn ladder_that_is_not_there_is_said_to_be_missing() {
    let ladder = Ladder::new().await;
    let ran = ladder.refit(&[]).await;
    assert!(!ran.status.success() && ran.stderr.contains("no game of ladder seep"), "{}", ran.stderr);
    let proxy = ladder.db.proxy().await;
    let mut command = tokio::process::Command::from(jodi());
    command.args(["ladder", "refit", "--ladder", "chess", "--database-url", proxy.url()]);
    let ran = crate::support::ran(command.output().await.unwrap());
    assert!(!ran.status.success() && ran.stderr.contains("chess"), "{}", ran.stderr);
}
