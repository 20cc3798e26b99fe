//! The table options of `rules/seep.md` 14, valid by construction. Their JSON form lives in `games`.

use cards::{choices, numbers};

choices! {
    /// Whether complete loose sets join a house that is built, added to or reached by a break.
    AbsorbSets {
        /// The player chooses.
        #[default]
        Optional = "optional",
        /// After the play no subset of the loose cards may total the value of the house.
        Mandatory = "mandatory",
        /// Only the played card's own set, and loose cards that equal the house.
        None = "none",
    }
    /// Which houses extra sets may join.
    AbsorbScope {
        /// Any house.
        #[default]
        Any = "any",
        /// Only a house that the player owns after the play.
        OwnedOnly = "owned_only",
    }
    /// How much a capture must take.
    Capture {
        /// Nothing capturable may stay behind.
        #[default]
        Maximal = "maximal",
        /// As many cards as any capture with that card takes.
        Maximum = "maximum",
        /// Any choice that is not empty; the house may stay.
        Free = "free",
    }
    /// When a card may be thrown after the opening.
    Throw {
        /// If it can capture nothing.
        #[default]
        NoCapture = "no_capture",
        /// If it can be used in no other way.
        NoCaptureNoBuild = "no_capture_no_build",
        /// Unless a house of its value stands.
        Free = "free",
    }
    /// When a card of the bid's value may be thrown at the opening.
    OpeningThrow {
        /// Always.
        #[default]
        Free = "free",
        /// Under the rule for later throws.
        OnlyIfNoCapture = "only_if_no_capture",
    }
    /// When a player who adds to a house of opponents only becomes an owner of it.
    OppAddOwns {
        /// If the house was not cemented before.
        #[default]
        OnlyWhenCementing = "only_when_cementing",
        /// Always.
        Always = "true",
        /// Never.
        Never = "false",
    }
    /// Whether a break may reach a value at which a house stands.
    BreakMerge {
        /// Whoever owns that house.
        #[default]
        Any = "any",
        /// Only if the player owns that house.
        OwnTarget = "own_target",
    }
    /// Who sees the four floor cards before the bid.
    BidFloor {
        /// Nobody.
        #[default]
        Hidden = "hidden",
        /// The bidder alone.
        BidderSees = "bidder_sees",
    }
    /// What the ten of diamonds counts.
    TenDiamonds {
        /// Six.
        #[default]
        Six = "6",
        /// Two, and the side with most cards scores four.
        TwoAndMajority = "2",
    }
    /// What a sweep by the very first play is worth.
    FirstSweep {
        /// Twenty-five.
        #[default]
        TwentyFive = "25",
        /// Fifty.
        Fifty = "50",
    }
    /// Which side leads when the next dealer is found.
    DealerBasis {
        /// The one ahead in the running baazi.
        #[default]
        Running = "running",
        /// The one that won the last deal.
        LastDeal = "last_deal",
    }
    /// What ends a match.
    MatchMode {
        /// `n_baazis` baazis have been played.
        #[default]
        Fixed = "fixed",
        /// A side has won `n_baazis` baazis.
        FirstTo = "first_to",
        /// `n_deals` deals have been scored.
        Deals = "deals",
    }
    /// Whether captured cards can still be seen after the next play.
    History {
        /// They cannot, until the piles are opened for the count.
        #[default]
        Closed = "closed",
        /// They can.
        Open = "open",
    }
}

numbers! {
    /// The lead in points that wins a baazi.
    LeadToWin: "lead_to_win" in 1..=10_000, default 100;
    /// Baazis of a match, or wins needed under [`MatchMode::FirstTo`].
    BaaziCount: "n_baazis" in 1..=99, default 1;
    /// Scored deals of a match under [`MatchMode::Deals`].
    DealCount: "n_deals" in 1..=999, default 4;
}

/// The table options, each named as in the rule text. An option that has no effect under the others may still
/// be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The types say it, and the rule text says the rest.
pub struct Options {
    pub absorb_sets: AbsorbSets,
    pub absorb_scope: AbsorbScope,
    pub capture: Capture,
    pub opening_throw: OpeningThrow,
    /// Whether a player who adds to a partner's house becomes a co-owner, and so must hold its value.
    pub partner_add_owns: bool,
    pub opp_add_owns: OppAddOwns,
    pub throw: Throw,
    pub break_merge: BreakMerge,
    /// Whether sweeps score.
    pub sweeps: bool,
    pub bid_floor: BidFloor,
    /// Whether a break into a partner's house needs no card of its value and leaves its owners as they are.
    pub break_merge_into_partner_free: bool,
    pub ten_diamonds: TenDiamonds,
    pub first_sweep: FirstSweep,
    /// Whether sweep bonuses count for the minimum of nine points.
    pub min9_includes_sweeps: bool,
    pub dealer_basis: DealerBasis,
    pub lead_to_win: LeadToWin,
    pub match_mode: MatchMode,
    pub n_baazis: BaaziCount,
    pub n_deals: DealCount,
    pub history: History,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            absorb_sets: AbsorbSets::default(),
            absorb_scope: AbsorbScope::default(),
            capture: Capture::default(),
            opening_throw: OpeningThrow::default(),
            partner_add_owns: false,
            opp_add_owns: OppAddOwns::default(),
            throw: Throw::default(),
            break_merge: BreakMerge::default(),
            sweeps: true,
            bid_floor: BidFloor::default(),
            break_merge_into_partner_free: false,
            ten_diamonds: TenDiamonds::default(),
            first_sweep: FirstSweep::default(),
            min9_includes_sweeps: true,
            dealer_basis: DealerBasis::default(),
            lead_to_win: LeadToWin::default(),
            match_mode: MatchMode::default(),
            n_baazis: BaaziCount::default(),
            n_deals: DealCount::default(),
            history: History::default(),
        }
    }
}
