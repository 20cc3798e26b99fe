//! The rules against their text: worked examples, faults seen elsewhere, the trace format, and properties of
//! random play.

mod auctions;
mod deals;
mod examples;
mod faults;
mod fixture;
mod follow;
mod golden;
mod oracle;
mod privacy;
mod properties;
mod scores;
mod trace;
mod views;
