//! Where an endpoint is.

use url::{Host, Url};

/// Longest address, in bytes.
const MAX_BYTES: usize = 500;

/// Where endpoints may be called without TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainHttp {
    /// On this machine.
    ThisMachine,
    /// Everywhere: the operator allows it.
    Anywhere,
}

/// The address of an endpoint, in its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target(Url);

impl Target {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence's end.
    pub fn read(text: &str, plain_http: PlainHttp) -> Result<Self, &'static str> {
        if text.len() > MAX_BYTES {
            return Err("is longer than 500 bytes");
        }
        // The parser would pass over them, so that another address were stored than was asked for.
        if text.chars().any(char::is_control) {
            return Err("has control characters");
        }
        let url = Url::parse(text).map_err(|_| "is no URL")?;
        let host = url.host().ok_or("names no host")?;
        match url.scheme() {
            "https" => {}
            "http" if plain_http == PlainHttp::Anywhere || is_this_machine(&host) => {}
            "http" => return Err("must be https, unless it is on this machine"),
            _ => return Err("must be https"),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("must not bear a user or a password; check the signature instead");
        }
        if url.fragment().is_some() {
            return Err("must not have a fragment");
        }
        Ok(Self(url))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

fn is_this_machine(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost",
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Target, &'static str> {
        Target::read(text, PlainHttp::ThisMachine)
    }

    #[test]
    fn https_everywhere_and_http_on_this_machine_are_taken() {
        for text in [
            "https://example.com/hook?a=1",
            "http://127.0.0.1:8080/",
            "http://localhost/x",
            "http://[::1]:1/",
        ] {
            assert_eq!(read(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn what_leads_elsewhere_or_bears_secrets_is_refused() {
        for text in [
            "http://example.com/",
            "ftp://example.com/",
            "file:///etc/passwd",
            "https://user@example.com/",
            "https://u:p@example.com/",
            "https://example.com/#x",
            "example.com",
            "https://exam\0ple.com/",
            "https://example.com/\0",
            "https://exam\nple.com/",
            "",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&format!("https://example.com/{}", "x".repeat(500))).is_err());
        assert!(Target::read("http://example.com/", PlainHttp::Anywhere).is_ok());
    }

    #[test]
    fn unusual_ways_to_write_an_address_are_seen_through() {
        assert_eq!(read("https://0x7f.1/").unwrap().as_str(), "https://127.0.0.1/");
        assert_eq!(read("https://2130706433/").unwrap().as_str(), "https://127.0.0.1/");
    }
}
