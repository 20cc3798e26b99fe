//! Engines of which each is a process of its own, on one Postgres of the test's, which writes down what they do there.

use jodi_tests::client::{Backend, Guest};
use jodi_tests::eventually;
use jodi_tests::process::{Alone, Apart, ApartSetup, Relay, Signal};
use postgres::testing::TestDb;
use sqlx::{AssertSqlSafe, Executor as _};

use crate::audit;
use crate::tally::Life;

/// Seconds that an engine's claim lives without being renewed.
const LEASE_S: u64 = 2;
/// The owner of a test's database.
const OWNER: &str = "postgres://jodi@";

/// A database, and a lobby and a ratings service that work on it.
pub struct Ground {
    /// The database.
    pub db: TestDb,
    /// Its name, which no other test uses.
    name: String,
    apart: Apart,
}

/// An engine that works for itself.
pub struct Engine {
    /// The name that it takes.
    pub name: &'static str,
    /// The role under which it writes.
    pub role: String,
    /// Its process.
    pub process: Alone,
    /// The way to it for other engines.
    _way: Relay,
}

impl Ground {
    /// A ground without an engine.
    pub async fn lay() -> Self {
        let db = TestDb::with(&[]).await;
        let apart = ApartSetup::on(db.url()).env("JODI_ENGINE_LEASE_S", LEASE_S).start().await;
        apart.engine.child.signal(Signal::KILL);
        apart.engine.child.exit().await;
        audit::begin(db.pool()).await;
        let name = sqlx::query_scalar("select current_database()::text").fetch_one(db.pool()).await;
        Self { name: name.expect("a database has a name"), db, apart }
    }

    /// Starts an engine that writes under a role of its own, straight to the database.
    pub async fn engine(&self, name: &'static str) -> Engine {
        let role = format!("{}_{name}", self.name);
        let create = AssertSqlSafe(format!("create role {role} superuser login"));
        self.db.pool().execute(create).await.expect("a role can be made");
        let url = self.db.url().replacen(OWNER, &format!("postgres://{role}@"), 1);
        self.engine_at(name, role, &url).await
    }

    /// Starts an engine that reaches the database by this URL.
    pub async fn engine_at(&self, name: &'static str, role: String, database_url: &str) -> Engine {
        let way = Relay::listen().await;
        let launch = self.apart.engine.launch.clone().env("DATABASE_URL", database_url);
        let launch = launch.env("JODI_ENGINE_INSTANCE", name).env("JODI_ENGINE_ADDRESS", way.url());
        // As many appends at once as a test may want to hold up.
        let process = Alone::start(launch.env("JODI_ENGINE_LOG_WRITERS", 4)).await;
        way.lead_to(process.address);
        Engine { name, role, process, _way: way }
    }

    /// Signs guests in, who reach their matches through this engine.
    pub async fn guests(&self, engine: &Engine, count: usize) -> Vec<Guest> {
        let mut guests = Vec::with_capacity(count);
        for number in 0..count {
            let (lobby, engine) = (self.apart.lobby.channel(), engine.process.channel());
            guests.push(Guest::sign_in_apart(lobby, engine, &format!("Player {number}")).await);
        }
        guests
    }

    /// Another backend that calls this engine.
    pub fn backend(&self, engine: &Engine) -> Backend {
        Backend::new(engine.process.channel(), &self.apart.admin)
    }

    /// Waits until the claim of a silent engine has run out.
    pub async fn claim_runs_out(&self, engine: &Engine) {
        let live = "select count(*) from engine.instance where split_part(name, '~', 1) = $1 and lease_until > now()";
        self.until("the end of a claim", live, &[engine.name], |live| live == 0).await;
    }

    /// Waits until a count is as it should be. The text takes the parameters in order.
    pub async fn until(&self, what: &str, count: &'static str, of: &[&str], so: impl Fn(i64) -> bool) {
        let look = || async {
            let query = of.iter().fold(sqlx::query_scalar(count), |query, one| query.bind(*one));
            let found: i64 = query.fetch_one(self.db.pool()).await.expect("a count can be read");
            so(found).then_some(())
        };
        eventually(what, look).await;
    }
}

impl Engine {
    /// As a place to play at.
    pub fn life(&self, number: usize) -> Life {
        Life { number, address: self.process.address }
    }

    /// Stops it where it is; it notices nothing.
    pub fn freeze(&self) {
        assert!(self.process.child.signal(Signal::STOP), "the engine runs");
    }

    /// Lets it go on.
    pub fn thaw(&self) {
        assert!(self.process.child.signal(Signal::CONT), "the engine is there");
    }
}
