//! The rules against their text: worked examples, the full-deal vector, and properties of random play.

mod crowded;
mod examples;
mod faults;
mod fixture;
mod golden;
mod oracle;
mod privacy;
mod properties;
mod scored;
mod vector;
