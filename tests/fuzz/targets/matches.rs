//! Whole matches of arbitrary actions, of every game, number of players and choice of options.

use jodi_fuzz::{Choices, Limits, Table};

/// Enough for a deal and the beginning of the next.
const LIMITS: Limits = Limits { steps: 70, trials: 4 };

#[test]
fn a_match_survives_whatever_is_sent() {
    bolero::check!(name = "matches").with_iterations(250).for_each(|input: &[u8]| {
        let mut choices = Choices::new(input);
        let options = choices.options();
        let dealer = choices.seat(options.players());
        Table::new(options, dealer).play(LIMITS, &mut choices);
    });
}
