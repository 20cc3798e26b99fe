//! The catalogue and the language of a player, through the real suite.

use jodi_tests::client::{Guest, fields, reason};
use jodi_tests::process::Suite;
use tonic::Request;
use tonic::transport::Channel;
use wire::engine::v1::GetMatchRequest;
use wire::errors::v1::ErrorReason;
use wire::game::v1::catalogue_service_client::CatalogueServiceClient;
use wire::game::v1::{
    DescribeActionsRequest, DescribeActionsResponse, DescribeGameRequest, GameKind, ListGamesRequest,
};
use wire::lobby::v1::{RefreshTokensRequest, UpdateAccountRequest};

use crate::board::{Board, legal_texts};

async fn catalogue() -> CatalogueServiceClient<Channel> {
    CatalogueServiceClient::new(Suite::shared().await.channel())
}

fn in_language<T>(language: &'static str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("accept-language", language.parse().unwrap());
    request
}

fn bearing<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}

/// The guest once it has chosen a language and has a token that says so.
async fn speaking(guest: &Guest, language: &str) -> Guest {
    let request = UpdateAccountRequest { display_name: String::new(), locale: Some(language.to_owned()) };
    let account = guest.accounts().update_account(request).await.unwrap().into_inner().account.unwrap();
    assert_eq!((account.locale.as_str(), account.display_name.as_str()), (language, guest.name.as_str()));
    let request = RefreshTokensRequest { refresh_token: guest.tokens.refresh_token.clone() };
    let tokens = guest.accounts().refresh_tokens(request).await.unwrap().into_inner().tokens.unwrap();
    guest.bearing(&tokens.access_token)
}

#[tokio::test]
async fn anybody_may_read_the_catalogue_in_any_language() {
    let mut titles = Vec::new();
    for language in ["en", "hi", "cy", "sk", "vi"] {
        let listed = catalogue().await.list_games(in_language(language, ListGamesRequest {})).await;
        let listed = listed.unwrap().into_inner();
        assert_eq!(listed.locale, language);
        titles.push(listed.games.into_iter().map(|game| game.about).collect::<Vec<_>>());
    }
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), 5, "every language has sentences of its own");
}

#[tokio::test]
async fn every_listed_game_can_be_described() {
    let listed = catalogue().await.list_games(ListGamesRequest {}).await.unwrap().into_inner();
    assert_eq!(listed.games.len(), 3);
    for game in listed.games {
        let request = DescribeGameRequest { game: game.game };
        let described = catalogue().await.describe_game(request).await.unwrap().into_inner();
        assert_eq!(described.game.as_ref(), Some(&game));
        assert!(!described.options.is_empty() && !described.rules.is_empty(), "{}", game.name);
    }
}

#[tokio::test]
async fn account_is_answered_in_the_language_that_it_chose() {
    let suite = Suite::shared().await;
    let guest = speaking(&Guest::sign_in(suite.channel(), "Asha").await, "cy").await;
    let mut request = bearing(&guest.tokens.access_token, ListGamesRequest {});
    request.metadata_mut().insert("accept-language", "sk".parse().unwrap());
    assert_eq!(catalogue().await.list_games(request).await.unwrap().into_inner().locale, "cy");
}

#[tokio::test]
async fn language_that_nobody_speaks_here_is_a_field_at_fault() {
    let suite = Suite::shared().await;
    let guest = Guest::sign_in(suite.channel(), "Asha").await;
    for language in ["tlh", "english", "-", "e"] {
        let request = UpdateAccountRequest { display_name: String::new(), locale: Some(language.to_owned()) };
        assert_eq!(fields(guest.accounts().update_account(request).await), ["locale"], "{language}");
    }
}

#[tokio::test]
async fn legal_moves_of_a_seat_are_labelled_without_a_change_of_their_texts() {
    let board = Board::dealt().await;
    let (_, snapshot) = board.mover().await;
    let texts = legal_texts(&snapshot);
    let request =
        DescribeActionsRequest { game: GameKind::Seep as i32, texts: texts.clone(), actions: Vec::new() };
    let mut labels = Vec::new();
    for language in ["en", "hi"] {
        let said = catalogue().await.describe_actions(in_language(language, request.clone())).await;
        let said: DescribeActionsResponse = said.unwrap().into_inner();
        assert_eq!(said.actions.iter().map(|action| action.text.clone()).collect::<Vec<_>>(), texts);
        labels.push(said.actions.into_iter().map(|action| action.label).collect::<Vec<_>>());
    }
    assert_ne!(labels[0], labels[1]);
}

#[tokio::test]
async fn illegal_move_is_explained_in_the_players_language_and_refused_the_same() {
    let board = Board::dealt().await;
    let (guest, _) = board.mover().await;
    let english = guest.engine().act(board.act("CAPTURE AC []")).await;
    let english = jodi_tests::client::fault(english).into_refused();
    let said = english.localized.clone().unwrap();
    assert_eq!((said.locale.as_str(), said.text.as_str()), ("en", "You must bid before you play."));
    let slovak = speaking(guest, "sk").await;
    let own = slovak.engine().act(board.act("CAPTURE AC []")).await;
    let own = jodi_tests::client::fault(own).into_refused();
    let translated = own.localized.clone().unwrap();
    assert!(translated.locale == "sk" && translated.text != said.text, "{translated:?}");
    assert_eq!(wire::engine::v1::Refused { localized: Some(said), ..own }, english);
    let request = GetMatchRequest { match_id: board.match_id.clone() };
    let seen = slovak.engine().get_match(request.clone()).await.unwrap();
    assert_eq!(seen.into_inner(), guest.engine().get_match(request).await.unwrap().into_inner());
}

#[tokio::test]
async fn too_much_at_once_and_games_that_are_none_are_refused() {
    for game in [0, 77] {
        let refused = catalogue().await.describe_game(DescribeGameRequest { game }).await;
        assert_eq!(fields(refused), ["game"]);
    }
    let request = |texts| DescribeActionsRequest { game: GameKind::Smear as i32, texts, actions: Vec::new() };
    let many = catalogue().await.describe_actions(request(vec!["PASS".to_owned(); 4097])).await;
    assert_eq!(fields(many), ["texts"]);
    let large = catalogue().await.describe_actions(request(vec!["x".repeat(200); 400])).await;
    assert_eq!(reason(large), ErrorReason::MessageTooLarge);
    let foreign = catalogue().await.describe_actions(request(vec!["THROW 9H".to_owned()])).await;
    assert_eq!(fields(foreign), ["texts[0]"]);
}
