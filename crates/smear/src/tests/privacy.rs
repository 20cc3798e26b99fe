//! Non-interference: what a viewer is shown does not depend on hidden cards.
//!
//! At every moment two cards that are hidden from a viewer change places, in the state and in every event that
//! led to it. The viewer's view, every past event as it is seen now, and the next event must stay as they were,
//! byte for byte.

use cards::{Card, CardSet, Game, Stage, TakenTrick, Trick, Viewer};

use super::fixture::Chance;
use crate::{
    Action, AfterCall, Called, Dealt, Discarded, Event, History, Phase, Played, Seen, Smear, card_count,
};

/// Two cards that change places.
#[derive(Clone, Copy)]
struct Swap(Card, Card);

/// Whether the widow that a viewer was shown is a record of its own, which stays as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Widow {
    Seen,
    Hidden,
}

impl Swap {
    fn card(self, card: Card) -> Card {
        match card {
            card if card == self.0 => self.1,
            card if card == self.1 => self.0,
            card => card,
        }
    }

    fn cards(self, cards: CardSet) -> CardSet {
        cards.iter().map(|card| self.card(card)).collect()
    }

    fn widow(self, cards: CardSet, widow: Widow) -> CardSet {
        if widow == Widow::Seen { cards } else { self.cards(cards) }
    }

    fn trick(self, trick: &Trick) -> Trick {
        let mut swapped = Trick::led_by(trick.leader(), 4);
        trick.plays().for_each(|(_, card)| swapped.play(self.card(card)));
        swapped
    }

    fn event(self, event: &Event, widow: Widow) -> Event {
        match *event {
            Event::Dealt(dealt) => Event::Dealt(Dealt {
                hands: dealt.hands.map(|hand| self.cards(hand)),
                widow: self.widow(dealt.widow, widow),
                rest: self.cards(dealt.rest),
                ..dealt
            }),
            Event::Called(called) => {
                let after = match called.after {
                    AfterCall::Won { contract, taken } => {
                        AfterCall::Won { contract, taken: self.widow(taken, widow) }
                    }
                    after => after,
                };
                Event::Called(Called { after, ..called })
            }
            Event::Discarded(discarded) => {
                Event::Discarded(Discarded { cards: self.cards(discarded.cards), ..discarded })
            }
            // Trump, winner and result are facts that were told; they stay.
            Event::Played(played) => Event::Played(Played { card: self.card(played.card), ..played }),
        }
    }

    fn state(self, game: &Smear, widow: Widow) -> Smear {
        let mut swapped = *game;
        let table = &mut swapped.table;
        let sets = table.hands.iter_mut().chain(&mut table.piles).chain(&mut table.played);
        for cards in sets.chain([&mut table.rest, &mut table.discards]) {
            *cards = self.cards(*cards);
        }
        table.widow = self.widow(table.widow, widow);
        table.trick = self.trick(&table.trick);
        let tricks_taken = usize::from(table.tricks_taken);
        for taken in &mut table.taken[..tricks_taken] {
            *taken = TakenTrick { trick: self.trick(&taken.trick), ..*taken };
        }
        swapped
    }
}

/// The cards of the current deck that the viewer must not see, found from the places alone.
fn hidden(game: &Smear, viewer: Viewer) -> CardSet {
    if game.phase == Phase::Over {
        return CardSet::EMPTY;
    }
    let table = &game.table;
    let own = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hands[seat.index()]);
    let hands = table.hands.iter().fold(CardSet::EMPTY, |all, cards| all | *cards);
    let mut hidden = (hands | table.rest) - own;
    if table.contract.is_none() {
        hidden = hidden | table.widow;
    }
    let is_bidder = table.contract.is_some_and(|contract| viewer.is(contract.bidder));
    if game.in_deal() && !is_bidder {
        hidden = hidden | table.discards;
    }
    if game.options.history == History::Closed {
        let earlier = &table.tricks()[..table.tricks().len().saturating_sub(1)];
        hidden = earlier.iter().fold(hidden, |all, taken| all | taken.trick.cards());
    }
    hidden
}

/// Whether the viewer may still look at the widow that it took.
fn widow_of(game: &Smear, viewer: Viewer) -> Widow {
    let is_bidder = game.table.contract.is_some_and(|contract| viewer.is(contract.bidder));
    if is_bidder && game.in_deal() { Widow::Seen } else { Widow::Hidden }
}

/// What a viewer gets, as bytes: the view and every past event as it is seen now.
fn shown(game: &Smear, events: &[Event], viewer: Viewer) -> String {
    let events: Vec<Seen> = events.iter().map(|event| game.seen(event, viewer)).collect();
    serde_json::to_string(&(game.view(viewer), events)).unwrap()
}

/// Open counts tell something of closed tricks, so only cards that count alike may change places there.
fn tells_nothing(game: &Smear, swap: Swap) -> bool {
    let won = game.table.piles[0] | game.table.piles[1];
    let counted = won.contains(swap.0) || won.contains(swap.1);
    !(game.options.open_counts && counted) || card_count(swap.0) == card_count(swap.1)
}

#[test]
fn what_is_shown_does_not_depend_on_hidden_cards() {
    let (mut exchanges, mut next_events, mut between) = (0, 0, 0);
    for seed in 0..50 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events = Vec::new();
        for _ in 0..130 {
            if game.stage() == Stage::Over {
                break;
            }
            let action = matches!(game.stage(), Stage::Act(_)).then(|| chance.action(&game));
            for viewer in Viewer::TABLE_OF_FOUR {
                let hidden: Vec<Card> = hidden(&game, viewer).iter().collect();
                if hidden.len() < 2 {
                    continue;
                }
                let swap = Swap(chance.pick(&hidden), chance.pick(&hidden));
                if !tells_nothing(&game, swap) {
                    continue;
                }
                let widow = widow_of(&game, viewer);
                let other = swap.state(&game, widow);
                let others: Vec<Event> = events.iter().map(|event| swap.event(event, widow)).collect();
                assert_eq!(
                    shown(&game, &events, viewer),
                    shown(&other, &others, viewer),
                    "{viewer:?} {game:?}"
                );
                exchanges += 1;
                match action {
                    Some(action) => {
                        next_events += u32::from(same_next_event(&game, &other, &action, viewer, swap));
                    }
                    None => between += 1,
                }
            }
            let event = match action {
                Some(action) => game.act(game.table.turn, &action).unwrap(),
                None => game.deal(&chance.deck()).unwrap(),
            };
            // Only the current deck has the exchanged cards in these places.
            events.retain(|event: &Event| event.deal() == game.deal_number());
            events.push(event);
        }
    }
    assert!(exchanges > 8_000 && next_events > 4_000 && between > 200, "{exchanges} {next_events} {between}");
}

/// Performs the same action in both worlds and compares what the viewer gets of it; false if that cannot be
/// done because the action moves or shows one of the exchanged cards, is not legal in both, or ends the deal,
/// whose result counts all cards.
fn same_next_event(left: &Smear, right: &Smear, action: &Action, viewer: Viewer, swap: Swap) -> bool {
    let (mut left, mut right) = (*left, *right);
    let seat = left.table.turn;
    if swap.cards(action.cards()) != action.cards() {
        return false;
    }
    let Ok(event) = left.act(seat, action) else { return false };
    let Ok(other) = right.act(seat, action) else { return false };
    let still = hidden(&left, viewer);
    if !still.contains(swap.0) || !still.contains(swap.1) || !left.in_deal() && left.table.tricks_taken > 0 {
        return false;
    }
    let winner = |event: &Event| if let Event::Played(played) = event { played.winner } else { None };
    if winner(&event) != winner(&other) || !tells_nothing(&left, swap) {
        return false;
    }
    let bytes =
        |game: &Smear, event: &Event| serde_json::to_string(&(game.seen(event, viewer), game.view(viewer)));
    assert_eq!(bytes(&left, &event).unwrap(), bytes(&right, &other).unwrap(), "{viewer:?} {action}");
    true
}
