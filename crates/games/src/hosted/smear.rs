//! Smear, hosted.

use std::ops::RangeInclusive;

use ::smear::{
    AllPass, BothOut, Cap, Choice, DiscardScoringTrump, GameTie, HighLow, History, LowTo, Options, Smear,
    Target, Widow,
};
use cards::{Game, Seat, Side};
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
    number_field!(widow: Widow, "How many cards of the stock the bidder takes before discarding as many."),
    choice_field!(
        both_out: BothOut,
        "Whether the bidding team or the higher score wins when both teams have reached the target."
    ),
    switch_field!(win_needs_bid, "Whether a team can win only with a deal in which it made its bid."),
    Field {
        name: "nonbid_cap",
        about: "The score above which a team that did not bid cannot rise, if there is one.",
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
        high_low: HighLow,
        "Whether ace and seven, or the highest and lowest trump in play, earn High and Low."
    ),
    choice_field!(low_to: LowTo, "Whether Low goes to the team that plays the card or that wins its trick."),
    choice_field!(game_tie: GameTie, "Who scores the point Game when both counts are equal."),
    choice_field!(all_pass: AllPass, "Who deals again when nobody bids, or whether the dealer must bid."),
    choice_field!(
        discard_scoring_trump: DiscardScoringTrump,
        "Whether trumps that can score may be discarded as the excess over six."
    ),
    switch_field!(overbid_dealer, "Whether the dealer may take the bid over at the same level."),
    number_field!(target: Target, "The score that wins the match."),
    switch_field!(open_counts, "Whether the counts of the tricks that each team has won are shown."),
    switch_field!(reveal_stock, "Whether the record of a deal shows the stock."),
    choice_field!(history: History, "Whether earlier tricks of the deal can be looked at."),
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
