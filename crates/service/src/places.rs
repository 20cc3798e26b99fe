//! Places for long-lived streams: so many in all, and so many for each caller, so that nobody takes them all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use uuid::Uuid;
use wire::Fault;
use wire::errors::v1::ErrorReason;

use crate::caller::Caller;

/// When somebody who found no place may try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The places of one kind of stream. Clones share them.
#[derive(Clone, Debug)]
pub struct Places {
    in_all: usize,
    each: usize,
    taken: Arc<Mutex<HashMap<Holder, usize>>>,
}

/// Who may hold places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Account(Uuid),
    Service(String),
}

impl Places {
    /// `in_all` places, of which each account and each service may hold `each` at a time.
    pub fn new(in_all: usize, each: usize) -> Self {
        Self { in_all, each, taken: Arc::default() }
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
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.get(&holder).copied().unwrap_or_default();
        if own >= self.each {
            return Err(crowded(format!("You have {own} streams here, as many as one caller may have.")));
        }
        if taken.values().sum::<usize>() >= self.in_all {
            return Err(crowded(format!("All {} places for streams are taken.", self.in_all)));
        }
        taken.insert(holder.clone(), own + 1);
        Ok(Place { holder, taken: Arc::clone(&self.taken) })
    }
}

fn crowded(text: String) -> Fault {
    Fault::new(ErrorReason::Overloaded, text).retry_after(RETRY_AFTER)
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct Place {
    holder: Holder,
    taken: Arc<Mutex<HashMap<Holder, usize>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.get_mut(&self.holder).expect("a place that is taken is counted");
        *own -= 1;
        if *own == 0 {
            taken.remove(&self.holder);
        }
    }
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
