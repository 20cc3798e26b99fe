//! Who is let in: so many connections in all, and so many from one network.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::bounds::Bounds;
use crate::network::network;
use crate::shares::{Share, Shares};

/// The places that there are.
pub(super) struct Doors {
    in_all: Arc<Semaphore>,
    networks: Option<Shares<IpAddr>>,
}

/// The place of one connection, until it is dropped.
#[derive(Debug)]
pub(super) struct LetIn {
    _in_all: OwnedSemaphorePermit,
    _network: Option<Share<IpAddr>>,
}

/// Why a connection is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TurnedAway {
    #[error("as many connections are open as may be; others are turned away")]
    Full,
    #[error("an address has as many connections open as one may; others of it are turned away")]
    Crowding,
}

impl Doors {
    pub(super) fn of(bounds: &Bounds) -> Self {
        let each = bounds.address_connections;
        Self {
            in_all: Arc::new(Semaphore::new(bounds.max_connections)),
            networks: (each > 0).then(|| Shares::new(bounds.max_connections, each)),
        }
    }

    /// Lets a connection from there in.
    ///
    /// # Errors
    /// [`TurnedAway`]
    pub(super) fn let_in(&self, from: IpAddr) -> Result<LetIn, TurnedAway> {
        let in_all = self.in_all.clone().try_acquire_owned().map_err(|_| TurnedAway::Full)?;
        let network = match (&self.networks, network(from)) {
            (Some(networks), Some(network)) => {
                Some(networks.take(network).map_err(|_| TurnedAway::Crowding)?)
            }
            _ => None,
        };
        Ok(LetIn { _in_all: in_all, _network: network })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doors(address_connections: usize) -> Doors {
        Doors::of(&Bounds { max_connections: 5, address_connections, ..Bounds::default() })
    }

    /// What becomes of one connection after the other from these addresses, all of which stay.
    fn let_in(doors: &Doors, from: &[&str]) -> Vec<Result<LetIn, TurnedAway>> {
        from.iter().map(|from| doors.let_in(from.parse().unwrap())).collect()
    }

    fn turned_away(come: &[Result<LetIn, TurnedAway>]) -> Vec<Option<TurnedAway>> {
        come.iter().map(|one| one.as_ref().err().copied()).collect()
    }

    #[test]
    fn address_that_crowds_is_turned_away_until_one_of_its_connections_ends_and_others_are_let_in() {
        let doors = doors(2);
        let mut come = let_in(&doors, &["192.0.2.1", "192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"]);
        assert_eq!(turned_away(&come), [None, None, Some(TurnedAway::Crowding), None]);
        come.remove(0).unwrap();
        assert!(doors.let_in("192.0.2.1".parse().unwrap()).is_ok());
    }

    #[test]
    fn hosts_of_one_network_of_version_six_crowd_together() {
        let come = let_in(&doors(1), &["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:2::1"]);
        assert_eq!(turned_away(&come), [None, Some(TurnedAway::Crowding), None]);
    }

    #[test]
    fn this_machine_is_bounded_only_with_all_others() {
        let come = let_in(&doors(1), &["127.0.0.1"; 6]);
        assert_eq!(turned_away(&come)[4..], [None, Some(TurnedAway::Full)]);
    }

    #[test]
    fn behind_a_proxy_nobody_crowds() {
        let come = let_in(&doors(0), &["192.0.2.1"; 5]);
        assert!(come.iter().all(Result::is_ok));
    }
}
