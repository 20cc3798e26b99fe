//! Which ladder of this suite rates a match.

use games::Options;

/// The ladder that rates matches with these options; `None` if they are played for fun only. A ladder rates its own rule set, which
/// is the default one; how long a match is and how captured cards are shown make no difference to who plays better.
pub fn ladder_of(options: &Options) -> Option<&'static str> {
    match options {
        Options::Seep(given) => {
            let free = seep::Options {
                match_mode: given.match_mode,
                n_baazis: given.n_baazis,
                n_deals: given.n_deals,
                ..seep::Options::default()
            };
            (*given == free).then_some("seep")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_rules_of_any_length_are_rated() {
        let long = seep::Options { n_baazis: seep::BaaziCount::new(3).unwrap(), ..Default::default() };
        assert_eq!(ladder_of(&Options::Seep(long)), Some("seep"));
    }

    #[test]
    fn other_rules_are_played_for_fun() {
        let other = seep::Options { sweeps: false, ..Default::default() };
        assert_eq!(ladder_of(&Options::Seep(other)), None);
    }
}
