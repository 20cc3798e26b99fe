//! Whom a client of an `https` address believes, and who it says it is.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};

/// Which certificates a client of `https` addresses goes by.
#[derive(Args, Clone, Debug, Default)]
pub struct Authorities {
    /// Certificates, PEM, one of which must have issued the certificate of a server with an https address; without it,
    /// those that browsers trust
    #[arg(long, env = "JODI_TLS_CA", value_name = "FILE")]
    pub tls_ca: Option<PathBuf>,
    /// Own certificate, PEM, for servers that want one (mTLS)
    #[arg(long, env = "JODI_TLS_CLIENT_CERT", value_name = "FILE", requires = "tls_client_key")]
    pub tls_client_cert: Option<PathBuf>,
    /// Its private key, PEM
    #[arg(long, env = "JODI_TLS_CLIENT_KEY", value_name = "FILE", requires = "tls_client_cert")]
    pub tls_client_key: Option<PathBuf>,
}

impl Authorities {
    /// Sets an endpoint up for TLS, if its address says `https`. The files are read now and not again.
    ///
    /// # Errors
    /// If a file cannot be read or used.
    pub fn secure(&self, endpoint: Endpoint) -> anyhow::Result<Endpoint> {
        if endpoint.uri().scheme_str() != Some("https") {
            return Ok(endpoint);
        }
        let mut tls = match &self.tls_ca {
            Some(path) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(read(path)?)),
            None => ClientTlsConfig::new().with_webpki_roots(),
        };
        if let (Some(cert), Some(key)) = (&self.tls_client_cert, &self.tls_client_key) {
            tls = tls.identity(Identity::from_pem(read(cert)?, read(key)?));
        }
        endpoint.tls_config(tls).context("the certificates for TLS cannot be used")
    }
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("reading {}", path.display()))
}
