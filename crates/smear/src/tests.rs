//! The rules against their text: worked examples and properties of random play.
