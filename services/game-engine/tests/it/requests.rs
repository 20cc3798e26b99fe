//! Who may ask what, and what is refused.

use std::collections::BTreeSet;

use prost_types::Duration as WireDuration;
use uuid::Uuid;
use wire::engine::v1::*;
use wire::errors::v1::ErrorReason;
use wire::game::v1::{GameOptions, PepperOptions, SeepOptions, game_options};

use crate::table::{Plan, fresh_id, seconds};
use crate::world::{World, reason, token};

fn fields(status: &tonic::Status) -> Vec<String> {
    wire::fault_of(status).unwrap().into_refused().fields.into_iter().map(|fault| fault.field).collect()
}

#[tokio::test]
async fn match_that_cannot_be_is_refused_with_the_field_at_fault() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let with = |change: &dyn Fn(&mut CreateMatchRequest)| {
        let mut request = Plan::new(1).request;
        change(&mut request);
        request
    };
    let player = |n: usize, account_id: &str, name: &str| {
        let player = PlayerSeat { account_id: account_id.to_owned(), display_name: name.to_owned() };
        with(&move |r| r.seats[n].occupant = Some(seat_assignment::Occupant::Player(player.clone())))
    };
    let bot = |level: &str| SeatAssignment {
        occupant: Some(seat_assignment::Occupant::Bot(BotSeat { level: level.to_owned() })),
    };
    let clocks = |turn_limit, bank| with(&move |r| r.clocks = Some(ClockSettings { turn_limit, bank }));
    let cases = [
        ("match_id", with(&|r| r.match_id.clear())),
        ("match_id", with(&|r| r.match_id = "no uuid".to_owned())),
        ("seats", with(&|r| drop(r.seats.pop()))),
        ("seats", with(&|r| r.seats.push(r.seats[0].clone()))),
        ("seats", with(&|r| r.seats[3] = r.seats[0].clone())),
        ("seats", with(&|r| (r.seats, r.ladder) = (vec![bot(""); 4], String::new()))),
        ("seats[1]", with(&|r| r.seats[1].occupant = None)),
        ("seats[2].bot.level", with(&|r| r.seats[2] = bot("grandmaster"))),
        ("ladder", with(&|r| r.seats[2] = bot(""))),
        ("ladder", with(&|r| r.ladder = "x".repeat(65))),
        ("seats[0].player.account_id", player(0, "x", "Asha")),
        ("seats[0].player.display_name", player(0, &Uuid::from_u128(1).to_string(), " ")),
        ("seats[0].player.display_name", player(0, &Uuid::from_u128(1).to_string(), &"x".repeat(41))),
        ("clocks.turn_limit", clocks(seconds(-1), None)),
        // Stored in milliseconds it would be none.
        ("clocks.turn_limit", clocks(Some(WireDuration { seconds: 0, nanos: 1 }), None)),
        ("clocks.turn_limit", clocks(seconds(7 * 24 * 3600 + 1), None)),
        ("clocks.bank", clocks(None, seconds(24 * 3600 + 1))),
        ("cut_window", with(&|r| r.cut_window = seconds(61))),
        ("first_dealer", with(&|r| r.first_dealer = Some(4))),
    ];
    for (field, request) in cases {
        let refused = engine.creator().create_match(request).await.unwrap_err();
        assert_eq!((reason(&refused), fields(&refused)), (ErrorReason::InvalidField, vec![field.to_owned()]));
    }
    let options = |options| with(&|r| r.options.clone_from(&options));
    let seep = SeepOptions { n_baazis: Some(0), capture: 9, ..Default::default() };
    for (bad, fields_at_fault) in [
        (None, vec!["options.game"]),
        (Some(GameOptions { game: None }), vec!["options.game"]),
        (
            Some(GameOptions { game: Some(game_options::Game::Seep(seep)) }),
            vec!["options.seep.capture", "options.seep.n_baazis"],
        ),
    ] {
        let refused = engine.creator().create_match(options(bad)).await.unwrap_err();
        assert_eq!(
            (reason(&refused), fields(&refused)),
            (ErrorReason::InvalidOptions, fields_at_fault.into_iter().map(str::to_owned).collect())
        );
    }
    let rows = "select count(*) from engine.match";
    assert_eq!(sqlx::query_scalar::<_, i64>(rows).fetch_one(world.pool()).await.unwrap(), 0);
}

#[tokio::test]
async fn bad_move_is_refused_with_its_reason_and_changes_nothing() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let mut table = Plan::new(1).create(&engine).await;
    table.steps(3).await;
    let (seat, legal) = table.turn().await.unwrap();
    let before = table.players[seat].get().await;
    let player = &table.players[seat];
    let request = |text: &str| player.act_request(fresh_id(), text);
    let illegal: BTreeSet<_> = legal.iter().map(|l| l.text.clone()).collect();
    let illegal =
        cards::CardSet::FULL.iter().map(|c| format!("THROW {c}")).find(|t| !illegal.contains(t)).unwrap();
    let cases = [
        (request(&illegal), ErrorReason::IllegalMove),
        (request("THROW 99"), ErrorReason::InvalidField),
        (request(""), ErrorReason::InvalidField),
        (request(&"x".repeat(201)), ErrorReason::InvalidField),
        (ActRequest { r#move: None, ..request("") }, ErrorReason::InvalidField),
        (ActRequest { request_id: "x".to_owned(), ..request(&legal[0].text) }, ErrorReason::InvalidField),
        (ActRequest { request_id: String::new(), ..request(&legal[0].text) }, ErrorReason::InvalidField),
        (ActRequest { match_id: "x".to_owned(), ..request(&legal[0].text) }, ErrorReason::InvalidField),
        (
            ActRequest { match_id: Uuid::from_u128(3).to_string(), ..request(&legal[0].text) },
            ErrorReason::MatchNotFound,
        ),
        (ActRequest { expected_seq: Some(1), ..request(&legal[0].text) }, ErrorReason::StaleSeq),
        (ActRequest { expected_seq: Some(u64::MAX), ..request(&legal[0].text) }, ErrorReason::StaleSeq),
    ];
    for (request, expected) in cases {
        let refused = player.client.clone().act(request.clone()).await.unwrap_err();
        assert_eq!(reason(&refused), expected, "{request:?}");
        if expected == ErrorReason::IllegalMove {
            assert!(
                refused.message().ends_with('.') && refused.message().contains(' '),
                "{}",
                refused.message()
            );
            assert!(!wire::fault_of(&refused).unwrap().metadata()["rule"].is_empty());
        }
    }
    for other in (1..4).map(|n| &table.players[(seat + n) % 4]) {
        let refused = other.act(fresh_id(), &legal[0].text).await.unwrap_err();
        assert_eq!(reason(&refused), ErrorReason::NotYourTurn);
    }
    let short = player.cut(fresh_id(), &[1; 15]).await.unwrap_err();
    assert_eq!((reason(&short), fields(&short)), (ErrorReason::InvalidField, vec!["entropy".to_owned()]));
    let late = player.cut(fresh_id(), &[1; 16]).await.unwrap_err();
    assert_eq!(reason(&late), ErrorReason::CutClosed);
    assert_eq!(player.get().await, before);
    table.step().await.unwrap();
}

#[tokio::test]
async fn each_call_is_for_those_whom_it_is_for() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let match_id = table.match_id.to_string();
    let (player, stranger) = (&table.players[0].client, engine.client(&token(Uuid::from_u128(9))));
    let create = Plan::new(2).request;
    for mut client in [player.clone(), engine.reader()] {
        let refused = client.create_match(create.clone()).await.unwrap_err();
        assert_eq!(reason(&refused), ErrorReason::PermissionDenied);
        assert_eq!(wire::fault_of(&refused).unwrap().metadata()["scope"], "matches.create");
    }
    let abort = AbortMatchRequest { match_id: match_id.clone(), why: "a test".to_owned() };
    for mut client in [player.clone(), engine.reader(), engine.creator()] {
        let refused = client.abort_match(abort.clone()).await.unwrap_err();
        assert_eq!(reason(&refused), ErrorReason::PermissionDenied);
    }
    for mut service in [engine.admin(), engine.reader(), engine.creator()] {
        let refused = service.act(table.players[0].act_request(fresh_id(), "BID 9")).await.unwrap_err();
        assert_eq!(reason(&refused), ErrorReason::PermissionDenied);
    }
    let get = GetMatchRequest { match_id: match_id.clone() };
    let refused = engine.creator().get_match(get.clone()).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::PermissionDenied);
    let refused = stranger.clone().get_match(get.clone()).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::NotYourMatch);
    let record = GetRecordRequest { match_id: match_id.clone() };
    let refused = stranger.clone().get_record(record.clone()).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::NotYourMatch);
    let refused = engine.reader().get_record(record).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::MatchRunning);
    let refused = engine.anonymous().get_match(get).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::CredentialMissing);
    for why in ["", "  ", "no\0thing", &"x".repeat(501)] {
        let abort = AbortMatchRequest { match_id: match_id.clone(), why: why.to_owned() };
        let refused = engine.admin().abort_match(abort).await.unwrap_err();
        assert_eq!(fields(&refused), ["why"]);
    }
}

#[tokio::test]
async fn record_of_an_ended_match_is_for_its_players_and_readers() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).spectators().create(&engine).await;
    for seat in [0, 2] {
        table.players[seat].resign(fresh_id()).await.unwrap();
    }
    let request = GetRecordRequest { match_id: table.match_id.to_string() };
    for mut client in [table.players[3].client.clone(), engine.reader(), engine.admin()] {
        client.get_record(request.clone()).await.unwrap();
    }
    let mut stranger = engine.client(&token(Uuid::from_u128(9)));
    assert_eq!(reason(&stranger.get_record(request).await.unwrap_err()), ErrorReason::NotYourMatch);
}

#[tokio::test]
async fn list_goes_through_all_matches_page_by_page_newest_first() {
    let world = World::new().await;
    let (clock, time) = crate::world::simulated();
    let engine = world.engine("a").clock(&clock).start().await;
    let accounts = Plan::new(7).accounts;
    let mut ids = Vec::new();
    for n in 0..7_u64 {
        let mut plan = Plan::new(100 + n);
        plan.accounts = accounts.clone();
        let Plan { request: of_the_four, .. } = Plan::new(7);
        plan.request.seats = of_the_four.seats;
        plan.request.cut_window = seconds(if n == 6 { 60 } else { 0 });
        let table = plan.create(&engine).await;
        if n < 2 {
            for seat in [0, 2] {
                table.players[seat].resign(fresh_id()).await.unwrap();
            }
        }
        ids.push(table.match_id.to_string());
        time.advance(std::time::Duration::from_millis(1));
    }
    ids.reverse();
    let mut client = engine.client(&token(accounts[1]));
    let mut listed = Vec::new();
    let mut request = ListMatchesRequest { page_size: 3, ..Default::default() };
    loop {
        let page = client.list_matches(request.clone()).await.unwrap().into_inner();
        assert!(page.matches.len() <= 3);
        listed.extend(page.matches);
        if page.next_page_token.is_empty() {
            break;
        }
        request.page_token = page.next_page_token;
    }
    assert_eq!(listed.iter().map(|m| m.match_id.clone()).collect::<Vec<_>>(), ids);
    assert!(listed.iter().all(|m| m.seat == 1 && m.seats.len() == 4));
    let states: Vec<_> = listed.iter().map(MatchSummary::state).collect();
    assert_eq!(states[0], MatchState::Cutting);
    assert_eq!(states[1..5], [MatchState::Playing; 4]);
    assert_eq!(states[5..], [MatchState::Finished; 2]);

    let count = |states: Vec<MatchState>, my_turn| {
        let states = states.into_iter().map(|state| state as i32).collect();
        let request = ListMatchesRequest { states, my_turn, ..Default::default() };
        let mut client = client.clone();
        async move { client.list_matches(request).await.unwrap().into_inner().matches.len() }
    };
    assert_eq!(count(vec![MatchState::Cutting], false).await, 1);
    assert_eq!(count(vec![MatchState::Playing], false).await, 4);
    assert_eq!(count(vec![MatchState::Finished, MatchState::Aborted], false).await, 2);
    let mut turns = 0;
    for account in accounts {
        let request = ListMatchesRequest { my_turn: true, ..Default::default() };
        turns +=
            engine.client(&token(account)).list_matches(request).await.unwrap().into_inner().matches.len();
    }
    assert_eq!(turns, 4);
}

#[tokio::test]
async fn list_of_others_is_for_readers_only() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let [own, other] = [0, 1].map(|n| table.players[n].account_id.to_string());
    let list =
        |account_id: &str| ListMatchesRequest { account_id: account_id.to_owned(), ..Default::default() };
    let mut client = table.players[0].client.clone();
    assert_eq!(client.list_matches(list(&own)).await.unwrap().into_inner().matches.len(), 1);
    let refused = client.list_matches(list(&other)).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::PermissionDenied);
    assert_eq!(engine.reader().list_matches(list(&other)).await.unwrap().into_inner().matches.len(), 1);
    let refused = engine.creator().list_matches(list(&other)).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::PermissionDenied);
    let bad = [
        ("account_id", ListMatchesRequest { account_id: "x".to_owned(), ..Default::default() }),
        ("page_size", ListMatchesRequest { page_size: 101, ..Default::default() }),
        ("page_token", ListMatchesRequest { page_token: "x".to_owned(), ..Default::default() }),
        ("states", ListMatchesRequest { states: vec![0], ..Default::default() }),
        ("states", ListMatchesRequest { states: vec![77], ..Default::default() }),
    ];
    for (field, request) in bad {
        assert_eq!(fields(&client.list_matches(request).await.unwrap_err()), [field]);
    }
}

#[tokio::test]
async fn options_are_checked_and_filled_in() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let ask = |options| {
        let mut client = engine.reader();
        async move { client.validate_options(ValidateOptionsRequest { options }).await.map(|r| r.into_inner()) }
    };
    let seep = |options| Some(GameOptions { game: Some(game_options::Game::Seep(options)) });
    let plain = ask(seep(SeepOptions::default())).await.unwrap();
    assert_eq!(
        (plain.game.as_str(), plain.ladder.as_str(), &plain.side_of_seat[..]),
        ("seep", "seep", &[0, 1, 0, 1][..])
    );
    assert_eq!(ask(plain.options).await.unwrap(), plain);
    let house_rules = ask(seep(SeepOptions { sweeps: Some(false), ..Default::default() })).await.unwrap();
    assert_eq!(house_rules.ladder, "");
    assert!(plain.bot_levels.contains(&"club".to_owned()), "{:?}", plain.bot_levels);
    let three = PepperOptions { players: 3, ..Default::default() };
    let three = ask(Some(GameOptions { game: Some(game_options::Game::Pepper(three)) })).await.unwrap();
    assert_eq!(
        (three.game.as_str(), three.ladder.as_str(), &three.side_of_seat[..]),
        ("pepper", "pepper-solo3", &[0, 1, 2][..])
    );
    let refused = ask(seep(SeepOptions { throw: 4, ..Default::default() })).await.unwrap_err();
    assert_eq!(
        (reason(&refused), fields(&refused)),
        (ErrorReason::InvalidOptions, vec!["options.seep.throw".to_owned()])
    );
}
