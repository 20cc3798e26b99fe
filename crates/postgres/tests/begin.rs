//! A beginning of a transaction that is cut off leaves nothing behind.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use postgres::testing::{CutShort, TestDb};
use postgres::{begin, open_connection, snapshot};

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations/lobby");

#[tokio::test]
async fn statement_after_a_beginning_that_was_cut_off_is_committed() {
    let db = TestDb::new(&MIGRATOR, "lobby").await;
    sqlx::raw_sql("create table public.kept (n bigint)").execute(db.pool()).await.unwrap();
    let mut observer = open_connection(&db.pool().connect_options()).await.unwrap();
    let mut written: i64 = 0;
    for polls in 1..12 {
        CutShort::new(begin(db.pool()), polls).await;
        CutShort::new(snapshot(db.pool()), polls).await;
        // Whichever connections the two had: one of these statements gets them.
        for _ in 0..4 {
            let insert = sqlx::query("insert into public.kept values ($1)").bind(written);
            insert.execute(db.pool()).await.unwrap();
            written += 1;
        }
        let seen: i64 =
            sqlx::query_scalar("select count(*) from public.kept").fetch_one(&mut observer).await.unwrap();
        assert_eq!(seen, written, "what was acknowledged after {polls} polls is there for others");
    }
}
