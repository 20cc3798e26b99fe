//! Standings in memory, and everything that entries of the log change in them.
//!
//! No SQL and no maths: what a result changes is decided in `judge`, what a season's end makes of a standing in `standing`.
//! A batch holds the standings that it touches; a recomputation holds all of a season.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use env::UnixMillis;
use rating::{LONG_ABSENCE_DAYS, Pair, Player, REPEAT_WINDOW_SECONDS, ResetBooking, games_after_return};

use super::journal::{Account, HistoryLine, Journal, OutcomeLine, PostingLine};
use super::judge::{Judgement, Verdict};
use super::standing::{HIDDEN_AFTER, Listing, Standing, members};
use crate::divisions::Divisions;
use crate::explanation::{Change, Explanation, Fate};
use crate::history::LineKind;
use crate::ids::{AccountId, Entity, EntityKey};
use crate::log::ResultEntry;
use crate::read::UnratedReason;
use crate::result::{ReportedSide, SideKind};

/// Within this span, by the time of play, games of the same players count as repeats.
pub const REPEAT_WINDOW: Duration = Duration::from_secs(REPEAT_WINDOW_SECONDS);
/// After this long without a game K is that of somebody with fewer games.
const LONG_ABSENCE: Duration = Duration::from_secs(LONG_ABSENCE_DAYS as u64 * 24 * 60 * 60);

/// When the players of each roster met in games that counted.
pub type Meetings = HashMap<Vec<u8>, Vec<UnixMillis>>;

/// The standings of one season of a ladder: all of them, or those that a batch touches.
#[derive(Debug)]
pub struct Book {
    kind: SideKind,
    standings: BTreeMap<EntityKey, Standing>,
    /// Of what has changed since the book was opened: the points that it was ranked by before.
    changed: BTreeMap<EntityKey, Option<i32>>,
    meetings: Meetings,
    divisions: Divisions,
    /// What the soft resets before this season have booked.
    pub reset: ResetBooking,
    /// What is to be appended to the journals; taken out by whoever writes it, or lets it go.
    pub journal: Journal,
}

impl Book {
    /// A book that opens with what the store holds; whoever is missing has not played yet.
    pub fn open(
        kind: SideKind,
        standings: BTreeMap<EntityKey, Standing>,
        meetings: Meetings,
        divisions: Divisions,
    ) -> Self {
        Self {
            kind,
            standings,
            changed: BTreeMap::new(),
            meetings,
            divisions,
            reset: ResetBooking::default(),
            journal: Journal::default(),
        }
    }

    /// What the ladder rates.
    pub const fn kind(&self) -> SideKind {
        self.kind
    }

    /// The borders of the divisions.
    pub const fn divisions(&self) -> &Divisions {
        &self.divisions
    }

    /// A player as the maths takes it in a game that was played at `played_at`: long absence lets the rating move faster.
    pub fn player(&self, account: AccountId, played_at: UnixMillis) -> Player {
        let Some(standing) = self.standings.get(&Entity::Player(account).key()) else { return Player::NEW };
        let games = match played_at.since(standing.last_played_at) {
            away if away > LONG_ABSENCE => games_after_return(standing.k_games),
            _ => standing.k_games,
        };
        Player { rating: standing.balance, games }
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

    /// All standings in the book.
    pub fn into_standings(self) -> BTreeMap<EntityKey, Standing> {
        self.standings
    }

    /// Forgets the games that counted before, and returns them.
    pub fn forget_meetings(&mut self) -> Meetings {
        std::mem::take(&mut self.meetings)
    }

    /// Remembers games that counted before.
    pub fn recall(&mut self, meetings: Meetings) {
        self.meetings = meetings;
    }

    /// The standings that changed, for writing.
    pub fn changed(&self) -> impl Iterator<Item = (Entity, &Standing)> {
        self.changed.keys().map(|key| (key.entity(), &self.standings[key]))
    }

    /// How the number of ranked entities changed, by points; only what is not zero.
    pub fn ranked_changes(&self) -> BTreeMap<i32, i64> {
        let mut changes: BTreeMap<i32, i64> = BTreeMap::new();
        for (key, before) in &self.changed {
            let after = self.standings[key].ranked_points(self.kind, key.entity());
            before.iter().for_each(|points| *changes.entry(*points).or_default() -= 1);
            after.iter().for_each(|points| *changes.entry(*points).or_default() += 1);
        }
        changes.retain(|_, change| *change != 0);
        changes
    }

    /// The ranked entities of a book that holds all, counted by their points.
    pub fn ranked(&self) -> BTreeMap<i32, u64> {
        let mut counts = BTreeMap::new();
        for (key, standing) in &self.standings {
            if let Some(points) = standing.ranked_points(self.kind, key.entity()) {
                *counts.entry(points).or_default() += 1;
            }
        }
        counts
    }

    /// Draws the divisions anew.
    pub fn divide(&mut self, divisions: Divisions) {
        self.divisions = divisions;
    }

    /// Enters what became of `entry`.
    pub fn enter(&mut self, entry: &ResultEntry, judgement: Judgement) {
        let Judgement { verdict, sides } = judgement;
        if let Verdict::Rated(explanation) = &verdict {
            self.post(entry, explanation, sides);
        }
        if matches!(verdict, Verdict::Rated(_) | Verdict::Unrated(UnratedReason::Repeated)) {
            self.meetings.entry(entry.roster.clone()).or_default().push(entry.played_at);
        }
        self.journal.outcomes.push(OutcomeLine { sequence: entry.sequence, verdict });
    }

    /// Hides everybody on the board who has been away for long at `now`, by the entry `sequence`.
    pub fn hide_absent(&mut self, sequence: i64, now: UnixMillis) {
        let kind = self.kind;
        let is_due = |(key, standing): (&EntityKey, &Standing)| {
            let on_board = standing.listing(kind, key.entity()) <= Listing::Provisional;
            (on_board && standing.is_absent(now)).then_some(*key)
        };
        let due: Vec<EntityKey> = self.standings.iter().filter_map(is_due).collect();
        for key in due {
            self.mark_changed(key);
            let standing = self.standings.get_mut(&key).expect("it was found a moment ago");
            standing.hidden_at = Some(now);
            standing.division = None;
            let (before, entity) = (standing.strength, key.entity());
            let line =
                HistoryLine { entity, sequence, kind: LineKind::Hidden, before, after: before, place: None };
            self.journal.history.push(line);
        }
    }

    fn post(&mut self, entry: &ResultEntry, explanation: &Explanation, sides: &[ReportedSide]) {
        for (line, change) in (1..).zip(explanation.changes()) {
            self.journal.postings.push(PostingLine {
                sequence: entry.sequence,
                line,
                account: Account::Of(change.entity),
                amount: change.amount,
                balance_after: change.balance_after(),
            });
            self.remember(entry, &change);
            self.change(entry, &change);
        }
        for player in sides.iter().flat_map(|side| &side.players) {
            let key = Entity::Player(player.account).key();
            let standing = self.standings.get_mut(&key).expect("every player of a rated result has changed");
            standing.name = Some(player.name.clone());
        }
    }

    /// The lines of the entity's history: its return to the board, the drift that its members' other games have caused since
    /// it was last displayed, and the result.
    fn remember(&mut self, entry: &ResultEntry, change: &Change) {
        let (entity, sequence) = (change.entity, entry.sequence);
        let line = |kind, before, after, place| HistoryLine { entity, sequence, kind, before, after, place };
        if let Some(standing) = self.standings.get(&entity.key()) {
            let shown = standing.strength;
            if standing.hidden_at.is_some_and(|hidden| returns(hidden, entry.played_at)) {
                self.journal.history.push(line(LineKind::Returned, shown, shown, None));
            }
            if shown != change.strength_before {
                self.journal.history.push(line(LineKind::Rebase, shown, change.strength_before, None));
            }
        }
        let (before, after) = (change.strength_before, change.strength_after);
        self.journal.history.push(line(LineKind::Result, before, after, Some(change.place)));
    }

    fn change(&mut self, entry: &ResultEntry, change: &Change) {
        let key = change.entity.key();
        self.mark_changed(key);
        let (kind, played_at) = (self.kind, entry.played_at);
        let standing = self.standings.entry(key).or_insert_with(|| Standing {
            name: None,
            balance: change.balance_before,
            strength: change.strength_before,
            k_games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            last_played_at: played_at,
            hidden_at: None,
            division: None,
        });
        assert_eq!(standing.balance, change.balance_before, "a change starts from the balance in the book");
        standing.balance = change.balance_after();
        standing.strength = change.strength_after;
        standing.k_games = change.games_before + 1;
        *match change.fate {
            Fate::Won => &mut standing.wins,
            Fate::Drew => &mut standing.draws,
            Fate::Lost => &mut standing.losses,
        } += 1;
        standing.last_played_at = standing.last_played_at.max(played_at);
        standing.hidden_at = standing.hidden_at.filter(|hidden| !returns(*hidden, played_at));
        standing.division = standing
            .ranked_points(kind, change.entity)
            .and_then(|points| self.divisions.of(standing.division, points));
    }

    fn mark_changed(&mut self, key: EntityKey) {
        let (kind, standings) = (self.kind, &self.standings);
        self.changed.entry(key).or_insert_with(|| {
            standings.get(&key).and_then(|standing| standing.ranked_points(kind, key.entity()))
        });
    }

    /// The book of the season after this one: everybody's soft reset. It must hold all standings. The memory of games goes
    /// along, for a repeat is one across the start of a season too.
    pub fn next_season(&mut self) -> Self {
        let mut reset = self.reset;
        let mut standings: BTreeMap<EntityKey, Standing> = BTreeMap::new();
        // Players come first, for the strength of a pair is made of what its members bring along.
        let (players, pairs): (Vec<_>, Vec<_>) = self.standings.iter().partition(|(key, _)| key.b.is_nil());
        for (key, standing) in players.into_iter().chain(pairs) {
            let rating = |id| standings.get(&Entity::Player(id).key()).map(|member| member.balance);
            let (opened, booking) = standing.reset(members(key.entity(), rating));
            reset += booking;
            standings.insert(*key, opened);
        }
        let meetings = std::mem::take(&mut self.meetings);
        let mut next = Self::open(self.kind, standings, meetings, Divisions::default());
        next.reset = reset;
        next.divisions = Divisions::draw(&next.ranked());
        next
    }
}

/// True if a game played at `played_at` brings somebody back who was hidden at `hidden`.
fn returns(hidden: UnixMillis, played_at: UnixMillis) -> bool {
    hidden.since(played_at) <= HIDDEN_AFTER
}
