//! Table options over all games, and their JSON form (`rules/TRACE.md` 6).

use cards::{Seat, Side};
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::hosted::HostedOptions;
use crate::{GameKind, Match};

/// The table options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Options {
    /// Of Seep.
    Seep(seep::Options),
    /// Of Smear.
    Smear(smear::Options),
    /// Of Pepper.
    Pepper(pepper::Options),
}

/// The value of one option as JSON writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// `true` or `false`.
    Switch(bool),
    /// A whole number.
    Number(i64),
    /// One of a few names.
    Text(String),
}

/// Which values an option takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowed {
    /// One of these, the default first.
    OneOf(Vec<OptionValue>),
    /// A number from one to the other, both included.
    Range {
        /// The lowest number.
        min: i64,
        /// The highest number.
        max: i64,
    },
    /// `false` for off, or a number from one to the other, both included.
    OffOrRange {
        /// The lowest number.
        min: i64,
        /// The highest number.
        max: i64,
    },
}

/// What there is to know about one option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// Its name in JSON and in the rule text.
    pub name: &'static str,
    /// The values it takes.
    pub allowed: Allowed,
    /// The value it has if it is not set.
    pub default: OptionValue,
}

/// Why options were refused. Both name the option.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionFault {
    /// There is no such option.
    #[error("{game} has no option {field:?}")]
    Unknown {
        /// The game.
        game: GameKind,
        /// What was given as an option.
        field: String,
    },
    /// The option does not take this value.
    #[error("{field} must be {allowed}, not {given}")]
    Value {
        /// The option.
        field: &'static str,
        /// What it takes, in words.
        allowed: String,
        /// What was given, as JSON.
        given: String,
    },
}

impl OptionFault {
    /// The option that the fault is about.
    pub fn field(&self) -> &str {
        match self {
            Self::Unknown { field, .. } => field,
            Self::Value { field, .. } => field,
        }
    }
}

impl Options {
    /// The options of a game with nothing set, for its usual number of players: the most that it takes.
    pub fn defaults(kind: GameKind) -> Self {
        (kind.desk().defaults)(*kind.players().end())
    }

    /// The options of a game with nothing set, for so many players; `None` if it is not played by so many.
    pub fn for_players(kind: GameKind, players: u8) -> Option<Self> {
        kind.players().contains(&players).then(|| (kind.desk().defaults)(players))
    }

    /// The game that these are options of.
    pub fn kind(&self) -> GameKind {
        self.sheet().kind()
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.sheet().players()
    }

    /// The seats in use, in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::ALL.into_iter().take(usize::from(self.players()))
    }

    /// The side that a seat plays for.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.sheet().side_of(seat)
    }

    /// The rule set that these options belong to, by the name of its ladder. What makes no difference to who plays better may differ
    /// within one: how a Seep match ends, and what can be looked at. `None` for rules that players have agreed on among themselves.
    pub fn rule_set(&self) -> Option<&'static str> {
        self.sheet().rule_set()
    }

    /// Reads the JSON form: the options that differ from the defaults of so many players, or any others too.
    ///
    /// # Errors
    /// [`OptionFault`] for an unknown name or a value that the option does not take.
    pub fn with_json(mut self, json: &Map<String, Value>) -> Result<Self, OptionFault> {
        for (field, value) in json {
            self.sheet_mut().set(field, value)?;
        }
        Ok(self)
    }

    /// Reads the JSON form for the usual number of players; see [`Options::with_json`].
    ///
    /// # Errors
    /// [`OptionFault`] for an unknown name or a value that the option does not take.
    pub fn from_json(kind: GameKind, json: &Map<String, Value>) -> Result<Self, OptionFault> {
        Self::defaults(kind).with_json(json)
    }

    /// The JSON form: the options that differ from the default. The number of players is none of them.
    pub fn to_json(&self) -> Map<String, Value> {
        let defaults = Self::defaults(self.kind()).values();
        let changed = self.values().into_iter().zip(defaults).filter(|(own, default)| own != default);
        changed.map(|((name, value), _)| (name.to_owned(), value.to_json())).collect()
    }

    /// Every option with its value, in the order of the catalogue.
    pub fn values(&self) -> Vec<(&'static str, OptionValue)> {
        self.sheet().values()
    }

    pub(crate) fn sheet(&self) -> &dyn Sheet {
        match self {
            Self::Seep(options) => options,
            Self::Smear(options) => options,
            Self::Pepper(options) => options,
        }
    }

    fn sheet_mut(&mut self) -> &mut dyn Sheet {
        match self {
            Self::Seep(options) => options,
            Self::Smear(options) => options,
            Self::Pepper(options) => options,
        }
    }
}

/// The options of any game, as [`Options`] asks for them.
pub(crate) trait Sheet {
    fn kind(&self) -> GameKind;
    fn players(&self) -> u8;
    fn side_of(&self, seat: Seat) -> Side;
    fn rule_set(&self) -> Option<&'static str>;
    fn values(&self) -> Vec<(&'static str, OptionValue)>;
    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionFault>;
    fn begin(&self, first_dealer: Seat) -> Match;
}

impl<O: HostedOptions> Sheet for O {
    fn kind(&self) -> GameKind {
        O::KIND
    }

    fn players(&self) -> u8 {
        HostedOptions::players(self)
    }

    fn side_of(&self, seat: Seat) -> Side {
        HostedOptions::side_of(self, seat)
    }

    fn rule_set(&self) -> Option<&'static str> {
        HostedOptions::rule_set(self)
    }

    fn values(&self) -> Vec<(&'static str, OptionValue)> {
        O::fields().iter().map(|field| (field.name, (field.get)(self))).collect()
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionFault> {
        let unknown = || OptionFault::Unknown { game: O::KIND, field: name.to_owned() };
        let field = O::fields().iter().find(|field| field.name == name).ok_or_else(unknown)?;
        let set = OptionValue::from_json(value).is_some_and(|value| (field.set)(self, &value));
        let fault = || OptionFault::Value {
            field: field.name,
            allowed: (field.allowed)().in_words(),
            given: value.to_string(),
        };
        if set { Ok(()) } else { Err(fault()) }
    }

    fn begin(&self, first_dealer: Seat) -> Match {
        HostedOptions::begin(*self, first_dealer)
    }
}

impl OptionValue {
    /// The value that a name in the rule text stands for: a switch, a number, or the name itself.
    pub(crate) fn from_name(name: &str) -> Self {
        match (name, name.parse()) {
            ("true", _) => Self::Switch(true),
            ("false", _) => Self::Switch(false),
            (_, Ok(number)) => Self::Number(number),
            _ => Self::Text(name.to_owned()),
        }
    }

    fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(on) => Some(Self::Switch(*on)),
            Value::Number(number) => number.as_i64().map(Self::Number),
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// Whether it is on, if it is a switch.
    pub(crate) fn as_switch(&self) -> Option<bool> {
        if let Self::Switch(on) = self { Some(*on) } else { None }
    }

    /// The number, if it is one.
    pub(crate) fn as_number(&self) -> Option<i64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// The value as JSON.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Switch(on) => Value::Bool(*on),
            Self::Number(number) => Value::from(*number),
            Self::Text(text) => Value::from(text.as_str()),
        }
    }
}

/// As JSON.
impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_json().fmt(f)
    }
}

impl Allowed {
    fn in_words(&self) -> String {
        match self {
            Self::OneOf(values) => values.iter().map(OptionValue::to_string).collect::<Vec<_>>().join(" or "),
            Self::Range { min, max } => format!("a whole number from {min} to {max}"),
            Self::OffOrRange { min, max } => format!("false or a whole number from {min} to {max}"),
        }
    }
}
