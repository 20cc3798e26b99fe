//! Browsers: permission by origin, and the same reasons over gRPC-Web as over gRPC.

use jodi_tests::client::{Page, WebAnswer};
use jodi_tests::process::{Suite, SuiteSetup};
use prost::Message as _;
use tokio::sync::OnceCell;
use tonic::Code;
use wire::errors::v1::ErrorReason;
use wire::lobby::v1::{SignInGuestRequest, SignInGuestResponse};

const SIGN_IN: &str = "/jodi.lobby.v1.AccountService/SignInGuest";
const GET_ACCOUNT: &str = "/jodi.lobby.v1.AccountService/GetAccount";
const ACT: &str = "/jodi.engine.v1.EngineService/Act";
const ORIGIN: &str = "https://play.example";
/// What a browser asks for when `@connectrpc/connect-web` calls with a token.
const ASKED: &str = "authorization,content-type,x-grpc-web,x-user-agent";

/// A suite that lets pages of [`ORIGIN`] call.
async fn suite() -> &'static Suite {
    static SUITE: OnceCell<Suite> = OnceCell::const_new();
    SUITE.get_or_init(|| SuiteSetup::new().env("JODI_WEB_ORIGINS", ORIGIN).start()).await
}

async fn page(origin: &'static str) -> Page {
    Page { origin, server: suite().await.address() }
}

fn reason(answer: &WebAnswer) -> ErrorReason {
    wire::fault_of(&answer.status()).expect("a refusal has a reason").reason()
}

fn words(list: &str) -> Vec<String> {
    list.split(',').map(|word| word.trim().to_lowercase()).collect()
}

#[tokio::test]
async fn listed_page_is_permitted_what_its_library_sends() {
    let answer = page(ORIGIN).await.ask(SIGN_IN, ASKED).await;
    assert!(answer.http.is_success());
    assert_eq!(answer.header("access-control-allow-origin"), ORIGIN);
    assert_eq!(answer.header("access-control-allow-methods"), "POST");
    assert_eq!(answer.header("access-control-max-age"), "7200");
    let allowed = words(answer.header("access-control-allow-headers"));
    for asked in words(ASKED).into_iter().chain(words("grpc-timeout,accept-language,x-request-id")) {
        assert!(allowed.contains(&asked), "{asked} of {allowed:?}");
    }
}

#[tokio::test]
async fn page_of_another_origin_is_permitted_nothing() {
    for origin in ["https://evil.example", "http://play.example", "https://play.example:444", "null"] {
        let answer = page(origin).await.ask(SIGN_IN, ASKED).await;
        assert_eq!(answer.header("access-control-allow-origin"), "", "{origin}");
    }
}

#[tokio::test]
async fn server_that_names_no_origins_permits_no_page() {
    let page = Page { origin: ORIGIN, server: Suite::shared().await.address() };
    let (asked, called) = (page.ask(SIGN_IN, ASKED).await, page.call(GET_ACCOUNT, None, &[]).await);
    for answer in [asked, called] {
        assert!(!answer.headers.keys().any(|name| name.as_str().starts_with("access-control")), "{answer:?}");
    }
}

#[tokio::test]
async fn guest_signs_in_over_http_1() {
    let request = SignInGuestRequest { device_key: vec![7; 32], display_name: "Asha".to_owned() };
    let answer = page(ORIGIN).await.call(SIGN_IN, None, &request.encode_to_vec()).await;
    assert_eq!(answer.header("content-type"), "application/grpc-web+proto");
    assert_eq!(answer.header("access-control-allow-origin"), ORIGIN);
    assert_eq!(answer.status().code(), Code::Ok);
    let signed_in = SignInGuestResponse::decode(answer.message()).unwrap();
    assert_eq!(signed_in.account.unwrap().display_name, "Asha");
}

#[tokio::test]
async fn refusals_of_every_layer_reach_a_page_with_their_reason() {
    let page = page(ORIGIN).await;
    let large = vec![0x5a; service::MAX_MESSAGE_BYTES + 1];
    let refused = [
        (page.call(GET_ACCOUNT, None, &[]).await, ErrorReason::CredentialMissing),
        (page.call(GET_ACCOUNT, Some("nonsense"), &[]).await, ErrorReason::CredentialInvalid),
        (page.call("/jodi.lobby.v1.AccountService/Cheat", None, &[]).await, ErrorReason::MethodUnknown),
        (page.call(SIGN_IN, None, &[0x0a, 0x7f]).await, ErrorReason::MalformedMessage),
        (page.call(SIGN_IN, None, &large).await, ErrorReason::MessageTooLarge),
        (page.call(ACT, None, &[]).await, ErrorReason::CredentialMissing),
    ];
    for (answer, expected) in refused {
        assert_eq!(reason(&answer), expected);
        assert_eq!(answer.header("content-type"), "application/grpc-web+proto");
        assert_eq!(answer.header("access-control-allow-origin"), ORIGIN);
        let readable = words(answer.header("access-control-expose-headers"));
        for header in ["grpc-status", "grpc-message", "grpc-status-details-bin", "x-request-id"] {
            assert!(readable.contains(&header.to_owned()), "{header} of {readable:?}");
        }
        assert_ne!(answer.header("x-request-id"), "");
    }
}
