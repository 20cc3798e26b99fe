//! How many descriptors this process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// No more are asked for. Some systems allow a billion, and a program that is started from here may go through all of them.
const MOST: u64 = 1 << 20;

/// Raises the number of descriptors that this process may have open to what the system allows it; if that cannot be done, the
/// log says so. Every connection takes one, and processes begin with room for about a thousand.
pub fn raise_descriptor_limit() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = maximum.map_or(MOST, |maximum| maximum.min(MOST));
    // None is any number.
    let Some(current) = current.filter(|current| *current < wanted) else { return };
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }) {
        tracing::warn!(%error, current, wanted, "the number of descriptors that may be open could not be raised");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_descriptors_may_be_open_as_the_system_allows() {
        let before = getrlimit(Resource::Nofile);
        let most = before.maximum.map_or(MOST, |maximum| maximum.min(MOST));
        // One less than that is enough for everything else that is tested beside.
        setrlimit(Resource::Nofile, Rlimit { current: Some(most - 1), ..before }).unwrap();
        raise_descriptor_limit();
        assert_eq!(getrlimit(Resource::Nofile).current, Some(most));
        raise_descriptor_limit();
        assert_eq!(getrlimit(Resource::Nofile).current, Some(most), "a second time changes nothing");
    }
}
