//! Table options of Seep.

use cards::Choice;
use seep::{
    AbsorbScope, AbsorbSets, BaaziCount, BidFloor, BreakMerge, Capture, DealCount, DealerBasis, FirstSweep,
    History, LeadToWin, MatchMode, OpeningThrow, OppAddOwns, Options, TenDiamonds, Throw,
};
use wire::game::v1 as pb;

use crate::convert::choices::{choice, choice_to_wire, named_number, ranged};
use crate::convert::read::FieldFault;

/// The options of a message; what is not given has its default.
pub(in crate::convert) fn options_from_wire(wire: &pb::SeepOptions) -> Result<Options, Vec<FieldFault>> {
    let mut faults = Vec::new();
    let default = Options::default();
    macro_rules! choice {
        ($field:ident: $type:ty) => {
            choice(stringify!($field), <$type>::ALL, wire.$field, &mut faults)
        };
    }
    macro_rules! switch {
        ($field:ident) => {
            wire.$field.unwrap_or(default.$field)
        };
    }
    macro_rules! number {
        ($field:ident: $type:ty) => {
            ranged(stringify!($field), default.$field, wire.$field, <$type>::new, &mut faults)
        };
    }
    macro_rules! named_number {
        ($field:ident: $type:ty) => {{
            let value = wire.$field.map(i64::from);
            named_number(stringify!($field), <$type>::ALL, <$type>::name, value, &mut faults)
        }};
    }
    let opp_add_owns = wire.opponent_add_owns;
    let options = Options {
        absorb_sets: choice!(absorb_sets: AbsorbSets),
        absorb_scope: choice!(absorb_scope: AbsorbScope),
        capture: choice!(capture: Capture),
        throw: choice!(throw: Throw),
        opening_throw: choice!(opening_throw: OpeningThrow),
        opp_add_owns: choice("opponent_add_owns", OppAddOwns::ALL, opp_add_owns, &mut faults),
        partner_add_owns: switch!(partner_add_owns),
        break_merge: choice!(break_merge: BreakMerge),
        break_merge_into_partner_free: switch!(break_merge_into_partner_free),
        sweeps: switch!(sweeps),
        first_sweep: named_number!(first_sweep: FirstSweep),
        ten_diamonds: named_number!(ten_diamonds: TenDiamonds),
        min9_includes_sweeps: switch!(min9_includes_sweeps),
        bid_floor: choice!(bid_floor: BidFloor),
        dealer_basis: choice!(dealer_basis: DealerBasis),
        lead_to_win: number!(lead_to_win: LeadToWin),
        match_mode: choice!(match_mode: MatchMode),
        n_baazis: number!(n_baazis: BaaziCount),
        n_deals: number!(n_deals: DealCount),
        history: choice!(history: History),
    };
    if faults.is_empty() { Ok(options) } else { Err(faults) }
}

fn named_number_to_wire<T: Choice>(choice: T) -> Option<u32> {
    Some(choice.name().parse().expect("the option's names are numbers"))
}

/// The options in full.
pub(in crate::convert) fn options_to_wire(options: &Options) -> pb::SeepOptions {
    pb::SeepOptions {
        absorb_sets: choice_to_wire(AbsorbSets::ALL, &options.absorb_sets),
        absorb_scope: choice_to_wire(AbsorbScope::ALL, &options.absorb_scope),
        capture: choice_to_wire(Capture::ALL, &options.capture),
        throw: choice_to_wire(Throw::ALL, &options.throw),
        opening_throw: choice_to_wire(OpeningThrow::ALL, &options.opening_throw),
        opponent_add_owns: choice_to_wire(OppAddOwns::ALL, &options.opp_add_owns),
        partner_add_owns: Some(options.partner_add_owns),
        break_merge: choice_to_wire(BreakMerge::ALL, &options.break_merge),
        break_merge_into_partner_free: Some(options.break_merge_into_partner_free),
        sweeps: Some(options.sweeps),
        first_sweep: named_number_to_wire(options.first_sweep),
        ten_diamonds: named_number_to_wire(options.ten_diamonds),
        min9_includes_sweeps: Some(options.min9_includes_sweeps),
        bid_floor: choice_to_wire(BidFloor::ALL, &options.bid_floor),
        dealer_basis: choice_to_wire(DealerBasis::ALL, &options.dealer_basis),
        lead_to_win: Some(options.lead_to_win.get().into()),
        match_mode: choice_to_wire(MatchMode::ALL, &options.match_mode),
        n_baazis: Some(options.n_baazis.get().into()),
        n_deals: Some(options.n_deals.get().into()),
        history: choice_to_wire(History::ALL, &options.history),
    }
}
