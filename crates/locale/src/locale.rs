//! The languages and their tags.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How much of an unknown tag is shown again: no tag of a real language is longer.
const MAX_SHOWN_CHARS: usize = 35;

/// A language that the suite speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locale {
    /// English, which every other language falls back to.
    #[default]
    English,
    /// Hindi.
    Hindi,
    /// Welsh.
    Welsh,
    /// Slovak.
    Slovak,
    /// Vietnamese.
    Vietnamese,
}

/// A tag that names no language of the suite. `Display` names those known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no language spoken here; known are: {known}", known = known_tags())]
pub struct UnknownLocale(pub String);

impl Locale {
    /// All languages, the default first.
    pub const ALL: [Self; 5] = [Self::English, Self::Hindi, Self::Welsh, Self::Slovak, Self::Vietnamese];

    /// The BCP 47 tag: a language without a region.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Hindi => "hi",
            Self::Welsh => "cy",
            Self::Slovak => "sk",
            Self::Vietnamese => "vi",
        }
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// Reads a BCP 47 tag, in any case. Script, region and variants are left aside: `cy-GB` is Welsh.
impl FromStr for Locale {
    type Err = UnknownLocale;

    fn from_str(tag: &str) -> Result<Self, UnknownLocale> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|locale| locale.tag().eq_ignore_ascii_case(language))
            .ok_or_else(|| UnknownLocale(tag.chars().take(MAX_SHOWN_CHARS).collect()))
    }
}

fn known_tags() -> String {
    Locale::ALL.map(Locale::tag).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_reads_back() {
        for locale in Locale::ALL {
            assert_eq!(locale.to_string().parse(), Ok(locale));
        }
    }

    #[test]
    fn region_and_case_do_not_matter() {
        for tag in ["cy-GB", "CY", "cy_GB", "cy-Latn-GB"] {
            assert_eq!(tag.parse(), Ok(Locale::Welsh), "{tag}");
        }
    }

    #[test]
    fn unknown_language_is_refused_by_naming_those_known() {
        let refused = "tlh".parse::<Locale>().unwrap_err();
        assert_eq!(refused.to_string(), "\"tlh\" is no language spoken here; known are: en, hi, cy, sk, vi");
        assert_eq!("x".repeat(100).parse::<Locale>(), Err(UnknownLocale("x".repeat(MAX_SHOWN_CHARS))));
        assert!("".parse::<Locale>().is_err());
        assert!("cymraeg".parse::<Locale>().is_err());
    }
}
