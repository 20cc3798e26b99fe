//! A match whose seats move one by one, in the test's own order.

use jodi_tests::client::{Backend, Guest, MatchPlan, fresh_id, seep_deals};
use jodi_tests::{eventually, within};
use tokio::task::JoinHandle;
use tonic::Status;
use wire::engine::v1::{ActRequest, ActResponse, CreateMatchRequest, MatchState, act_request};
use wire::errors::v1::ErrorReason;
use wire::game::v1::LegalMove;

use crate::ground::Engine;
use crate::told::Acknowledged;

/// Decisions of such a match: a bid and 48 plays.
pub const MOVES: usize = 49;

/// A match, and what its players were told.
pub struct Match {
    /// How it was made.
    pub plan: CreateMatchRequest,
    guests: Vec<Guest>,
    /// What its players were told.
    pub told: Vec<Acknowledged>,
}

impl Match {
    /// A rated match of one deal, which is not made yet.
    pub fn of(guests: &[Guest]) -> Self {
        let plan = MatchPlan::of(guests).options(seep_deals(1)).ladder("seep").request();
        Self { plan, guests: guests.to_vec(), told: Vec::new() }
    }

    /// Makes it.
    pub async fn make(&self, backend: &Backend) {
        backend.try_create(self.plan.clone()).await.expect("a match is created");
    }

    /// The seat to act chooses, from what this engine shows it.
    pub async fn choose(&self, door: &Engine, pick: Pick) -> Choice {
        self.try_choose(door, pick).await.expect("the match goes on")
    }

    /// `None`: the match is over.
    async fn try_choose(&self, door: &Engine, pick: Pick) -> Option<Choice> {
        let at = |seat: usize| self.guests[seat].on(door.process.channel());
        // Between two decisions the engine may still have to deal.
        let look = || async {
            let shown = at(0).look(&self.plan.match_id).await.expect("a player may look");
            (shown.turn.is_some() || shown.state() == MatchState::Finished).then_some(shown)
        };
        let seat = eventually("somebody's turn", look).await.turn?.seat;
        let guest = at(seat as usize);
        let shown = guest.look(&self.plan.match_id).await.expect("a player may look");
        let turn = shown.turn.expect("nobody but this test moves");
        let text = pick(&turn.legal_moves).expect("there is a legal move").text.clone();
        let request = ActRequest {
            match_id: self.plan.match_id.clone(),
            request_id: fresh_id(),
            expected_seq: Some(shown.seq),
            r#move: Some(act_request::Move::Text(text.clone())),
        };
        Some(Choice { guest, seat, text, request })
    }

    /// Makes so many moves, or those that are left.
    pub async fn play(&mut self, door: &Engine, moves: usize) {
        for _ in 0..moves {
            let Some(choice) = self.try_choose(door, <[_]>::last).await else { return };
            let sent = choice.send().await.expect("a client does not panic");
            assert!(sent.answer.is_ok(), "a move at the driver's door is made: {:?}", sent.answer);
            self.told.extend(sent.acknowledged());
        }
    }
}

/// Picks a move.
pub type Pick = fn(&[LegalMove]) -> Option<&LegalMove>;

/// A move that was chosen.
#[derive(Clone)]
pub struct Choice {
    guest: Guest,
    seat: u32,
    text: String,
    /// The request.
    pub request: ActRequest,
}

impl Choice {
    /// Sends it.
    pub fn send(self) -> JoinHandle<Sent> {
        tokio::spawn(async move {
            let answer = within("an answer", self.guest.engine().act(self.request.clone())).await;
            Sent { answer: answer.map(tonic::Response::into_inner), choice: self }
        })
    }
}

/// A move that was answered.
pub struct Sent {
    choice: Choice,
    /// The answer.
    pub answer: Result<ActResponse, Status>,
}

impl Sent {
    /// What the player was told, if the move was acknowledged.
    pub fn acknowledged(&self) -> Option<Acknowledged> {
        let Choice { seat, text, request, .. } = self.choice.clone();
        let seq = self.answer.as_ref().ok()?.seq;
        Some(Acknowledged { request_id: request.request_id, seat, text, seq })
    }

    /// Why it was refused; `None` also for a refusal without a reason.
    pub fn reason(&self) -> Option<ErrorReason> {
        Some(wire::fault_of(self.answer.as_ref().err()?)?.reason())
    }

    /// The request.
    pub fn request(&self) -> &ActRequest {
        &self.choice.request
    }

    /// The answer in a few words.
    pub fn outcome(&self) -> String {
        match &self.answer {
            Ok(acted) => format!("acknowledged as seq {}", acted.seq),
            Err(status) => {
                self.reason().map_or_else(|| status.to_string(), |reason| reason.as_str_name().to_owned())
            }
        }
    }
}
