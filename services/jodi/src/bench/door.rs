//! The two ways for a player to a match: a session, or unary calls beside a watch.

use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use jodi::client::{ClientError, Player, SessionStream};
use service::Peer;
use tokio::runtime::Handle;
use tokio::task::JoinSet;
use tonic::Streaming;
use uuid::Uuid;
use wire::engine::v1 as pb;
use wire::engine::v1::engine_service_client::EngineServiceClient;
use wire::engine::v1::session_request::Request as Ask;
use wire::engine::v1::session_response::Response as Answer;
use wire::engine::v1::watch_response::Update as Watched;

/// Which of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// `Session`: one stream for everything, moves without a reply, as the event tells it all.
    #[default]
    Session,
    /// `Act` for moves and a `Watch` for each match.
    Unary,
}

impl Kind {
    /// What it is called in the figures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Session => "Session",
            Self::Unary => "Act and Watch",
        }
    }
}

/// What comes of a match.
pub enum Update {
    /// As it stands.
    Snapshot(Box<pb::MatchSnapshot>),
    /// Its next event.
    Event(Box<pb::MatchEvent>),
}

/// A player's way to matches, one at a time.
pub enum Door {
    /// One stream.
    Session(Arc<Player>, Box<SessionStream>),
    /// A stream for the match, and calls, of which one may be under way.
    Unary(Box<Calls>),
}

/// The calls of a player without a session.
pub struct Calls {
    client: EngineServiceClient<Peer>,
    watch: Option<Streaming<pb::WatchResponse>>,
    acts: JoinSet<Result<(), tonic::Status>>,
}

impl Door {
    /// Opens one.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn open(kind: Kind, player: &Arc<Player>) -> anyhow::Result<Self> {
        let peer = apart(player, async |player| player.peer().await).await?;
        Self::over(kind, player, peer).await
    }

    /// Opens one over another connection than the player's own.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn over(kind: Kind, player: &Arc<Player>, peer: Peer) -> anyhow::Result<Self> {
        Ok(match kind {
            Kind::Session => Self::Session(player.clone(), Box::new(SessionStream::open(peer).await?)),
            Kind::Unary => Self::Unary(Box::new(Calls {
                client: EngineServiceClient::new(peer),
                watch: None,
                acts: JoinSet::new(),
            })),
        })
    }

    /// Watches a match from here on.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn watch(&mut self, match_id: Uuid) -> anyhow::Result<()> {
        let request = pb::WatchRequest { match_id: match_id.to_string(), after_seq: None };
        match self {
            Self::Session(_, session) => ask(session, Ask::Watch(request)).await,
            Self::Unary(calls) => {
                calls.watch = Some(calls.client.watch(request).await?.into_inner());
                Ok(())
            }
        }
    }

    /// Watches a match from here on, and completes when its snapshot has come: with it everything is there that a stream needs.
    ///
    /// # Errors
    /// The server's refusal, or that something else comes first.
    pub async fn begin(&mut self, match_id: Uuid) -> anyhow::Result<()> {
        self.watch(match_id).await?;
        let Update::Snapshot(_) = self.next().await? else { bail!("a watch without a snapshot") };
        Ok(())
    }

    /// Sends a move.
    ///
    /// # Errors
    /// If the stream has ended.
    pub async fn act(&mut self, request: pb::ActRequest) -> anyhow::Result<()> {
        match self {
            Self::Session(_, session) => ask(session, Ask::Act(request)).await,
            Self::Unary(calls) => {
                let mut client = calls.client.clone();
                calls.acts.spawn(async move { client.act(request).await.map(|_| ()) });
                Ok(())
            }
        }
    }

    /// What comes next.
    ///
    /// # Errors
    /// If the stream ends, or a move is refused.
    pub async fn next(&mut self) -> anyhow::Result<Update> {
        loop {
            let update = match self {
                Self::Session(player, session) => next_of_session(player, session).await?,
                Self::Unary(calls) => next_of_watch(calls).await?,
            };
            if let Some(update) = update {
                return Ok(update);
            }
        }
    }
}

/// Lets a player make a call on a thread of its own: the compiler cannot see that its future may move between threads.
async fn apart<T: Send + 'static>(
    player: &Arc<Player>,
    call: impl AsyncFnOnce(&Player) -> Result<T, ClientError> + Send + 'static,
) -> anyhow::Result<T> {
    let (player, runtime) = (player.clone(), Handle::current());
    Ok(tokio::task::spawn_blocking(move || runtime.block_on(call(&player))).await??)
}

async fn ask(session: &SessionStream, request: Ask) -> anyhow::Result<()> {
    let request = pb::SessionRequest { call: 0, request: Some(request) };
    session.send(request).await.map_err(|_| anyhow!("the session has ended"))
}

async fn next_of_session(
    player: &Arc<Player>,
    session: &mut SessionStream,
) -> anyhow::Result<Option<Update>> {
    let received = session.next().await?.context("the session has ended")?;
    Ok(match received.message.response {
        Some(Answer::Snapshot(snapshot)) => Some(Update::Snapshot(snapshot)),
        Some(Answer::Event(event)) => Some(Update::Event(event)),
        Some(Answer::Refused(refused)) => bail!("refused: {}", refused.message),
        Some(Answer::TokenExpiring(_)) => {
            let access_token = apart(player, async |player| player.renew().await).await?;
            ask(session, Ask::Token(pb::FreshToken { access_token })).await?;
            None
        }
        _ => None,
    })
}

async fn next_of_watch(calls: &mut Calls) -> anyhow::Result<Option<Update>> {
    let Some(stream) = &mut calls.watch else { return std::future::pending().await };
    let received = tokio::select! {
        received = stream.message() => received?,
        Some(called) = calls.acts.join_next() => {
            called??;
            return Ok(None);
        }
    };
    Ok(match received {
        Some(pb::WatchResponse { update: Some(Watched::Snapshot(snapshot)) }) => {
            Some(Update::Snapshot(snapshot))
        }
        Some(pb::WatchResponse { update: Some(Watched::Event(event)) }) => Some(Update::Event(event)),
        Some(_) => None,
        None => {
            calls.watch = None;
            None
        }
    })
}
