//! The feed of match events, for backends: who is told what lives in [`crate::convert`], the rows in [`crate::store`]; here is what runs
//! by itself. Starts and ends are written with what they tell; turns of absent players are written apart, off the way of a move.

mod numbering;
mod reader;
mod teller;
mod turns;

pub use numbering::FeedSignal;
pub(crate) use numbering::number;
pub(crate) use reader::Reader;
pub(crate) use teller::tell;
pub(crate) use turns::TurnSlot;
pub use turns::{Turn, TurnBoard};
