//! Table options of Seep.

use seep::{Choice, Options};
use wire::game::v1 as pb;

/// A field of the options that cannot be taken, and why.
pub(in crate::convert) type FieldFault = (&'static str, String);

/// The options of a message; what is not given has its default.
pub(in crate::convert) fn options_from_wire(wire: &pb::SeepOptions) -> Result<Options, Vec<FieldFault>> {
    let mut faults = Vec::new();
    let default = Options::default();
    macro_rules! choice {
        ($field:ident) => {
            choice(stringify!($field), wire.$field, &mut faults)
        };
    }
    macro_rules! number {
        ($field:ident, $type:ty) => {
            match wire.$field.map(|n| <$type>::new(n.into())) {
                None => default.$field,
                Some(Ok(number)) => number,
                Some(Err(fault)) => {
                    faults.push((stringify!($field), fault.to_string()));
                    default.$field
                }
            }
        };
    }
    let options = Options {
        absorb_sets: choice!(absorb_sets),
        absorb_scope: choice!(absorb_scope),
        capture: choice!(capture),
        throw: choice!(throw),
        opening_throw: choice!(opening_throw),
        opp_add_owns: choice("opponent_add_owns", wire.opponent_add_owns, &mut faults),
        partner_add_owns: wire.partner_add_owns.unwrap_or(default.partner_add_owns),
        break_merge: choice!(break_merge),
        break_merge_into_partner_free: wire
            .break_merge_into_partner_free
            .unwrap_or(default.break_merge_into_partner_free),
        sweeps: wire.sweeps.unwrap_or(default.sweeps),
        first_sweep: named_number("first_sweep", wire.first_sweep, &mut faults),
        ten_diamonds: named_number("ten_diamonds", wire.ten_diamonds, &mut faults),
        min9_includes_sweeps: wire.min9_includes_sweeps.unwrap_or(default.min9_includes_sweeps),
        bid_floor: choice!(bid_floor),
        dealer_basis: choice!(dealer_basis),
        lead_to_win: number!(lead_to_win, seep::LeadToWin),
        match_mode: choice!(match_mode),
        n_baazis: number!(n_baazis, seep::BaaziCount),
        n_deals: number!(n_deals, seep::DealCount),
        history: choice!(history),
    };
    if faults.is_empty() { Ok(options) } else { Err(faults) }
}

/// Every enum of the options lists its values in the order of the rules crate, from 1; 0 is the default.
fn choice<T: Choice>(field: &'static str, value: i32, faults: &mut Vec<FieldFault>) -> T {
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    match T::ALL.get(index.saturating_sub(1)) {
        Some(choice) => *choice,
        None => {
            faults.push((field, format!("{value} is no value of this option; it has 1 to {}", T::ALL.len())));
            T::ALL[0]
        }
    }
}

fn choice_to_wire<T: Choice>(choice: T) -> i32 {
    let index = T::ALL.iter().position(|c| *c == choice).expect("a choice is among all of its kind");
    i32::try_from(index + 1).expect("an option has few values")
}

/// A choice that is written as a number, such as 25 or 50.
fn named_number<T: Choice>(field: &'static str, value: Option<u32>, faults: &mut Vec<FieldFault>) -> T {
    let Some(value) = value else { return T::ALL[0] };
    T::ALL.iter().copied().find(|c| c.name() == value.to_string()).unwrap_or_else(|| {
        let names: Vec<_> = T::ALL.iter().map(|c| c.name()).collect();
        faults.push((field, format!("must be {}, not {value}", names.join(" or "))));
        T::ALL[0]
    })
}

fn named_number_to_wire<T: Choice>(choice: T) -> Option<u32> {
    Some(choice.name().parse().expect("the option's names are numbers"))
}

/// The options in full.
pub(in crate::convert) fn options_to_wire(options: &Options) -> pb::SeepOptions {
    pb::SeepOptions {
        absorb_sets: choice_to_wire(options.absorb_sets),
        absorb_scope: choice_to_wire(options.absorb_scope),
        capture: choice_to_wire(options.capture),
        throw: choice_to_wire(options.throw),
        opening_throw: choice_to_wire(options.opening_throw),
        opponent_add_owns: choice_to_wire(options.opp_add_owns),
        partner_add_owns: Some(options.partner_add_owns),
        break_merge: choice_to_wire(options.break_merge),
        break_merge_into_partner_free: Some(options.break_merge_into_partner_free),
        sweeps: Some(options.sweeps),
        first_sweep: named_number_to_wire(options.first_sweep),
        ten_diamonds: named_number_to_wire(options.ten_diamonds),
        min9_includes_sweeps: Some(options.min9_includes_sweeps),
        bid_floor: choice_to_wire(options.bid_floor),
        dealer_basis: choice_to_wire(options.dealer_basis),
        lead_to_win: Some(options.lead_to_win.get().into()),
        match_mode: choice_to_wire(options.match_mode),
        n_baazis: Some(options.n_baazis.get().into()),
        n_deals: Some(options.n_deals.get().into()),
        history: choice_to_wire(options.history),
    }
}
