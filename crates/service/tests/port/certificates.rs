//! An authority, and the certificates that it issues, as files.

use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use service::{Authorities, TlsSettings};
use tempfile::TempDir;
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};

/// An authority with a directory for what it issues.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
    directory: TempDir,
}

/// A certificate and its key, PEM.
pub struct Issued {
    pub cert: String,
    pub key: String,
}

impl Authority {
    pub fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "Authority");
        let key = KeyPair::generate().unwrap();
        let pem = params.self_signed(&key).unwrap().pem();
        Self { issuer: Issuer::new(params, key), pem, directory: tempfile::tempdir().unwrap() }
    }

    /// A certificate for this machine.
    pub fn issue(&self, name: &str) -> Issued {
        let mut params =
            CertificateParams::new(vec!["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        let key = KeyPair::generate().unwrap();
        let cert = params.signed_by(&key, &self.issuer).unwrap();
        Issued { cert: cert.pem(), key: key.serialize_pem() }
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.directory.path().join(file)
    }

    pub fn write(&self, file: &str, text: &str) -> PathBuf {
        let path = self.path(file);
        write(&path, text);
        path
    }

    /// Puts a certificate where the server looks for its own.
    pub fn install(&self, issued: &Issued) -> TlsSettings {
        TlsSettings {
            tls_cert: Some(self.write("cert.pem", &issued.cert)),
            tls_key: Some(self.write("key.pem", &issued.key)),
            tls_client_ca: None,
        }
    }

    /// The same, and only clients of this authority may come.
    pub fn install_for_own_clients(&self, issued: &Issued) -> TlsSettings {
        TlsSettings { tls_client_ca: Some(self.write("ca.pem", &self.pem)), ..self.install(issued) }
    }

    /// Those who believe this authority.
    pub fn believers(&self) -> Authorities {
        Authorities { tls_ca: Some(self.write("ca.pem", &self.pem)), ..Authorities::default() }
    }

    /// The same with a certificate of their own.
    pub fn members(&self, issued: &Issued) -> Authorities {
        Authorities {
            tls_client_cert: Some(self.write("client.pem", &issued.cert)),
            tls_client_key: Some(self.write("client-key.pem", &issued.key)),
            ..self.believers()
        }
    }

    /// A new connection of one who believes no certificate but the one with this name: none, or why.
    pub async fn connect(
        &self,
        address: std::net::SocketAddr,
        identity: Option<&Issued>,
    ) -> Result<Channel, String> {
        let mut tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&self.pem));
        if let Some(issued) = identity {
            tls = tls.identity(Identity::from_pem(&issued.cert, &issued.key));
        }
        let endpoint = Endpoint::from_shared(format!("https://{address}")).unwrap().tls_config(tls).unwrap();
        endpoint.connect().await.map_err(|error| format!("{error:?}"))
    }
}

/// In one step, as those who renew certificates do it.
fn write(path: &Path, text: &str) {
    let new = path.with_extension("new");
    std::fs::write(&new, text).unwrap();
    std::fs::rename(&new, path).unwrap();
}
