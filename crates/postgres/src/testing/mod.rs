//! For tests of this workspace: a real server, a database of its own for each test, and a proxy that cuts
//! connections at a chosen point. Not for production code.

use sqlx::PgPool;
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;

/// A database of its own for one test, migrated, dropped at the end.
///
/// The first one in a process starts a server of the process's own; it needs no set-up and no `DATABASE_URL`.
pub struct TestDb {
    pool: PgPool,
}

impl TestDb {
    /// A database with the one history `migrator` in `schema`.
    pub async fn new(migrator: &Migrator, schema: &'static str) -> Self {
        Self::with(&[(migrator, schema)]).await
    }

    /// A database with several histories; with none, an empty one.
    pub async fn with(_histories: &[(&Migrator, &'static str)]) -> Self {
        unimplemented!("follows")
    }

    /// A pool of 8 connections.
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// How to connect over the private socket.
    pub fn connect_options(&self) -> PgConnectOptions {
        unimplemented!("follows")
    }

    /// The same as a URL, good for `DATABASE_URL` of a child process.
    pub fn url(&self) -> String {
        unimplemented!("follows")
    }

    /// A proxy on a loopback TCP port in front of this database.
    pub async fn proxy(&self) -> CuttingProxy {
        unimplemented!("follows")
    }
}

/// Where a [`CuttingProxy`] cuts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// The statement does not reach the server; the connection is closed.
    RequestLost,
    /// The server runs and commits the statement; its answer is thrown away and the connection closed.
    AnswerLost,
    /// The statement does not reach the server; the connection stays open and silent.
    Silence,
}

/// A loopback TCP port in front of a server's socket, whose connections can be cut.
pub struct CuttingProxy {}

impl CuttingProxy {
    /// The URL of the proxied database.
    pub fn url(&self) -> &str {
        unimplemented!("follows")
    }

    /// Cuts the next connection that executes a statement whose text contains `fragment`, at that execution.
    pub fn cut_next(&self, _cut: Cut, _fragment: &str) {
        unimplemented!("follows")
    }

    /// Cuts made so far.
    pub fn cuts(&self) -> u64 {
        unimplemented!("follows")
    }

    /// Closes every connection and refuses new ones until [`CuttingProxy::open`].
    pub fn close(&self) {
        unimplemented!("follows")
    }

    /// Takes connections again.
    pub fn open(&self) {
        unimplemented!("follows")
    }
}
