//! The catalogue: what can be played, and with which options. Words for people are none of its business: they are in `messages`.

use cards::Card;
use serde::Serialize;

use crate::{GameKind, OptionInfo};

/// One game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CatalogueEntry {
    /// The game.
    pub kind: GameKind,
    /// The cards of the pack, in the order of the rule text.
    pub cards: Vec<Card>,
    /// The version of the rules as they are played now.
    pub rules_version: u32,
    /// The table options, in the order of the rule text.
    pub options: Vec<OptionInfo>,
}

/// Every game, with everything a client needs to offer it.
pub fn catalogue() -> Vec<CatalogueEntry> {
    GameKind::ALL.into_iter().map(catalogue_entry).collect()
}

/// One game.
pub fn catalogue_entry(kind: GameKind) -> CatalogueEntry {
    CatalogueEntry {
        kind,
        cards: kind.cards(),
        rules_version: kind.rules_version(),
        options: (kind.desk().option_infos)(),
    }
}
