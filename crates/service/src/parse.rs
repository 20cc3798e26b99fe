//! Reading the common kinds of field, with an error that names the field.

use std::time::Duration;

use env::UnixMillis;
use uuid::Uuid;
use wire::Fault;

/// Longest display name, in characters.
const MAX_NAME_CHARS: usize = 40;

/// A UUID in its usual text form.
///
/// # Errors
/// `INVALID_FIELD` on `field`.
pub fn parse_uuid(field: &str, text: &str) -> Result<Uuid, Fault> {
    if text.is_empty() {
        return Err(Fault::invalid(field, "is missing; it must be a UUID"));
    }
    Uuid::try_parse(text).map_err(|_| Fault::invalid(field, "is no UUID"))
}

/// A display name: trimmed, 1 to 40 characters, without control characters and without those that change the
/// direction of text or show nothing.
///
/// # Errors
/// `INVALID_FIELD` on `field`.
pub fn display_name(field: &str, text: &str) -> Result<String, Fault> {
    let name = text.trim();
    let chars = name.chars().count();
    if chars == 0 || chars > MAX_NAME_CHARS {
        return Err(Fault::invalid(
            field,
            format!("must have 1 to {MAX_NAME_CHARS} characters, not {chars}"),
        ));
    }
    if name.chars().any(is_unprintable) {
        return Err(Fault::invalid(field, "has characters that cannot be shown"));
    }
    if !name.chars().any(is_visible) {
        return Err(Fault::invalid(field, "shows nothing"));
    }
    Ok(name.to_owned())
}

fn is_unprintable(c: char) -> bool {
    // Zero-width joiners stay allowed: several scripts, Hindi among them, need them inside words.
    c.is_control()
        // Fillers, soft hyphen, Braille blank, a direction mark; then noncharacters.
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
        || matches!(u32::from(c) & 0xffff, 0xfffe | 0xffff)
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Anything but blanks, joiners and variation selectors, which show nothing by themselves.
fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// A duration between zero and `max`; `default` if it is absent.
///
/// # Errors
/// `INVALID_FIELD` on `field` if it is negative, malformed or above `max`.
pub fn duration_in(
    field: &str,
    value: Option<prost_types::Duration>,
    default: Duration,
    max: Duration,
) -> Result<Duration, Fault> {
    let Some(value) = value else { return Ok(default) };
    let span = Duration::try_from(value).map_err(|_| Fault::invalid(field, "must not be negative"))?;
    if !span.is_zero() && span < Duration::from_millis(1) {
        return Err(Fault::invalid(field, "must be zero, or 1 ms at least"));
    }
    if span > max {
        return Err(Fault::invalid(field, format!("must be {} s at most", max.as_secs())));
    }
    Ok(span)
}

/// The message form of a duration.
pub fn to_duration(span: Duration) -> prost_types::Duration {
    prost_types::Duration {
        seconds: i64::try_from(span.as_secs()).unwrap_or(i64::MAX),
        nanos: i32::try_from(span.subsec_nanos()).expect("below 10^9"),
    }
}

/// The message form of a wall-clock reading.
pub fn timestamp(at: UnixMillis) -> prost_types::Timestamp {
    let millis = at.as_i64();
    prost_types::Timestamp {
        seconds: millis.div_euclid(1000),
        nanos: i32::try_from(millis.rem_euclid(1000) * 1_000_000).expect("below 10^9"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(display_name("n", "  Asha ").unwrap(), "Asha");
        assert_eq!(display_name("n", "आशा").unwrap(), "आशा");
        assert!(display_name("n", " ").is_err());
        assert!(display_name("n", &"x".repeat(41)).is_err());
        assert!(display_name("n", "a\u{202e}b").is_err());
        assert!(display_name("n", "a\nb").is_err());
    }

    #[test]
    fn names_must_show_something() {
        for name in
            ["\u{3164}", "\u{2800}", "\u{ad}\u{ad}", "\u{200d}", "\u{fe0f}\u{fe0f}", "\u{61c}", "\u{ffff}"]
        {
            assert!(display_name("n", name).is_err(), "{name:?}");
        }
        assert!(display_name("n", "\u{2764}\u{fe0f}").is_ok());
    }

    #[test]
    fn durations_are_bounded() {
        let max = Duration::from_secs(10);
        let span = |seconds| Some(prost_types::Duration { seconds, nanos: 0 });
        assert_eq!(duration_in("d", None, max, max), Ok(max));
        assert_eq!(duration_in("d", span(3), max, max), Ok(Duration::from_secs(3)));
        assert!(duration_in("d", span(-1), max, max).is_err());
        assert!(duration_in("d", Some(prost_types::Duration { seconds: 0, nanos: 1 }), max, max).is_err());
        assert!(duration_in("d", span(11), max, max).is_err());
        assert!(duration_in("d", span(i64::MAX), max, max).is_err());
    }
}
