//! What an operator sees of a running service: logs, metrics and traces.
//!
//! Nothing that players or services keep to themselves goes in here: no card, no token, no key.

mod call_log;
mod call_meter;
mod logs;
mod meters;
mod methods;
mod metrics_page;
mod process;
mod traces;

pub(crate) use call_log::CallLog;
pub(crate) use call_meter::call_meter;
pub use logs::{LogFormat, LogSettings, init_logging};
pub(crate) use meters::{READY, SLOW_READERS};
pub use metrics_page::{MetricsSettings, init_metrics, metrics_are_kept};
pub(crate) use traces::{TRACEPARENT, traceparent};
pub use traces::{TraceSettings, flush_traces};
