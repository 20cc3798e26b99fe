//! `jodi migrate`.

use clap::Args;

use crate::database::{Database, DatabaseSettings};
use crate::print;

/// Flags of `jodi migrate`.
#[derive(Args)]
pub struct Migrate {
    #[command(flatten)]
    database: DatabaseSettings,
}

impl Migrate {
    /// Brings all schemas up to date.
    pub async fn run(self) -> anyhow::Result<()> {
        crate::quiet_logs()?;
        let database = Database::open(&self.database).await?;
        database.migrate().await?;
        database.close().await;
        print::line("The schemas lobby, engine and ratings are up to date.")
    }
}
