//! Keeping a view up to date from events, over all games: what a client does with its stream.

use cards::Viewer;

use crate::{Match, Options, Seen, View};

/// The event is not the one that follows the view: one was missed, or it is in its closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DoesNotFollow {
    /// In Seep.
    #[error(transparent)]
    Seep(#[from] seep::DoesNotFollow),
}

impl View {
    /// What a viewer sees right after the first event of a match, which is its first deal.
    ///
    /// # Errors
    /// [`DoesNotFollow`] if the event is no first deal in its live form.
    pub fn begin(options: Options, viewer: Viewer, first: &Seen) -> Result<Self, DoesNotFollow> {
        let Seen::Seep(seep::Seen::Dealt(dealt)) = first else {
            return Err(DoesNotFollow::Seep(seep::DoesNotFollow));
        };
        let mut view = Match::new(options, dealt.dealer).view(viewer);
        view.apply(first)?;
        Ok(view)
    }

    /// Brings the view up to date with the next event in its live form: the result is what the viewer sees of the
    /// match right after the step.
    ///
    /// # Errors
    /// [`DoesNotFollow`]; the view is then unchanged.
    pub fn apply(&mut self, seen: &Seen) -> Result<(), DoesNotFollow> {
        match (self, seen) {
            (Self::Seep(view), Seen::Seep(seen)) => Ok(view.apply(seen)?),
        }
    }
}
