//! Table options as fields: names and values, and how to read and set each.

use crate::{Allowed, OptionInfo, OptionValue};

/// One option of a game, whose options are an `O`.
pub(crate) struct Field<O> {
    pub(crate) name: &'static str,
    pub(crate) allowed: fn() -> Allowed,
    pub(crate) get: fn(&O) -> OptionValue,
    /// False if the option does not take the value; it then stays as it was.
    pub(crate) set: fn(&mut O, &OptionValue) -> bool,
}

/// A field that takes one of a few named values. The caller has `Choice` in scope.
macro_rules! choice_field {
    ($field:ident: $type:ty) => {
        $crate::fields::Field {
            name: stringify!($field),
            allowed: || $crate::fields::names(<$type>::ALL.iter().map(|choice| choice.name())),
            get: |options| $crate::OptionValue::from_name(options.$field.name()),
            set: |options, value| {
                let named = |choice: &$type| $crate::OptionValue::from_name(choice.name()) == *value;
                $crate::fields::replace(&mut options.$field, <$type>::ALL.iter().copied().find(named))
            },
        }
    };
}

/// A field that is on or off.
macro_rules! switch_field {
    ($field:ident) => {
        $crate::fields::Field {
            name: stringify!($field),
            allowed: || {
                let default = Options::default().$field;
                let value = $crate::OptionValue::Switch;
                $crate::Allowed::OneOf(vec![value(default), value(!default)])
            },
            get: |options| $crate::OptionValue::Switch(options.$field),
            set: |options, value| $crate::fields::replace(&mut options.$field, value.as_switch()),
        }
    };
}

/// A field that is a number in a range.
macro_rules! number_field {
    ($field:ident: $type:ty) => {
        $crate::fields::Field {
            name: stringify!($field),
            allowed: || $crate::Allowed::Range { min: <$type>::MIN.into(), max: <$type>::MAX.into() },
            get: |options| $crate::OptionValue::Number(options.$field.get().into()),
            set: |options, value| {
                let number = value.as_number().and_then(|number| <$type>::new(number).ok());
                $crate::fields::replace(&mut options.$field, number)
            },
        }
    };
}

pub(crate) use {choice_field, number_field, switch_field};

impl<O: Default> Field<O> {
    /// What the catalogue says about it.
    pub(crate) fn info(&self) -> OptionInfo {
        OptionInfo { name: self.name, allowed: (self.allowed)(), default: (self.get)(&O::default()) }
    }
}

/// One of these names.
pub(crate) fn names(names: impl Iterator<Item = &'static str>) -> Allowed {
    Allowed::OneOf(names.map(OptionValue::from_name).collect())
}

/// Puts the value in its place, if there is one; says whether there was.
pub(crate) fn replace<T>(place: &mut T, with: Option<T>) -> bool {
    with.map(|with| *place = with).is_some()
}
