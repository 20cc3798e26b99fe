//! Flags and environment of the engine.

use std::time::Duration;

use clap::Args;

/// Flags and environment of the engine.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct Settings {
    /// Name of this instance; a process that starts under the name of another takes its matches over at once
    #[arg(
        long = "engine-instance",
        env = "JODI_ENGINE_INSTANCE",
        default_value = "engine-1",
        value_name = "NAME"
    )]
    pub instance: String,
    /// Where other engine instances reach this one, for example http://10.0.0.7:7421; not needed for a single instance
    #[arg(long = "engine-address", env = "JODI_ENGINE_ADDRESS", default_value = "", value_name = "URL")]
    pub address: String,
    /// Milliseconds that a bot waits before it thinks about a move
    #[arg(long, env = "JODI_ENGINE_BOT_DELAY_MS", default_value_t = 600, value_name = "MS")]
    pub bot_delay_ms: u64,
    /// Bots that think at the same time, each on a blocking thread; 0: half as many as there are cores, at least one
    #[arg(
        long = "engine-bot-threads",
        env = "JODI_ENGINE_BOT_THREADS",
        default_value_t = 0,
        value_name = "N"
    )]
    pub bot_threads: usize,
    /// Seconds after which a silent instance counts as dead and others take its matches over
    #[arg(
        long = "engine-lease-s",
        env = "JODI_ENGINE_LEASE_S",
        default_value_t = 10,
        value_name = "SECONDS"
    )]
    pub lease_s: u64,
    /// Connections that append to the log, each with a batch in flight
    #[arg(
        long = "engine-log-writers",
        env = "JODI_ENGINE_LOG_WRITERS",
        default_value_t = 2,
        value_name = "N"
    )]
    pub log_writers: usize,
    /// Days for which events of the match feed are kept
    #[arg(
        long = "engine-feed-days",
        env = "JODI_ENGINE_FEED_DAYS",
        default_value_t = 14,
        value_name = "DAYS"
    )]
    pub feed_days: u64,
}

impl Settings {
    /// How long a bot takes.
    pub fn bot_delay(&self) -> Duration {
        Duration::from_millis(self.bot_delay_ms)
    }

    /// How long events of the match feed are kept: a day at least.
    pub fn feed_kept(&self) -> Duration {
        Duration::from_secs(self.feed_days.max(1).saturating_mul(24 * 3600))
    }

    /// How long a claim lives without being renewed.
    pub fn lease(&self) -> Duration {
        Duration::from_secs(self.lease_s.max(1))
    }
}
