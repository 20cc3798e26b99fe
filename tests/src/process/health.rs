//! What a server says about itself.

use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::within;

/// The names under which a suite reports its health; the empty one stands for the whole.
pub const HEALTH_NAMES: [&str; 5] = [
    "",
    "jodi.lobby.v1.AccountService",
    "jodi.lobby.v1.TableService",
    "jodi.engine.v1.EngineService",
    "jodi.ratings.v1.RatingsService",
];

/// Waits until a server reports this status under this name.
///
/// # Panics
/// If it does not within [`DEADLINE`](crate::DEADLINE), or ends the stream.
pub async fn await_health(channel: Channel, name: &str, wanted: ServingStatus) {
    let request = HealthCheckRequest { service: name.to_owned() };
    let reported = async {
        let mut client = HealthClient::new(channel);
        let mut stream = client.watch(request).await.expect("health can be watched").into_inner();
        loop {
            let message = stream.message().await.expect("the health stream goes on");
            if message.expect("the health stream goes on").status() == wanted {
                return;
            }
        }
    };
    within(&format!("health {name:?} {wanted:?}"), reported).await;
}
