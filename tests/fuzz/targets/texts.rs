//! What people and their programs write: actions and options as text.

use games::{Action, GameKind, Options};
use jodi_fuzz::Choices;
use serde_json::{Map, Value};

#[test]
fn a_text_is_an_action_or_is_refused() {
    bolero::check!(name = "action_texts").with_iterations(4000).for_each(|input: &[u8]| {
        let text = String::from_utf8_lossy(input);
        for kind in GameKind::ALL {
            let Ok(action) = Action::parse(kind, &text) else { continue };
            assert_eq!(action.kind(), kind);
            let canonical = action.to_string();
            assert_eq!(Action::parse(kind, &canonical), Ok(action), "{text:?} reads as {canonical:?}");
        }
    });
}

#[test]
fn json_holds_options_or_is_refused() {
    bolero::check!(name = "option_texts").with_iterations(4000).for_each(|input: &[u8]| {
        let Ok(json) = serde_json::from_slice::<Map<String, Value>>(input) else { return };
        for kind in GameKind::ALL {
            match Options::from_json(kind, &json) {
                Ok(options) => assert_eq!(Options::from_json(kind, &options.to_json()), Ok(options)),
                Err(fault) => assert!(json.contains_key(fault.field()), "{fault} is about no given option"),
            }
        }
    });
}

#[test]
fn any_options_survive_their_json() {
    bolero::check!(name = "options").with_iterations(1000).for_each(|input: &[u8]| {
        let options = Choices::new(input).options();
        let defaults = Options::for_players(options.kind(), options.players()).unwrap();
        assert_eq!(defaults.with_json(&options.to_json()), Ok(options));
    });
}
