//! The daily upkeep of a board: those who are long absent are hidden, then the divisions are drawn anew.

use sqlx::PgConnection;

use super::book::{Book, Meetings};
use super::load::{self, Cursor};
use super::write;
use crate::divisions::Divisions;
use crate::error::Error;
use crate::log::EventEntry;
use crate::rank::histogram;
use crate::season;

/// Works off an upkeep.
pub async fn upkeep(connection: &mut PgConnection, cursor: &Cursor, event: &EventEntry) -> Result<(), Error> {
    let absent = load::absent(&mut *connection, &cursor.track, event.happened_at).await?;
    let mut book = Book::open(cursor.kind, absent, Meetings::new(), Divisions::default());
    book.hide_absent(event.sequence, event.happened_at);
    write::write(&mut *connection, cursor, &book, event.sequence).await?;
    let ranked = histogram(&mut *connection, &cursor.track).await?;
    season::divide(connection, &cursor.track, &Divisions::draw(&ranked)).await
}
