//! The cut: entropy that the seats add after the commitment is published, so that the host alone cannot have
//! chosen the decks.

use sha2::{Digest, Sha256};

/// Fewest bytes that a seat which cuts may add.
pub const ENTROPY_BYTES_MIN: usize = 16;
/// Most bytes that a seat may add.
pub const ENTROPY_BYTES_MAX: usize = 64;
/// Most seats at one table; the fewest is one.
pub const SEATS_MAX: usize = 8;

const DOMAIN: &[u8] = b"jodi cut v1";

/// What one seat adds to the shuffle: nothing, or 16 to 64 bytes of its own choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entropy(Vec<u8>);

impl Entropy {
    /// A seat that does not cut.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Takes the bytes of one seat. No bytes at all is the same as [`Entropy::none`].
    ///
    /// # Errors
    /// [`EntropyLength`] unless there are 0 bytes or 16 to 64.
    pub fn new(bytes: Vec<u8>) -> Result<Self, EntropyLength> {
        match bytes.len() {
            0 | ENTROPY_BYTES_MIN..=ENTROPY_BYTES_MAX => Ok(Self(bytes)),
            length => Err(EntropyLength { bytes: length }),
        }
    }

    /// The bytes; empty for a seat that did not cut.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether the seat did not cut.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

/// A seat sent too few or too many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entropy of a seat is 0 bytes or 16 to 64 bytes, not {bytes}")]
pub struct EntropyLength {
    /// How many bytes were sent.
    pub bytes: usize,
}

/// The combined entropy of all seats of a match, and how many seats there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    digest: [u8; 32],
    seats: u8,
}

impl Cut {
    /// Combines the entropy of every seat, in seat order, one entry per seat.
    ///
    /// SHA-256 over the frame `"jodi cut v1"`, the number of seats, then per seat its index, the length of its
    /// bytes (each one byte) and the bytes. The frame makes it impossible to move bytes from seat to seat
    /// without changing the digest.
    ///
    /// # Errors
    /// [`SeatCount`] unless there are 1 to 8 seats.
    pub fn combine(entropies: &[Entropy]) -> Result<Self, SeatCount> {
        let seats = u8::try_from(entropies.len())
            .ok()
            .filter(|seats| (1..=SEATS_MAX).contains(&usize::from(*seats)))
            .ok_or(SeatCount { seats: entropies.len() })?;
        let mut hash = Sha256::new();
        hash.update(DOMAIN);
        hash.update([seats]);
        for (seat, entropy) in (0..seats).zip(entropies) {
            let length = u8::try_from(entropy.0.len()).expect("Entropy holds at most 64 bytes");
            hash.update([seat, length]);
            hash.update(&entropy.0);
        }
        Ok(Self { digest: hash.finalize().into(), seats })
    }

    /// The combined entropy, 32 bytes: the salt of the key derivation.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The number of seats, 1 to 8.
    pub const fn seats(&self) -> u8 {
        self.seats
    }
}

/// A match has 1 to 8 seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a match has 1 to 8 seats, not {seats}")]
pub struct SeatCount {
    /// How many seats were given.
    pub seats: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entropy(byte: u8, length: usize) -> Entropy {
        Entropy::new(vec![byte; length]).unwrap()
    }

    #[test]
    fn entropy_is_absent_or_16_to_64_bytes() {
        let accepted: Vec<usize> = (0..100).filter(|n| Entropy::new(vec![0; *n]).is_ok()).collect();
        let expected: Vec<usize> = std::iter::once(0).chain(16..=64).collect();
        assert_eq!(accepted, expected);
    }

    #[test]
    fn bytes_moved_to_another_seat_change_the_cut() {
        let one = Cut::combine(&[entropy(1, 16), Entropy::none()]).unwrap();
        let other = Cut::combine(&[Entropy::none(), entropy(1, 16)]).unwrap();
        assert_ne!(one, other);
    }

    #[test]
    fn bytes_moved_over_a_seat_boundary_change_the_cut() {
        let one = Cut::combine(&[entropy(1, 16), entropy(1, 17)]).unwrap();
        let other = Cut::combine(&[entropy(1, 17), entropy(1, 16)]).unwrap();
        assert_ne!(one, other);
    }

    #[test]
    fn number_of_seats_is_part_of_the_cut() {
        let cuts: Vec<Cut> = [2, 3, 4].map(|n| Cut::combine(&vec![Entropy::none(); n]).unwrap()).into();
        assert!(cuts[0] != cuts[1] && cuts[1] != cuts[2] && cuts[0] != cuts[2]);
    }

    #[test]
    fn no_seat_and_nine_seats_are_refused() {
        assert_eq!(Cut::combine(&[]), Err(SeatCount { seats: 0 }));
        assert_eq!(Cut::combine(&vec![Entropy::none(); 9]), Err(SeatCount { seats: 9 }));
    }
}
