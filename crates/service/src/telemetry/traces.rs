//! Traces: spans of calls, of a match's driver and of commits, sent to a collector by OTLP. Only spans of our own crates, and nothing else is
//! sent; a trace goes on where the caller's `traceparent` says (W3C Trace Context), but whether it is kept is for us to say.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use http::HeaderMap;
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState, TracerProvider as _,
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider, Tracer};
use tonic::metadata::{Ascii, MetadataValue};
use tracing::{Metadata, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Says in a request which span it comes from.
pub(crate) const TRACEPARENT: &str = "traceparent";
/// Its length: version, trace, span and flags in hex.
const TRACEPARENT_BYTES: usize = 55;
/// Spans that wait to be sent; more are dropped.
const MAX_WAITING: usize = 4096;
/// Spans of one message to the collector.
const MAX_BATCH: usize = 512;
/// How long spans wait to be sent together.
const SEND_INTERVAL: Duration = Duration::from_secs(1);
/// How long sending may take, also at the end of the process.
const SEND_LIMIT: Duration = Duration::from_secs(3);
/// The crates whose spans are sent.
const OURS: [&str; 6] = ["service", "lobby", "game_engine", "ratings", "postgres", "jodi"];

static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Whether traces are made, and of how much.
#[derive(Args, Clone, Debug, Default)]
pub struct TraceSettings {
    /// Collector that gets traces by OTLP over gRPC, for example http://127.0.0.1:4317; without it none are made
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// Which share of all traces is sent, from 0 to 1
    #[arg(long, env = "JODI_TRACE_RATIO", default_value_t = 0.01, value_name = "RATIO")]
    pub trace_ratio: f64,
}

/// What makes spans of ours into spans of traces; none without a collector. In a Tokio runtime.
pub(super) fn tracer(settings: &TraceSettings) -> anyhow::Result<Option<Tracer>> {
    let Some(endpoint) = &settings.otlp_endpoint else { return Ok(None) };
    ensure!((0.0..=1.0).contains(&settings.trace_ratio), "--trace-ratio must be from 0 to 1");
    let exporter = SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(SEND_LIMIT)
        .build()
        .context("--otlp-endpoint")?;
    let bounds = BatchConfigBuilder::default()
        .with_max_queue_size(MAX_WAITING)
        .with_max_export_batch_size(MAX_BATCH)
        .with_scheduled_delay(SEND_INTERVAL)
        .build();
    let program = std::env::current_exe().ok();
    let program = program.as_deref().and_then(|path| path.file_stem()).and_then(|name| name.to_str());
    let provider = SdkTracerProvider::builder()
        .with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(bounds).build())
        // By the trace's id alone: the services agree on it, and no client can have everything sent.
        .with_sampler(Sampler::TraceIdRatioBased(settings.trace_ratio))
        .with_resource(
            Resource::builder_empty().with_service_name(program.unwrap_or("jodi").to_owned()).build(),
        )
        .build();
    let tracer = provider.tracer("jodi");
    // Of two in one process the first stays.
    let _ = PROVIDER.set(provider);
    Ok(Some(tracer))
}

/// Is it a span of ours?
pub(super) fn is_traced(metadata: &Metadata<'_>) -> bool {
    let program = metadata.target().split("::").next().unwrap_or_default();
    metadata.is_span() && OURS.contains(&program)
}

/// The span goes on where the caller says.
pub(super) fn adopt(span: &Span, headers: &HeaderMap) {
    if PROVIDER.get().is_none() {
        return;
    }
    let parent = headers.get(TRACEPARENT).and_then(|value| value.to_str().ok()).and_then(parent);
    if let Some(parent) = parent {
        // It fails only for a span that has begun, or is not ours.
        let _ = span.set_parent(opentelemetry::Context::new().with_remote_span_context(parent));
    }
}

fn parent(text: &str) -> Option<SpanContext> {
    if text.len() != TRACEPARENT_BYTES {
        return None;
    }
    let mut parts = text.split('-');
    let (version, trace, span) = (parts.next()?, parts.next()?, parts.next()?);
    if (version, trace.len(), span.len(), parts.next()?.len()) != ("00", 32, 16, 2) {
        return None;
    }
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    let context = SpanContext::new(trace, span, TraceFlags::SAMPLED, true, TraceState::default());
    context.is_valid().then_some(context)
}

/// What tells the peer where this call comes from; none without traces.
pub(crate) fn traceparent() -> Option<MetadataValue<Ascii>> {
    PROVIDER.get()?;
    let context = Span::current().context();
    let span = context.span();
    let span = span.span_context();
    let flags = span.trace_flags().to_u8();
    let text = || format!("00-{}-{}-{flags:02x}", span.trace_id(), span.span_id());
    span.is_valid().then(|| text().parse().ok()).flatten()
}

/// Sends what spans still wait, at the end of the process.
pub async fn flush_traces() {
    let Some(provider) = PROVIDER.get() else { return };
    let sent = tokio::task::spawn_blocking(|| provider.shutdown_with_timeout(SEND_LIMIT)).await;
    if let Ok(Err(error)) = sent {
        tracing::warn!(%error, "the last spans were not sent");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parent_is_taken_from_a_plain_traceparent_alone() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let context = parent(good).unwrap();
        assert_eq!(context.trace_id().to_string(), "4bf92f3577b34da6a3ce929d0e0e4736");
        for bad in [
            "",
            "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-011",
            "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e47360-0f067aa0ba902b7-01",
        ] {
            assert!(parent(bad).is_none(), "{bad}");
        }
    }
}
