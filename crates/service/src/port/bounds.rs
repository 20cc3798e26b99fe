//! What one connection may take, and all of them.

use std::time::Duration;

use clap::Args;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;

/// Streams that one connection may have open.
const MAX_STREAMS_PER_CONNECTION: u32 = 256;
/// How often a silent connection is pinged, and how long it has to answer: a phone that lost its network is noticed
/// within a minute.
pub(crate) const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
pub(crate) const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// Largest header list of a request, in bytes.
pub(crate) const MAX_HEADER_BYTES: u32 = 16 * 1024;
/// Headers of a request over HTTP/1.1, and what is read ahead of it, in bytes. The latter also bounds the headers.
const MAX_HEADERS: usize = 64;
const READ_AHEAD_BYTES: usize = 32 * 1024;
/// How long the headers of a request over HTTP/1.1 may take, and such a connection may rest between two requests.
const HEADER_LIMIT: Duration = Duration::from_secs(30);
/// What a client may send ahead of its reader, in bytes: of one stream, and in all.
const STREAM_WINDOW_BYTES: u32 = 128 * 1024;
const CONNECTION_WINDOW_BYTES: u32 = 256 * 1024;
/// What is kept for a client that does not read, in bytes a stream.
const SEND_BUFFER_BYTES: usize = 32 * 1024;
/// Streams that a client has reset and whose opening is not yet worked off; with more, the connection ends (rapid reset).
const MAX_PENDING_RESETS: usize = 20;
/// Streams that the server had to reset for errors of the client; with more, the connection ends.
const MAX_ERROR_RESETS: usize = 128;
/// From accepting a connection to the end of its TLS handshake.
pub(super) const HANDSHAKE_LIMIT: Duration = Duration::from_secs(10);
/// From there until it has said which protocol it speaks.
pub(super) const GREETING_LIMIT: Duration = Duration::from_secs(10);

/// Bounds of connections that an operator may set.
#[derive(Args, Clone, Debug)]
pub struct Bounds {
    /// Connections that may be open at once; others are turned away
    #[arg(long, env = "JODI_MAX_CONNECTIONS", default_value_t = 20_000, value_name = "NUMBER")]
    pub max_connections: usize,
    /// The same from one address (of IPv6: a /64), behind which there may be a whole carrier's phones. Connections from this
    /// machine are not counted. 0: any number, as it must be behind a proxy, which is then the only address
    #[arg(long, env = "JODI_ADDRESS_CONNECTIONS", default_value_t = 1_000, value_name = "NUMBER")]
    pub address_connections: usize,
    /// Seconds without a call or a stream after which a connection is asked to end
    #[arg(
        long,
        env = "JODI_CONNECTION_IDLE_S",
        default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(1..),
        value_name = "SECONDS"
    )]
    pub connection_idle_s: u64,
    /// Seconds after which a connection is asked to end (up to a tenth less, so that those made together do not all end
    /// together); its calls and streams go on
    #[arg(long, env = "JODI_CONNECTION_AGE_S", default_value_t = 3_600, value_name = "SECONDS")]
    pub connection_age_s: u64,
    /// Seconds after that at which it is cut
    #[arg(long, env = "JODI_CONNECTION_GRACE_S", default_value_t = 600, value_name = "SECONDS")]
    pub connection_grace_s: u64,
}

impl Default for Bounds {
    /// What the flags say if they are not given.
    fn default() -> Self {
        Self {
            max_connections: 20_000,
            address_connections: 1_000,
            connection_idle_s: 300,
            connection_age_s: 3_600,
            connection_grace_s: 600,
        }
    }
}

impl Bounds {
    /// How long a connection may be without a call.
    pub(super) fn idle(&self) -> Duration {
        Duration::from_secs(self.connection_idle_s)
    }

    /// When a connection is asked to end, shortened by a part of a tenth.
    pub(super) fn age(&self, chance: u64) -> Duration {
        let whole = Duration::from_secs(self.connection_age_s);
        let permille = u32::try_from(chance % 100).expect("a rest of 100 is small");
        whole - whole * permille / 1000
    }

    /// How long it may go on then.
    pub(super) fn grace(&self) -> Duration {
        Duration::from_secs(self.connection_grace_s)
    }
}

/// Serves HTTP/2 and HTTP/1.1 within the bounds above.
pub(super) fn http() -> Builder<TokioExecutor> {
    let mut http = Builder::new(TokioExecutor::new());
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(KEEPALIVE_INTERVAL)
        .keep_alive_timeout(KEEPALIVE_TIMEOUT)
        .max_concurrent_streams(MAX_STREAMS_PER_CONNECTION)
        .max_header_list_size(MAX_HEADER_BYTES)
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_send_buf_size(SEND_BUFFER_BYTES)
        .max_pending_accept_reset_streams(MAX_PENDING_RESETS)
        .max_local_error_reset_streams(MAX_ERROR_RESETS);
    http.http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_LIMIT)
        .max_buf_size(READ_AHEAD_BYTES)
        .max_headers(MAX_HEADERS);
    http
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_made_together_end_within_the_last_tenth_of_their_age() {
        let bounds = Bounds { connection_age_s: 1_000, ..Bounds::default() };
        let ages: Vec<_> = (0..100).map(|chance| bounds.age(chance).as_secs()).collect();
        assert_eq!((ages.iter().max(), ages.iter().min()), (Some(&1_000), Some(&901)));
    }
}
