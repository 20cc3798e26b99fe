//! Which refresh token may be exchanged, and what an old one means.
//!
//! Each exchange makes a successor. If its answer is lost, the device asks again with the token that it still has; as
//! long as no successor was used, that is answered with one more. All unused successors stay good until one is used,
//! because answers may arrive in any order; then the others are as old as their predecessor. Whoever presents an old
//! token is either a thief or was robbed: which of the two cannot be told, so the sign-in ends.

use env::UnixMillis;
use thiserror::Error;

use crate::ids::AccountId;

use super::refresh_token::HalfHash;

/// Unused successors that are kept; the oldest is forgotten when there are more.
const MAX_UNUSED: usize = 8;

/// A sign-in as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignIn {
    /// Whose.
    pub account: AccountId,
    /// Tokens that may be exchanged.
    pub unused: Vec<HalfHash>,
    /// The token that was exchanged last.
    pub last_used: Option<HalfHash>,
    /// When it ends if no token is exchanged.
    pub expires_at: UnixMillis,
    /// Why it has ended, if it has.
    pub ended: Option<Ended>,
}

/// Why a sign-in has ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By its player.
    SignedOut,
    /// An old token was presented.
    TokenReused,
}

/// Why a refresh token is not exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SignInRefusal {
    /// No token of ours, or its sign-in was ended by the player.
    #[error("The refresh token is not one of a sign-in in force; sign in again.")]
    Invalid,
    /// Not exchanged in time.
    #[error("The refresh token has expired; sign in again.")]
    Expired,
    /// It, or another old token of the same sign-in, was used twice.
    #[error("A refresh token of this sign-in was used twice, so the sign-in has ended; sign in again.")]
    Reused,
}

impl SignIn {
    /// Exchanges `presented` for `successor`, which is good until `expires_at`.
    ///
    /// # Errors
    /// [`SignInRefusal`]; after `Reused` the sign-in has ended, and is to be stored so.
    pub fn exchange(
        &mut self,
        presented: HalfHash,
        successor: HalfHash,
        now: UnixMillis,
        expires_at: UnixMillis,
    ) -> Result<(), SignInRefusal> {
        match self.ended {
            Some(Ended::SignedOut) => return Err(SignInRefusal::Invalid),
            Some(Ended::TokenReused) => return Err(SignInRefusal::Reused),
            None => {}
        }
        if self.expires_at <= now {
            return Err(SignInRefusal::Expired);
        }
        if self.unused.contains(&presented) {
            self.last_used = Some(presented);
            self.unused = vec![successor];
        } else if self.last_used == Some(presented) {
            if self.unused.len() == MAX_UNUSED {
                self.unused.remove(0);
            }
            self.unused.push(successor);
        } else {
            self.ended = Some(Ended::TokenReused);
            return Err(SignInRefusal::Reused);
        }
        self.expires_at = expires_at;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const NOW: UnixMillis = UnixMillis::new(1_000);
    const LATER: UnixMillis = UnixMillis::new(2_000);

    fn token(n: u8) -> HalfHash {
        [n; 32]
    }

    fn sign_in() -> SignIn {
        SignIn {
            account: AccountId(Uuid::from_u128(1)),
            unused: vec![token(1)],
            last_used: None,
            expires_at: LATER,
            ended: None,
        }
    }

    fn exchange(sign_in: &mut SignIn, presented: u8, successor: u8) -> Result<(), SignInRefusal> {
        sign_in.exchange(token(presented), token(successor), NOW, LATER)
    }

    #[test]
    fn successors_are_exchanged_one_after_the_other() {
        let mut sign_in = sign_in();
        for n in 1..10 {
            assert_eq!(exchange(&mut sign_in, n, n + 1), Ok(()));
        }
    }

    #[test]
    fn lost_answer_is_made_good_while_no_successor_was_used() {
        let mut sign_in = sign_in();
        exchange(&mut sign_in, 1, 2).unwrap();
        assert_eq!(exchange(&mut sign_in, 1, 3), Ok(()));
        assert_eq!(exchange(&mut sign_in, 3, 4), Ok(()));
    }

    #[test]
    fn answers_may_arrive_in_any_order() {
        let mut sign_in = sign_in();
        exchange(&mut sign_in, 1, 2).unwrap();
        exchange(&mut sign_in, 1, 3).unwrap();
        assert_eq!(exchange(&mut sign_in, 2, 4), Ok(()));
    }

    #[test]
    fn token_whose_successor_was_used_ends_the_sign_in() {
        let mut sign_in = sign_in();
        exchange(&mut sign_in, 1, 2).unwrap();
        exchange(&mut sign_in, 2, 3).unwrap();
        assert_eq!(exchange(&mut sign_in, 1, 4), Err(SignInRefusal::Reused));
        assert_eq!(exchange(&mut sign_in, 3, 5), Err(SignInRefusal::Reused));
    }

    #[test]
    fn second_successor_is_old_once_the_first_was_used() {
        let mut sign_in = sign_in();
        exchange(&mut sign_in, 1, 2).unwrap();
        exchange(&mut sign_in, 1, 3).unwrap();
        exchange(&mut sign_in, 2, 4).unwrap();
        assert_eq!(exchange(&mut sign_in, 3, 5), Err(SignInRefusal::Reused));
    }

    #[test]
    fn expired_token_is_not_exchanged() {
        let mut sign_in = sign_in();
        sign_in.expires_at = NOW;
        assert_eq!(exchange(&mut sign_in, 1, 2), Err(SignInRefusal::Expired));
    }

    #[test]
    fn signed_out_token_is_not_exchanged() {
        let mut sign_in = sign_in();
        sign_in.ended = Some(Ended::SignedOut);
        assert_eq!(exchange(&mut sign_in, 1, 2), Err(SignInRefusal::Invalid));
    }

    #[test]
    fn unused_successors_are_bounded() {
        let mut sign_in = sign_in();
        for n in 2..60 {
            exchange(&mut sign_in, 1, n).unwrap();
        }
        assert_eq!((sign_in.unused.len(), sign_in.unused.last()), (MAX_UNUSED, Some(&token(59))));
    }
}
