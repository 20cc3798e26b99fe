//! Captures: the bytes that seats received, kept in files, and what the seats were shown according to them. The
//! format is described in `FORMATS.md`.

mod shown;
mod store;

pub use shown::{SeatShown, ShownFault};
pub use store::{CaptureDir, CaptureWriter, ReadFault, read};
