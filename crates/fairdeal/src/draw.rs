//! Uniform draws and the Fisher-Yates shuffle over a stream of 32-bit words, and the HKDF stream that feeds
//! them. The draws take any iterator of words, so that the rejection path is tested with words of our choice.

use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::{Zeroize, Zeroizing};

/// HKDF-Expand with SHA-256 gives at most 255 blocks of 32 bytes for one `info`.
const STREAM_BYTES_MAX: usize = 255 * 32;
/// Enough for 64 draws: a pack of 52 cards takes 51.
const STREAM_BYTES_FIRST: usize = 256;

/// The stream of words of one deck or of the dealer's draw.
///
/// Expanding further gives the same bytes again, then new ones, so the stream grows only when it is read on.
pub(crate) struct WordStream<'a> {
    key: &'a Hkdf<Sha256>,
    info: Vec<u8>,
    bytes: Zeroizing<Vec<u8>>,
    at: usize,
}

impl<'a> WordStream<'a> {
    pub(crate) fn new(key: &'a Hkdf<Sha256>, info: Vec<u8>) -> Self {
        Self { key, info, bytes: Zeroizing::new(Vec::new()), at: 0 }
    }

    fn expand(&mut self, length: usize) {
        assert!(length <= STREAM_BYTES_MAX);
        self.bytes.zeroize();
        self.bytes.resize(length, 0);
        self.key.expand(&self.info, &mut self.bytes).expect("at most 255 blocks are asked for");
    }
}

impl Iterator for WordStream<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.at == self.bytes.len() {
            let length = (self.at * 2).clamp(STREAM_BYTES_FIRST, STREAM_BYTES_MAX);
            if length == self.at {
                return None;
            }
            self.expand(length);
        }
        let word = self.bytes[self.at..].first_chunk().expect("lengths are multiples of four");
        self.at += 4;
        Some(u32::from_be_bytes(*word))
    }
}

/// One uniform number in `0..bound`, `bound` at least 1. Words at or above the greatest multiple of `bound`
/// that fits into 2^32 are skipped, as they would favour the small remainders.
///
/// `None` when the stream ends first.
pub(crate) fn uniform(bound: u32, words: &mut impl Iterator<Item = u32>) -> Option<u32> {
    assert!(bound > 0, "a draw needs at least one outcome");
    let limit = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
    words.find(|word| u64::from(*word) < limit).map(|word| word % bound)
}

/// A permutation of `0..size` by Fisher-Yates from the top: for `i` from `size - 1` down to 1, a uniform `j` in
/// `0..=i`, swap `i` and `j`.
///
/// `None` when the stream ends first.
pub(crate) fn permutation(size: u8, words: &mut impl Iterator<Item = u32>) -> Option<Vec<u8>> {
    let mut order: Vec<u8> = (0..size).collect();
    for i in (1..usize::from(size)).rev() {
        let bound = u32::try_from(i + 1).expect("a pack has at most 255 cards");
        let j = uniform(bound, words)?;
        order.swap(i, j as usize);
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draw_skips_words_at_and_above_the_limit() {
        // 2^32 = 3 * 1431655765 + 1, so the last word alone is out for a bound of 3.
        let mut words = [u32::MAX, u32::MAX, u32::MAX - 1, 7].into_iter();
        assert_eq!(uniform(3, &mut words), Some((u32::MAX - 1) % 3));
        assert_eq!(words.next(), Some(7));
    }

    #[test]
    fn draw_of_a_power_of_two_skips_nothing() {
        assert_eq!(uniform(32, &mut [u32::MAX].into_iter()), Some(31));
    }

    #[test]
    fn draw_of_one_outcome_takes_a_word() {
        let mut words = [9, 8].into_iter();
        assert_eq!((uniform(1, &mut words), words.next()), (Some(0), Some(8)));
    }

    #[test]
    fn draw_ends_with_its_stream() {
        assert_eq!(uniform(3, &mut [u32::MAX; 5].into_iter()), None);
    }

    #[test]
    fn shuffle_swaps_from_the_top() {
        // i = 3 draws 0, i = 2 draws 2, i = 1 draws 0.
        assert_eq!(permutation(4, &mut [4, 2, 6].into_iter()), Some(vec![1, 3, 2, 0]));
    }

    #[test]
    fn shuffle_goes_on_after_a_rejected_word() {
        let with = permutation(4, &mut [4, u32::MAX, 2, 6].into_iter());
        assert_eq!(with, permutation(4, &mut [4, 2, 6].into_iter()));
    }

    #[test]
    fn shuffle_ends_with_its_stream() {
        assert_eq!(permutation(4, &mut [4, 2].into_iter()), None);
    }

    #[test]
    fn packs_of_no_card_and_of_one_take_no_word() {
        let mut words = std::iter::empty();
        assert_eq!(permutation(0, &mut words), Some(vec![]));
        assert_eq!(permutation(1, &mut words), Some(vec![0]));
    }

    #[derive(serde::Deserialize)]
    struct Vectors {
        draws: Vec<DrawVector>,
        shuffles: Vec<ShuffleVector>,
    }

    #[derive(serde::Deserialize)]
    struct DrawVector {
        bound: u32,
        words: Vec<u32>,
        drawn: Option<u32>,
        words_taken: usize,
    }

    #[derive(serde::Deserialize)]
    struct ShuffleVector {
        pack_size: u8,
        words: Vec<u32>,
        order: Option<Vec<u8>>,
    }

    fn vectors() -> Vectors {
        serde_json::from_str(include_str!("../vectors/draws.json")).expect("the vectors are well formed")
    }

    #[test]
    fn draw_vectors_agree() {
        for DrawVector { bound, words, drawn, words_taken } in vectors().draws {
            let mut rest = words.iter().copied();
            assert_eq!(uniform(bound, &mut rest), drawn, "bound {bound}, words {words:?}");
            assert_eq!(words.len() - rest.len(), words_taken, "bound {bound}, words {words:?}");
        }
    }

    #[test]
    fn shuffle_vectors_agree() {
        for ShuffleVector { pack_size, words, order } in vectors().shuffles {
            let shuffled = permutation(pack_size, &mut words.iter().copied());
            assert_eq!(shuffled, order, "pack {pack_size}, words {words:?}");
        }
    }

    #[test]
    fn stream_is_the_expansion_read_as_big_endian_words_and_ends_after_8160_bytes() {
        let key = Hkdf::<Sha256>::new(Some(b"salt"), b"key");
        let mut whole = vec![0; STREAM_BYTES_MAX];
        key.expand(b"info", &mut whole).unwrap();
        let expected: Vec<u32> =
            whole.as_chunks().0.iter().map(|bytes: &[u8; 4]| u32::from_be_bytes(*bytes)).collect();
        let words: Vec<u32> = WordStream::new(&key, b"info".to_vec()).collect();
        assert_eq!(words.len(), 2040);
        assert_eq!(words, expected);
    }
}
