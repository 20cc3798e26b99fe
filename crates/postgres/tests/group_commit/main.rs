//! The fates that the group commit reports, on a real server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod counts;

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use env::Clock;
use postgres::GroupCommit;
use postgres::group_commit::{Append, Fate, Settings};
use postgres::testing::{Cut, CuttingProxy, TestDb};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Executor, PgConnection, PgPool};
use tokio::sync::Semaphore;

use counts::Counts;

const TABLE: &str = "create table entry (id bigint primary key, amount bigint not null check (amount >= 0))";

/// A row with an id that may be taken and an amount that may be forbidden.
#[derive(Clone, Copy, Debug)]
struct Entry {
    id: i64,
    amount: i64,
}

fn entry(id: i64) -> Entry {
    Entry { id, amount: 1 }
}

/// Writes entries; those whose id is taken are refused.
#[derive(Default)]
struct InsertEntries {
    /// While closed, batches wait before they are sent.
    gate: Option<Arc<Semaphore>>,
}

impl Append for InsertEntries {
    type Row = Entry;

    async fn append(&self, connection: &mut PgConnection, rows: &[Entry]) -> Result<Vec<usize>, sqlx::Error> {
        if let Some(gate) = &self.gate {
            gate.acquire().await.unwrap().forget();
        }
        let (ids, amounts): (Vec<i64>, Vec<i64>) = rows.iter().map(|row| (row.id, row.amount)).unzip();
        let inserted: Vec<i64> = sqlx::query_scalar(
            "insert into entry (id, amount) select * from unnest($1::bigint[], $2::bigint[]) \
             on conflict (id) do nothing returning id",
        )
        .bind(ids)
        .bind(amounts)
        .fetch_all(connection)
        .await?;
        let mut free: HashMap<i64, usize> =
            rows.iter().enumerate().rev().map(|(i, row)| (row.id, i)).collect();
        Ok(inserted.iter().filter_map(|id| free.remove(id)).collect())
    }
}

async fn database() -> TestDb {
    let db = TestDb::with(&[]).await;
    db.pool().execute(TABLE).await.unwrap();
    db
}

async fn proxied() -> (TestDb, CuttingProxy, PgConnectOptions) {
    let db = database().await;
    let proxy = db.proxy().await;
    let options = proxy.url().parse().unwrap();
    (db, proxy, options)
}

/// A group commit with its metrics.
#[derive(Clone)]
struct Metered {
    commit: GroupCommit<InsertEntries>,
    counts: Counts,
}

impl Metered {
    fn start(append: InsertEntries, options: PgConnectOptions, settings: Settings, clock: Clock) -> Self {
        let counts = Counts::default();
        // Its meters are made by the call, all of them.
        let start = || GroupCommit::start(append, options, settings, clock);
        Self { commit: metrics::with_local_recorder(&counts, start), counts }
    }
}

impl Deref for Metered {
    type Target = GroupCommit<InsertEntries>;

    fn deref(&self) -> &Self::Target {
        &self.commit
    }
}

fn start(options: PgConnectOptions, settings: Settings) -> Metered {
    Metered::start(InsertEntries::default(), options, settings, Clock::system())
}

/// With enough patience for a machine under load.
fn patient() -> Settings {
    Settings { patience: Duration::from_secs(30), ..Settings::default() }
}

/// One writer, so that what is sent in one batch can be arranged.
fn one_writer() -> Settings {
    Settings { writers: 1, ..patient() }
}

/// A group commit whose first statement waits until the test opens the gate; the rows that come meanwhile make up
/// the second.
fn gated(options: PgConnectOptions, settings: Settings) -> (Metered, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let append = InsertEntries { gate: Some(Arc::clone(&gate)) };
    (Metered::start(append, options, settings, Clock::system()), gate)
}

/// The fates of `rows`, submitted at once behind a first row with id 0, and thus sent as one batch.
async fn as_one_batch(options: PgConnectOptions, settings: Settings, rows: &[Entry]) -> Vec<Fate> {
    let (commit, gate) = gated(options, settings);
    let first = submit(&commit, entry(0));
    until(|| commit.counts.batches() == 1).await;
    let mut rest = futures::future::join_all(rows.iter().map(|&row| commit.submit(row)));
    // Polled once, every row is in the queue.
    assert!(futures::poll!(&mut rest).is_pending());
    gate.add_permits(1000);
    assert_eq!(first.await.unwrap(), Fate::Committed);
    rest.await
}

fn submit(commit: &GroupCommit<InsertEntries>, row: Entry) -> tokio::task::JoinHandle<Fate> {
    let commit = commit.clone();
    tokio::spawn(async move { commit.submit(row).await })
}

/// Lets other tasks run until they have brought about `condition`.
async fn until(condition: impl Fn() -> bool) {
    let waiting = async {
        while !condition() {
            tokio::task::yield_now().await;
        }
    };
    Clock::system().timeout(Duration::from_secs(60), waiting).await.expect("waited in vain");
}

async fn stored(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("select id from entry order by id").fetch_all(pool).await.unwrap()
}

#[tokio::test]
async fn committed_row_is_stored() {
    let db = database().await;
    let commit = start(db.connect_options(), patient());
    assert_eq!(commit.submit(entry(7)).await, Fate::Committed);
    assert_eq!(stored(db.pool()).await, [7]);
}

#[tokio::test]
async fn duplicate_key_is_refused_beside_committed_neighbours() {
    let db = database().await;
    db.pool().execute("insert into entry values (2, 0)").await.unwrap();
    let fates = as_one_batch(db.connect_options(), one_writer(), &[entry(1), entry(2), entry(3)]).await;
    assert_eq!(fates, [Fate::Committed, Fate::Refused, Fate::Committed]);
    assert_eq!(stored(db.pool()).await, [0, 1, 2, 3]);
}

#[tokio::test]
async fn bad_row_fails_with_its_error_and_its_neighbours_are_committed() {
    let db = database().await;
    let bad = Entry { id: 2, amount: -1 };
    let fates = as_one_batch(db.connect_options(), one_writer(), &[entry(1), bad, entry(3)]).await;
    assert!(
        matches!(&fates[..], [Fate::Committed, Fate::Failed(error), Fate::Committed] if error.sqlstate == "23514"),
        "{fates:?}"
    );
    assert_eq!(stored(db.pool()).await, [0, 1, 3]);
}

#[tokio::test]
async fn rows_that_wait_while_a_batch_is_in_flight_share_the_next_statement() {
    let db = database().await;
    let (commit, gate) = gated(db.connect_options(), one_writer());
    let first = submit(&commit, entry(0));
    until(|| commit.counts.batches() == 1).await;
    let mut rest = futures::future::join_all((1..=100).map(|id| commit.submit(entry(id))));
    assert!(futures::poll!(&mut rest).is_pending());
    gate.add_permits(1000);
    rest.await;
    first.await.unwrap();
    assert_eq!(commit.counts.batches(), 2);
}

#[tokio::test]
async fn batch_that_is_late_does_not_hold_up_the_next() {
    let db = database().await;
    let (commit, gate) = gated(db.connect_options(), patient());
    let late = submit(&commit, entry(0));
    until(|| commit.counts.batches() == 1).await;
    let next = submit(&commit, entry(1));
    until(|| commit.counts.batches() == 2).await;
    gate.add_permits(2);
    assert_eq!([late.await.unwrap(), next.await.unwrap()], [Fate::Committed, Fate::Committed]);
}

#[tokio::test]
async fn batch_is_never_larger_than_its_bound() {
    let db = database().await;
    let rows: Vec<_> = (1..=25).map(entry).collect();
    let settings = Settings { max_batch: 10, ..one_writer() };
    let (commit, gate) = gated(db.connect_options(), settings);
    let first = submit(&commit, entry(0));
    until(|| commit.counts.batches() == 1).await;
    let mut rest = futures::future::join_all(rows.iter().map(|&row| commit.submit(row)));
    assert!(futures::poll!(&mut rest).is_pending());
    gate.add_permits(1000);
    rest.await;
    first.await.unwrap();
    assert_eq!(commit.counts.batches(), 1 + 3);
}

#[tokio::test]
async fn lost_answer_makes_the_fate_unknown_although_the_row_is_stored() {
    let (db, proxy, options) = proxied().await;
    let commit = start(options, one_writer());
    proxy.cut_next(Cut::AnswerLost, "insert into entry");
    assert_eq!(commit.submit(entry(1)).await, Fate::Unknown);
    assert_eq!((stored(db.pool()).await, proxy.cuts()), (vec![1], 1));
}

#[tokio::test]
async fn lost_request_makes_the_fate_unknown_although_nothing_is_stored() {
    let (db, proxy, options) = proxied().await;
    let commit = start(options, one_writer());
    proxy.cut_next(Cut::RequestLost, "insert into entry");
    assert_eq!(commit.submit(entry(1)).await, Fate::Unknown);
    assert_eq!(stored(db.pool()).await, Vec::<i64>::new());
}

#[tokio::test]
async fn silent_server_makes_the_fate_unknown_after_the_statement_timeout() {
    let (_db, proxy, options) = proxied().await;
    let settings = Settings { statement_timeout: Duration::from_millis(50), ..one_writer() };
    let commit = start(options, settings);
    proxy.cut_next(Cut::Silence, "insert into entry");
    assert_eq!(commit.submit(entry(1)).await, Fate::Unknown);
}

#[tokio::test]
async fn rows_after_a_lost_connection_are_committed_on_a_new_one() {
    let (_db, proxy, options) = proxied().await;
    let commit = start(options, one_writer());
    proxy.cut_next(Cut::AnswerLost, "insert into entry");
    commit.submit(entry(1)).await;
    assert_eq!(commit.submit(entry(2)).await, Fate::Committed);
}

#[tokio::test]
async fn unknown_is_reported_only_once_the_lost_backend_can_do_nothing_more() {
    let (db, proxy, options) = proxied().await;
    let settings = Settings { statement_timeout: Duration::from_secs(1), ..one_writer() };
    let commit = start(options.application_name("lost"), settings);
    assert_eq!(commit.submit(entry(1)).await, Fate::Committed);
    let backend = "select pid from pg_stat_activity where application_name = 'lost'";
    let before: i32 = sqlx::query_scalar(backend).fetch_one(db.pool()).await.unwrap();

    // The proxy keeps the server's side open: only the writer can have ended that backend.
    proxy.cut_next(Cut::Silence, "insert into entry");
    assert_eq!(commit.submit(entry(2)).await, Fate::Unknown);
    let after: Vec<i32> = sqlx::query_scalar(backend).fetch_all(db.pool()).await.unwrap();
    assert!(after.len() == 1 && after[0] != before, "{before} then {after:?}");
}

#[tokio::test]
async fn statement_that_a_lock_holds_up_is_unavailable_not_unknown() {
    let db = database().await;
    let mut holder = postgres::begin(db.pool()).await.unwrap();
    holder.execute("lock table entry").await.unwrap();
    let settings = Settings { statement_timeout: Duration::from_millis(50), ..one_writer() };
    let commit = start(db.connect_options(), settings);
    assert_eq!(commit.submit(entry(1)).await, Fate::Unavailable);
    holder.rollback().await.unwrap();
    assert_eq!(stored(db.pool()).await, Vec::<i64>::new());
}

#[tokio::test]
async fn row_is_unavailable_when_no_connection_can_be_had() {
    let (db, proxy, options) = proxied().await;
    proxy.close();
    let commit = start(options, Settings { patience: Duration::from_millis(100), ..Settings::default() });
    assert_eq!(commit.submit(entry(1)).await, Fate::Unavailable);
    assert_eq!(stored(db.pool()).await, Vec::<i64>::new());
}

#[tokio::test]
async fn waiting_rows_survive_a_server_that_is_away_for_a_moment() {
    let (db, proxy, options) = proxied().await;
    proxy.close();
    let commit = start(options, patient());
    let mut waiting = futures::future::join_all((1..=10).map(|id| commit.submit(entry(id))));
    assert!(futures::poll!(&mut waiting).is_pending());
    proxy.open();
    assert!(waiting.await.iter().all(|fate| *fate == Fate::Committed));
    assert_eq!(stored(db.pool()).await.len(), 10);
}

#[tokio::test]
async fn idle_connection_that_was_lost_makes_no_fate_unknown() {
    let (_db, proxy, options) = proxied().await;
    let (clock, time) = Clock::simulated(env::UnixMillis::new(0));
    let commit = Metered::start(InsertEntries::default(), options, one_writer(), clock);
    assert_eq!(commit.submit(entry(1)).await, Fate::Committed);
    proxy.close();
    proxy.open();
    time.advance(Duration::from_secs(60));
    assert_eq!(commit.submit(entry(2)).await, Fate::Committed);
    assert_eq!(commit.counts.connects(), 2);
}

#[tokio::test]
async fn full_queue_makes_callers_wait_and_then_gives_up_on_them() {
    let db = database().await;
    let settings = Settings { queue_capacity: 1, patience: Duration::from_millis(50), ..one_writer() };
    let (commit, gate) = gated(db.connect_options(), settings);
    until(|| commit.counts.connects() == 1).await;
    let first = submit(&commit, entry(0));
    until(|| commit.counts.batches() == 1).await;
    assert_eq!(commit.submit(entry(1)).await, Fate::Unavailable);
    gate.add_permits(1000);
    assert_eq!(first.await.unwrap(), Fate::Committed);
    assert_eq!(stored(db.pool()).await, [0]);
}

#[tokio::test]
async fn shutdown_writes_what_waits_and_takes_nothing_more() {
    let db = database().await;
    let (commit, gate) = gated(db.connect_options(), patient());
    let mut waiting = futures::future::join_all((0..50).map(|id| commit.submit(entry(id))));
    assert!(futures::poll!(&mut waiting).is_pending());
    let mut stopping = std::pin::pin!(commit.shutdown());
    assert!(futures::poll!(&mut stopping).is_pending());
    gate.add_permits(1000);
    stopping.await;
    assert!(waiting.await.iter().all(|fate| *fate == Fate::Committed));
    assert_eq!(commit.submit(entry(99)).await, Fate::Unavailable);
}

#[tokio::test]
async fn shutdown_ends_while_the_server_is_away() {
    let (_db, proxy, options) = proxied().await;
    proxy.close();
    let commit = start(options, Settings { patience: Duration::from_millis(100), ..Settings::default() });
    let waiting = submit(&commit, entry(1));
    until(|| waiting.is_finished()).await;
    commit.shutdown().await;
    assert_eq!(waiting.await.unwrap(), Fate::Unavailable);
}

#[tokio::test]
async fn rows_are_written_after_the_last_handle_is_gone() {
    let db = database().await;
    let (commit, gate) = gated(db.connect_options(), one_writer());
    let waiting = submit(&commit, entry(1));
    until(|| commit.counts.batches() == 1).await;
    drop(commit);
    gate.add_permits(1);
    assert_eq!(waiting.await.unwrap(), Fate::Committed);
}

/// Its statement panics for one row.
struct PanicAt(i64);

impl Append for PanicAt {
    type Row = i64;

    async fn append(&self, connection: &mut PgConnection, rows: &[i64]) -> Result<Vec<usize>, sqlx::Error> {
        assert!(!rows.contains(&self.0), "the row that the test planted");
        connection.execute("select 1").await?;
        Ok((0..rows.len()).collect())
    }
}

#[tokio::test]
async fn panic_in_append_makes_the_fate_unknown_and_the_writer_goes_on() {
    let db = database().await;
    let commit = GroupCommit::start(PanicAt(1), db.connect_options(), one_writer(), Clock::system());
    assert_eq!(commit.submit(1).await, Fate::Unknown);
    assert_eq!(commit.submit(2).await, Fate::Committed);
}

/// Many rows, some refused and some bad, while connections are cut again and again: whatever is reported must be
/// true of what is stored, and every row must be reported once.
#[tokio::test]
async fn every_row_is_reported_exactly_once_and_truly_while_connections_are_cut() {
    const ROWS: i64 = 2000;
    let (db, proxy, options) = proxied().await;
    db.pool().execute("insert into entry select id, 0 from generate_series(0, 1999, 10) id").await.unwrap();
    let settings = Settings { max_batch: 16, ..patient() };
    let commit = start(options, settings);
    for cut in [Cut::AnswerLost, Cut::RequestLost].repeat(10) {
        proxy.cut_next(cut, "insert into entry");
    }

    let row = |id| if id % 10 == 5 { Entry { id, amount: -1 } } else { entry(id) };
    let callers: Vec<_> = (0..ROWS).map(|id| submit(&commit, row(id))).collect();
    let fates: Vec<Fate> = futures::future::join_all(callers).await.into_iter().map(Result::unwrap).collect();

    let new: Vec<i64> =
        sqlx::query_scalar("select id from entry where amount = 1").fetch_all(db.pool()).await.unwrap();
    for (id, fate) in (0..ROWS).zip(&fates) {
        match fate {
            Fate::Committed => assert!(new.contains(&id), "{id} was acknowledged and is not stored"),
            Fate::Refused => assert!(id % 10 == 0, "{id} was free"),
            Fate::Failed(_) => assert!(id % 10 == 5, "{id} was good"),
            Fate::Unavailable => assert!(!new.contains(&id), "{id} was given up and is stored"),
            Fate::Unknown => {}
        }
    }
    assert!(fates.contains(&Fate::Unknown) && proxy.cuts() == 20, "{} cuts", proxy.cuts());
    let counted = ["committed", "refused", "failed", "unavailable", "unknown"].map(|f| commit.counts.rows(f));
    assert_eq!((counted.iter().sum(), commit.counts.waits()), (ROWS as u64, ROWS as u64));
    let committed = fates.iter().filter(|fate| **fate == Fate::Committed).count();
    assert_eq!(counted[0], committed as u64);
}
