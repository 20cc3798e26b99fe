//! Traces of moves and results, as a collector gets them.

use std::net::SocketAddr;

use futures::future::join_all;
use jodi_tests::client::{
    Guest, await_rated, await_turn, first_move, four_guests, fresh_id, play_to_end, rated_table,
    start_rated_match,
};
use jodi_tests::process::{Suite, SuiteSetup};
use jodi_tests::within;
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::trace::v1::Span;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};
use wire::engine::v1::{ActRequest, act_request};
use wire::lobby::v1::SignInGuestRequest;
use wire::lobby::v1::account_service_client::AccountServiceClient;

/// A collector that keeps every span.
struct Collector {
    spans: watch::Sender<Vec<Span>>,
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let resources = request.into_inner().resource_spans.into_iter();
        let spans = resources.flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans);
        self.spans.send_modify(|kept| kept.extend(spans));
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

async fn collect() -> (SocketAddr, watch::Receiver<Vec<Span>>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (spans, received) = watch::channel(Vec::new());
    let collector = TraceServiceServer::new(Collector { spans });
    let server = tonic::transport::Server::builder().add_service(collector);
    tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
    (address, received)
}

fn named<'s>(spans: &'s [Span], trace: &[u8], name: &str) -> Option<&'s Span> {
    spans.iter().find(|span| span.trace_id == trace && span.name == name)
}

fn method(span: &Span) -> Option<&str> {
    use opentelemetry_proto::tonic::common::v1::any_value::Value;
    let attribute = span.attributes.iter().find(|attribute| attribute.key == "method")?;
    match attribute.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

/// Makes the move that is due, in a trace of the client's own.
async fn act(guests: &[Guest; 4], match_id: &str, traceparent: &str) {
    await_turn(&guests[0], match_id).await;
    let seat = guests[0].look(match_id).await.unwrap().turn.unwrap().seat as usize;
    let turn = guests[seat].look(match_id).await.unwrap().turn.unwrap();
    let mut request = Request::new(ActRequest {
        match_id: match_id.to_owned(),
        request_id: fresh_id(),
        expected_seq: None,
        r#move: turn.legal_moves[0].action.clone().map(act_request::Move::Action),
    });
    request.metadata_mut().insert("traceparent", traceparent.parse().unwrap());
    guests[seat].engine().act(request).await.unwrap();
}

/// A suite that sends every trace.
async fn traced_suite(collector: SocketAddr) -> Suite {
    let setup = SuiteSetup::new().env("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{collector}"));
    setup.env("JODI_TRACE_RATIO", 1).start().await
}

#[tokio::test]
async fn every_call_is_a_span() {
    const CALLS: u8 = 200;
    let (collector, mut received) = collect().await;
    let suite = traced_suite(collector).await;
    let mut accounts = AccountServiceClient::new(suite.channel());
    for call in 1..=CALLS {
        let mut request =
            Request::new(SignInGuestRequest { device_key: vec![call; 16], ..Default::default() });
        let traceparent = format!("00-{}-{}-01", format!("{call:02x}").repeat(16), "5a".repeat(8));
        request.metadata_mut().insert("traceparent", traceparent.parse().unwrap());
        accounts.sign_in_guest(request).await.unwrap();
    }

    let all = received.wait_for(|spans| (1..=CALLS).all(|call| named(spans, &[call; 16], "call").is_some()));
    within("a span of every call", all).await.unwrap();
}

#[tokio::test]
async fn a_move_is_followed_from_the_client_to_its_commit_and_a_result_to_the_ladder() {
    let (collector, mut received) = collect().await;
    let suite = traced_suite(collector).await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let trace = [0x4b; 16];
    act(&guests, &match_id, &format!("00-{}-{}-01", "4b".repeat(16), "5a".repeat(8))).await;

    let spans = received.wait_for(|spans| named(spans, &trace, "call").is_some());
    let spans = within("the spans of a move", spans).await.unwrap().clone();
    let call = named(&spans, &trace, "call").unwrap();
    assert_eq!(method(call), Some("/jodi.engine.v1.EngineService/Act"));
    assert_eq!(call.parent_span_id, [0x5a; 8], "the call's parent is the client's span");
    let driver = named(&spans, &trace, "driver").expect("the driver's part");
    assert_eq!(driver.parent_span_id, call.span_id);
    let commit = named(&spans, &trace, "commit").expect("the commit");
    assert_eq!(commit.parent_span_id, driver.span_id);

    join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    await_rated(&guests[0], &match_id).await;
    let submitted = |spans: &[Span]| {
        let taken =
            spans.iter().find(|span| method(span) == Some("/jodi.ratings.v1.RatingsService/SubmitResult"))?;
        let sent = named(spans, &taken.trace_id, "deliver result")?;
        Some((taken.parent_span_id.clone(), sent.span_id.clone()))
    };
    let spans = received.wait_for(|spans| submitted(spans).is_some());
    let spans = within("the spans of a result", spans).await.unwrap().clone();
    let (parent, sent) = submitted(&spans).unwrap();
    assert_eq!(parent, sent, "the ladder's part follows from the engine's");
}
