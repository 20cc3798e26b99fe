//! The choice of a language by what a caller says it can read (RFC 9110, section 12.5.4).

use crate::Locale;

/// Languages of one header that are looked at; nobody reads more.
const MAX_RANGES: usize = 32;
/// Quality in thousandths of a range that names none.
const FULL_QUALITY: u16 = 1000;

impl Locale {
    /// The best language for an `accept-language` header, such as `cy-GB, cy;q=0.9, en;q=0.5`: of those that the suite speaks the
    /// one with the highest quality, the first of several. `*` stands for English. `None` if the header names none of them.
    pub fn negotiate(accept_language: &str) -> Option<Self> {
        let mut best: Option<(u16, Self)> = None;
        for (quality, locale) in accept_language.split(',').take(MAX_RANGES).filter_map(spoken_range) {
            if quality > best.map_or(0, |(most, _)| most) {
                best = Some((quality, locale));
            }
        }
        best.map(|(_, locale)| locale)
    }
}

/// A range with its quality in thousandths, if it is well-formed and we speak the language.
fn spoken_range(range: &str) -> Option<(u16, Locale)> {
    let (tag, parameter) = range.split_once(';').map_or((range, None), |(tag, rest)| (tag, Some(rest)));
    let locale = match tag.trim() {
        "*" => Locale::default(),
        tag => tag.parse().ok()?,
    };
    let quality = match parameter {
        None => FULL_QUALITY,
        Some(parameter) => thousandths(parameter.trim().strip_prefix("q=")?)?,
    };
    Some((quality, locale))
}

/// A number from 0 to 1 with at most three decimals.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let decimals: u16 = format!("{decimals:0<3}").parse().ok()?;
    match (whole, decimals) {
        ("0", decimals) => Some(decimals),
        ("1", 0) => Some(FULL_QUALITY),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn highest_quality_wins_and_the_first_of_equals() {
        let choices = [
            ("cy-GB, cy;q=0.9, en;q=0.5", Some(Locale::Welsh)),
            ("en;q=0.5, vi", Some(Locale::Vietnamese)),
            ("sk;q=0.7, hi;q=0.7", Some(Locale::Slovak)),
            ("de, fr;q=0.9, hi;q=0.1", Some(Locale::Hindi)),
            ("de, *;q=0.1", Some(Locale::English)),
            ("HI-in", Some(Locale::Hindi)),
        ];
        for (header, locale) in choices {
            assert_eq!(Locale::negotiate(header), locale, "{header}");
        }
    }

    #[test]
    fn languages_not_spoken_or_ruled_out_choose_nothing() {
        for header in ["", "de", "de, fr;q=0.4", "vi;q=0", "vi;q=0.000", ";;;,,,", "q=1"] {
            assert_eq!(Locale::negotiate(header), None, "{header}");
        }
    }

    #[test]
    fn malformed_quality_leaves_its_range_out() {
        for quality in ["2", "1.5", "-1", "0.1234", "x", ""] {
            let header = format!("vi;q={quality}, sk;q=0.001");
            assert_eq!(Locale::negotiate(&header), Some(Locale::Slovak), "{header}");
        }
    }

    #[test]
    fn only_the_first_ranges_of_an_endless_header_count() {
        let header = "de,".repeat(MAX_RANGES) + "vi";
        assert_eq!(Locale::negotiate(&header), None);
    }
}
