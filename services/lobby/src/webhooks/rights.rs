//! What the owners of endpoints may have at present.

use service::{Scope, ServiceKeys};

/// Services by what their keys allow. Keys are read when a process starts, so that this stands as long as the process.
pub(crate) struct Rights {
    webhooks: Vec<String>,
    all_matches: Vec<String>,
}

impl Rights {
    /// Those that these keys give.
    pub(crate) fn of(keys: &ServiceKeys) -> Self {
        let with = |scope| {
            let names = keys.callers().filter(|caller| caller.may(scope)).map(|caller| caller.name.clone());
            let mut names: Vec<String> = names.collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        Self { webhooks: with(Scope::Webhooks), all_matches: with(Scope::MatchesRead) }
    }

    /// The services that may have webhooks at all.
    pub(super) fn webhooks(&self) -> &[String] {
        &self.webhooks
    }

    /// The services that may have events of matches that others created.
    pub(super) fn all_matches(&self) -> &[String] {
        &self.all_matches
    }

    /// May this service have webhooks?
    pub(super) fn has_webhooks(&self, service: &str) -> bool {
        self.webhooks.iter().any(|name| name == service)
    }
}
