//! How often what occurred in traces.

use std::collections::BTreeMap;
use std::fmt;

use super::MatchLine;
use crate::Options;

/// Counts of action types and option values over traced matches. `Display` prints a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Matches counted.
    pub matches: u64,
    /// Whole deals, thrown-in ones included.
    pub deals: u64,
    /// Deals thrown in.
    pub thrown_in: u64,
    /// How often each type of action was chosen.
    pub actions: BTreeMap<String, u64>,
    /// In how many matches each option had which value.
    pub options: BTreeMap<String, BTreeMap<String, u64>>,
}

impl Tally {
    /// Counts one match. `options` are those that the line was played with.
    pub fn add(&mut self, line: &MatchLine, options: &Options) {
        self.matches += 1;
        for deal in &line.deals {
            self.deals += 1;
            self.thrown_in += u64::from(deal.thrown_in);
            for step in &deal.steps {
                let word = step.action.split(' ').next().unwrap_or_default();
                *self.actions.entry(word.to_owned()).or_default() += 1;
            }
        }
        for (name, value) in options.values() {
            *self.options.entry(name.to_owned()).or_default().entry(value.to_string()).or_default() += 1;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} matches, {} deals, {} thrown in", self.matches, self.deals, self.thrown_in)?;
        for (word, count) in &self.actions {
            writeln!(f, "{word:<10}{count:>10}")?;
        }
        for (name, values) in &self.options {
            let values: Vec<String> =
                values.iter().map(|(value, count)| format!("{value} {count}")).collect();
            writeln!(f, "{name}: {}", values.join(", "))?;
        }
        Ok(())
    }
}
