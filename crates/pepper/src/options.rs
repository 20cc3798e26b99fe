//! The table options of `rules/pepper.md` 9, valid by construction. Their JSON form lives in `games`.

use thiserror::Error;

use crate::Players;

/// A table option that takes one of a few named values.
pub trait Choice: Copy + Eq + 'static {
    /// Every value, the default first.
    const ALL: &'static [Self];

    /// The value as the rule text writes it.
    fn name(self) -> &'static str;
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    )+};
}

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

/// A number outside the range of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{field} must be between {min} and {max}, not {given}")]
pub struct OptionOutOfRange {
    /// The option.
    pub field: &'static str,
    /// The lowest number allowed.
    pub min: u16,
    /// The highest number allowed.
    pub max: u16,
    /// The number given.
    pub given: i64,
}

/// The total that ends the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target(u16);

impl Target {
    /// The lowest number allowed.
    pub const MIN: u16 = 1;
    /// The highest number allowed.
    pub const MAX: u16 = 1000;

    /// The option with this number.
    ///
    /// # Errors
    /// [`OptionOutOfRange`], which names the option.
    pub fn new(given: i64) -> Result<Self, OptionOutOfRange> {
        match u16::try_from(given) {
            Ok(number) if (Self::MIN..=Self::MAX).contains(&number) => Ok(Self(number)),
            _ => Err(OptionOutOfRange { field: "target", min: Self::MIN, max: Self::MAX, given }),
        }
    }

    /// The number.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl Default for Target {
    fn default() -> Self {
        Self(30)
    }
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
