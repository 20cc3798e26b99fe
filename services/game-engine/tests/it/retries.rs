//! Retries: the same request is done once and answered the same way, whenever it comes again.

use uuid::Uuid;
use wire::engine::v1::{AbortMatchRequest, EndReason, MatchSnapshot};
use wire::errors::v1::ErrorReason;

use crate::table::{Made, Plan, Table, fresh_id};
use crate::world::{Engine, World, reason};

/// A match with a cut and some moves behind it, and the requests that made it.
struct Past {
    table: Table,
    cut: (usize, Uuid, Vec<u8>, u64),
    made: Vec<Made>,
}

async fn begun(engine: &Engine) -> Past {
    let mut table = Plan::new(1).cut_window(60).create(engine).await;
    let (id, entropy) = (fresh_id(), vec![5; 20]);
    let cut = table.players[2].cut(id, &entropy).await.unwrap();
    for seat in [0, 1, 3] {
        table.players[seat].cut(fresh_id(), &[]).await.unwrap();
    }
    let made = table.steps(6).await;
    Past { table, cut: (2, id, entropy, cut.seq), made }
}

impl Past {
    /// Every request comes again, and is answered as it was.
    async fn is_answered_again(&self) {
        for Made { seat, request_id, text, seq } in &self.made {
            let again = self.table.players[*seat].act(*request_id, text).await.unwrap();
            assert_eq!((again.seq, again.replayed), (*seq, true));
        }
        let (seat, id, entropy, seq) = &self.cut;
        let again = self.table.players[*seat].cut(*id, entropy).await.unwrap();
        assert_eq!((again.seq, again.replayed), (*seq, true));
    }

    /// The same ids with another content, or for another kind of request, are refused.
    async fn is_refused_under_other_content(&self) {
        let Made { seat, request_id, .. } = self.made[0].clone();
        let player = &self.table.players[seat];
        let refusals = [
            player.act(request_id, "THROW 2C").await.map(drop),
            player.cut(request_id, &[]).await.map(drop),
            player.resign(request_id).await.map(drop),
            self.table.players[self.cut.0].cut(self.cut.1, &[6; 20]).await.map(drop),
        ];
        for refused in refusals {
            assert_eq!(reason(&refused.unwrap_err()), ErrorReason::RequestIdReused);
        }
    }

    fn at(self, engine: &Engine) -> Self {
        Self { table: self.table.at(engine), ..self }
    }
}

#[tokio::test]
async fn request_that_comes_again_is_answered_as_it_was() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let past = begun(&engine).await;
    let before = past.table.players[0].get().await;
    past.is_answered_again().await;
    past.is_refused_under_other_content().await;
    assert_eq!(past.table.players[0].get().await, before);
}

#[tokio::test]
async fn request_that_comes_again_after_a_crash_is_answered_as_it_was() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let past = begun(&engine).await;
    engine.crash();
    let engine = world.engine("a").start().await;
    let past = past.at(&engine);
    past.is_answered_again().await;
    past.is_refused_under_other_content().await;
}

#[tokio::test]
async fn request_that_comes_again_after_the_end_is_answered_as_it_was() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut past = begun(&engine).await;
    let rest = past.table.play_out().await;
    past.made.extend(rest);
    past.is_answered_again().await;
    past.is_refused_under_other_content().await;
    let late = past.table.players[0].act(fresh_id(), "THROW 2C").await.unwrap_err();
    assert_eq!(reason(&late), ErrorReason::MatchOver);
    // Under the id of somebody else's request it is a request of one's own.
    let first = &past.made[0];
    let late = past.table.players[(first.seat + 1) % 4].act(first.request_id, &first.text).await.unwrap_err();
    assert_eq!(reason(&late), ErrorReason::MatchOver);
    let late = past.table.players[0].resign(fresh_id()).await.unwrap_err();
    assert_eq!(reason(&late), ErrorReason::MatchOver);
    let late = past.table.players[0].cut(fresh_id(), &[]).await.unwrap_err();
    assert_eq!(reason(&late), ErrorReason::MatchOver);
}

#[tokio::test]
async fn other_accounts_may_use_the_same_request_id() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).cut_window(60).create(&engine).await;
    let id = fresh_id();
    for player in &table.players {
        assert!(!player.cut(id, &[]).await.unwrap().replayed);
    }
    table.step().await.unwrap();
}

#[tokio::test]
async fn same_request_many_times_at_once_is_done_once() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    for _ in 0..5 {
        let (seat, text) = table.choose().await.unwrap();
        let before = table.players[0].get().await.seq;
        let id = fresh_id();
        let player = &table.players[seat];
        let answers = futures::future::join_all((0..12).map(|_| player.act(id, &text))).await;
        let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
        assert!(answers.iter().all(|acted| acted.seq == before + 1));
        assert_eq!(answers.iter().filter(|acted| !acted.replayed).count(), 1);
    }
}

#[tokio::test]
async fn different_requests_at_once_are_not_both_done() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(2).await;
    for _ in 0..5 {
        let (seat, text) = table.choose().await.unwrap();
        let player = &table.players[seat];
        let answers = futures::future::join_all((0..6).map(|_| player.act(fresh_id(), &text))).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        for refused in answers.into_iter().filter_map(Result::err) {
            assert_eq!(reason(&refused), ErrorReason::NotYourTurn);
        }
    }
}

#[tokio::test]
async fn move_meant_for_an_earlier_position_is_refused_but_its_own_retry_is_not() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(2).await;
    let (seat, text) = table.choose().await.unwrap();
    let seq = table.players[0].get().await.seq;
    let mut client = table.players[seat].client.clone();
    let mut request = table.players[seat].act_request(fresh_id(), &text);
    request.expected_seq = Some(seq - 1);
    let stale = client.act(request.clone()).await.unwrap_err();
    assert_eq!(reason(&stale), ErrorReason::StaleSeq);
    assert_eq!(wire::fault_of(&stale).unwrap().metadata()["seq"], seq.to_string());
    request.expected_seq = Some(seq);
    assert!(!client.act(request.clone()).await.unwrap().into_inner().replayed);
    assert!(client.act(request).await.unwrap().into_inner().replayed);
}

#[tokio::test]
async fn refused_request_is_judged_anew() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    let (seat, _) = table.choose().await.unwrap();
    let (id, early) = (fresh_id(), (seat + 1) % 4);
    let refused = table.players[early].act(id, "THROW 2C").await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::NotYourTurn);
    while table.turn().await.unwrap().0 != early {
        table.step().await.unwrap();
    }
    let (_, text) = table.choose().await.unwrap();
    assert!(!table.players[early].act(id, &text).await.unwrap().replayed);
}

#[tokio::test]
async fn move_given_as_text_and_as_message_is_the_same_request() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let (seat, legal) = table.turn().await.unwrap();
    let id = fresh_id();
    let acted = table.players[seat].act(id, &legal[0].text).await.unwrap();
    let mut request = table.players[seat].act_request(id, "");
    request.r#move = Some(wire::engine::v1::act_request::Move::Action(legal[0].action.clone().unwrap()));
    let again = table.players[seat].client.clone().act(request).await.unwrap().into_inner();
    assert_eq!((again.seq, again.replayed), (acted.seq, true));
}

#[tokio::test]
async fn resignation_that_comes_again_is_answered_as_it_was_until_after_the_end() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(2).await;
    let (first, second) = (fresh_id(), fresh_id());
    let offered = table.players[0].resign(first).await.unwrap();
    assert!(!offered.match_over);
    // The same, and one more by somebody who has resigned.
    for id in [first, fresh_id()] {
        let again = table.players[0].resign(id).await.unwrap();
        assert_eq!((again.seq, again.replayed, again.match_over), (offered.seq, true, false));
    }
    let agreed = table.players[2].resign(second).await.unwrap();
    assert!(agreed.match_over && !agreed.replayed);
    let again = table.players[2].resign(second).await.unwrap();
    assert_eq!((again.seq, again.replayed, again.match_over), (agreed.seq, true, true));
    let again = table.players[0].resign(first).await.unwrap();
    assert_eq!((again.seq, again.replayed, again.match_over), (offered.seq, true, true));
}

#[tokio::test]
async fn creation_that_comes_again_returns_the_match_and_another_one_under_its_id_is_refused() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let plan = Plan::new(1);
    let create = |plan: &Plan| {
        let (mut client, request) = (engine.creator(), plan.request.clone());
        async move { client.create_match(request).await.map(|r| r.into_inner().r#match.unwrap()) }
    };
    let both = futures::future::join_all((0..8).map(|_| create(&plan))).await;
    let shown: Vec<MatchSnapshot> = both.into_iter().map(Result::unwrap).collect();
    assert!(shown.iter().all(|snapshot| snapshot.commitment == shown[0].commitment));
    let other = plan.clone().clocks(5, 5);
    assert_eq!(reason(&create(&other).await.unwrap_err()), ErrorReason::RequestIdReused);
    // The same content under another service's key is another request.
    let foreign = engine.admin().create_match(plan.request.clone()).await.unwrap_err();
    assert_eq!(reason(&foreign), ErrorReason::RequestIdReused);
    let mut table = plan.table(&engine);
    table.play_out().await;
    let ended = create(&plan).await.unwrap();
    assert_eq!(ended.end_reason(), EndReason::PlayedOut);
}

#[tokio::test]
async fn abort_that_comes_again_returns_the_aborted_match() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let request = AbortMatchRequest { match_id: table.match_id.to_string(), why: "a test".to_owned() };
    let both = [
        engine.admin().abort_match(request.clone()).await.unwrap().into_inner(),
        engine.admin().abort_match(request).await.unwrap().into_inner(),
    ];
    assert_eq!(both[0], both[1]);
    assert_eq!(both[0].r#match.as_ref().unwrap().end_reason(), EndReason::Aborted);
}
