//! A live match: its setup, its state, and the steps behind it.

use cards::{Seat, Viewer};
use env::UnixMillis;
use fairdeal::{Commitment, MatchId, MatchSecret};
use uuid::Uuid;

use super::core::{Applied, Core, EndKind, Refusal};
use super::entry::Entry;
use super::history::{Fingerprint, Logged};
use super::setup::Setup;

/// A match.
#[derive(Clone, Debug)]
pub struct MatchState {
    /// Its id.
    pub id: Uuid,
    /// What it was created with.
    pub setup: Setup,
    /// Its shuffle secret.
    pub secret: MatchSecret,
    /// When it was created.
    pub created_at: UnixMillis,
    core: Core,
    steps: Vec<Logged>,
}

/// A step that was tried on a copy and can follow. It becomes part of the match by [`MatchState::commit`]. It comes in a box, since
/// it is handed on from future to future, each of which would hold it twice.
#[derive(Debug)]
pub struct Prepared {
    core: Core,
    logged: Logged,
    applied: Applied,
}

impl Prepared {
    /// The entry to be logged.
    pub fn entry(&self) -> &Entry {
        &self.logged.entry
    }

    /// When it was decided.
    pub fn at(&self) -> UnixMillis {
        self.logged.at
    }

    /// How the match ends by it, if it does.
    pub fn end(&self) -> Option<EndKind> {
        self.core.end
    }

    /// The state after it.
    pub fn core(&self) -> &Core {
        &self.core
    }
}

/// What a viewer may see of a step.
#[derive(Clone, Debug)]
pub enum SeenStep<'a> {
    /// An entry that everybody may see whole (apart from a cut's entropy, which only its hash stands for).
    Table(&'a Entry),
    /// A step of the game, projected.
    Game {
        /// The projection.
        seen: games::Seen,
        /// The entry that caused it, for who chose it. Its cards must not be shown.
        entry: &'a Entry,
    },
}

impl MatchState {
    /// A match before its first step.
    pub fn new(id: Uuid, setup: Setup, secret: MatchSecret, created_at: UnixMillis) -> Self {
        let core = Core::new(&setup);
        Self { id, setup, secret, created_at, core, steps: Vec::new() }
    }

    /// The state now.
    pub fn core(&self) -> &Core {
        &self.core
    }

    /// The seq of the latest step, 0 before the first.
    pub fn seq(&self) -> u64 {
        self.steps.len() as u64
    }

    /// The steps so far; the first has seq 1.
    pub fn steps(&self) -> &[Logged] {
        &self.steps
    }

    /// How it ended.
    pub fn end(&self) -> Option<EndKind> {
        self.core.end
    }

    /// When the last step was taken; its creation before the first.
    pub fn last_step_at(&self) -> UnixMillis {
        self.steps.last().map_or(self.created_at, |step| step.at)
    }

    /// The commitment to the shuffles.
    pub fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    /// The id in the shuffles' own form.
    pub fn fair_id(&self) -> MatchId {
        MatchId::from_bytes(self.id.into_bytes())
    }

    /// Was a request with this fingerprint accepted?
    pub fn has_request(&self, fingerprint: Fingerprint) -> bool {
        self.steps.iter().any(|step| step.fingerprint == Some(fingerprint))
    }

    /// The seq under which a seat has resigned.
    pub fn resigned_at(&self, seat: Seat) -> Option<u64> {
        let place = self.steps.iter().position(|step| step.entry == Entry::Resign { seat })?;
        Some(place as u64 + 1)
    }

    /// Tries a step on a copy.
    ///
    /// # Errors
    /// Why it cannot follow; the match is unchanged in every case.
    pub fn prepare(
        &self,
        entry: Entry,
        at: UnixMillis,
        fingerprint: Option<Fingerprint>,
    ) -> Result<Box<Prepared>, Refusal> {
        let mut core = self.core.clone();
        let applied = core.apply(&self.setup, &entry)?;
        Ok(Box::new(Prepared { core, logged: Logged { at, entry, fingerprint }, applied }))
    }

    /// Makes a prepared step, which must have been prepared on the present state, part of the match.
    pub fn commit(&mut self, prepared: Box<Prepared>) -> Applied {
        let Prepared { core, logged, applied } = *prepared;
        self.core = core;
        self.steps.push(logged);
        applied
    }

    /// Who deals first: the seat that the creator chose, or the one that the draw gives. Fixed once no seat can cut any more.
    pub fn first_dealer(&self) -> Seat {
        let draw = || self.core.shuffler(self.fair_id(), &self.secret).first_dealer();
        self.setup
            .first_dealer
            .unwrap_or_else(|| Seat::new(draw()).expect("the draw is among the seats of the match"))
    }

    /// The deal that is due, if one is.
    pub fn next_deal(&self) -> Option<Entry> {
        if self.core.end.is_some() {
            return None;
        }
        let shuffler = self.core.shuffler(self.fair_id(), &self.secret);
        let dealer = match self.core.stage() {
            Some(cards::Stage::Deal { dealer }) => dealer,
            Some(_) => return None,
            None => self.first_dealer(),
        };
        let number = self.core.next_deck();
        let kind = self.setup.options.kind();
        let sorted = kind.cards();
        let size = u8::try_from(sorted.len()).expect("a pack has 52 cards at most");
        let order = shuffler.deck(number, size);
        let cards: Vec<_> = order.into_iter().map(|index| sorted[usize::from(index)]).collect();
        let deck = cards::Deck::new(kind.pack(), cards).expect("a permutation of the pack is a deck");
        let mut game =
            self.core.game.clone().unwrap_or_else(|| games::Match::new(self.setup.options, dealer));
        game.deal(&deck).expect("a deal is due and the deck is of the game's pack");
        Some(Entry::Deal { number: number.get(), dealer, deck, state_hash: game.digest() })
    }

    /// What a viewer may see now of a step that was just committed.
    pub fn see<'a>(&self, entry: &'a Entry, applied: &Applied, viewer: Viewer) -> SeenStep<'a> {
        match (applied, &self.core.game) {
            (Applied::Game(event), Some(game)) => SeenStep::Game { seen: game.seen(event, viewer), entry },
            _ => SeenStep::Table(entry),
        }
    }

    /// Tells the match's steps of the game from the first on, each with the match as it stood right after it.
    pub fn retell(&self, mut tell: impl FnMut(&games::Match, &games::Event)) {
        let mut core = Core::new(&self.setup);
        for step in &self.steps {
            let applied = core.apply(&self.setup, &step.entry).expect("a step that was committed replays");
            if let (Applied::Game(event), Some(game)) = (&applied, &core.game) {
                tell(game, event);
            }
        }
    }

    /// What a viewer may see now of the steps after `after_seq`, at most `limit` of them: the closed form. It is computed by
    /// replaying the steps, which costs microseconds and keeps no second history in memory.
    pub fn see_missed(
        &self,
        after_seq: u64,
        limit: usize,
        viewer: Viewer,
    ) -> Vec<(u64, UnixMillis, SeenStep<'_>)> {
        let mut core = Core::new(&self.setup);
        let mut missed = Vec::new();
        for (seq, step) in (1..).zip(&self.steps) {
            let applied = core.apply(&self.setup, &step.entry).expect("a step that was committed replays");
            if seq > after_seq {
                missed.push((seq, step.at, self.see(&step.entry, &applied, viewer)));
                if missed.len() == limit {
                    break;
                }
            }
        }
        missed
    }
}
