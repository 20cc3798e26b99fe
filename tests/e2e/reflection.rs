//! Server reflection, as a tool uses it.

use jodi_tests::client::every_rpc;
use jodi_tests::process::Suite;
use prost::Message as _;
use prost_types::FileDescriptorProto;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
use tonic_reflection::pb::v1::{ServerReflectionRequest, ServerReflectionResponse};
use tonic_reflection::pb::v1alpha;

async fn ask(request: MessageRequest) -> MessageResponse {
    let channel = Suite::shared().await.channel();
    let request = ServerReflectionRequest { host: String::new(), message_request: Some(request) };
    let mut client = ServerReflectionClient::new(channel);
    let asked = client.server_reflection_info(tokio_stream::iter([request])).await;
    let mut stream = asked.unwrap().into_inner();
    let ServerReflectionResponse { message_response, .. } = stream.message().await.unwrap().unwrap();
    message_response.unwrap()
}

/// The services of the suite, by the RPCs that it has.
fn services() -> Vec<String> {
    let mut names: Vec<_> = every_rpc()
        .iter()
        .map(|path| path.trim_start_matches('/').split('/').next().unwrap().to_owned())
        .collect();
    names.dedup();
    names
}

#[tokio::test]
async fn reflection_lists_every_service() {
    let MessageResponse::ListServicesResponse(listed) =
        ask(MessageRequest::ListServices(String::new())).await
    else {
        panic!("a list of services")
    };
    let names: Vec<_> = listed.service.into_iter().map(|service| service.name).collect();
    for name in services().iter().map(String::as_str).chain(["grpc.health.v1.Health"]) {
        assert!(names.iter().any(|listed| listed == name), "{name} is missing in {names:?}");
    }
}

#[tokio::test]
async fn older_reflection_lists_the_same() {
    use v1alpha::server_reflection_client::ServerReflectionClient;
    use v1alpha::server_reflection_request::MessageRequest;
    use v1alpha::server_reflection_response::MessageResponse;
    let channel = Suite::shared().await.channel();
    let request = v1alpha::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut client = ServerReflectionClient::new(channel);
    let asked = client.server_reflection_info(tokio_stream::iter([request])).await;
    let answer = asked.unwrap().into_inner().message().await.unwrap().unwrap();
    let Some(MessageResponse::ListServicesResponse(listed)) = answer.message_response else {
        panic!("a list of services")
    };
    for name in services() {
        assert!(listed.service.iter().any(|service| service.name == name), "{name}");
    }
}

#[tokio::test]
async fn reflection_describes_every_service() {
    for service in services() {
        let symbol = MessageRequest::FileContainingSymbol(service.clone());
        let MessageResponse::FileDescriptorResponse(files) = ask(symbol).await else {
            panic!("{service} is described")
        };
        let described = files.file_descriptor_proto.iter().any(|bytes| {
            let file = FileDescriptorProto::decode(bytes.as_slice()).unwrap();
            file.service.iter().any(|own| format!("{}.{}", file.package(), own.name()) == service)
        });
        assert!(described, "{service}");
    }
}
