//! Messages of the catalogues: looked up, filled in, and said in English where a language lacks one.

use std::sync::LazyLock;

use fluent_bundle::FluentResource;
use fluent_bundle::concurrent::FluentBundle;
use unic_langid::LanguageIdentifier;

use crate::Locale;
use crate::args::Args;
use crate::catalogue_files::files;

type Bundle = FluentBundle<FluentResource>;

/// One bundle a language, in the order of [`Locale::ALL`].
static BUNDLES: LazyLock<[Bundle; Locale::ALL.len()]> = LazyLock::new(|| Locale::ALL.map(bundle));

fn bundle(locale: Locale) -> Bundle {
    let language: LanguageIdentifier = locale.tag().parse().expect("our tags are well-formed");
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // All languages here are written from left to right, so that nothing needs marks around what is filled in.
    bundle.set_use_isolating(false);
    for file in files(locale) {
        let resource = FluentResource::try_new(file.text.to_owned())
            .unwrap_or_else(|(_, faults)| panic!("{} is a well-formed catalogue: {faults:?}", file.path));
        let added = bundle.add_resource(resource);
        added.unwrap_or_else(|faults| panic!("{} says nothing twice: {faults:?}", file.path));
    }
    bundle
}

/// The message of that id.
pub(crate) fn say(locale: Locale, id: &str, args: &Args) -> String {
    said(locale, id, None, args)
}

/// A part of the message of that id, such as `about`.
pub(crate) fn say_part(locale: Locale, id: &str, part: &str, args: &Args) -> String {
    said(locale, id, Some(part), args)
}

fn said(locale: Locale, id: &str, part: Option<&str>, args: &Args) -> String {
    #[cfg(test)]
    asked::note(id, part);
    let found = said_in(locale, id, part, args).or_else(|| said_in(Locale::default(), id, part, args));
    // Tests ask for everything that can be asked for; a message that is missing all the same is no reason to fail.
    found.unwrap_or_else(|| id.to_owned())
}

fn said_in(locale: Locale, id: &str, part: Option<&str>, args: &Args) -> Option<String> {
    let bundle = &BUNDLES[locale as usize];
    let message = bundle.get_message(id)?;
    let pattern = match part {
        None => message.value()?,
        Some(part) => message.get_attribute(part)?.value(),
    };
    let mut faults = Vec::new();
    let text = bundle.format_pattern(pattern, Some(args.fluent()), &mut faults);
    debug_assert!(faults.is_empty(), "{locale} {id}: {faults:?}");
    Some(text.into_owned())
}

/// Which messages were asked for, so that tests can compare them with those that there are.
#[cfg(test)]
pub(crate) mod asked {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local! {
        static ASKED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
    }

    pub(super) fn note(id: &str, part: Option<&str>) {
        let name = part.map_or_else(|| id.to_owned(), |part| format!("{id}.{part}"));
        ASKED.with_borrow_mut(|asked| asked.insert(name));
    }

    /// What this thread asked for since it was last asked.
    pub(crate) fn take() -> BTreeSet<String> {
        ASKED.take()
    }
}
