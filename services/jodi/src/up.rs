//! `jodi up`.

use clap::Args;
use env::Clock;
use service::{
    LogSettings, MetricsSettings, flush_traces, init_logging, init_metrics, raise_descriptor_limit,
};

use crate::print;
use crate::suite::{Suite, SuiteSettings};

/// Flags of `jodi up`.
#[derive(Args)]
pub struct Up {
    #[command(flatten)]
    suite: SuiteSettings,
    #[command(flatten)]
    log: LogSettings,
    #[command(flatten)]
    metrics: MetricsSettings,
}

impl Up {
    /// Serves everything on one port until SIGTERM or Ctrl-C.
    pub async fn run(self) -> anyhow::Result<()> {
        init_logging(&self.log)?;
        raise_descriptor_limit();
        init_metrics(&self.metrics, &Clock::system())?;
        let suite = Suite::start(self.suite).await?;
        suite.drain.on_signals()?;
        if let Err(error) = print::text(greeting(&suite)) {
            print::note(format_args!("{error:#}"));
        }
        let served = suite.serve().await;
        flush_traces().await;
        served?;
        tracing::info!("stopped; everything acknowledged is on disk");
        Ok(())
    }
}

/// Says where the suite serves and what to try next.
fn greeting(suite: &Suite) -> String {
    let (address, url) = (suite.address, &suite.url);
    let (transport, plaintext, authorities) =
        if suite.is_secure { ("TLS", "", " --tls-ca FILE") } else { ("plaintext", "-plaintext ", "") };
    let database = match &suite.database().embedded {
        Some(embedded) => format!("Its own Postgres keeps the data in {}.", embedded.data_dir().display()),
        None => "The data is in the Postgres of DATABASE_URL.".to_owned(),
    };
    format!(
        "\
Jodi serves lobby, game engine and ladder on {url} (gRPC and gRPC-Web, {transport}).
{database}

Try next:
  cargo run --release -- demo --against {url}{authorities}
      four players sign in and play a rated match of Seep; the ladder moves (--game smear, pepper)
  cargo run --release -- play --against {url}{authorities}
      sit down yourself, with and against bots (--game, --players, --locale)
  grpcurl {plaintext}{address} list
      any client with reflection shows the services; README.md has a tour
  cargo run --release -- keys --help
      credentials for your own backend
Stop with Ctrl-C: streams are told, and everything acknowledged is on disk.
"
    )
}
