//! The shuffler: from secret and cut to the decks of a match and its first dealer.

use std::fmt;
use std::num::NonZeroU32;

use hkdf::Hkdf;
use sha2::Sha256;

use crate::cut::Cut;
use crate::draw::{WordStream, permutation, uniform};
use crate::secret::MatchSecret;

const DECK_DOMAIN: &[u8] = b"jodi deck v1";
const DEALER_DOMAIN: &[u8] = b"jodi dealer v1";

/// The id of a match: the 16 bytes of its UUID, in the order in which the UUID's text shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchId([u8; 16]);

impl MatchId {
    /// Takes the 16 bytes of the UUID (`Uuid::into_bytes`).
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The 16 bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

/// Which deck of a match: 1, 2, ... in the order of dealing. Every deal counts, a thrown-in one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeckNumber(NonZeroU32);

impl DeckNumber {
    /// The deck of the first deal.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// Deck number `number`; `None` for 0.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The number, at least 1.
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// The deck of the deal after this one.
    ///
    /// # Panics
    /// After 2^32 - 1 decks, which no match reaches.
    pub fn next(self) -> Self {
        Self(self.0.checked_add(1).expect("a match has fewer than 2^32 deals"))
    }
}

impl fmt::Display for DeckNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Everything that fixes the decks of one match. As secret as the [`MatchSecret`] it was made from.
#[derive(Clone)]
pub struct Shuffler {
    match_id: MatchId,
    seats: u8,
    key: Hkdf<Sha256>,
}

impl Shuffler {
    /// Derives the key of a match: HKDF-Extract with SHA-256, the combined entropy as salt and the secret as
    /// input key material.
    pub fn new(match_id: MatchId, secret: &MatchSecret, cut: &Cut) -> Self {
        let key = Hkdf::new(Some(cut.as_bytes()), secret.reveal());
        Self { match_id, seats: cut.seats(), key }
    }

    /// Deck `number` of a pack of `pack_size` cards, in dealing order: a permutation of the indexes
    /// `0..pack_size` into the pack in canonical order.
    ///
    /// # Panics
    /// If more than 1,786 of 2,040 words are rejected. The chance of one is below 2^-24, so no secret that
    /// does it can be found.
    pub fn deck(&self, number: DeckNumber, pack_size: u8) -> Vec<u8> {
        let number = number.get().to_be_bytes();
        let mut words = self.words(&[DECK_DOMAIN, self.match_id.as_bytes(), &number]);
        permutation(pack_size, &mut words).expect("2040 words hold 254 draws")
    }

    /// The seat that deals first, `0..seats`, for a match whose creator did not name it.
    ///
    /// # Panics
    /// If all of 2,040 words are rejected, each with a chance below 2^-29.
    pub fn first_dealer(&self) -> u8 {
        let mut words = self.words(&[DEALER_DOMAIN, self.match_id.as_bytes()]);
        let seat = uniform(self.seats.into(), &mut words).expect("2040 words hold one draw");
        u8::try_from(seat).expect("a draw is below the number of seats")
    }

    fn words(&self, info: &[&[u8]]) -> WordStream<'_> {
        WordStream::new(&self.key, info.concat())
    }
}

impl fmt::Debug for Shuffler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shuffler")
            .field("match_id", &self.match_id)
            .field("seats", &self.seats)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut::Entropy;

    fn shuffler(secret: u8, seats: usize) -> Shuffler {
        let cut = Cut::combine(&vec![Entropy::none(); seats]).unwrap();
        Shuffler::new(MatchId::from_bytes([9; 16]), &MatchSecret::from_bytes([secret; 32]), &cut)
    }

    #[test]
    fn every_deck_is_a_permutation_and_no_two_are_equal() {
        let shuffler = shuffler(1, 4);
        let mut number = DeckNumber::FIRST;
        let mut decks = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let deck = shuffler.deck(number, 52);
            let mut sorted = deck.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..52));
            assert!(decks.insert(deck), "deck {number} occurred before");
            number = number.next();
        }
    }

    #[test]
    fn secret_cut_match_and_number_each_change_the_deck() {
        let (id, secret) = (MatchId::from_bytes([9; 16]), MatchSecret::from_bytes([1; 32]));
        let cut = Cut::combine(&[Entropy::none(), Entropy::none()]).unwrap();
        let other_cut = Cut::combine(&[Entropy::none(), Entropy::new(vec![5; 16]).unwrap()]).unwrap();
        let deck = |id, secret: &MatchSecret, cut, number: u32| {
            Shuffler::new(id, secret, cut).deck(DeckNumber::new(number).unwrap(), 52)
        };
        let plain = deck(id, &secret, &cut, 1);
        assert_ne!(plain, deck(id, &secret, &cut, 2));
        assert_ne!(plain, deck(id, &secret, &other_cut, 1));
        assert_ne!(plain, deck(id, &MatchSecret::from_bytes([2; 32]), &cut, 1));
        assert_ne!(plain, deck(MatchId::from_bytes([8; 16]), &secret, &cut, 1));
    }

    #[test]
    fn greatest_pack_is_dealt() {
        assert_eq!(shuffler(1, 4).deck(DeckNumber::FIRST, u8::MAX).len(), 255);
    }

    /// Pearson's statistic over a table of counts that should all be `expected`, in thousandths.
    fn chi_square_milli(counts: &[u64], expected: u64) -> u64 {
        counts.iter().map(|count| count.abs_diff(expected).pow(2) * 1000 / expected).sum()
    }

    #[test]
    fn every_card_is_equally_likely_in_every_place() {
        // 24 x 24 cells, 23 x 23 degrees of freedom: mean 529, deviation 33; the bound is six deviations.
        let (shuffler, size, decks) = (shuffler(1, 4), 24_u8, 4_800_u32);
        let mut counts = vec![0_u64; 24 * 24];
        for number in 1..=decks {
            for (place, card) in shuffler.deck(DeckNumber::new(number).unwrap(), size).iter().enumerate() {
                counts[place * 24 + usize::from(*card)] += 1;
            }
        }
        let statistic = chi_square_milli(&counts, u64::from(decks) / 24);
        assert!((330_000..730_000).contains(&statistic), "chi-square {statistic} thousandths");
    }

    #[test]
    fn every_order_of_a_small_pack_is_equally_likely() {
        // 24 orders of four cards, 23 degrees of freedom: one in ten million is above 76.
        let shuffler = shuffler(2, 4);
        let mut counts = std::collections::BTreeMap::new();
        for number in 1..=4_800 {
            *counts.entry(shuffler.deck(DeckNumber::new(number).unwrap(), 4)).or_insert(0_u64) += 1;
        }
        assert_eq!(counts.len(), 24);
        let statistic = chi_square_milli(&counts.into_values().collect::<Vec<_>>(), 200);
        assert!(statistic < 76_000, "chi-square {statistic} thousandths");
    }

    #[test]
    fn every_seat_is_equally_likely_to_deal_first() {
        // 256 secrets over four seats, three degrees of freedom: one in a million is above 31.
        let mut counts = [0_u64; 4];
        for secret in 0..=u8::MAX {
            counts[usize::from(shuffler(secret, 4).first_dealer())] += 1;
        }
        let statistic = chi_square_milli(&counts, 64);
        assert!(statistic < 31_000, "{counts:?}");
    }

    #[test]
    fn debug_shows_no_key() {
        let shown = format!("{:?}", shuffler(1, 2));
        assert!(shown.ends_with("seats: 2, .. }"), "{shown}");
    }
}
