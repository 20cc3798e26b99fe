//! What the sides scored in a deal.

use games::Event;

/// The points of a deal by side, if the event ended one.
pub(super) fn deal_score(event: &Event) -> Option<Vec<i32>> {
    match event {
        Event::Seep(seep::Event::Played(played)) => {
            let end = played.end.as_ref()?;
            Some(end.result.score.map(i32::from).to_vec())
        }
        Event::Seep(_) => None,
    }
}
