//! Tables in Markdown, aligned for reading as they are.

use std::fmt;

/// A table: the first column is text, all others are numbers.
pub struct Table<const COLUMNS: usize> {
    rows: Vec<[String; COLUMNS]>,
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    /// A table with nothing but its head.
    pub fn new(head: &[&str; COLUMNS]) -> Self {
        Self { rows: vec![head.map(str::to_owned)] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells);
    }

    fn width(&self, column: usize) -> usize {
        self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
    }
}

impl<const COLUMNS: usize> fmt::Display for Table<COLUMNS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let width = self.width(column);
                match column {
                    0 => write!(f, "| {cell:<width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if number == 0 {
                self.rule(f)?;
            }
        }
        Ok(())
    }
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    fn rule(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} |", "-".repeat(self.width(0).max(3)))?;
        for column in 1..COLUMNS {
            write!(f, " {}: |", "-".repeat(self.width(column).saturating_sub(1).max(1)))?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_and_numbers_stand_right() {
        let mut table = Table::new(&["who", "±"]);
        table.row(["ladder".into(), "0.25".into()]);
        assert_eq!(table.to_string(), "| who    |    ± |\n| ------ | ---: |\n| ladder | 0.25 |\n");
    }
}
