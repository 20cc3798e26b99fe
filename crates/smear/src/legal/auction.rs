//! Bids and passes (`rules/smear.md` 4 and 14).

use cards::Seat;

use crate::table::Table;
use crate::{Action, AllPass, Bid, Illegal, Options};

/// Adds the legal calls of the seat to act.
pub(crate) fn calls(options: &Options, dealer: Seat, table: &Table, out: &mut Vec<Action>) {
    if may_pass(options, dealer, table) {
        out.push(Action::Pass);
    }
    let bids = Bid::ALL.into_iter().filter(|bid| beats(options, dealer, table, *bid).is_ok());
    out.extend(bids.map(|bid| Action::Bid { bid }));
}

/// Checks a call of the seat to act: a bid, or `None` for a pass.
///
/// # Errors
/// Why the call is not legal.
pub(crate) fn check_call(
    options: &Options,
    dealer: Seat,
    table: &Table,
    call: Option<Bid>,
) -> Result<(), Illegal> {
    match call {
        Some(bid) => beats(options, dealer, table, bid),
        None if may_pass(options, dealer, table) => Ok(()),
        None => Err(Illegal::DealerMustBid),
    }
}

fn may_pass(options: &Options, dealer: Seat, table: &Table) -> bool {
    let stuck = options.all_pass == AllPass::DealerStuck && table.turn == dealer;
    !stuck || table.calls.contract().is_some()
}

fn beats(options: &Options, dealer: Seat, table: &Table, bid: Bid) -> Result<(), Illegal> {
    let Some(contract) = table.calls.contract() else { return Ok(()) };
    let highest = contract.bid;
    let takes_over = options.overbid_dealer && table.turn == dealer;
    if bid > highest || takes_over && bid == highest { Ok(()) } else { Err(Illegal::BidTooLow { highest }) }
}
