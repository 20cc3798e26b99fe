//! Keeping a view up to date from events, over all games: what a client does with its stream.

use cards::{Seat, Viewer};
use pepper::Pepper;
use seep::Seep;
use smear::Smear;

use crate::hosted::Hosted;
use crate::{Match, Options, Seen, View};

/// The event is not the one that follows the view: one was missed, or it is in its closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DoesNotFollow {
    /// It is no first deal, or of another game.
    #[error("this is not the event that comes next")]
    OtherEvent,
    /// In the game itself.
    #[error(transparent)]
    InGame(#[from] cards::DoesNotFollow),
}

impl View {
    /// What a viewer sees right after the first event of a match, which is its first deal.
    ///
    /// # Errors
    /// [`DoesNotFollow`] if the event is no first deal in its live form.
    pub fn begin(options: Options, viewer: Viewer, first: &Seen) -> Result<Self, DoesNotFollow> {
        let dealer = first.first_dealer().ok_or(DoesNotFollow::OtherEvent)?;
        if !options.seats().any(|seat| seat == dealer) {
            return Err(DoesNotFollow::OtherEvent);
        }
        let mut view = Match::new(options, dealer).view(viewer);
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
            (Self::Smear(view), Seen::Smear(seen)) => Ok(view.apply(seen)?),
            (Self::Pepper(view), Seen::Pepper(seen)) => Ok(view.apply(seen)?),
            _ => Err(DoesNotFollow::OtherEvent),
        }
    }
}

impl Seen {
    /// The dealer, if this is a deal.
    fn first_dealer(&self) -> Option<Seat> {
        match self {
            Self::Seep(seen) => Seep::first_dealer(seen),
            Self::Smear(seen) => Smear::first_dealer(seen),
            Self::Pepper(seen) => Pepper::first_dealer(seen),
        }
    }
}
