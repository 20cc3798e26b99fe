//! The claim under which this process drives matches.

use tokio_util::sync::CancellationToken;

use crate::store::Lease;

/// The claim under which this process drives matches.
#[derive(Debug)]
pub struct Claim {
    /// The instance's name and epoch, as every append presents them.
    pub lease: Lease,
    /// Fires when it is given up or lost; every driver under it then stops.
    pub lost: CancellationToken,
}

impl Claim {
    /// A claim that holds.
    pub fn new(lease: Lease) -> Self {
        Self { lease, lost: CancellationToken::new() }
    }
}
