//! Webhooks of the whole suite, received by an independent program.

use std::path::Path;

use env::Entropy;
use futures::future::join_all;
use jodi_tests::client::{first_move, four_guests, fresh_id, play_to_end, rated_table, start_rated_match};
use jodi_tests::process::{Child, Home, Launch, Suite, SuiteSetup};
use serde_json::Value;
use service::{Credential, Peer, Scope, ServiceKey};
use wire::lobby::v1::webhook_service_client::WebhookServiceClient;
use wire::lobby::v1::{CreateEndpointRequest, SendTestRequest, Subscription, WebhookKind};

/// A backend: its key, its receiver, and where the receiver looks for the secret.
struct Backend {
    key: ServiceKey,
    receiver: Child,
    home: Home,
}

impl Backend {
    fn start() -> Self {
        let key = ServiceKey::generate(&Entropy::os());
        let home = Home::new();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("e2e/webhook_receiver.py");
        let launch = Launch::of("python3").arg(script).arg(home.path().join("secret"));
        Self { key, receiver: Child::start(&launch), home }
    }

    fn client(&self, suite: &Suite) -> WebhookServiceClient<Peer> {
        let credential = Credential::service_key(&self.key).unwrap();
        WebhookServiceClient::new(Peer::new(suite.channel(), credential))
    }

    /// Registers its endpoint for everything.
    async fn subscribe(&self, suite: &Suite) -> String {
        let port = |line: &str| line.strip_prefix("port ")?.parse::<u16>().ok();
        let port = self.receiver.printed_line("its port", port).await;
        let kinds = [
            WebhookKind::MatchStarted,
            WebhookKind::MatchFinished,
            WebhookKind::YourTurn,
            WebhookKind::RatingChanged,
        ];
        let kinds = kinds.map(|kind| kind as i32).to_vec();
        let endpoint_id = fresh_id();
        let request = CreateEndpointRequest {
            endpoint_id: endpoint_id.clone(),
            url: format!("http://127.0.0.1:{port}/"),
            subscription: Some(Subscription { kinds, ..Default::default() }),
        };
        let created = self.client(suite).create_endpoint(request).await.unwrap().into_inner();
        std::fs::write(self.home.path().join("secret"), created.secret).unwrap();
        endpoint_id
    }

    /// Waits for an event of that type in which this name has this value.
    async fn told(&self, kind: &str, name: &str, value: &str) -> Value {
        let found = |line: &str| {
            let told: Value = serde_json::from_str(line).ok()?;
            assert_eq!(told["right"], true, "the signature is right: {told}");
            (told["type"] == kind && told["data"][name] == value).then(|| told["data"].clone())
        };
        self.receiver.printed_line(kind, found).await
    }
}

#[tokio::test]
async fn backend_is_told_of_a_rated_match_and_goes_on_after_a_crash() {
    let backend = Backend::start();
    let scopes = [Scope::Webhooks, Scope::MatchesRead];
    let setup = SuiteSetup::new().env("JODI_WEBHOOK_PRIVATE_ADDRESSES", true);
    let mut suite = setup.key(&backend.key, "app", &scopes).start().await;
    let endpoint_id = backend.subscribe(&suite).await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let started = backend.told("match.started", "match_id", &match_id).await;
    assert_eq!(started["created_by"], "lobby");
    assert_eq!(started["seats"][2]["account_id"], guests[2].account_id);
    // Nobody watches yet.
    let turn = backend.told("match.your_turn", "match_id", &match_id).await;
    assert!(guests.iter().any(|guest| turn["account_id"] == guest.account_id));
    join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    let finished = backend.told("match.finished", "match_id", &match_id).await;
    assert_eq!((&finished["reason"], &finished["rated"]), (&"played_out".into(), &true.into()));
    let changed = backend.told("rating.changed", "result_id", &match_id).await;
    let own = |change: &&Value| change["account_ids"] == serde_json::json!([guests[0].account_id]);
    let change = changed["changes"].as_array().unwrap().iter().find(own).expect("every player's rating");
    assert_eq!(change["before"], 1500);

    suite.kill().await;
    suite.restart().await;
    let test = SendTestRequest { endpoint_id: endpoint_id.clone(), test_id: fresh_id() };
    backend.client(&suite).send_test(test).await.unwrap();
    backend.told("test", "endpoint_id", &endpoint_id).await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    backend.told("match.started", "match_id", &match_id).await;
}
