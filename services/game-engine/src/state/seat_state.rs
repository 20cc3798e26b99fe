//! What changes about a seat during a match.

use std::time::Duration;

/// A seat's own state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatState {
    /// What it added to the shuffles, once it has cut or declined.
    pub cut: Option<fairdeal::Entropy>,
    /// Does a bot stand in for its player?
    pub away: bool,
    /// Has it resigned?
    pub resigned: bool,
    /// What is left of its bank.
    pub bank_left: Duration,
    /// Decisions in a row that the autopilot took for it.
    pub timeouts: u8,
}

impl SeatState {
    /// A seat at the start of a match.
    pub fn new(bank: Duration) -> Self {
        Self { cut: None, away: false, resigned: false, bank_left: bank, timeouts: 0 }
    }
}
