//! The rules against their text: worked examples, the examples of the trace format, and properties of random
//! play.

mod examples;
mod faults;
mod fixture;
mod follow;
mod golden;
mod oracle;
mod privacy;
mod properties;
mod scored;
mod settled;
mod trace;
