//! The published vectors as data, and the record of a finished match as its JSON shows it.

use std::path::PathBuf;

use fairdeal::{DealtMatch, Entropy, FirstDealer, MatchId, MatchSecret, Mismatch, verify};
use serde::{Deserialize, Serialize};

/// A file below `vectors/`.
pub fn vector_path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "vectors", name].iter().collect()
}

pub fn read_vectors<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let text = std::fs::read_to_string(vector_path(name)).expect("the vectors are part of the crate");
    serde_json::from_str(&text).expect("the vectors are well formed")
}

/// The names of the record vectors, one per game.
pub const RECORDS: [&str; 3] = ["record-seep.json", "record-smear.json", "record-pepper.json"];

pub fn entropies(texts: &[String]) -> Vec<Entropy> {
    texts
        .iter()
        .map(|text| Entropy::new(hex::decode(text).expect("hexadecimal")).expect("0 or 16 to 64 bytes"))
        .collect()
}

/// The 16 bytes of a UUID's text.
pub fn match_id(text: &str) -> MatchId {
    let bytes = hex::decode(text.replace('-', "")).expect("hexadecimal");
    MatchId::from_bytes(bytes.try_into().expect("16 bytes"))
}

/// The record of a finished match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub match_id: String,
    pub game: String,
    pub players: usize,
    pub secret: String,
    pub commitment: String,
    pub entropies: Vec<String>,
    pub first_dealer: u8,
    pub first_dealer_given: bool,
    pub decks: Vec<Vec<String>>,
}

impl Record {
    /// The verdict of this crate.
    pub fn verify(&self) -> Result<(), Mismatch> {
        let pack = canonical_pack(&self.game);
        let index = |card: &String| pack.iter().position(|other| other == card).expect("a card of the pack");
        let byte = |index: usize| u8::try_from(index).expect("at most 52 cards");
        let decks: Vec<Vec<u8>> =
            self.decks.iter().map(|deck| deck.iter().map(|card| byte(index(card))).collect()).collect();
        verify(&DealtMatch {
            match_id: match_id(&self.match_id),
            secret: &MatchSecret::from_hex(&self.secret).expect("hexadecimal"),
            commitment: self.commitment.parse().expect("hexadecimal"),
            entropies: &entropies(&self.entropies),
            first_dealer: match self.first_dealer_given {
                true => FirstDealer::Given,
                false => FirstDealer::Drawn(self.first_dealer),
            },
            pack_size: byte(pack.len()),
            decks: &decks,
        })
    }
}

/// The pack of a game in canonical order.
pub fn canonical_pack(game: &str) -> Vec<String> {
    let cards = |ranks: &str, suits: &str| -> Vec<(char, char)> {
        ranks.chars().flat_map(|rank| suits.chars().map(move |suit| (rank, suit))).collect()
    };
    let mut pack = match game {
        "seep" => cards("A23456789TJQK", "CDHS"),
        "smear" => cards("789TJQKA", "CDHS"),
        "pepper" => cards("9TJQKA", "CDHS"),
        other => panic!("no game is called {other}"),
    };
    if game != "seep" {
        // A stable sort by suit keeps the ranks in order.
        pack.sort_by_key(|(_, suit)| *suit);
    }
    pack.into_iter().map(|(rank, suit)| format!("{rank}{suit}")).collect()
}
