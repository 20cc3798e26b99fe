//! What must hold at every moment of every match: random play over random options.

use cards::{Card, CardSet, Deck, Game, Seat, Stage, Viewer};

use super::fixture::{Chance, legal};
use super::oracle::{Oracle, other_uses, subsets};
use crate::counts::Counts;
use crate::packing::splits;
use crate::{Action, Event, History, Options, Phase, Seen, Seep, TenDiamonds, View};

/// Enough steps for a few deals; a match may end before.
const STEPS: usize = 150;

/// Plays random matches and calls `look` at the start and after every step, with what led there.
fn watch(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Seep, Option<&Event>)) {
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
    watch(0..200, |game, _| {
        let table = &game.table;
        let places: Vec<CardSet> = [&table.hands[..], &table.stock, &table.piles].concat();
        let houses = table.houses.iter().flatten().map(|house| house.cards);
        let all: Vec<CardSet> = places.into_iter().chain(houses).chain([table.loose]).collect();
        let union = all.iter().fold(CardSet::EMPTY, |union, cards| union | *cards);
        let in_deal = matches!(game.stage(), Stage::Act(_));
        assert_eq!(union, if in_deal { CardSet::FULL } else { CardSet::EMPTY });
        assert_eq!(
            all.iter().map(|cards| cards.len()).sum::<u8>(),
            union.len(),
            "no card lies in two places"
        );
    });
}

#[test]
fn houses_keep_their_invariants() {
    watch(200..500, |game, _| {
        for (index, house) in game.table.houses.iter().enumerate() {
            let Some(house) = house else { continue };
            let value = house.value.get();
            assert_eq!(house.value.index(), index, "one house per value");
            assert!(
                game.table.loose.iter().all(|card| card.value() != value),
                "no loose card equals a house"
            );
            assert!(splits(Counts::of(house.cards), value), "a house is made of whole sets");
            assert_eq!(house.cemented, Counts::of(house.cards).total() > u16::from(value));
            assert!(house.cards.len() >= 2);
            assert!(house.owners.bits() != 0);
            assert!(house.cemented || house.owners.iter().count() == 1);
            for owner in house.owners.iter() {
                let holds = game.table.hands[owner.index()].iter().any(|card| card.value() == value);
                assert!(holds, "every owner holds a key");
            }
        }
    });
}

#[test]
fn card_points_add_up() {
    watch(500..800, |game, event| {
        let Some(Event::Played(played)) = event else { return };
        let Some(end) = &played.end else { return };
        assert_eq!(end.piles[0] | end.piles[1], CardSet::FULL);
        let drawn = end.piles[0].len() == 26 && game.options.ten_diamonds == TenDiamonds::TwoAndMajority;
        let total: u16 = end.result.card_points.iter().sum();
        assert_eq!(total, if drawn { 96 } else { 100 });
    });
}

#[test]
fn legal_lists_are_in_canonical_order_without_repetition() {
    watch(800..1000, |game, _| {
        let legal = legal(game);
        assert!(legal.is_sorted_by(|left, right| left < right), "{legal:?}");
        assert_eq!(legal.is_empty(), !matches!(game.stage(), Stage::Act(_)));
    });
}

#[test]
fn every_card_can_be_played_after_the_opening() {
    watch(1000..1200, |game, _| {
        if game.phase == Phase::Play {
            let playable: CardSet = legal(game).iter().filter_map(Action::card).collect();
            assert_eq!(playable, game.table.hands[game.table.turn.index()]);
        }
    });
}

#[test]
fn actions_read_back_from_their_text() {
    watch(1200..1230, |game, _| {
        for action in legal(game) {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    });
}

/// Floors for which every subset can be tried.
const SMALL_FLOOR: u8 = 6;

#[test]
fn the_legal_list_is_what_act_accepts_and_what_the_text_allows() {
    let mut tried = 0_u64;
    watch(2000..2060, |game, _| {
        if !matches!(game.phase, Phase::Opening | Phase::Play) || game.table.loose.len() > SMALL_FLOOR {
            return;
        }
        // Every third play is plenty, and it still meets every seat and number of cards.
        if game.table.plays % 3 != 1 && game.phase == Phase::Play {
            return;
        }
        let legal = legal(game);
        let oracle = Oracle::new(game);
        let seat = game.table.turn;
        let outside = (CardSet::FULL - game.table.hands[seat.index()]).first().unwrap();
        for card in game.table.hands[seat.index()].with(outside) {
            for take in subsets(game.table.loose) {
                for action in other_uses(card, take).into_iter().chain([Action::Throw { card }]) {
                    let listed = legal.binary_search(&action).is_ok();
                    assert_eq!(oracle.allows(&action), listed, "{action} {game:?}");
                    let mut after = game.clone();
                    assert_eq!(after.act(seat, &action).is_ok(), listed, "{action} {game:?}");
                    assert!(listed || after == *game, "a refused action changes nothing");
                    tried += 1;
                }
            }
        }
    });
    assert!(tried > 1_000_000, "{tried}");
}

#[test]
fn houses_come_out_as_the_text_says() {
    let mut merged = 0;
    watch(2400..2500, |game, _| {
        if !matches!(game.phase, Phase::Opening | Phase::Play) {
            return;
        }
        for action in legal(game) {
            let mut after = game.clone();
            let Event::Played(played) = after.act(game.table.turn, &action).unwrap() else {
                panic!("no play")
            };
            let found =
                played.after.map(|house| (house.cards, house.owners.iter().collect(), house.value.get()));
            assert_eq!(found, Oracle::new(game).house_after(&action), "{action} {game:?}");
            let gone =
                played.before.filter(|before| played.after.is_none_or(|house| house.value != before.value));
            let houses = |game: &Seep| game.table.standing().count();
            if gone.is_some() && played.after.is_some() && houses(&after) < houses(game) {
                merged += 1;
            }
        }
    });
    assert!(merged > 100, "{merged}");
}

#[test]
fn takes_from_elsewhere_are_refused() {
    watch(2100..2110, |game, _| {
        let seat = game.table.turn;
        for action in legal(game) {
            let mut foreign = action;
            let stray = (CardSet::FULL - game.table.loose).first().unwrap();
            match &mut foreign {
                Action::Bid { .. } | Action::Throw { .. } => continue,
                Action::Capture { take, .. }
                | Action::Add { take, .. }
                | Action::Build { take, .. }
                | Action::Break { take, .. } => {
                    take.insert(stray);
                }
            }
            assert!(game.clone().act(seat, &foreign).is_err());
        }
    });
}

#[test]
fn a_refused_action_leaves_the_digest() {
    watch(2200..2210, |game, _| {
        let Stage::Act(seat) = game.stage() else { return };
        let mut after = game.clone();
        for other in Seat::ALL.into_iter().filter(|other| *other != seat) {
            legal(game).iter().for_each(|action| assert!(after.act(other, action).is_err()));
        }
        assert_eq!(after.digest(), game.digest());
    });
}

#[test]
fn a_replay_of_decks_and_actions_equals_the_match() {
    for seed in 3000..3040 {
        let mut chance = Chance::new(seed);
        let mut live = chance.new_match();
        let mut again = Seep::new(*live.options(), live.dealer);
        for _ in 0..STEPS {
            let (left, right) = match live.stage() {
                Stage::Over => break,
                Stage::Deal { .. } => {
                    let deck = chance.deck();
                    (live.deal(&deck).unwrap(), again.deal(&deck).unwrap())
                }
                Stage::Act(seat) => {
                    let action = chance.action(&live);
                    (
                        live.act(seat, &action).unwrap(),
                        again.act(seat, &action.to_string().parse().unwrap()).unwrap(),
                    )
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
    for seed in 4000..4100 {
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
    for seed in 4100..4120 {
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
                assert!(view.apply(&game.seen(event, Viewer::Spectator)).is_err());
                assert_eq!(view, before);
            }
        }
    }
}

#[test]
fn deal_thrown_in_without_its_hand_leaves_the_view() {
    let mut game = Chance::new(4100).new_match();
    let before = game.view(Viewer::Spectator);
    let dealt = Chance::new(4100).step(&mut game);
    let crate::Seen::Dealt(dealt) = game.seen(&dealt, Viewer::Spectator) else {
        panic!("a match begins with a deal")
    };
    let mut view = before.clone();
    assert!(
        view.apply(&crate::Seen::Dealt(crate::SeenDeal { thrown_in: true, hand: None, ..dealt })).is_err()
    );
    assert_eq!(view, before);
}

#[test]
fn views_and_events_of_a_seat_show_no_hidden_card() {
    watch(4200..4260, |game, _| {
        for viewer in Viewer::TABLE_OF_FOUR {
            let table = &game.table;
            let own = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hands[seat.index()]);
            let view = serde_json::to_value(game.view(viewer)).unwrap();
            let mut shown = CardSet::EMPTY;
            collect(&view, &mut shown);
            let others =
                table.hands.iter().chain(&table.stock).fold(CardSet::EMPTY, |all, cards| all | *cards);
            assert!(shown.is_disjoint(others - own), "{viewer:?} sees {shown}");
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
fn a_thrown_in_deal_keeps_dealer_and_score_and_is_shown() {
    let mut thrown_in = 0;
    for seed in 5000..5300 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let before = game.clone();
        let event = game.deal(&chance.deck()).unwrap();
        let Event::Dealt(dealt) = &event else { panic!("a deal is a deal") };
        let keyless = dealt.hand.iter().all(|card| card.value() < 9);
        assert_eq!(dealt.thrown_in, keyless);
        if !keyless {
            continue;
        }
        thrown_in += 1;
        assert_eq!(game.stage(), before.stage());
        assert_eq!((game.standing, game.deal_number()), (before.standing, 1));
        for viewer in Viewer::TABLE_OF_FOUR {
            let Seen::Dealt(seen) = game.seen(&event, viewer) else { panic!("a deal is seen as one") };
            assert_eq!((seen.hand, seen.floor), (Some(dealt.hand), None));
        }
    }
    assert!(thrown_in > 20);
}

#[test]
fn an_open_history_hides_no_capture() {
    let options = Options { history: History::Open, ..Options::default() };
    let mut chance = Chance::new(6000);
    let mut game = Seep::new(options, Seat::ALL[0]);
    let mut events = Vec::new();
    for _ in 0..STEPS {
        if game.stage() == Stage::Over {
            break;
        }
        events.push(chance.step(&mut game));
        let hidden = |event: &&Event| match game.seen(event, Viewer::Spectator) {
            Seen::Played(seen) => seen.play.is_none(),
            _ => false,
        };
        assert_eq!(events.iter().filter(hidden).count(), 0);
    }
}

#[test]
fn a_deck_is_dealt_only_when_due() {
    let mut chance = Chance::new(1);
    let mut game = Seep::new(Options::default(), Seat::ALL[0]);
    while !matches!(game.stage(), Stage::Act(_)) {
        game.deal(&chance.deck()).unwrap();
    }
    let before = game.clone();
    assert_eq!(game.deal(&chance.deck()), Err(cards::DealFault::NotDue));
    let short = Deck::sorted(cards::Pack::Short24);
    assert_eq!(
        Seep::new(Options::default(), Seat::ALL[0]).deal(&short),
        Err(cards::DeckFault::WrongPack.into())
    );
    assert_eq!(game, before);
}
