//! The server that the demo plays against: a given one, or a suite in this process.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context as _, anyhow};
use clap::Parser;
use env::Entropy;
use jodi::client::web_address;
use service::Drain;
use tokio::task::JoinHandle;

use crate::database::DatabaseSettings;
use crate::suite::{Suite, SuiteSettings};

/// Where the demo's own data lies, below the data directory.
const OWN_DATA: &str = "demo";

/// A server to play against.
pub struct Host {
    address: String,
    own: Option<Own>,
}

/// A suite of the demo's own.
struct Own {
    drain: Drain,
    serving: JoinHandle<anyhow::Result<()>>,
    introduction: String,
}

/// The settings of a suite as the environment has them.
#[derive(Parser)]
struct FromEnvironment {
    #[command(flatten)]
    suite: SuiteSettings,
}

impl Host {
    /// A server that runs already.
    pub fn at(address: &str) -> Self {
        Self { address: web_address(address), own: None }
    }

    /// Starts a suite on a free port of this machine. It does not disturb one that runs on the same data directory or
    /// on the same Postgres.
    ///
    /// # Errors
    /// Whatever keeps the suite from serving.
    pub async fn start(database: &DatabaseSettings, entropy: &Entropy) -> anyhow::Result<Self> {
        let mut settings = FromEnvironment::try_parse_from(["jodi"])?.suite;
        settings.server.listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        settings.server.drain_grace_s = 0;
        settings.database = database.clone();
        settings.database.data_dir.push(OWN_DATA);
        settings.engine.bot_delay_ms = 0;
        settings.engine.address = String::new();
        // Under the name of an instance that runs, it would take that one's matches over.
        settings.engine.instance = format!("demo-{:016x}", entropy.u64());
        let suite = Suite::start(settings).await.context("starting a suite for the demo")?;
        let address = format!("http://{}", suite.address);
        let data = match &suite.database().embedded {
            Some(embedded) => format!("its own Postgres in {}", embedded.data_dir().display()),
            None => "the Postgres of DATABASE_URL".to_owned(),
        };
        let introduction = format!("A suite for this demo serves on {address}, with {data}.");
        let drain = suite.drain.clone();
        let serving = tokio::spawn(suite.serve());
        Ok(Self { address, own: Some(Own { drain, serving, introduction }) })
    }

    /// Its URL.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Where the demo plays, in a sentence.
    pub fn introduction(&self) -> String {
        match &self.own {
            Some(own) => own.introduction.clone(),
            None => format!("Playing against {}.", self.address),
        }
    }

    /// Completes if a suite of the demo's own stops before it is told to.
    pub async fn failed(&mut self) -> anyhow::Error {
        match &mut self.own {
            Some(own) => match (&mut own.serving).await {
                Ok(Ok(())) => anyhow!("the demo's suite has stopped"),
                Ok(Err(error)) => error.context("the demo's suite has failed"),
                Err(error) => anyhow::Error::new(error).context("the demo's suite has failed"),
            },
            None => std::future::pending().await,
        }
    }

    /// Stops a suite of the demo's own.
    ///
    /// # Errors
    /// If it did not serve well.
    pub async fn close(self) -> anyhow::Result<()> {
        match self.own {
            Some(own) if !own.serving.is_finished() => {
                own.drain.begin();
                own.serving.await?
            }
            _ => Ok(()),
        }
    }
}
