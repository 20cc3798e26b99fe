//! Flags and environment variables of the webhooks.

use std::time::Duration;

use clap::Args;

use super::addresses::Addresses;
use super::target::PlainHttp;

/// Settings of the webhooks.
#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct WebhookSettings {
    /// Seconds that a webhook endpoint has to answer
    #[arg(
        long = "webhook-timeout-s",
        env = "JODI_WEBHOOK_TIMEOUT_S",
        default_value_t = 10,
        value_parser = clap::value_parser!(u64).range(1..=60),
        value_name = "SECONDS"
    )]
    pub timeout_s: u64,
    /// Attempts to deliver an event to a webhook endpoint before it is a dead letter
    #[arg(
        long = "webhook-attempts",
        env = "JODI_WEBHOOK_ATTEMPTS",
        default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..=20),
        value_name = "N"
    )]
    pub attempts: u32,
    /// Let webhook endpoints have addresses that are not public: of this machine or a private network
    #[arg(long = "webhook-private-addresses", env = "JODI_WEBHOOK_PRIVATE_ADDRESSES")]
    pub private_addresses: bool,
    /// Let webhook endpoints of other machines have http addresses
    #[arg(long = "webhook-plain-http", env = "JODI_WEBHOOK_PLAIN_HTTP")]
    pub plain_http: bool,
}

impl Default for WebhookSettings {
    /// What is in force if no flag and no variable is set.
    fn default() -> Self {
        Self { timeout_s: 10, attempts: 10, private_addresses: false, plain_http: false }
    }
}

impl WebhookSettings {
    /// How long an endpoint has to answer.
    pub(super) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout_s)
    }

    /// Which addresses endpoints may have.
    pub(super) fn addresses(&self) -> Addresses {
        if self.private_addresses { Addresses::Any } else { Addresses::Public }
    }

    /// Where endpoints may be called without TLS.
    pub(super) fn plain_http(&self) -> PlainHttp {
        if self.plain_http { PlainHttp::Anywhere } else { PlainHttp::ThisMachine }
    }
}
