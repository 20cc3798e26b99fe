//! What other backends, and those who pretend to be operators, are refused.

use env::Entropy;
use jodi_tests::client::{
    Backend, Guest, MatchPlan, fault, fields, four_guests, fresh_id, reason, seep_with, span,
};
use jodi_tests::process::{Suite, SuiteSetup};
use service::{Scope, ServiceKey};
use tokio::sync::OnceCell;
use wire::engine::v1::*;
use wire::errors::v1::ErrorReason;
use wire::game::v1::SeepOptions;

use crate::board::Board;

/// A suite that knows one key for each scope.
struct Shop {
    suite: Suite,
    keys: Vec<(Scope, ServiceKey)>,
}

impl Shop {
    async fn shared() -> &'static Self {
        static SHOP: OnceCell<Shop> = OnceCell::const_new();
        SHOP.get_or_init(|| async {
            let keys: Vec<_> =
                Scope::ALL.into_iter().map(|scope| (scope, ServiceKey::generate(&Entropy::os()))).collect();
            let setup = keys.iter().fold(SuiteSetup::new(), |setup, (scope, key)| {
                setup.key(key, &scope.name().replace('.', "-"), &[*scope])
            });
            Shop { suite: setup.start().await, keys }
        })
        .await
    }

    fn backend(&self, scope: Scope) -> Backend {
        let (_, key) = self.keys.iter().find(|(held, _)| *held == scope).expect("every scope has a key");
        Backend::new(self.suite.channel(), key)
    }
}

#[tokio::test]
async fn each_scope_allows_its_own_calls_and_no_others() {
    let shop = Shop::shared().await;
    let guests = four_guests(&shop.suite.channel()).await;
    let match_id = shop.backend(Scope::MatchesCreate).create(MatchPlan::of(&guests)).await;
    for scope in [Scope::MatchesCreate, Scope::MatchesRead, Scope::ResultsWrite] {
        let backend = shop.backend(scope);
        let look = GetMatchRequest { match_id: match_id.clone() };
        let list = ListMatchesRequest { account_id: guests[0].account_id.clone(), ..Default::default() };
        let answers = [
            (Scope::MatchesCreate, backend.try_create(MatchPlan::of(&guests).request()).await.err()),
            (Scope::MatchesRead, backend.engine().get_match(look).await.err()),
            (Scope::MatchesRead, backend.engine().list_matches(list).await.err()),
            (Scope::Admin, backend.abort(&match_id, "because").await.err()),
        ];
        for (needed, refusal) in answers {
            if needed == scope {
                assert_eq!(refusal.map(|status| status.to_string()), None, "{scope:?}");
            } else {
                let fault = fault(Err::<(), _>(refusal.expect("the scope is missing")));
                assert_eq!(fault.reason(), ErrorReason::PermissionDenied, "{scope:?}");
                assert_eq!(fault.metadata()["scope"], needed.name(), "{scope:?}");
            }
        }
    }
}

#[tokio::test]
async fn service_has_no_seat_and_no_session() {
    let board = Board::dealt().await;
    let mut engine = board.backend.engine();
    assert_eq!(reason(engine.act(board.act("BID 9")).await), ErrorReason::PermissionDenied);
    let requests = tokio_stream::iter(Vec::<SessionRequest>::new());
    assert_eq!(reason(engine.session(requests).await), ErrorReason::PermissionDenied);
}

#[tokio::test]
async fn player_cannot_abort_or_create() {
    let board = Board::dealt().await;
    let guest = &board.guests[0];
    let abort = AbortMatchRequest { match_id: board.match_id.clone(), why: "I lose".to_owned() };
    let fault = fault(board.unchanged(guest.engine().abort_match(abort)).await);
    assert_eq!(fault.reason(), ErrorReason::PermissionDenied);
    assert_eq!(fault.metadata()["scope"], "admin");
    let created = guest.engine().create_match(MatchPlan::of(&board.guests).request()).await;
    assert_eq!(reason(created), ErrorReason::PermissionDenied);
}

#[tokio::test]
async fn abort_without_a_reason_is_refused() {
    let board = Board::dealt().await;
    for why in ["", "  ", &"x".repeat(501)] {
        assert_eq!(fields(board.unchanged(board.backend.abort(&board.match_id, why)).await), ["why"]);
    }
}

#[tokio::test]
async fn aborting_twice_returns_the_aborted_match_and_a_finished_one_is_over() {
    let board = Board::dealt().await;
    let first = board.backend.abort(&board.match_id, "the cards are wet").await.unwrap();
    assert_eq!(first.state(), MatchState::Aborted);
    let again = board.backend.abort(&board.match_id, "the cards are wet").await.unwrap();
    assert_eq!((again.state(), again.seq), (MatchState::Aborted, first.seq));
    let finished = Board::dealt().await;
    for guest in [&finished.guests[0], &finished.guests[2]] {
        guest.resign(&finished.match_id).await.unwrap();
    }
    let refused = finished.backend.abort(&finished.match_id, "too late").await;
    assert_eq!(reason(refused), ErrorReason::MatchOver);
}

#[tokio::test]
async fn record_of_a_running_match_does_not_exist_yet() {
    let board = Board::dealt().await;
    assert_eq!(reason(board.backend.record(&board.match_id).await), ErrorReason::MatchRunning);
    let request = GetRecordRequest { match_id: board.match_id.clone() };
    let asked = board.guests[0].engine().get_record(request.clone()).await;
    assert_eq!(reason(asked), ErrorReason::MatchRunning);
    let stranger = Guest::sign_in(board.suite.channel(), "Esha").await;
    assert_eq!(reason(stranger.engine().get_record(request).await), ErrorReason::NotYourMatch);
}

#[tokio::test]
async fn record_of_an_ended_match_is_for_its_players_and_readers() {
    let board = Board::dealt().await;
    board.backend.abort(&board.match_id, "done").await.unwrap();
    let request = GetRecordRequest { match_id: board.match_id.clone() };
    assert!(board.guests[1].engine().get_record(request.clone()).await.is_ok());
    let stranger = Guest::sign_in(board.suite.channel(), "Esha").await;
    assert_eq!(reason(stranger.engine().get_record(request).await), ErrorReason::NotYourMatch);
}

#[tokio::test]
async fn match_id_with_another_content_is_refused() {
    let board = Board::dealt().await;
    let request = MatchPlan::of(&board.guests).request();
    let created = board.backend.try_create(request.clone()).await.unwrap();
    let again = board.backend.try_create(request.clone()).await.unwrap();
    assert_eq!((again.match_id, again.commitment), (created.match_id, created.commitment));
    let other = CreateMatchRequest { spectators: true, ..request };
    assert_eq!(reason(board.backend.try_create(other).await), ErrorReason::RequestIdReused);
}

#[tokio::test]
async fn every_faulty_option_of_a_match_is_named() {
    let board = Board::dealt().await;
    let options = SeepOptions { n_deals: Some(0), throw: 7, first_sweep: Some(1), ..SeepOptions::default() };
    let plan = MatchPlan::of(&board.guests).options(seep_with(options));
    let fault = fault(board.backend.try_create(plan.request()).await);
    assert_eq!(fault.reason(), ErrorReason::InvalidOptions);
    let named: Vec<_> = fault.into_refused().fields.into_iter().map(|fault| fault.field).collect();
    assert_eq!(named, ["options.seep.throw", "options.seep.first_sweep", "options.seep.n_deals"]);
}

#[tokio::test]
async fn faulty_match_names_its_field_and_does_not_come_to_be() {
    let board = Board::dealt().await;
    let plan = || CreateMatchRequest { match_id: fresh_id(), ..MatchPlan::of(&board.guests).request() };
    let seats = |change: fn(&mut Vec<SeatAssignment>)| {
        let mut request = plan();
        change(&mut request.seats);
        request
    };
    let clocks = |turn_limit, bank| Some(ClockSettings { turn_limit, bank });
    let negative = Some(prost_types::Duration { seconds: -1, nanos: 0 });
    let faulty = [
        ("match_id", CreateMatchRequest { match_id: "7".to_owned(), ..plan() }),
        ("seats", seats(|seats| seats.truncate(3))),
        ("seats", seats(|seats| seats.push(seats[0].clone()))),
        ("seats", seats(|seats| seats[1] = seats[0].clone())),
        ("seats", seats(|seats| seats.fill(bot("")))),
        ("seats[2]", seats(|seats| seats[2] = SeatAssignment::default())),
        ("seats[1].bot.level", seats(|seats| seats[1] = bot("genius"))),
        ("seats[0].player.account_id", seats(|seats| seats[0] = player("7", "Asha"))),
        ("seats[0].player.display_name", seats(|seats| seats[0] = player(&fresh_id(), ""))),
        ("clocks.turn_limit", CreateMatchRequest { clocks: clocks(negative, None), ..plan() }),
        ("clocks.turn_limit", CreateMatchRequest { clocks: clocks(span(604_800_001), None), ..plan() }),
        ("clocks.bank", CreateMatchRequest { clocks: clocks(None, span(86_400_001)), ..plan() }),
        ("cut_window", CreateMatchRequest { cut_window: span(60_001), ..plan() }),
        ("first_dealer", CreateMatchRequest { first_dealer: Some(4), ..plan() }),
        ("ladder", CreateMatchRequest { ladder: "x".repeat(65), ..plan() }),
    ];
    for (field, request) in faulty {
        let match_id = request.match_id.clone();
        assert_eq!(fields(board.backend.try_create(request).await), [field]);
        let look = board.guests[0].look(&match_id).await;
        assert!(look.is_err(), "{field}");
    }
    let other_rules = seep_with(SeepOptions { sweeps: Some(false), ..SeepOptions::default() });
    let unrateable = [
        MatchPlan::of(&board.guests[..3]).ladder("seep"),
        MatchPlan::of(&board.guests).ladder("spades"),
        MatchPlan::of(&board.guests).ladder("seep").options(other_rules),
    ];
    for plan in unrateable {
        assert_eq!(fields(board.backend.try_create(plan.request()).await), ["ladder"]);
    }
}

fn bot(level: &str) -> SeatAssignment {
    let bot = BotSeat { level: level.to_owned() };
    SeatAssignment { occupant: Some(seat_assignment::Occupant::Bot(bot)) }
}

fn player(account_id: &str, display_name: &str) -> SeatAssignment {
    let player = PlayerSeat { account_id: account_id.to_owned(), display_name: display_name.to_owned() };
    SeatAssignment { occupant: Some(seat_assignment::Occupant::Player(player)) }
}
