//! TLS: who gets in, and certificates that change.

use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use service::{PublicPort, TlsError};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tonic_health::pb::health_check_response::ServingStatus;

use crate::certificates::{Authority, Issued};
use crate::house::{House, LOOPBACK, ask, follow, within};

/// More than the server waits between two looks at its files.
const LOOK: Duration = Duration::from_secs(3);

fn der(issued: &Issued) -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(issued.cert.as_bytes()).unwrap()
}

/// The certificate and the protocol that a new connection is served.
async fn served(house: &House, authority: &Authority) -> (CertificateDer<'static>, Option<Vec<u8>>) {
    let mut roots = rustls::RootCertStore::empty();
    let pem = std::fs::read(authority.believers().tls_ca.unwrap()).unwrap();
    roots.add(CertificateDer::from_pem_slice(&pem).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let mut config = config.unwrap().with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    let stream = TcpStream::connect(house.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let stream =
        within("a handshake", TlsConnector::from(Arc::new(config)).connect(name, stream)).await.unwrap();
    let session = stream.get_ref().1;
    (session.peer_certificates().unwrap()[0].clone(), session.alpn_protocol().map(<[u8]>::to_vec))
}

/// Moves time until a new connection is served this certificate.
async fn comes_to_serve(house: &House, authority: &Authority, issued: &Issued) {
    within("the new certificate", async {
        while served(house, authority).await.0 != der(issued) {
            house.time.advance(LOOK);
        }
    })
    .await;
}

#[tokio::test]
async fn client_that_believes_the_authority_is_served_and_plaintext_is_not() {
    let authority = Authority::new();
    let tls = authority.install(&authority.issue("server"));
    let house = House::behind(&tls).await;
    let trusted = authority.believers().connect(&format!("https://{}", house.address)).unwrap();
    assert_eq!(ask(trusted).await.unwrap(), ServingStatus::Serving);
    assert!(ask(house.plain()).await.is_err());
    let stranger = Authority::new();
    assert!(within("a refusal", stranger.connect(house.address, None)).await.is_err());
}

#[tokio::test]
async fn clients_without_http_2_are_served_too() {
    let authority = Authority::new();
    let tls = authority.install(&authority.issue("server"));
    let house = House::behind(&tls).await;
    assert_eq!(served(&house, &authority).await.1.as_deref(), Some(&b"http/1.1"[..]));
}

#[tokio::test]
async fn client_without_a_certificate_of_the_authority_is_refused_where_one_is_wanted() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let tls = authority.install_for_own_clients(&authority.issue("server"));
    let house = House::behind(&tls).await;
    let url = format!("https://{}", house.address);
    let member = authority.members(&authority.issue("client")).connect(&url).unwrap();
    assert_eq!(ask(member).await.unwrap(), ServingStatus::Serving);
    let believer = authority.believers().connect(&url).unwrap();
    assert!(ask(believer).await.is_err(), "no certificate");
    let forged = stranger.issue("client");
    match within("an answer", authority.connect(house.address, Some(&forged))).await {
        // In TLS 1.3 a client learns of the refusal only when it reads.
        Ok(channel) => assert!(ask(channel).await.is_err(), "a stranger's certificate"),
        Err(refused) => assert!(!refused.is_empty()),
    }
}

#[tokio::test]
async fn new_connections_get_a_new_certificate_and_open_streams_live_on() {
    let authority = Authority::new();
    let tls = authority.install(&authority.issue("old"));
    let house = House::behind(&tls).await;
    let url = format!("https://{}", house.address);
    let mut stream = follow(authority.believers().connect(&url).unwrap()).await;
    let new = authority.issue("new");
    assert_ne!(served(&house, &authority).await.0, der(&new));
    authority.install(&new);
    comes_to_serve(&house, &authority, &new).await;
    house.ready.send(false).unwrap();
    let told = within("a message of the old stream", stream.message()).await.unwrap().unwrap();
    assert_eq!(told.status(), ServingStatus::NotServing);
}

#[tokio::test]
async fn pair_that_does_not_fit_is_not_taken_and_mending_it_is() {
    let authority = Authority::new();
    let (old, new) = (authority.issue("old"), authority.issue("new"));
    let tls = authority.install(&old);
    let house = House::behind(&tls).await;
    for broken in [new.cert.as_str(), "no certificate", ""] {
        authority.write("cert.pem", broken);
        for _ in 0..3 {
            house.time.advance(LOOK);
            assert_eq!(served(&house, &authority).await.0, der(&old));
        }
    }
    authority.install(&new);
    comes_to_serve(&house, &authority, &new).await;
}

#[tokio::test]
async fn files_that_cannot_be_used_are_refused_before_anything_is_served() {
    let authority = Authority::new();
    let mut tls = authority.install(&authority.issue("one"));
    tls.tls_key = Some(authority.write("other.pem", &authority.issue("other").key));
    let refused = PublicPort::open(LOOPBACK.into()).await.unwrap().behind(&tls).await.err().unwrap();
    assert!(matches!(refused, TlsError::Unusable(_)), "{refused}");
    tls.tls_key = Some(authority.path("absent.pem"));
    let refused = PublicPort::open(LOOPBACK.into()).await.unwrap().behind(&tls).await.err().unwrap();
    assert!(refused.to_string().contains("absent.pem"), "{refused}");
}
