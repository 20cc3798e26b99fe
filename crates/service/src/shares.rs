//! Shares of something of which there is so much in all, and so much for each, so that nobody takes it all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shares of one thing.
#[derive(Debug)]
pub(crate) struct Shares<K> {
    in_all: usize,
    each: usize,
    taken: Arc<Mutex<Taken<K>>>,
}

#[derive(Debug)]
struct Taken<K> {
    by: HashMap<K, usize>,
    in_all: usize,
}

/// Why there is no share left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoneLeft {
    /// The holder has as many as each may have.
    ForHolder,
    /// All of them are taken.
    ForAnybody,
}

impl<K: Clone + Eq + Hash> Shares<K> {
    /// `in_all` shares, of which each may hold `each` at a time.
    pub(crate) fn new(in_all: usize, each: usize) -> Self {
        Self { in_all, each, taken: Arc::new(Mutex::new(Taken { by: HashMap::new(), in_all: 0 })) }
    }

    /// How many there are in all.
    pub(crate) fn in_all(&self) -> usize {
        self.in_all
    }

    /// How many each may hold.
    pub(crate) fn each(&self) -> usize {
        self.each
    }

    /// A share for that holder. It is free again once it is dropped.
    ///
    /// # Errors
    /// [`NoneLeft`]
    pub(crate) fn take(&self, holder: K) -> Result<Share<K>, NoneLeft> {
        let mut taken = lock(&self.taken);
        let own = taken.by.get(&holder).copied().unwrap_or_default();
        if own >= self.each {
            return Err(NoneLeft::ForHolder);
        }
        if taken.in_all >= self.in_all {
            return Err(NoneLeft::ForAnybody);
        }
        taken.in_all += 1;
        taken.by.insert(holder.clone(), own + 1);
        Ok(Share { holder, taken: self.taken.clone() })
    }
}

/// A share that is taken, until it is dropped.
#[derive(Debug)]
pub(crate) struct Share<K: Eq + Hash> {
    holder: K,
    taken: Arc<Mutex<Taken<K>>>,
}

impl<K: Eq + Hash> Drop for Share<K> {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.in_all -= 1;
        let own = taken.by.get_mut(&self.holder).expect("a share that is taken is counted");
        *own -= 1;
        if *own == 0 {
            taken.by.remove(&self.holder);
        }
    }
}

fn lock<K>(taken: &Mutex<Taken<K>>) -> MutexGuard<'_, Taken<K>> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_holds_more_than_a_share_and_all_together_no_more_than_there_are() {
        let shares = Shares::new(3, 2);
        let own = [shares.take("a").unwrap(), shares.take("a").unwrap()];
        assert_eq!(shares.take("a").unwrap_err(), NoneLeft::ForHolder);
        let other = shares.take("b").unwrap();
        assert_eq!(shares.take("c").unwrap_err(), NoneLeft::ForAnybody);
        drop((own, other));
        assert!(shares.take("a").is_ok());
        assert_eq!(lock(&shares.taken).by.len(), 0, "those who hold nothing are forgotten");
    }
}
