//! The suite that is measured: this program again, as a child, on a data directory that is empty at first.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use env::{Clock, Entropy};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use service::{Credential, Peer, Scope, ServiceKey, connect_peer};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::database::DatabaseSettings;

/// The directory below the data directory that is used and removed.
const PURPOSE: &str = "bench";
/// How long a start may take.
const START_LIMIT: Duration = Duration::from_secs(120);
/// How long it may take to stop when it is told to.
const STOP_LIMIT: Duration = Duration::from_secs(60);
/// How often a suite that starts is asked whether it serves.
const ASK_AGAIN: Duration = Duration::from_millis(10);

/// A suite in a process of its own.
pub struct Server {
    /// Where it serves.
    pub address: String,
    clock: Clock,
    database: DatabaseSettings,
    key: ServiceKey,
    child: Child,
}

impl Server {
    /// Starts one. With a `DATABASE_URL` it works on that database and leaves its matches there.
    ///
    /// # Errors
    /// Whatever keeps it from serving.
    pub async fn start(
        database: &DatabaseSettings,
        clock: &Clock,
        entropy: &Entropy,
    ) -> anyhow::Result<Self> {
        let mut database = database.clone();
        database.data_dir.push(PURPOSE);
        clear(&database.data_dir)?;
        let key = ServiceKey::generate(entropy);
        let (child, address) = spawn(&database, &key, clock, "127.0.0.1:0").await?;
        let server = Self { address, clock: clock.clone(), database, key, child };
        server.serves().await?;
        Ok(server)
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id().expect("it has not been waited for")
    }

    /// Its host and port.
    pub fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    /// Who may create matches.
    ///
    /// # Errors
    /// Never, with a key of our own making.
    pub fn backend(&self) -> anyhow::Result<Peer> {
        Ok(Peer::new(connect_peer(&self.address)?, Credential::service_key(&self.key)?))
    }

    /// Kills it as a crash would, with its Postgres left to itself, and starts it again on the same port. How long it took to serve
    /// from the moment at which it was started.
    ///
    /// # Errors
    /// Whatever keeps it from serving.
    pub async fn crash_and_return(&mut self) -> anyhow::Result<Duration> {
        self.child.kill().await.context("killing the suite")?;
        let begun = self.clock.monotonic();
        let listen = self.host().to_owned();
        (self.child, self.address) = spawn(&self.database, &self.key, &self.clock, &listen).await?;
        self.serves().await?;
        Ok(self.clock.monotonic().since(begun))
    }

    /// Completes once it says that it serves.
    async fn serves(&self) -> anyhow::Result<()> {
        let mut health = HealthClient::new(connect_peer(&self.address)?);
        let limit = self.clock.monotonic().plus(START_LIMIT);
        loop {
            let asked = HealthCheckRequest { service: String::new() };
            match health.check(asked).await {
                Ok(answer) if answer.get_ref().status() == ServingStatus::Serving => return Ok(()),
                answer if self.clock.monotonic() > limit => bail!("the suite does not serve: {answer:?}"),
                _ => self.clock.sleep(ASK_AGAIN).await,
            }
        }
    }

    /// Stops it and removes its data.
    ///
    /// # Errors
    /// If it does not stop.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        kill(Pid::from_raw(i32::try_from(self.pid())?), Signal::SIGTERM)?;
        let stopped = self.clock.timeout(STOP_LIMIT, self.child.wait()).await;
        stopped.map_err(|late| anyhow!("the suite does not stop: {late}"))??;
        clear(&self.database.data_dir)
    }
}

/// Removes what an earlier run left.
fn clear(data_dir: &PathBuf) -> anyhow::Result<()> {
    match std::fs::remove_dir_all(data_dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing {}", data_dir.display()))
        }
        _ => Ok(()),
    }
}

async fn spawn(
    database: &DatabaseSettings,
    key: &ServiceKey,
    clock: &Clock,
    listen: &str,
) -> anyhow::Result<(Child, String)> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["up", "--listen", listen, "--log", "warn", "--drain-grace-s", "0", "--data-dir"]);
    // A bench asks as fast as it can, by few accounts.
    command.env("JODI_ACCOUNT_RATE", "0").env("JODI_SERVICE_RATE", "0");
    command.arg(&database.data_dir).arg("--postgres").arg(database.postgres.to_string());
    match &database.database_url {
        Some(url) => command.env("DATABASE_URL", url),
        None => command.env_remove("DATABASE_URL"),
    };
    let scopes = [Scope::MatchesCreate, Scope::MatchesRead];
    command.env("JODI_SERVICE_KEYS", key.line(PURPOSE, &scopes)?);
    let mut child =
        command.stdout(Stdio::piped()).kill_on_drop(true).spawn().context("starting the suite")?;
    let printed = child.stdout.take().expect("it is piped");
    let address = clock.timeout(START_LIMIT, address(printed)).await;
    let address = address.map_err(|late| anyhow!("the suite does not start: {late}"))??;
    Ok((child, address))
}

/// The address in the greeting. The rest of it is read and dropped.
async fn address(printed: ChildStdout) -> anyhow::Result<String> {
    let mut lines = BufReader::new(printed).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(address) = line.split_whitespace().find(|word| word.starts_with("http://")) {
            let address = address.to_owned();
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok(address);
        }
    }
    bail!("the suite has stopped; its messages are above")
}
