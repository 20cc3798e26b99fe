//! Table options of Pepper.

use cards::Choice;
use pepper::{AllPass, BothOut, DefendersZeroPenalty, History, Options, Players, Target};
use wire::game::v1 as pb;

use crate::convert::choices::{choice, choice_to_wire, named_number, ranged};
use crate::convert::read::FieldFault;

/// The options of a message; what is not given has its default.
pub(in crate::convert) fn options_from_wire(wire: &pb::PepperOptions) -> Result<Options, Vec<FieldFault>> {
    let mut faults = Vec::new();
    let default = Options::default();
    macro_rules! choice {
        ($field:ident: $type:ty) => {
            choice(stringify!($field), <$type>::ALL, wire.$field, &mut faults)
        };
    }
    let penalty = wire.defenders_zero_penalty.map(i64::from);
    let options = Options {
        players: players(wire.players, &mut faults),
        pass_final: wire.pass_final.unwrap_or(default.pass_final),
        one_round: wire.one_round.unwrap_or(default.one_round),
        all_pass: choice!(all_pass: AllPass),
        target: ranged("target", default.target, wire.target, Target::new, &mut faults),
        both_out: choice!(both_out: BothOut),
        no_trump: wire.no_trump.unwrap_or(default.no_trump),
        defenders_zero_penalty: named_number(
            "defenders_zero_penalty",
            DefendersZeroPenalty::ALL,
            DefendersZeroPenalty::name,
            penalty,
            &mut faults,
        ),
        history: choice!(history: History),
        reveal_dead: wire.reveal_dead.unwrap_or(default.reveal_dead),
    };
    if faults.is_empty() { Ok(options) } else { Err(faults) }
}

fn players(wire: u32, faults: &mut Vec<FieldFault>) -> Players {
    if wire == 0 {
        return Players::default();
    }
    u8::try_from(wire).ok().and_then(Players::new).unwrap_or_else(|| {
        faults.push(("players", format!("must be 2, 3 or 4, not {wire}")));
        Players::default()
    })
}

/// The options in full.
pub(in crate::convert) fn options_to_wire(options: &Options) -> pb::PepperOptions {
    let penalty = options.defenders_zero_penalty.name();
    pb::PepperOptions {
        players: options.players.count().into(),
        pass_final: Some(options.pass_final),
        one_round: Some(options.one_round),
        all_pass: choice_to_wire(AllPass::ALL, &options.all_pass),
        target: Some(options.target.get().into()),
        both_out: choice_to_wire(BothOut::ALL, &options.both_out),
        no_trump: Some(options.no_trump),
        defenders_zero_penalty: Some(penalty.parse().expect("the option's names are numbers")),
        history: choice_to_wire(History::ALL, &options.history),
        reveal_dead: Some(options.reveal_dead),
    }
}
