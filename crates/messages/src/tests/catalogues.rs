//! Every language says what English says: the same messages, parts and arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;

use crate::Locale;
use crate::catalogue_files::files;

/// What one message, or a part of one, uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Uses {
    arguments: BTreeSet<String>,
    messages: BTreeSet<String>,
}

/// The messages of a language, or of a file of it, by name; a part is named `message.part`.
#[derive(Default)]
pub(super) struct Entries(BTreeMap<String, Uses>);

pub(super) static ENGLISH: LazyLock<Entries> = LazyLock::new(|| Entries::of(Locale::English));

impl Entries {
    fn of(locale: Locale) -> Self {
        let read = files(locale).iter().flat_map(|file| Self::read(file.path, file.text).0);
        Self(read.collect())
    }

    pub(super) fn read(path: &str, text: &str) -> Self {
        let resource = parser::parse(text).unwrap_or_else(|(_, faults)| panic!("{path}: {faults:?}"));
        let mut entries = Self::default();
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let id = message.id.name;
            for attribute in &message.attributes {
                entries.add(path, format!("{id}.{}", attribute.id.name), &attribute.value);
            }
            if let Some(value) = &message.value {
                entries.add(path, id.to_owned(), value);
            }
        }
        entries
    }

    fn add(&mut self, path: &str, name: String, pattern: &Pattern<&str>) {
        let mut uses = Uses::default();
        uses.pattern(pattern);
        assert!(self.0.insert(name.clone(), uses).is_none(), "{path} has {name} twice");
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Whether another message has this one within it.
    pub(super) fn is_referred_to(&self, name: &str) -> bool {
        self.0.values().any(|uses| uses.messages.contains(name))
    }

    /// The arguments of a message and of all that it has within it.
    fn arguments(&self, name: &str) -> BTreeSet<String> {
        let Some(uses) = self.0.get(name) else { return BTreeSet::new() };
        let inner = uses.messages.iter().flat_map(|inner| self.arguments(inner));
        uses.arguments.iter().cloned().chain(inner).collect()
    }

    /// What is wrong with this language, given the English messages.
    fn faults(&self, english: &Self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, uses) in &self.0 {
            for inner in uses.messages.iter().filter(|inner| !self.has(inner)) {
                faults.push(format!("{name} has {inner} within it, which does not exist"));
            }
            if !english.has(name) && !self.is_referred_to(name) {
                faults.push(format!("{name} is neither an English message nor used by another one"));
            }
        }
        for name in english.names() {
            // A form that only English needs is no message of its own.
            let own_form = english.is_referred_to(name) && !ASKED_AND_REFERRED_TO.contains(&name);
            if !self.has(name) {
                if !own_form {
                    faults.push(format!("{name} is missing"));
                }
            } else if self.arguments(name) != english.arguments(name) {
                let (own, theirs) = (self.arguments(name), english.arguments(name));
                faults.push(format!("{name} speaks about {own:?}, in English about {theirs:?}"));
            }
        }
        faults
    }
}

/// Messages that are asked for, and are within other messages too.
const ASKED_AND_REFERRED_TO: [&str; 3] = ["card", "rank", "suit"];

impl Uses {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                variants.iter().for_each(|variant| self.pattern(&variant.value));
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.messages.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::StringLiteral { .. }
            | InlineExpression::NumberLiteral { .. }
            | InlineExpression::FunctionReference { .. }
            | InlineExpression::TermReference { .. } => {}
        }
    }
}

#[test]
fn every_language_says_what_english_says() {
    let mut faults = Vec::new();
    for locale in Locale::ALL {
        let own = Entries::of(locale);
        faults.extend(own.faults(&ENGLISH).into_iter().map(|fault| format!("{locale}: {fault}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn check_notices_what_a_translation_lacks_or_adds() {
    let english = Entries::read(
        "en.ftl",
        "rank = { $rank }\na = A { rank } of { $value }\n    .about = About\nform = { $rank }\nb = { form }\n",
    );
    let faulty = [
        ("b = { $rank }\na = { $rank } { $value }\n", "a.about is missing"),
        (
            "a = { $value }\n    .about = x\nb = { $rank }\n",
            "a speaks about {\"value\"}, in English about {\"rank\", \"value\"}",
        ),
        (
            "a = { $value } { $rank }\n    .about = x\nb = { form }\n",
            "b has form within it, which does not exist",
        ),
        (
            "a = { $value } { $rank }\n    .about = x\nb = { $rank }\nc = x\n",
            "c is neither an English message nor used by another one",
        ),
    ];
    for (text, fault) in faulty {
        let faults = Entries::read("xx.ftl", &format!("rank = {{ $rank }}\n{text}")).faults(&english);
        assert!(faults.iter().any(|found| found == fault), "{text}: {faults:?}");
    }
    let own_forms = "rank = { $rank }\na = { $value } { inflected }\n    .about = x\nb = { inflected }\ninflected = { $rank }\n";
    assert_eq!(Entries::read("xx.ftl", own_forms).faults(&english), Vec::<String>::new());
}
