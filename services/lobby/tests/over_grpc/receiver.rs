//! A backend's own endpoint: a real HTTP receiver on a socket, which fails as a test tells it to.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::house::PATIENCE;

/// How it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// With this status.
    Status(u16),
    /// Elsewhere.
    Redirect(String),
    /// Never.
    Hang,
    /// By closing the connection.
    Close,
    /// With a body that has no end.
    Babble,
    /// With 200 and a body of which only the beginning comes.
    Drip,
}

/// What it got.
#[derive(Clone, Debug)]
pub struct Received {
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Received {
    pub fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Is one of the signatures made with this secret? Done here from the specification, not with the sender's code.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        let signed = [self.id(), &self.headers["webhook-timestamp"], &self.body].join(".");
        mac.update(signed.as_bytes());
        let wanted = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
        self.headers["webhook-signature"].split(' ').any(|signature| signature == wanted)
    }
}

/// The receiver. Dropping it closes its port and its connections.
pub struct Receiver {
    address: SocketAddr,
    shared: Arc<Shared>,
    serving: Option<JoinSet<()>>,
}

struct Shared {
    manner: Mutex<Manner>,
    received: watch::Sender<Vec<Received>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let shared = Shared { manner: Mutex::new(Manner::Status(204)), received: watch::Sender::default() };
        let mut receiver =
            Self { address: ([127, 0, 0, 1], 0).into(), shared: Arc::new(shared), serving: None };
        receiver.restart().await;
        receiver
    }

    /// Listens again, on the port that it had.
    pub async fn restart(&mut self) {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind(self.address).unwrap();
        let listener = socket.listen(64).unwrap();
        self.address = listener.local_addr().unwrap();
        let mut serving = JoinSet::new();
        serving.spawn(accept(listener, self.shared.clone()));
        self.serving = Some(serving);
    }

    /// Closes its port and all connections.
    pub async fn stop(&mut self) {
        if let Some(mut serving) = self.serving.take() {
            serving.shutdown().await;
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    pub fn answer(&self, manner: Manner) {
        *self.shared.manner.lock().unwrap() = manner;
    }

    /// All that came so far.
    pub fn received(&self) -> Vec<Received> {
        self.shared.received.borrow().clone()
    }

    /// The ids of all that came so far.
    pub fn ids(&self) -> Vec<String> {
        self.received().iter().map(|received| received.id().to_owned()).collect()
    }

    /// Waits until so many have come.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        let mut received = self.shared.received.subscribe();
        let enough = received.wait_for(|received| received.len() >= count);
        let enough = tokio::time::timeout(PATIENCE, enough).await;
        enough.unwrap_or_else(|_| panic!("{count} should have come, not {:?}", self.ids())).unwrap().clone()
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let shared = shared.clone();
        connections.spawn(async move {
            // A connection that breaks is the sender's affair.
            let _ = serve(stream, &shared).await;
        });
    }
}

async fn serve(stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let Some(received) = read(&mut stream).await? else { return Ok(()) };
        let manner = shared.manner.lock().unwrap().clone();
        shared.received.send_modify(|all| all.push(received));
        match manner {
            Manner::Status(status) => {
                stream
                    .write_all(format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n").as_bytes())
                    .await?;
            }
            Manner::Redirect(to) => {
                let head = format!("HTTP/1.1 307 X\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
                stream.write_all(head.as_bytes()).await?;
            }
            Manner::Hang => std::future::pending().await,
            Manner::Close => return Ok(()),
            Manner::Drip => {
                stream.write_all(b"HTTP/1.1 200 X\r\ncontent-length: 1000\r\n\r\nx").await?;
                std::future::pending().await
            }
            Manner::Babble => {
                stream.write_all(b"HTTP/1.1 200 X\r\ncontent-length: 1000000000\r\n\r\n").await?;
                loop {
                    stream.write_all(&[b'x'; 4096]).await?;
                }
            }
        }
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> std::io::Result<Option<Received>> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    assert!(line.starts_with("POST /hook HTTP/1.1"), "{line}");
    let mut headers = HashMap::new();
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Some(Received { headers, body: String::from_utf8(body).unwrap() }))
}
