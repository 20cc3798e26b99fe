//! An event of a feed as endpoints get it.

use env::UnixMillis;
use serde::Serialize;
use uuid::Uuid;

use super::bodies::Body;
use super::subscription::Kind;

/// An event, with what decides who gets it.
#[derive(Clone, Debug)]
pub(super) struct Event {
    /// The same whenever it is sent.
    pub id: String,
    pub kind: Kind,
    pub body: String,
    /// The service that created the match or reported the result; `None`: nobody in particular.
    pub created_by: Option<String>,
    /// Whom it concerns.
    pub accounts: Vec<Uuid>,
    /// The ladder, of ratings.
    pub ladder: Option<String>,
}

impl Event {
    /// The service that created the match, of an event of one.
    pub fn match_creator(&self) -> Option<&str> {
        self.created_by.as_deref().filter(|_| self.kind.is_of_matches())
    }
}

/// The body of an event.
pub(super) fn body(id: &str, kind: &str, at: UnixMillis, data: impl Serialize) -> String {
    let body = Body { id, r#type: kind, timestamp: super::bodies::rfc3339(at), data };
    serde_json::to_string(&body).expect("bodies have only names that are texts")
}
