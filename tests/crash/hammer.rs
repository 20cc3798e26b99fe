//! Clients that go on using the door of an engine that has lost its matches.

use env::Entropy;
use futures::future::join_all;
use jodi_tests::client::{Guest, fresh_id};
use jodi_tests::within;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use tonic::Status;
use wire::engine::v1::{ActRequest, ActResponse, MatchSnapshot, MatchState, act_request};
use wire::errors::v1::ErrorReason;

use crate::tally::Life;
use crate::told::Acknowledged;

/// What came of it.
#[derive(Debug, Default)]
pub struct Hammered {
    /// Moves that were acknowledged.
    pub told: Vec<Acknowledged>,
    /// Moves that were refused, because others were faster.
    pub refused: u64,
    /// Acknowledged moves that were sent again, and answered as before.
    pub replayed: u64,
    /// What must not be.
    pub faults: Vec<String>,
}

impl Hammered {
    /// Adds another's.
    pub fn add(&mut self, other: Self) {
        self.told.extend(other.told);
        self.refused += other.refused;
        self.replayed += other.replayed;
        self.faults.extend(other.faults);
    }
}

/// A client of all seats of one match, in the order of the seats.
pub struct Hammer {
    guests: Vec<Guest>,
    match_id: String,
    choice: Entropy,
    hammered: Hammered,
}

impl Hammer {
    /// A client that chooses by a seed.
    pub fn new(guests: Vec<Guest>, match_id: String, seed: u64) -> Self {
        Self { guests, match_id, choice: Entropy::seeded(seed), hammered: Hammered::default() }
    }

    /// Sends moves again that were acknowledged at the heir's door: they must be answered as they were there. Ends when the players
    /// go elsewhere again.
    pub async fn repeat(
        mut self,
        mut acknowledged: broadcast::Receiver<Acknowledged>,
        mut next: watch::Receiver<Life>,
    ) -> Hammered {
        next.mark_unchanged();
        loop {
            let one = tokio::select! {
                biased;
                _ = next.changed() => break,
                one = acknowledged.recv() => match one {
                    Ok(one) => one,
                    // The players are faster than one client can repeat: some of their moves will do.
                    Err(RecvError::Lagged(_)) => continue,
                    Err(RecvError::Closed) => break,
                },
            };
            let request = ActRequest {
                match_id: self.match_id.clone(),
                request_id: one.request_id.clone(),
                expected_seq: Some(one.seq - 1),
                r#move: Some(act_request::Move::Text(one.text.clone())),
            };
            let guest = self.guests[one.seat as usize].clone();
            match self.answer(&guest, &request).await {
                Some(again) if again.seq == one.seq && again.replayed => self.hammered.replayed += 1,
                again => self.fault(format!("{one:?} was sent again and answered with {again:?}")),
            }
        }
        self.hammered
    }

    /// Moves whichever seat is shown to be to act, until the match is over or the players go elsewhere again.
    pub async fn move_on_sight(mut self, mut next: watch::Receiver<Life>) -> Hammered {
        next.mark_unchanged();
        while !next.has_changed().unwrap_or(true) {
            let looks = join_all(self.guests.iter().map(|guest| guest.look(&self.match_id))).await;
            for (seat, look) in looks.into_iter().enumerate() {
                match look {
                    Ok(shown) if shown.state() == MatchState::Finished => return self.hammered,
                    Ok(shown) if shown.turn.as_ref().is_some_and(|turn| turn.seat as usize == seat) => {
                        let guest = self.guests[seat].clone();
                        self.act(&guest, &shown).await;
                    }
                    Ok(_) => {}
                    Err(status) => {
                        self.judge(&status, "a look");
                    }
                }
            }
        }
        self.hammered
    }

    async fn act(&mut self, guest: &Guest, shown: &MatchSnapshot) {
        let turn = shown.turn.as_ref().expect("it is a seat's turn");
        let place = self.choice.u64() % (turn.legal_moves.len() as u64);
        let text = turn.legal_moves[usize::try_from(place).expect("a list's place")].text.clone();
        let request = ActRequest {
            match_id: self.match_id.clone(),
            request_id: fresh_id(),
            // Half of the clients look twice before they act.
            expected_seq: self.choice.u64().is_multiple_of(2).then_some(shown.seq),
            r#move: Some(act_request::Move::Text(text.clone())),
        };
        let Some(acted) = self.answer(guest, &request).await else { return };
        let ActRequest { request_id, .. } = request.clone();
        self.hammered.told.push(Acknowledged { request_id, seat: turn.seat, text, seq: acted.seq });
        match self.answer(guest, &request).await {
            Some(again) if again.seq == acted.seq && again.replayed => self.hammered.replayed += 1,
            again => self.fault(format!("{request:?} was answered with {acted:?} and then with {again:?}")),
        }
    }

    /// Sends a move until its outcome is certain. `None`: it was refused.
    async fn answer(&mut self, guest: &Guest, request: &ActRequest) -> Option<ActResponse> {
        loop {
            match within("an answer", guest.engine().act(request.clone())).await {
                Ok(response) => return Some(response.into_inner()),
                Err(status) if self.judge(&status, "a move") => {}
                Err(_) => {
                    self.hammered.refused += 1;
                    return None;
                }
            }
        }
    }

    /// True if the same request may succeed later. What nobody may be told is a fault.
    fn judge(&mut self, status: &Status, what: &str) -> bool {
        use ErrorReason as R;
        match wire::fault_of(status).map(|fault| fault.reason()) {
            Some(R::StoreUnavailable | R::OutcomeUnknown | R::Overloaded | R::Draining) => true,
            Some(R::StaleSeq | R::NotYourTurn | R::NotStarted | R::IllegalMove | R::MatchOver) => false,
            _ => {
                self.fault(format!("{what} was refused: {status}"));
                false
            }
        }
    }

    fn fault(&mut self, what: String) {
        self.hammered.faults.push(format!("match {}, at the zombie's door: {what}", self.match_id));
    }
}
