//! Which cards something shows.

use cards::{Card, CardSet};
use serde_json::Value;

/// Every card whose text stands anywhere in it.
pub fn shown_cards(json: &Value) -> CardSet {
    match json {
        Value::String(text) => {
            let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
            words.filter_map(|word| word.parse::<Card>().ok()).collect()
        }
        Value::Array(values) => values.iter().map(shown_cards).fold(CardSet::EMPTY, CardSet::union),
        Value::Object(fields) => fields.values().map(shown_cards).fold(CardSet::EMPTY, CardSet::union),
        Value::Null | Value::Bool(_) | Value::Number(_) => CardSet::EMPTY,
    }
}
