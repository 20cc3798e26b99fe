//! Places for long-lived streams: so many in all, and so many for each caller, so that nobody takes them all.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::caller::Caller;
use crate::shares::{NoneLeft, Share, Shares};

/// When somebody who found no place may try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The places of one kind of stream. Clones share them.
#[derive(Clone, Debug)]
pub struct Places(Arc<Shares<Holder>>);

/// Who may hold places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Account(Uuid),
    Service(String),
}

impl Places {
    /// `in_all` places, of which each account and each service may hold `each` at a time.
    pub fn new(in_all: usize, each: usize) -> Self {
        Self(Arc::new(Shares::new(in_all, each)))
    }

    /// A place for a stream of that caller. It is free again once it is dropped.
    ///
    /// # Errors
    /// As [`Caller::any`]; `OVERLOADED` with a time to try again if the caller holds as many as one may, or if all are taken.
    pub fn take(&self, caller: &Caller) -> Result<Place, Fault> {
        caller.any()?;
        let holder = match caller {
            Caller::Account(account) => Holder::Account(account.account_id),
            Caller::Service(service) => Holder::Service(service.name.clone()),
            Caller::Anonymous | Caller::Rejected(_) => unreachable!("they have no credential"),
        };
        let taken = self.0.take(holder).map_err(|none| {
            let text = match none {
                NoneLeft::ForHolder => {
                    format!("You have {} streams here, as many as one caller may have.", self.0.each())
                }
                NoneLeft::ForAnybody => format!("All {} places for streams are taken.", self.0.in_all()),
            };
            Fault::new(ErrorReason::Overloaded, text).retry_after(RETRY_AFTER)
        });
        taken.map(|share| Place { _share: share })
    }
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct Place {
    _share: Share<Holder>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::{Scope, ServiceCaller};

    fn service(name: &str) -> Caller {
        Caller::Service(ServiceCaller { name: name.into(), scopes: vec![Scope::MatchesRead] })
    }

    fn refusal(places: &Places, caller: &Caller) -> ErrorReason {
        places.take(caller).unwrap_err().reason()
    }

    #[test]
    fn nobody_holds_more_than_a_share_and_all_together_no_more_than_there_are() {
        let places = Places::new(3, 2);
        let own = [places.take(&service("a")).unwrap(), places.take(&service("a")).unwrap()];
        assert_eq!(refusal(&places, &service("a")), ErrorReason::Overloaded);
        let other = places.take(&service("b")).unwrap();
        assert_eq!(refusal(&places, &service("c")), ErrorReason::Overloaded);
        drop((own, other));
        assert!(places.take(&service("c")).is_ok());
    }

    #[test]
    fn whoever_has_no_credential_gets_no_place() {
        assert_eq!(refusal(&Places::new(1, 1), &Caller::Anonymous), ErrorReason::CredentialMissing);
    }
}
