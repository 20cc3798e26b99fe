//! The rules against their text: worked examples, the full-deal vector, and properties of random play.

mod examples;
mod faults;
mod fixture;
mod oracle;
mod properties;
mod scored;
mod vector;
