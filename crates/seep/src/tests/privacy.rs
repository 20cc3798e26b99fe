//! Non-interference: what a viewer is shown does not depend on hidden cards.
//!
//! At every moment two cards that are hidden from a viewer change places, in the state and in every event that
//! led to it. The viewer's view, every past event as it is seen now, and the next event must stay as they were,
//! byte for byte.

use cards::{Card, CardSet, Game, Stage, Viewer};

use super::fixture::{Chance, seat};
use crate::{
    Action, BidMade, DealEnd, Dealt, Event, House, LastDeal, LatestCapture, Phase, Played, Seen, Seep,
};

/// Two cards that change places.
#[derive(Clone, Copy)]
struct Swap(Card, Card);

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

    fn house(self, house: House) -> House {
        House { cards: self.cards(house.cards), ..house }
    }

    fn action(self, action: Action) -> Action {
        let mut swapped = action;
        if let Some(card) = action.card() {
            swapped.replace_card(self.card(card));
        }
        match &mut swapped {
            Action::Bid { .. } | Action::Throw { .. } => {}
            Action::Capture { take, .. }
            | Action::Add { take, .. }
            | Action::Build { take, .. }
            | Action::Break { take, .. } => *take = self.cards(*take),
        }
        swapped
    }

    fn end(self, end: &DealEnd) -> DealEnd {
        DealEnd {
            left_over: self.cards(end.left_over),
            piles: end.piles.map(|pile| self.cards(pile)),
            ..end.clone()
        }
    }

    fn event(self, event: &Event) -> Event {
        match event {
            Event::Dealt(dealt) => {
                let (hand, floor) = (self.cards(dealt.hand), self.cards(dealt.floor));
                Event::Dealt(Dealt { hand, floor, ..dealt.clone() })
            }
            Event::Bid(bid) => Event::Bid(BidMade { floor: self.cards(bid.floor), ..bid.clone() }),
            Event::Played(played) => Event::Played(Played {
                action: self.action(played.action),
                captured: self.cards(played.captured),
                before: played.before.map(|house| self.house(house)),
                after: played.after.map(|house| self.house(house)),
                dealt: played.dealt.map(|dealt| dealt.map(|cards| self.cards(cards))),
                end: played.end.as_ref().map(|end| Box::new(self.end(end))),
                ..played.clone()
            }),
        }
    }

    fn state(self, game: &Seep) -> Seep {
        let mut swapped = game.clone();
        let table = &mut swapped.table;
        for cards in
            table.hands.iter_mut().chain(&mut table.stock).chain(&mut table.piles).chain([&mut table.loose])
        {
            *cards = self.cards(*cards);
        }
        table.houses = table.houses.map(|house| house.map(|house| self.house(house)));
        table.latest = table.latest.map(|latest| LatestCapture {
            card: self.card(latest.card),
            taken: self.cards(latest.taken),
            ..latest
        });
        swapped.last_deal = swapped.last_deal.map(|last| match last {
            LastDeal::Scored(end) => LastDeal::Scored(Box::new(self.end(&end))),
            LastDeal::ThrownIn { bidder, hand } => LastDeal::ThrownIn { bidder, hand: self.cards(hand) },
        });
        swapped
    }
}

/// The cards of the deal in progress that the viewer must not see, found from the places alone.
fn hidden(game: &Seep, viewer: Viewer) -> CardSet {
    let table = &game.table;
    if !matches!(game.stage(), Stage::Act(_)) {
        return CardSet::EMPTY;
    }
    let own = viewer.seat().map_or(CardSet::EMPTY, |seat| table.hands[seat.index()]);
    let mut hidden =
        table.hands.iter().chain(&table.stock).fold(CardSet::EMPTY, |all, cards| all | *cards) - own;
    if game.options.history == crate::History::Closed {
        let latest = table.latest.map_or(CardSet::EMPTY, |latest| latest.taken.with(latest.card));
        hidden = hidden | ((table.piles[0] | table.piles[1]) - latest);
    }
    let bidder_sees = game.options.bid_floor == crate::BidFloor::BidderSees && viewer.is(table.turn);
    if game.phase == Phase::Bid && !bidder_sees {
        hidden = hidden | table.loose;
    }
    hidden
}

/// What a viewer gets, as bytes: the view and every past event as it is seen now.
fn shown(game: &Seep, events: &[Event], viewer: Viewer) -> String {
    let events: Vec<Seen> = events.iter().map(|event| game.seen(event, viewer)).collect();
    serde_json::to_string(&(game.view(viewer), events)).unwrap()
}

#[test]
fn what_is_shown_does_not_depend_on_hidden_cards() {
    let (mut exchanges, mut next_events) = (0, 0);
    for seed in 0..60 {
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
                // Only the deal in progress has these cards in these places.
                let of_now = |event: &Event| event.deal() == game.deal_number();
                let other = swap.state(&game);
                let others: Vec<Event> = events
                    .iter()
                    .map(|event| if of_now(event) { swap.event(event) } else { event.clone() })
                    .collect();
                assert_eq!(
                    shown(&game, &events, viewer),
                    shown(&other, &others, viewer),
                    "{viewer:?} {game:?}"
                );
                exchanges += 1;
                let action = action.expect("cards are hidden during a deal only");
                next_events += u32::from(same_next_event(&game, &other, &action, viewer, swap));
            }
            let event = match action {
                Some(action) => game.act(game.table.turn, &action).unwrap(),
                None => game.deal(&chance.deck()).unwrap(),
            };
            events.push(event);
        }
    }
    assert!(exchanges > 10_000 && next_events > 5_000, "{exchanges} {next_events}");
}

/// Performs the same action in both worlds and compares what the viewer gets of it; false if that cannot be
/// done because the action moves or shows one of the exchanged cards, or is not legal in both.
fn same_next_event(left: &Seep, right: &Seep, action: &Action, viewer: Viewer, swap: Swap) -> bool {
    let (mut left, mut right) = (left.clone(), right.clone());
    let seat = left.table.turn;
    if swap.action(*action) != *action {
        return false;
    }
    let Ok(event) = left.act(seat, action) else { return false };
    let Ok(other) = right.act(seat, action) else { return false };
    let still = hidden(&left, viewer);
    if !still.contains(swap.0) || !still.contains(swap.1) {
        return false;
    }
    let bytes =
        |game: &Seep, event: &Event| serde_json::to_string(&(game.seen(event, viewer), game.view(viewer)));
    assert_eq!(bytes(&left, &event).unwrap(), bytes(&right, &other).unwrap(), "{viewer:?} {action}");
    true
}

#[test]
fn earlier_deals_show_only_what_was_shown_for_good() {
    for seed in 100..130 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        let mut events: Vec<Event> = Vec::new();
        for _ in 0..130 {
            if game.stage() == Stage::Over {
                break;
            }
            events.push(chance.step(&mut game));
            if game.options.history == crate::History::Open || game.stage() == Stage::Over {
                continue;
            }
            for event in events.iter().filter(|event| event.deal() < game.deal_number()) {
                for viewer in Viewer::TABLE_OF_FOUR {
                    assert_closed(&game.seen(event, viewer));
                }
            }
        }
    }
}

#[track_caller]
fn assert_closed(seen: &Seen) {
    match seen {
        Seen::Dealt(deal) => {
            assert!(deal.thrown_in || deal.hand.is_none_or(CardSet::is_empty));
            assert!(deal.floor.is_none_or(CardSet::is_empty));
        }
        Seen::Bid(bid) => assert!(bid.floor.is_empty()),
        Seen::Played(played) => {
            assert!(played.play.is_none() && played.dealt.is_none_or(CardSet::is_empty));
        }
    }
}

#[test]
fn who_was_dealt_what_stays_with_its_seat() {
    for seed in 200..220 {
        let mut chance = Chance::new(seed);
        let mut game = chance.new_match();
        for _ in 0..130 {
            if game.stage() == Stage::Over {
                break;
            }
            let event = chance.step(&mut game);
            for viewer in Viewer::TABLE_OF_FOUR {
                match game.seen(&event, viewer) {
                    Seen::Dealt(deal) if !deal.thrown_in => {
                        assert_eq!(deal.hand.is_some(), viewer.is(deal.bidder));
                    }
                    Seen::Played(played) => {
                        let own = viewer.seat().filter(|_| played.number == 1);
                        assert_eq!(
                            played.dealt.map(CardSet::len),
                            own.map(|own| if own == played.seat { 8 } else { 12 })
                        );
                    }
                    Seen::Dealt(_) | Seen::Bid(_) => {}
                }
            }
        }
    }
}

#[test]
fn a_capture_closes_with_the_next_play() {
    let mut watched = None;
    super::vector::play_vector(|game, _| {
        // Play 3 is a capture; it is open before play 4 and closed before play 5.
        let number = game.table.plays;
        let Some(event) = &watched else {
            let capture = "CAPTURE TH 10 []".parse().unwrap();
            watched = (number == 2).then(|| game.clone().act(seat(3), &capture).unwrap());
            return;
        };
        let Seen::Played(seen) = game.seen(event, Viewer::Seat(seat(3))) else {
            panic!("a play is seen as one")
        };
        assert_eq!(seen.play.is_some(), number == 3, "before play {}", number + 1);
    });
}
