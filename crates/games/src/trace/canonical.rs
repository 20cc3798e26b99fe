//! The canonical print of JSON: keys sorted, no spaces.

use serde_json::Value;

/// Prints JSON with sorted keys and without spaces, whatever order its maps keep.
pub fn canonical(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_unstable();
            let pair = |key: &String| format!("{}:{}", Value::from(key.as_str()), canonical(&map[key]));
            format!("{{{}}}", keys.into_iter().map(pair).collect::<Vec<_>>().join(","))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}
