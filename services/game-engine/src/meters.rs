//! The engine's metrics. Handles are made once: a move costs a few atomic additions, and no label is built for it.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use games::GameKind;
use metrics::{Counter, Gauge, Unit, counter, describe_counter, describe_gauge, gauge};
use wire::errors::v1::ErrorReason;
use wire::reason_name;

use crate::context::Context;
use crate::driver::Done;
use crate::error::EngineError;
use crate::state::{Actor, Entry};
use crate::store;

const MOVES: &str = "jodi_engine_moves_total";
const REFUSED: &str = "jodi_engine_refused_commands_total";
const REPLAYED: &str = "jodi_engine_replayed_commands_total";
const LIVE_MATCHES: &str = "jodi_engine_live_matches";
const OPEN_SESSIONS: &str = "jodi_engine_open_sessions";
const OPEN_WATCHES: &str = "jodi_engine_open_watches";
const SET_ASIDE: &str = "jodi_engine_matches_set_aside_total";
const DELIVERIES: &str = "jodi_engine_result_deliveries_total";
const OUTBOX_ROWS: &str = "jodi_engine_outbox_results";
const OUTBOX_AGE: &str = "jodi_engine_outbox_oldest_age_seconds";
const DEAD_LETTERS: &str = "jodi_engine_dead_letters";

/// How often live matches and the outbox are looked at.
const LOOK_INTERVAL: Duration = Duration::from_secs(5);

/// The handles.
pub(crate) struct Meters {
    moves: [[Counter; Actor::ALL.len()]; GameKind::ALL.len()],
    refused: BTreeMap<ErrorReason, Counter>,
    replayed: Counter,
    /// Matches whose log does not replay.
    pub(crate) set_aside: Counter,
    /// Results that the ratings service took.
    pub(crate) delivered: Counter,
    /// Attempts after which a result waits by itself.
    pub(crate) put_off: Counter,
    /// Results that will never be taken.
    pub(crate) undeliverable: Counter,
    sessions: Gauge,
    watches: Gauge,
}

/// The handles of this process. The first use makes them, so it must come after metrics are set up.
pub(crate) fn meters() -> &'static Meters {
    static METERS: LazyLock<Meters> = LazyLock::new(Meters::register);
    &METERS
}

impl Meters {
    fn register() -> Self {
        let of_actor =
            |game: GameKind, actor: Actor| counter!(MOVES, "game" => game.name(), "by" => actor.name());
        let reasons = (0..=i32::from(u8::MAX)).filter_map(|number| ErrorReason::try_from(number).ok());
        let deliveries = |outcome: &'static str| counter!(DELIVERIES, "outcome" => outcome);
        Self {
            moves: GameKind::ALL.map(|game| Actor::ALL.map(|actor| of_actor(game, actor))),
            refused: reasons
                .map(|reason| (reason, counter!(REFUSED, "reason" => reason_name(reason))))
                .collect(),
            replayed: counter!(REPLAYED),
            set_aside: counter!(SET_ASIDE),
            delivered: deliveries("delivered"),
            put_off: deliveries("put_off"),
            undeliverable: deliveries("refused"),
            sessions: gauge!(OPEN_SESSIONS),
            watches: gauge!(OPEN_WATCHES),
        }
    }

    /// A step has become part of a match.
    pub(crate) fn landed(&self, game: GameKind, entry: &Entry) {
        if let Entry::Play { actor, .. } = entry {
            self.moves[game as usize][*actor as usize].increment(1);
        }
    }

    /// A player's command was answered.
    pub(crate) fn answered(&self, done: &Result<Done, EngineError>) {
        match done {
            Ok(done) if done.replayed => self.replayed.increment(1),
            Ok(_) => {}
            Err(error) => {
                if let Some(refused) = self.refused.get(&error.reason()) {
                    refused.increment(1);
                }
            }
        }
    }

    /// A session that is open until this is dropped.
    pub(crate) fn open_session(&self) -> Open {
        Open::begin(&self.sessions)
    }

    /// A watch that is open until this is dropped.
    pub(crate) fn open_watch(&self) -> Open {
        Open::begin(&self.watches)
    }
}

/// Counts as open until it is dropped.
pub(crate) struct Open(Gauge);

impl Open {
    fn begin(gauge: &Gauge) -> Self {
        gauge.increment(1);
        Self(gauge.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// Tells what they are.
pub(crate) fn describe() {
    describe_counter!(MOVES, Unit::Count, "Committed moves by game and by whom: player, autopilot, bot");
    describe_counter!(
        REFUSED,
        Unit::Count,
        "Refused commands of players (moves, cuts, resignations) by reason"
    );
    describe_counter!(
        REPLAYED,
        Unit::Count,
        "Commands of players that were answered from the log, because they had been carried out before"
    );
    describe_gauge!(LIVE_MATCHES, Unit::Count, "Matches that this process drives");
    describe_gauge!(OPEN_SESSIONS, Unit::Count, "Open sessions of devices");
    describe_gauge!(
        OPEN_WATCHES,
        Unit::Count,
        "Open watches of matches, in sessions and in streams of their own"
    );
    describe_counter!(
        SET_ASIDE,
        Unit::Count,
        "Matches that were set aside because their log does not replay"
    );
    describe_counter!(
        DELIVERIES,
        Unit::Count,
        "Attempts to deliver a result to the ratings service by outcome: delivered, put_off, refused"
    );
    describe_gauge!(OUTBOX_ROWS, Unit::Count, "Results that wait to be delivered");
    describe_gauge!(OUTBOX_AGE, Unit::Seconds, "Age of the oldest result that waits");
    describe_gauge!(DEAD_LETTERS, Unit::Count, "Results that the ratings service refused for good");
}

/// Looks again and again at what only a look tells, until streams are to end.
pub(crate) async fn look(context: Arc<Context>) {
    let live_matches = gauge!(LIVE_MATCHES);
    let (waiting, age) = (gauge!(OUTBOX_ROWS), gauge!(OUTBOX_AGE));
    let dead_letters = gauge!(DEAD_LETTERS);
    let pool = postgres::meter_pool(context.pool.clone(), context.clock.clone());
    let matches = async {
        loop {
            live_matches.set(u32::try_from(context.drivers.len()).unwrap_or(u32::MAX));
            // Without the store the last values stand.
            if let Ok(outbox) = store::outbox(&context.pool, context.clock.now()).await {
                waiting.set(u32::try_from(outbox.waiting).unwrap_or(u32::MAX));
                age.set(outbox.oldest_age.as_secs_f64());
                dead_letters.set(u32::try_from(outbox.refused).unwrap_or(u32::MAX));
            }
            context.clock.sleep(LOOK_INTERVAL).await;
        }
    };
    tokio::select! {
        () = pool => {}
        () = matches => {}
        () = context.drain.streams_end() => {}
    }
}
