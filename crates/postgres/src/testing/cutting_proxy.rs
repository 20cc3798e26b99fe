//! A TCP port in front of the server, whose connections can be cut at a chosen statement: how tests make the fate of
//! a commit unknown.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::protocol::{ClientMessage, ClientParser, ServerParser};
use crate::embedded::{SOCKET_FILE, SUPERUSER};

/// Bytes of the server's answers that are read at once.
const ANSWER_BUFFER_BYTES: usize = 16 * 1024;

/// Where a [`CuttingProxy`] cuts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// The statement does not reach the server; the connection is closed.
    RequestLost,
    /// The server runs and commits the statement; its answer is thrown away and the connection closed.
    AnswerLost,
    /// The statement does not reach the server; the connection stays open and silent.
    Silence,
}

/// Whether connections are taken, and how often they were all closed: closing and opening in quick succession must
/// not go unnoticed.
#[derive(Clone, Copy, Default)]
struct Gate {
    is_closed: bool,
    closings: u64,
}

/// A loopback TCP port in front of a server's socket, whose connections can be cut. Dropping it closes them all.
pub struct CuttingProxy {
    shared: Arc<Shared>,
    accepting: AbortHandle,
    url: String,
}

struct Shared {
    socket: PathBuf,
    gate: watch::Sender<Gate>,
    /// Cuts to make, each at the next statement that contains its text.
    armed: Mutex<VecDeque<(Cut, String)>>,
    cuts: AtomicU64,
    /// Connections refused while closed.
    refusals: AtomicU64,
}

impl CuttingProxy {
    pub(super) async fn start(socket_dir: &Path, database: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a loopback port is free");
        let port = listener.local_addr().expect("a bound listener has an address").port();
        let shared = Arc::new(Shared {
            socket: socket_dir.join(SOCKET_FILE),
            gate: watch::Sender::new(Gate::default()),
            armed: Mutex::default(),
            cuts: AtomicU64::new(0),
            refusals: AtomicU64::new(0),
        });
        let accepting = tokio::spawn(accept(listener, Arc::clone(&shared))).abort_handle();
        let url = format!("postgres://{SUPERUSER}@127.0.0.1:{port}/{database}?sslmode=disable");
        Self { shared, accepting, url }
    }

    /// The URL of the proxied database, good for `DATABASE_URL` of a child process.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Cuts the next connection that executes a statement whose text contains `fragment`, at that execution.
    /// Several cuts may wait, each for one statement.
    pub fn cut_next(&self, cut: Cut, fragment: &str) {
        let mut armed = self.shared.armed.lock().unwrap_or_else(PoisonError::into_inner);
        armed.push_back((cut, fragment.to_owned()));
    }

    /// Cuts made so far.
    pub fn cuts(&self) -> u64 {
        self.shared.cuts.load(Ordering::SeqCst)
    }

    /// Connections refused so far, while it was closed.
    pub fn refusals(&self) -> u64 {
        self.shared.refusals.load(Ordering::SeqCst)
    }

    /// Closes every connection and refuses new ones until [`CuttingProxy::open`].
    pub fn close(&self) {
        self.shared.gate.send_modify(|gate| {
            gate.is_closed = true;
            gate.closings += 1;
        });
    }

    /// Takes connections again.
    pub fn open(&self) {
        self.shared.gate.send_modify(|gate| gate.is_closed = false);
    }
}

impl Drop for CuttingProxy {
    fn drop(&mut self) {
        self.accepting.abort();
        self.close();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((client, _)) = listener.accept().await {
        let shared = Arc::clone(&shared);
        let mut gate = shared.gate.subscribe();
        let Gate { is_closed, closings } = *gate.borrow();
        if is_closed {
            shared.refusals.fetch_add(1, Ordering::SeqCst);
            continue;
        }
        tokio::spawn(async move {
            tokio::select! {
                biased;
                _ = gate.wait_for(|gate| gate.closings > closings) => {}
                // Either side may end the connection at any time: nothing to report.
                _ = Relay::serve(client, &shared) => {}
            }
        });
    }
}

impl Shared {
    /// The cut that waits for a statement like `text`, if there is one.
    fn take_cut(&self, text: &str) -> Option<Cut> {
        let mut armed = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        let position = armed.iter().position(|(_, fragment)| text.contains(fragment.as_str()))?;
        self.cuts.fetch_add(1, Ordering::SeqCst);
        armed.remove(position).map(|(cut, _)| cut)
    }
}

/// One connection through the proxy.
struct Relay {
    client: TcpStream,
    server: UnixStream,
    from_client: ClientParser,
    from_server: ServerParser,
    /// Rounds that the server owes an answer to.
    unanswered: u64,
    answer: Vec<u8>,
}

impl Relay {
    async fn serve(client: TcpStream, shared: &Shared) -> io::Result<()> {
        client.set_nodelay(true)?;
        let server = UnixStream::connect(&shared.socket).await?;
        let mut relay = Self {
            client,
            server,
            from_client: ClientParser::default(),
            from_server: ServerParser::default(),
            unanswered: 0,
            answer: vec![0; ANSWER_BUFFER_BYTES],
        };
        loop {
            while let Some(message) = relay.from_client.next() {
                relay.forward(message, shared).await?;
            }
            tokio::select! {
                received = relay.client.read_buf(&mut relay.from_client.buffer) => some(received?)?,
                received = relay.server.read(&mut relay.answer) => {
                    let received = received?;
                    some(received)?;
                    let bytes = &relay.answer[..received];
                    relay.unanswered -= relay.from_server.rounds_finished(bytes);
                    relay.client.write_all(bytes).await?;
                }
            }
        }
    }

    async fn forward(&mut self, message: ClientMessage, shared: &Shared) -> io::Result<()> {
        match message {
            ClientMessage::EncryptionRequest => self.client.write_all(b"N").await,
            ClientMessage::Startup(bytes) | ClientMessage::RoundEnd(bytes) => self.send_round(&bytes).await,
            ClientMessage::Other(bytes) => self.server.write_all(&bytes).await,
            ClientMessage::Execution(bytes, text) => match shared.take_cut(&text) {
                None => self.server.write_all(&bytes).await,
                Some(Cut::AnswerLost) => {
                    self.server.write_all(&bytes).await?;
                    self.finish_round().await?;
                    self.lose_answer().await
                }
                Some(cut) => lose_request(cut).await,
            },
            ClientMessage::SimpleQuery(bytes, text) => match shared.take_cut(&text) {
                None => self.send_round(&bytes).await,
                Some(Cut::AnswerLost) => {
                    self.send_round(&bytes).await?;
                    self.lose_answer().await
                }
                Some(cut) => lose_request(cut).await,
            },
        }
    }

    /// Sends what makes the server answer with ReadyForQuery.
    async fn send_round(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.unanswered += 1;
        self.server.write_all(bytes).await
    }

    /// Forwards the rest of the round that has begun.
    async fn finish_round(&mut self) -> io::Result<()> {
        loop {
            match self.from_client.next() {
                Some(ClientMessage::RoundEnd(bytes)) => return self.send_round(&bytes).await,
                Some(
                    ClientMessage::Other(bytes)
                    | ClientMessage::Execution(bytes, _)
                    | ClientMessage::SimpleQuery(bytes, _)
                    | ClientMessage::Startup(bytes),
                ) => self.server.write_all(&bytes).await?,
                Some(ClientMessage::EncryptionRequest) => return Err(over()),
                None => some(self.client.read_buf(&mut self.from_client.buffer).await?)?,
            }
        }
    }

    /// Waits until the server is done with everything, tells the client nothing, and ends the connection.
    async fn lose_answer(&mut self) -> io::Result<()> {
        while self.unanswered > 0 {
            let received = self.server.read(&mut self.answer).await?;
            some(received)?;
            self.unanswered -= self.from_server.rounds_finished(&self.answer[..received]);
        }
        Err(over())
    }
}

/// Ends the connection, or leaves it silent until the client or the proxy does.
async fn lose_request(cut: Cut) -> io::Result<()> {
    match cut {
        Cut::Silence => std::future::pending().await,
        Cut::RequestLost | Cut::AnswerLost => Err(over()),
    }
}

/// Nothing received means that the other side has closed.
fn some(received: usize) -> io::Result<()> {
    if received == 0 { Err(over()) } else { Ok(()) }
}

fn over() -> io::Error {
    io::ErrorKind::ConnectionAborted.into()
}
