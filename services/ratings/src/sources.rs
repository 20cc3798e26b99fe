//! Who may report results to which ladder. A fact of the configuration, never of a request.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::ids::{LadderId, SourceName};

/// The sources and their ladders, cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Sources(Arc<BTreeMap<SourceName, BTreeSet<LadderId>>>);

impl Sources {
    /// The given assignments.
    pub fn new(assignments: impl IntoIterator<Item = (SourceName, LadderId)>) -> Self {
        let mut ladders: BTreeMap<SourceName, BTreeSet<LadderId>> = BTreeMap::new();
        for (source, ladder) in assignments {
            ladders.entry(source).or_default().insert(ladder);
        }
        Self(Arc::new(ladders))
    }

    /// True if `source` may report to `ladder`.
    pub fn allow(&self, source: &SourceName, ladder: &LadderId) -> bool {
        self.0.get(source).is_some_and(|ladders| ladders.contains(ladder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_may_report_to_its_own_ladders_only() {
        let [seep, chess] = ["seep", "chess"].map(|id| LadderId::parse(id).unwrap());
        let acme = SourceName::new("acme");
        let sources = Sources::new([(SourceName::engine(), seep.clone()), (acme.clone(), chess.clone())]);
        assert!(sources.allow(&acme, &chess));
        assert!(!sources.allow(&acme, &seep));
        assert!(!sources.allow(&SourceName::new("nobody"), &chess));
    }
}
