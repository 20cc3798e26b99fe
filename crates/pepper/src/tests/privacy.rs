//! Non-interference: what a viewer is shown does not depend on hidden cards.
//!
//! At every moment the cards that are hidden from a viewer change places, in the state and in every event that led
//! to it. The viewer's view, the legal actions of a viewer whose turn it is, every past event as it is seen now,
//! and the next event must stay as they were, byte for byte.

use cards::{Card, CardSet, Game, Pack, Stage, TakenTrick, Trick, Viewer};

use super::fixture::{Chance, legal};
use crate::table::Taken;
use crate::{Action, Dealt, Event, History, Options, Pepper, Phase, Played, Players, Seen};

/// Cards that change places.
struct Exchange([Card; Card::COUNT]);

impl Exchange {
    /// A random one among these cards.
    fn among(cards: CardSet, chance: &mut Chance) -> Self {
        let from: Vec<Card> = cards.iter().collect();
        let mut to = from.clone();
        chance.shuffle(&mut to);
        let mut map = std::array::from_fn(|index| Card::from_index(index as u8).unwrap());
        from.iter().zip(to).for_each(|(from, to)| map[usize::from(from.index())] = to);
        Self(map)
    }

    fn card(&self, card: Card) -> Card {
        self.0[usize::from(card.index())]
    }

    fn cards(&self, cards: CardSet) -> CardSet {
        cards.iter().map(|card| self.card(card)).collect()
    }

    fn trick(&self, trick: Trick, players: Players) -> Trick {
        let mut exchanged = Trick::led_by(trick.leader(), players.count());
        trick.plays().for_each(|(_, card)| exchanged.play(self.card(card)));
        exchanged
    }

    fn event(&self, event: &Event) -> Event {
        match *event {
            Event::Dealt(mut dealt) => {
                dealt.hands.iter_mut().for_each(|hand| *hand = self.cards(*hand));
                Event::Dealt(Dealt { dead: self.cards(dealt.dead), ..dealt })
            }
            Event::Called(called) => Event::Called(called),
            Event::Named(named) => Event::Named(named),
            Event::Played(played) => Event::Played(Played { card: self.card(played.card), ..played }),
        }
    }

    fn state(&self, game: &Pepper) -> Pepper {
        let mut exchanged = *game;
        let players = game.options.players;
        let table = &mut exchanged.table;
        table.hands = table.hands.map(|hand| self.cards(hand));
        table.dead = self.cards(table.dead);
        table.trick = self.trick(table.trick, players);
        let mut taken = Taken::NONE;
        for trick in game.table.taken.as_slice() {
            taken.push(TakenTrick { trick: self.trick(trick.trick, players), ..*trick });
        }
        table.taken = taken;
        exchanged
    }
}

/// The cards of the current deal that the viewer must not see, found from the open places alone.
fn hidden(game: &Pepper, viewer: Viewer) -> CardSet {
    if game.phase == Phase::Over {
        return CardSet::EMPTY;
    }
    let table = &game.table;
    let own = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hands[seat.index()]);
    let mut open = own | table.trick.cards();
    match game.options.history {
        History::Open => open = open | table.taken.cards(),
        History::Closed => open.extend(table.taken.last().into_iter().flat_map(|last| last.trick.cards())),
    }
    Pack::Short24.cards() - open
}

/// What a viewer gets, as bytes: the view, the legal actions if it is the viewer's turn, and every past event as
/// it is seen now.
fn shown(game: &Pepper, events: &[Event], viewer: Viewer) -> String {
    let events: Vec<Seen> = events.iter().map(|event| game.seen(event, viewer)).collect();
    let acts = matches!(game.stage(), Stage::Act(turn) if viewer.is(turn));
    let actions: Vec<String> = legal(game).iter().filter(|_| acts).map(|action| action.to_string()).collect();
    serde_json::to_string(&(game.view(viewer), actions, events)).unwrap()
}

/// Two matches that differ in what is hidden from a viewer.
struct Worlds {
    left: (Pepper, Vec<Event>),
    right: (Pepper, Vec<Event>),
    viewer: Viewer,
}

impl Worlds {
    /// Exchanges cards that are hidden from the viewer, but not the ones in `stay`.
    fn new(game: &Pepper, events: &[Event], viewer: Viewer, stay: CardSet, chance: &mut Chance) -> Self {
        let now = Exchange::among(hidden(game, viewer) - stay, chance);
        // All cards of an earlier deal have been gathered up, unless what was played stays open.
        let closed = game.options.history == History::Closed && game.phase != Phase::Over;
        let earlier = if closed { Pack::Short24.cards() } else { CardSet::EMPTY };
        let earlier = Exchange::among(earlier, chance);
        let exchanged = events.iter().map(|event| {
            let exchange = if event.deal() == game.deal_number() { &now } else { &earlier };
            exchange.event(event)
        });
        Self { left: (*game, events.to_vec()), right: (now.state(game), exchanged.collect()), viewer }
    }

    #[track_caller]
    fn assert_same(&self) {
        let (left, right) = (&self.left, &self.right);
        let viewer = self.viewer;
        assert_eq!(shown(&left.0, &left.1, viewer), shown(&right.0, &right.1, viewer), "{viewer:?} {left:?}");
    }

    /// Performs the same action in both; false if the other hands make it illegal in one, or if it opens
    /// everything.
    fn act(&mut self, action: &Action) -> bool {
        let seat = self.left.0.table.turn;
        let event = self.left.0.act(seat, action).unwrap();
        let Ok(other) = self.right.0.act(seat, action) else { return false };
        self.left.1.push(event);
        self.right.1.push(other);
        self.left.0.phase != Phase::Over
    }
}

fn exchange_throughout(options: Options, seeds: std::ops::Range<u64>) -> [u32; 2] {
    let mut counts = [0; 2];
    for seed in seeds {
        let mut chance = Chance::new(seed);
        let mut game = Pepper::new(options, cards::Seat::ALL[0]);
        let mut events = Vec::new();
        for _ in 0..90 {
            if game.stage() == Stage::Over {
                break;
            }
            let action = matches!(game.stage(), Stage::Act(_)).then(|| chance.action(&game));
            let played: CardSet = action.iter().filter_map(Action::card).collect();
            for viewer in options.players.viewers() {
                Worlds::new(&game, &events, viewer, CardSet::EMPTY, &mut chance).assert_same();
                counts[0] += 1;
                let Some(action) = &action else { continue };
                let mut worlds = Worlds::new(&game, &events, viewer, played, &mut chance);
                if worlds.act(action) {
                    worlds.assert_same();
                    counts[1] += 1;
                }
            }
            let event = match action {
                Some(action) => game.act(game.table.turn, &action).unwrap(),
                None => game.deal(&chance.deck()).unwrap(),
            };
            events.push(event);
        }
    }
    counts
}

/// Every viewer of a table of so many players, with the history closed and open.
#[track_caller]
fn assert_nothing_hidden_shows(players: Players) {
    for history in [History::Closed, History::Open] {
        let options = Options { players, history, ..Options::default() };
        let counts = exchange_throughout(options, 0..12);
        assert!(counts[0] > 2000 && counts[1] > 1000, "{counts:?}");
    }
}

#[test]
fn nothing_hidden_shows_to_four() {
    assert_nothing_hidden_shows(Players::Four);
}

#[test]
fn nothing_hidden_shows_to_three() {
    assert_nothing_hidden_shows(Players::Three);
}

#[test]
fn nothing_hidden_shows_to_two() {
    assert_nothing_hidden_shows(Players::Two);
}

#[test]
fn an_earlier_deal_shows_no_card_with_a_closed_history() {
    for seed in 100..140 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events: Vec<Event> = Vec::new();
        for _ in 0..super::fixture::STEPS {
            if game.stage() == Stage::Over {
                break;
            }
            events.push(chance.step(&mut game));
            if game.options.history == History::Open || game.stage() == Stage::Over {
                continue;
            }
            for event in events.iter().filter(|event| event.deal() < game.deal_number()) {
                for viewer in game.options.players.viewers() {
                    match game.seen(event, viewer) {
                        Seen::Dealt(deal) => assert!(deal.hand.is_none_or(CardSet::is_empty)),
                        Seen::Played(played) => assert_eq!(played.card, None),
                        Seen::Called(_) | Seen::Named(_) => {}
                    }
                }
            }
        }
    }
}
