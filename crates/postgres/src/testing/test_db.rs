//! A database of its own for each test.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection, Executor, PgPool};
use tokio::sync::OnceCell;

use super::cutting_proxy::CuttingProxy;
use super::server::Server;
use crate::history::migrate;
use crate::pool::{PoolSettings, connect};

/// Connections of a test's pool.
const POOL_CONNECTIONS: u32 = 8;

/// A database of its own for one test, migrated, dropped at the end.
///
/// The first one in a process starts a server of the process's own; it needs no set-up and no `DATABASE_URL`.
/// `JODI_POSTGRES` chooses its binaries.
pub struct TestDb {
    server: &'static Server,
    name: String,
    pool: PgPool,
}

impl TestDb {
    /// A database with the one history `migrator` in `schema`.
    pub async fn new(migrator: &Migrator, schema: &'static str) -> Self {
        Self::with(&[(migrator, schema)]).await
    }

    /// A database with several histories; with none, an empty one.
    pub async fn with(histories: &[(&Migrator, &'static str)]) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);

        let server = Server::of_this_process().await;
        let template = template(server, histories).await;
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        create_database(server, &name, &template).await;
        let pool = open_pool(server, &name).await;
        Self { server, name, pool }
    }

    /// A pool of 8 connections over the private socket.
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// How to connect over the private socket.
    pub fn connect_options(&self) -> PgConnectOptions {
        self.server.embedded.connect_options(&self.name)
    }

    /// The same as a URL, good for `DATABASE_URL` of a child process. As root, a child that runs as somebody else
    /// cannot use it; see [`TestDb::proxy`].
    pub fn url(&self) -> String {
        self.server.embedded.url(&self.name)
    }

    /// A proxy on a loopback TCP port in front of this database. It serves while the value and the current runtime
    /// live.
    pub async fn proxy(&self) -> CuttingProxy {
        CuttingProxy::start(self.server.embedded.socket_dir(), &self.name).await
    }
}

impl Drop for TestDb {
    fn drop(&mut self) {
        self.server.drop_later(std::mem::take(&mut self.name));
    }
}

async fn open_pool(server: &Server, database: &str) -> PgPool {
    let settings = PoolSettings { max_connections: POOL_CONNECTIONS, ..PoolSettings::new("test") };
    connect(&server.embedded.url(database), &settings).await.expect("the new database takes connections")
}

async fn create_database(server: &Server, name: &str, template: &str) {
    let mut connection = server.connect().await;
    let statement = format!("create database {name} template {template}");
    connection.execute(AssertSqlSafe(statement)).await.expect("a database can be created");
    connection.close().await.ok();
}

/// The name of the database that has `histories` applied, made once in this process.
async fn template(server: &Server, histories: &[(&Migrator, &'static str)]) -> String {
    type Made = Arc<OnceCell<String>>;
    static TEMPLATES: LazyLock<Mutex<HashMap<String, Made>>> = LazyLock::new(Mutex::default);

    let (number, made) = {
        let mut templates = TEMPLATES.lock().unwrap_or_else(PoisonError::into_inner);
        let number = templates.len();
        let made = templates.entry(fingerprint(histories)).or_default();
        (number, Arc::clone(made))
    };
    let make = || async {
        let name = format!("template_{number}");
        create_database(server, &name, "template0").await;
        let pool = open_pool(server, &name).await;
        for (migrator, schema) in histories {
            migrate(&pool, migrator, schema).await.expect("migrations apply to an empty database");
        }
        // A database with connections cannot be a template.
        pool.close().await;
        name
    };
    made.get_or_init(make).await.clone()
}

fn fingerprint(histories: &[(&Migrator, &'static str)]) -> String {
    let mut text = String::new();
    for (migrator, schema) in histories {
        text.push_str(schema);
        for migration in migrator.iter() {
            write!(text, " {} {}", migration.version, hex::encode(&*migration.checksum))
                .expect("writing to a string does not fail");
        }
        text.push('\n');
    }
    text
}
