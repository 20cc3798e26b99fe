//! Time: the autopilot, players who go away and come back, the bank.

use jodi_tests::client::{Backend, Guest, MatchPlan, Watch, four_guests, seep_deals};
use jodi_tests::process::{Suite, SuiteSetup};
use wire::engine::v1::{Actor, EndReason, MatchEvent, MatchState, match_event, record_step};

/// Longer than any test: a bot that would take this long never plays.
const NEVER_MS: u64 = 24 * 60 * 60 * 1000;

async fn next_matching(watch: &mut Watch, wanted: impl Fn(&MatchEvent) -> bool) -> MatchEvent {
    loop {
        let event = watch.event().await;
        if wanted(&event) {
            return event;
        }
    }
}

/// Waits until a seat's player counts as away; that may be so from the start.
async fn await_away(watch: &mut Watch, guest: &Guest, match_id: &str, seat: usize) {
    while !guest.look(match_id).await.unwrap().seats[seat].away {
        watch.event().await;
    }
}

fn is_back(event: &MatchEvent, seat: u32) -> bool {
    matches!(&event.event, Some(match_event::Event::Back(back)) if back.seat == seat)
}

fn bank_left_ms(guest_sees: &wire::engine::v1::MatchSnapshot, seat: usize) -> i64 {
    let left = guest_sees.seats[seat].bank_left.expect("a bank is told");
    left.seconds * 1000 + i64::from(left.nanos) / 1_000_000
}

#[tokio::test]
async fn match_that_everybody_leaves_is_played_to_its_end() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let spectator = Guest::sign_in(suite.channel(), "Esha").await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let match_id = backend.create(MatchPlan::of(&guests).clocks(50, 0).spectators()).await;
    let mut watch = Watch::open(&spectator, &match_id, None).await;
    let last = next_matching(&mut watch, |event| event.ended.is_some()).await;
    assert_eq!(last.ended.unwrap().reason(), EndReason::PlayedOut);

    let record = backend.record(&match_id).await.unwrap();
    assert_eq!(record.absences.len(), 4);
    for seat in 0..4 {
        let (mut actors, mut away) = (Vec::new(), false);
        for step in &record.steps {
            match &step.step {
                Some(record_step::Step::Action(action)) if action.seat == seat => {
                    let expected = if away { Actor::Bot } else { Actor::Autopilot };
                    assert_eq!(action.actor(), expected);
                    actors.push(action.actor());
                }
                Some(record_step::Step::Away(step)) if step.seat == seat => {
                    assert_eq!(actors.len(), 2, "a seat is away once the autopilot has played for it twice");
                    away = true;
                }
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn player_returns_by_watching() {
    let suite = Suite::shared().await;
    let guests = four_guests(&suite.channel()).await;
    let spectator = Guest::sign_in(suite.channel(), "Esha").await;
    let backend = Backend::new(suite.channel(), suite.admin());
    // So many deals that the bots are not done before the player is back.
    let plan = MatchPlan::of(&guests).clocks(50, 0).options(seep_deals(999)).spectators();
    let match_id = backend.create(plan).await;
    let mut seen = Watch::open(&spectator, &match_id, None).await;
    await_away(&mut seen, &spectator, &match_id, 1).await;
    let mut own = Watch::open(&guests[1], &match_id, None).await;
    next_matching(&mut seen, |event| is_back(event, 1)).await;
    assert_eq!(own.snapshot().await.your_seat, Some(1));
    backend.abort(&match_id, "the test is done with it").await.unwrap();
}

/// A suite whose bots never play, and a match whose players run out of time one by one, seat 0 before now.
async fn all_away() -> (Suite, [Guest; 4], Backend, String) {
    let suite = SuiteSetup::new().env("JODI_ENGINE_BOT_DELAY_MS", NEVER_MS).start().await;
    let guests = four_guests(&suite.channel()).await;
    let spectator = Guest::sign_in(suite.channel(), "Esha").await;
    let backend = Backend::new(suite.channel(), suite.admin());
    let match_id = backend.create(MatchPlan::of(&guests).clocks(50, 0).spectators()).await;
    let mut seen = Watch::open(&spectator, &match_id, None).await;
    // Seat 0 bids and opens, and so is away first; the others go one by one when it is their turn.
    await_away(&mut seen, &spectator, &match_id, 0).await;
    (suite, guests, backend, match_id)
}

#[tokio::test]
async fn player_returns_by_a_move_before_the_bot_made_one() {
    let (_suite, guests, _, match_id) = all_away().await;
    let mut watch = Watch::open(&guests[1], &match_id, None).await;
    let mut seen = watch.snapshot().await;
    while seen.turn.as_ref().is_none_or(|turn| !seen.seats[turn.seat as usize].away) {
        watch.event().await;
        seen = guests[1].look(&match_id).await.unwrap();
    }
    let turn = seen.turn.expect("somebody is to act");
    assert_eq!(turn.deadline, None, "a bot's seat has no time running");
    let guest = &guests[turn.seat as usize];
    let legal = guest.look(&match_id).await.unwrap().turn.unwrap().legal_moves;
    let acted = guest.act(&match_id, &legal[0].text).await.unwrap();
    let back = next_matching(&mut watch, |event| is_back(event, turn.seat)).await;
    let played = next_matching(&mut watch, |event| event.actor() == Actor::Player).await;
    assert_eq!((back.seq + 1, played.seq), (acted.seq, acted.seq));
}

#[tokio::test]
async fn partner_who_is_away_does_not_hold_up_a_resignation() {
    let (_suite, guests, _, match_id) = all_away().await;
    let resigned = guests[2].resign(&match_id).await.unwrap();
    assert!(resigned.match_over);
    assert_eq!(guests[1].look(&match_id).await.unwrap().state(), MatchState::Finished);
}

#[tokio::test]
async fn bank_is_charged_and_what_is_left_survives_a_kill() {
    const BANK_MS: u64 = 60 * 60 * 1000;
    let mut suite = SuiteSetup::new().start().await;
    let guests = four_guests(&suite.channel()).await;
    let backend = Backend::new(suite.channel(), suite.admin());
    // No client is as fast as this limit, so that every move costs something.
    let match_id = backend.create(MatchPlan::of(&guests).clocks(1, BANK_MS)).await;
    let mut watch = Watch::open(&guests[0], &match_id, None).await;
    watch.turn().await;
    let charged = loop {
        let turn = guests[0].look(&match_id).await.unwrap().turn.unwrap();
        let guest = &guests[turn.seat as usize];
        let legal = guest.look(&match_id).await.unwrap().turn.unwrap().legal_moves;
        guest.act(&match_id, &legal[0].text).await.unwrap();
        if let Some(charge) = watch.event().await.bank_charge {
            break charge;
        }
    };
    let before = guests[0].look(&match_id).await.unwrap();
    let seat = charged.seat as usize;
    assert_eq!(before.seats[seat].bank_left, charged.left);
    assert!(bank_left_ms(&before, seat) < i64::try_from(BANK_MS).unwrap());

    suite.kill().await;
    suite.restart().await;
    let after = guests[0].on(suite.channel()).look(&match_id).await.unwrap();
    let banks = |snapshot: &wire::engine::v1::MatchSnapshot| {
        (0..4).map(|seat| bank_left_ms(snapshot, seat)).collect::<Vec<_>>()
    };
    assert_eq!(banks(&after), banks(&before));
    assert_eq!((after.seq, &after.view), (before.seq, &before.view));

    let backend = Backend::new(suite.channel(), suite.admin());
    backend.abort(&match_id, "the test is done with it").await.unwrap();
    let record = backend.record(&match_id).await.unwrap();
    let spent = record.steps.iter().filter_map(|step| match &step.step {
        Some(record_step::Step::Action(action)) if action.seat as usize == seat => action.bank_charged,
        _ => None,
    });
    let spent: i64 = spent.map(|span| span.seconds * 1000 + i64::from(span.nanos) / 1_000_000).sum();
    assert_eq!(spent, i64::try_from(BANK_MS).unwrap() - bank_left_ms(&after, seat));
}
