//! The thirteen ranks.

/// A rank. The order here is ace low; a game in which the ace is high orders its cards itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// `A`
    Ace = 1,
    /// `2`
    Two,
    /// `3`
    Three,
    /// `4`
    Four,
    /// `5`
    Five,
    /// `6`
    Six,
    /// `7`
    Seven,
    /// `8`
    Eight,
    /// `9`
    Nine,
    /// `T`
    Ten,
    /// `J`
    Jack,
    /// `Q`
    Queen,
    /// `K`
    King,
}

const LETTERS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const NAMES: [&str; 13] =
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];

impl Rank {
    /// All ranks, ace first.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// Ace 1, pips as printed, jack 11, queen 12, king 13.
    pub const fn value(self) -> u8 {
        self as u8
    }

    /// The rank with this value, `None` outside 1..=13.
    pub const fn from_value(value: u8) -> Option<Self> {
        if value >= 1 && value <= 13 { Some(Self::ALL[value as usize - 1]) } else { None }
    }

    /// The sign that stands for the rank in card texts.
    pub const fn letter(self) -> char {
        LETTERS[self as usize - 1]
    }

    /// The rank that a sign stands for, capital letters only.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// The English name, lower case: "queen".
    pub const fn name(self) -> &'static str {
        NAMES[self as usize - 1]
    }
}
