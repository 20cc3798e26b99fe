//! A match that is watched at every step by everybody who may look at it.

use cards::{Card, CardSet, Listing, Seat, Stage, Viewer};
use game_engine::convert;
use games::{Action, Event, Match, Options, View};

use crate::{Choices, arbitrary_action, shown_cards};

/// How much of a match is played and tried.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps of the match, decks included.
    pub steps: u32,
    /// Actions that are tried and not kept, before each step.
    pub trials: u32,
}

/// A match, and what each viewer has made of the events sent to it. Every method panics at the first thing that must
/// not be.
pub struct Table {
    game: Match,
    legal: Vec<Action>,
    /// What each viewer would see if it only followed the events, once there are any.
    followed: Vec<(Viewer, Option<View>)>,
    /// The events of the deck on the table.
    events: Vec<Event>,
    /// The cards played in this deal.
    played: CardSet,
}

impl Table {
    /// A match before its first deal.
    pub fn new(options: Options, first_dealer: Seat) -> Self {
        let game = Match::new(options, first_dealer);
        let followed = game.viewers().map(|viewer| (viewer, None)).collect();
        Self { game, legal: Vec::new(), followed, events: Vec::new(), played: CardSet::EMPTY }
    }

    /// The match as it stands.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// Plays on until the match is over or the limit is reached.
    pub fn play(&mut self, limits: Limits, choices: &mut Choices<'_>) {
        for _ in 0..limits.steps {
            let listing = self.game.legal(&mut self.legal);
            for _ in 0..limits.trials {
                self.try_any(listing, choices);
            }
            match self.game.stage() {
                Stage::Over => return,
                Stage::Deal { .. } => self.deal(choices),
                Stage::Act(seat) => self.act(seat, choices),
            }
            self.look(choices);
        }
    }

    /// Tries an action that anybody might send, on a copy.
    fn try_any(&self, listing: Listing, choices: &mut Choices<'_>) {
        let seat = match self.game.stage() {
            Stage::Act(turn) if !choices.once_in(8) => turn,
            _ => choices.seat(self.game.players()),
        };
        let action = arbitrary_action(self.game.kind(), &self.legal, choices);
        let listed = self.game.stage() == Stage::Act(seat) && self.legal.contains(&action);
        let mut copy = self.game.clone();
        match copy.act(seat, &action) {
            Ok(_) => assert!(listed || listing == Listing::Cut, "{action} was accepted but is not listed"),
            Err(illegal) => {
                assert!(!listed, "{action} is listed but was refused: {illegal}");
                assert!(!illegal.code().is_empty() && !illegal.to_string().is_empty());
                assert_eq!(copy.digest(), self.game.digest(), "the refused {action} changed the match");
                assert_eq!(copy, self.game, "the refused {action} changed the match");
            }
        }
        assert_reads_as_itself(&action);
    }

    fn deal(&mut self, choices: &mut Choices<'_>) {
        let deck = games::random::deck(self.game.kind(), &mut |bound| choices.below(bound));
        let event = self.game.deal(&deck).expect("a deal is due, of this pack");
        self.events.clear();
        self.played = CardSet::EMPTY;
        self.tell(event);
    }

    fn act(&mut self, seat: Seat, choices: &mut Choices<'_>) {
        assert!(!self.legal.is_empty(), "the player to act has no legal action");
        let action = match choices.once_in(2) {
            true => choices.pick(&self.legal),
            false => games::random::action(&self.legal, &mut |bound| choices.below(bound)),
        };
        assert_reads_back(&action);
        let held = hand(&self.game, seat);
        let event = match self.game.act(seat, &action) {
            Ok(event) => event,
            Err(illegal) => panic!("{action} is listed but was refused: {illegal}"),
        };
        if let Some(card) = card_played(&action) {
            assert!(held.contains(card), "{action} plays a card that was not held");
            assert!(!hand(&self.game, seat).contains(card), "{action} left its card in the hand");
            assert!(!self.played.contains(card), "{action} plays a card for the second time");
            self.played.insert(card);
        }
        self.tell(event);
    }

    /// Sends an event to every viewer: the view that follows the events must be the view that is shown.
    fn tell(&mut self, event: Event) {
        let options = self.game.options();
        for (viewer, followed) in &mut self.followed {
            let seen = self.game.seen(&event, *viewer);
            match followed {
                None => {
                    let view = View::begin(options, *viewer, &seen);
                    *followed = Some(view.expect("the first event deals"));
                }
                // As a client does it: from the message.
                Some(view) => {
                    let read = convert::seen_from_wire(&convert::seen_to_wire(&seen));
                    assert_eq!(read.as_ref(), Some(&seen));
                    view.apply(&read.expect("it was read")).expect("each event follows the one before");
                }
            }
            let shown = self.game.view(*viewer);
            assert_eq!(followed.as_ref(), Some(&shown), "events lead {viewer:?} astray");
        }
        self.events.push(event);
    }

    /// Looks at the match with all eyes.
    fn look(&self, choices: &mut Choices<'_>) {
        let hands = self.game.seats().map(|seat| hand(&self.game, seat));
        let held = hands.fold(CardSet::EMPTY, |held, hand| {
            assert!(held.is_disjoint(hand), "two seats hold one card");
            held | hand
        });
        assert!(held.is_disjoint(self.played), "a card that was played is held");
        assert!(held.is_subset(self.game.kind().pack().cards()));
        let viewers: Vec<Viewer> = self.game.viewers().collect();
        self.assert_counts(held.len());
        // One viewer a step: over a deal everybody has looked.
        let viewer = choices.pick(&viewers);
        let view = self.game.view(viewer);
        assert_eq!(convert::view_from_wire(&convert::view_to_wire(&view)).as_ref(), Some(&view));
        // After the last deal everything is revealed.
        let lying_open = match self.game.stage() {
            Stage::Over => CardSet::FULL,
            Stage::Deal { .. } | Stage::Act(_) => shown_cards(&json(&view)),
        };
        for event in &self.events {
            let seen = self.game.seen(event, viewer);
            // A closed form may have lost all its cards; the message cannot tell no cards from nothing to show.
            let message = convert::seen_to_wire(&seen);
            let read = convert::seen_from_wire(&message).expect("an event that was written");
            assert_eq!(convert::seen_to_wire(&read), message, "{seen:?}");
            let shown = shown_cards(&json(&seen));
            assert!(shown.is_subset(lying_open), "{viewer:?} is shown {} by {seen:?}", shown - lying_open);
        }
    }

    fn in_deal(&self) -> bool {
        matches!(self.game.stage(), Stage::Act(_))
    }

    /// The cards of all places that are counted in the view of a spectator, together with those held.
    fn assert_counts(&self, held: u8) {
        if !self.in_deal() {
            return;
        }
        match self.game.view(Viewer::Spectator) {
            View::Seep(view) => {
                let floor = view.floor_up.map_or(0, |floor| {
                    floor.loose.len() + floor.houses.iter().map(|house| house.cards.len()).sum::<u8>()
                });
                let backs = view.backs.unwrap_or(0);
                let piles: u8 = view.piles.iter().sum();
                assert_eq!(view.hand_sizes.iter().sum::<u8>(), held);
                assert_eq!(held + view.stock + floor + backs + piles, 52, "the pack is not whole");
            }
            View::Smear(view) => {
                assert_eq!(view.hand_sizes.iter().sum::<u8>(), held);
                let rest = held + view.stock + self.played.len();
                // Discards are as many as were taken, or none yet.
                assert!(rest == 32 || rest + view.widow == 32, "the pack is not whole");
            }
            View::Pepper(view) => {
                assert_eq!(view.hand_sizes.iter().sum::<u8>(), held);
                let dead = if self.game.players() == 2 { 8 } else { 0 };
                assert_eq!(held + self.played.len() + dead, 24, "the pack is not whole");
            }
        }
    }
}

fn json<T: serde::Serialize>(shown: &T) -> serde_json::Value {
    serde_json::to_value(shown).expect("what is shown is plain data")
}

fn hand(game: &Match, seat: Seat) -> CardSet {
    let hand = match game.view(Viewer::Seat(seat)) {
        View::Seep(view) => view.hand,
        View::Smear(view) => view.hand,
        View::Pepper(view) => view.hand,
    };
    hand.expect("a seat sees its own hand")
}

fn card_played(action: &Action) -> Option<Card> {
    match action {
        Action::Seep(action) => action.card(),
        Action::Smear(smear::Action::Play { card }) | Action::Pepper(pepper::Action::Play { card }) => {
            Some(*card)
        }
        Action::Smear(_) | Action::Pepper(_) => None,
    }
}

/// An action is the same after it was written and read, as text and as a message.
fn assert_reads_back(action: &Action) {
    let kind = action.kind();
    assert_reads_as_itself(action);
    assert!(Action::parse(kind, &action.to_string()).is_ok(), "{action} is no text of {kind}");
    assert!(convert::action_from_wire(kind, &convert::action_to_wire(action)).is_ok(), "{action}");
}

/// If it can be read at all, it is the same. A discard of no card, say, has no text that is one.
fn assert_reads_as_itself(action: &Action) {
    let kind = action.kind();
    if let Ok(read) = Action::parse(kind, &action.to_string()) {
        assert_eq!(read, *action);
    }
    if let Ok(read) = convert::action_from_wire(kind, &convert::action_to_wire(action)) {
        assert_eq!(read, *action);
    }
}
