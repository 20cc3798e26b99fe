//! Committed, verifiable shuffles.
//!
//! What lives here: the match secret and its published commitment, the entropy that seats add (the cut), the
//! shuffle and the draw of the first dealer that follow from them, and the check of a finished match.
//! What must not: cards (a deck is a permutation of indexes, the caller maps them to cards), records and their
//! formats, any source of randomness (the caller draws the 32 bytes of a secret from `env`), and I/O.
//!
//! ```
//! use fairdeal::{Cut, DeckNumber, Entropy, MatchId, MatchSecret, Shuffler};
//!
//! let match_id = MatchId::from_bytes([7; 16]);
//! let secret = MatchSecret::from_bytes([1; 32]); // drawn from the operating system
//! let published = secret.commitment(); // shown when the match is created
//!
//! let cut = Cut::combine(&[Entropy::none(), Entropy::new(b"a cut of one seat".to_vec())?])?;
//! let shuffler = Shuffler::new(match_id, &secret, &cut);
//! let deck = shuffler.deck(DeckNumber::FIRST, 52);
//! assert_eq!(deck.len(), 52);
//! assert!(shuffler.first_dealer() < 2);
//! assert_eq!(published, MatchSecret::from_hex(&secret.reveal_hex())?.commitment());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![doc = include_str!("../ALGORITHM.md")]
#![deny(missing_docs)]

mod cut;
mod draw;
mod secret;
mod shuffler;
mod verify;

pub use cut::{Cut, ENTROPY_BYTES_MAX, ENTROPY_BYTES_MIN, Entropy, EntropyLength, SEATS_MAX, SeatCount};
pub use secret::{Commitment, HexError, MatchSecret};
pub use shuffler::{DeckNumber, MatchId, Shuffler};
pub use verify::{DealtMatch, FirstDealer, Mismatch, verify};
