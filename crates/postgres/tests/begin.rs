//! A beginning of a transaction that is cut off leaves nothing behind.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use postgres::testing::TestDb;
use postgres::{begin, open_connection, snapshot};

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations/lobby");

/// Polls a future so many times and then drops it.
struct CutShort<F>(Pin<Box<F>>, usize);

impl<F: Future> Future for CutShort<F> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.1 == 0 {
            return Poll::Ready(());
        }
        self.1 -= 1;
        self.0.as_mut().poll(cx).map(drop)
    }
}

#[tokio::test]
async fn statement_after_a_beginning_that_was_cut_off_is_committed() {
    let db = TestDb::new(&MIGRATOR, "lobby").await;
    sqlx::raw_sql("create table public.kept (n bigint)").execute(db.pool()).await.unwrap();
    let mut observer = open_connection(&db.pool().connect_options()).await.unwrap();
    let mut written: i64 = 0;
    for polls in 1..12 {
        CutShort(Box::pin(begin(db.pool())), polls).await;
        CutShort(Box::pin(snapshot(db.pool())), polls).await;
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
