//! The metrics of one group commit, read by a test.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Label, Metadata, Recorder, SharedString, Unit,
};

/// What counters are at, and how often each histogram has recorded something.
#[derive(Clone, Default)]
pub struct Counts(Arc<Mutex<HashMap<Key, Arc<AtomicU64>>>>);

impl Counts {
    /// Statements sent.
    pub fn batches(&self) -> u64 {
        self.of("jodi_store_batch_rows", Vec::new())
    }

    /// Connections opened.
    pub fn connects(&self) -> u64 {
        self.of("jodi_store_connects_total", Vec::new())
    }

    /// Rows whose wait was measured.
    pub fn waits(&self) -> u64 {
        self.of("jodi_store_commit_seconds", Vec::new())
    }

    /// Rows of that fate.
    pub fn rows(&self, fate: &'static str) -> u64 {
        self.of("jodi_store_rows_total", vec![Label::new("fate", fate)])
    }

    fn of(&self, name: &'static str, labels: Vec<Label>) -> u64 {
        let counts = self.0.lock().unwrap();
        counts[&Key::from_parts(name, labels)].load(Ordering::Relaxed)
    }

    fn register(&self, key: &Key) -> Arc<AtomicU64> {
        self.0.lock().unwrap().entry(key.clone()).or_default().clone()
    }
}

impl Recorder for Counts {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.register(key))
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::noop()
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(Arc::new(Samples(self.register(key))))
    }
}

/// How often something was recorded, whatever it was.
struct Samples(Arc<AtomicU64>);

impl HistogramFn for Samples {
    fn record(&self, _: f64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}
