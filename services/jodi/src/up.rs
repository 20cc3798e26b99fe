//! `jodi up`.

use clap::Args;
use service::{LogSettings, init_logging};

use crate::suite::{Suite, SuiteSettings};

/// Flags of `jodi up`.
#[derive(Args)]
pub struct Up {
    #[command(flatten)]
    suite: SuiteSettings,
    #[command(flatten)]
    log: LogSettings,
}

impl Up {
    /// Serves everything on one port until SIGTERM or Ctrl-C.
    pub async fn run(self) -> anyhow::Result<()> {
        init_logging(&self.log)?;
        let suite = Suite::start(self.suite).await?;
        suite.drain.on_signals()?;
        greet(&suite);
        suite.serve().await
    }
}

/// Says where the suite serves and what to try next.
fn greet(suite: &Suite) {
    let address = suite.address;
    println!("Jodi serves lobby, game engine and ladder on http://{address} (gRPC, plaintext).");
    match &suite.database().embedded {
        Some(embedded) => println!("Its own Postgres keeps the data in {}.", embedded.data_dir().display()),
        None => println!("The data is in the Postgres of DATABASE_URL."),
    }
    println!();
    println!("Try next:");
    println!("  cargo run --release -- demo --against http://{address}");
    println!(
        "      four players sign in and play a rated match of Seep; the ladder moves (--game smear, pepper)"
    );
    println!("  cargo run --release -- play --against http://{address}");
    println!("      sit down yourself, with and against bots (--game, --players, --locale)");
    println!("  grpcurl -plaintext {address} list");
    println!("      any client with reflection shows the services; README.md has a tour");
    println!("  cargo run --release -- keys --help");
    println!("      credentials for your own backend");
    println!("Stop with Ctrl-C: streams are told, and everything acknowledged is on disk.");
}
