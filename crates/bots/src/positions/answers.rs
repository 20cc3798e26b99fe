//! What a level answers.

use super::{Position, PositionFault};
use crate::Level;

/// A level's answer to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The action, in its canonical text.
    pub action: String,
    /// How good it is.
    pub verdict: Verdict,
}

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What any good player does.
    Right,
    /// Neither right nor the blunder.
    Other,
    /// What no good player does.
    Blunder,
}

/// What a level answers to a position.
///
/// # Errors
/// [`PositionFault`] if there can be no such position.
pub fn answer(position: &Position, level: Level, seed: u64) -> Result<Answer, PositionFault> {
    let action = level.choose(&position.sight()?, seed).to_string();
    let verdict = if position.good.contains(&action) {
        Verdict::Right
    } else if position.bad.contains(&action) {
        Verdict::Blunder
    } else {
        Verdict::Other
    };
    Ok(Answer { action, verdict })
}
