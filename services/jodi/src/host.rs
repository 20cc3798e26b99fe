//! The server that a command of players plays against: a given one, or a suite in this process.

use anyhow::{Context as _, anyhow};
use clap::Parser;
use jodi::client::web_address;
use service::Drain;
use tokio::task::JoinHandle;

use crate::database::DatabaseSettings;
use crate::suite::{Suite, SuiteSettings};

/// A server to play against.
pub struct Host {
    address: String,
    own: Option<Own>,
}

/// How a suite of a command's own differs from one that serves others.
pub struct OwnSuite {
    /// What it is for, in a word; its data lies in a directory of that name below the data directory.
    pub purpose: &'static str,
    /// The name of its engine. Under the name of an instance that runs, it would take that one's matches over.
    pub instance: String,
    /// How long its bots wait before they move.
    pub bot_delay_ms: u64,
}

/// A suite of the command's own.
struct Own {
    purpose: &'static str,
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
    pub async fn start(database: &DatabaseSettings, own: OwnSuite) -> anyhow::Result<Self> {
        let purpose = own.purpose;
        let mut settings = FromEnvironment::try_parse_from(["jodi"])?.suite;
        settings.server.keep_to_this_machine();
        settings.database = database.clone();
        settings.database.data_dir.push(purpose);
        settings.engine.bot_delay_ms = own.bot_delay_ms;
        settings.engine.address = String::new();
        settings.engine.instance = own.instance;
        let suite = Suite::start(settings).await.with_context(|| format!("starting a suite to {purpose}"))?;
        let address = suite.url.clone();
        let data = match &suite.database().embedded {
            Some(embedded) => format!("its own Postgres in {}", embedded.data_dir().display()),
            None => "the Postgres of DATABASE_URL".to_owned(),
        };
        let introduction = format!("A suite of its own serves on {address}, with {data}.");
        let drain = suite.drain.clone();
        let serving = tokio::spawn(suite.serve());
        Ok(Self { address, own: Some(Own { purpose, drain, serving, introduction }) })
    }

    /// Its URL.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Where it is played, in a sentence.
    pub fn introduction(&self) -> String {
        match &self.own {
            Some(own) => own.introduction.clone(),
            None => format!("Playing against {}.", self.address),
        }
    }

    /// Completes if a suite of the command's own stops before it is told to.
    pub async fn failed(&mut self) -> anyhow::Error {
        match &mut self.own {
            Some(own) => match (&mut own.serving).await {
                Ok(Ok(())) => anyhow!("the suite of this {} has stopped", own.purpose),
                Ok(Err(error)) => error.context("the suite has failed"),
                Err(error) => anyhow::Error::new(error).context("the suite has failed"),
            },
            None => std::future::pending().await,
        }
    }

    /// Stops a suite of the command's own.
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
