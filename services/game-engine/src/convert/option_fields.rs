//! Where an option lies in its message, found out by setting it: the converters of the games are the only place that knows, and so what
//! the catalogue says can never differ from what they do.

use std::sync::LazyLock;

use games::{Allowed, GameKind, OptionInfo, OptionValue, Options};
use prost::Message as _;
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, MessageDescriptor, ReflectMessage as _, Value,
};

use super::game::options_to_wire;

static OPTIONS: LazyLock<MessageDescriptor> = LazyLock::new(|| {
    let pool = DescriptorPool::decode(wire::DESCRIPTOR_SET).expect("our own descriptors are well-formed");
    pool.get_message_by_name("jodi.game.v1.GameOptions").expect("the message is one of ours")
});

/// The field of an option within the options message of its game.
pub(super) struct OptionField {
    game: GameKind,
    name: &'static str,
    field: FieldDescriptor,
}

/// What a field is set to for a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FieldValue {
    /// As JSON writes it.
    pub(super) text: String,
    /// As a number.
    pub(super) number: i64,
}

impl OptionField {
    /// The field of that option.
    pub(super) fn of(game: GameKind, option: &OptionInfo) -> Self {
        let default = Options::defaults(game);
        let other = with(game, option.name, &another_value(option));
        Self { game, name: option.name, field: the_field_that_differs(&default, &other) }
    }

    /// The field that says by how many a game is played; `None` where there is only one number.
    pub(super) fn of_players(game: GameKind) -> Option<FieldDescriptor> {
        let (least, most) = game.players().into_inner();
        let options = |players| Options::for_players(game, players).expect("the number is in the range");
        (least != most).then(|| the_field_that_differs(&options(most), &options(least)))
    }

    /// Its path within `GameOptions`.
    pub(super) fn path(&self) -> String {
        path(self.game, &self.field)
    }

    /// Its number in the game's own options message.
    pub(super) fn number(&self) -> u32 {
        self.field.number()
    }

    /// What it is set to for a value of the option.
    pub(super) fn value(&self, value: &OptionValue) -> FieldValue {
        let message = game_message(&with(self.game, self.name, value));
        match *message.get_field(&self.field) {
            Value::Bool(on) => FieldValue { text: on.to_string(), number: on.into() },
            Value::I32(number) => FieldValue { text: number.to_string(), number: number.into() },
            Value::U32(number) => FieldValue { text: number.to_string(), number: number.into() },
            Value::EnumNumber(number) => FieldValue { text: self.value_name(number), number: number.into() },
            ref other => unreachable!("options are switches, numbers and enums, not {other:?}"),
        }
    }

    fn value_name(&self, number: i32) -> String {
        let kind = self.field.kind();
        let value = kind.as_enum().and_then(|values| values.get_value(number));
        value.expect("the converter only sets values that there are").name().to_owned()
    }
}

/// The path of a field of a game's options within `GameOptions`.
pub(super) fn path(game: GameKind, field: &FieldDescriptor) -> String {
    format!("{game}.{}", field.name())
}

/// Some value that is not the default.
fn another_value(option: &OptionInfo) -> OptionValue {
    let values = match &option.allowed {
        Allowed::OneOf(values) => values.clone(),
        Allowed::Range { min, max } | Allowed::OffOrRange { min, max } => {
            vec![OptionValue::Number(*min), OptionValue::Number(*max)]
        }
    };
    let other = values.into_iter().find(|value| *value != option.default);
    other.expect("an option has more than one value")
}

fn with(game: GameKind, name: &str, value: &OptionValue) -> Options {
    let json = [(name.to_owned(), value.to_json())].into_iter().collect();
    Options::from_json(game, &json).expect("the catalogue only lists values that there are")
}

/// The game's own message of options.
fn game_message(options: &Options) -> DynamicMessage {
    let bytes = options_to_wire(options).encode_to_vec();
    let envelope = DynamicMessage::decode(OPTIONS.clone(), &bytes[..]).expect("our own messages read back");
    let inner = envelope.fields().find_map(|(_, value)| value.as_message().cloned());
    inner.expect("options name a game")
}

fn the_field_that_differs(left: &Options, right: &Options) -> FieldDescriptor {
    let (left, right) = (game_message(left), game_message(right));
    let descriptor = left.descriptor();
    let mut differing = descriptor.fields().filter(|field| left.get_field(field) != right.get_field(field));
    let field = differing.next().expect("a converter puts every option somewhere");
    assert!(differing.next().is_none(), "an option lies in one field, not also in {}", field.name());
    field
}
