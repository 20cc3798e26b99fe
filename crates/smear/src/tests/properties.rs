//! What must hold at every moment of every match: random play over random options.

use cards::{Card, CardSet, Game, Pack, Seat, Side, Stage, Viewer};

use super::fixture::{Chance, legal};
use super::oracle::{all_actions, allows};
use crate::{
    Action, AfterCall, Event, HighLow, History, LastDeal, Phase, Seen, SeenAfterCall, Smear, View,
    card_count, game_count,
};

/// Enough steps for a few deals; a match may end before.
const STEPS: usize = 150;

/// Plays random matches and calls `look` at the start and after every step, with what led there.
fn watch(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Smear, Option<&Event>)) {
    for seed in seeds {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        look(&game, None);
        for _ in 0..STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            let event = chance.step(&mut game);
            look(&game, Some(&event));
        }
    }
}

#[test]
fn the_pack_is_conserved() {
    watch(0..300, |game, _| {
        let table = &game.table;
        let widow = if table.contract.is_some() { CardSet::EMPTY } else { table.widow };
        let mut all = table.hands.to_vec();
        all.extend(table.piles);
        all.extend([widow, table.rest, table.discards, table.trick.cards()]);
        let union = all.iter().fold(CardSet::EMPTY, |union, cards| union | *cards);
        let bare = table.hands == [CardSet::EMPTY; 4] && table.piles == [CardSet::EMPTY; 2];
        assert_eq!(union, if bare { CardSet::EMPTY } else { Pack::Short32.cards() });
        assert!(!bare || !game.in_deal());
        let total: u8 = all.iter().map(|cards| cards.len()).sum();
        assert_eq!(total, union.len(), "no card lies in two places");
    });
}

#[test]
fn piles_and_played_cards_are_those_of_the_tricks() {
    watch(300..500, |game, _| {
        let table = &game.table;
        let mut piles = [CardSet::EMPTY; 2];
        let mut played = [CardSet::EMPTY; 2];
        for taken in table.tricks() {
            let pile = &mut piles[Side::partnership_of(taken.winner).index()];
            *pile = *pile | taken.trick.cards();
        }
        let tricks = table.tricks().iter().map(|taken| &taken.trick).chain([&table.trick]);
        for (seat, card) in tricks.flat_map(|trick| trick.plays()) {
            played[Side::partnership_of(seat).index()].insert(card);
        }
        assert_eq!((table.piles, table.played), (piles, played));
    });
}

#[test]
fn counts_and_undealt_cards_make_eighty() {
    let mut scored = 0;
    watch(500..900, |game, event| {
        let Some(Event::Played(crate::Played { end: Some(end), .. })) = event else { return };
        assert_eq!(end.result.counts.iter().sum::<u8>() + game_count(game.table.rest), 80);
        scored += 1;
    });
    assert!(scored > 500, "{scored}");
}

#[test]
fn scores_change_as_the_points_say() {
    watch(900..1100, |game, event| {
        let Some(Event::Played(crate::Played { end: Some(end), .. })) = event else { return };
        let result = &end.result;
        let bidding = Side::partnership_of(result.bidder).index();
        let made = i32::from(result.points[bidding].len());
        let bid = i32::from(result.bid.get());
        assert_eq!(result.deltas[bidding], if made >= bid { made } else { -bid });
        let others = i32::from(result.points[1 - bidding].len());
        let most = if game.options.nonbid_cap.is_some() { 0..=others } else { others..=others };
        assert!(most.contains(&result.deltas[1 - bidding]));
        assert!(made + others <= 4);
        for point in crate::Point::ALL {
            let takers = result.points.iter().filter(|points| points.contains(point)).count();
            assert!(takers <= 1);
            let sure = matches!(point, crate::Point::High | crate::Point::Low);
            assert!(takers == 1 || !sure || game.options.high_low == HighLow::Fixed);
        }
        assert_eq!(game.scores(), result.scores);
        assert!(matches!(game.last_deal(), Some(LastDeal::Scored(last)) if last == end));
    });
}

#[test]
fn legal_lists_are_in_canonical_order_without_repetition() {
    watch(1100..1300, |game, _| {
        let legal = legal(game);
        assert!(legal.is_sorted_by(|left, right| left < right), "{legal:?}");
        assert_eq!(legal.is_empty(), !matches!(game.stage(), Stage::Act(_)));
    });
}

#[test]
fn legal_lists_are_in_the_order_of_their_texts_card_by_card() {
    watch(1300..1340, |game, _| {
        let key = |action: &Action| {
            let bid = if let Action::Bid { bid } = action { bid.get() } else { 0 };
            let cards: Vec<u8> = action.cards().suitwise().map(|card| card.suitwise_key()).collect();
            (action.kind(), bid, cards)
        };
        let keys: Vec<_> = legal(game).iter().map(key).collect();
        assert!(keys.is_sorted());
    });
}

#[test]
fn actions_read_back_from_their_text() {
    watch(1400..1440, |game, _| {
        for action in legal(game) {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    });
}

#[test]
fn the_legal_list_is_what_act_accepts_and_what_the_text_allows() {
    let mut tried = 0_u64;
    let calls_and_plays = all_actions(Pack::Short32.cards(), 1);
    watch(2000..2120, |game, _| {
        let Stage::Act(seat) = game.stage() else { return };
        // Discards are tried of the cards held and one more; of the rest one refusal is like another.
        let some = if game.phase == Phase::Discard {
            let hand = game.table.hands[seat.index()];
            let foreign = (Pack::Short32.cards() - hand).first().unwrap();
            &all_actions(hand.with(foreign), 4)
        } else {
            &calls_and_plays
        };
        let legal = legal(game);
        for action in some {
            let listed = legal.binary_search(action).is_ok();
            assert_eq!(allows(game, action), listed, "{action} {game:?}");
            let mut after = *game;
            assert_eq!(after.act(seat, action).is_ok(), listed, "{action} {game:?}");
            assert!(listed || after == *game, "a refused action changes nothing");
            tried += 1;
        }
        assert!(legal.iter().all(|action| some.contains(action)));
    });
    assert!(tried > 500_000, "{tried}");
}

#[test]
fn a_refused_action_leaves_the_digest() {
    let all = all_actions(Pack::Short32.cards(), 1);
    watch(2200..2206, |game, _| {
        let mut after = *game;
        let turn = match game.stage() {
            Stage::Act(turn) => Some(turn),
            Stage::Deal { .. } | Stage::Over => None,
        };
        for seat in Seat::ALL {
            for action in &all {
                if Some(seat) != turn || !allows(game, action) {
                    after.act(seat, action).unwrap_err();
                }
            }
        }
        assert_eq!(after.digest(), game.digest());
    });
}

#[test]
fn a_replay_of_decks_and_actions_equals_the_match() {
    for seed in 3000..3040 {
        let mut chance = Chance::new(seed);
        let mut live = chance.new_match();
        let mut again = Smear::new(*live.options(), live.dealer);
        for _ in 0..STEPS {
            let (left, right) = match live.stage() {
                Stage::Over => break,
                Stage::Deal { .. } => {
                    let deck = chance.deck();
                    (live.deal(&deck).unwrap(), again.deal(&deck).unwrap())
                }
                Stage::Act(seat) => {
                    let action = chance.action(&live);
                    let text = action.to_string().parse().unwrap();
                    (live.act(seat, &action).unwrap(), again.act(seat, &text).unwrap())
                }
            };
            assert_eq!(left, right);
            assert_eq!(live.digest(), again.digest());
        }
    }
}

#[test]
fn every_step_changes_the_digest() {
    let mut last = [0; 32];
    watch(3100..3120, |game, _| {
        assert_ne!(game.digest(), last);
        last = game.digest();
    });
}

#[test]
fn a_view_that_follows_the_events_is_the_view() {
    for seed in 4000..4150 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut views: Vec<View> = Viewer::TABLE_OF_FOUR.map(|viewer| game.view(viewer)).to_vec();
        for _ in 0..STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            let event = chance.step(&mut game);
            for (viewer, view) in Viewer::TABLE_OF_FOUR.into_iter().zip(&mut views) {
                view.apply(&game.seen(&event, viewer)).unwrap();
                assert_eq!(*view, game.view(viewer), "{viewer:?} after {event:?}");
            }
        }
    }
}

#[test]
fn an_event_that_does_not_follow_leaves_the_view() {
    for seed in 4200..4220 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events = Vec::new();
        for _ in 0..STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            events.push(chance.step(&mut game));
            for viewer in [Viewer::Seat(Seat::ALL[1]), Viewer::Spectator] {
                let before = game.view(viewer);
                for event in &events {
                    let mut view = before.clone();
                    assert!(view.apply(&game.seen(event, viewer)).is_err());
                    assert_eq!(view, before);
                }
            }
        }
    }
}

#[test]
fn views_of_a_seat_show_no_hidden_card() {
    watch(4300..4400, |game, _| {
        for viewer in Viewer::TABLE_OF_FOUR {
            let table = &game.table;
            let own = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hands[seat.index()]);
            let bidder = table.contract.is_some_and(|contract| viewer.is(contract.bidder));
            let mut shown = CardSet::EMPTY;
            collect(&serde_json::to_value(game.view(viewer)).unwrap(), &mut shown);
            let hands = table.hands.iter().fold(CardSet::EMPTY, |all, cards| all | *cards);
            assert!(shown.is_disjoint((hands | table.rest) - own), "{viewer:?} sees {shown}");
            if game.in_deal() && !bidder {
                assert!(shown.is_disjoint(table.discards));
            }
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
fn discards_become_public_with_the_score_and_stay_so() {
    let mut opened = 0;
    watch_events(5000..5040, |game, event| {
        let Event::Discarded(discarded) = event else { return };
        let scored = discarded.deal < game.deal_number() || !game.in_deal();
        opened += u32::from(scored);
        for viewer in Viewer::TABLE_OF_FOUR {
            let Seen::Discarded(seen) = game.seen(event, viewer) else { panic!("no discard") };
            let shown = scored || viewer.is(discarded.seat);
            assert_eq!(seen.cards, shown.then_some(discarded.cards));
        }
    });
    assert!(opened > 100);
}

#[test]
fn only_the_bidder_is_ever_shown_the_widow() {
    watch(5100..5160, |game, event| {
        let Some(Event::Called(called)) = event else { return };
        let AfterCall::Won { contract, taken } = called.after else { return };
        for viewer in Viewer::TABLE_OF_FOUR {
            let Seen::Called(seen) = game.seen(event.unwrap(), viewer) else { panic!("no call") };
            let SeenAfterCall::Won { taken: shown, .. } = seen.after else { panic!("the auction was won") };
            assert_eq!(shown, viewer.is(contract.bidder).then_some(taken));
        }
    });
}

#[test]
fn closed_history_shows_cards_of_the_last_trick_and_the_one_in_progress_only() {
    for seed in 5200..5230 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events: Vec<Event> = Vec::new();
        for _ in 0..STEPS {
            events.push(chance.step(&mut game));
            let over = game.stage() == Stage::Over;
            for event in &events {
                let Event::Played(played) = event else { continue };
                let Seen::Played(seen) = game.seen(event, Viewer::Seat(played.seat)) else {
                    panic!("no play")
                };
                let trick = (played.number - 1) / 4;
                let complete = game.table.tricks_taken;
                let near = played.deal == game.deal_number() && trick + 1 >= complete;
                let open = game.options.history == History::Open;
                assert_eq!(seen.card.is_some(), near || open || over);
                assert_eq!(seen.trump.is_some(), played.number == 1);
                // The counts after a trick that is closed would tell what it held.
                assert_eq!(seen.counts.is_some(), seen.card.is_some() && game.options.open_counts);
            }
            if over {
                break;
            }
        }
    }
}

#[test]
fn earlier_deals_show_no_hand_and_no_widow() {
    watch_events(5300..5330, |game, event| {
        if event.deal() == game.deal_number() || game.stage() == Stage::Over {
            return;
        }
        for viewer in Viewer::TABLE_OF_FOUR {
            match game.seen(event, viewer) {
                Seen::Dealt(dealt) => assert!(dealt.hand.is_none_or(CardSet::is_empty)),
                Seen::Called(called) => {
                    if let SeenAfterCall::Won { taken, .. } = called.after {
                        assert!(taken.is_none_or(CardSet::is_empty));
                    }
                }
                Seen::Discarded(_) | Seen::Played(_) => {}
            }
        }
    });
}

/// Calls `look` with every event so far after every step.
fn watch_events(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Smear, &Event)) {
    for seed in seeds {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events: Vec<Event> = Vec::new();
        for _ in 0..STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            events.push(chance.step(&mut game));
            events.iter().for_each(|event| look(&game, event));
        }
    }
}

#[test]
fn cards_that_count_are_worth_what_the_set_is() {
    watch(5400..5410, |game, _| {
        for hand in game.table.hands {
            assert_eq!(game_count(hand), hand.iter().map(card_count).sum::<u8>());
        }
    });
}

#[test]
fn match_state_is_small() {
    assert!(size_of::<Smear>() <= 320, "{}", size_of::<Smear>());
}
