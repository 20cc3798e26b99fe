//! The methods that there are, each with its metrics. Whatever a client asks for, no label is made of it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};
use tonic::Code;

use super::meters::{CALL_SECONDS, CALLS, OPEN_STREAMS, STREAM_SECONDS};
use crate::rpcs::rpcs;

/// gRPC has the codes 0 to 16.
const CODES: usize = 17;

/// All methods of the suite, by the path of their calls.
pub(super) struct Methods {
    known: HashMap<String, Arc<Method>>,
    unknown: Arc<Method>,
}

impl Methods {
    /// The methods of these descriptor sets.
    ///
    /// # Panics
    /// If one of them is none; they are compiled in.
    pub(super) fn of(descriptor_sets: &[&[u8]]) -> Self {
        let known = rpcs(descriptor_sets).into_iter().map(|rpc| {
            let streams = rpc.method.client_streaming() || rpc.method.server_streaming();
            (rpc.path(), Arc::new(Method::new(&rpc.service, rpc.method.name(), streams)))
        });
        Self { known: known.collect(), unknown: Arc::new(Method::new("unknown", "unknown", false)) }
    }

    /// The method of a call.
    pub(super) fn at(&self, path: &str) -> &Arc<Method> {
        self.known.get(path).unwrap_or(&self.unknown)
    }
}

/// One method. A metric appears when it first has something to say.
pub(super) struct Method {
    service: String,
    name: String,
    streams: bool,
    ended: [OnceLock<Counter>; CODES],
    seconds: OnceLock<Histogram>,
    open: OnceLock<Gauge>,
}

impl Method {
    fn new(service: &str, name: &str, streams: bool) -> Self {
        Self {
            service: service.to_owned(),
            name: name.to_owned(),
            streams,
            ended: [const { OnceLock::new() }; CODES],
            seconds: OnceLock::new(),
            open: OnceLock::new(),
        }
    }

    /// Does it have a stream, in either direction?
    pub(super) fn streams(&self) -> bool {
        self.streams
    }

    fn labels(&self) -> [(&'static str, String); 2] {
        [("service", self.service.clone()), ("method", self.name.clone())]
    }

    /// How many of its calls are open, if it has a stream.
    pub(super) fn open(&self) -> Option<&Gauge> {
        self.streams.then(|| self.open.get_or_init(|| gauge!(OPEN_STREAMS, &self.labels())))
    }

    /// A call has ended.
    pub(super) fn end(&self, code: Code, seconds: f64) {
        let ended = &self.ended[(code as usize).min(CODES - 1)];
        let register = || {
            let [service, method] = self.labels();
            counter!(CALLS, &[service, method, ("code", format!("{code:?}"))])
        };
        ended.get_or_init(register).increment(1);
        let name = if self.streams { STREAM_SECONDS } else { CALL_SECONDS };
        self.seconds.get_or_init(|| histogram!(name, &self.labels())).record(seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_is_found_by_its_path_and_nothing_else_is() {
        let methods = Methods::of(&[wire::DESCRIPTOR_SET]);
        let act = methods.at("/jodi.engine.v1.EngineService/Act");
        assert_eq!((act.name.as_str(), act.streams), ("Act", false));
        assert!(methods.at("/jodi.engine.v1.EngineService/Session").streams);
        for path in ["", "/", "/jodi.engine.v1.EngineService/Act/", "/a/b"] {
            assert_eq!(methods.at(path).name, "unknown", "{path}");
        }
    }
}
