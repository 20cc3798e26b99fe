//! One value for each seat or side of a table of two, three or four.

use std::fmt;
use std::ops::{Deref, DerefMut};

use serde::{Serialize, Serializer};

/// One value for each seat, or for each side, in order: as many as the table has. It is a slice without a heap,
/// and serialises as a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Each<T> {
    len: u8,
    /// Only the first `len` count; the rest is the default, so that equal lists are equal.
    values: [T; 4],
}

impl<T: Copy + Default> Each<T> {
    /// So many values, at most four, found by place.
    ///
    /// # Panics
    /// If more than four are asked for.
    pub fn new(len: u8, value: impl Fn(usize) -> T) -> Self {
        assert!(len <= 4, "a table has at most four seats");
        let mut values = [T::default(); 4];
        for (place, slot) in values.iter_mut().enumerate().take(usize::from(len)) {
            *slot = value(place);
        }
        Self { len, values }
    }
}

impl<T> Deref for Each<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..usize::from(self.len)]
    }
}

impl<T> DerefMut for Each<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..usize::from(self.len)]
    }
}

impl<T: fmt::Debug> fmt::Debug for Each<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<T: Serialize> Serialize for Each<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
