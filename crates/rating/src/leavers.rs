//! Who left a game before its end.

/// One of the two members of a side, in the order in which the side names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Member {
    /// The member named first.
    First,
    /// The member named second.
    Second,
}

impl Member {
    /// The place of the member in the side's list, 0 or 1.
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// The other member of the same side.
    pub const fn partner(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Who of one side left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SideLeavers {
    /// Both played to the end.
    #[default]
    Nobody,
    /// One left and the partner stayed.
    One(Member),
    /// Both left.
    Both,
}

/// Who of the two sides left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leavers(pub [SideLeavers; 2]);

impl Leavers {
    /// All four played to the end.
    pub const NOBODY: Self = Self([SideLeavers::Nobody; 2]);
}
