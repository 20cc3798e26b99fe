//! Browsers: gRPC-Web, and which pages may call (CORS).

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE, HeaderName};
use http::{HeaderValue, Method, Uri};
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long a browser may remember what it was allowed. Chromium keeps it for two hours at most.
const PREFLIGHT_MAX_AGE: Duration = Duration::from_secs(2 * 60 * 60);
/// Pages that may be named.
const MAX_ORIGINS: usize = 64;

/// Headers that clients send: those of gRPC-Web and of its libraries, and the suite's own metadata.
const SENT: [HeaderName; 8] = [
    CONTENT_TYPE,
    AUTHORIZATION,
    ACCEPT_LANGUAGE,
    HeaderName::from_static("x-grpc-web"),
    HeaderName::from_static("x-user-agent"),
    HeaderName::from_static("grpc-timeout"),
    HeaderName::from_static("connect-protocol-version"),
    HeaderName::from_static("x-request-id"),
];
/// Headers that a page may read. A call that is refused at once carries its status here.
const READ: [HeaderName; 4] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    HeaderName::from_static("x-request-id"),
];

/// Which pages a browser lets call this server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WebOrigins {
    /// Only those that this server's own address serves, so none unless a proxy puts both behind one name.
    #[default]
    Own,
    /// All. Safe with this suite's credentials, which a page must hold itself: no cookie is ever read.
    Any,
    /// These.
    Listed(Vec<HeaderValue>),
}

/// Why a list of origins cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebOriginsError {
    /// It is no origin.
    #[error("`{0}` is no origin: write https://HOST or https://HOST:PORT, without a path, or * alone")]
    NotAnOrigin(String),
    /// There are too many.
    #[error("at most {MAX_ORIGINS} origins can be named")]
    TooMany,
}

impl FromStr for WebOrigins {
    type Err = WebOriginsError;

    fn from_str(text: &str) -> Result<Self, WebOriginsError> {
        let named: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        match named.as_slice() {
            [] => Ok(Self::Own),
            ["*"] => Ok(Self::Any),
            names if names.len() > MAX_ORIGINS => Err(WebOriginsError::TooMany),
            names => names.iter().copied().map(origin).collect::<Result<_, _>>().map(Self::Listed),
        }
    }
}

/// An origin as browsers write it: scheme, host and a port other than the scheme's own, in lower case, nothing behind.
fn origin(text: &str) -> Result<HeaderValue, WebOriginsError> {
    let wrong = || WebOriginsError::NotAnOrigin(text.to_owned());
    let uri: Uri = text.parse().map_err(|_| wrong())?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(wrong()) };
    let whole = format!("{scheme}://{authority}");
    if whole != text || authority.as_str().contains('@') || text.to_lowercase() != text {
        return Err(wrong());
    }
    HeaderValue::from_str(text).map_err(|_| wrong())
}

impl fmt::Display for WebOrigins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("none"),
            Self::Any => f.write_str("*"),
            Self::Listed(origins) => {
                let texts: Vec<_> =
                    origins.iter().map(|origin| origin.to_str().unwrap_or_default()).collect();
                f.write_str(&texts.join(","))
            }
        }
    }
}

impl WebOrigins {
    /// The layer that tells browsers so; `None` if there is nothing to tell.
    pub(crate) fn layer(&self) -> Option<CorsLayer> {
        let origins = match self {
            Self::Own => return None,
            Self::Any => AllowOrigin::any(),
            Self::Listed(origins) => AllowOrigin::list(origins.iter().cloned()),
        };
        let cors = CorsLayer::new().allow_origin(origins).allow_methods([Method::POST]);
        Some(cors.allow_headers(SENT).expose_headers(READ).max_age(PREFLIGHT_MAX_AGE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_taken_as_browsers_write_them() {
        let listed = "https://play.example, http://127.0.0.1:8080".parse::<WebOrigins>().unwrap();
        assert_eq!(listed.to_string(), "https://play.example,http://127.0.0.1:8080");
        assert_eq!("*".parse(), Ok(WebOrigins::Any));
        assert_eq!(" ".parse(), Ok(WebOrigins::Own));
    }

    #[test]
    fn what_no_browser_would_send_as_an_origin_is_refused() {
        let faulty = [
            "play.example",
            "https://play.example/",
            "https://play.example/app",
            "https://Play.example",
            "https://me@play.example",
            "*,https://play.example",
            "https://*.example/",
        ];
        for text in faulty {
            assert!(text.parse::<WebOrigins>().is_err(), "{text}");
        }
    }
}
