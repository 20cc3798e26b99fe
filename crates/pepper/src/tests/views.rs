//! Views that follow the events, and what they must not show.

use cards::{Card, CardSet, Game, Stage, Viewer};

use super::fixture::{Chance, STEPS, act, dealt, watch};
use crate::{History, LastDeal, Seen, View};

#[test]
fn a_view_that_follows_the_events_is_the_view() {
    for seed in 5000..5200 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let viewers: Vec<Viewer> = game.options.players.viewers().collect();
        let mut views: Vec<View> = viewers.iter().map(|viewer| game.view(*viewer)).collect();
        for _ in 0..STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            let event = chance.step(&mut game);
            for (viewer, view) in viewers.iter().zip(&mut views) {
                view.apply(&game.seen(&event, *viewer)).unwrap();
                assert_eq!(*view, game.view(*viewer), "{viewer:?} after {event:?}");
            }
        }
    }
}

#[test]
fn an_event_that_does_not_follow_leaves_the_view() {
    for seed in 5200..5230 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events = Vec::new();
        for _ in 0..STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            events.push(chance.step(&mut game));
            let before = game.view(Viewer::Spectator);
            for event in &events {
                let mut view = before.clone();
                assert!(view.apply(&game.seen(event, Viewer::Spectator)).is_err(), "{event:?}");
                assert_eq!(view, before);
            }
        }
    }
}

#[test]
fn an_event_of_another_viewer_does_not_follow() {
    let game = dealt("");
    let mut fresh = crate::Pepper::new(game.options, game.dealer);
    let mut view = fresh.view(Viewer::Spectator);
    let event = fresh.deal(&Chance::new(3).deck()).unwrap();
    let own = fresh.seen(&event, Viewer::Seat(cards::Seat::ALL[1]));
    assert!(view.apply(&own).is_err());
}

#[test]
fn views_show_no_hidden_card() {
    watch(5300..5400, |game, _| {
        for viewer in game.options.players.viewers() {
            let table = &game.table;
            let own = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hand(seat));
            let mut open = own | table.trick.cards();
            if game.options.history == History::Open {
                open = open | table.taken.cards();
            }
            open.extend(table.taken.last().into_iter().flat_map(|last| last.trick.cards()));
            let mut shown = CardSet::EMPTY;
            collect(&serde_json::to_value(game.view(viewer)).unwrap(), &mut shown);
            assert_eq!(shown, open, "{viewer:?}");
        }
    });
}

fn collect(value: &serde_json::Value, cards: &mut CardSet) {
    match value {
        serde_json::Value::String(text) => cards.extend(text.parse::<Card>().ok()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect(item, cards)),
        serde_json::Value::Object(map) => map.values().for_each(|item| collect(item, cards)),
        _ => {}
    }
}

#[test]
fn lists_have_one_entry_for_each_seat_or_side() {
    watch(5400..5450, |game, _| {
        let players = game.options.players;
        let view = game.view(Viewer::Spectator);
        assert_eq!(view.hand_sizes.len(), usize::from(players.count()));
        assert_eq!(view.tricks.len(), usize::from(players.side_count()));
        assert_eq!(view.scores.len(), usize::from(players.side_count()));
    });
}

#[test]
fn dead_hand_is_in_no_event_that_anybody_sees() {
    watch(5500..5600, |game, event| {
        let Some(event @ crate::Event::Dealt(dealt)) = event else { return };
        for viewer in game.options.players.viewers() {
            let mut shown = CardSet::EMPTY;
            collect(&serde_json::to_value(game.seen(event, viewer)).unwrap(), &mut shown);
            let own = viewer.seat().map_or(CardSet::EMPTY, |seat| dealt.hands[seat.index()]);
            assert_eq!(shown, own, "{viewer:?}");
        }
    });
}

#[test]
fn hands_thrown_in_are_shown_to_nobody() {
    for history in ["closed", "open"] {
        let mut game = crate::Pepper::new(
            super::fixture::options(&format!("players=2 history={history}")),
            cards::Seat::ALL[1],
        );
        let event = game.deal(&Chance::new(1).deck()).unwrap();
        act(&mut game, "PASS");
        act(&mut game, "PASS");
        let assert_closed = |game: &crate::Pepper| {
            for viewer in game.options.players.viewers() {
                let Seen::Dealt(seen) = game.seen(&event, viewer) else { panic!("a deal is a deal") };
                assert!(seen.hand.is_none_or(CardSet::is_empty));
            }
        };
        let view = game.view(Viewer::Seat(cards::Seat::ALL[0]));
        assert_eq!((view.hand, view.last_deal), (Some(CardSet::EMPTY), Some(LastDeal::ThrownIn)));
        assert_closed(&game);
        game.deal(&Chance::new(2).deck()).unwrap();
        assert_closed(&game);
    }
}

#[test]
fn everything_opens_when_the_match_is_over() {
    for seed in 5700..5720 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events = Vec::new();
        while game.stage() != Stage::Over && events.len() < 2000 {
            events.push(chance.step(&mut game));
        }
        if game.stage() != Stage::Over {
            continue;
        }
        for event in &events {
            match game.seen(event, Viewer::Spectator) {
                Seen::Played(played) => assert!(played.card.is_some()),
                Seen::Dealt(_) | Seen::Called(_) | Seen::Named(_) => {}
            }
        }
    }
}

#[test]
fn an_open_history_hides_no_trick() {
    let mut chance = Chance::new(6000);
    let mut game = dealt("history=open");
    let mut events = Vec::new();
    for _ in 0..STEPS {
        if game.stage() == Stage::Over {
            break;
        }
        events.push(chance.step(&mut game));
        for event in &events {
            if let Seen::Played(played) = game.seen(event, Viewer::Spectator) {
                assert!(played.card.is_some());
            }
        }
        let history = game.view(Viewer::Spectator).history.unwrap();
        assert_eq!(history, game.table.taken.as_slice());
    }
}

#[test]
fn last_trick_stays_until_the_next_is_complete() {
    let deal = &super::deals::DEAL_21;
    let game = crate::Pepper::new(super::fixture::options(""), super::fixture::seat(3));
    let mut events = Vec::new();
    let mut shown = Vec::new();
    deal.play(game, "4", |game, event| {
        events.push(*event);
        let open = |event: &&crate::Event| {
            matches!(game.seen(event, Viewer::Spectator), Seen::Played(played) if played.card.is_some())
        };
        shown.push(events.iter().filter(open).count());
    });
    // Deal, four calls, name; then the cards of the trick in progress and of the one before.
    assert_eq!(shown[..6], [0; 6]);
    let plays: Vec<usize> = (1..=24).map(|play| play.min(4 + play % 4)).collect();
    assert_eq!(shown[6..], plays);
}
