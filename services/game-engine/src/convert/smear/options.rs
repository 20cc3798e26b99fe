//! Table options of Smear.

use cards::Choice;
use smear::{
    AllPass, BothOut, Cap, DiscardScoringTrump, GameTie, HighLow, History, LowTo, Options, Target, Widow,
};
use wire::game::v1 as pb;

use crate::convert::choices::{choice, choice_to_wire, ranged};
use crate::convert::read::FieldFault;

/// The options of a message; what is not given has its default.
pub(in crate::convert) fn options_from_wire(wire: &pb::SmearOptions) -> Result<Options, Vec<FieldFault>> {
    let mut faults = Vec::new();
    let default = Options::default();
    macro_rules! choice {
        ($field:ident: $type:ty) => {
            choice(stringify!($field), <$type>::ALL, wire.$field, &mut faults)
        };
    }
    let cap = wire.nonbid_cap.filter(|cap| *cap != 0);
    let options = Options {
        widow: ranged("widow", default.widow, wire.widow, Widow::new, &mut faults),
        both_out: choice!(both_out: BothOut),
        win_needs_bid: wire.win_needs_bid.unwrap_or(default.win_needs_bid),
        nonbid_cap: ranged("nonbid_cap", None, cap, |cap| Cap::new(cap).map(Some), &mut faults),
        high_low: choice!(high_low: HighLow),
        low_to: choice!(low_to: LowTo),
        game_tie: choice!(game_tie: GameTie),
        all_pass: choice!(all_pass: AllPass),
        discard_scoring_trump: choice!(discard_scoring_trump: DiscardScoringTrump),
        overbid_dealer: wire.overbid_dealer.unwrap_or(default.overbid_dealer),
        target: ranged("target", default.target, wire.target, Target::new, &mut faults),
        open_counts: wire.open_counts.unwrap_or(default.open_counts),
        reveal_stock: wire.reveal_stock.unwrap_or(default.reveal_stock),
        history: choice!(history: History),
    };
    if faults.is_empty() { Ok(options) } else { Err(faults) }
}

/// The options in full.
pub(in crate::convert) fn options_to_wire(options: &Options) -> pb::SmearOptions {
    pb::SmearOptions {
        widow: Some(options.widow.get().into()),
        both_out: choice_to_wire(BothOut::ALL, &options.both_out),
        win_needs_bid: Some(options.win_needs_bid),
        nonbid_cap: Some(options.nonbid_cap.map_or(0, |cap| cap.get().into())),
        high_low: choice_to_wire(HighLow::ALL, &options.high_low),
        low_to: choice_to_wire(LowTo::ALL, &options.low_to),
        game_tie: choice_to_wire(GameTie::ALL, &options.game_tie),
        all_pass: choice_to_wire(AllPass::ALL, &options.all_pass),
        discard_scoring_trump: choice_to_wire(DiscardScoringTrump::ALL, &options.discard_scoring_trump),
        overbid_dealer: Some(options.overbid_dealer),
        target: Some(options.target.get().into()),
        open_counts: Some(options.open_counts),
        reveal_stock: Some(options.reveal_stock),
        history: choice_to_wire(History::ALL, &options.history),
    }
}
