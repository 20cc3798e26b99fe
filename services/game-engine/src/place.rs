//! Where a match is: finding it, and taking it over from a driver that is gone.

use std::sync::Arc;

use uuid::Uuid;

use crate::claim::Claim;
use crate::driver::{DriverTask, Handle};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::forward::{Origin, Remote};
use crate::loading;
use crate::meters::meters;
use crate::state::{Archived, MatchState, ReplayFault};
use crate::store::{self, MatchRow, RowState};

/// How often one call looks a match up that changes hands all the time.
const MAX_LOOKUPS: usize = 4;

/// Where a match is.
pub enum Place {
    /// This process drives it.
    Here(Handle),
    /// Another instance drives it.
    There(Remote),
    /// It has ended.
    Archive(Box<Archived>),
}

impl Engine {
    /// Where a match is for this call: one that was forwarded here is not forwarded again.
    ///
    /// # Errors
    /// As [`Self::locate`], and `NotHere`.
    pub(crate) async fn find(
        self: &Arc<Self>,
        match_id: Uuid,
        origin: &Origin,
    ) -> Result<Place, EngineError> {
        match self.locate(match_id).await? {
            Place::There(_) if origin.forwarded => Err(EngineError::NotHere),
            place => Ok(place),
        }
    }

    /// Where a match is. A match without a living driver is taken over and loaded.
    ///
    /// # Errors
    /// `NotFound`, `Quarantined`, `StoreAway`, `PeerAway`, `Draining`.
    pub async fn locate(self: &Arc<Self>, match_id: Uuid) -> Result<Place, EngineError> {
        for _ in 0..MAX_LOOKUPS {
            if let Some(handle) = self.context.drivers.find(match_id) {
                return Ok(Place::Here(handle));
            }
            // In a box: room for it would be made for every move.
            match Box::pin(self.look_up(match_id)).await {
                Err(EngineError::Moved) => {}
                found => return found,
            }
        }
        Err(EngineError::StoreAway)
    }

    /// One look into the store. `Moved`: it changed hands just then.
    async fn look_up(self: &Arc<Self>, match_id: Uuid) -> Result<Place, EngineError> {
        let pool = &self.context.pool;
        let row = store::load_match(pool, match_id).await?.ok_or(EngineError::NotFound)?;
        match row.state {
            RowState::Quarantined => return Err(EngineError::Quarantined),
            RowState::Finished | RowState::Aborted => {
                return Ok(Place::Archive(Box::new(loading::ended(&row)?)));
            }
            RowState::Live => {}
        }
        let driver = store::driver_of(pool, match_id).await?.ok_or(EngineError::Moved)?;
        let claim = self.claim.load_full();
        if driver.lease == claim.lease {
            return self.drive_here(row, claim).await.map(Place::Here);
        }
        if let Some(address) = driver.alive_at {
            return self.forwarding.to(&address).map(Place::There);
        }
        if claim.lost.is_cancelled() {
            return Err(EngineError::Draining);
        }
        if store::take_over(pool, match_id, &driver.lease, &claim.lease).await? {
            tracing::info!(%match_id, from = %driver.lease.name, epoch = driver.lease.epoch, "took a match over");
        }
        Err(EngineError::Moved)
    }

    /// What a driver of this process said, if it may be passed on. A driver knows nothing of a successor until it appends or its
    /// claim is renewed; what it refuses meanwhile may long stand in the log. So a refusal counts only if the match is still its own.
    ///
    /// # Errors
    /// The refusal; `Moved` if it does not count; `StoreAway` if that cannot be found out.
    pub(crate) async fn confirm<T>(
        &self,
        match_id: Uuid,
        handle: &Handle,
        said: Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let Err(EngineError::Refused(_) | EngineError::Stale { .. } | EngineError::BeyondEnd { .. }) = said
        else {
            return said;
        };
        let driver = Box::pin(store::driver_of(&self.context.pool, match_id)).await?;
        if driver.is_some_and(|driver| driver.lease == self.claim.load().lease) {
            return said;
        }
        handle.stop.cancel();
        self.context.drivers.forget(match_id, Some(&handle.mailbox));
        Err(EngineError::Moved)
    }

    async fn drive_here(self: &Arc<Self>, row: MatchRow, claim: Arc<Claim>) -> Result<Handle, EngineError> {
        if claim.lost.is_cancelled() {
            return Err(EngineError::Draining);
        }
        let (match_id, drivers) = (row.match_id, &self.context.drivers);
        let handle = drivers.find_or_load(match_id, self.load(row, &claim)).await?;
        if handle.mailbox.is_closed() {
            drivers.forget(match_id, Some(&handle.mailbox));
            return Err(EngineError::Moved);
        }
        Ok(handle)
    }

    /// Replays a match's log and begins to drive it.
    async fn load(&self, row: MatchRow, claim: &Claim) -> Result<Handle, EngineError> {
        let pool = &self.context.pool;
        let lines = store::load_log(pool, row.match_id, 0).await?;
        // The log of a match that ended or changed hands since its row was read is not what there is to go on from.
        if store::driver_of(pool, row.match_id).await?.is_none_or(|driver| driver.lease != claim.lease) {
            return Err(EngineError::Moved);
        }
        match loading::live(&row, &lines) {
            Ok(state) => Ok(self.drive(state, claim)),
            Err(fault) => Err(self.set_aside(row.match_id, &fault).await?),
        }
    }

    /// A log that does not replay is an operator's. One that was written under other rules is only not for this build.
    async fn set_aside(&self, match_id: Uuid, fault: &ReplayFault) -> Result<EngineError, EngineError> {
        meters().set_aside.increment(1);
        tracing::error!(%match_id, %fault, "a log does not replay; the match is set aside");
        if !matches!(fault, ReplayFault::RulesVersion { .. }) {
            store::quarantine(&self.context.pool, match_id, &fault.to_string()).await?;
        }
        Ok(EngineError::Quarantined)
    }

    fn drive(&self, state: MatchState, claim: &Claim) -> Handle {
        let (task, handle) = DriverTask::new(self.context.clone(), claim, state);
        tokio::spawn(Box::new(task).run());
        handle
    }
}
