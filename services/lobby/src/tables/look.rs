//! Looking at tables.

use crate::error::LobbyError;
use crate::ids::{AccountId, TableId};
use crate::lobby::Lobby;
use crate::store::{self, Place};
use crate::table::{Table, TableRefusal};

/// Which tables are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Public ones that can be joined.
    Joinable,
    /// Those where this account sits, of every kind.
    Mine(AccountId),
}

/// A page of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablePage {
    /// Newest first.
    pub tables: Vec<Table>,
    /// Where the next page begins; `None` after the last.
    pub next: Option<Place>,
}

impl Lobby {
    /// One table as it stands.
    ///
    /// # Errors
    /// `NotFound`, also for a private table where the caller does not sit.
    pub async fn table(&self, who: AccountId, id: TableId) -> Result<Table, LobbyError> {
        let mut connection = self.pool.acquire().await?;
        let table = store::read_table(&mut connection, id).await?;
        Ok(table.filter(|table| table.is_visible_to(who)).ok_or(TableRefusal::NotFound)?)
    }

    /// A page of at most `size` tables, newest first.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn tables(
        &self,
        listing: Listing,
        after: Option<Place>,
        size: u32,
    ) -> Result<TablePage, LobbyError> {
        let mut connection = self.pool.acquire().await?;
        // One more than asked for tells whether there is a next page.
        let limit = i64::from(size) + 1;
        let mut ids = match listing {
            Listing::Joinable => store::joinable(&mut connection, after, limit).await?,
            Listing::Mine(who) => store::mine(&mut connection, who, after, limit).await?,
        };
        let more = ids.len() > size as usize;
        ids.truncate(size as usize);
        let next = ids.last().filter(|_| more).map(|id| Place { after: id.0 });
        let tables = store::read_tables(&mut connection, &ids).await?;
        Ok(TablePage { tables, next })
    }
}
