//! What the ladder refuses.

use env::{Clock, Entropy};
use jodi_tests::client::{Guest, fault, fields, framed, fresh_id, raw_call, reason};
use jodi_tests::process::{Suite, SuiteSetup};
use prost::Message as _;
use service::{Credential, Peer, Scope, ServiceKey, timestamp};
use tokio::sync::OnceCell;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;
use wire::ratings::v1::*;

/// A suite with a ladder of another backend, and that backend's key.
struct Arcade {
    suite: Suite,
    key: ServiceKey,
}

impl Arcade {
    async fn shared() -> &'static Self {
        static ARCADE: OnceCell<Arcade> = OnceCell::const_new();
        ARCADE
            .get_or_init(|| async {
                let key = ServiceKey::generate(&Entropy::os());
                let setup = SuiteSetup::new()
                    .env("JODI_RATINGS_GUEST_LADDERS", "spades:Spades:pair:Spades")
                    .env("JODI_RATINGS_SOURCE_LADDERS", "arcade=spades")
                    .key(&key, "arcade", &[Scope::ResultsWrite]);
                Arcade { suite: setup.start().await, key }
            })
            .await
    }

    fn ratings(&self) -> RatingsServiceClient<Peer> {
        let credential = Credential::service_key(&self.key).unwrap();
        RatingsServiceClient::new(Peer::new(self.suite.channel(), credential))
    }
}

fn side(place: u32) -> ResultSide {
    let player = || ResultPlayer {
        account_id: fresh_id(),
        display_name: "Asha".to_owned(),
        ..ResultPlayer::default()
    };
    ResultSide { players: vec![player(), player()], place, score: 0 }
}

fn result(ladder: &str) -> SubmitResultRequest {
    SubmitResultRequest {
        result_id: fresh_id(),
        ladder: ladder.to_owned(),
        played_at: Some(timestamp(Clock::system().now())),
        sides: vec![side(1), side(2)],
        abandoned: false,
    }
}

#[tokio::test]
async fn result_of_an_account_or_an_unscoped_service_is_denied() {
    let suite = Suite::shared().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    let fault = fault(guest.ratings().submit_result(result("seep")).await);
    assert_eq!(fault.reason(), ErrorReason::PermissionDenied);
    assert_eq!(fault.metadata()["scope"], "results.write");
}

#[tokio::test]
async fn import_with_a_broken_message_ends_with_its_fault() {
    let arcade = Arcade::shared().await;
    let open = OpenImport { import_id: fresh_id(), name: "old games".into() };
    let open = ImportResultsRequest { step: Some(import_results_request::Step::Open(open)) };
    let open = framed(&open.encode_to_vec());
    // Field 1 with 127 bytes, of which none follow; a message cut short; a compressed one.
    for broken in [framed(&[0x0a, 0x7f]), framed(&[0x0a, 0x01, 0x00])[..6].to_vec(), vec![1, 0, 0, 0, 0]] {
        for body in [broken.clone(), [open.clone(), broken].concat()] {
            let path = "/jodi.ratings.v1.ImportService/ImportResults";
            let ended = raw_call(&arcade.suite.channel(), path, Some(arcade.key.reveal()), body).await;
            assert_eq!(reason(ended), ErrorReason::MalformedMessage);
        }
    }
}

#[tokio::test]
async fn result_for_another_sources_ladder_is_not_allowed() {
    let refused = Arcade::shared().await.ratings().submit_result(result("seep")).await;
    assert_eq!(reason(refused), ErrorReason::LadderNotAllowed);
}

#[tokio::test]
async fn result_for_an_unknown_ladder_is_refused() {
    for ladder in ["chess", "Seep", "'; --"] {
        let refused = Arcade::shared().await.ratings().submit_result(result(ladder)).await;
        assert_eq!(reason(refused), ErrorReason::LadderNotFound, "{ladder}");
    }
}

#[tokio::test]
async fn result_id_with_another_content_is_refused() {
    let mut ratings = Arcade::shared().await.ratings();
    let request = result("spades");
    let first = ratings.submit_result(request.clone()).await.unwrap().into_inner();
    let again = ratings.submit_result(request.clone()).await.unwrap().into_inner();
    assert_eq!((first.replayed, again.replayed), (false, true));
    let other = SubmitResultRequest { sides: vec![side(2), side(1)], ..request };
    assert_eq!(reason(ratings.submit_result(other).await), ErrorReason::RequestIdReused);
}

#[tokio::test]
async fn every_faulty_field_of_a_result_is_named() {
    let mut request = result("spades");
    request.result_id = String::new();
    request.played_at = None;
    request.sides[0].players[1].account_id = "seven".to_owned();
    request.sides[1].players[0].display_name = "\u{202e}".to_owned();
    let refused = Arcade::shared().await.ratings().submit_result(request).await;
    let expected =
        ["result_id", "played_at", "sides[0].players[1].account_id", "sides[1].players[0].display_name"];
    assert_eq!(fields(refused), expected);
}

#[tokio::test]
async fn sides_that_do_not_fit_the_ladder_are_named() {
    let mut ratings = Arcade::shared().await.ratings();
    for sides in [vec![], vec![side(1)], vec![side(1), side(2), side(3)], vec![side(0), side(9)]] {
        let refused = ratings.submit_result(SubmitResultRequest { sides, ..result("spades") }).await;
        assert_eq!(reason(refused), ErrorReason::InvalidField);
    }
}

#[tokio::test]
async fn unknown_entities_and_ladders_are_not_found() {
    let guest = Guest::sign_in(Suite::shared().await.channel(), "Asha").await;
    let mut ratings = guest.ratings();
    let nobody = Some(Entity { account_ids: vec![fresh_id(), fresh_id()] });
    let standing = |ladder: &str, entity: Option<Entity>| GetStandingRequest {
        ladder: ladder.to_owned(),
        entity,
        ..Default::default()
    };
    let found = ratings.get_standing(standing("seep", nobody.clone())).await;
    assert_eq!(reason(found), ErrorReason::StandingNotFound);
    let found = ratings.get_standing(standing("chess", nobody)).await;
    assert_eq!(reason(found), ErrorReason::LadderNotFound);
    let result = GetResultRequest { source: String::new(), result_id: fresh_id() };
    assert_eq!(reason(ratings.get_result(result).await), ErrorReason::ResultNotFound);
    let faulty = Some(Entity { account_ids: vec!["seven".to_owned()] });
    assert_eq!(fields(ratings.get_standing(standing("seep", faulty)).await), ["entity.account_ids[0]"]);
    let far = GetStandingRequest { neighbours: 51, ..standing("seep", None) };
    assert_eq!(fields(ratings.get_standing(far).await), ["neighbours"]);
}
