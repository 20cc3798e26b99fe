//! Following one match: from snapshots and events to what the seat sees now, without a gap.

use cards::{Seat, Viewer};
use game_engine::convert;
use games::{Action, Options, Seen, View};
use wire::engine::v1::match_event::Event;
use wire::engine::v1::{MatchEnded, MatchEvent, MatchSnapshot, MatchState, Turn};
use wire::game::v1::LegalMove;

use super::memory::DealMemory;

/// Why a message of a match cannot be taken in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FollowFault {
    /// Something in it cannot be read.
    #[error("seq {seq}: {what} cannot be read")]
    Unreadable {
        /// Its seq.
        seq: u64,
        /// What.
        what: &'static str,
    },
    /// Events are missing; watch again from the last seq.
    #[error("the event with seq {found} came where {expected} was next")]
    Gap {
        /// The seq that was due.
        expected: u64,
        /// The one that came.
        found: u64,
    },
    /// A live event that does not go with what was seen before.
    #[error("the event with seq {seq} does not follow what was seen before it")]
    DoesNotFollow {
        /// Its seq.
        seq: u64,
    },
    /// A snapshot that shows something else than the events before it.
    #[error("the snapshot at seq {seq} is not what the events before it lead to")]
    Differs {
        /// Its seq.
        seq: u64,
    },
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// The view is up to date with it.
    Current,
    /// It was missed and came in its closed form; a snapshot will follow.
    Missed,
    /// It was known before.
    Old,
}

/// One match as one seat sees it. Feed it every snapshot and event of the match in the order in which they arrive.
#[derive(Clone, Debug, Default)]
pub struct MatchFollower {
    /// The latest snapshot with everything that events changed since, but for view and turn.
    table: Option<MatchSnapshot>,
    /// What is seen; `None` before the first deal.
    view: Option<View>,
    turn: Option<Turn>,
    /// Do view and turn belong to the latest seq? Not while missed events come in.
    current: bool,
    memory: DealMemory,
    ended: Option<MatchEnded>,
}

impl MatchFollower {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The latest seq, where a watch is to be resumed; `None` before the first snapshot.
    pub fn seq(&self) -> Option<u64> {
        self.table.as_ref().map(|table| table.seq)
    }

    /// The match apart from its cards and its turn, as it stands at the latest seq; `None` before the first snapshot.
    pub fn table(&self) -> Option<&MatchSnapshot> {
        self.table.as_ref()
    }

    /// What the seat sees at the latest seq; `None` before the first deal and while missed events come in.
    pub fn view(&self) -> Option<&View> {
        self.view.as_ref().filter(|_| self.current)
    }

    /// Whose turn it is at the latest seq.
    pub fn turn(&self) -> Option<&Turn> {
        self.turn.as_ref().filter(|_| self.current)
    }

    /// Every event of the deal in progress as it was shown live; `None` if some were missed or came before the first
    /// snapshot.
    pub fn seen(&self) -> Option<&[Seen]> {
        self.memory.seen()
    }

    /// The game and its table options; `None` before the first snapshot.
    pub fn options(&self) -> Option<Options> {
        convert::options_from_wire(self.table.as_ref()?.options.as_ref()).ok()
    }

    /// The seat that is followed; `None` for a spectator.
    pub fn seat(&self) -> Option<Seat> {
        let number = self.table.as_ref()?.your_seat?;
        Seat::new(u8::try_from(number).ok()?)
    }

    /// Is the match over?
    pub fn is_over(&self) -> bool {
        let state = self.table.as_ref().and_then(|table| MatchState::try_from(table.state).ok());
        matches!(state, Some(MatchState::Finished | MatchState::Aborted))
    }

    /// How the match ended, as its last event told; `None` before, and if that event was missed.
    pub fn ended(&self) -> Option<&MatchEnded> {
        self.ended.as_ref()
    }

    /// The moves that the seat may make now; empty if it is not its turn.
    pub fn legal_moves(&self) -> &[LegalMove] {
        self.turn().map_or(&[], |turn| &turn.legal_moves)
    }

    /// The same as actions, in the same order.
    ///
    /// # Errors
    /// [`FollowFault::Unreadable`].
    pub fn legal_actions(&self) -> Result<Vec<Action>, FollowFault> {
        if self.legal_moves().is_empty() {
            return Ok(Vec::new());
        }
        let kind = self.options().ok_or_else(|| self.unreadable("the options"))?.kind();
        let unreadable = || self.unreadable("a legal move");
        let action = |legal: &LegalMove| convert::action_from_wire(kind, legal.action.as_ref()?).ok();
        self.legal_moves().iter().map(|legal| action(legal).ok_or_else(unreadable)).collect()
    }

    /// Installs a snapshot.
    ///
    /// # Errors
    /// [`FollowFault::Unreadable`]; [`FollowFault::Differs`] if it contradicts the events that led to the same seq.
    pub fn install(&mut self, snapshot: &MatchSnapshot) -> Result<Followed, FollowFault> {
        let seq = snapshot.seq;
        if self.seq().is_some_and(|known| known > seq) {
            return Ok(Followed::Old);
        }
        let view = match &snapshot.view {
            None => None,
            Some(view) => {
                Some(convert::view_from_wire(view).ok_or(FollowFault::Unreadable { seq, what: "the view" })?)
            }
        };
        if self.current && self.seq() == Some(seq) && self.view != view {
            return Err(FollowFault::Differs { seq });
        }
        if self.seq() != Some(seq) {
            self.memory.miss();
        }
        self.turn = snapshot.turn.clone();
        self.view = view;
        self.table = Some(MatchSnapshot { view: None, turn: None, ..snapshot.clone() });
        self.current = true;
        Ok(Followed::Current)
    }

    /// Takes an event in.
    ///
    /// # Errors
    /// [`FollowFault`]; nothing is changed by the event then.
    pub fn follow(&mut self, event: &MatchEvent) -> Result<Followed, FollowFault> {
        let seq = event.seq;
        let known = self.seq().ok_or(FollowFault::DoesNotFollow { seq })?;
        if seq <= known {
            return Ok(Followed::Old);
        }
        if seq != known + 1 {
            return Err(FollowFault::Gap { expected: known + 1, found: seq });
        }
        if event.closed_form {
            self.table_mut().seq = seq;
            self.current = false;
            self.memory.miss();
            return Ok(Followed::Missed);
        }
        if !self.current {
            return Err(FollowFault::DoesNotFollow { seq });
        }
        if let Some(Event::Game(game)) = &event.event {
            let seen =
                convert::seen_from_wire(game).ok_or(FollowFault::Unreadable { seq, what: "the event" })?;
            self.see(seq, &seen)?;
            self.memory.note(seen);
        }
        self.note(event);
        Ok(Followed::Current)
    }

    fn see(&mut self, seq: u64, seen: &Seen) -> Result<(), FollowFault> {
        let does_not_follow = |_| FollowFault::DoesNotFollow { seq };
        match &mut self.view {
            Some(view) => view.apply(seen).map_err(does_not_follow),
            None => {
                let options = self.options().ok_or_else(|| self.unreadable("the options"))?;
                let viewer = self.seat().map_or(Viewer::Spectator, Viewer::Seat);
                self.view = Some(View::begin(options, viewer, seen).map_err(does_not_follow)?);
                Ok(())
            }
        }
    }

    /// What an event changes apart from the cards.
    fn note(&mut self, event: &MatchEvent) {
        self.turn = event.turn.clone();
        self.ended = event.ended.clone().or(self.ended.take());
        let table = self.table_mut();
        table.seq = event.seq;
        match &event.event {
            Some(Event::Game(_)) => table.state = MatchState::Playing as i32,
            Some(Event::Cut(cut)) => set_seat(table, cut.seat, |seat| seat.cut = true),
            Some(Event::Away(away)) => set_seat(table, away.seat, |seat| seat.away = true),
            Some(Event::Back(back)) => set_seat(table, back.seat, |seat| seat.away = false),
            Some(Event::ResignOffered(offer)) => set_seat(table, offer.seat, |seat| seat.resigned = true),
            None => {}
        }
        if let Some(charge) = &event.bank_charge {
            set_seat(table, charge.seat, |seat| seat.bank_left = charge.left);
        }
        if let Some(ended) = &event.ended {
            let aborted = ended.reason == wire::engine::v1::EndReason::Aborted as i32;
            let state = if aborted { MatchState::Aborted } else { MatchState::Finished };
            table.state = state as i32;
            table.end_reason = ended.reason;
            table.standing = ended.standing.clone();
            table.secret = ended.secret.clone();
        }
    }

    fn table_mut(&mut self) -> &mut MatchSnapshot {
        self.table.as_mut().expect("events are taken in after a snapshot only")
    }

    fn unreadable(&self, what: &'static str) -> FollowFault {
        FollowFault::Unreadable { seq: self.seq().unwrap_or(0), what }
    }
}

fn set_seat(table: &mut MatchSnapshot, seat: u32, change: impl FnOnce(&mut wire::engine::v1::SeatStatus)) {
    if let Some(status) = table.seats.iter_mut().find(|status| status.seat == seat) {
        change(status);
    }
}

#[cfg(test)]
mod tests {
    use cards::Stage;
    use games::{GameKind, Match, random};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    fn chance() -> impl FnMut(u32) -> u32 {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        move |bound| u32::try_from(rng.next_u64() % u64::from(bound)).unwrap()
    }

    fn options() -> Options {
        Options::defaults(GameKind::Seep)
    }

    /// A match as seat 1 is told of it: a snapshot before the first deal, then steps live.
    struct Told {
        game: Option<Match>,
        seq: u64,
        below: Box<dyn FnMut(u32) -> u32>,
    }

    impl Told {
        fn new() -> Self {
            Self { game: None, seq: 0, below: Box::new(chance()) }
        }

        fn viewer() -> Viewer {
            Viewer::Seat(Seat::ALL[1])
        }

        fn snapshot(&self) -> MatchSnapshot {
            MatchSnapshot {
                seq: self.seq,
                options: Some(convert::options_to_wire(&options())),
                your_seat: Some(1),
                view: self.game.as_ref().map(|game| convert::view_to_wire(&game.view(Self::viewer()))),
                ..Default::default()
            }
        }

        fn step(&mut self) -> MatchEvent {
            let game = self.game.get_or_insert_with(|| Match::new(options(), Seat::ALL[3]));
            let event = match game.stage() {
                Stage::Over => panic!("the match is over"),
                Stage::Deal { .. } => game.deal(&random::deck(GameKind::Seep, &mut self.below)).unwrap(),
                Stage::Act(seat) => {
                    let mut legal = Vec::new();
                    game.legal(&mut legal);
                    game.act(seat, &random::action(&legal, &mut self.below)).unwrap()
                }
            };
            self.seq += 1;
            let seen = game.seen(&event, Self::viewer());
            MatchEvent {
                seq: self.seq,
                event: Some(Event::Game(convert::seen_to_wire(&seen))),
                ..Default::default()
            }
        }

        fn is_over(&self) -> bool {
            self.game.as_ref().is_some_and(|game| game.stage() == Stage::Over)
        }

        fn view(&self) -> View {
            self.game.as_ref().unwrap().view(Self::viewer())
        }
    }

    fn following() -> (Told, MatchFollower) {
        let (told, mut follower) = (Told::new(), MatchFollower::new());
        follower.install(&told.snapshot()).unwrap();
        (told, follower)
    }

    #[test]
    fn live_events_from_before_the_first_deal_lead_to_the_seats_view() {
        let (mut told, mut follower) = following();
        while told.seq < 120 && !told.is_over() {
            assert_eq!(follower.follow(&told.step()), Ok(Followed::Current));
            assert_eq!(follower.view(), Some(&told.view()));
        }
        assert!(told.seq >= 50, "a whole deal was followed");
    }

    #[test]
    fn live_events_of_a_deal_are_all_remembered() {
        let (mut told, mut follower) = following();
        for number in 1..=20 {
            follower.follow(&told.step()).unwrap();
            assert_eq!(follower.seen().map(<[Seen]>::len), Some(number));
        }
    }

    #[test]
    fn deal_of_which_something_was_missed_is_not_remembered() {
        let (mut told, mut follower) = following();
        follower.follow(&told.step()).unwrap();
        follower.follow(&MatchEvent { closed_form: true, ..told.step() }).unwrap();
        follower.install(&told.snapshot()).unwrap();
        follower.follow(&told.step()).unwrap();
        assert_eq!(follower.seen(), None);
    }

    #[test]
    fn missing_event_is_a_gap_and_changes_nothing() {
        let (mut told, mut follower) = following();
        follower.follow(&told.step()).unwrap();
        let before = told.view();
        told.step();
        assert_eq!(follower.follow(&told.step()), Err(FollowFault::Gap { expected: 2, found: 3 }));
        assert_eq!((follower.seq(), follower.view()), (Some(1), Some(&before)));
    }

    #[test]
    fn repeated_event_is_old() {
        let (mut told, mut follower) = following();
        let event = told.step();
        follower.follow(&event).unwrap();
        assert_eq!(follower.follow(&event), Ok(Followed::Old));
    }

    #[test]
    fn missed_events_hide_the_view_until_a_snapshot_comes() {
        let (mut told, mut follower) = following();
        follower.follow(&told.step()).unwrap();
        let closed = MatchEvent { closed_form: true, ..told.step() };
        assert_eq!(follower.follow(&closed), Ok(Followed::Missed));
        assert_eq!((follower.seq(), follower.view()), (Some(2), None));
        assert_eq!(follower.install(&told.snapshot()), Ok(Followed::Current));
        assert_eq!(follower.view(), Some(&told.view()));
    }

    #[test]
    fn snapshot_that_contradicts_the_events_is_a_fault() {
        let (mut told, mut follower) = following();
        follower.follow(&told.step()).unwrap();
        let other = MatchSnapshot { view: None, ..told.snapshot() };
        assert_eq!(follower.install(&other), Err(FollowFault::Differs { seq: 1 }));
    }

    #[test]
    fn event_before_any_snapshot_does_not_follow() {
        let event = Told::new().step();
        assert_eq!(MatchFollower::new().follow(&event), Err(FollowFault::DoesNotFollow { seq: 1 }));
    }
}
