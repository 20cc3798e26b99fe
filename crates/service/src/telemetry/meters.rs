//! The metrics that every service has.

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

/// Calls that have ended, by `service`, `method` and `code`.
pub(crate) const CALLS: &str = "jodi_grpc_calls_total";
/// How long calls took, by `service` and `method`; calls with a stream are apart.
pub(crate) const CALL_SECONDS: &str = "jodi_grpc_call_seconds";
/// Calls with a stream that are open, by `service` and `method`.
pub(crate) const OPEN_STREAMS: &str = "jodi_grpc_open_streams";
/// How long calls with a stream were open, by `service` and `method`.
pub(crate) const STREAM_SECONDS: &str = "jodi_grpc_stream_seconds";
/// Streams that were cut off because they were not read.
pub(crate) const SLOW_READERS: &str = "jodi_slow_readers_total";
/// 1 while a `service` can do its work.
pub(crate) const READY: &str = "jodi_ready";
/// When the process began.
pub(crate) const START_TIME: &str = "jodi_process_start_time_seconds";
/// Memory of the process.
pub(crate) const MEMORY: &str = "jodi_process_resident_memory_bytes";
/// Descriptors of the process.
pub(crate) const OPEN_FDS: &str = "jodi_process_open_fds";

/// Tells what they are.
pub(crate) fn describe() {
    describe_counter!(
        CALLS,
        Unit::Count,
        "Calls that have ended, by the code that they really ended with; streams when they end"
    );
    describe_histogram!(CALL_SECONDS, Unit::Seconds, "From a call to its answer; calls without a stream");
    describe_gauge!(OPEN_STREAMS, Unit::Count, "Calls with a stream that are open");
    describe_histogram!(STREAM_SECONDS, Unit::Seconds, "How long calls with a stream were open");
    describe_counter!(SLOW_READERS, Unit::Count, "Streams that were cut off because they were not read");
    describe_gauge!(READY, Unit::Count, "1 while the service can do its work, as its health says");
    describe_gauge!(START_TIME, Unit::Seconds, "When the process began to keep metrics, in Unix time");
    describe_gauge!(MEMORY, Unit::Bytes, "Resident memory of the process");
    describe_gauge!(OPEN_FDS, Unit::Count, "Open file descriptors of the process");
}
