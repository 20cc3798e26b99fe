//! What a stream must never show.

use std::collections::BTreeSet;

use futures::future::join_all;
use jodi_tests::client::{
    Backend, Guest, MatchPlan, Watch, await_turn, first_move, four_guests, play_to_end, seep_deals,
};
use jodi_tests::process::Suite;
use wire::engine::v1::match_event::Event;
use wire::engine::v1::watch_response::Update;
use wire::engine::v1::{GetMatchRequest, MatchEvent, MatchSnapshot};
use wire::game::v1::{SeepEvent, SeepView, game_event, game_view, seep_event};

fn seep_view(snapshot: &MatchSnapshot) -> Option<&SeepView> {
    let Some(game_view::Game::Seep(view)) = snapshot.view.as_ref()?.game.as_ref() else { return None };
    Some(view)
}

fn seep_step(event: &MatchEvent) -> Option<&seep_event::Event> {
    let Some(Event::Game(game)) = event.event.as_ref() else { return None };
    let Some(game_event::Game::Seep(SeepEvent { event })) = game.game.as_ref() else { return None };
    event.as_ref()
}

/// Cards that are dealt face down by a step, as far as it shows them.
fn dealt_cards(step: &seep_event::Event) -> Vec<i32> {
    match step {
        seep_event::Event::Dealt(dealt) if dealt.thrown_in => Vec::new(),
        seep_event::Event::Dealt(dealt) => [&dealt.hand[..], &dealt.floor[..]].concat(),
        seep_event::Event::Played(played) => played.dealt.clone(),
        seep_event::Event::Bid(_) => Vec::new(),
    }
}

/// Every update of a stream up to its end.
async fn everything(guest: &Guest, match_id: &str) -> (Vec<MatchSnapshot>, Vec<MatchEvent>) {
    let mut watch = Watch::open(guest, match_id, None).await;
    let (mut snapshots, mut events) = (Vec::new(), Vec::new());
    while let Some(update) = watch.next().await.unwrap() {
        match update {
            Update::Snapshot(snapshot) => snapshots.push(*snapshot),
            Update::Event(event) => events.push(*event),
            _ => {}
        }
    }
    (snapshots, events)
}

struct Open {
    guests: [Guest; 4],
    backend: Backend,
    match_id: String,
}

/// A match of two deals that anybody may watch.
async fn open_match() -> (Open, Guest) {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let spectator = Guest::sign_in(suite.channel(), "Esha").await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let plan = MatchPlan::of(&guests).options(seep_deals(2)).spectators();
    let match_id = backend.create(plan).await;
    (Open { guests, backend, match_id }, spectator)
}

impl Open {
    async fn play(&self) {
        join_all(self.guests.iter().map(|guest| play_to_end(guest, &self.match_id, first_move))).await;
    }
}

#[tokio::test]
async fn spectator_sees_no_hand_and_no_legal_move() {
    let (table, spectator) = open_match().await;
    let ((snapshots, events), ()) = tokio::join!(everything(&spectator, &table.match_id), table.play());
    assert!(snapshots.iter().all(|snapshot| snapshot.your_seat.is_none()));
    for view in snapshots.iter().filter_map(seep_view) {
        assert!(view.seat.is_none() && view.hand.is_empty() && view.floor.is_empty(), "{view:?}");
    }
    assert!(events.len() > 98, "two deals were told");
    for event in &events {
        let cards = seep_step(event).map(dealt_cards).unwrap_or_default();
        assert_eq!(cards, Vec::<i32>::new(), "{event:?}");
        assert!(event.turn.as_ref().is_none_or(|turn| turn.legal_moves.is_empty()));
    }
    assert!(snapshots.iter().all(|snapshot| snapshot.secret.is_empty()));
}

#[tokio::test]
async fn reading_service_sees_what_a_spectator_sees() {
    let (table, spectator) = open_match().await;
    await_turn(&spectator, &table.match_id).await;
    let seen = spectator.look(&table.match_id).await.unwrap();
    let request = GetMatchRequest { match_id: table.match_id.clone() };
    let read = table.backend.engine().get_match(request).await.unwrap().into_inner().r#match;
    assert_eq!(read, Some(seen));
}

#[tokio::test]
async fn hands_that_the_four_are_shown_never_meet() {
    let (table, _) = open_match().await;
    let watching = table.guests.iter().map(|guest| everything(guest, &table.match_id));
    let (seen, ()) = tokio::join!(join_all(watching), table.play());
    let mut shown = Vec::new();
    for (seat, (snapshots, events)) in seen.iter().enumerate() {
        for view in snapshots.iter().filter_map(seep_view) {
            assert_eq!(view.seat, Some(u32::try_from(seat).unwrap()));
        }
        // The first deal alone: in the next one the cards are dealt anew.
        let first_deal = events.iter().filter_map(seep_step).take_while(
            |step| !matches!(step, seep_event::Event::Dealt(dealt) if dealt.deal > 1 && !dealt.thrown_in),
        );
        let cards: BTreeSet<_> = first_deal.flat_map(dealt_cards).collect();
        shown.push(cards);
        for event in events {
            let turn = event.turn.as_ref();
            let legal = turn.is_some_and(|turn| !turn.legal_moves.is_empty());
            assert!(!legal || turn.is_some_and(|turn| turn.seat as usize == seat), "{event:?}");
        }
    }
    for (seat, cards) in shown.iter().enumerate() {
        for other in &shown[seat + 1..] {
            assert!(cards.is_disjoint(other), "two seats were shown one card as theirs");
        }
    }
}

#[tokio::test]
async fn stranger_sees_nothing_of_a_match_without_spectators() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let stranger = Guest::sign_in(suite.channel(), "Esha").await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let match_id = backend.create(MatchPlan::of(&guests)).await;
    assert!(stranger.look(&match_id).await.is_err());
    assert!(Watch::try_open(&stranger, &match_id, None).await.is_err());
}
