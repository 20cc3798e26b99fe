//! Table options over all games, and their JSON form (`rules/TRACE.md` 6).

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::{GameKind, seep_options};

/// The table options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Options {
    /// Of Seep.
    Seep(seep::Options),
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
}

/// What there is to know about one option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// Its name in JSON and in the rule text.
    pub name: &'static str,
    /// One sentence on what it does.
    pub about: &'static str,
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
    /// The options of a game with nothing set.
    pub fn defaults(kind: GameKind) -> Self {
        match kind {
            GameKind::Seep => Self::Seep(seep::Options::default()),
        }
    }

    /// The game that these are options of.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Seep(_) => GameKind::Seep,
        }
    }

    /// Reads the JSON form: the options that differ from the default, or any others too.
    ///
    /// # Errors
    /// [`OptionFault`] for an unknown name or a value that the option does not take.
    pub fn from_json(kind: GameKind, json: &Map<String, Value>) -> Result<Self, OptionFault> {
        let mut options = Self::defaults(kind);
        for (field, value) in json {
            options.set(field, &OptionValue::from_json(value).ok_or(value))?;
        }
        Ok(options)
    }

    /// The JSON form: the options that differ from the default.
    pub fn to_json(&self) -> Map<String, Value> {
        let defaults = Self::defaults(self.kind()).values();
        let changed = self.values().into_iter().zip(defaults).filter(|(own, default)| own != default);
        changed.map(|((name, value), _)| (name.to_owned(), value.to_json())).collect()
    }

    /// Every option with its value, in the order of the catalogue.
    pub fn values(&self) -> Vec<(&'static str, OptionValue)> {
        match self {
            Self::Seep(options) => {
                seep_options::FIELDS.iter().map(|field| (field.name, (field.get)(options))).collect()
            }
        }
    }

    fn set(&mut self, name: &str, value: &Result<OptionValue, &Value>) -> Result<(), OptionFault> {
        match self {
            Self::Seep(options) => {
                let unknown = || OptionFault::Unknown { game: GameKind::Seep, field: name.to_owned() };
                let field =
                    seep_options::FIELDS.iter().find(|field| field.name == name).ok_or_else(unknown)?;
                let set = value.as_ref().is_ok_and(|value| (field.set)(options, value));
                let given = || value.as_ref().map_or_else(|other| other.to_string(), OptionValue::to_string);
                let fault = || OptionFault::Value {
                    field: field.name,
                    allowed: (field.allowed)().in_words(),
                    given: given(),
                };
                if set { Ok(()) } else { Err(fault()) }
            }
        }
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
        }
    }
}
