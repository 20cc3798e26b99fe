//! The catalogues, built into the program.

use crate::Locale;

/// One catalogue file.
pub(crate) struct File {
    /// Its path within `locales/`.
    pub(crate) path: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

macro_rules! files {
    ($tag:literal) => {
        files!($tag, "cards", "table", "seep", "smear", "pepper")
    };
    ($tag:literal, $($name:literal),+) => {
        [$(File {
            path: concat!($tag, "/", $name, ".ftl"),
            text: include_str!(concat!("../locales/", $tag, "/", $name, ".ftl")),
        }),+]
    };
}

static ENGLISH: [File; 5] = files!("en");
static HINDI: [File; 5] = files!("hi");
static WELSH: [File; 5] = files!("cy");
static SLOVAK: [File; 5] = files!("sk");
static VIETNAMESE: [File; 5] = files!("vi");

/// The files of a language.
pub(crate) fn files(locale: Locale) -> &'static [File] {
    match locale {
        Locale::English => &ENGLISH,
        Locale::Hindi => &HINDI,
        Locale::Welsh => &WELSH,
        Locale::Slovak => &SLOVAK,
        Locale::Vietnamese => &VIETNAMESE,
    }
}
