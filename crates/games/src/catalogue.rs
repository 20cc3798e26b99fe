//! The catalogue: what can be played, and with which options.

use serde::Serialize;

use crate::{GameKind, OptionInfo, seep_options};

/// One game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CatalogueEntry {
    /// The game.
    pub kind: GameKind,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence on what it is.
    pub about: &'static str,
    /// Fewest players.
    pub min_players: u8,
    /// Most players.
    pub max_players: u8,
    /// Cards in the pack.
    pub pack_size: usize,
    /// The version of the rules as they are played now.
    pub rules_version: u32,
    /// The table options, in the order of the rule text.
    pub options: Vec<OptionInfo>,
}

/// Every game, with everything a client needs to offer it.
pub fn catalogue() -> Vec<CatalogueEntry> {
    GameKind::ALL.into_iter().map(entry).collect()
}

fn entry(kind: GameKind) -> CatalogueEntry {
    let (title, about, options) = match kind {
        GameKind::Seep => (
            "Seep",
            "A fishing game for two partnerships who capture cards, build houses and sweep the floor.",
            seep_options::infos(),
        ),
    };
    CatalogueEntry {
        kind,
        title,
        about,
        min_players: *kind.players().start(),
        max_players: *kind.players().end(),
        pack_size: kind.pack().size(),
        rules_version: kind.rules_version(),
        options,
    }
}
