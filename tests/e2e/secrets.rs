//! What must never stand in a log or on the page of metrics: cards, tokens, keys, secrets.

use std::fmt::Write as _;

use futures::future::join_all;
use jodi_tests::client::{
    Backend, Guest, MatchPlan, await_turn, first_move, four_guests, fresh_id, play_to_end, seep_deals,
};
use jodi_tests::eventually;
use jodi_tests::process::{Suite, SuiteSetup, metrics_address, scrape};
use wire::engine::v1::{ActRequest, CutRequest, act_request};
use wire::lobby::v1::RefreshTokensRequest;

/// Everything that our own code has to say, and what the store's driver says of statements.
const EVERYTHING: &str =
    "info,service=trace,postgres=trace,lobby=trace,game_engine=trace,ratings=trace,jodi=trace,sqlx=debug";
/// Lines of a child's output that are kept; with more, something would go unseen.
const LINES_KEPT: usize = 10_000;

/// Bytes in the forms in which code is likely to write them.
fn forms(name: &str, bytes: &[u8]) -> Vec<(String, String)> {
    let hex = bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    });
    let list = format!("{bytes:?}");
    let raw = String::from_utf8_lossy(bytes).into_owned();
    let all = [hex.to_uppercase(), hex, list.trim_matches(['[', ']']).to_owned(), raw];
    all.map(|form| (name.to_owned(), form)).to_vec()
}

/// A card as it is written everywhere: rank and suit, as a word.
fn is_card(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    matches!(letters[..], [rank, suit] if "A23456789TJQK".contains(rank) && "CDHS".contains(suit))
}

/// Lines with a card or one of the secrets, each with what it gives away.
fn leaks<'t>(lines: impl Iterator<Item = &'t str>, secrets: &[(String, String)]) -> Vec<String> {
    let mut found = Vec::new();
    for line in lines {
        let card = line.split(|c: char| !c.is_alphanumeric()).find(|word| is_card(word));
        found.extend(card.map(|card| format!("the card {card}: {line}")));
        let secret = secrets.iter().find(|(_, text)| line.contains(text.as_str()));
        found.extend(secret.map(|(name, _)| format!("{name}: {line}")));
    }
    found
}

/// The same entropy that a player gives and a log must not have.
fn entropy(seat: usize) -> Vec<u8> {
    (0..32).map(|place| 0xA0 + u8::try_from(8 * seat).unwrap() + place % 7).collect()
}

async fn cut(guests: &[Guest; 4], match_id: &str) {
    for (seat, guest) in guests.iter().enumerate() {
        let request =
            CutRequest { match_id: match_id.to_owned(), request_id: fresh_id(), entropy: entropy(seat) };
        guest.engine().cut(request).await.unwrap();
    }
}

/// Every guest tries every ace, in and out of turn: refusals must not tell of cards either.
async fn try_moves(guests: &[Guest; 4], match_id: &str) {
    for guest in guests {
        for text in ["AC", "AD", "AH", "AS", "BID AS", "THROW AD"] {
            let request = ActRequest {
                match_id: match_id.to_owned(),
                request_id: fresh_id(),
                expected_seq: Some(1_000),
                r#move: Some(act_request::Move::Text(text.to_owned())),
            };
            guest.engine().act(request).await.unwrap_err();
        }
    }
}

/// Plays a match whose seats cut; the secret that it was dealt by.
async fn play(suite: &Suite, guests: &[Guest; 4]) -> Vec<u8> {
    let backend = Backend::new(suite.channel(), suite.admin());
    let plan = MatchPlan::of(guests).options(seep_deals(1)).cut_window(60_000).ladder("seep");
    let match_id = backend.create(plan).await;
    cut(guests, &match_id).await;
    await_turn(&guests[0], &match_id).await;
    try_moves(guests, &match_id).await;
    let played = join_all(guests.iter().map(|guest| play_to_end(guest, &match_id, first_move))).await;
    played[0].ended.secret.clone()
}

#[tokio::test]
async fn logs_and_metrics_tell_no_card_and_no_secret() {
    let setup = SuiteSetup::new().env("JODI_METRICS_LISTEN", "127.0.0.1:0");
    let suite = setup.env("JODI_LOG_FORMAT", "json").env("JODI_LOG", EVERYTHING).start().await;
    let metrics = metrics_address(suite.child()).await;
    let guests = four_guests(&suite.channel()).await;
    let mut secrets = forms("the match's secret", &play(&suite, &guests).await);
    for (seat, guest) in guests.iter().enumerate() {
        let refresh_token = guest.tokens.refresh_token.clone();
        let request = RefreshTokensRequest { refresh_token: refresh_token.clone() };
        let fresh = guest.accounts().refresh_tokens(request).await.unwrap().into_inner().tokens.unwrap();
        for (name, text) in [
            ("an access token", &guest.tokens.access_token),
            ("a refresh token", &refresh_token),
            ("an access token", &fresh.access_token),
            ("a refresh token", &fresh.refresh_token),
        ] {
            // Its signature, or whatever else comes last, gives it away as well.
            let end = text.rsplit('.').next().unwrap();
            secrets.push((name.to_owned(), end.to_owned()));
        }
        secrets.extend(forms("a device's key", &guest.device_key));
        secrets.extend(forms("what a seat added", &entropy(seat)));
    }
    secrets.push(("a service key".to_owned(), suite.admin().reveal().to_owned()));
    assert!(secrets.iter().all(|(_, text)| text.len() >= 16), "no secret is found by chance");

    let all_told = |lines: &[String]| lines.iter().any(|line| line.contains("/RefreshTokens"));
    let lines = eventually("the log of the last call", || async {
        let lines = suite.child().printed();
        all_told(&lines).then_some(lines)
    })
    .await;
    assert!((200..LINES_KEPT).contains(&lines.len()), "the whole log is there: {} lines", lines.len());
    let page = scrape(metrics).await;
    let told = lines.iter().map(String::as_str).chain(page.text.lines());
    let found = leaks(told, &secrets);
    assert!(found.is_empty(), "{} leaks, the first: {}", found.len(), found[0]);
}

#[test]
fn planted_leaks_are_found() {
    let secrets = forms("a secret", b"sixteen bytes...");
    let lines = [
        "the seat holds [QD, 9C]",
        "{\"action\":\"THROW TD\"}",
        "key=7369787465656e2062797465732e2e2e",
        "Secret([115, 105, 120, 116, 101, 101, 110, 32, 98, 121, 116, 101, 115, 46, 46, 46])",
    ];
    assert_eq!(leaks(lines.into_iter(), &secrets).len(), lines.len());
    let plain = ["2026-11-30T16:00:00Z took_us=12 3D7F", "select $5, $6 from engine.match", "AB QQ D5"];
    assert_eq!(leaks(plain.into_iter(), &secrets), Vec::<String>::new());
}
