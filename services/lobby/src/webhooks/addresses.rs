//! Which addresses may be called: an endpoint's owner must not reach through this server what only this server reaches.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Which addresses endpoints may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// Those of the public internet.
    Public,
    /// All: the operator allows it.
    Any,
}

impl Addresses {
    /// May this one be called?
    pub fn allow(self, address: IpAddr) -> bool {
        self == Self::Any || is_public(address)
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => match embedded_v4(v6) {
            Some(v4) => is_public_v4(v4),
            None => is_public_v6(v6),
        },
    }
}

/// Everything but what the IANA's registry of special-purpose addresses sets apart.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        // Shared by carriers, for tests of networks, for protocols.
        || (a == 100 && (64..128).contains(&b))
        || (a == 198 && (b == 18 || b == 19))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99);
    !special
}

/// The IPv4 address that an IPv6 address leads to: mapped, compatible, translated (64:ff9b::/96) or by 6to4 (2002::/16).
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let s = address.segments();
    let low = || {
        let [a, b] = s[6].to_be_bytes();
        let [c, d] = s[7].to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match s {
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => Some(low()),
        [0, 0, 0, 0, 0, 0, ..] => Some(low()),
        [0x2002, high, next, ..] => {
            let ([a, b], [c, d]) = (high.to_be_bytes(), next.to_be_bytes());
            Some(Ipv4Addr::new(a, b, c, d))
        }
        _ => None,
    }
}

/// Global unicast without documentation, Teredo and the like.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let s = address.segments();
    let global_unicast = s[0] & 0xe000 == 0x2000;
    let special = match s[0] {
        0x2001 => s[1] < 0x0200 || s[1] == 0x0db8,
        first => first & 0xfff0 == 0x3ff0,
    };
    global_unicast && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(text: &str) -> bool {
        Addresses::Public.allow(text.parse().unwrap())
    }

    #[test]
    fn public_addresses_may_be_called() {
        for text in [
            "93.184.216.34",
            "8.8.8.8",
            "100.63.0.1",
            "172.32.0.1",
            "2606:4700::1111",
            "2001:4860:4860::8888",
        ] {
            assert!(allowed(text), "{text}");
        }
    }

    #[test]
    fn addresses_of_this_machine_and_of_private_networks_may_not() {
        for text in [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "::127.0.0.1",
        ] {
            assert!(!allowed(text), "{text}");
        }
    }

    #[test]
    fn operator_may_allow_all() {
        assert!(Addresses::Any.allow("127.0.0.1".parse().unwrap()));
    }
}
