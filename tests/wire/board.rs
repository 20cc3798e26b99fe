//! A match under way, which bad input must leave as it is.

use std::future::Future;

use jodi_tests::client::{Backend, Guest, MatchPlan, await_turn, four_guests, fresh_id};
use jodi_tests::process::Suite;
use wire::engine::v1::{ActRequest, MatchSnapshot, act_request};

/// A match of four guests in which seat 0 is to bid.
pub struct Board {
    pub suite: &'static Suite,
    pub backend: Backend,
    pub guests: [Guest; 4],
    pub match_id: String,
}

impl Board {
    /// One deal, without clocks.
    pub async fn dealt() -> Self {
        Self::dealt_of(|plan| plan).await
    }

    /// As planned, without a cut.
    pub async fn dealt_of(change: impl FnOnce(MatchPlan) -> MatchPlan) -> Self {
        let board = Self::of(change).await;
        // The engine deals by itself, a moment after the match was made.
        await_turn(&board.guests[0], &board.match_id).await;
        board
    }

    /// A match whose players may still cut, for longer than any test takes.
    pub async fn cutting() -> Self {
        Self::of(|plan| plan.cut_window(60_000)).await
    }

    async fn of(change: impl FnOnce(MatchPlan) -> MatchPlan) -> Self {
        let suite = Suite::shared().await;
        let guests = four_guests(&suite.channel()).await;
        let backend = Backend::new(suite.channel(), suite.admin());
        let match_id = backend.create(change(MatchPlan::of(&guests))).await;
        Self { suite, backend, guests, match_id }
    }

    /// The guest whose turn it is, and its seat.
    pub async fn mover(&self) -> (&Guest, MatchSnapshot) {
        let seat = self.look(0).await.turn.expect("somebody is to act").seat as usize;
        (&self.guests[seat], self.look(seat).await)
    }

    /// The match as a seat sees it.
    pub async fn look(&self, seat: usize) -> MatchSnapshot {
        self.guests[seat].look(&self.match_id).await.expect("a player sees the match")
    }

    /// The match as all four see it.
    pub async fn all_views(&self) -> Vec<MatchSnapshot> {
        futures::future::join_all((0..4).map(|seat| self.look(seat))).await
    }

    /// Does something that must not change the match: neither its seq nor what any seat sees.
    pub async fn unchanged<T>(&self, attempt: impl Future<Output = T>) -> T {
        let before = self.all_views().await;
        let outcome = attempt.await;
        assert_eq!(self.all_views().await, before, "a refusal changes nothing");
        outcome
    }

    /// A move given as text, under a new request id.
    pub fn act(&self, text: &str) -> ActRequest {
        ActRequest {
            match_id: self.match_id.clone(),
            request_id: fresh_id(),
            expected_seq: None,
            r#move: Some(act_request::Move::Text(text.to_owned())),
        }
    }

    /// Makes the first legal move of whoever is to act; its seq.
    pub async fn step(&self) -> u64 {
        let (guest, snapshot) = self.mover().await;
        let text = &snapshot.turn.expect("somebody is to act").legal_moves[0].text;
        guest.act(&self.match_id, text).await.expect("a legal move is made").seq
    }
}

/// The texts of a seat's legal moves.
pub fn legal_texts(snapshot: &MatchSnapshot) -> Vec<String> {
    let turn = snapshot.turn.as_ref().expect("somebody is to act");
    turn.legal_moves.iter().map(|legal| legal.text.clone()).collect()
}
