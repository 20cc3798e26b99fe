//! The standings that a batch touches, in memory, and everything that the batch will write.
//!
//! No SQL and no maths: what a result changes is decided in `judge`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use env::UnixMillis;
use rating::{CentiPoints, Pair, Player, REPEAT_WINDOW_SECONDS, Strength, is_provisional};

use super::judge::{Judgement, Verdict};
use crate::explanation::{Change, Explanation, Fate};
use crate::ids::{AccountId, Entity, EntityKey};
use crate::read::UnratedReason;
use crate::result::{ReportedSide, SideKind};

/// Within this span, by the time of play, games of the same players count as repeats.
pub const REPEAT_WINDOW: Duration = Duration::from_secs(REPEAT_WINDOW_SECONDS);

/// An accepted result on its way through the rater.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its number in the ladder's log.
    pub sequence: i64,
    /// The configuration that was pinned on it.
    pub config_version: i32,
    /// When the game ended.
    pub played_at: UnixMillis,
    /// True if it was abandoned before its first play.
    pub abandoned: bool,
    /// Who met.
    pub roster: Vec<u8>,
    /// The sides as stored.
    pub sides: serde_json::Value,
}

/// Where an entity stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The name of a player; none for a pair.
    pub name: Option<String>,
    /// The balance of the ledger account.
    pub balance: CentiPoints,
    /// The exact strength as displayed.
    pub strength: Strength,
    /// The games that decide K.
    pub k_games: u32,
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// The latest game, by the time of play.
    pub last_played_at: UnixMillis,
}

/// Where an entity is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listing {
    /// On the board, with a rank.
    Ranked,
    /// On the board after the ranked ones, without a rank.
    Provisional,
    /// Not on the board: a single player on a ladder of pairs.
    Unlisted,
}

impl Listing {
    /// The number for it in the store, which is its order on the board.
    pub const fn column(self) -> i16 {
        match self {
            Self::Ranked => 0,
            Self::Provisional => 1,
            Self::Unlisted => 2,
        }
    }

    /// Where `entity` is listed on a ladder of `kind` after `k_games` games.
    pub const fn of(kind: SideKind, entity: Entity, k_games: u32) -> Self {
        match (kind, entity) {
            (SideKind::Pair, Entity::Player(_)) => Self::Unlisted,
            _ if is_provisional(k_games) => Self::Provisional,
            _ => Self::Ranked,
        }
    }
}

/// A line of the history to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// Whose.
    pub entity: Entity,
    /// By which result.
    pub sequence: i64,
    /// The strength before.
    pub before: Strength,
    /// The strength after.
    pub after: Strength,
    /// The place of its side; none on a rebase.
    pub place: Option<u32>,
}

impl HistoryLine {
    /// The exact change: of a player's rating in centi-points, of a pair's strength in half centi-points.
    pub fn exact_delta(&self) -> i64 {
        let halves = self.after.half_centi_points() - self.before.half_centi_points();
        match self.entity {
            Entity::Player(_) => halves / 2,
            Entity::Pair(..) => halves,
        }
    }
}

/// A posting to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostingLine {
    /// By which result.
    pub sequence: i64,
    /// Its line within the result, from 1.
    pub line: i16,
    /// Whose account.
    pub entity: Entity,
    /// The amount.
    pub amount: CentiPoints,
    /// The balance after it.
    pub balance_after: CentiPoints,
}

/// What became of one result, to be written.
#[derive(Debug)]
pub struct OutcomeLine {
    /// Which.
    pub sequence: i64,
    /// What became of it.
    pub verdict: Verdict,
}

/// The standings of one ladder that a batch touches.
#[derive(Debug)]
pub struct Book {
    kind: SideKind,
    standings: BTreeMap<EntityKey, Standing>,
    changed: BTreeSet<EntityKey>,
    /// When the players of a roster met in games that counted.
    meetings: HashMap<Vec<u8>, Vec<UnixMillis>>,
    /// What became of the results, in order.
    pub outcomes: Vec<OutcomeLine>,
    /// The ledger's new postings, in order.
    pub postings: Vec<PostingLine>,
    /// New lines of histories, in order.
    pub history: Vec<HistoryLine>,
}

impl Book {
    /// A book that opens with what the store holds; whoever is missing has not played yet.
    pub fn open(
        kind: SideKind,
        standings: BTreeMap<EntityKey, Standing>,
        meetings: HashMap<Vec<u8>, Vec<UnixMillis>>,
    ) -> Self {
        Self {
            kind,
            standings,
            changed: BTreeSet::new(),
            meetings,
            outcomes: Vec::new(),
            postings: Vec::new(),
            history: Vec::new(),
        }
    }

    /// What the ladder rates.
    pub const fn kind(&self) -> SideKind {
        self.kind
    }

    /// A player as the maths takes it.
    pub fn player(&self, account: AccountId) -> Player {
        self.standings
            .get(&Entity::Player(account).key())
            .map_or(Player::NEW, |standing| Player { rating: standing.balance, games: standing.k_games })
    }

    /// A pair as the maths takes it.
    pub fn pair(&self, entity: Entity) -> Pair {
        self.standings
            .get(&entity.key())
            .map_or(Pair::NEW, |standing| Pair { synergy: standing.balance, games: standing.k_games })
    }

    /// How many counted games of the same players lie within seven days of `played_at`, on either side: results may
    /// arrive in another order than they were played, and reporting them backwards must not make them weigh more.
    pub fn meetings_near(&self, roster: &[u8], played_at: UnixMillis) -> usize {
        let near = |at: &&UnixMillis| at.since(played_at).max(played_at.since(**at)) <= REPEAT_WINDOW;
        self.meetings.get(roster).map_or(0, |met| met.iter().filter(near).count())
    }

    /// The standings that changed, for writing.
    pub fn changed(&self) -> impl Iterator<Item = (Entity, &Standing)> {
        self.changed.iter().map(|key| (key.entity(), &self.standings[key]))
    }

    /// Enters what became of `entry`.
    pub fn enter(&mut self, entry: &Entry, judgement: Judgement) {
        let Judgement { verdict, sides } = judgement;
        if let Verdict::Rated(explanation) = &verdict {
            self.post(entry, explanation, &sides);
        }
        if matches!(verdict, Verdict::Rated(_) | Verdict::Unrated(UnratedReason::Repeated)) {
            self.meetings.entry(entry.roster.clone()).or_default().push(entry.played_at);
        }
        self.outcomes.push(OutcomeLine { sequence: entry.sequence, verdict });
    }

    fn post(&mut self, entry: &Entry, explanation: &Explanation, sides: &[ReportedSide]) {
        for (line, change) in (1..).zip(explanation.changes()) {
            self.postings.push(PostingLine {
                sequence: entry.sequence,
                line,
                entity: change.entity,
                amount: change.amount,
                balance_after: change.balance_after(),
            });
            self.remember(entry.sequence, &change);
            self.change(entry, &change);
        }
        for player in sides.iter().flat_map(|side| &side.players) {
            let key = Entity::Player(player.account).key();
            let standing = self.standings.get_mut(&key).expect("every player of a rated result has changed");
            standing.name = Some(player.name.clone());
        }
    }

    /// The lines of the entity's history: the result, and before it the drift that its members' other games have caused
    /// since it was last displayed.
    fn remember(&mut self, sequence: i64, change: &Change) {
        let entity = change.entity;
        let shown = self.standings.get(&entity.key()).map(|standing| standing.strength);
        if let Some(shown) = shown.filter(|shown| *shown != change.strength_before) {
            let after = change.strength_before;
            self.history.push(HistoryLine { entity, sequence, before: shown, after, place: None });
        }
        let (before, after) = (change.strength_before, change.strength_after);
        self.history.push(HistoryLine { entity, sequence, before, after, place: Some(change.place) });
    }

    fn change(&mut self, entry: &Entry, change: &Change) {
        let key = change.entity.key();
        let standing = self.standings.entry(key).or_insert_with(|| Standing {
            name: None,
            balance: change.balance_before,
            strength: change.strength_before,
            k_games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            last_played_at: entry.played_at,
        });
        assert_eq!(standing.balance, change.balance_before, "a change starts from the balance in the book");
        standing.balance = change.balance_after();
        standing.strength = change.strength_after;
        standing.k_games += 1;
        *match change.fate {
            Fate::Won => &mut standing.wins,
            Fate::Drew => &mut standing.draws,
            Fate::Lost => &mut standing.losses,
        } += 1;
        standing.last_played_at = standing.last_played_at.max(entry.played_at);
        self.changed.insert(key);
    }
}
