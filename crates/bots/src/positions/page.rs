//! All positions with all answers, as a page of Markdown.

use std::fmt::Write as _;

use super::{Answer, Position, PositionFault, Verdict, answer};
use crate::Level;

/// The page of some positions of one game, under its title.
///
/// # Errors
/// [`PositionFault`] if one of the positions cannot be.
pub fn page(title: &str, positions: &[Position], seed: u64) -> Result<String, PositionFault> {
    let mut rows = String::new();
    let mut right = [0; Level::ALL.len()];
    let mut blunders = [0; Level::ALL.len()];
    for position in positions {
        let mut row = format!("| {} | {} | {}", position.name, position.why, position.good.join(", "));
        for (place, level) in Level::ALL.into_iter().enumerate() {
            let answer = answer(position, level, seed)?;
            right[place] += usize::from(answer.verdict == Verdict::Right);
            blunders[place] += usize::from(answer.verdict == Verdict::Blunder);
            write!(row, " | {}", shown(&answer)).expect("a text takes whatever is written");
        }
        rows.push_str(&row);
        rows.push_str(" |\n");
    }
    let names = Level::ALL.map(Level::name).join(" | ");
    let line = " --- |".repeat(3 + Level::ALL.len());
    let counted = |of: [usize; Level::ALL.len()]| of.map(|count| count.to_string()).join(" | ");
    Ok(format!(
        "# {title}: {} positions\n\n| position | why | right | {names} |\n|{line}\n{rows}\
         | **right** | | | {} |\n| **blunders** | | | {} |\n",
        positions.len(),
        counted(right),
        counted(blunders),
    ))
}

fn shown(answer: &Answer) -> String {
    match answer.verdict {
        Verdict::Right => format!("{} ✓", answer.action),
        Verdict::Other => answer.action.clone(),
        Verdict::Blunder => format!("{} ✗", answer.action),
    }
}
