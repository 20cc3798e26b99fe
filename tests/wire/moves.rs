//! Moves that are refused.

use jodi_tests::client::{Guest, fault, fields, fresh_id, reason};
use wire::cards::v1::Card;
use wire::engine::v1::{ActRequest, ActResponse, CutRequest, ResignRequest, act_request};
use wire::errors::v1::ErrorReason;
use wire::game::v1::{GameAction, SeepAction, game_action};

use crate::board::{Board, legal_texts};

async fn send(guest: &Guest, request: ActRequest) -> Result<ActResponse, tonic::Status> {
    Ok(guest.engine().act(request).await?.into_inner())
}

/// A house value that the seat to bid does not hold, and so cannot bid.
fn impossible_bid(legal: &[String]) -> String {
    let bids = (9..=13).map(|value| format!("BID {value}"));
    bids.into_iter().find(|bid| !legal.contains(bid)).expect("four cards hold at most four values")
}

#[tokio::test]
async fn move_out_of_turn_names_whose_turn_it_is() {
    let board = Board::dealt().await;
    let (mover, snapshot) = board.mover().await;
    let turn = snapshot.turn.clone().expect("a turn");
    let bid = &turn.legal_moves[0].text;
    for guest in board.guests.iter().filter(|guest| guest.account_id != mover.account_id) {
        let refused = board.unchanged(send(guest, board.act(bid))).await;
        let fault = fault(refused);
        assert_eq!(fault.reason(), ErrorReason::NotYourTurn);
        assert_eq!(fault.metadata()["turn"], turn.seat.to_string());
    }
}

#[tokio::test]
async fn illegal_move_says_why_in_a_sentence() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let bid = impossible_bid(&legal_texts(&snapshot));
    let fault = fault(board.unchanged(send(guest, board.act(&bid))).await);
    assert_eq!(fault.reason(), ErrorReason::IllegalMove);
    assert_eq!(fault.metadata()["rule"], "bid_not_held");
    let text = fault.message();
    assert!(text.starts_with("You cannot bid") && text.ends_with('.'), "{text}");
}

#[tokio::test]
async fn card_that_is_not_held_cannot_be_played() {
    let board = Board::dealt().await;
    board.step().await;
    let (guest, snapshot) = board.mover().await;
    let Some(wire::game::v1::game_view::Game::Seep(view)) = snapshot.view.and_then(|view| view.game) else {
        panic!("a view of Seep")
    };
    let others = (1..=52).filter(|card| !view.hand.contains(card));
    for card in others.filter_map(|card| Card::try_from(card).ok()) {
        let name = card.as_str_name().trim_start_matches("CARD_");
        let fault = fault(send(guest, board.act(&format!("THROW {name}"))).await);
        assert_eq!(fault.reason(), ErrorReason::IllegalMove);
        // Not in the hand is all that is said, wherever the card is.
        let expected = ("card_not_held", format!("You do not hold {name}."));
        assert_eq!((fault.metadata()["rule"].as_str(), fault.message().to_owned()), expected);
    }
}

#[tokio::test]
async fn stale_seq_is_told_the_latest() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let legal = &legal_texts(&snapshot)[0];
    for expected in [0, snapshot.seq - 1, snapshot.seq + 1, u64::MAX] {
        let request = ActRequest { expected_seq: Some(expected), ..board.act(legal) };
        let fault = fault(board.unchanged(send(guest, request)).await);
        assert_eq!(fault.reason(), ErrorReason::StaleSeq);
        assert_eq!(fault.metadata()["seq"], snapshot.seq.to_string());
    }
}

#[tokio::test]
async fn retry_returns_the_recorded_outcome() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let request = ActRequest { expected_seq: Some(snapshot.seq), ..board.act(&legal_texts(&snapshot)[0]) };
    let first = send(guest, request.clone()).await.unwrap();
    assert_eq!(first, ActResponse { seq: snapshot.seq + 1, replayed: false });
    let again = board.unchanged(send(guest, request)).await.unwrap();
    assert_eq!(again, ActResponse { replayed: true, ..first });
}

#[tokio::test]
async fn retry_by_text_of_a_move_made_as_a_message_is_the_same_request() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let legal = snapshot.turn.expect("a turn").legal_moves.remove(0);
    let by_text = board.act(&legal.text);
    let by_message = ActRequest { r#move: legal.action.map(act_request::Move::Action), ..by_text.clone() };
    let first = send(guest, by_message).await.unwrap();
    let again = send(guest, by_text).await.unwrap();
    assert_eq!(again, ActResponse { replayed: true, ..first });
}

#[tokio::test]
async fn request_id_with_another_content_is_refused() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let legal = legal_texts(&snapshot);
    let request = board.act(&legal[0]);
    send(guest, request.clone()).await.unwrap();
    let other = board.act(&impossible_bid(&legal));
    let other = ActRequest { request_id: request.request_id.clone(), ..other };
    assert_eq!(reason(board.unchanged(send(guest, other)).await), ErrorReason::RequestIdReused);
    let resign = ResignRequest { match_id: board.match_id.clone(), request_id: request.request_id };
    let resigned = board.unchanged(guest.engine().resign(resign)).await;
    assert_eq!(reason(resigned), ErrorReason::RequestIdReused);
}

#[tokio::test]
async fn request_ids_of_two_callers_do_not_meet() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let request = board.act(&legal_texts(&snapshot)[0]);
    send(guest, request.clone()).await.unwrap();
    let other = board.guests.iter().find(|other| other.account_id != guest.account_id).expect("four guests");
    assert_eq!(reason(send(other, request).await), ErrorReason::NotYourTurn);
}

#[tokio::test]
async fn refusal_is_evaluated_anew() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let request = board.act(&legal_texts(&snapshot)[0]);
    let stale = ActRequest { expected_seq: Some(snapshot.seq + 1), ..request.clone() };
    assert_eq!(reason(send(guest, stale).await), ErrorReason::StaleSeq);
    assert!(!send(guest, request).await.unwrap().replayed);
}

#[tokio::test]
async fn player_of_another_match_has_no_seat_here() {
    let (board, other) = tokio::join!(Board::dealt(), Board::dealt());
    let (_, snapshot) = board.mover().await;
    let request = board.act(&legal_texts(&snapshot)[0]);
    let stranger = &other.guests[0];
    assert_eq!(reason(board.unchanged(send(stranger, request)).await), ErrorReason::NotYourMatch);
    assert_eq!(reason(stranger.look(&board.match_id).await), ErrorReason::NotYourMatch);
    let resigned = board.unchanged(stranger.resign(&board.match_id)).await;
    assert_eq!(reason(resigned), ErrorReason::NotYourMatch);
    let cut = CutRequest { match_id: board.match_id.clone(), request_id: fresh_id(), entropy: vec![7; 16] };
    assert_eq!(reason(stranger.engine().cut(cut).await), ErrorReason::NotYourMatch);
}

#[tokio::test]
async fn unknown_match_is_not_found() {
    let board = Board::dealt().await;
    let guest = &board.guests[0];
    let request = ActRequest { match_id: fresh_id(), ..board.act("BID 9") };
    assert_eq!(reason(send(guest, request).await), ErrorReason::MatchNotFound);
    assert_eq!(reason(guest.look(&fresh_id()).await), ErrorReason::MatchNotFound);
    assert_eq!(reason(guest.resign(&fresh_id()).await), ErrorReason::MatchNotFound);
}

#[tokio::test]
async fn ids_that_are_no_uuids_are_named() {
    let board = Board::dealt().await;
    let guest = &board.guests[0];
    for id in ["", "7", "not-a-uuid", "00000000-0000-0000-0000-00000000000g", "'; drop schema engine; --"] {
        let request = ActRequest { match_id: id.to_owned(), ..board.act("BID 9") };
        assert_eq!(fields(send(guest, request).await), ["match_id"], "{id:?}");
        let request = ActRequest { request_id: id.to_owned(), ..board.act("BID 9") };
        assert_eq!(fields(send(guest, request).await), ["request_id"], "{id:?}");
        assert_eq!(fields(guest.look(id).await), ["match_id"], "{id:?}");
    }
}

#[tokio::test]
async fn text_that_is_no_move_is_named() {
    let board = Board::dealt().await;
    let (guest, _) = board.mover().await;
    let long = "THROW ".repeat(100);
    for text in ["", "BID", "BID 99", "bid 9", "THROW", "THROW 1H", "CAPTURE QD [", "🂡", long.as_str()] {
        let refused = board.unchanged(send(guest, board.act(text))).await;
        assert_eq!(fields(refused), ["text"], "{text:?}");
    }
}

#[tokio::test]
async fn message_that_is_no_move_is_named() {
    let board = Board::dealt().await;
    let (guest, _) = board.mover().await;
    let request = ActRequest { r#move: None, ..board.act("") };
    assert_eq!(fields(board.unchanged(send(guest, request)).await), ["move"]);
    let seep = |action| Some(game_action::Game::Seep(action));
    let faulty = [
        None,
        seep(SeepAction::default()),
        seep(SeepAction { r#type: 99, ..Default::default() }),
        seep(SeepAction { r#type: 1, value: 4_000_000_000, ..Default::default() }),
        seep(SeepAction { r#type: 6, card: 53, ..Default::default() }),
        seep(SeepAction { r#type: 2, card: 1, take: vec![5, 5], ..Default::default() }),
        seep(SeepAction { r#type: 2, card: 1, take: vec![-1; 200], ..Default::default() }),
    ];
    for game in faulty {
        let action = act_request::Move::Action(GameAction { game: game.clone() });
        let request = ActRequest { r#move: Some(action), ..board.act("") };
        assert_eq!(fields(board.unchanged(send(guest, request)).await), ["action"], "{game:?}");
    }
}

#[tokio::test]
async fn move_before_the_cut_is_over_is_too_early() {
    let board = Board::cutting().await;
    let refused = board.unchanged(send(&board.guests[0], board.act("BID 9"))).await;
    assert_eq!(reason(refused), ErrorReason::NotStarted);
}

#[tokio::test]
async fn ended_match_takes_no_move_but_still_knows_its_requests() {
    let board = Board::dealt().await;
    let (guest, snapshot) = board.mover().await;
    let request = board.act(&legal_texts(&snapshot)[0]);
    let first = send(guest, request.clone()).await.unwrap();
    board.backend.abort(&board.match_id, "the test is done with it").await.unwrap();
    assert_eq!(send(guest, request.clone()).await.unwrap(), ActResponse { replayed: true, ..first });
    let other = ActRequest { request_id: request.request_id, ..board.act("BID 13") };
    let other = if legal_texts(&snapshot)[0] == "BID 13" {
        ActRequest { r#move: Some(act_request::Move::Text("BID 9".to_owned())), ..other }
    } else {
        other
    };
    assert_eq!(reason(send(guest, other).await), ErrorReason::RequestIdReused);
    assert_eq!(reason(send(guest, board.act("BID 9")).await), ErrorReason::MatchOver);
    assert_eq!(reason(guest.resign(&board.match_id).await), ErrorReason::MatchOver);
}

#[tokio::test]
async fn second_cut_of_a_seat_is_closed() {
    let board = Board::cutting().await;
    let cut = |entropy: u8| CutRequest {
        match_id: board.match_id.clone(),
        request_id: fresh_id(),
        entropy: vec![entropy; 16],
    };
    let guest = &board.guests[0];
    let first = cut(1);
    let done = guest.engine().cut(first.clone()).await.unwrap().into_inner();
    let again = board.unchanged(guest.engine().cut(first)).await.unwrap().into_inner();
    assert_eq!((again.seq, again.replayed), (done.seq, true));
    assert_eq!(reason(board.unchanged(guest.engine().cut(cut(2))).await), ErrorReason::CutClosed);
}

#[tokio::test]
async fn cut_after_the_deal_is_closed() {
    let board = Board::dealt().await;
    let cut = CutRequest { match_id: board.match_id.clone(), request_id: fresh_id(), entropy: vec![7; 16] };
    let refused = board.unchanged(board.guests[0].engine().cut(cut)).await;
    assert_eq!(reason(refused), ErrorReason::CutClosed);
}

#[tokio::test]
async fn entropy_of_a_wrong_length_is_named() {
    let board = Board::cutting().await;
    for length in [1, 15, 65, 4096] {
        let entropy = vec![7; length];
        let cut = CutRequest { match_id: board.match_id.clone(), request_id: fresh_id(), entropy };
        assert_eq!(fields(board.unchanged(board.guests[0].engine().cut(cut)).await), ["entropy"], "{length}");
    }
}
