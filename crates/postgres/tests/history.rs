//! Migrations on a real server.

use postgres::testing::TestDb;
use postgres::{SchemaError, check, migrate};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, SqlSafeStr};

const FIRST: (i64, &str) = (20260101000000, "create table shop.item (id bigint primary key)");
const SECOND: (i64, &str) = (20260102000000, "alter table shop.item add column name text");
const THIRD: (i64, &str) = (20260103000000, "alter table shop.item add column price bigint");
const BROKEN: (i64, &str) = (20260104000000, "alter table shop.item add column id bigint");

fn history(migrations: &[(i64, &'static str)]) -> Migrator {
    let migrations = migrations.iter().map(|&(version, sql)| {
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, "test".into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

async fn empty() -> TestDb {
    TestDb::with(&[]).await
}

#[tokio::test]
async fn migrating_an_empty_database_applies_everything_and_then_the_check_passes() {
    let db = empty().await;
    let build = history(&[FIRST, SECOND]);
    assert_eq!(migrate(db.pool(), &build, "shop").await.unwrap(), [FIRST.0, SECOND.0]);
    check(db.pool(), &build, "shop").await.unwrap();
    let columns: i64 = sqlx::query_scalar(
        "select count(*) from information_schema.columns where table_schema = 'shop' and table_name = 'item'",
    )
    .fetch_one(db.pool())
    .await
    .unwrap();
    assert_eq!(columns, 2);
}

#[tokio::test]
async fn history_lies_in_the_schema_it_belongs_to() {
    let db = empty().await;
    migrate(db.pool(), &history(&[FIRST]), "shop").await.unwrap();
    let place: Vec<String> = sqlx::query_scalar(
        "select table_schema::text from information_schema.tables where table_name = '_sqlx_migrations'",
    )
    .fetch_all(db.pool())
    .await
    .unwrap();
    assert_eq!(place, ["shop"]);
}

#[tokio::test]
async fn migrating_again_applies_only_what_is_new() {
    let db = empty().await;
    migrate(db.pool(), &history(&[FIRST]), "shop").await.unwrap();
    assert_eq!(migrate(db.pool(), &history(&[FIRST, SECOND]), "shop").await.unwrap(), [SECOND.0]);
    assert_eq!(migrate(db.pool(), &history(&[FIRST, SECOND]), "shop").await.unwrap(), Vec::<i64>::new());
}

#[tokio::test]
async fn several_processes_may_migrate_at_once() {
    let db = empty().await;
    let build = history(&[FIRST, SECOND, THIRD]);
    let (one, other) = tokio::join!(migrate(db.pool(), &build, "shop"), migrate(db.pool(), &build, "shop"));
    one.unwrap();
    other.unwrap();
    check(db.pool(), &build, "shop").await.unwrap();
}

#[tokio::test]
async fn check_of_an_empty_database_is_behind_and_names_the_command() {
    let db = empty().await;
    let error = check(db.pool(), &history(&[FIRST, SECOND]), "shop").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "schema shop is behind by 2 migration(s), from 20260101000000: run `jodi migrate`"
    );
}

#[tokio::test]
async fn check_changes_nothing() {
    let db = empty().await;
    check(db.pool(), &history(&[FIRST]), "shop").await.unwrap_err();
    let schemas: i64 = sqlx::query_scalar("select count(*) from pg_namespace where nspname = 'shop'")
        .fetch_one(db.pool())
        .await
        .unwrap();
    assert_eq!(schemas, 0);
}

#[tokio::test]
async fn schema_of_a_newer_build_is_ahead() {
    let db = empty().await;
    migrate(db.pool(), &history(&[FIRST, SECOND]), "shop").await.unwrap();
    for outcome in [
        check(db.pool(), &history(&[FIRST]), "shop").await,
        migrate(db.pool(), &history(&[FIRST]), "shop").await.map(drop),
    ] {
        assert!(matches!(outcome, Err(SchemaError::Ahead { unknown, .. }) if unknown == [SECOND.0]));
    }
}

#[tokio::test]
async fn edited_migration_is_found() {
    let db = empty().await;
    migrate(db.pool(), &history(&[FIRST]), "shop").await.unwrap();
    let edited = history(&[(FIRST.0, "create table shop.item (id uuid primary key)")]);
    let outcome = check(db.pool(), &edited, "shop").await;
    assert!(matches!(outcome, Err(SchemaError::Edited { version, .. }) if version == FIRST.0));
}

#[tokio::test]
async fn migration_older_than_the_newest_applied_one_is_refused() {
    let db = empty().await;
    migrate(db.pool(), &history(&[FIRST, THIRD]), "shop").await.unwrap();
    let outcome = migrate(db.pool(), &history(&[FIRST, SECOND, THIRD]), "shop").await;
    assert!(matches!(
        outcome,
        Err(SchemaError::OutOfOrder { version, latest, .. }) if (version, latest) == (SECOND.0, THIRD.0)
    ));
}

#[tokio::test]
async fn failed_migration_is_rolled_back_and_those_before_it_stay() {
    let db = empty().await;
    let outcome = migrate(db.pool(), &history(&[FIRST, BROKEN]), "shop").await;
    assert!(matches!(outcome, Err(SchemaError::Failed { version, .. }) if version == BROKEN.0));
    check(db.pool(), &history(&[FIRST]), "shop").await.unwrap();
}

#[tokio::test]
async fn failed_migration_leaves_no_lock_that_blocks_the_next() {
    let db = empty().await;
    migrate(db.pool(), &history(&[FIRST, BROKEN]), "shop").await.unwrap_err();
    migrate(db.pool(), &history(&[FIRST, SECOND]), "shop").await.unwrap();
}

#[tokio::test]
async fn histories_of_two_schemas_do_not_know_each_other() {
    let db = empty().await;
    let other = history(&[(THIRD.0, "create table depot.shelf (id bigint)")]);
    migrate(db.pool(), &history(&[FIRST]), "shop").await.unwrap();
    migrate(db.pool(), &other, "depot").await.unwrap();
    check(db.pool(), &history(&[FIRST]), "shop").await.unwrap();
    check(db.pool(), &other, "depot").await.unwrap();
}

#[tokio::test]
async fn test_database_comes_migrated_and_apart_from_others() {
    let build = history(&[FIRST]);
    let (one, other) = tokio::join!(TestDb::new(&build, "shop"), TestDb::new(&build, "shop"));
    sqlx::query("insert into shop.item values (1)").execute(one.pool()).await.unwrap();
    let rows: i64 =
        sqlx::query_scalar("select count(*) from shop.item").fetch_one(other.pool()).await.unwrap();
    assert_eq!(rows, 0);
}
