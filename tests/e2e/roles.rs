//! A role of the database for each service, as deploy/postgres/roles.sql makes them.

use futures::future::join_all;
use jodi_tests::client::{await_rated, first_move, play_to_end, rated_table, start_rated_match};
use jodi_tests::process::ApartSetup;
use postgres::testing::TestDb;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::sync::Mutex;
use wire::ratings::v1::ResultState;

use crate::apart::{at_the_ladder, four};

const ROLES: &str = include_str!("../../deploy/postgres/roles.sql");
const SCHEMAS: [&str; 3] = ["lobby", "engine", "ratings"];
/// What Postgres says to somebody who may not.
const INSUFFICIENT_PRIVILEGE: &str = "42501";

/// Roles belong to the whole server: two databases do not make them at the same time.
async fn make_roles(db: &TestDb) {
    static MAKING: Mutex<()> = Mutex::const_new(());
    let _making = MAKING.lock().await;
    sqlx::raw_sql(ROLES).execute(db.pool()).await.unwrap();
}

/// A database with the schemas of their owner. The roles are made before the schemas and again after them, as is said there.
async fn in_roles() -> (TestDb, ApartSetup) {
    let db = TestDb::with(&[]).await;
    make_roles(&db).await;
    let setup = ApartSetup::on(db.url()).in_roles();
    setup.migrate().await;
    make_roles(&db).await;
    (db, setup)
}

async fn connect(db: &TestDb, schema: &str) -> PgConnection {
    PgConnection::connect_with(&db.connect_options().username(&format!("jodi_{schema}"))).await.unwrap()
}

/// The tables of a schema, by their full names.
async fn tables_of(db: &TestDb, schema: &str) -> Vec<String> {
    let names =
        sqlx::query_scalar("select schemaname || '.' || tablename from pg_tables where schemaname = $1");
    let tables: Vec<String> = names.bind(schema).fetch_all(db.pool()).await.unwrap();
    assert!(tables.len() > 5, "{schema} has tables: {tables:?}");
    tables
}

/// The code with which a statement is refused; `None` if it is carried out.
async fn refusal(role: &mut PgConnection, statement: String) -> Option<String> {
    let said = sqlx::raw_sql(AssertSqlSafe(statement)).execute(role).await;
    said.err().map(|error| error.as_database_error().unwrap().code().unwrap().into_owned())
}

#[tokio::test]
async fn services_play_and_rate_a_match_each_in_its_own_role() {
    let (_db, setup) = in_roles().await;
    let apart = setup.start().await;
    let engine = apart.engine.channel();
    let guests = four(&apart, [&engine; 4]).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    let result = await_rated(&at_the_ladder(&guests[0], &apart), &match_id).await;
    assert_eq!(result.state(), ResultState::Rated);
}

#[tokio::test]
async fn role_of_a_service_reads_its_own_tables_and_no_others() {
    let (db, _) = in_roles().await;
    for own in SCHEMAS {
        let mut role = connect(&db, own).await;
        for schema in SCHEMAS {
            let expected = (schema != own).then_some(INSUFFICIENT_PRIVILEGE);
            for table in tables_of(&db, schema).await {
                let refused = refusal(&mut role, format!("select from {table} limit 1")).await;
                assert_eq!(refused.as_deref(), expected, "{own} reads {table}");
            }
        }
    }
}

#[tokio::test]
async fn role_of_a_service_cannot_pass_by_the_triggers_or_change_a_shape() {
    let (db, _) = in_roles().await;
    let mut role = connect(&db, "ratings").await;
    for statement in [
        "truncate ratings.posting",
        "alter table ratings.posting disable trigger all",
        "drop table ratings.posting",
        "create table ratings.more ()",
        "create table public.more ()",
        "create schema more",
        "delete from ratings._sqlx_migrations",
        "set role jodi_owner",
        "set session_replication_role = replica",
    ] {
        let refused = refusal(&mut role, statement.to_owned()).await;
        assert_eq!(refused.as_deref(), Some(INSUFFICIENT_PRIVILEGE), "{statement}");
    }
}
