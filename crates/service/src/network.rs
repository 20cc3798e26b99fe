//! Whose doings are counted together when all that is known is where they come from.

use std::net::{IpAddr, Ipv6Addr};

/// The network of an address: of IPv6 a /64, which is the least that one customer of a provider has. `None` for this machine,
/// which is not counted.
pub(crate) fn network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        address if address.is_loopback() => None,
        IpAddr::V6(address) => Some(IpAddr::V6(Ipv6Addr::from(u128::from(address) & !u128::from(u64::MAX)))),
        address @ IpAddr::V4(_) => Some(address),
    }
}
