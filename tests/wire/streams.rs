//! What streams refuse, and that a session survives what it refuses.

use jodi_tests::client::{Guest, Session, Watch, fault, fresh_id, reason};
use jodi_tests::process::SuiteSetup;
use wire::engine::v1::session_request::Request;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::{ActRequest, FreshToken, Ping, Refused, ResignRequest, WatchRequest};
use wire::errors::v1::ErrorReason;

use crate::board::{Board, legal_texts};

#[track_caller]
fn refused(answer: Response) -> Refused {
    match answer {
        Response::Refused(refused) => *refused,
        other => panic!("the request should have been refused, not {other:?}"),
    }
}

#[tokio::test]
async fn cursor_beyond_the_end_is_told_the_latest_seq() {
    let board = Board::dealt().await;
    let latest = board.look(0).await.seq;
    for after in [latest + 1, u64::MAX] {
        let fault = fault(Watch::try_open(&board.guests[0], &board.match_id, Some(after)).await);
        assert_eq!(fault.reason(), ErrorReason::SeqOutOfRange);
        assert_eq!(fault.metadata()["seq"], latest.to_string());
        let mut session = Session::open(&board.guests[0]).await;
        let refused = refused(session.watch(&board.match_id, Some(after)).await);
        assert_eq!(refused.reason(), ErrorReason::SeqOutOfRange);
    }
}

#[tokio::test]
async fn cursor_beyond_the_end_of_an_ended_match_is_refused_too() {
    let board = Board::dealt().await;
    let latest = board.backend.abort(&board.match_id, "done").await.unwrap().seq;
    let opened = Watch::try_open(&board.guests[0], &board.match_id, Some(latest + 1)).await;
    assert_eq!(reason(opened), ErrorReason::SeqOutOfRange);
}

#[tokio::test]
async fn stranger_may_not_watch_a_closed_match() {
    let board = Board::dealt().await;
    let stranger = Guest::sign_in(board.suite.channel(), "Esha").await;
    let opened = Watch::try_open(&stranger, &board.match_id, None).await;
    assert_eq!(reason(opened), ErrorReason::NotYourMatch);
    assert_eq!(reason(Watch::try_open(&stranger, &fresh_id(), None).await), ErrorReason::MatchNotFound);
    let mut session = Session::open(&stranger).await;
    assert_eq!(refused(session.watch(&board.match_id, None).await).reason(), ErrorReason::NotYourMatch);
}

#[tokio::test]
async fn requests_of_a_session_count_as_calls_of_its_account() {
    let suite = SuiteSetup::new().env("JODI_ACCOUNT_RATE", 1).start().await;
    let hasty = Guest::sign_in(suite.channel(), "Esha").await;
    let mut session = Session::open(&hasty).await;
    let mut let_in = 0;
    // Many more than the rate lets in while they are asked.
    let told = loop {
        match session.ask(Request::Ping(Ping {})).await {
            Response::Pong(_) => let_in += 1,
            answer => break refused(answer),
        }
        assert!(let_in < 1_000);
    };
    assert!(let_in >= 4, "five seconds' worth may come at once, with the call that opened the session");
    assert_eq!(told.reason(), ErrorReason::Overloaded);
    assert!(told.retry_after.is_some());
    let other = Guest::sign_in(suite.channel(), "Jan").await;
    let mut session = Session::open(&other).await;
    assert!(matches!(session.ask(Request::Ping(Ping {})).await, Response::Pong(_)));
}

#[tokio::test]
async fn session_goes_on_after_every_refusal() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let legal = legal_texts(&snapshot);
    let act = |text: &str| Request::Act(board.act(text));
    let cases = [
        (act("nonsense"), ErrorReason::InvalidField),
        (
            Request::Act(ActRequest { match_id: fresh_id(), ..board.act(&legal[0]) }),
            ErrorReason::MatchNotFound,
        ),
        (Request::Act(ActRequest { expected_seq: Some(0), ..board.act(&legal[0]) }), ErrorReason::StaleSeq),
        (act("THROW AC"), ErrorReason::IllegalMove),
        (Request::Act(ActRequest::default()), ErrorReason::InvalidField),
        (Request::Watch(WatchRequest::default()), ErrorReason::InvalidField),
        (Request::Resign(ResignRequest::default()), ErrorReason::InvalidField),
        (Request::Token(FreshToken::default()), ErrorReason::CredentialInvalid),
    ];
    let mut session = Session::open(guest).await;
    board
        .unchanged(async {
            for (request, expected) in cases {
                let shown = format!("{request:?}");
                let refused = refused(session.ask(request).await);
                assert_eq!(refused.reason(), expected, "{shown}");
                assert!(!refused.message.is_empty(), "{shown}");
            }
        })
        .await;
    assert!(matches!(session.ask(Request::Ping(Ping {})).await, Response::Pong(_)));
    assert!(matches!(session.ask(act(&legal[0])).await, Response::Acted(_)));
}

#[tokio::test]
async fn illegal_move_in_a_session_says_why() {
    let board = Board::dealt().await;
    let (guest, _) = board.mover().await;
    let mut session = Session::open(guest).await;
    let refused = refused(session.ask(Request::Act(board.act("CAPTURE AC []"))).await);
    assert_eq!(refused.reason(), ErrorReason::IllegalMove);
    assert_eq!(refused.metadata["rule"], "bid_first");
    assert_eq!(refused.message, "You must bid before you play.");
    assert_eq!(refused.code, tonic::Code::FailedPrecondition as i32);
}

#[tokio::test]
async fn refusal_is_sent_also_where_no_reply_is_wanted() {
    let board = Board::dealt().await;
    let mut session = Session::open(&board.guests[0]).await;
    session.send_uncalled(Request::Watch(WatchRequest::default())).await;
    let message = session.next().await.unwrap().unwrap();
    assert_eq!(message.call, 0);
    assert_eq!(refused(message.response.unwrap()).reason(), ErrorReason::InvalidField);
}

#[tokio::test]
async fn fresh_token_of_another_account_is_refused() {
    let board = Board::dealt().await;
    let mut session = Session::open(&board.guests[0]).await;
    let token =
        |guest: &Guest| Request::Token(FreshToken { access_token: guest.tokens.access_token.clone() });
    let refused = refused(session.ask(token(&board.guests[1])).await);
    assert_eq!(refused.reason(), ErrorReason::CredentialInvalid);
    assert!(matches!(session.ask(token(&board.guests[0])).await, Response::Done(_)));
}

#[tokio::test]
async fn unwatching_what_is_not_watched_is_fine_and_nonsense_is_named() {
    let board = Board::dealt().await;
    let mut session = Session::open(&board.guests[0]).await;
    assert!(matches!(session.unwatch(&board.match_id).await, Response::Done(_)));
    let refused = refused(session.unwatch("seven").await);
    assert_eq!(refused.fields[0].field, "match_id");
}
