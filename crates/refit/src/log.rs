//! A ladder's log, made ready for being replayed many times: everything that no setting changes is decided here once,
//! which players and pairs there are, which games count, and what repeated games weigh.

use std::collections::{BTreeSet, HashMap};

use rating::{Leavers, Member, Outcome, REPEAT_WINDOW_SECONDS, SideLeavers, Weight, repeat_weight};

use crate::game::{Event, Faulty, Game, GameSide, PlayerId, SideKind};

const REPEAT_WINDOW_MS: u64 = REPEAT_WINDOW_SECONDS * 1000;

/// Collects the entries of a log.
#[derive(Debug)]
pub struct LogBuilder {
    kind: SideKind,
    entries: Vec<(u64, Event)>,
    void: BTreeSet<u64>,
}

impl LogBuilder {
    /// The empty log of a ladder of `kind`.
    pub const fn new(kind: SideKind) -> Self {
        Self { kind, entries: Vec::new(), void: BTreeSet::new() }
    }

    /// Adds the entry of number `sequence`. A void may come before the result that it is about.
    ///
    /// # Errors
    /// [`Faulty`] if it is no game of this ladder; the log is then as before.
    pub fn add(&mut self, sequence: u64, event: Event) -> Result<(), Faulty> {
        match event {
            Event::Void { sequence } => {
                self.void.insert(sequence);
            }
            Event::Game(ref game) => {
                game.check(self.kind)?;
                self.entries.push((sequence, event));
            }
            Event::Close => self.entries.push((sequence, event)),
        }
        Ok(())
    }

    /// The log, in the order of its numbers; entries of one number stay in the order in which they were added.
    pub fn build(mut self) -> Log {
        self.entries.sort_by_key(|(sequence, _)| *sequence);
        let mut compiler = Compiler::new(self.kind);
        for (sequence, event) in self.entries {
            if !self.void.contains(&sequence) {
                compiler.add(&event);
            }
        }
        compiler.log
    }
}

/// A log, ready to be replayed.
#[derive(Debug)]
pub struct Log {
    pub(crate) steps: Vec<Step>,
    pub(crate) players: HashMap<PlayerId, usize>,
    pub(crate) pairs: HashMap<[usize; 2], usize>,
}

impl Log {
    /// How many players are in it.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// How many games of it are rated.
    pub fn rated_games(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Pairs(_) | Step::FreeForAll(_))).count()
    }
}

/// What a replay does next. Players and pairs are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Rates a game of two pairs.
    Pairs(PairStep),
    /// Rates a game of single players.
    FreeForAll(FreeForAllStep),
    /// Closes the season.
    Close,
}

/// A rated game of two pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairStep {
    pub played_at_ms: i64,
    pub players: [[usize; 2]; 2],
    pub pairs: [usize; 2],
    pub outcome: Outcome,
    pub leavers: Leavers,
    pub weight: Weight,
}

/// A rated game of single players, each with the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeForAllStep {
    pub played_at_ms: i64,
    pub players: Vec<(usize, u8)>,
}

struct Compiler {
    kind: SideKind,
    /// When four players, in the order of their ids, met in games that counted.
    meetings: HashMap<[PlayerId; 4], Vec<i64>>,
    log: Log,
}

impl Compiler {
    fn new(kind: SideKind) -> Self {
        let log = Log { steps: Vec::new(), players: HashMap::new(), pairs: HashMap::new() };
        Self { kind, meetings: HashMap::new(), log }
    }

    fn add(&mut self, event: &Event) {
        let step = match event {
            Event::Game(game) if game.abandoned => None,
            Event::Game(game) => match self.kind {
                SideKind::Pair => self.pairs(game).map(Step::Pairs),
                SideKind::Solo => Some(Step::FreeForAll(self.free_for_all(game))),
            },
            Event::Close => Some(Step::Close),
            Event::Void { .. } => unreachable!("the builder keeps voids apart"),
        };
        self.log.steps.extend(step);
    }

    /// `None` if the same four have met so often that the game weighs nothing.
    fn pairs(&mut self, game: &Game) -> Option<PairStep> {
        let [first, second] = game.sides.as_slice() else { unreachable!("the builder has checked it") };
        let sides = [first, second];
        let weight = self.weigh(sides, game.played_at_ms);
        if weight.percent() == 0 {
            return None;
        }
        let players = sides.map(|side| [0, 1].map(|member| self.player(side.players[member].id)));
        let outcome = match first.place.cmp(&second.place) {
            std::cmp::Ordering::Less => Outcome::FirstWins,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::SecondWins,
        };
        let pairs = players.map(|members| self.pair(members));
        let leavers = Leavers(sides.map(leavers_of));
        Some(PairStep { played_at_ms: game.played_at_ms, players, pairs, outcome, leavers, weight })
    }

    fn free_for_all(&mut self, game: &Game) -> FreeForAllStep {
        let placed = |side: &GameSide| {
            let place = u8::try_from(side.place).expect("the builder lets places up to eight through");
            (self.player(side.players[0].id), place)
        };
        let players = game.sides.iter().map(placed).collect();
        FreeForAllStep { played_at_ms: game.played_at_ms, players }
    }

    /// The weight after the earlier games of the same players within seven days by the time of play, on either side of
    /// it: the log may hold games in another order than they were played.
    fn weigh(&mut self, sides: [&GameSide; 2], played_at_ms: i64) -> Weight {
        let [[a, b], [c, d]] = sides.map(|side| [0, 1].map(|member| side.players[member].id));
        let mut roster = [a, b, c, d];
        roster.sort_unstable();
        let met = self.meetings.entry(roster).or_default();
        let near = |at: &&i64| at.abs_diff(played_at_ms) <= REPEAT_WINDOW_MS;
        let weight = repeat_weight(met.iter().filter(near).count());
        met.push(played_at_ms);
        weight
    }

    fn player(&mut self, id: PlayerId) -> usize {
        let next = self.log.players.len();
        *self.log.players.entry(id).or_insert(next)
    }

    fn pair(&mut self, mut members: [usize; 2]) -> usize {
        members.sort_unstable();
        let next = self.log.pairs.len();
        *self.log.pairs.entry(members).or_insert(next)
    }
}

fn leavers_of(side: &GameSide) -> SideLeavers {
    match [0, 1].map(|member| side.players[member].left) {
        [false, false] => SideLeavers::Nobody,
        [true, false] => SideLeavers::One(Member::First),
        [false, true] => SideLeavers::One(Member::Second),
        [true, true] => SideLeavers::Both,
    }
}
