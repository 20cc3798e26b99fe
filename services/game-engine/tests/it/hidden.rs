//! Hidden cards: every byte that a viewer gets is the same in worlds that differ only in what is hidden from it.

use std::collections::BTreeMap;

use cards::{Card, CardSet, Deck, Seat, TakenTrick, Viewer};
use env::UnixMillis;
use fairdeal::MatchSecret;
use game_engine::convert::{add_live_parts, closed_event, event, snapshot};
use game_engine::state::{Actor, Applied, Entry, MatchState};
use games::{Action, GameKind, Options, View};
use prost::Message as _;
use uuid::Uuid;
use wire::engine::v1::MatchEvent;

use crate::chance::Chance;
use crate::conversion::setup_of;

/// A match in which a test deals and plays.
struct Staged {
    state: MatchState,
    /// What each step did, by seq - 1.
    applied: Vec<Applied>,
}

fn fresh(options: Options) -> Staged {
    let setup = game_engine::state::Setup { spectators: true, ..setup_of(options) };
    let secret = MatchSecret::from_bytes([3; 32]);
    let state = MatchState::new(Uuid::from_u128(5), setup, secret, UnixMillis::new(0));
    Staged { state, applied: Vec::new() }
}

impl Staged {
    fn take(&mut self, entry: Entry) -> Option<()> {
        let at = UnixMillis::new(i64::try_from(self.state.seq()).unwrap());
        let step = self.state.prepare(entry, at, None).ok()?;
        self.applied.push(self.state.commit(step));
        Some(())
    }

    fn deal(&mut self, deck: &Deck) -> Option<()> {
        let Some(Entry::Deal { number, dealer, .. }) = self.state.next_deal() else { return None };
        let options = self.state.setup.options;
        let mut game = self.state.core().game.clone().unwrap_or_else(|| games::Match::new(options, dealer));
        game.deal(deck).ok()?;
        self.take(Entry::Deal { number, dealer, deck: deck.clone(), state_hash: game.digest() })
    }

    fn act(&mut self, action: Action) -> Option<()> {
        let seat = self.state.core().turn()?;
        self.take(Entry::Play { seat, action, actor: Actor::Player, bank_charged_ms: 0 })
    }

    /// Everybody who can look.
    fn viewers(&self) -> Vec<Viewer> {
        self.state.setup.seats().map(Viewer::Seat).chain([Viewer::Spectator]).collect()
    }

    /// Everything that the viewer could get now for all that has been: snapshot and closed form, as bytes.
    fn past(&self, viewer: Viewer) -> Vec<Vec<u8>> {
        let missed = self.state.see_missed(0, usize::MAX, viewer).into_iter();
        let events = missed.map(|(seq, at, step)| closed_event(&self.state, seq, at, step).encode_to_vec());
        events.chain([snapshot(&self.state, viewer, Default::default()).encode_to_vec()]).collect()
    }

    /// The live event of the latest step, as the driver sends it.
    fn live(&self, viewer: Viewer) -> Vec<u8> {
        let step = self.state.steps().last().unwrap();
        let seen = self.state.see(&step.entry, self.applied.last().unwrap(), viewer);
        let mut event: MatchEvent = event(&self.state, self.state.seq(), step.at, seen);
        add_live_parts(&mut event, &self.state, &step.entry, viewer, Default::default());
        event.encode_to_vec()
    }
}

/// The exchange of two cards.
#[derive(Clone, Copy, Debug)]
struct Exchange(Card, Card);

impl Exchange {
    fn of(self, card: Card) -> Card {
        match card {
            card if card == self.0 => self.1,
            card if card == self.1 => self.0,
            other => other,
        }
    }

    fn deck(self, deck: &Deck) -> Deck {
        let cards: Vec<_> = deck.cards().iter().map(|card| self.of(*card)).collect();
        Deck::new(deck.pack(), cards).unwrap()
    }

    fn action(self, action: &Action) -> Action {
        let take = |take: CardSet| take.iter().fold(CardSet::EMPTY, |taken, card| taken.with(self.of(card)));
        use seep::Action as A;
        let action = match action {
            Action::Seep(action) => action,
            Action::Smear(smear::Action::Play { card }) => {
                return Action::Smear(smear::Action::Play { card: self.of(*card) });
            }
            Action::Smear(smear::Action::Discard { cards }) => {
                return Action::Smear(smear::Action::Discard { cards: take(*cards) });
            }
            Action::Pepper(pepper::Action::Play { card }) => {
                return Action::Pepper(pepper::Action::Play { card: self.of(*card) });
            }
            other => return *other,
        };
        Action::Seep(match *action {
            A::Bid { value } => A::Bid { value },
            A::Capture { card, house, take: t } => A::Capture { card: self.of(card), house, take: take(t) },
            A::Build { card, value, take: t } => A::Build { card: self.of(card), value, take: take(t) },
            A::Add { card, value, take: t } => A::Add { card: self.of(card), value, take: take(t) },
            A::Break { card, from, take: t } => A::Break { card: self.of(card), from, take: take(t) },
            A::Throw { card } => A::Throw { card: self.of(card) },
        })
    }
}

/// The cards that lie where the viewer can see them.
fn seen(view: &View) -> CardSet {
    let tricks = |tricks: &[TakenTrick]| tricks.iter().fold(CardSet::EMPTY, |all, t| all | t.trick.cards());
    match view {
        View::Seep(view) => {
            let mut seen = view.hand.unwrap_or_default() | view.floor.unwrap_or_default();
            if let Some(up) = &view.floor_up {
                seen = up.houses.iter().fold(seen | up.loose, |seen, house| seen | house.cards);
            }
            if let Some(latest) = view.latest {
                seen = (seen | latest.taken).with(latest.card);
            }
            view.captured.into_iter().flatten().fold(seen, |seen, pile| seen | pile)
        }
        View::Smear(view) => {
            let own = view.hand.unwrap_or_default() | view.taken.unwrap_or_default();
            own | view.discards.unwrap_or_default()
                | view.trick.cards()
                | tricks(view.last_trick.as_slice())
                | tricks(view.history.as_deref().unwrap_or_default())
        }
        View::Pepper(view) => {
            view.hand.unwrap_or_default()
                | view.trick.cards()
                | tricks(view.last_trick.as_slice())
                | tricks(view.history.as_deref().unwrap_or_default())
        }
    }
}

/// The cards that lie where this viewer cannot see them: the hands of others, the stock, and closed piles. Of the trick-taking games only
/// those that nobody has played: another card in an old trick would be another course of play.
fn hidden_from(state: &MatchState, deck: &Deck, viewer: Viewer) -> Vec<Card> {
    let game = state.core().game.as_ref().unwrap();
    let mut known = seen(&game.view(viewer));
    if game.kind() != GameKind::Seep {
        let dealt = state.steps().iter().rposition(|step| matches!(step.entry, Entry::Deal { .. })).unwrap();
        known =
            state.steps()[dealt..].iter().filter_map(|step| played(&step.entry)).fold(known, CardSet::with);
    }
    deck.cards().iter().copied().filter(|card| !known.contains(*card)).collect()
}

/// Plays one deal by chance and compares, at every step, this world with ones that differ by an exchange of hidden cards of one
/// rank. Such an exchange keeps every action legal. Returns how many exchanges were compared, by phase.
fn compare_worlds(kind: GameKind, seed: u64, compared: &mut BTreeMap<&'static str, u32>) {
    let mut chance = Chance::new(seed);
    let options = games::random::options(kind, &mut |n| chance.below(n));
    let deck = games::random::deck(kind, &mut |n| chance.below(n));
    let mut ours = fresh(options);
    ours.deal(&deck).unwrap();
    let mut actions: Vec<Action> = Vec::new();
    while ours.state.core().turn().is_some() {
        let mut legal = Vec::new();
        ours.state.core().game.as_ref().unwrap().legal(&mut legal);
        let next = games::random::action(&legal, &mut |n| chance.below(n));
        for viewer in ours.viewers() {
            let hidden = hidden_from(&ours.state, &deck, viewer);
            let Some(exchange) = exchange_of(kind, &hidden, &mut chance) else { continue };
            let mut theirs = fresh(options);
            theirs.deal(&exchange.deck(&deck)).unwrap();
            let same = actions.iter().try_for_each(|action| theirs.act(exchange.action(action)));
            let Some(()) = same else { continue };
            assert!(ours.past(viewer) == theirs.past(viewer), "seed {seed}, {viewer:?}, {exchange:?}");
            *compared.entry("past").or_default() += 1;
            // The next live event too, unless it shows one of the two.
            let shows = |action: &Action| exchange.action(action) != *action;
            if !shows(&next) {
                let mut next_of_ours = Staged { state: ours.state.clone(), applied: ours.applied.clone() };
                let both = next_of_ours.act(next).zip(theirs.act(next));
                let ends = ours.state.core().game.as_ref().is_some_and(is_last_play);
                if both.is_some() && !ends && still_hidden(&next_of_ours, &deck, viewer, exchange) {
                    assert!(
                        next_of_ours.live(viewer) == theirs.live(viewer),
                        "seed {seed}, {viewer:?}, {exchange:?}"
                    );
                    *compared.entry("live").or_default() += 1;
                }
            }
        }
        ours.act(next).unwrap();
        actions.push(next);
    }
}

/// The deal after the opening play shows each seat its own new cards.
fn still_hidden(world: &Staged, deck: &Deck, viewer: Viewer, exchange: Exchange) -> bool {
    let hidden = hidden_from(&world.state, deck, viewer);
    hidden.contains(&exchange.0) && hidden.contains(&exchange.1)
}

fn is_last_play(game: &games::Match) -> bool {
    match game.view(Viewer::Spectator) {
        View::Seep(view) => view.floor_up.is_some_and(|up| up.play == 48),
        View::Smear(view) => view.hand_sizes.iter().sum::<u8>() == 1,
        View::Pepper(view) => view.hand_sizes.iter().sum::<u8>() == 1,
    }
}

/// Two hidden cards; in Seep of one rank.
fn exchange_of(kind: GameKind, hidden: &[Card], chance: &mut Chance) -> Option<Exchange> {
    for _ in 0..20 {
        if hidden.len() < 2 {
            return None;
        }
        let (one, other) = (*chance.pick(hidden), *chance.pick(hidden));
        if one != other && (kind != GameKind::Seep || one.rank() == other.rank()) {
            return Some(Exchange(one, other));
        }
    }
    None
}

#[test]
fn bytes_that_a_viewer_gets_are_the_same_whatever_is_hidden_from_it() {
    for (kind, deals, past, live) in [
        (GameKind::Seep, 15, 1_500, 1_000),
        (GameKind::Smear, 40, 1_000, 500),
        (GameKind::Pepper, 40, 1_000, 500),
    ] {
        let mut compared = BTreeMap::new();
        for seed in 0..deals {
            compare_worlds(kind, seed, &mut compared);
        }
        assert!(compared["past"] > past && compared["live"] > live, "{kind}: {compared:?}");
    }
}

#[test]
fn hidden_cards_of_any_rank_leave_no_trace_before_they_are_played() {
    // Cards that nobody has played yet: any two of them, as long as all that was done stays legal.
    let (mut compared, mut chance) = (0, Chance::new(99));
    for seed in 0..40 {
        let state = crate::state::played_by_chance(GameKind::Seep, seed, 40);
        let Some((place, Entry::Deal { deck, .. })) = last_deal(&state) else { continue };
        for viewer in Viewer::TABLE_OF_FOUR {
            let played: Vec<Card> =
                state.steps()[place..].iter().filter_map(|step| played(&step.entry)).collect();
            let hidden = hidden_from(&state, &deck, viewer);
            let unseen: Vec<_> = hidden.into_iter().filter(|card| !played.contains(card)).collect();
            let [one, other] = [*chance.pick(&unseen), *chance.pick(&unseen)];
            let Some(theirs) = with_exchange(&state, place, Exchange(one, other)) else { continue };
            let past = |state: &MatchState| Staged { state: state.clone(), applied: vec![] }.past(viewer);
            assert!(past(&state) == past(&theirs), "seed {seed}, {viewer:?}: {one} and {other}");
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

fn played(entry: &Entry) -> Option<Card> {
    match entry {
        Entry::Play { action, .. } => action.card(),
        _ => None,
    }
}

fn last_deal(state: &MatchState) -> Option<(usize, Entry)> {
    let place = state.steps().iter().rposition(|step| matches!(step.entry, Entry::Deal { .. }))?;
    state.core().turn()?;
    Some((place, state.steps()[place].entry.clone()))
}

/// The same match with two cards of its last deal exchanged; `None` if not all of it can then be done.
fn with_exchange(state: &MatchState, place: usize, exchange: Exchange) -> Option<MatchState> {
    let mut theirs = MatchState::new(state.id, state.setup.clone(), state.secret.clone(), state.created_at);
    for (n, step) in state.steps().iter().enumerate() {
        let mut entry = step.entry.clone();
        if let Entry::Deal { dealer, deck, state_hash, .. } = &mut entry
            && n == place
        {
            *deck = exchange.deck(deck);
            let options = theirs.setup.options;
            let mut game = theirs.core().game.clone().unwrap_or_else(|| games::Match::new(options, *dealer));
            game.deal(deck).ok()?;
            *state_hash = game.digest();
        }
        let step = theirs.prepare(entry, step.at, None).ok()?;
        theirs.commit(step);
    }
    theirs.core().turn().is_some().then_some(theirs)
}

#[test]
fn seats_see_what_is_theirs() {
    // The comparison above would pass for a server that says nothing.
    let state = crate::state::played_by_chance(GameKind::Seep, 2, 40);
    let hands: Vec<_> = Seat::ALL
        .map(|seat| {
            let view = state.core().game.as_ref().unwrap().view(Viewer::Seat(seat));
            let View::Seep(view) = view else { panic!("Seep is played") };
            view.hand.unwrap()
        })
        .into();
    assert!(hands.iter().any(|hand| !hand.is_empty()));
    for (seat, hand) in Seat::ALL.into_iter().zip(hands) {
        let shown = snapshot(&state, Viewer::Seat(seat), Default::default());
        let Some(wire::game::v1::game_view::Game::Seep(view)) = shown.view.unwrap().game else { panic!() };
        assert_eq!(view.hand.len(), usize::from(hand.len()));
    }
}

#[test]
fn secret_is_in_no_message_before_the_end() {
    let mut ended = 0;
    for seed in 0..12 {
        let running = crate::state::played_by_chance(GameKind::ALL[seed as usize % 3], seed, 60);
        let holds_secret = |state: &MatchState, viewer: Viewer| {
            let staged = Staged { state: state.clone(), applied: vec![] };
            let secret = state.secret.reveal();
            staged.past(viewer).iter().any(|bytes| bytes.windows(32).any(|window| window == secret))
        };
        for viewer in running.setup.seats().map(Viewer::Seat).chain([Viewer::Spectator]) {
            assert_eq!(holds_secret(&running, viewer), running.end().is_some(), "seed {seed}, {viewer:?}");
        }
        let mut over = running.clone();
        if let Ok(step) = over.prepare(Entry::Abort { why: "a test".to_owned() }, UnixMillis::new(9), None) {
            over.commit(step);
            assert!(holds_secret(&over, Viewer::Spectator));
            ended += 1;
        }
    }
    assert!(ended > 5);
}
