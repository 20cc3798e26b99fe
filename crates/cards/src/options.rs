//! What table options are made of: one of a few named values, or a number within bounds. Which options a game has is the game's affair.

use thiserror::Error;

/// A table option that takes one of a few named values. [`choices!`](crate::choices) makes them.
pub trait Choice: Copy + Eq + 'static {
    /// Every value, the default first.
    const ALL: &'static [Self];

    /// The value as the rule text writes it.
    fn name(self) -> &'static str;
}

/// A number outside the range of its option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{field} must be from {min} to {max}, not {given}")]
pub struct OptionOutOfRange {
    /// The option, as the rule text writes it.
    pub field: &'static str,
    /// The lowest number allowed.
    pub min: u16,
    /// The highest number allowed.
    pub max: u16,
    /// What was given.
    pub given: i64,
}

/// Declares options that are a [`Choice`], each value with the name that the rule text gives it.
#[macro_export]
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $crate::Choice for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    )+};
}

/// Declares options that are a number within bounds, each with the name that the rule text gives it.
#[macro_export]
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident: $field:literal in $min:literal..=$max:literal, default $default:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(u16);

        impl $name {
            /// The lowest number allowed.
            pub const MIN: u16 = $min;
            /// The highest number allowed.
            pub const MAX: u16 = $max;

            /// The option with this number.
            ///
            /// # Errors
            /// `cards::OptionOutOfRange`, which names the option.
            pub fn new(given: i64) -> Result<Self, $crate::OptionOutOfRange> {
                match u16::try_from(given) {
                    Ok(number) if (Self::MIN..=Self::MAX).contains(&number) => Ok(Self(number)),
                    _ => Err($crate::OptionOutOfRange { field: $field, min: Self::MIN, max: Self::MAX, given }),
                }
            }

            /// The number.
            pub const fn get(self) -> u16 {
                self.0
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self($default)
            }
        }
    )+};
}
