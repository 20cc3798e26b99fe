//! The main job: four signed-in clients play a rated match, and the ladder moves.

use futures::future::join_all;
use jodi_tests::client::{
    Guest, Played, Watch, await_rated, first_move, four_guests, fresh_id, play_to_end, rated_table,
    start_rated_match,
};
use jodi_tests::process::Suite;
use wire::engine::v1::watch_response::Update;
use wire::engine::v1::{ActRequest, EndReason, ListMatchesRequest, MatchState, Turn, act_request};
use wire::game::v1::Standing;
use wire::ratings::v1::{
    Entity, ExplainResultRequest, GetStandingRequest, HistoryKind, ListHistoryRequest, ResultState,
};

/// K of four new players: 48 each, all of it for an expected score of one half.
const FIRST_WIN: i64 = 2400;

/// What side 0 gains by a standing in which all are new, in centi-points each.
fn gain_of_side_0(standing: &Standing) -> i64 {
    match standing.winning_sides[..] {
        [0] => FIRST_WIN,
        [1] => -FIRST_WIN,
        _ => 0,
    }
}

async fn play(guests: &[Guest; 4], match_id: &str) -> Vec<Played> {
    join_all(guests.iter().map(|guest| play_to_end(guest, match_id, first_move))).await
}

fn pair(guests: &[Guest; 4], side: usize) -> Entity {
    Entity { account_ids: vec![guests[side].account_id.clone(), guests[side + 2].account_id.clone()] }
}

#[tokio::test]
async fn four_guests_play_to_the_end_and_see_the_same() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let played = play(&guests, &match_id).await;
    let ended = &played[0].ended;
    assert_eq!(ended.reason(), EndReason::PlayedOut);
    for player in &played {
        assert_eq!(player.ended, *ended);
        assert_eq!(player.first.commitment, played[0].first.commitment);
        assert_eq!(player.first.ladder, "seep");
        let last = player.events.last().expect("a match has events");
        assert_eq!(last.seq, played[0].events.last().expect("a match has events").seq);
        // One deal of 48 plays, twelve each, and one bid.
        assert!((12..=13).contains(&player.acknowledged.len()), "{:?}", player.acknowledged);
    }
    let mut acknowledged: Vec<_> = played.iter().flat_map(|player| player.acknowledged.clone()).collect();
    acknowledged.sort_unstable();
    acknowledged.dedup();
    assert_eq!(acknowledged.len(), 49, "every move was acknowledged under a seq of its own");
    for guest in &guests {
        let seen = guest.look(&match_id).await.unwrap();
        assert_eq!((seen.state(), &seen.secret), (MatchState::Finished, &ended.secret));
    }
}

#[tokio::test]
async fn rated_match_moves_the_ladder_exactly_once() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let played = play(&guests, &match_id).await;
    let result = await_rated(&guests[0], &match_id).await;
    assert_eq!((result.source.as_str(), result.state()), ("engine", ResultState::Rated));

    let gain = gain_of_side_0(played[0].ended.standing.as_ref().unwrap());
    for (seat, guest) in guests.iter().enumerate() {
        let own = |change: &&wire::ratings::v1::RatingChange| {
            change.entity.as_ref().is_some_and(|entity| entity.account_ids == [guest.account_id.clone()])
        };
        let change = result.changes.iter().find(own).expect("every player's rating changes");
        let expected = if seat % 2 == 0 { gain } else { -gain };
        assert_eq!((change.before, change.after - change.before), (150_000, expected));
    }
    for side in [0, 1] {
        let request = ListHistoryRequest {
            ladder: "seep".to_owned(),
            entity: Some(pair(&guests, side)),
            ..Default::default()
        };
        let entries = guests[0].ratings().list_history(request).await.unwrap().into_inner().entries;
        let results: Vec<_> = entries.iter().map(|entry| (entry.kind(), entry.result_id.as_str())).collect();
        assert_eq!(results, [(HistoryKind::Result, match_id.as_str())]);
    }
}

#[tokio::test]
async fn standing_and_explanation_follow_from_the_match() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let played = play(&guests, &match_id).await;
    await_rated(&guests[0], &match_id).await;
    let mut ratings = guests[3].ratings();

    let explain = ExplainResultRequest { source: String::new(), result_id: match_id };
    let explained = ratings.explain_result(explain).await.unwrap().into_inner();
    assert_eq!(explained.weight_percent, 100);
    assert_eq!(explained.postings.iter().map(|posting| posting.amount).sum::<i64>(), 0);
    for side in &explained.sides {
        assert_eq!((side.strength, side.expected_millionths), (300_000, 500_000));
    }
    assert!(!explained.sentences.is_empty());

    let standing = GetStandingRequest {
        ladder: "seep".to_owned(),
        entity: Some(pair(&guests, 0)),
        ..Default::default()
    };
    let row = ratings.get_standing(standing).await.unwrap().into_inner().row.unwrap();
    let gain = gain_of_side_0(played[0].ended.standing.as_ref().unwrap());
    let counted = [row.wins, row.draws, row.losses];
    let (expected, rating) = match gain {
        FIRST_WIN => ([1, 0, 0], 1530),
        0 => ([0, 1, 0], 1500),
        _ => ([0, 0, 1], 1470),
    };
    assert_eq!((counted, row.rating, row.games, row.provisional), (expected, rating, 1, true));
}

#[tokio::test]
async fn ended_match_stands_in_every_players_list() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    for (seat, guest) in guests.iter().enumerate() {
        let running = ListMatchesRequest { my_turn: true, ..Default::default() };
        let mine = guest.engine().list_matches(running).await.unwrap().into_inner().matches;
        let turn = guest.look(&match_id).await.unwrap().turn.map(|turn| turn.seat as usize);
        // A deal that is not out yet is nobody's turn.
        assert!(mine.len() == usize::from(turn == Some(seat)) || turn.is_none());
    }
    play(&guests, &match_id).await;
    for guest in &guests {
        let finished = ListMatchesRequest { states: vec![MatchState::Finished.into()], ..Default::default() };
        let listed = guest.engine().list_matches(finished).await.unwrap().into_inner().matches;
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].match_id, match_id);
        assert!(listed[0].standing.as_ref().is_some_and(|standing| standing.finished));
    }
}

#[tokio::test]
async fn match_is_played_through_the_unary_door() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let match_id = start_rated_match(&guests, rated_table()).await;
    let ends = join_all(guests.iter().map(|guest| play_by_unary_calls(guest, &match_id))).await;
    let last = ends[0];
    assert_eq!(ends, [last; 4]);
    assert_eq!(await_rated(&guests[0], &match_id).await.state(), ResultState::Rated);
}

/// Plays by `Act` and `Watch`; the last seq.
async fn play_by_unary_calls(guest: &Guest, match_id: &str) -> u64 {
    let mut watch = Watch::open(guest, match_id, None).await;
    let (mut seat, mut seq) = (0, 0);
    while let Some(update) = watch.next().await.unwrap() {
        let turn = match update {
            Update::Snapshot(snapshot) => {
                (seat, seq) = (snapshot.your_seat.unwrap(), snapshot.seq);
                snapshot.turn
            }
            Update::Event(event) => {
                assert_eq!(event.seq, seq + 1);
                seq = event.seq;
                event.turn
            }
            _ => None,
        };
        if let Some(turn) = turn.filter(|turn| turn.seat == seat) {
            act_by_message(guest, match_id, seq, &turn).await;
        }
    }
    seq
}

/// Sends a listed move back as it came.
async fn act_by_message(guest: &Guest, match_id: &str, seq: u64, turn: &Turn) {
    let request = ActRequest {
        match_id: match_id.to_owned(),
        request_id: fresh_id(),
        expected_seq: Some(seq),
        r#move: turn.legal_moves[0].action.clone().map(act_request::Move::Action),
    };
    let acted = guest.engine().act(request).await.unwrap().into_inner();
    assert_eq!((acted.seq, acted.replayed), (seq + 1, false));
}
