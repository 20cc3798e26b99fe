//! How Postgres carries out the statement that every move waits for.

use game_engine::store::APPEND_STATEMENT;
use postgres::group_commit::PLANNING;
use sqlx::{AssertSqlSafe, Executor as _};

use crate::world::World;

/// A plan that scans would be made on the first day, when the tables are empty, and slow every move down from then on.
#[tokio::test]
async fn rows_are_found_by_key_though_nothing_is_known_of_the_tables() {
    let world = World::new().await;
    let mut connection = world.pool().acquire().await.unwrap();
    for (setting, value) in PLANNING {
        let set = sqlx::query("select set_config($1, $2, false)").bind(setting).bind(value);
        connection.execute(set).await.unwrap();
    }
    connection.execute(AssertSqlSafe(format!("prepare append as {APPEND_STATEMENT}"))).await.unwrap();
    let nulls = ["null"; 10].join(", ");
    let explain = AssertSqlSafe(format!("explain (costs off) execute append({nulls})"));
    let plan: Vec<String> = sqlx::query_scalar(explain).fetch_all(&mut *connection).await.unwrap();
    let plan = plan.join("\n");
    assert!(!plan.contains("Seq Scan"), "{plan}");
    assert!(plan.contains("Index Cond: (match_id = c_1.match_id)"), "{plan}");
    assert!(plan.contains("Index Cond: ((match_id = c_1.match_id) AND (seq = (c_1.seq - 1)))"), "{plan}");
}
