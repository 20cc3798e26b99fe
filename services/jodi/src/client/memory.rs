//! What a seat was shown of the deal in progress: a player that thinks needs more than the table as it stands.

use games::Seen;

/// The live events of one deal, kept as long as none is missing.
#[derive(Clone, Debug, Default)]
pub(super) struct DealMemory {
    seen: Vec<Seen>,
    whole: bool,
}

impl DealMemory {
    /// The deal so far, if all of it was shown live.
    pub(super) fn seen(&self) -> Option<&[Seen]> {
        self.whole.then_some(&self.seen)
    }

    /// Takes the next live event in.
    pub(super) fn note(&mut self, seen: Seen) {
        if begins_deal(&seen) {
            self.seen.clear();
            self.whole = true;
        }
        if self.whole {
            self.seen.push(seen);
        }
    }

    /// Something was not shown live, so the deal cannot be known as a whole any more.
    pub(super) fn miss(&mut self) {
        self.seen.clear();
        self.whole = false;
    }
}

fn begins_deal(seen: &Seen) -> bool {
    matches!(
        seen,
        Seen::Seep(seep::Seen::Dealt(_))
            | Seen::Smear(smear::Seen::Dealt(_))
            | Seen::Pepper(pepper::Seen::Dealt(_))
    )
}
