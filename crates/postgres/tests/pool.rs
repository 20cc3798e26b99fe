//! What a pool insists on.

use std::time::Duration;

use postgres::testing::TestDb;
use postgres::{ConnectError, PoolSettings, connect};
use sqlx::Executor;

fn settings() -> PoolSettings {
    PoolSettings { acquire_timeout: Duration::from_secs(3), ..PoolSettings::new("pool-test") }
}

#[tokio::test]
async fn connections_carry_their_name_and_statement_timeout() {
    let db = TestDb::with(&[]).await;
    let pool = connect(&db.url(), &settings()).await.unwrap();
    let shown: (String, String) =
        sqlx::query_as("select current_setting('application_name'), current_setting('statement_timeout')")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(shown, ("pool-test".to_owned(), "30s".to_owned()));
}

#[tokio::test]
async fn caller_waits_no_longer_than_the_acquire_timeout() {
    let db = TestDb::with(&[]).await;
    let pool = connect(&db.url(), &PoolSettings { max_connections: 1, ..settings() }).await.unwrap();
    let _held = pool.acquire().await.unwrap();
    assert!(matches!(pool.acquire().await, Err(sqlx::Error::PoolTimedOut)));
}

#[tokio::test]
async fn database_that_would_lose_commits_is_refused() {
    let db = TestDb::with(&[]).await;
    let statement = "do $$ begin execute format('alter database %I set synchronous_commit = off', \
                     current_database()); end $$";
    db.pool().execute(statement).await.unwrap();
    let refused = connect(&db.url(), &settings()).await;
    assert!(matches!(refused, Err(ConnectError::UnsafeSetting { setting: "synchronous_commit" })));
}

#[tokio::test]
async fn connection_opened_later_is_checked_as_well() {
    let db = TestDb::with(&[]).await;
    let pool = connect(&db.url(), &settings()).await.unwrap();
    let statement = "do $$ begin execute format('alter database %I set synchronous_commit = off', \
                     current_database()); end $$";
    db.pool().execute(statement).await.unwrap();
    assert!(pool.acquire().await.is_err());
}

#[tokio::test]
async fn server_that_is_away_is_unreachable() {
    let db = TestDb::with(&[]).await;
    let proxy = db.proxy().await;
    proxy.close();
    assert!(matches!(connect(proxy.url(), &settings()).await, Err(ConnectError::Unreachable(_))));
}

#[tokio::test]
async fn text_that_is_no_url_is_refused() {
    assert!(matches!(connect("jodi", &settings()).await, Err(ConnectError::BadUrl(_))));
}
