//! Refusals in the language of the player: what is said differs, what programs go by does not.

use locale::Locale;
use tonic::{Request, Status};
use wire::engine::v1::session_request::Request as Asked;
use wire::engine::v1::session_response::Response as Answer;
use wire::engine::v1::{ActRequest, FreshToken, GetMatchRequest, LocalizedText, Refused};

use crate::session::Session;
use crate::table::{Plan, Player, Table, fresh_id};
use crate::world::{Engine, World, token_in};

fn refused(status: &Status) -> Refused {
    wire::fault_of(status).unwrap().into_refused()
}

/// The player who is to bid, and an action that the rules forbid: playing before the bid.
async fn illegal(table: &Table) -> (&Player, ActRequest) {
    let (seat, _) = table.turn().await.unwrap();
    let player = &table.players[seat];
    (player, player.act_request(fresh_id(), "THROW AC"))
}

async fn refusal(
    engine: &Engine,
    player: &Player,
    locale: Option<Locale>,
    request: Request<ActRequest>,
) -> Refused {
    let mut client = engine.client(&token_in(player.account_id, locale));
    refused(&client.act(request).await.unwrap_err())
}

fn text(locale: Locale) -> LocalizedText {
    let illegal = games::Illegal::Seep(seep::Illegal::BidFirst);
    LocalizedText { locale: locale.tag().to_owned(), text: messages::illegal_text(locale, &illegal) }
}

#[tokio::test]
async fn illegal_move_is_explained_in_the_language_of_the_account() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let (player, request) = illegal(&table).await;
    let english = refusal(&engine, player, None, Request::new(request.clone())).await;
    assert_eq!(english.message, "You must bid before you play.");
    assert_eq!(english.metadata["rule"], "bid_first");
    for locale in Locale::ALL {
        let own = refusal(&engine, player, Some(locale), Request::new(request.clone())).await;
        assert_eq!(own.localized, Some(text(locale)));
        // Whatever else it bears is the same.
        assert_eq!(Refused { localized: english.localized.clone(), ..own }, english);
    }
}

#[tokio::test]
async fn metadata_chooses_the_language_of_an_account_that_has_chosen_none() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let (player, request) = illegal(&table).await;
    let mut request = Request::new(request);
    request.metadata_mut().insert("accept-language", "de, hi-IN;q=0.9".parse().unwrap());
    let own = refusal(&engine, player, None, request).await;
    assert_eq!(own.localized, Some(text(Locale::Hindi)));
}

#[tokio::test]
async fn wrong_turn_is_explained_too_and_a_programs_mistake_is_not() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let (seat, legal) = table.turn().await.unwrap();
    let other = &table.players[(seat + 1) % 4];
    let turn = other.act_request(fresh_id(), &legal[0].text);
    let own = refusal(&engine, other, Some(Locale::Slovak), Request::new(turn)).await;
    let said = messages::refused_text(Locale::Slovak, messages::Refused::NotYourTurn);
    assert_eq!(own.localized, Some(LocalizedText { locale: "sk".to_owned(), text: said }));
    let nonsense = other.act_request(fresh_id(), "nonsense");
    let own = refusal(&engine, other, Some(Locale::Slovak), Request::new(nonsense)).await;
    assert_eq!(own.localized, None);
}

#[tokio::test]
async fn session_explains_in_the_language_of_its_latest_token() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let (player, request) = illegal(&table).await;
    let client = engine.client(&token_in(player.account_id, Some(Locale::Welsh)));
    let mut session = Session::open(client).await;
    let Answer::Refused(first) = session.ask(Asked::Act(request.clone())).await else {
        panic!("it is illegal")
    };
    assert_eq!(first.localized, Some(text(Locale::Welsh)));
    let access_token = token_in(player.account_id, Some(Locale::Vietnamese));
    assert!(matches!(session.ask(Asked::Token(FreshToken { access_token })).await, Answer::Done(_)));
    let Answer::Refused(second) = session.ask(Asked::Act(request)).await else { panic!("it is illegal") };
    assert_eq!(second.localized, Some(text(Locale::Vietnamese)));
    assert_eq!(Refused { localized: first.localized.clone(), ..*second }, *first);
}

#[tokio::test]
async fn forwarded_call_is_explained_in_the_language_of_its_caller() {
    let world = World::new().await;
    let driver = world.engine("a").reachable().start().await;
    let door = world.engine("b").reachable().seed(2).start().await;
    let table = Plan::new(1).create(&driver).await;
    let (player, request) = illegal(&table).await;
    let own = refusal(&door, player, Some(Locale::Welsh), Request::new(request.clone())).await;
    assert_eq!(own.localized, Some(text(Locale::Welsh)));
    let mut asking = Request::new(request);
    asking.metadata_mut().insert("accept-language", "sk".parse().unwrap());
    let own = refusal(&door, player, None, asking).await;
    assert_eq!(own.localized, Some(text(Locale::Slovak)));
}

#[tokio::test]
async fn what_a_player_sees_of_a_match_has_no_language() {
    let world = World::new().await;
    let engine = world.engine("a").start().await;
    let table = Plan::new(1).create(&engine).await;
    let (seat, legal) = table.turn().await.unwrap();
    assert!(!legal.is_empty());
    let player = &table.players[seat];
    let before = player.get().await;
    for locale in Locale::ALL {
        let mut client = engine.client(&token_in(player.account_id, Some(locale)));
        let request = GetMatchRequest { match_id: table.match_id.to_string() };
        assert_eq!(client.get_match(request).await.unwrap().into_inner().r#match.unwrap(), before);
    }
}
