//! Connections to the database that are cut in the middle of a change: before the statement arrives, or after it was done and
//! before its answer. Whoever asked for the change is told the truth, or that it is not known yet.

use jodi_tests::client::Guest;
use jodi_tests::within;
use postgres::testing::{Cut, CuttingProxy};
use tokio::sync::MutexGuard;
use wire::engine::v1::ActRequest;
use wire::errors::v1::ErrorReason;

use crate::ground::{Engine, Ground};
use crate::say::{assert_none, say};
use crate::seats::{Choice, MOVES, Match, Sent};
use crate::told;
use crate::turn::turn;

/// The one statement that appends.
const APPEND: &str = "with candidate as";
/// How a row whose fate is unknown is looked for.
const READ_MATCH: &str = "from engine.match m left join engine.match_record";
const READ_LOG: &str = "from engine.match_action where match_id = $1 and seq > $2";
/// How a retry is recognised.
const FIND_REQUEST: &str = "caller = $2 and request_id = $3";

/// Cuts in the way of an ordinary move, each list for a move of its own.
const ORDINARY: [&[(Cut, &str)]; 7] = [
    &[(Cut::AnswerLost, APPEND)],
    &[(Cut::RequestLost, APPEND)],
    &[(Cut::Silence, APPEND)],
    &[(Cut::RequestLost, APPEND), (Cut::AnswerLost, APPEND)],
    &[(Cut::AnswerLost, APPEND), (Cut::RequestLost, READ_MATCH)],
    &[(Cut::AnswerLost, APPEND), (Cut::AnswerLost, READ_MATCH), (Cut::RequestLost, READ_LOG)],
    &[(Cut::RequestLost, APPEND), (Cut::AnswerLost, READ_LOG), (Cut::AnswerLost, APPEND)],
];

/// The statements of the transaction that ends a match, up to its commit.
const ENDING: [&str; 7] = [
    "and state = 1 and instance = $2 and epoch = $3 for update",
    "insert into engine.match_action",
    READ_LOG,
    "insert into engine.match_record",
    "update engine.match set state = $2, ended_at_ms",
    "insert into engine.outbox",
    "insert into engine.spent_log",
];
const COMMIT: &str = "COMMIT";

/// Results that have not been delivered.
const UNDELIVERED: &str = "select count(*) from engine.outbox";

struct Scene {
    ground: Ground,
    proxy: CuttingProxy,
    engine: Engine,
    guests: Vec<Guest>,
    faults: Vec<String>,
    _turn: MutexGuard<'static, ()>,
}

impl Scene {
    async fn set() -> Self {
        let turn = turn().await;
        let ground = Ground::lay().await;
        let proxy = ground.db.proxy().await;
        let engine = ground.engine_at("a", "jodi".to_owned(), proxy.url()).await;
        let guests = ground.guests(&engine, 4).await;
        Self { ground, proxy, engine, guests, faults: Vec::new(), _turn: turn }
    }

    async fn make_match(&self) -> Match {
        let one = Match::of(&self.guests);
        one.make(&self.ground.backend(&self.engine)).await;
        one
    }

    /// Sends a move with cuts in its way, and again until it is acknowledged. Every answer must be true.
    async fn send_through(&mut self, choice: Choice, cuts: &[(Cut, &str)]) -> Sent {
        let before = self.proxy.cuts();
        for (cut, statement) in cuts {
            self.proxy.cut_next(*cut, statement);
        }
        let first = choice.clone().send().await.expect("a client does not panic");
        let made = self.proxy.cuts() - before;
        say(&format!("unknown fate: {cuts:?}: {}", first.outcome()));
        if made != cuts.len() as u64 {
            self.faults.push(format!("{cuts:?}: only {made} cuts were met"));
        }
        self.judge(&first, cuts).await;
        let mut sent = first;
        while sent.answer.is_err() {
            sent = choice.clone().send().await.expect("a client does not panic");
            self.judge(&sent, cuts).await;
        }
        sent
    }

    /// A move is acknowledged exactly when it stands in the log, where it was said to stand.
    async fn judge(&mut self, sent: &Sent, cuts: &[(Cut, &str)]) {
        let stands = self.stands(sent.request()).await;
        let is_true = match &sent.answer {
            Ok(acted) => stands == [acted.seq],
            Err(_) => match sent.reason() {
                Some(ErrorReason::StoreUnavailable) => stands.is_empty(),
                Some(ErrorReason::OutcomeUnknown) => true,
                _ => false,
            },
        };
        if !is_true {
            self.faults.push(format!("{cuts:?}: {} although {stands:?} stand in the log", sent.outcome()));
        }
    }

    /// Where a request stands in the log.
    async fn stands(&self, request: &ActRequest) -> Vec<u64> {
        let rows = "select seq from engine.match_action
            where match_id = $1::text::uuid and request_id = $2::text::uuid order by seq";
        let rows = sqlx::query_scalar::<_, i32>(rows).bind(&request.match_id).bind(&request.request_id);
        let rows = rows.fetch_all(self.ground.db.pool()).await.expect("the log can be read");
        rows.into_iter().map(|seq| u64::try_from(seq).expect("a seq is positive")).collect()
    }

    /// Compares a finished match's record with what its players were told.
    async fn check(&mut self, one: Match) {
        let backend = self.ground.backend(&self.engine);
        let record = backend.record(&one.plan.match_id).await.expect("an ended match has a record");
        self.faults.extend(told::faults(&record, &one.told, &[]));
    }
}

#[tokio::test]
async fn move_is_acknowledged_exactly_when_it_stands_wherever_the_connection_is_cut() {
    let mut scene = Scene::set().await;
    let mut one = scene.make_match().await;
    for cuts in ORDINARY {
        let choice = one.choose(&scene.engine, <[_]>::first).await;
        let sent = scene.send_through(choice, cuts).await;
        one.told.extend(sent.acknowledged());
    }
    // A retry whose look into the log fails is no new move.
    let choice = one.choose(&scene.engine, <[_]>::first).await;
    let sent = scene.send_through(choice.clone(), &[]).await;
    one.told.extend(sent.acknowledged());
    for cut in [Cut::AnswerLost, Cut::RequestLost] {
        scene.proxy.cut_next(cut, FIND_REQUEST);
        let mut again = choice.clone().send().await.expect("a client does not panic");
        while again.reason() == Some(ErrorReason::StoreUnavailable) {
            again = choice.clone().send().await.expect("a client does not panic");
        }
        one.told.extend(again.acknowledged());
        assert!(again.answer.is_ok_and(|acted| acted.replayed), "a retry is answered as one");
    }
    one.play(&scene.engine, MOVES).await;
    scene.check(one).await;
    assert_none(&scene.faults);
}

#[tokio::test]
async fn last_move_of_a_match_is_acknowledged_exactly_when_the_match_has_ended() {
    let mut scene = Scene::set().await;
    let [mut first, mut second] = [scene.make_match().await, scene.make_match().await];
    for one in [&mut first, &mut second] {
        one.play(&scene.engine, MOVES - 1).await;
    }
    // Up to the commit nothing is stored, so one match will do for all of it.
    let choice = first.choose(&scene.engine, <[_]>::first).await;
    for statement in ENDING {
        for cut in [Cut::RequestLost, Cut::AnswerLost] {
            scene.proxy.cut_next(cut, statement);
            let sent = choice.clone().send().await.expect("a client does not panic");
            say(&format!("unknown fate: {cut:?} at {statement:?}: {}", sent.outcome()));
            scene.judge(&sent, &[(cut, statement)]).await;
        }
    }
    let sent = scene.send_through(choice, &[(Cut::RequestLost, COMMIT)]).await;
    first.told.extend(sent.acknowledged());
    scene.ground.until("the delivery of the result", UNDELIVERED, &[], |left| left == 0).await;
    let choice = second.choose(&scene.engine, <[_]>::first).await;
    let sent = scene.send_through(choice, &[(Cut::AnswerLost, COMMIT), (Cut::AnswerLost, READ_MATCH)]).await;
    second.told.extend(sent.acknowledged());
    for one in [first, second] {
        scene.check(one).await;
    }
    assert_none(&scene.faults);
}

#[tokio::test]
async fn match_whose_creation_was_cut_off_is_made_once() {
    let scene = Scene::set().await;
    let backend = scene.ground.backend(&scene.engine);
    let mut made = 0;
    for cut in [Cut::RequestLost, Cut::AnswerLost] {
        // The engine numbers its events in transactions of its own, and the cut may meet one of those.
        loop {
            let one = Match::of(&scene.guests);
            scene.proxy.cut_next(cut, COMMIT);
            let answer = within("an answer", backend.try_create(one.plan.clone())).await;
            made += 1;
            if let Err(status) = answer {
                let reason = wire::fault_of(&status).map(|fault| fault.reason());
                assert_eq!(reason, Some(ErrorReason::OutcomeUnknown), "{cut:?}");
                one.make(&backend).await;
                one.make(&backend).await;
                break;
            }
        }
    }
    let stored =
        sqlx::query_scalar::<_, i64>("select count(*) from engine.match").fetch_one(scene.ground.db.pool());
    assert_eq!(stored.await.expect("the matches can be counted"), made);
}
