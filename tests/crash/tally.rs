//! What all players together have seen so far: when the next blow falls depends on it, and the report is made of it.

use tokio::sync::watch;

/// One life of the server that the players play at: it ends with a kill, or when they go elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// From 0.
    pub number: usize,
    /// Where the server is.
    pub address: std::net::SocketAddr,
}

/// What was answered in one life.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers {
    /// Moves that were acknowledged.
    pub acknowledged: u64,
    /// Of these: sent again, and found to stand in the log already.
    pub found: u64,
    /// Of these: sent again, because the first time they had not reached the log.
    pub made_anew: u64,
}

/// Sums over all players.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    /// By life.
    pub lives: Vec<Answers>,
    /// Requests that wait for their answer, those that must be sent again among them.
    pub in_flight: u64,
    /// Matches that a player saw end.
    pub ended: u64,
}

impl Sums {
    /// Moves that were acknowledged in all lives.
    pub fn acknowledged(&self) -> u64 {
        self.lives.iter().map(|life| life.acknowledged).sum()
    }

    /// What was answered in one life.
    pub fn life(&self, number: usize) -> Answers {
        self.lives.get(number).copied().unwrap_or_default()
    }
}

/// Keeps the sums.
#[derive(Debug, Default)]
pub struct Tally(watch::Sender<Sums>);

impl Tally {
    /// A move was sent for the first time.
    pub fn sent(&self) {
        self.0.send_modify(|sums| sums.in_flight += 1);
    }

    /// A move was refused.
    pub fn refused(&self) {
        self.0.send_modify(|sums| sums.in_flight -= 1);
    }

    /// A move was acknowledged.
    pub fn acknowledged(&self, life: Life, how: Answers) {
        self.0.send_modify(|sums| {
            sums.in_flight -= 1;
            if sums.lives.len() <= life.number {
                sums.lives.resize(life.number + 1, Answers::default());
            }
            let answers = &mut sums.lives[life.number];
            answers.acknowledged += how.acknowledged;
            answers.found += how.found;
            answers.made_anew += how.made_anew;
        });
    }

    /// A player saw a match end.
    pub fn ended(&self) {
        self.0.send_modify(|sums| sums.ended += 1);
    }

    /// The sums at this moment.
    pub fn sums(&self) -> Sums {
        self.0.borrow().clone()
    }

    /// Waits until the sums are so.
    pub async fn wait_for(&self, so: impl FnMut(&Sums) -> bool) {
        self.0.subscribe().wait_for(so).await.expect("the sender lives as long as this value");
    }
}
