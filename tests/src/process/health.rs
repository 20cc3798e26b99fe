//! What a server says about itself.

use tonic::Streaming;
use tonic::transport::Channel;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};

use crate::within;

/// The names under which a suite reports its health; the empty one stands for the whole.
pub const HEALTH_NAMES: [&str; 5] = [
    "",
    "jodi.lobby.v1.AccountService",
    "jodi.lobby.v1.TableService",
    "jodi.engine.v1.EngineService",
    "jodi.ratings.v1.RatingsService",
];

/// A stream of what a server reports under one name.
pub struct HealthWatch {
    name: String,
    reports: Streaming<HealthCheckResponse>,
}

impl HealthWatch {
    /// Begins to watch.
    ///
    /// # Panics
    /// If that is refused.
    pub async fn open(channel: Channel, name: &str) -> Self {
        let request = HealthCheckRequest { service: name.to_owned() };
        let mut client = HealthClient::new(channel);
        let opened = within("Health/Watch", client.watch(request)).await.expect("health can be watched");
        Self { name: name.to_owned(), reports: opened.into_inner() }
    }

    /// Waits until the server reports this status.
    ///
    /// # Panics
    /// If it does not within [`DEADLINE`](crate::DEADLINE), or ends the stream.
    pub async fn becomes(&mut self, wanted: ServingStatus) {
        let reports = &mut self.reports;
        let reported = async {
            loop {
                let report = reports.message().await.expect("the health stream goes on");
                if report.expect("the health stream goes on").status() == wanted {
                    return;
                }
            }
        };
        within(&format!("health {:?} {wanted:?}", self.name), reported).await;
    }
}

/// Waits until a server reports this status under this name.
///
/// # Panics
/// If it does not within [`DEADLINE`](crate::DEADLINE), or ends the stream.
pub async fn await_health(channel: Channel, name: &str, wanted: ServingStatus) {
    HealthWatch::open(channel, name).await.becomes(wanted).await;
}
