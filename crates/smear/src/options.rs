//! The table options of `rules/smear.md` 10, valid by construction. Their JSON form lives in `games`.

use cards::{choices, numbers};

choices! {
    /// Who wins if both teams reach the target with one deal.
    BothOut {
        /// The bidding team.
        #[default]
        Bidder = "bidder",
        /// The higher score, and of equal ones the bidding team.
        Higher = "higher",
    }
    /// Which trumps earn High and Low.
    HighLow {
        /// The ace and the seven, and nobody if they are not played.
        #[default]
        Fixed = "fixed",
        /// The highest and the lowest trump that were played.
        InPlay = "in_play",
    }
    /// Which team the low trump is counted for.
    LowTo {
        /// The one that played it.
        #[default]
        Player = "player",
        /// The one that won the trick.
        Winner = "winner",
    }
    /// Who scores Game if the counts are equal.
    GameTie {
        /// Nobody.
        #[default]
        Nobody = "nobody",
        /// The team that did not bid.
        Nonbidder = "nonbidder",
    }
    /// What happens if nobody bids.
    AllPass {
        /// The same dealer deals again.
        #[default]
        SameDealer = "same_dealer",
        /// The deal passes to the left.
        NextDealer = "next_dealer",
        /// It cannot happen: the dealer must bid if nobody else did.
        DealerStuck = "dealer_stuck_2",
    }
    /// Whether trumps that may score can go in the discard when there are more than six.
    DiscardScoringTrump {
        /// They can.
        #[default]
        Allowed = "allowed",
        /// No ace, king, queen, jack, ten or seven of trump can.
        Forbidden = "forbidden",
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
    /// How many cards of the stock the bidder takes.
    Widow: "widow" in 0..=3, default 0;
    /// The score that wins the match.
    Target: "target" in 1..=999, default 15;
    /// The score above which a team cannot rise by a deal in which the other team bid.
    Cap: "nonbid_cap" in 1..=999, default 15;
}

/// The table options, each named as in the rule text. An option that has no effect under the others may still
/// be set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The types say it, and the rule text says the rest.
pub struct Options {
    pub widow: Widow,
    pub both_out: BothOut,
    /// Whether a team can win only with a deal in which it bid and made its bid.
    pub win_needs_bid: bool,
    /// `None` if the option is off.
    pub nonbid_cap: Option<Cap>,
    pub high_low: HighLow,
    pub low_to: LowTo,
    pub game_tie: GameTie,
    pub all_pass: AllPass,
    pub discard_scoring_trump: DiscardScoringTrump,
    /// Whether the dealer may take the contract over at the level of the highest bid.
    pub overbid_dealer: bool,
    pub target: Target,
    /// Whether the running counts of the tricks won are shown.
    pub open_counts: bool,
    /// Whether the table agreed to look at the stock in the record. It changes nothing that anybody sees during the match.
    pub reveal_stock: bool,
    pub history: History,
}

impl Options {
    /// Cards that the bidder takes and discards, 0..=3.
    pub const fn widow_size(&self) -> u8 {
        self.widow.get() as u8
    }
}
