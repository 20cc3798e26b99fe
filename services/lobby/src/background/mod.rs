//! What runs beside the calls, from start to drain. Each task survives the store's absence: it logs once, and tries
//! again after a pause.

mod listener;
mod probe;
mod rounds;
mod sweep;

use std::sync::Arc;

use service::{Drain, Peer};
use tokio::sync::watch;

use crate::lobby::Lobby;
use crate::meters;
use crate::webhooks::{self, Webhooks};

/// Begins all tasks. They end when the drain ends the streams: until then watchers need the listener.
pub fn begin(lobby: &Arc<Lobby>, drain: &Drain, ready: watch::Sender<bool>) {
    spawn(drain, listener::listen(lobby.pool.clone(), lobby.clock.clone(), lobby.changes.clone()));
    spawn(drain, rounds::drive_starts(lobby.clone()));
    spawn(drain, rounds::keep_keys(lobby.clone()));
    spawn(drain, rounds::sweep(lobby.clone()));
    if service::metrics_are_kept() {
        spawn(drain, meters::look(lobby.pool.clone(), lobby.clock.clone()));
    }
    spawn(drain, probe::probe(lobby.pool.clone(), lobby.clock.clone(), ready));
}

/// Begins the tasks of the webhooks. Feeds are not followed any more once the drain begins, so that their streams hold no server up; the
/// others end when it ends the streams. What is not delivered by then is delivered later.
pub fn begin_webhooks(hooks: &Arc<Webhooks>, drain: &Drain, engine: Peer, ratings: Peer) {
    spawn_until_drain(drain, webhooks::follow_matches(hooks.clone(), engine));
    spawn_until_drain(drain, webhooks::follow_ratings(hooks.clone(), ratings));
    spawn(drain, webhooks::deliver(hooks.clone(), drain.clone()));
    spawn(drain, rounds::prune_webhooks(hooks.clone()));
}

fn spawn_until_drain(drain: &Drain, task: impl Future<Output = ()> + Send + 'static) {
    let drain = drain.clone();
    tokio::spawn(async move {
        tokio::select! { () = task => {}, _ = drain.draining() => {} }
    });
}

fn spawn(drain: &Drain, task: impl Future<Output = ()> + Send + 'static) {
    let drain = drain.clone();
    tokio::spawn(async move {
        tokio::select! { () = task => {}, () = drain.streams_end() => {} }
    });
}
