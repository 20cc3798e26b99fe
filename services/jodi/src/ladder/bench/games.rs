//! The pairs that are asked for, and games between them.

use anyhow::ensure;
use env::Entropy;
use ratings::result::{ReportedPlayer, ReportedResult, ReportedSide};
use ratings::{AccountId, Entity, ResultId, rank};
use uuid::Uuid;

use super::host::Host;
use crate::ladder::load::bench_track;

/// Pairs that are asked for and play, taken from all over the board.
const SAMPLE: i32 = 20_000;

/// Pairs of the ladder, and what decides between them.
pub struct Games {
    /// The pairs.
    pub pairs: Vec<(AccountId, AccountId)>,
    entropy: Entropy,
}

impl Games {
    /// Pairs of the ladder, by chance from all over it.
    pub async fn sample(host: &Host, seed: u64) -> anyhow::Result<Self> {
        let track = bench_track();
        let rows: Vec<(Uuid, Uuid)> = sqlx::query_as(
            "with place as materialized (select md5($3 || '/' || n)::uuid as id from generate_series(1, $4) as n)
             select distinct s.a, s.b from place cross join lateral (
                 select a, b from ratings.standing
                 where ladder = $1 and season = $2 and a > place.id and listing = 0
                 order by a, b limit 1
             ) as s",
        )
        .bind(track.ladder.as_str())
        .bind(track.season)
        .bind(seed.to_string())
        .bind(SAMPLE)
        .fetch_all(&host.pool)
        .await?;
        let account = |id| AccountId::new(id).expect("no account has the nil id");
        let pairs: Vec<_> = rows.into_iter().map(|(a, b)| (account(a), account(b))).collect();
        ensure!(pairs.len() > 100, "ladder {} is not filled: run `jodi ladder load` first", track.ladder);
        Ok(Self { pairs, entropy: Entropy::seeded(seed) })
    }

    /// Some pair.
    pub fn entity(&self) -> Entity {
        let (a, b) = self.pair();
        Entity::pair(a, b).expect("a pair is of two")
    }

    fn pair(&self) -> (AccountId, AccountId) {
        let at = self.entropy.u64() % self.pairs.len() as u64;
        self.pairs[usize::try_from(at).expect("it is less than the number of pairs")]
    }

    /// A game between two pairs, which ended now.
    pub fn game(&self, host: &Host) -> ReportedResult {
        let (one, other) = loop {
            let (one, other) = (self.pair(), self.pair());
            if ![other.0, other.1].iter().any(|player| [one.0, one.1].contains(player)) {
                break (one, other);
            }
        };
        let track = bench_track();
        ReportedResult {
            result_id: ResultId::parse(&self.entropy.uuid_v7(&host.clock).to_string())
                .expect("a UUID is short"),
            ladder: track.ladder,
            played_at: host.clock.now(),
            sides: vec![side(one, 1), side(other, 2)],
            abandoned: false,
        }
    }
}

fn side(pair: (AccountId, AccountId), place: u32) -> ReportedSide {
    let player = |account| ReportedPlayer {
        account,
        name: "Player".into(),
        left: false,
        left_at_ms: None,
        bot_spans: Vec::new(),
    };
    ReportedSide { players: vec![player(pair.0), player(pair.1)], place, score: 0 }
}

/// How many pairs are ranked.
pub async fn ranked(host: &Host) -> anyhow::Result<u64> {
    let mut connection = host.pool.acquire().await?;
    Ok(rank::histogram(&mut connection, &bench_track()).await?.values().sum())
}
