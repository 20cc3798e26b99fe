//! Flags and environment variables that all services share.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use env::{Clock, Entropy};

use crate::auth::Auth;
use crate::authorities::Authorities;
use crate::descriptors::raise_descriptor_limit;
use crate::drain::Drain;
use crate::inproc::InProcess;
use crate::keys::ServiceKeys;
use crate::port::{Bounds, PublicPort, TlsSettings};
use crate::rates::RateSettings;
use crate::server::Server;
use crate::telemetry::{LogSettings, MetricsSettings, flush_traces, init_logging, init_metrics};
use crate::web::WebOrigins;

/// How the server listens and stops.
#[derive(Args, Clone, Debug)]
pub struct ServerSettings {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "JODI_LISTEN", default_value = "127.0.0.1:7420", value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// Origins of pages that browsers let call this server, separated by commas, for example https://play.example; or *
    #[arg(
        long,
        env = "JODI_WEB_ORIGINS",
        default_value = "",
        hide_default_value = true,
        value_name = "ORIGINS"
    )]
    pub web_origins: WebOrigins,
    #[command(flatten)]
    tls: TlsSettings,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    rates: RateSettings,
    /// Seconds that open streams live on after SIGTERM, once they have been told
    #[arg(long, env = "JODI_DRAIN_GRACE_S", default_value_t = 2, value_name = "SECONDS")]
    pub drain_grace_s: u64,
    /// Seconds after SIGTERM at which everything still open is cut off
    #[arg(long, env = "JODI_DRAIN_DEADLINE_S", default_value_t = 10, value_name = "SECONDS")]
    pub drain_deadline_s: u64,
}

impl ServerSettings {
    /// On a free port of this machine, in plaintext, without waiting for streams: for a server of a command's own.
    pub fn keep_to_this_machine(&mut self) {
        self.listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        self.tls = TlsSettings::default();
        self.drain_grace_s = 0;
    }

    /// Listens.
    ///
    /// # Errors
    /// If the address is taken or not ours, or the files of TLS cannot be used.
    pub async fn open(&self) -> anyhow::Result<PublicPort> {
        let port = PublicPort::open(self.listen).await?.for_pages(self.web_origins.clone());
        Ok(port.behind(&self.tls).await?.within(self.bounds.clone()).at(&self.rates))
    }

    /// A drain with these times.
    pub fn drain(&self, clock: Clock) -> Drain {
        let seconds = Duration::from_secs;
        Drain::new(clock, seconds(self.drain_grace_s), seconds(self.drain_deadline_s))
    }
}

/// Where the store is, for a service that runs alone.
#[derive(Args, Clone, Debug)]
pub struct StoreSettings {
    /// Postgres to use, for example postgres://user:password@host/database
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: String,
}

/// Which service keys are accepted.
#[derive(Args, Clone, Debug, Default)]
pub struct KeySettings {
    /// File with accepted service keys, one `NAME SCOPES SHA256` a line, as `jodi keys` prints them
    #[arg(long, env = "JODI_SERVICE_KEYS_FILE", value_name = "FILE")]
    pub service_keys_file: Option<PathBuf>,
    /// The same lines, separated by `;`
    #[arg(long, env = "JODI_SERVICE_KEYS", value_name = "LINES")]
    pub service_keys: Option<String>,
}

impl KeySettings {
    /// All keys of both sources.
    ///
    /// # Errors
    /// If the file cannot be read or a line is faulty.
    pub fn load(&self) -> anyhow::Result<ServiceKeys> {
        let mut keys = ServiceKeys::parse(self.service_keys.as_deref().unwrap_or_default())
            .context("JODI_SERVICE_KEYS")?;
        if let Some(path) = &self.service_keys_file {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
            keys.extend(ServiceKeys::parse(&text).with_context(|| path.display().to_string())?);
        }
        Ok(keys)
    }
}

/// Flags of a service that runs as a process of its own.
#[derive(Args, Clone, Debug)]
pub struct ProcessSettings {
    #[command(flatten)]
    server: ServerSettings,
    #[command(flatten)]
    store: StoreSettings,
    #[command(flatten)]
    keys: KeySettings,
    #[command(flatten)]
    authorities: Authorities,
    #[command(flatten)]
    log: LogSettings,
    #[command(flatten)]
    metrics: MetricsSettings,
}

/// What a process that serves one service begins with.
pub struct Process {
    /// The machine's time.
    pub clock: Clock,
    /// The machine's randomness.
    pub entropy: Entropy,
    /// Begins at SIGTERM or SIGINT.
    pub drain: Drain,
    /// Accepted service keys.
    pub keys: ServiceKeys,
    /// Where the store is.
    pub database_url: String,
    /// How the other services of the suite are known.
    pub authorities: Authorities,
    server: ServerSettings,
}

impl ProcessSettings {
    /// Begins: writes logs, asks for descriptors, keeps metrics, listens to signals, reads the keys. In a Tokio runtime.
    ///
    /// # Errors
    /// If a setting cannot be used.
    pub fn begin(self) -> anyhow::Result<Process> {
        init_logging(&self.log)?;
        raise_descriptor_limit();
        let clock = Clock::system();
        init_metrics(&self.metrics, &clock)?;
        let drain = self.server.drain(clock.clone());
        drain.on_signals().context("cannot listen to signals")?;
        Ok(Process {
            clock,
            entropy: Entropy::os(),
            drain,
            keys: self.keys.load()?,
            database_url: self.store.database_url,
            authorities: self.authorities,
            server: self.server,
        })
    }
}

impl Process {
    /// A server that accepts these callers.
    pub fn server(&self, auth: Auth) -> Server {
        Server::new(self.clock.clone(), self.entropy.clone(), auth, self.drain.clone())
    }

    /// Listens and serves until the drain is over.
    ///
    /// # Errors
    /// If the address cannot be had, or the transport fails.
    pub async fn serve(&self, server: Server, in_process: Option<InProcess>) -> anyhow::Result<()> {
        let port = self.server.open().await?;
        tracing::info!(address = %port.address(), "serving");
        let served = server.serve(port, in_process).await;
        flush_traces().await;
        served
    }
}
