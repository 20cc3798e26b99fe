//! The server: routes of one or more services behind one port, with health, reflection and the common layers.
//!
//! Layers from the outside in: CORS (answers a browser's question before anything is called), gRPC-Web (so that whatever is below, also a
//! refusal of a layer, reaches a browser in its own form), call log (gives the request id), call meter (if metrics are kept), typed
//! errors (catches what the library refuses), deadlines, auth (says who calls), on the public port rates, the wait for the whole
//! request, and the room for calls, then the routes.

use std::time::Duration;

use env::{Clock, Entropy};
use futures::future::{BoxFuture, join_all};
use metrics::gauge;
use tokio::sync::watch;
use tonic::service::RoutesBuilder;
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_web::GrpcWebLayer;
use tower::ServiceBuilder;
use tower::util::option_layer;

use crate::around::AroundLayer;
use crate::arrival::Arrivals;
use crate::auth::Auth;
use crate::deadline::Deadlines;
use crate::drain::Drain;
use crate::inproc::InProcess;
use crate::port::{Handler, PublicPort};
use crate::rates::Rates;
use crate::telemetry::{CallLog, READY, call_meter};
use crate::typed_errors::TypedErrors;

/// Largest request that is taken, in bytes. Services set it on their routes.
pub const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// How long the services may take for what they do last.
const FAREWELL_LIMIT: Duration = Duration::from_secs(2);

/// What one service adds to a server.
pub struct Part {
    /// Full gRPC names of its services, for health.
    pub names: Vec<&'static str>,
    /// True while it can do its work.
    pub ready: watch::Receiver<bool>,
    /// Adds its routes.
    pub add_routes: Box<dyn FnOnce(&mut RoutesBuilder) + Send>,
    /// What it still does once nobody is connected any more, and the process waits for.
    pub farewell: Option<BoxFuture<'static, ()>>,
}

/// A server that is put together but does not listen yet.
pub struct Server {
    clock: Clock,
    entropy: Entropy,
    auth: Auth,
    drain: Drain,
    routes: RoutesBuilder,
    health: HealthReporter,
    parts: Vec<(Vec<&'static str>, watch::Receiver<bool>)>,
    farewells: Vec<BoxFuture<'static, ()>>,
}

impl Server {
    /// A server with health and reflection, and nothing else yet.
    ///
    /// # Panics
    /// Never: the compiled-in descriptor sets are well-formed.
    pub fn new(clock: Clock, entropy: Entropy, auth: Auth, drain: Drain) -> Self {
        let (health, health_service) = tonic_health::server::health_reporter();
        let mut routes = RoutesBuilder::default();
        routes.add_service(health_service);
        let reflection = || {
            tonic_reflection::server::Builder::configure()
                .register_encoded_file_descriptor_set(wire::DESCRIPTOR_SET)
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        };
        routes.add_service(reflection().build_v1().expect("the descriptor sets are well-formed"));
        // Many tools still speak the older version only.
        routes.add_service(reflection().build_v1alpha().expect("the descriptor sets are well-formed"));
        let (parts, farewells) = Default::default();
        Self { clock, entropy, auth, drain, routes, health, parts, farewells }
    }

    /// Adds a service.
    pub fn add(&mut self, part: Part) {
        (part.add_routes)(&mut self.routes);
        self.parts.push((part.names, part.ready));
        self.farewells.extend(part.farewell);
    }

    /// Serves until the drain is over: on the public port, and on in-memory connections if there are any. Then the services say
    /// farewell, for [`FAREWELL_LIMIT`] at most.
    ///
    /// # Errors
    /// If the transport fails.
    pub async fn serve(self, port: PublicPort, in_process: Option<InProcess>) -> anyhow::Result<()> {
        let Self { clock, entropy, auth, drain, routes, health, parts, farewells } = self;
        let routes = routes.routes().prepare();
        for (names, ready) in parts.clone() {
            tokio::spawn(follow(health.clone(), names, ready, drain.clone()));
        }
        tokio::spawn(follow_all(health, parts, drain.clone()));
        let callers_clock = port.clock.clone();
        let within = |rates: Option<Rates>| {
            ServiceBuilder::new()
                .layer(AroundLayer(CallLog { clock: clock.clone(), entropy: entropy.clone() }))
                .layer(call_meter(&clock))
                .layer(AroundLayer(TypedErrors))
                .layer(AroundLayer(Deadlines(callers_clock.clone())))
                .layer(auth.clone())
                .layer(option_layer(rates.clone().map(AroundLayer)))
                .layer(option_layer(rates.as_ref().map(|_| Arrivals::new(callers_clock.clone()))))
                .layer(option_layer(rates.map(|rates| AroundLayer(rates.room()))))
                .into_inner()
        };
        let handler = ServiceBuilder::new()
            .layer(option_layer(port.web_origins.layer()))
            .layer(GrpcWebLayer::new())
            .layer(within(port.rates.clone()))
            .service(routes.clone());
        let public = port.serve(Handler::new(handler), drain.clone());
        // In-memory connections serve the suite's own calls, which go on until the public ones are done.
        let private = async {
            match in_process {
                Some(place) => {
                    let server = tonic::transport::Server::builder().layer(within(None)).add_routes(routes);
                    server.serve_with_incoming(place.into_incoming()).await
                }
                None => std::future::pending().await,
            }
        };
        let ended = tokio::select! {
            () = public => Ok(()),
            ended = private => ended,
            () = drain.hard_end() => {
                tracing::warn!("the drain deadline passed with connections still open");
                Ok(())
            }
        };
        if callers_clock.timeout(FAREWELL_LIMIT, join_all(farewells)).await.is_err() {
            tracing::warn!("a service could not finish its work in time");
        }
        Ok(ended?)
    }
}

/// Reports one service's readiness under its names until the server drains.
async fn follow(
    health: HealthReporter,
    names: Vec<&'static str>,
    mut ready: watch::Receiver<bool>,
    drain: Drain,
) {
    loop {
        let serving = *ready.borrow_and_update() && !drain.is_draining();
        for name in &names {
            gauge!(READY, "service" => *name).set(u32::from(serving));
            health.set_service_status(*name, status(serving)).await;
        }
        if drain.is_draining() {
            return;
        }
        tokio::select! {
            changed = ready.changed() => if changed.is_err() { return },
            _ = drain.draining() => {}
        }
    }
}

/// Reports the whole server's readiness under the empty name: true while every service is ready.
async fn follow_all(
    health: HealthReporter,
    parts: Vec<(Vec<&'static str>, watch::Receiver<bool>)>,
    drain: Drain,
) {
    let mut all: Vec<_> = parts.into_iter().map(|(_, ready)| ready).collect();
    loop {
        let mut serving = !drain.is_draining();
        for ready in &mut all {
            serving &= *ready.borrow_and_update();
        }
        health.set_service_status("", status(serving)).await;
        if drain.is_draining() || all.is_empty() {
            return;
        }
        let changed = futures::future::select_all(all.iter_mut().map(|ready| Box::pin(ready.changed())));
        tokio::select! {
            (changed, _, _) = changed => if changed.is_err() { return },
            _ = drain.draining() => {}
        }
    }
}

fn status(serving: bool) -> ServingStatus {
    if serving { ServingStatus::Serving } else { ServingStatus::NotServing }
}
