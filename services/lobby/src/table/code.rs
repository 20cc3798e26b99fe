//! The code that opens a table to friends: short enough to say, long enough not to be guessed.

use std::fmt;

use env::Entropy;

/// Letters and digits that are not mistaken for each other. Without vowels no code spells a word, and without L, O, I, 0
/// and 1 none is misread.
const ALPHABET: &[u8; 28] = b"BCDFGHJKMNPQRSTVWXYZ23456789";
/// Characters of a code: 28^7 is 13 billion, so that with a thousand private tables open one guess in 13 million hits.
const LENGTH: usize = 7;
/// The greatest multiple of the alphabet's size that a byte holds; bytes from here on would favour some characters.
const UNBIASED: u8 = 252;

/// A table's code, upper case.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TableCode(String);

impl TableCode {
    /// Draws a code. It may be in use: the store refuses it then.
    pub fn draw(entropy: &Entropy) -> Self {
        let mut code = String::with_capacity(LENGTH);
        let mut byte = [0];
        while code.len() < LENGTH {
            entropy.fill(&mut byte);
            if byte[0] < UNBIASED {
                code.push(char::from(ALPHABET[usize::from(byte[0]) % ALPHABET.len()]));
            }
        }
        Self(code)
    }

    /// Reads a code as a person types it: case, spaces and hyphens do not matter. `None` if no code looks like that.
    pub fn read(typed: &str) -> Option<Self> {
        /// Longer texts are no code, however many spaces are in it.
        const LONGEST_TYPED: usize = 40;
        if typed.len() > LONGEST_TYPED {
            return None;
        }
        let code: String = typed
            .chars()
            .filter(|c| !c.is_whitespace() && *c != '-')
            .map(|c| c.to_ascii_uppercase())
            .collect();
        let known = code.bytes().all(|byte| ALPHABET.contains(&byte));
        (code.len() == LENGTH && known).then_some(Self(code))
    }

    /// A code as the store has it.
    pub(crate) fn stored(code: String) -> Self {
        Self(code)
    }

    /// The code, upper case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_code_is_read_back_in_any_case_and_spacing() {
        let code = TableCode::draw(&Entropy::seeded(1));
        let (head, tail) = code.as_str().split_at(3);
        assert_eq!(TableCode::read(&format!(" {}-{tail} ", head.to_lowercase())), Some(code));
    }

    #[test]
    fn code_of_wrong_length_or_letters_is_not_read() {
        for typed in ["", "BCDFGH", "BCDFGHJK", "ACDFGHJ", "BCDFGH1", "BCDFGHé"] {
            assert_eq!(TableCode::read(typed), None, "{typed}");
        }
    }

    #[test]
    fn unbiased_limit_is_a_multiple_of_the_alphabet() {
        assert_eq!(usize::from(UNBIASED) % ALPHABET.len(), 0);
    }
}
