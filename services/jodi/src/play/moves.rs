//! The legal moves as a numbered list, and reading what was chosen.

use games::{Action, GameKind, ParseActionError};
use jodi::client::Decision;
use messages::{Locale, action_text};

/// Up to so many moves stand below each other, with their canonical texts; more share lines.
const LONG_LIST: usize = 20;
const COLUMNS: usize = 110;
/// Where canonical texts begin.
const TEXT_COLUMN: usize = 70;

/// What a line of input means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing.
    Empty,
    /// Leave the table.
    Leave,
    /// Show the rules.
    Rules,
    /// Show the score.
    Score,
    /// Show the table again.
    Table,
    /// The listed move at that place, from 0.
    Listed(usize),
    /// A move that is not listed.
    Other(Action),
    /// There is no move of that number.
    NoSuchNumber,
    /// It cannot be read.
    Unreadable(ParseActionError),
}

/// Does this line say that the person leaves?
pub fn is_leave(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "q" | "quit" | "exit")
}

/// Reads a line of input; `actions` are the moves as they were listed.
pub fn read(line: &str, game: GameKind, actions: &[Action]) -> Answer {
    if is_leave(line) {
        return Answer::Leave;
    }
    let line = line.trim();
    match line.to_lowercase().as_str() {
        "" => return Answer::Empty,
        "?" | "h" | "help" => return Answer::Rules,
        "s" => return Answer::Score,
        "t" => return Answer::Table,
        _ => {}
    }
    if let Ok(number) = line.parse::<usize>() {
        let place = number.checked_sub(1).filter(|place| *place < actions.len());
        return place.map_or(Answer::NoSuchNumber, Answer::Listed);
    }
    match Action::parse(game, &line.to_uppercase()) {
        Ok(action) => {
            let place = actions.iter().position(|listed| *listed == action);
            place.map_or(Answer::Other(action), Answer::Listed)
        }
        Err(error) => Answer::Unreadable(error),
    }
}

/// The legal moves by number, in the person's language.
pub fn list(locale: Locale, decision: &Decision<'_>) -> Vec<String> {
    let texts: Vec<String> = decision.actions.iter().map(|action| action_text(locale, action)).collect();
    let numbered = texts.iter().zip(1..).map(|(text, number)| format!("{number:>3}  {text}"));
    if texts.len() <= LONG_LIST {
        let with_text = numbered.zip(decision.moves).map(|(line, legal)| {
            let gap = TEXT_COLUMN.saturating_sub(line.chars().count()).max(2);
            format!("{line}{:gap$}{}", "", legal.text)
        });
        return with_text.collect();
    }
    in_columns(&numbered.collect::<Vec<_>>())
}

/// Entries column by column, as many beside each other as there is room for.
fn in_columns(entries: &[String]) -> Vec<String> {
    let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
    let columns = (COLUMNS / widest).max(1);
    let rows = entries.len().div_ceil(columns);
    let row = |row: usize| {
        let cells = entries.iter().skip(row).step_by(rows);
        let line: String = cells.map(|entry| format!("{entry:<widest$}")).collect();
        line.trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(text: &str) -> Action {
        Action::parse(GameKind::Pepper, text).unwrap()
    }

    fn read_of_two(line: &str) -> Answer {
        read(line, GameKind::Pepper, &[action("PASS"), action("BID 3")])
    }

    #[test]
    fn move_is_chosen_by_number_or_text() {
        assert_eq!(read_of_two(" 2 "), Answer::Listed(1));
        assert_eq!(read_of_two("bid 3"), Answer::Listed(1));
        assert_eq!(read_of_two("BID 2"), Answer::Other(action("BID 2")));
    }

    #[test]
    fn numbers_that_are_not_listed_are_no_move() {
        for line in ["0", "3", "99999999999999999999"] {
            assert!(matches!(read_of_two(line), Answer::NoSuchNumber | Answer::Unreadable(_)), "{line}");
        }
    }

    #[test]
    fn commands_are_letters() {
        let commands = [
            ("q", Answer::Leave),
            ("?", Answer::Rules),
            ("S", Answer::Score),
            ("t", Answer::Table),
            ("", Answer::Empty),
        ];
        for (line, answer) in commands {
            assert_eq!(read_of_two(line), answer, "{line}");
        }
        assert!(matches!(read_of_two("fold"), Answer::Unreadable(_)));
    }

    #[test]
    fn long_list_reads_down_its_columns() {
        let entries: Vec<String> = (1..=5).map(|number| format!("{number}{}", "x".repeat(40))).collect();
        let rows = in_columns(&entries);
        assert_eq!(rows.len(), 3);
        assert!(rows[0].starts_with('1') && rows[0].contains('4') && !rows[2].contains('6'));
    }
}
