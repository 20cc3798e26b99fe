//! The catalogue of games as messages, in a language.

use bots::Level;
use cards::Seat;
use games::{Action, Allowed, CatalogueEntry, GameKind, OptionInfo, OptionValue, Options};
use messages::{Locale, Seating};
use wire::game::v1 as pb;
use wire::game::v1::option_description::Type;

use super::cards::card_to_wire;
use super::option_fields::{OptionField, path};

/// The game of its enum value; `None` if there is none.
pub fn kind_from_wire(number: i32) -> Option<GameKind> {
    GameKind::ALL.into_iter().find(|kind| kind_to_wire(*kind) == number)
}

/// The enum value of a game.
pub fn kind_to_wire(kind: GameKind) -> i32 {
    let name = format!("GAME_KIND_{}", kind.name().to_uppercase());
    pb::GameKind::from_str_name(&name).expect("every game has its value") as i32
}

/// A game in a list.
pub fn game_summary(locale: Locale, kind: GameKind) -> pb::GameSummary {
    let title = messages::game_title(locale, kind);
    pb::GameSummary {
        game: kind_to_wire(kind),
        name: kind.name().to_owned(),
        title: title.label,
        about: title.about,
        player_counts: player_counts(kind).map(|options| player_count(locale, &options)).collect(),
    }
}

/// The default options for every number of players, fewest first.
fn player_counts(kind: GameKind) -> impl Iterator<Item = Options> {
    kind.players().filter_map(move |players| Options::for_players(kind, players))
}

fn player_count(locale: Locale, options: &Options) -> pb::PlayerCount {
    let side_of_seat: Vec<u32> = options.seats().map(|seat| options.side_of(seat).number().into()).collect();
    let seating = seating(options);
    let kind = options.kind();
    pb::PlayerCount {
        players: options.players().into(),
        side_of_seat,
        label: messages::players_label(locale, options.players(), seating),
        side_label: messages::side_label(locale, seating),
        ladder: options.rule_set().unwrap_or_default().to_owned(),
        field: OptionField::of_players(kind).map(|field| path(kind, &field)).unwrap_or_default(),
    }
}

/// Partners share a side.
fn seating(options: &Options) -> Seating {
    let first = options.side_of(Seat::ALL[0]);
    let has_partner = options.seats().skip(1).any(|seat| options.side_of(seat) == first);
    if has_partner { Seating::Pairs } else { Seating::Solo }
}

/// Everything about a game.
pub fn game_description(locale: Locale, entry: &CatalogueEntry) -> pb::DescribeGameResponse {
    let kind = entry.kind;
    let phase = |(name, said): (&str, messages::Labelled)| pb::PhaseDescription {
        name: name.to_owned(),
        label: said.label,
        about: said.about,
    };
    let term = |(name, said): (&str, messages::Labelled)| pb::TermDescription {
        name: name.to_owned(),
        label: said.label,
        about: said.about,
    };
    let section = |section: messages::RulesSection| pb::RulesSection {
        heading: section.heading,
        paragraphs: section.paragraphs,
    };
    let card = |card: &cards::Card| pb::CardDescription {
        card: card_to_wire(*card),
        text: card.to_string(),
        label: messages::card_name(locale, *card),
    };
    pb::DescribeGameResponse {
        locale: locale.tag().to_owned(),
        game: Some(game_summary(locale, kind)),
        rules_version: entry.rules_version,
        options: entry.options.iter().map(|option| option_description(locale, kind, option)).collect(),
        cards: entry.cards.iter().map(card).collect(),
        phases: messages::phases(locale, kind).into_iter().map(phase).collect(),
        terms: messages::terms(locale, kind).into_iter().map(term).collect(),
        rules: messages::rules(locale, kind).into_iter().map(section).collect(),
        score_label: messages::score_label(locale, kind),
        ladders: player_counts(kind).filter_map(|options| ladder(locale, &options)).collect(),
        bot_levels: LEVELS.into_iter().map(|level| bot_level(locale, level)).collect(),
    }
}

/// Levels of bots, weakest first.
const LEVELS: [Level; 4] = [Level::Greedy, Level::Casual, Level::Club, Level::Expert];

fn bot_level(locale: Locale, level: Level) -> pb::BotLevelDescription {
    let said = messages::bot_level(locale, level.name());
    pb::BotLevelDescription { level: level.name().to_owned(), label: said.label, about: said.about }
}

fn ladder(locale: Locale, options: &Options) -> Option<pb::LadderDescription> {
    let ladder = options.rule_set()?;
    Some(pb::LadderDescription {
        ladder: ladder.to_owned(),
        title: messages::ladder_title(locale, ladder),
        players: options.players().into(),
    })
}

fn option_description(locale: Locale, kind: GameKind, option: &OptionInfo) -> pb::OptionDescription {
    let said = messages::option_label(locale, kind, option.name);
    let field = OptionField::of(kind, option);
    pb::OptionDescription {
        name: option.name.to_owned(),
        field: field.path(),
        field_number: field.number(),
        label: said.label,
        about: said.about,
        r#type: Some(option_type(locale, kind, option, &field)),
    }
}

fn option_type(locale: Locale, kind: GameKind, option: &OptionInfo, field: &OptionField) -> Type {
    let label = |value: &OptionValue| messages::option_value(locale, kind, option.name, value);
    match &option.allowed {
        Allowed::OneOf(values) if values.iter().all(|value| matches!(value, OptionValue::Switch(_))) => {
            Type::Switch(pb::SwitchOption {
                default_on: option.default == OptionValue::Switch(true),
                on_label: messages::switch_value(locale, true),
                off_label: messages::switch_value(locale, false),
            })
        }
        Allowed::OneOf(values) => {
            let choice = |value: &OptionValue| {
                let set = field.value(value);
                let name = if let OptionValue::Text(name) = value { name.clone() } else { value.to_string() };
                pb::ChoiceValue {
                    value: name,
                    label: label(value),
                    field_value: set.text,
                    number: set.number,
                }
            };
            Type::Choice(pb::ChoiceOption { values: values.iter().map(choice).collect() })
        }
        Allowed::Range { min, max } => Type::Number(pb::NumberOption {
            min: *min,
            max: *max,
            default_number: number(&option.default),
            ..Default::default()
        }),
        Allowed::OffOrRange { min, max } => {
            let off = OptionValue::Switch(false);
            Type::Number(pb::NumberOption {
                min: *min,
                max: *max,
                default_number: number(&option.default),
                off_label: label(&off),
                off_number: field.value(&off).number,
            })
        }
    }
}

fn number(value: &OptionValue) -> Option<i64> {
    if let OptionValue::Number(number) = value { Some(*number) } else { None }
}

/// What an action does.
pub fn action_description(locale: Locale, action: &Action) -> pb::ActionDescription {
    pb::ActionDescription {
        text: action.to_string(),
        label: messages::action_text(locale, action),
        type_label: messages::action_type(locale, action),
    }
}
