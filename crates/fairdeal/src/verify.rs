//! The check of a finished match: does everything that was dealt follow from what was published?

use crate::cut::{Cut, Entropy, SeatCount};
use crate::secret::{Commitment, MatchSecret};
use crate::shuffler::{DeckNumber, MatchId, Shuffler};

/// What a finished match shows of its deals.
#[derive(Clone, Copy, Debug)]
pub struct DealtMatch<'a> {
    /// The match.
    pub match_id: MatchId,
    /// The secret that was revealed at the end.
    pub secret: &'a MatchSecret,
    /// The commitment that was published when the match was created. Whoever checks for their own sake takes it
    /// from what they saw then, not from the record.
    pub commitment: Commitment,
    /// What each seat added, in seat order, one entry per seat.
    pub entropies: &'a [Entropy],
    /// Who dealt first and how that came about.
    pub first_dealer: FirstDealer,
    /// Number of cards in the pack.
    pub pack_size: u8,
    /// Every deck in the order of dealing, thrown-in deals too, as indexes into the pack in canonical order.
    pub decks: &'a [Vec<u8>],
}

/// How the first dealer of a match came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstDealer {
    /// This seat was drawn from the secret; it is checked.
    Drawn(u8),
    /// The creator of the match named the seat; there is nothing to check.
    Given,
}

/// The first thing that does not follow from what was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The revealed secret is not the committed one.
    #[error("the revealed secret does not match the published commitment")]
    Commitment,
    /// No match has this many seats.
    #[error(transparent)]
    Seats(#[from] SeatCount),
    /// Another seat should have dealt first.
    #[error("seat {recorded} dealt first, the draw says seat {drawn}")]
    FirstDealer {
        /// The seat that the record names.
        recorded: u8,
        /// The seat that the draw gives.
        drawn: u8,
    },
    /// A deck is not the one that the shuffle gives.
    #[error("deal {number}: the deck differs from the shuffle at card {place}")]
    Deck {
        /// Which deal.
        number: DeckNumber,
        /// The first place in dealing order that differs, from 1; one past the end of the shorter deck when
        /// one is the beginning of the other.
        place: usize,
    },
}

/// Checks the commitment, the draw of the first dealer and every deck, in that order.
///
/// # Errors
/// The first [`Mismatch`]; one in a deck names the deal.
pub fn verify(dealt: &DealtMatch<'_>) -> Result<(), Mismatch> {
    if dealt.secret.commitment() != dealt.commitment {
        return Err(Mismatch::Commitment);
    }
    let cut = Cut::combine(dealt.entropies)?;
    let shuffler = Shuffler::new(dealt.match_id, dealt.secret, &cut);
    check_first_dealer(&shuffler, dealt.first_dealer)?;
    let mut number = DeckNumber::FIRST;
    for deck in dealt.decks {
        check_deck(&shuffler.deck(number, dealt.pack_size), deck, number)?;
        number = number.next();
    }
    Ok(())
}

fn check_first_dealer(shuffler: &Shuffler, first_dealer: FirstDealer) -> Result<(), Mismatch> {
    let FirstDealer::Drawn(recorded) = first_dealer else { return Ok(()) };
    match shuffler.first_dealer() {
        drawn if drawn == recorded => Ok(()),
        drawn => Err(Mismatch::FirstDealer { recorded, drawn }),
    }
}

fn check_deck(shuffled: &[u8], recorded: &[u8], number: DeckNumber) -> Result<(), Mismatch> {
    if shuffled == recorded {
        return Ok(());
    }
    let agreeing = shuffled.iter().zip(recorded).take_while(|(one, other)| one == other).count();
    Err(Mismatch::Deck { number, place: agreeing + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: MatchId = MatchId::from_bytes([4; 16]);
    const SECRET: MatchSecret = MatchSecret::from_bytes([5; 32]);

    struct Played {
        entropies: Vec<Entropy>,
        decks: Vec<Vec<u8>>,
        first_dealer: u8,
    }

    fn played() -> Played {
        let entropies =
            vec![Entropy::none(), Entropy::new(vec![1; 20]).unwrap(), Entropy::none(), Entropy::none()];
        let shuffler = Shuffler::new(MATCH, &SECRET, &Cut::combine(&entropies).unwrap());
        let decks = (1..=3).map(|k| shuffler.deck(DeckNumber::new(k).unwrap(), 52)).collect();
        Played { entropies, decks, first_dealer: shuffler.first_dealer() }
    }

    fn check(played: &Played, change: impl FnOnce(&mut DealtMatch<'_>)) -> Result<(), Mismatch> {
        let mut dealt = DealtMatch {
            match_id: MATCH,
            secret: &SECRET,
            commitment: SECRET.commitment(),
            entropies: &played.entropies,
            first_dealer: FirstDealer::Drawn(played.first_dealer),
            pack_size: 52,
            decks: &played.decks,
        };
        change(&mut dealt);
        verify(&dealt)
    }

    fn deck_mismatch(number: u32, place: usize) -> Result<(), Mismatch> {
        Err(Mismatch::Deck { number: DeckNumber::new(number).unwrap(), place })
    }

    #[test]
    fn honest_match_passes() {
        assert_eq!(check(&played(), |_| ()), Ok(()));
    }

    #[test]
    fn match_without_a_deal_passes() {
        assert_eq!(check(&played(), |dealt| dealt.decks = &[]), Ok(()));
    }

    #[test]
    fn other_commitment_is_named() {
        let other = Commitment::from_bytes([0; 32]);
        assert_eq!(check(&played(), |dealt| dealt.commitment = other), Err(Mismatch::Commitment));
    }

    #[test]
    fn wrong_first_dealer_is_named_unless_it_was_given() {
        let (drawn, recorded) = (played().first_dealer, (played().first_dealer + 1) % 4);
        let drawn_result = check(&played(), |dealt| dealt.first_dealer = FirstDealer::Drawn(recorded));
        assert_eq!(drawn_result, Err(Mismatch::FirstDealer { recorded, drawn }));
        assert_eq!(check(&played(), |dealt| dealt.first_dealer = FirstDealer::Given), Ok(()));
    }

    #[test]
    fn swapped_cards_are_named_with_deal_and_place() {
        let mut played = played();
        played.decks[1].swap(9, 30);
        assert_eq!(check(&played, |_| ()), deck_mismatch(2, 10));
    }

    #[test]
    fn missing_deal_is_named() {
        let mut played = played();
        played.decks.remove(0);
        assert!(matches!(check(&played, |_| ()), Err(Mismatch::Deck { number: DeckNumber::FIRST, .. })));
    }

    #[test]
    fn short_deck_is_named() {
        let mut played = played();
        played.decks[2].pop();
        assert_eq!(check(&played, |_| ()), deck_mismatch(3, 52));
    }

    #[test]
    fn changed_entropy_is_found() {
        let mut played = played();
        played.entropies[3] = Entropy::new(vec![2; 16]).unwrap();
        assert!(check(&played, |dealt| dealt.first_dealer = FirstDealer::Given).is_err());
    }

    #[test]
    fn match_without_seats_is_refused() {
        assert_eq!(
            check(&played(), |dealt| dealt.entropies = &[]),
            Err(Mismatch::Seats(SeatCount { seats: 0 }))
        );
    }
}
