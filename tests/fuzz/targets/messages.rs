//! Messages of the API: what decodes must mean one thing, and mean it again after it was written.

use cards::{Seat, Stage, Viewer};
use game_engine::convert;
use games::{Action, Event, GameKind, Match, Options, Seen, View};
use jodi_fuzz::{Choices, damage};
use prost::Message;
use wire::game::v1 as pb;

#[test]
fn bytes_are_an_action_or_are_refused() {
    bolero::check!(name = "action_messages")
        .with_iterations(4000)
        .for_each(|input: &[u8]| read_action(input));
}

#[test]
fn bytes_are_options_or_are_refused() {
    bolero::check!(name = "option_messages")
        .with_iterations(4000)
        .for_each(|input: &[u8]| read_options(input));
}

#[test]
fn bytes_are_a_view_or_are_refused() {
    bolero::check!(name = "view_messages").with_iterations(4000).for_each(|input: &[u8]| read_view(input));
}

#[test]
fn bytes_are_an_event_that_a_view_follows_or_are_refused() {
    bolero::check!(name = "event_messages").with_iterations(4000).for_each(|input: &[u8]| {
        let fresh = |kind| Match::new(Options::defaults(kind), Seat::ALL[0]);
        GameKind::ALL.into_iter().for_each(|kind| read_event(input, &fresh(kind)));
    });
}

#[test]
fn a_damaged_message_is_refused_or_means_one_thing() {
    bolero::check!(name = "messages_damaged").with_iterations(1500).for_each(|input: &[u8]| {
        let mut choices = Choices::new(input);
        let options = choices.options();
        let (before, after, event) = some_step(options, &mut choices);
        let viewers: Vec<Viewer> = after.viewers().collect();
        let viewer = choices.pick(&viewers);
        let mut legal = Vec::new();
        before.legal(&mut legal);
        match choices.below(4) {
            0 => read_options(&damaged(convert::options_to_wire(&options), &mut choices)),
            1 => read_view(&damaged(convert::view_to_wire(&after.view(viewer)), &mut choices)),
            2 if !legal.is_empty() => {
                let action = choices.pick(&legal);
                read_action(&damaged(convert::action_to_wire(&action), &mut choices));
            }
            _ => {
                let seen = after.seen(&event, viewer);
                read_event(&damaged(convert::seen_to_wire(&seen), &mut choices), &before);
            }
        }
    });
}

/// A match before and after one of its steps, and the step.
fn some_step(options: Options, choices: &mut Choices<'_>) -> (Match, Match, Event) {
    let mut before = Match::new(options, choices.seat(options.players()));
    let mut left = choices.below(60);
    loop {
        let mut after = before.clone();
        let event = step(&mut after, choices);
        if left == 0 || after.stage() == Stage::Over {
            return (before, after, event);
        }
        left -= 1;
        before = after;
    }
}

fn step(game: &mut Match, choices: &mut Choices<'_>) -> Event {
    match game.stage() {
        Stage::Act(seat) => {
            let mut legal = Vec::new();
            game.legal(&mut legal);
            game.act(seat, &choices.pick(&legal)).unwrap()
        }
        Stage::Deal { .. } => {
            game.deal(&games::random::deck(game.kind(), &mut |bound| choices.below(bound))).unwrap()
        }
        Stage::Over => panic!("the match is over"),
    }
}

fn damaged<M: Message>(message: M, choices: &mut Choices<'_>) -> Vec<u8> {
    let mut bytes = message.encode_to_vec();
    (0..=choices.below(3)).for_each(|_| damage(&mut bytes, choices));
    bytes
}

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

fn read_action(bytes: &[u8]) {
    let Ok(message) = pb::GameAction::decode(bytes) else { return };
    for kind in GameKind::ALL {
        let read = |message: &_| -> Option<Action> { convert::action_from_wire(kind, message).ok() };
        match convert::action_from_wire(kind, &message) {
            Err(fault) => assert!(fault.field.starts_with("action") && !fault.why.is_empty()),
            Ok(action) => {
                assert_eq!(action.kind(), kind);
                assert_stays(&action, convert::action_to_wire, read);
            }
        }
    }
}

fn read_options(bytes: &[u8]) {
    let Ok(message) = pb::GameOptions::decode(bytes) else { return };
    let Ok(options) = convert::options_from_wire(Some(&message)) else { return };
    let read = |message: &_| convert::options_from_wire(Some(message)).ok();
    assert_stays(&options, convert::options_to_wire, read);
}

fn read_view(bytes: &[u8]) {
    let Ok(message) = pb::GameView::decode(bytes) else { return };
    let Some(view) = convert::view_from_wire(&message) else { return };
    assert_stays(&view, convert::view_to_wire, convert::view_from_wire);
}

/// Reads an event, and does with it what a client does who watches this match: its view follows, or stays as it is.
fn read_event(bytes: &[u8], game: &Match) {
    let Ok(message) = pb::GameEvent::decode(bytes) else { return };
    let Some(seen) = convert::seen_from_wire(&message) else { return };
    assert_stays(&seen, convert::seen_to_wire, convert::seen_from_wire);
    game.viewers().for_each(|viewer| follow(game, viewer, &seen));
}

fn follow(game: &Match, viewer: Viewer, seen: &Seen) {
    let before = game.view(viewer);
    let mut view = before.clone();
    if view.apply(seen).is_err() {
        assert_eq!(view, before, "a refused event changed the view");
    }
    if let Ok(mut view) = View::begin(game.options(), viewer, seen) {
        let _ = view.apply(seen);
    }
}
