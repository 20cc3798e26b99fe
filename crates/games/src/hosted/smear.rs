//! Smear, hosted.

use std::ops::RangeInclusive;

use ::smear::{
    AllPass, BothOut, Cap, DiscardScoringTrump, GameTie, HighLow, History, LowTo, Options, Smear, Target,
    Widow,
};
use cards::{Choice, Game, Seat, Side};
use serde_json::{Value, json};

use super::draw::{choice, pick};
use super::{Below, DealOver, Hosted, HostedOptions};
use crate::fields::{Field, choice_field, number_field, replace, switch_field};
use crate::{Action, Allowed, Event, GameKind, Illegal, Match, OptionValue, Seen, View};

/// Targets of a random match: the two that are usual, and some that end it sooner.
const TARGETS: [i64; 5] = [15, 15, 21, 7, 4];
/// Caps of a random match; one off in two.
const CAPS: [Option<i64>; 6] = [None, None, None, Some(15), Some(7), Some(20)];

static FIELDS: [Field<Options>; 14] = [
    number_field!(widow: Widow),
    choice_field!(
        both_out: BothOut),
    switch_field!(win_needs_bid),
    Field {
        name: "nonbid_cap",
        allowed: || Allowed::OffOrRange { min: Cap::MIN.into(), max: Cap::MAX.into() },
        get: |options| {
            options.nonbid_cap.map_or(OptionValue::Switch(false), |cap| OptionValue::Number(cap.get().into()))
        },
        set: |options, value| {
            let off = (*value == OptionValue::Switch(false)).then_some(None);
            let cap = || value.as_number().and_then(|number| Cap::new(number).ok()).map(Some);
            replace(&mut options.nonbid_cap, off.or_else(cap))
        },
    },
    choice_field!(
        high_low: HighLow),
    choice_field!(low_to: LowTo),
    choice_field!(game_tie: GameTie),
    choice_field!(all_pass: AllPass),
    choice_field!(
        discard_scoring_trump: DiscardScoringTrump),
    switch_field!(overbid_dealer),
    number_field!(target: Target),
    switch_field!(open_counts),
    switch_field!(reveal_stock),
    choice_field!(history: History),
];

impl HostedOptions for Options {
    const KIND: GameKind = GameKind::Smear;
    const PLAYERS: RangeInclusive<u8> = 4..=4;

    fn fields() -> &'static [Field<Self>] {
        &FIELDS
    }

    fn for_players(_players: u8) -> Self {
        Self::default()
    }

    fn players(&self) -> u8 {
        4
    }

    fn side_of(&self, seat: Seat) -> Side {
        Side::partnership_of(seat)
    }

    fn rule_set(&self) -> Option<&'static str> {
        let free = Self {
            open_counts: self.open_counts,
            reveal_stock: self.reveal_stock,
            history: self.history,
            ..Self::default()
        };
        (*self == free).then_some("smear")
    }

    fn random(_players: u8, below: Below<'_>) -> Self {
        let in_range = "the numbers are in the range of their options";
        Self {
            widow: Widow::new(below(4).into()).expect(in_range),
            both_out: choice(BothOut::ALL, below),
            win_needs_bid: below(3) == 0,
            nonbid_cap: pick(&CAPS, below).map(|cap| Cap::new(cap).expect(in_range)),
            high_low: choice(HighLow::ALL, below),
            low_to: choice(LowTo::ALL, below),
            game_tie: choice(GameTie::ALL, below),
            all_pass: choice(AllPass::ALL, below),
            discard_scoring_trump: choice(DiscardScoringTrump::ALL, below),
            overbid_dealer: below(2) == 0,
            target: Target::new(pick(&TARGETS, below)).expect(in_range),
            open_counts: below(2) == 0,
            reveal_stock: below(2) == 0,
            history: choice(History::ALL, below),
        }
    }

    fn wrap(self) -> crate::Options {
        crate::Options::Smear(self)
    }

    fn begin(self, first_dealer: Seat) -> Match {
        Match::Smear(Smear::new(self, first_dealer))
    }
}

impl Hosted for Smear {
    fn first_dealer(seen: &Self::Seen) -> Option<Seat> {
        if let ::smear::Seen::Dealt(dealt) = seen { Some(dealt.dealer) } else { None }
    }

    fn deal_over(event: &Self::Event) -> Option<DealOver> {
        use ::smear::{AfterCall, Event};
        match event {
            Event::Called(called) if matches!(called.after, AfterCall::ThrownIn { .. }) => {
                Some(DealOver::ThrownIn)
            }
            Event::Played(played) => played.end.map(|end| DealOver::Scored(json!(end.result))),
            Event::Dealt(_) | Event::Called(_) | Event::Discarded(_) => None,
        }
    }

    fn state(&self) -> Value {
        let outcome = self.outcome();
        json!({
            "scores": Hosted::scores(self),
            "winners": outcome.map(|outcome| outcome.winners).unwrap_or_default(),
            "finished": outcome.is_some(),
        })
    }

    fn scores(&self) -> Vec<i32> {
        Smear::scores(self).to_vec()
    }

    fn action(action: &Action) -> Option<&Self::Action> {
        if let Action::Smear(action) = action { Some(action) } else { None }
    }

    fn event(event: &Event) -> Option<&Self::Event> {
        if let Event::Smear(event) = event { Some(event) } else { None }
    }

    fn wrap_action(action: Self::Action) -> Action {
        Action::Smear(action)
    }

    fn wrap_event(event: Self::Event) -> Event {
        Event::Smear(event)
    }

    fn wrap_seen(seen: Self::Seen) -> Seen {
        Seen::Smear(seen)
    }

    fn wrap_view(view: Self::View) -> View {
        View::Smear(view)
    }

    fn wrap_illegal(illegal: Self::Illegal) -> Illegal {
        Illegal::Smear(illegal)
    }
}
