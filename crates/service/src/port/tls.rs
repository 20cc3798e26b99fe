//! TLS: certificate and key from files, which may change while the server runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use clap::Args;
use env::Clock;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::drain::Drain;

/// How often the files are looked at.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// Protocols within TLS: gRPC, and gRPC-Web from clients that speak no HTTP/2.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// Which files TLS is made of; plaintext if none is named.
#[derive(Args, Clone, Debug, Default)]
pub struct TlsSettings {
    /// Certificate chain of the server, PEM; with it the server speaks TLS only. Read again when it changes
    #[arg(long, env = "JODI_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Its private key, PEM
    #[arg(long, env = "JODI_TLS_KEY", value_name = "FILE", requires = "tls_cert", hide_env_values = true)]
    pub tls_key: Option<PathBuf>,
    /// Certificates, PEM, one of which must have issued the certificate that every client then has to present (mTLS)
    #[arg(long, env = "JODI_TLS_CLIENT_CA", value_name = "FILE", requires = "tls_cert")]
    pub tls_client_ca: Option<PathBuf>,
}

/// Why the files cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("reading {path}: {error}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file holds none of what it is for.
    #[error("{path} holds no {what} in PEM")]
    Empty {
        /// Which.
        path: PathBuf,
        /// What it is for.
        what: &'static str,
    },
    /// They do not go together, or cannot be used.
    #[error("certificate and key cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
    /// The certificates that issue those of clients cannot be used.
    #[error("the certificates for clients cannot be used: {0}")]
    ClientCa(#[from] rustls::server::VerifierBuilderError),
}

/// What the files hold, byte for byte.
#[derive(Clone, PartialEq, Eq)]
struct Contents {
    cert: Vec<u8>,
    key: Vec<u8>,
    client_ca: Option<Vec<u8>>,
}

/// The files, all named.
#[derive(Clone)]
struct Files {
    cert: PathBuf,
    key: PathBuf,
    client_ca: Option<PathBuf>,
}

/// Accepts TLS with what the files last held that could be used.
#[derive(Clone)]
pub(super) struct Tls(Arc<ArcSwap<ServerConfig>>);

/// What the files held when they were read.
pub(super) struct Loaded {
    files: Files,
    seen: Contents,
    tls: Tls,
}

impl TlsSettings {
    /// What the files hold now; `None` without TLS.
    ///
    /// # Errors
    /// Why they cannot be used.
    pub(super) async fn load(&self) -> Result<Option<Loaded>, TlsError> {
        let (Some(cert), Some(key)) = (&self.tls_cert, &self.tls_key) else { return Ok(None) };
        let files = Files { cert: cert.clone(), key: key.clone(), client_ca: self.tls_client_ca.clone() };
        let seen = files.read().await?;
        let tls = Tls(Arc::new(ArcSwap::from_pointee(files.config(&seen)?)));
        Ok(Some(Loaded { files, seen, tls }))
    }
}

impl Tls {
    /// The handshake.
    pub(super) async fn accept(&self, stream: TcpStream) -> std::io::Result<TlsStream<TcpStream>> {
        TlsAcceptor::from(self.0.load_full()).accept(stream).await
    }
}

impl Loaded {
    /// Takes over whatever the files come to hold, until the drain. Connections that are open keep what they began with.
    pub(super) fn follow(self, clock: Clock, drain: Drain) -> Tls {
        let tls = self.tls.clone();
        tokio::spawn(follow(self, clock, drain));
        tls
    }
}

async fn follow(loaded: Loaded, clock: Clock, drain: Drain) {
    let Loaded { files, mut seen, tls } = loaded;
    let mut unreadable = false;
    loop {
        tokio::select! {
            () = clock.sleep(LOOK_AGAIN) => {}
            _ = drain.draining() => return,
        }
        let contents = match files.read().await {
            Ok(contents) => contents,
            Err(error) => {
                if !std::mem::replace(&mut unreadable, true) {
                    tracing::error!(%error, "the old certificate stays");
                }
                continue;
            }
        };
        unreadable = false;
        if contents == seen {
            continue;
        }
        match files.config(&contents) {
            Ok(config) => {
                tls.0.store(Arc::new(config));
                tracing::info!("a new certificate is served to new connections");
            }
            // Certificate and key are seldom replaced at one moment: the next look may find both.
            Err(error) => tracing::error!(%error, "the old certificate stays"),
        }
        seen = contents;
    }
}

impl Files {
    async fn read(&self) -> Result<Contents, TlsError> {
        let (cert, key) = (read(&self.cert).await?, read(&self.key).await?);
        let client_ca = match &self.client_ca {
            Some(path) => Some(read(path).await?),
            None => None,
        };
        Ok(Contents { cert, key, client_ca })
    }

    fn config(&self, contents: &Contents) -> Result<ServerConfig, TlsError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder =
            ServerConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions()?;
        let builder = match (&self.client_ca, &contents.client_ca) {
            (Some(path), Some(pem)) => {
                let mut roots = RootCertStore::empty();
                for cert in certificates(path, pem)? {
                    roots.add(cert)?;
                }
                let verifier =
                    WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build()?;
                builder.with_client_cert_verifier(verifier)
            }
            _ => builder.with_no_client_auth(),
        };
        let key = PrivateKeyDer::from_pem_slice(&contents.key)
            .map_err(|_| TlsError::Empty { path: self.key.clone(), what: "private key" })?;
        // Refuses a key that is not the certificate's.
        let mut config = builder.with_single_cert(certificates(&self.cert, &contents.cert)?, key)?;
        config.alpn_protocols = PROTOCOLS.iter().map(|name| name.to_vec()).collect();
        Ok(config)
    }
}

async fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    tokio::fs::read(path).await.map_err(|error| TlsError::Unreadable { path: path.to_owned(), error })
}

fn certificates(path: &Path, pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let empty = || TlsError::Empty { path: path.to_owned(), what: "certificate" };
    let all: Vec<_> = CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().map_err(|_| empty())?;
    if all.is_empty() { Err(empty()) } else { Ok(all) }
}
