//! The options of Seep as a table: names, values and sentences, and how to read and set each.

use seep::{Choice, Options};

use crate::{Allowed, OptionInfo, OptionValue};

/// One option of Seep.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) allowed: fn() -> Allowed,
    pub(crate) get: fn(&Options) -> OptionValue,
    /// False if the option does not take the value; it then stays as it was.
    pub(crate) set: fn(&mut Options, &OptionValue) -> bool,
}

macro_rules! choice {
    ($field:ident, $about:literal) => {
        Field {
            name: stringify!($field),
            about: $about,
            allowed: || choices_like(|options| options.$field),
            get: |options| value_of(options.$field),
            set: |options, value| replace(&mut options.$field, choice_of(value)),
        }
    };
}

macro_rules! switch {
    ($field:ident, $about:literal) => {
        Field {
            name: stringify!($field),
            about: $about,
            allowed: || {
                let default = Options::default().$field;
                Allowed::OneOf(vec![OptionValue::Switch(default), OptionValue::Switch(!default)])
            },
            get: |options| OptionValue::Switch(options.$field),
            set: |options, value| {
                replace(
                    &mut options.$field,
                    if let OptionValue::Switch(on) = value { Some(*on) } else { None },
                )
            },
        }
    };
}

macro_rules! number {
    ($field:ident: $type:ty, $about:literal) => {
        Field {
            name: stringify!($field),
            about: $about,
            allowed: || Allowed::Range { min: <$type>::MIN.into(), max: <$type>::MAX.into() },
            get: |options| OptionValue::Number(options.$field.get().into()),
            set: |options, value| {
                let number = if let OptionValue::Number(number) = value { Some(*number) } else { None };
                replace(&mut options.$field, number.and_then(|number| <$type>::new(number).ok()))
            },
        }
    };
}

/// Every option, in the order of the rule text.
pub(crate) static FIELDS: [Field; 20] = [
    choice!(
        absorb_sets,
        "Whether complete loose sets may, must or cannot join a house that receives a card."
    ),
    choice!(
        absorb_scope,
        "Whether extra sets may join any house or only one that the player owns afterwards."
    ),
    choice!(
        capture,
        "Whether a capture leaves nothing capturable, takes the most cards possible, or is free."
    ),
    choice!(
        opening_throw,
        "Whether the opening throw is always allowed or only under the rule for later throws."
    ),
    switch!(
        partner_add_owns,
        "Whether adding to a partner's house makes one a co-owner who must hold its value."
    ),
    choice!(opp_add_owns, "Whether adding to a house of opponents only makes one an owner of it."),
    choice!(throw, "Whether a card that can capture, or can be used at all, may be thrown."),
    choice!(
        break_merge,
        "Whether a raised house may merge with any house or only with one that the player owns."
    ),
    switch!(sweeps, "Whether clearing the floor scores a bonus."),
    choice!(bid_floor, "Whether the bidder sees the four floor cards before bidding."),
    switch!(
        break_merge_into_partner_free,
        "Whether raising a house into a partner's house needs no card of its value."
    ),
    choice!(ten_diamonds, "What the ten of diamonds counts: six, or two with four points for most cards."),
    choice!(first_sweep, "What a sweep by the first play of a deal is worth."),
    switch!(min9_includes_sweeps, "Whether sweep bonuses count for the minimum of nine points."),
    choice!(dealer_basis, "Whether the running difference or the last deal decides who deals next."),
    number!(lead_to_win: seep::LeadToWin, "The lead in points that wins a baazi."),
    choice!(match_mode, "What ends a match: baazis played, baazis won by a side, or deals."),
    number!(n_baazis: seep::BaaziCount, "How many baazis are played, or must be won."),
    number!(n_deals: seep::DealCount, "How many deals are scored where deals end the match."),
    choice!(history, "Whether captured cards can be looked at until the count."),
];

/// What the catalogue says about the options.
pub(crate) fn infos() -> Vec<OptionInfo> {
    let defaults = Options::default();
    let info = |field: &Field| OptionInfo {
        name: field.name,
        about: field.about,
        allowed: (field.allowed)(),
        default: (field.get)(&defaults),
    };
    FIELDS.iter().map(info).collect()
}

/// The values of the option that a function reads; its result only names the type.
fn choices_like<C: Choice>(_read: impl Fn(&Options) -> C) -> Allowed {
    Allowed::OneOf(C::ALL.iter().map(|choice| value_of(*choice)).collect())
}

fn value_of(choice: impl Choice) -> OptionValue {
    OptionValue::from_name(choice.name())
}

fn choice_of<C: Choice>(value: &OptionValue) -> Option<C> {
    C::ALL.iter().copied().find(|choice| value_of(*choice) == *value)
}

fn replace<T>(place: &mut T, with: Option<T>) -> bool {
    with.map(|with| *place = with).is_some()
}
