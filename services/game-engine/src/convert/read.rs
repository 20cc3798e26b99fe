//! Reading parts of messages that several games have alike. `None` stands for what cannot be read.

use cards::{Outcome, Seat, Side, SideSet};

/// A field of a message that cannot be taken, by its name within the message, and why.
pub(super) type FieldFault = (&'static str, String);

/// `Some(None)` for an absent value, `None` for one that cannot be read.
pub(super) fn read<T, U>(value: Option<T>, read: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match value {
        None => Some(None),
        Some(value) => read(value).map(Some),
    }
}

/// As many numbers as there must be.
pub(super) fn array<W: Copy, T: TryFrom<W>, const N: usize>(values: &[W]) -> Option<[T; N]> {
    let values: Option<Vec<T>> = values.iter().map(|v| T::try_from(*v).ok()).collect();
    values?.try_into().ok()
}

/// Numbers for a message.
pub(super) fn numbers<T: Into<u32> + Copy>(values: &[T]) -> Vec<u32> {
    values.iter().map(|v| (*v).into()).collect()
}

/// A seat of any table. Whether it is one of the match's, the rules say.
pub(super) fn seat(number: u32) -> Option<Seat> {
    Seat::new(u8::try_from(number).ok()?)
}

/// A side of any table.
pub(super) fn side(number: u32) -> Option<Side> {
    Side::new(u8::try_from(number).ok()?)
}

/// A side for a message.
pub(super) fn side_to_wire(side: Side) -> u32 {
    side.number().into()
}

/// How a match ended, told by its winners.
pub(super) fn outcome(winners: &[u32]) -> Option<Outcome> {
    let winners: Option<Vec<Side>> = winners.iter().map(|n| side(*n)).collect();
    Some(Outcome { winners: winners?.into_iter().fold(SideSet::EMPTY, SideSet::with) })
}

/// The winners of a match that is over; none while it runs.
pub(super) fn winners_to_wire(outcome: Option<&Outcome>) -> Vec<u32> {
    outcome.map(|o| o.winners.iter().map(side_to_wire).collect()).unwrap_or_default()
}
