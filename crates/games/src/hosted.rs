//! What a game must say to be hosted. Each game says it in one file of this folder; everything else in this crate
//! asks through these traits and never knows which game answers.

mod pepper;
mod seep;
mod smear;

use std::ops::RangeInclusive;

use cards::{Game, Seat, Side};
use serde_json::Value;

use crate::fields::Field;
use crate::{Action, Event, GameKind, Illegal, Match, Options, Seen, View};

/// Chance as random play takes it: an evenly distributed number below the given one.
pub(crate) type Below<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A deal's end, as a trace notes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DealOver {
    /// The cards were thrown in.
    ThrownIn,
    /// It was played out, with this result (`rules/TRACE.md` 4).
    Scored(Value),
}

/// The table options of a hosted game.
pub(crate) trait HostedOptions: Copy + Default + 'static {
    /// The game.
    const KIND: GameKind;

    /// How many may play.
    const PLAYERS: RangeInclusive<u8>;

    /// Every option but the number of players, in the order of the rule text.
    fn fields() -> &'static [Field<Self>];

    /// The defaults for so many players, who must be in the range.
    fn for_players(players: u8) -> Self;

    /// How many play by these options.
    fn players(&self) -> u8;

    /// The side that a seat plays for.
    fn side_of(&self, seat: Seat) -> Side;

    /// The rule set that these options belong to as far as a ladder is concerned, which is also the name of its ladder: what makes no
    /// difference to who plays better may differ. `None` if players agreed on other rules.
    fn rule_set(&self) -> Option<&'static str>;

    /// Random options for so many players; each is left at its default in about half of all cases.
    fn random(players: u8, below: Below<'_>) -> Self;

    /// In the envelope.
    fn wrap(self) -> Options;

    /// A match before its first deal, in the envelope.
    fn begin(self, first_dealer: Seat) -> Match;
}

/// A hosted game: the rules of its crate, and the way into and out of the envelopes.
pub(crate) trait Hosted: Game<Options: HostedOptions> {
    /// The dealer of a first deal in its live form; `None` for any other event.
    fn first_dealer(seen: &Self::Seen) -> Option<Seat>;

    /// How an event ended the deal, if it did.
    fn deal_over(event: &Self::Event) -> Option<DealOver>;

    /// The state of the match (`rules/TRACE.md` 5).
    fn state(&self) -> Value;

    /// Points by side in the game's own measure.
    fn scores(&self) -> Vec<i32>;

    /// The action in an envelope, if it is of this game.
    fn action(action: &Action) -> Option<&Self::Action>;

    /// The event in an envelope, if it is of this game.
    fn event(event: &Event) -> Option<&Self::Event>;

    /// Into the envelope.
    fn wrap_action(action: Self::Action) -> Action;

    /// Into the envelope.
    fn wrap_event(event: Self::Event) -> Event;

    /// Into the envelope.
    fn wrap_seen(seen: Self::Seen) -> Seen;

    /// Into the envelope.
    fn wrap_view(view: Self::View) -> View;

    /// Into the envelope.
    fn wrap_illegal(illegal: Self::Illegal) -> Illegal;
}

/// Random values of options, leaning towards the default.
pub(crate) mod draw {
    use super::Below;

    /// One of some values, the first of which is the default.
    pub(crate) fn choice<T: Copy>(all: &[T], below: Below<'_>) -> T {
        if below(2) == 0 { all[0] } else { pick(all, below) }
    }

    /// One of some values, each as likely as any other.
    pub(crate) fn pick<T: Copy>(from: &[T], below: Below<'_>) -> T {
        let length = u32::try_from(from.len()).expect("lists to pick from are short");
        from[below(length) as usize]
    }
}
