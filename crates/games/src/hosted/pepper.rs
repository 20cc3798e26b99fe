//! Pepper, hosted.

use std::ops::RangeInclusive;

use ::pepper::{
    AllPass, AuctionEnd, BothOut, DefendersZeroPenalty, History, Options, Pepper, Players, Target,
};
use cards::{Choice, Game, Seat, Side};
use serde_json::{Value, json};

use super::draw::{choice, pick};
use super::{Below, DealOver, Hosted, HostedOptions};
use crate::fields::{Field, choice_field, number_field, switch_field};
use crate::{Action, Event, GameKind, Illegal, Match, Seen, View};

/// Targets of a random match: those that are usual, and some that end it sooner.
const TARGETS: [i64; 6] = [30, 30, 25, 42, 12, 5];

static FIELDS: [Field<Options>; 9] = [
    switch_field!(pass_final),
    switch_field!(one_round),
    choice_field!(all_pass: AllPass),
    number_field!(target: Target),
    choice_field!(
        both_out: BothOut),
    switch_field!(no_trump),
    choice_field!(
        defenders_zero_penalty: DefendersZeroPenalty),
    choice_field!(history: History),
    switch_field!(reveal_dead),
];

impl HostedOptions for Options {
    const KIND: GameKind = GameKind::Pepper;
    const PLAYERS: RangeInclusive<u8> = 2..=4;

    fn fields() -> &'static [Field<Self>] {
        &FIELDS
    }

    fn for_players(players: u8) -> Self {
        Self { players: Players::new(players).expect("the number is in the range"), ..Self::default() }
    }

    fn players(&self) -> u8 {
        self.players.count()
    }

    fn side_of(&self, seat: Seat) -> Side {
        self.players.side_of(seat)
    }

    fn rule_set(&self) -> Option<&'static str> {
        let free = Self {
            players: self.players,
            history: self.history,
            reveal_dead: self.reveal_dead,
            ..Self::default()
        };
        let ladder = match self.players {
            Players::Four => "pepper",
            Players::Three => "pepper-solo3",
            Players::Two => "pepper-solo2",
        };
        (*self == free).then_some(ladder)
    }

    fn random(players: u8, below: Below<'_>) -> Self {
        Self {
            pass_final: below(2) == 0,
            one_round: below(3) == 0,
            all_pass: choice(AllPass::ALL, below),
            target: Target::new(pick(&TARGETS, below)).expect("the numbers are in the range of the option"),
            both_out: choice(BothOut::ALL, below),
            no_trump: below(4) > 0,
            defenders_zero_penalty: choice(DefendersZeroPenalty::ALL, below),
            history: choice(History::ALL, below),
            reveal_dead: below(2) == 0,
            ..Self::for_players(players)
        }
    }

    fn wrap(self) -> crate::Options {
        crate::Options::Pepper(self)
    }

    fn begin(self, first_dealer: Seat) -> Match {
        Match::Pepper(Pepper::new(self, first_dealer))
    }
}

impl Hosted for Pepper {
    fn first_dealer(seen: &Self::Seen) -> Option<Seat> {
        if let ::pepper::Seen::Dealt(dealt) = seen { Some(dealt.dealer) } else { None }
    }

    fn deal_over(event: &Self::Event) -> Option<DealOver> {
        use ::pepper::Event;
        match event {
            Event::Called(called) if matches!(called.end, Some(AuctionEnd::ThrownIn { .. })) => {
                Some(DealOver::ThrownIn)
            }
            Event::Played(played) => played.end.map(|end| DealOver::Scored(json!(end.result))),
            Event::Dealt(_) | Event::Called(_) | Event::Named(_) => None,
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
        self.totals().to_vec()
    }

    fn action(action: &Action) -> Option<&Self::Action> {
        if let Action::Pepper(action) = action { Some(action) } else { None }
    }

    fn event(event: &Event) -> Option<&Self::Event> {
        if let Event::Pepper(event) = event { Some(event) } else { None }
    }

    fn wrap_action(action: Self::Action) -> Action {
        Action::Pepper(action)
    }

    fn wrap_event(event: Self::Event) -> Event {
        Event::Pepper(event)
    }

    fn wrap_seen(seen: Self::Seen) -> Seen {
        Seen::Pepper(seen)
    }

    fn wrap_view(view: Self::View) -> View {
        View::Pepper(view)
    }

    fn wrap_illegal(illegal: Self::Illegal) -> Illegal {
        Illegal::Pepper(illegal)
    }
}
