//! Messages of the API: what decodes must mean one thing, and mean it again after it was written.

use game_engine::convert;
use games::{GameKind, Match, Seen, View};
use prost::Message;
use wire::game::v1 as pb;

/// Writes a decoded thing, reads it again and asks for the same.
fn assert_stays<T: PartialEq + std::fmt::Debug, M: Message + Default>(
    thing: &T,
    to_wire: impl Fn(&T) -> M,
    from_wire: impl Fn(&M) -> Option<T>,
) {
    let bytes = to_wire(thing).encode_to_vec();
    let message = M::decode(bytes.as_slice()).unwrap();
    assert_eq!(from_wire(&message).as_ref(), Some(thing));
}

#[test]
fn bytes_are_an_action_or_are_refused() {
    bolero::check!(name = "action_messages").with_iterations(4000).for_each(|input: &[u8]| {
        let Ok(message) = pb::GameAction::decode(input) else { return };
        for kind in GameKind::ALL {
            match convert::action_from_wire(kind, &message) {
                Err(fault) => assert!(fault.field.starts_with("action") && !fault.why.is_empty()),
                Ok(action) => {
                    assert_eq!(action.kind(), kind);
                    let read = |message: &_| convert::action_from_wire(kind, message).ok();
                    assert_stays(&action, convert::action_to_wire, read);
                }
            }
        }
    });
}

#[test]
fn bytes_are_options_or_are_refused() {
    bolero::check!(name = "option_messages").with_iterations(4000).for_each(|input: &[u8]| {
        let Ok(message) = pb::GameOptions::decode(input) else { return };
        let Ok(options) = convert::options_from_wire(Some(&message)) else { return };
        let read = |message: &_| convert::options_from_wire(Some(message)).ok();
        assert_stays(&options, convert::options_to_wire, read);
    });
}

#[test]
fn bytes_are_a_view_or_are_refused() {
    bolero::check!(name = "view_messages").with_iterations(4000).for_each(|input: &[u8]| {
        let Ok(message) = pb::GameView::decode(input) else { return };
        let Some(view) = convert::view_from_wire(&message) else { return };
        assert_stays(&view, convert::view_to_wire, convert::view_from_wire);
    });
}

#[test]
fn bytes_are_an_event_that_a_view_follows_or_are_refused() {
    bolero::check!(name = "event_messages").with_iterations(4000).for_each(|input: &[u8]| {
        let Ok(message) = pb::GameEvent::decode(input) else { return };
        let Some(seen) = convert::seen_from_wire(&message) else { return };
        assert_stays(&seen, convert::seen_to_wire, convert::seen_from_wire);
        GameKind::ALL.into_iter().for_each(|kind| follow(kind, &seen));
    });
}

/// What a client does with an event from nowhere: it follows, or the view stays as it is.
fn follow(kind: GameKind, seen: &Seen) {
    let options = games::Options::defaults(kind);
    let game = Match::new(options, cards::Seat::ALL[0]);
    for viewer in game.viewers() {
        let before = game.view(viewer);
        let mut view = before.clone();
        if view.apply(seen).is_err() {
            assert_eq!(view, before, "a refused event changed the view");
        }
        if let Ok(mut view) = View::begin(options, viewer, seen) {
            let _ = view.apply(seen);
        }
    }
}
