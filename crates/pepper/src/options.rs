//! The table options of `rules/pepper.md` 9, valid by construction. Their JSON form lives in `games`.

use cards::{choices, numbers};

use crate::Players;

choices! {
    /// What happens if everybody passes.
    AllPass {
        /// The cards are thrown in and the next player deals.
        #[default]
        NextDealer = "next_dealer",
        /// The cards are thrown in and the same player deals again.
        SameDealer = "same_dealer",
        /// It cannot happen: the dealer must bid if nobody has.
        DealerMustBid = "dealer_must_bid_1",
    }
    /// Who wins if several sides reach the target with one deal.
    BothOut {
        /// The side with the higher total; equal totals share the win.
        #[default]
        HigherShared = "higher-shared",
        /// The declaring side if it has reached the target.
        DeclarerFirst = "declarer_first",
    }
    /// What a side scores that wins no trick against a pepper.
    DefendersZeroPenalty {
        /// Nothing.
        #[default]
        None = "0",
        /// Six less.
        MinusSix = "-6",
    }
    /// Whether tricks before the last one can still be seen.
    History {
        /// They cannot.
        #[default]
        Closed = "closed",
        /// They can.
        Open = "open",
    }
}

numbers! {
    /// The total that ends the match.
    Target: "target" in 1..=1000, default 30;
}

/// The number of players and the table options, each named as in the rule text. An option that has no effect
/// under the others may still be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The types say it, and the rule text says the rest.
pub struct Options {
    pub players: Players,
    /// Whether a player who passed is out of the auction.
    pub pass_final: bool,
    /// Whether everybody has one turn in the auction; `pass_final` then has no effect.
    pub one_round: bool,
    pub all_pass: AllPass,
    pub target: Target,
    pub both_out: BothOut,
    /// Whether no trump may be named.
    pub no_trump: bool,
    pub defenders_zero_penalty: DefendersZeroPenalty,
    pub history: History,
    /// Whether the table agreed to look at the dead hand in the record. Views and events never show it.
    pub reveal_dead: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: Players::default(),
            pass_final: false,
            one_round: false,
            all_pass: AllPass::default(),
            target: Target::default(),
            both_out: BothOut::default(),
            no_trump: true,
            defenders_zero_penalty: DefendersZeroPenalty::default(),
            history: History::default(),
            reveal_dead: false,
        }
    }
}
