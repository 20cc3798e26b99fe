//! Seep, hosted.

use std::ops::RangeInclusive;

use ::seep::{
    AbsorbScope, AbsorbSets, BaaziCount, BidFloor, BreakMerge, Capture, DealCount, DealResult, DealerBasis,
    FirstSweep, History, LeadToWin, MatchMode, OpeningThrow, OppAddOwns, Options, Seep, TenDiamonds, Throw,
};
use cards::{Choice, Game, Seat, Side};
use serde_json::{Value, json};

use super::draw::{choice, pick};
use super::{Below, DealOver, Hosted, HostedOptions};
use crate::fields::{Field, choice_field, number_field, switch_field};
use crate::{Action, Event, GameKind, Illegal, Match, Seen, View};

/// Baazis and deals of a random match, few so that it ends soon.
const SHORT_MATCH: [i64; 4] = [1, 1, 2, 3];
/// Leads that win a baazi in a random match: soon, as usual, by the other reading, and hardly ever.
const LEADS: [i64; 6] = [1, 30, 100, 100, 101, 500];

static FIELDS: [Field<Options>; 20] = [
    choice_field!(
        absorb_sets: AbsorbSets),
    choice_field!(
        absorb_scope: AbsorbScope),
    choice_field!(
        capture: Capture),
    choice_field!(
        opening_throw: OpeningThrow),
    switch_field!(partner_add_owns),
    choice_field!(
        opp_add_owns: OppAddOwns),
    choice_field!(throw: Throw),
    choice_field!(
        break_merge: BreakMerge),
    switch_field!(sweeps),
    choice_field!(bid_floor: BidFloor),
    switch_field!(break_merge_into_partner_free),
    choice_field!(
        ten_diamonds: TenDiamonds),
    choice_field!(first_sweep: FirstSweep),
    switch_field!(min9_includes_sweeps),
    choice_field!(
        dealer_basis: DealerBasis),
    number_field!(lead_to_win: LeadToWin),
    choice_field!(
        match_mode: MatchMode),
    number_field!(n_baazis: BaaziCount),
    number_field!(n_deals: DealCount),
    choice_field!(history: History),
];

impl HostedOptions for Options {
    const KIND: GameKind = GameKind::Seep;
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
            match_mode: self.match_mode,
            n_baazis: self.n_baazis,
            n_deals: self.n_deals,
            history: self.history,
            ..Self::default()
        };
        (*self == free).then_some("seep")
    }

    fn random(_players: u8, below: Below<'_>) -> Self {
        let in_range = "the short numbers are in the range of their options";
        Self {
            absorb_sets: choice(AbsorbSets::ALL, below),
            absorb_scope: choice(AbsorbScope::ALL, below),
            capture: choice(Capture::ALL, below),
            opening_throw: choice(OpeningThrow::ALL, below),
            partner_add_owns: below(2) == 0,
            opp_add_owns: choice(OppAddOwns::ALL, below),
            throw: choice(Throw::ALL, below),
            break_merge: choice(BreakMerge::ALL, below),
            sweeps: below(4) > 0,
            bid_floor: choice(BidFloor::ALL, below),
            break_merge_into_partner_free: below(2) == 0,
            ten_diamonds: choice(TenDiamonds::ALL, below),
            first_sweep: choice(FirstSweep::ALL, below),
            min9_includes_sweeps: below(2) == 0,
            dealer_basis: choice(DealerBasis::ALL, below),
            lead_to_win: LeadToWin::new(pick(&LEADS, below)).expect(in_range),
            match_mode: choice(MatchMode::ALL, below),
            n_baazis: BaaziCount::new(pick(&SHORT_MATCH, below)).expect(in_range),
            n_deals: DealCount::new(pick(&SHORT_MATCH, below)).expect(in_range),
            history: choice(History::ALL, below),
        }
    }

    fn wrap(self) -> crate::Options {
        crate::Options::Seep(self)
    }

    fn begin(self, first_dealer: Seat) -> Match {
        Match::Seep(Seep::new(self, first_dealer))
    }
}

impl Hosted for Seep {
    fn first_dealer(seen: &Self::Seen) -> Option<Seat> {
        match seen {
            ::seep::Seen::Dealt(dealt) => Some(dealt.dealer),
            ::seep::Seen::Bid(_) | ::seep::Seen::Played(_) => None,
        }
    }

    fn deal_over(event: &Self::Event) -> Option<DealOver> {
        match event {
            ::seep::Event::Dealt(dealt) => dealt.thrown_in.then_some(DealOver::ThrownIn),
            ::seep::Event::Bid(_) => None,
            ::seep::Event::Played(played) => {
                played.end.as_ref().map(|end| DealOver::Scored(result(&end.result)))
            }
        }
    }

    fn state(&self) -> Value {
        let outcome = self.outcome();
        json!({
            "won": self.won(),
            "difference": self.difference(),
            "winners": outcome.map(|outcome| outcome.winners).unwrap_or_default(),
            "finished": outcome.is_some(),
        })
    }

    fn scores(&self) -> Vec<i32> {
        self.won().map(i32::from).to_vec()
    }

    fn action(action: &Action) -> Option<&Self::Action> {
        if let Action::Seep(action) = action { Some(action) } else { None }
    }

    fn event(event: &Event) -> Option<&Self::Event> {
        if let Event::Seep(event) = event { Some(event) } else { None }
    }

    fn wrap_action(action: Self::Action) -> Action {
        Action::Seep(action)
    }

    fn wrap_event(event: Self::Event) -> Event {
        Event::Seep(event)
    }

    fn wrap_seen(seen: Self::Seen) -> Seen {
        Seen::Seep(seen)
    }

    fn wrap_view(view: Self::View) -> View {
        View::Seep(view)
    }

    fn wrap_illegal(illegal: Self::Illegal) -> Illegal {
        Illegal::Seep(illegal)
    }
}

fn result(result: &DealResult) -> Value {
    json!({
        "card_points": result.card_points,
        "sweeps": result.sweeps,
        "score": result.score,
        "difference": result.difference,
        "baazi_winner": result.baazi_winner,
        "next_dealer": result.next_dealer,
    })
}
