//! One connection, from its first byte to its last.

use std::pin::pin;

use env::{Clock, Entropy};
use http::Request;
use http_body_util::BodyExt as _;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tonic::body::Body;
use tonic::transport::server::TcpConnectInfo;
use tower::ServiceExt as _;
use tower::util::BoxCloneSyncService;

use super::bounds::{Bounds, GREETING_LIMIT, HANDSHAKE_LIMIT, http};
use super::calls::Calls;
use super::received::{Received, received};
use super::tls::Tls;
use super::without_delay;
use crate::drain::Drain;

/// What answers calls.
pub(crate) type Handler = BoxCloneSyncService<Request<Body>, http::Response<Body>, std::convert::Infallible>;

/// What all connections of a port share.
pub(super) struct Connections {
    handler: Handler,
    tls: Option<Tls>,
    bounds: Bounds,
    http: Builder<TokioExecutor>,
    clock: Clock,
    entropy: Entropy,
    drain: Drain,
}

impl Connections {
    pub(super) fn new(
        handler: Handler,
        tls: Option<Tls>,
        bounds: Bounds,
        clock: Clock,
        entropy: Entropy,
        drain: Drain,
    ) -> Self {
        Self { handler, tls, bounds, http: http(), clock, entropy, drain }
    }

    /// Serves a connection until it ends. Its faults are its client's own and concern nobody else.
    pub(super) async fn serve(&self, stream: TcpStream) {
        without_delay(&stream);
        let from =
            TcpConnectInfo { local_addr: stream.local_addr().ok(), remote_addr: stream.peer_addr().ok() };
        let Some(tls) = &self.tls else { return self.converse(stream, from).await };
        match self.clock.timeout(HANDSHAKE_LIMIT, tls.accept(stream)).await {
            Ok(Ok(stream)) => self.converse(stream, from).await,
            Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
            Err(late) => tracing::debug!(%late, "a TLS handshake did not end"),
        }
    }

    async fn converse<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
        &self,
        stream: S,
        from: TcpConnectInfo,
    ) {
        let (stream, greeting) = received(stream);
        let calls = Calls::none(&self.clock);
        let answer = service_fn(|request: Request<_>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(from.clone());
            let (call, answer) = (calls.begin(), self.handler.clone().oneshot(request));
            // The call is over when its answer has been sent or given up.
            let hold = move |body: Body| {
                body.map_frame(move |frame| {
                    let _ = &call;
                    frame
                })
            };
            async move { answer.await.map(|answer| answer.map(hold)) }
        });
        let mut connection = pin!(self.http.serve_connection(TokioIo::new(stream), answer));
        let mut silent = pin!(self.silent(&greeting));
        let mut to_end = pin!(self.to_end(&calls));
        tokio::select! {
            ended = connection.as_mut() => return told(ended),
            () = silent.as_mut() => return tracing::debug!("a connection said nothing"),
            () = to_end.as_mut() => {}
        }
        // The client is told to call elsewhere, and what it has begun goes on.
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            ended = connection.as_mut() => told(ended),
            () = silent => tracing::debug!("a connection said nothing"),
            () = self.cut() => tracing::debug!("a connection was cut at its greatest age"),
        }
    }

    /// Completes if the connection has not said in time which protocol it speaks.
    async fn silent(&self, greeting: &Received) {
        if self.clock.timeout(GREETING_LIMIT, greeting.whole()).await.is_ok() {
            std::future::pending::<()>().await;
        }
    }

    /// Completes when the connection is to end.
    async fn to_end(&self, calls: &Calls) {
        tokio::select! {
            () = calls.idle(self.bounds.idle()) => {}
            () = self.clock.sleep(self.bounds.age(self.entropy.u64())) => {}
            _ = self.drain.draining() => {}
        }
    }

    /// Completes when it is to be cut. A drain has a deadline of its own.
    async fn cut(&self) {
        self.clock.sleep(self.bounds.grace()).await;
    }
}

fn told<E: std::fmt::Display>(ended: Result<(), E>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended with an error");
    }
}
