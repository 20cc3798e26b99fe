//! Ends of a match before it is played out.

use jodi_tests::client::{
    Backend, Guest, MatchPlan, Watch, await_rated, await_turn, four_guests, fresh_id, reason, result_of,
};
use jodi_tests::process::Suite;
use wire::engine::v1::{EndReason, MatchState, ResignRequest, match_event};
use wire::errors::v1::ErrorReason;
use wire::ratings::v1::ResultState;

struct Begun {
    guests: [Guest; 4],
    backend: Backend,
    match_id: String,
}

/// A rated match whose first cards are dealt.
async fn begun() -> Begun {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let match_id = backend.create(MatchPlan::of(&guests).ladder("seep")).await;
    await_turn(&guests[0], &match_id).await;
    Begun { guests, backend, match_id }
}

impl Begun {
    /// Makes the first legal move of whoever is to act.
    async fn step(&self) {
        let turn = self.guests[0].look(&self.match_id).await.unwrap().turn.unwrap();
        let guest = &self.guests[turn.seat as usize];
        let legal = guest.look(&self.match_id).await.unwrap().turn.unwrap().legal_moves;
        guest.act(&self.match_id, &legal[0].text).await.unwrap();
    }
}

#[tokio::test]
async fn resignation_is_an_offer_until_the_partner_agrees() {
    let begun = begun().await;
    let [a, _, c, _] = &begun.guests;
    let mut partner = Watch::open(c, &begun.match_id, None).await;
    partner.snapshot().await;
    let offered = a.resign(&begun.match_id).await.unwrap();
    assert!(!offered.match_over);
    let event = partner.event().await;
    let resign = match event.event {
        Some(match_event::Event::ResignOffered(resign)) => resign,
        other => panic!("the partner sees the offer, not {other:?}"),
    };
    assert_eq!((resign.seat, event.seq, event.ended), (0, offered.seq, None));
    assert!(c.look(&begun.match_id).await.unwrap().seats[0].resigned);

    let agreed = c.resign(&begun.match_id).await.unwrap();
    assert!(agreed.match_over);
    let ended = partner.event().await.ended.expect("the agreement ends the match");
    assert_eq!(ended.reason(), EndReason::Resigned);
    assert_eq!(ended.standing.unwrap().winning_sides, [1]);
    partner.end().await.unwrap();
}

#[tokio::test]
async fn opponents_do_not_decide_on_a_resignation() {
    let begun = begun().await;
    begun.guests[0].resign(&begun.match_id).await.unwrap();
    assert!(!begun.guests[1].resign(&begun.match_id).await.unwrap().match_over);
    begun.step().await;
    assert_eq!(begun.guests[0].look(&begun.match_id).await.unwrap().state(), MatchState::Playing);
}

#[tokio::test]
async fn retried_resignation_returns_what_was_recorded() {
    let begun = begun().await;
    let request = ResignRequest { match_id: begun.match_id.clone(), request_id: fresh_id() };
    let mut engine = begun.guests[0].engine();
    let first = engine.resign(request.clone()).await.unwrap().into_inner();
    let again = engine.resign(request.clone()).await.unwrap().into_inner();
    assert_eq!((again.seq, again.replayed, again.match_over), (first.seq, true, false));
    let last = begun.guests[2].resign(&begun.match_id).await.unwrap();
    let after_the_end = engine.resign(request).await.unwrap().into_inner();
    assert_eq!((after_the_end.seq, after_the_end.replayed), (first.seq, true));
    assert!(last.match_over);
}

#[tokio::test]
async fn resigned_match_is_rated_as_a_loss() {
    let begun = begun().await;
    // The bid, and the first card.
    begun.step().await;
    begun.step().await;
    for seat in [1, 3] {
        begun.guests[seat].resign(&begun.match_id).await.unwrap();
    }
    let result = await_rated(&begun.guests[0], &begun.match_id).await;
    assert_eq!(result.state(), ResultState::Rated);
    assert_eq!([result.sides[0].place, result.sides[1].place], [1, 2]);
}

#[tokio::test]
async fn match_resigned_before_the_first_card_is_kept_but_not_rated() {
    let begun = begun().await;
    begun.step().await;
    for seat in [1, 3] {
        begun.guests[seat].resign(&begun.match_id).await.unwrap();
    }
    let result = await_rated(&begun.guests[0], &begun.match_id).await;
    assert_eq!((result.state(), result.changes.len()), (ResultState::Unrated, 0));
}

#[tokio::test]
async fn abort_ends_every_stream_without_a_result() {
    let begun = begun().await;
    begun.step().await;
    let mut watch = Watch::open(&begun.guests[2], &begun.match_id, None).await;
    watch.snapshot().await;
    let aborted = begun.backend.abort(&begun.match_id, "the lights went out").await.unwrap();
    assert_eq!(aborted.state(), MatchState::Aborted);
    let ended = watch.event().await.ended.expect("the abort ends the match");
    assert_eq!(ended.reason(), EndReason::Aborted);
    watch.end().await.unwrap();
    let record = begun.backend.record(&begun.match_id).await.unwrap();
    assert_eq!(record.abort_reason, "the lights went out");
    assert_eq!((record.state(), record.secret), (MatchState::Aborted, ended.secret));

    // Results are delivered in order: once a later one has come, none of this match is on its way.
    let later = self::begun().await;
    for seat in [0, 2] {
        later.guests[seat].resign(&later.match_id).await.unwrap();
    }
    await_rated(&later.guests[0], &later.match_id).await;
    assert_eq!(reason(result_of(&begun.guests[0], &begun.match_id).await), ErrorReason::ResultNotFound);
}
