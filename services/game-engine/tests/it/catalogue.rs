//! The catalogue through the API: complete in every language, and true.

use std::collections::BTreeSet;

use games::{Allowed, GameKind, OptionValue, Options};
use locale::Locale;
use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, ReflectMessage as _, Value};
use tonic::Request;
use uuid::Uuid;
use wire::errors::v1::ErrorReason;
use wire::game::v1 as pb;
use wire::game::v1::option_description::Type;

use crate::world::{Engine, World, reason, token_in};

fn kinds() -> impl Iterator<Item = (GameKind, i32)> {
    GameKind::ALL.into_iter().map(|kind| (kind, game_engine::convert::kind_to_wire(kind)))
}

fn asking<T>(locale: Locale, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("accept-language", locale.tag().parse().unwrap());
    request
}

async fn described(engine: &Engine, locale: Locale, game: i32) -> pb::DescribeGameResponse {
    let request = asking(locale, pb::DescribeGameRequest { game });
    engine.catalogue().describe_game(request).await.unwrap().into_inner()
}

/// Every text for people in a description.
fn words(game: &pb::DescribeGameResponse) -> Vec<&String> {
    let summary = game.game.as_ref().unwrap();
    let mut words = vec![&summary.title, &summary.about, &game.score_label];
    words.extend(summary.player_counts.iter().flat_map(|count| [&count.label, &count.side_label]));
    words.extend(game.cards.iter().map(|card| &card.label));
    words.extend(game.phases.iter().flat_map(|phase| [&phase.label, &phase.about]));
    words.extend(game.terms.iter().flat_map(|term| [&term.label, &term.about]));
    words.extend(game.rules.iter().flat_map(|section| section.paragraphs.iter().chain([&section.heading])));
    words.extend(game.ladders.iter().map(|ladder| &ladder.title));
    words.extend(game.bot_levels.iter().flat_map(|level| [&level.label, &level.about]));
    for option in &game.options {
        words.extend([&option.label, &option.about]);
        match option.r#type.as_ref().unwrap() {
            Type::Switch(switch) => words.extend([&switch.on_label, &switch.off_label]),
            Type::Choice(choice) => words.extend(choice.values.iter().map(|value| &value.label)),
            Type::Number(_) => {}
        }
    }
    words
}

/// The same without the texts for people: what programs go by.
fn bones(mut game: pb::DescribeGameResponse) -> pb::DescribeGameResponse {
    game.locale.clear();
    game.score_label.clear();
    game.rules.clear();
    let summary = game.game.as_mut().unwrap();
    (summary.title, summary.about) = Default::default();
    summary.player_counts.iter_mut().for_each(|count| (count.label, count.side_label) = Default::default());
    game.cards.iter_mut().for_each(|card| card.label.clear());
    game.phases.iter_mut().for_each(|phase| (phase.label, phase.about) = Default::default());
    game.terms.iter_mut().for_each(|term| (term.label, term.about) = Default::default());
    game.ladders.iter_mut().for_each(|ladder| ladder.title.clear());
    game.bot_levels.iter_mut().for_each(|level| (level.label, level.about) = Default::default());
    for option in &mut game.options {
        (option.label, option.about) = Default::default();
        match option.r#type.as_mut().unwrap() {
            Type::Switch(switch) => (switch.on_label, switch.off_label) = Default::default(),
            Type::Choice(choice) => choice.values.iter_mut().for_each(|value| value.label.clear()),
            Type::Number(number) => number.off_label.clear(),
        }
    }
    game
}

#[tokio::test]
async fn every_game_is_described_in_every_language_and_only_words_differ() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    for (kind, game) in kinds() {
        let english = described(&engine, Locale::English, game).await;
        for locale in Locale::ALL {
            let own = described(&engine, locale, game).await;
            assert_eq!(own.locale, locale.tag());
            assert!(words(&own).iter().all(|text| !text.trim().is_empty()), "{kind} {locale}");
            if locale != Locale::English {
                assert_ne!(words(&own), words(&english), "{kind} {locale}");
            }
            assert_eq!(bones(own), bones(english.clone()), "{kind} {locale}");
        }
    }
}

#[tokio::test]
async fn list_has_every_game_with_its_ways_to_fill_a_table() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let listed = engine.catalogue().list_games(pb::ListGamesRequest {}).await.unwrap().into_inner();
    assert_eq!(listed.locale, "en");
    let ways = |game: &pb::GameSummary| -> Vec<_> {
        let way = |count: &pb::PlayerCount| (count.side_of_seat.clone(), count.ladder.clone());
        game.player_counts.iter().map(way).collect()
    };
    let names: Vec<_> = listed.games.iter().map(|game| (game.name.as_str(), ways(game))).collect();
    let pairs = |ladder: &str| (vec![0, 1, 0, 1], ladder.to_owned());
    assert_eq!(
        names,
        [
            ("seep", vec![pairs("seep")]),
            ("smear", vec![pairs("smear")]),
            (
                "pepper",
                vec![
                    (vec![0, 1], "pepper-solo2".to_owned()),
                    (vec![0, 1, 2], "pepper-solo3".to_owned()),
                    pairs("pepper")
                ]
            ),
        ]
    );
    let fields: Vec<_> = listed.games.iter().map(|game| game.player_counts[0].field.as_str()).collect();
    assert_eq!(fields, ["", "", "pepper.players"]);
}

#[tokio::test]
async fn options_bots_and_ladders_are_those_that_there_are() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    for entry in games::catalogue() {
        let game = described(&engine, Locale::English, game_engine::convert::kind_to_wire(entry.kind)).await;
        let names: Vec<_> = game.options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, entry.options.iter().map(|option| option.name).collect::<Vec<_>>());
        for (option, info) in game.options.iter().zip(&entry.options) {
            let offered: BTreeSet<_> = offers(option).into_iter().map(|offer| offer.canonical).collect();
            assert_eq!(offered, ends(&info.allowed), "{} {}", entry.kind, info.name);
        }
        let levels: BTreeSet<_> = game.bot_levels.iter().map(|level| level.level.as_str()).collect();
        assert_eq!(levels, bots::Level::ALL.iter().map(|level| level.name()).collect());
        let cards: Vec<_> = game.cards.iter().map(|card| card.text.clone()).collect();
        assert_eq!(cards, entry.cards.iter().map(ToString::to_string).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn phases_are_those_of_the_games_views() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let pool = DescriptorPool::decode(wire::DESCRIPTOR_SET).unwrap();
    for (kind, game) in kinds() {
        let described = described(&engine, Locale::English, game).await;
        let names: BTreeSet<_> = described.phases.into_iter().map(|phase| phase.name).collect();
        let (first, rest) = kind.name().split_at(1);
        let phases = format!("jodi.game.v1.{}{rest}Phase", first.to_uppercase());
        let prefix = format!("{}_PHASE_", kind.name().to_uppercase());
        let values = pool.get_enum_by_name(&phases).unwrap();
        let values = values.values().filter(|value| value.number() != 0);
        let in_views = values.map(|value| value.name().strip_prefix(&prefix).unwrap().to_lowercase());
        assert_eq!(names, in_views.collect(), "{kind}");
    }
}

/// A value that a form could offer.
struct Offer {
    /// As JSON of the rule text.
    canonical: String,
    /// What the field is set to.
    number: i64,
    text: String,
}

fn offers(option: &pb::OptionDescription) -> Vec<Offer> {
    let offer = |canonical: String, number: i64, text: String| Offer { canonical, number, text };
    match option.r#type.as_ref().unwrap() {
        Type::Switch(_) => [true, false].map(|on| offer(on.to_string(), on.into(), on.to_string())).into(),
        Type::Choice(choice) => choice
            .values
            .iter()
            .map(|value| {
                let bare =
                    value.value == "true" || value.value == "false" || value.value.parse::<i64>().is_ok();
                let canonical = if bare { value.value.clone() } else { format!("{:?}", value.value) };
                offer(canonical, value.number, value.field_value.clone())
            })
            .collect(),
        Type::Number(number) => {
            let at = |n: i64| offer(n.to_string(), n, n.to_string());
            let mut offers = vec![at(number.min), at(number.max)];
            if !number.off_label.is_empty() {
                offers.push(offer("false".to_owned(), number.off_number, number.off_number.to_string()));
            }
            offers
        }
    }
}

/// The values of an option, of a range its ends.
fn ends(allowed: &Allowed) -> BTreeSet<String> {
    let values = match allowed {
        Allowed::OneOf(values) => values.clone(),
        Allowed::Range { min, max } => vec![OptionValue::Number(*min), OptionValue::Number(*max)],
        Allowed::OffOrRange { min, max } => {
            vec![OptionValue::Switch(false), OptionValue::Number(*min), OptionValue::Number(*max)]
        }
    };
    values.iter().map(ToString::to_string).collect()
}

/// The options of a client that sets one field as the catalogue says.
fn set(path: &str, offer: &Offer) -> Options {
    let pool = DescriptorPool::decode(wire::DESCRIPTOR_SET).unwrap();
    let mut options = DynamicMessage::new(pool.get_message_by_name("jodi.game.v1.GameOptions").unwrap());
    let (game, field) = path.split_once('.').unwrap();
    let inner = options.get_field_by_name_mut(game).unwrap().as_message_mut().unwrap();
    let descriptor = inner.descriptor().get_field_by_name(field).unwrap();
    let number = i32::try_from(offer.number).unwrap();
    let value = match descriptor.kind() {
        Kind::Bool => Value::Bool(offer.number == 1),
        Kind::Uint32 => Value::U32(offer.number.try_into().unwrap()),
        Kind::Sint32 | Kind::Int32 => Value::I32(number),
        Kind::Enum(values) => {
            assert_eq!(values.get_value(number).unwrap().name(), offer.text, "{path}");
            Value::EnumNumber(number)
        }
        other => panic!("{path} is a {other:?}"),
    };
    inner.set_field(&descriptor, value);
    let message = pb::GameOptions::decode(options.encode_to_vec().as_slice()).unwrap();
    game_engine::convert::options_from_wire(Some(&message)).unwrap()
}

#[tokio::test]
async fn form_drawn_from_the_catalogue_sets_every_value_of_every_option() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    for (_, game) in kinds() {
        for option in described(&engine, Locale::English, game).await.options {
            for offer in offers(&option) {
                let options = set(&option.field, &offer);
                let values = options.values();
                let value = values.iter().find(|(name, _)| *name == option.name).unwrap();
                assert_eq!(value.1.to_string(), offer.canonical, "{}", option.field);
            }
        }
    }
}

#[tokio::test]
async fn actions_are_described_in_the_order_given_with_their_canonical_texts() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let action = games::Action::parse(GameKind::Seep, "CAPTURE QD [QH]").unwrap();
    let request = pb::DescribeActionsRequest {
        game: pb::GameKind::Seep as i32,
        texts: vec!["THROW 9H".to_owned(), "BID 13".to_owned()],
        actions: vec![game_engine::convert::action_to_wire(&action)],
    };
    let said = engine.catalogue().describe_actions(request.clone()).await.unwrap().into_inner();
    let pairs = |said: &pb::DescribeActionsResponse| -> Vec<_> {
        said.actions.iter().map(|action| (action.text.clone(), action.label.clone())).collect()
    };
    let expected = [
        ("THROW 9H", "Throw the nine of hearts"),
        ("BID 13", "Bid 13 (king)"),
        ("CAPTURE QD [QH]", "Capture with the queen of diamonds: queen of hearts"),
    ];
    assert_eq!(pairs(&said), expected.map(|(text, label)| (text.to_owned(), label.to_owned())));
    for locale in Locale::ALL {
        let own = engine.catalogue().describe_actions(asking(locale, request.clone())).await.unwrap();
        let own = own.into_inner();
        assert_eq!(own.locale, locale.tag());
        let texts: Vec<_> = own.actions.iter().map(|action| action.text.as_str()).collect();
        assert_eq!(texts, expected.map(|(text, _)| text));
        assert!(own.actions.iter().all(|action| !action.type_label.is_empty()));
    }
}

#[tokio::test]
async fn what_is_no_game_or_action_is_refused_with_its_field() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let fields = |status: &tonic::Status| -> Vec<_> {
        let refused = wire::fault_of(status).unwrap().into_refused();
        refused.fields.into_iter().map(|fault| fault.field).collect()
    };
    for game in [0, 99, -1] {
        let refused = engine.catalogue().describe_game(pb::DescribeGameRequest { game }).await.unwrap_err();
        assert_eq!(
            (reason(&refused), fields(&refused)),
            (ErrorReason::InvalidField, vec!["game".to_owned()])
        );
    }
    let asked = |texts: Vec<String>| pb::DescribeActionsRequest { game: 1, texts, actions: Vec::new() };
    let none =
        pb::DescribeActionsRequest { actions: vec![pb::GameAction { game: None }], ..asked(Vec::new()) };
    let play = pb::SmearAction { r#type: pb::SmearActionType::Play as i32, card: 99, ..Default::default() };
    let bad_card = pb::DescribeActionsRequest {
        game: pb::GameKind::Smear as i32,
        actions: vec![pb::GameAction { game: Some(pb::game_action::Game::Smear(play)) }],
        texts: Vec::new(),
    };
    let cases = [
        (asked(vec!["THROW 9H".to_owned(), "PASS".to_owned()]), "texts[1]"),
        (asked(vec!["x".repeat(201)]), "texts[0]"),
        (asked(vec!["BID 9".to_owned(); 4097]), "texts"),
        (none, "actions[0]"),
        (bad_card, "actions[0].smear.card"),
    ];
    for (request, field) in cases {
        let refused = engine.catalogue().describe_actions(request).await.unwrap_err();
        assert_eq!((reason(&refused), fields(&refused)), (ErrorReason::InvalidField, vec![field.to_owned()]));
    }
    let most = engine.catalogue().describe_actions(asked(vec!["BID 9".to_owned(); 4096])).await.unwrap();
    assert_eq!(most.into_inner().actions.len(), 4096);
}

#[tokio::test]
async fn choice_of_the_account_goes_before_the_metadata_and_a_bad_credential_before_nothing() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let answer = |credential: String, header: &'static str| {
        let mut request = Request::new(pb::ListGamesRequest {});
        request.metadata_mut().insert("accept-language", header.parse().unwrap());
        request.metadata_mut().insert("authorization", format!("Bearer {credential}").parse().unwrap());
        let mut catalogue = engine.catalogue();
        async move { catalogue.list_games(request).await.unwrap().into_inner().locale }
    };
    let account = Uuid::from_u128(1);
    assert_eq!(answer(token_in(account, Some(Locale::Welsh)), "sk").await, "cy");
    assert_eq!(answer(token_in(account, None), "sk").await, "sk");
    assert_eq!(answer("nonsense".to_owned(), "de, vi;q=0.5").await, "vi");
    assert_eq!(answer("nonsense".to_owned(), "de").await, "en");
}
