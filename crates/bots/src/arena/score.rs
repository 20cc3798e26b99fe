//! What the sides scored in a deal.

use games::Event;

/// The points of a deal by side, if the event ended one that counts. In Seep a deal that is thrown in does not: nobody
/// had a choice. In Smear and Pepper everybody chose to pass, and nobody scores.
pub(super) fn deal_score(event: &Event, sides: usize) -> Option<Vec<i32>> {
    let nobody = || Some(vec![0; sides]);
    match event {
        Event::Seep(seep::Event::Played(played)) => {
            Some(played.end.as_ref()?.result.score.map(i32::from).to_vec())
        }
        Event::Smear(smear::Event::Played(played)) => Some(played.end.as_ref()?.result.deltas.to_vec()),
        Event::Smear(smear::Event::Called(called)) => match called.after {
            smear::AfterCall::ThrownIn { .. } => nobody(),
            _ => None,
        },
        Event::Pepper(pepper::Event::Played(played)) => Some(played.end.as_ref()?.result.deltas.to_vec()),
        Event::Pepper(pepper::Event::Called(called)) => match called.end {
            Some(pepper::AuctionEnd::ThrownIn { .. }) => nobody(),
            _ => None,
        },
        Event::Seep(_) | Event::Smear(_) | Event::Pepper(_) => None,
    }
}
