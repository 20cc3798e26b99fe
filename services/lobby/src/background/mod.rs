//! What runs beside the calls, from start to drain. Each task survives the store's absence: it logs once, and tries
//! again after a pause.

mod listener;
mod probe;
mod rounds;
mod sweep;

use std::sync::Arc;

use service::Drain;
use tokio::sync::watch;

use crate::lobby::Lobby;

/// Begins all tasks. They end when the drain ends the streams: until then watchers need the listener.
pub fn begin(lobby: &Arc<Lobby>, drain: &Drain, ready: watch::Sender<bool>) {
    spawn(drain, listener::listen(lobby.pool.clone(), lobby.clock.clone(), lobby.changes.clone()));
    spawn(drain, rounds::drive_starts(lobby.clone()));
    spawn(drain, rounds::keep_keys(lobby.clone()));
    spawn(drain, rounds::sweep(lobby.clone()));
    spawn(drain, probe::probe(lobby.pool.clone(), lobby.clock.clone(), ready));
}

fn spawn(drain: &Drain, task: impl Future<Output = ()> + Send + 'static) {
    let drain = drain.clone();
    tokio::spawn(async move {
        tokio::select! { () = task => {}, () = drain.streams_end() => {} }
    });
}
