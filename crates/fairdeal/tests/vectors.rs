//! The published vectors against this crate.

mod support;

use fairdeal::{Cut, DeckNumber, Entropy, MatchSecret, Shuffler};
use hkdf::Hkdf;
use serde::Deserialize;
use sha2::Sha256;

#[derive(Deserialize)]
struct Shuffles {
    matches: Vec<Match>,
}

#[derive(Deserialize)]
struct Match {
    name: String,
    match_id: String,
    secret: String,
    commitment: String,
    entropies: Vec<String>,
    cut: String,
    prk: String,
    dealer_first_words: Vec<u32>,
    first_dealer: u8,
    decks: Vec<Deck>,
}

#[derive(Deserialize)]
struct Deck {
    number: u32,
    pack_size: u8,
    first_words: Vec<u32>,
    words_taken: usize,
    order: Vec<u8>,
}

fn matches() -> Vec<Match> {
    support::read_vectors::<Shuffles>("shuffles.json").matches
}

impl Match {
    fn cut(&self) -> Cut {
        Cut::combine(&support::entropies(&self.entropies)).expect("1 to 8 seats")
    }

    fn secret(&self) -> MatchSecret {
        MatchSecret::from_hex(&self.secret).expect("hexadecimal")
    }

    fn shuffler(&self) -> Shuffler {
        Shuffler::new(support::match_id(&self.match_id), &self.secret(), &self.cut())
    }
}

#[test]
fn commitments_agree() {
    for vector in matches() {
        assert_eq!(vector.secret().commitment().to_string(), vector.commitment, "{}", vector.name);
    }
}

#[test]
fn cuts_agree() {
    for vector in matches() {
        assert_eq!(hex::encode(vector.cut().as_bytes()), vector.cut, "{}", vector.name);
    }
}

#[test]
fn first_dealers_agree() {
    for vector in matches() {
        assert_eq!(vector.shuffler().first_dealer(), vector.first_dealer, "{}", vector.name);
    }
}

#[test]
fn decks_agree() {
    for vector in matches() {
        for deck in &vector.decks {
            let number = DeckNumber::new(deck.number).expect("deals count from 1");
            let order = vector.shuffler().deck(number, deck.pack_size);
            assert_eq!(order, deck.order, "{}, deck {number} of {}", vector.name, deck.pack_size);
        }
    }
}

/// The crate shows neither key nor words, so these are derived with the library alone, as a reader of
/// ALGORITHM.md would.
#[test]
fn keys_and_streams_agree() {
    for vector in matches() {
        let (prk, key) = Hkdf::<Sha256>::extract(Some(vector.cut().as_bytes()), vector.secret().reveal());
        assert_eq!(hex::encode(prk), vector.prk, "{}", vector.name);
        let words = |parts: &[&[u8]], expected: &[u32]| {
            let mut bytes = vec![0; 4 * expected.len()];
            key.expand_multi_info(parts, &mut bytes).expect("a few words");
            let words: Vec<u32> =
                bytes.as_chunks().0.iter().map(|word: &[u8; 4]| u32::from_be_bytes(*word)).collect();
            assert_eq!(words, expected, "{}", vector.name);
        };
        let id = support::match_id(&vector.match_id);
        words(&[b"jodi dealer v1", id.as_bytes()], &vector.dealer_first_words);
        for deck in &vector.decks {
            let number = deck.number.to_be_bytes();
            words(&[b"jodi deck v1", id.as_bytes(), &number], &deck.first_words);
        }
    }
}

#[test]
fn vectors_hold_a_stream_with_a_rejected_word_and_each_pack() {
    let decks: Vec<Deck> = matches().into_iter().flat_map(|vector| vector.decks).collect();
    assert!(decks.iter().any(|deck| deck.words_taken >= usize::from(deck.pack_size)));
    for size in [24, 32, 52] {
        assert!(decks.iter().any(|deck| deck.pack_size == size), "no deck of {size}");
    }
}

#[test]
fn vectors_hold_cuts_of_each_length_class() {
    let lengths: Vec<usize> = matches()
        .iter()
        .flat_map(|vector| support::entropies(&vector.entropies))
        .map(|entropy: Entropy| entropy.as_bytes().len())
        .collect();
    assert!([0, 16, 64].iter().all(|length| lengths.contains(length)), "{lengths:?}");
}

#[test]
fn record_vectors_pass() {
    for name in support::RECORDS {
        let record: support::Record = support::read_vectors(name);
        assert!(!record.decks.is_empty(), "{name} has no deal");
        assert_eq!(record.verify(), Ok(()), "{name}");
    }
}
