//! The one server of a test process.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::sync::OnceCell;

use crate::embedded::{BinaryChoice, Embedded, EmbeddedError, Template};
use crate::pool::open_connection;

/// Started by the first test that asks, never dropped: it ends with the process, and the next test process removes
/// its files.
pub(super) struct Server {
    pub(super) embedded: Embedded,
    /// Databases that are not needed any more.
    dropped: Mutex<Sender<String>>,
}

static SERVER: OnceCell<Server> = OnceCell::const_new();

impl Server {
    pub(super) async fn of_this_process() -> &'static Self {
        SERVER.get_or_init(Self::start).await
    }

    async fn start() -> Self {
        let embedded = with_template(Template::launch).await;
        embedded.await_readiness().await.expect("the test server comes up");
        let dropped = Mutex::new(start_dropper(&embedded));
        Self { embedded, dropped }
    }

    /// A connection to the server's own database, for creating others.
    pub(super) async fn connect(&self) -> PgConnection {
        let options = self.embedded.connect_options("postgres");
        open_connection(&options).await.expect("the test server takes connections")
    }

    /// Drops a database some time later, whatever is still connected to it.
    pub(super) fn drop_later(&self, database: String) {
        let dropped = self.dropped.lock().unwrap_or_else(PoisonError::into_inner);
        // The other end lives as long as the process.
        dropped.send(database).ok();
    }
}

/// Puts an initialised cluster into the existing data directory `data_dir`, so that an embedded server that is started
/// there need not make one. For tests that start many.
///
/// # Panics
/// If that fails.
pub async fn seed_cluster(data_dir: &Path) {
    let data_dir = data_dir.to_owned();
    with_template(move |template| template.seed(&data_dir)).await;
}

async fn with_template<T: Send + 'static>(
    work: impl FnOnce(&Template) -> Result<T, EmbeddedError> + Send + 'static,
) -> T {
    let choice = std::env::var("JODI_POSTGRES").unwrap_or_else(|_| "auto".to_owned());
    let choice: BinaryChoice = choice.parse().expect("JODI_POSTGRES is auto, system or wheel");
    let worked = tokio::task::spawn_blocking(move || work(&Template::cached(choice)?)).await;
    worked.expect("the work does not panic").expect("a test server can be made")
}

/// A thread with a runtime of its own: a test's runtime ends with the test.
fn start_dropper(embedded: &Embedded) -> Sender<String> {
    let options = embedded.connect_options("postgres");
    let (sender, receiver) = channel::<String>();
    let drop_all = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime can be built");
        for database in receiver {
            let dropped = runtime.block_on(async {
                let mut connection = open_connection(&options).await.map_err(|error| error.to_string())?;
                let statement = format!("drop database if exists {database} with (force)");
                connection.execute(AssertSqlSafe(statement)).await.map_err(|error| error.to_string())?;
                connection.close().await.map_err(|error| error.to_string())
            });
            if let Err(reason) = dropped {
                tracing::warn!(database, reason, "a test database stays until the server ends");
            }
        }
    };
    thread::Builder::new()
        .name("drop-databases".to_owned())
        .spawn(drop_all)
        .expect("a thread can be started");
    sender
}
