//! What a seat was shown: its captured stream, folded as a client folds it.

use std::collections::BTreeMap;

use games::View;
use wire::engine::v1::SessionResponse;
use wire::engine::v1::session_response::Response;

use crate::client::{FollowFault, MatchFollower};

/// What one seat was shown of one match.
#[derive(Clone, Debug, Default)]
pub struct SeatShown {
    by_seq: BTreeMap<u64, Moment>,
}

#[derive(Clone, Debug)]
struct Moment {
    view: View,
    legal: Vec<String>,
}

/// Why a captured stream cannot be folded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShownFault {
    /// A message that does not fit those before it.
    #[error(transparent)]
    Follow(#[from] FollowFault),
    /// The stream was another seat's.
    #[error("the stream is not one of seat {seat}")]
    OtherSeat {
        /// The seat that was expected.
        seat: u8,
    },
}

impl SeatShown {
    /// Folds the messages of a seat's sessions; those of other matches are passed over.
    ///
    /// # Errors
    /// [`ShownFault`]. A gap is no fault: nothing is known from there to the next snapshot.
    pub fn fold(match_id: &str, seat: u8, messages: &[SessionResponse]) -> Result<Self, ShownFault> {
        let mut follower = MatchFollower::new();
        let mut shown = Self::default();
        for message in messages {
            let followed = match &message.response {
                Some(Response::Snapshot(snapshot)) if snapshot.match_id == match_id => {
                    follower.install(snapshot)
                }
                Some(Response::Event(event)) if event.match_id == match_id => follower.follow(event),
                _ => continue,
            };
            match followed {
                Ok(_) => {}
                Err(FollowFault::Gap { .. }) => continue,
                Err(fault) => return Err(fault.into()),
            }
            if follower.seat().is_none_or(|own| own.number() != seat) {
                return Err(ShownFault::OtherSeat { seat });
            }
            shown.note(&follower);
        }
        Ok(shown)
    }

    fn note(&mut self, follower: &MatchFollower) {
        if let (Some(seq), Some(view)) = (follower.seq(), follower.view()) {
            let legal = follower.legal_moves().iter().map(|legal| legal.text.clone()).collect();
            self.by_seq.insert(seq, Moment { view: view.clone(), legal });
        }
    }

    /// What the seat saw once the step with this seq had been taken; `None` if it was not shown that.
    pub fn view_at(&self, seq: u64) -> Option<&View> {
        self.by_seq.get(&seq).map(|moment| &moment.view)
    }

    /// The moves that were listed for the seat at that moment, as text; empty if it was not its turn. `None` as above.
    pub fn legal_at(&self, seq: u64) -> Option<&[String]> {
        self.by_seq.get(&seq).map(|moment| moment.legal.as_slice())
    }

    /// For how many moments it is known what the seat saw.
    pub fn moments(&self) -> usize {
        self.by_seq.len()
    }
}
