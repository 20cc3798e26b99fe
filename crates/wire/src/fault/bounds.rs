//! How long a refusal may become. It travels in the trailers of a call, for which many clients take 8 KiB in all and otherwise show an
//! error of their own; details are sent in Base64, and a message with escapes.

use super::{Fault, Localized};

/// Most fields at fault that a refusal names.
pub const FIELDS_MAX: usize = 16;
/// The metadata that says how many fields at fault are not named.
pub const FIELDS_OMITTED: &str = "fields_omitted";
/// The most bytes that the details of a refusal take.
pub const DETAILS_BYTES_MAX: usize = 4096;

/// The longest sentence, and the longest one in the caller's language, in bytes.
const SENTENCE_BYTES_MAX: usize = 512;
/// The longest path of a field, description or value of a detail, in bytes.
const TEXT_BYTES_MAX: usize = 256;
/// All fields at fault together, in bytes of their texts.
const FIELDS_BYTES_MAX: usize = 1536;
/// All details by name together, in bytes of their texts.
const METADATA_BYTES_MAX: usize = 768;
/// What stands at the end of a text that was cut.
const CUT_MARK: &str = "…";

impl Fault {
    /// The fault with no more than fits into trailers: the first fields at fault, and how many more there are.
    pub(super) fn bounded(mut self) -> Self {
        cut(&mut self.message, SENTENCE_BYTES_MAX);
        if let Some(Localized { locale, text }) = self.localized.as_deref_mut() {
            cut(locale, TEXT_BYTES_MAX);
            cut(text, SENTENCE_BYTES_MAX);
        }
        self.bound_fields();
        self.metadata.values_mut().for_each(|value| cut(value, TEXT_BYTES_MAX));
        let mut room = METADATA_BYTES_MAX;
        self.metadata.retain(|key, value| take(&mut room, key.len() + value.len()));
        self
    }

    fn bound_fields(&mut self) {
        let all = self.fields.len();
        self.fields.truncate(FIELDS_MAX);
        let mut room = FIELDS_BYTES_MAX;
        let mut named = 0;
        for (field, description) in &mut self.fields {
            cut(field, TEXT_BYTES_MAX);
            cut(description, TEXT_BYTES_MAX);
            if !take(&mut room, field.len() + description.len()) {
                break;
            }
            named += 1;
        }
        self.fields.truncate(named);
        if named < all {
            self.metadata.insert(FIELDS_OMITTED.to_owned(), (all - named).to_string());
        }
    }
}

/// Takes `bytes` of the room that is left; false if they do not fit.
fn take(room: &mut usize, bytes: usize) -> bool {
    let left = room.checked_sub(bytes);
    *room = left.unwrap_or(*room);
    left.is_some()
}

/// Cuts a text so that it has at most `most` bytes, between two characters.
fn cut(text: &mut String, most: usize) {
    if text.len() <= most {
        return;
    }
    let end = (0..=most - CUT_MARK.len()).rev().find(|end| text.is_char_boundary(*end));
    text.truncate(end.expect("a text begins with a boundary"));
    text.push_str(CUT_MARK);
}

#[cfg(test)]
mod tests {
    use tonic::Status;

    use super::*;
    use crate::errors::v1::ErrorReason;
    use crate::fault_of;

    #[test]
    fn fault_with_too_many_fields_names_the_first_and_counts_the_others() {
        let many = (0..15_000).fold(Fault::new(ErrorReason::InvalidField, "Many."), |fault, n| {
            fault.field(format!("sides[{n}]"), "is empty")
        });
        let sent = fault_of(&Status::from(many.clone())).unwrap();
        let names: Vec<_> = sent.fields.iter().map(|(field, _)| field.clone()).collect();
        assert_eq!(names, (0..FIELDS_MAX).map(|n| format!("sides[{n}]")).collect::<Vec<_>>());
        assert_eq!(sent.metadata()[FIELDS_OMITTED], "14984");
        let refused = many.into_refused();
        assert_eq!((refused.fields.len(), refused.metadata[FIELDS_OMITTED].as_str()), (FIELDS_MAX, "14984"));
    }

    #[test]
    fn fault_with_long_texts_fits_into_trailers() {
        let long = "पत्ता".repeat(9_000);
        let mut fault = Fault::new(ErrorReason::InvalidField, &long).localized("hi", &long);
        for n in 0..40 {
            fault = fault.field(&long, &long).with(format!("key{n}"), &long);
        }
        let status = Status::from(fault.retry_after(std::time::Duration::from_secs(1)));
        assert!(status.details().len() <= DETAILS_BYTES_MAX, "{}", status.details().len());
        assert!(status.message().len() <= SENTENCE_BYTES_MAX);
        let sent = fault_of(&status).unwrap();
        assert_eq!(sent.fields.len(), 3);
        assert!(sent.fields[0].0.starts_with("पत्ता") && sent.fields[0].0.ends_with(CUT_MARK));
        assert_eq!(sent.metadata()[FIELDS_OMITTED], "37");
    }

    #[test]
    fn texts_are_cut_between_characters() {
        for length in 3..12 {
            let mut text = "aéßगx".to_owned();
            cut(&mut text, length);
            assert!(text.len() <= length, "{text}");
        }
    }
}
