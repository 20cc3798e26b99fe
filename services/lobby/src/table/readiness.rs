//! Whether a player is ready.

/// What a player has said about starting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    /// Start when the host wants.
    Ready,
    /// Not yet.
    NotReady,
}

impl Readiness {
    /// `Ready` for true.
    pub fn from_flag(ready: bool) -> Self {
        if ready { Self::Ready } else { Self::NotReady }
    }

    /// True for `Ready`.
    pub fn is_ready(self) -> bool {
        self == Self::Ready
    }
}
