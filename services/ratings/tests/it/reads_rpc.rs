//! The reads of a ladder as clients meet them.

use ratings::append::{self, Order, Sealed, Target};
use ratings::{ResultId, SourceName};
use service::timestamp;
use uuid::Uuid;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1::{self as pb};

use crate::served::{Served, entity, fault, pairs, reason, serve};
use crate::world::{HOUR, START, account, ladder_id};

fn seep() -> String {
    "seep".into()
}

fn id(n: u128) -> String {
    account(n).uuid().to_string()
}

/// Three games of players 1 and 2, an hour apart, of which the second is lost.
async fn played() -> Served {
    let served = serve().await;
    for (hours, report) in [
        (1_u32, pairs("a", [1, 2], [3, 4])),
        (2, pairs("b", [5, 6], [1, 2])),
        (3, pairs("c", [1, 2], [3, 4])),
    ] {
        let played_at = Some(timestamp(START.plus(hours * HOUR)));
        served.rated(pb::SubmitResultRequest { played_at, ..report }).await;
    }
    served
}

fn fields<T: std::fmt::Debug>(outcome: Result<T, tonic::Status>) -> Vec<String> {
    fault(outcome).into_refused().fields.into_iter().map(|field| field.field).collect()
}

#[tokio::test]
async fn ladder_is_described_with_its_configuration_and_gauge() {
    let served = played().await;
    let request = pb::GetLadderRequest { ladder: seep() };
    let described = served.player().get_ladder(request).await.unwrap().into_inner();
    let ladder = described.ladder.unwrap();
    assert_eq!((ladder.id.as_str(), ladder.rated_through, described.waiting), ("seep", 3, 0));
    let config = described.configs[0].config.clone().unwrap();
    assert_eq!((config.version, config.settled_k, config.synergy_rate_percent), (1, 16, 25));
    assert_eq!(config.tiers, [pb::KTier { below_games: 10, k: 48 }, pb::KTier { below_games: 30, k: 32 }]);
    assert_eq!(described.configs[0].published_at, Some(timestamp(START)));
    let gauge = described.gauge.unwrap();
    assert_eq!((gauge.players, gauge.players_capped, gauge.ranked, gauge.mean_ranked), (6, false, 0, 0));
    assert_eq!(described.season.unwrap().number, 1);
    let unknown = served.player().get_ladder(pb::GetLadderRequest { ladder: "bridge".into() }).await;
    assert_eq!(reason(unknown), ErrorReason::LadderNotFound);
}

#[tokio::test]
async fn seasons_are_paged_and_their_boards_stay() {
    let served = played().await;
    let order = Order { request_id: Uuid::from_u128(1), requested_by: "admin".into(), reason: "over".into() };
    let (pool, now) = (served.world.pool(), served.world.clock.now());
    append::close(pool, &ladder_id("seep"), &order, 1, now).await.unwrap();
    served.world.rate("seep").await;
    let list = |page_token| pb::ListSeasonsRequest { ladder: seep(), page_size: 1, page_token };
    let latest = served.player().list_seasons(list(String::new())).await.unwrap().into_inner();
    let first = served.player().list_seasons(list(latest.next_page_token)).await.unwrap().into_inner();
    assert_eq!((latest.seasons[0].number, latest.seasons[0].closed_at), (2, None));
    assert_eq!((first.seasons[0].number, first.next_page_token.as_str()), (1, ""));
    assert_eq!(first.seasons[0].closed_at, Some(timestamp(now)));
    let board = |season| pb::ListStandingsRequest {
        ladder: seep(),
        season,
        include_provisional: true,
        ..Default::default()
    };
    let closed = served.player().list_standings(board(1)).await.unwrap().into_inner();
    let shown = served.player().list_standings(board(0)).await.unwrap().into_inner();
    assert_eq!((closed.season, closed.rows[0].games, shown.season, shown.rows[0].games), (1, 1, 2, 0));
    assert_eq!(fields(served.player().list_standings(board(3)).await), ["season"]);
    assert_eq!(fields(served.player().list_standings(board(u32::MAX)).await), ["season"]);
}

#[tokio::test]
async fn friends_and_partners_are_found_with_their_names() {
    let served = played().await;
    let entities = [&[2, 1][..], &[6, 5], &[98, 99], &[3]].into_iter().filter_map(entity).collect();
    let request = pb::BatchGetStandingsRequest { ladder: seep(), entities, season: 0 };
    let found = served.player().batch_get_standings(request).await.unwrap().into_inner();
    let names: Vec<_> = found.rows.iter().map(|row| row.display_names.join(" ")).collect();
    assert_eq!(names, ["Player 5 Player 6", "Player 1 Player 2", "Player 3"]);
    let bad = pb::BatchGetStandingsRequest {
        ladder: seep(),
        entities: vec![pb::Entity { account_ids: vec!["x".into()] }, pb::Entity::default()],
        season: 0,
    };
    let named = fields(served.player().batch_get_standings(bad).await);
    assert_eq!(named, ["entities[0].account_ids[0]", "entities[1].account_ids"]);
    let many = vec![entity(&[1]).unwrap(); 201];
    for entities in [Vec::new(), many] {
        let request = pb::BatchGetStandingsRequest { ladder: seep(), entities, season: 0 };
        assert_eq!(fields(served.player().batch_get_standings(request).await), ["entities"]);
    }
    let partners = pb::ListPartnersRequest { ladder: seep(), account_id: id(2), ..Default::default() };
    let partner = served.player().list_partners(partners).await.unwrap().into_inner().partners.remove(0);
    assert_eq!((partner.account_id, partner.display_name), (id(1), "Player 1".into()));
    assert_eq!((partner.pair.unwrap().games, partner.synergy > 0), (3, true));
}

#[tokio::test]
async fn graph_is_drawn_over_the_time_that_is_asked_for() {
    let served = played().await;
    let request = |points, from: Option<u32>, to: Option<u32>| pb::GetRatingGraphRequest {
        ladder: seep(),
        entity: entity(&[1, 2]),
        since: from.map(|hours| timestamp(START.plus(hours * HOUR))),
        until: to.map(|hours| timestamp(START.plus(hours * HOUR))),
        points,
    };
    let graph = served.player().get_rating_graph(request(3, Some(1), Some(4))).await.unwrap().into_inner();
    let spans: Vec<_> = graph.points.iter().map(|point| (point.span, point.games)).collect();
    assert_eq!(spans, [(0, 1), (1, 1), (2, 1)]);
    assert_eq!((graph.points[0].first, graph.points[0].last), (1500, 1530));
    assert_eq!(graph.points[1].starts_at, Some(timestamp(START.plus(2 * HOUR))));
    assert_eq!(fields(served.player().get_rating_graph(request(501, None, None)).await), ["points"]);
    assert_eq!(fields(served.player().get_rating_graph(request(1, Some(4), Some(4))).await), ["since"]);
}

#[tokio::test]
async fn quote_and_head_to_head_are_told_by_name() {
    let served = played().await;
    let sides = vec![entity(&[1, 2]).unwrap(), entity(&[3, 99]).unwrap()];
    let request = pb::QuoteGameRequest { ladder: seep(), sides };
    let quote = served.player().quote_game(request).await.unwrap().into_inner();
    assert_eq!((quote.weight_percent, quote.earlier_games, quote.config_version), (100, 0, 1));
    let side = &quote.sides[0];
    assert!(side.expected_millionths > 500_000);
    assert_eq!((side.outcomes.len(), side.outcomes[0].changes.len()), (3, 3));
    assert_eq!(side.outcomes[0].changes[2].display_names, ["Player 1", "Player 2"]);
    assert_eq!(side.outcomes[0].changes[2].displayed_before, side.rating);
    assert_eq!(quote.sides[1].display_names, ["Player 3", ""]);
    let request = pb::HeadToHeadRequest {
        ladder: seep(),
        one: entity(&[1, 2]),
        other: entity(&[3, 4]),
        results_max: 1,
    };
    let met = served.player().head_to_head(request.clone()).await.unwrap().into_inner();
    let one = met.one.unwrap();
    assert_eq!(
        (met.games, one.wins, one.display_names),
        (2, 2, vec!["Player 1".to_owned(), "Player 2".to_owned()])
    );
    let game = &met.results[0];
    assert_eq!((game.result_id.as_str(), game.place_one, game.place_other, game.score_one), ("c", 1, 2, 7));
    assert_eq!(met.results.len(), 1);
    let many = pb::HeadToHeadRequest { results_max: 51, ..request };
    assert_eq!(fields(served.player().head_to_head(many).await), ["results_max"]);
}

#[tokio::test]
async fn page_tokens_are_bound_to_what_was_asked_for() {
    let served = played().await;
    let board = |min_games, page_token| pb::ListStandingsRequest {
        ladder: seep(),
        page_size: 1,
        page_token,
        include_provisional: true,
        min_games,
        ..Default::default()
    };
    let token =
        served.player().list_standings(board(1, String::new())).await.unwrap().into_inner().next_page_token;
    let second = served.player().list_standings(board(1, token.clone())).await.unwrap().into_inner();
    assert_eq!(second.rows.len(), 1);
    assert_eq!(fields(served.player().list_standings(board(2, token.clone())).await), ["page_token"]);
    let partners = pb::ListPartnersRequest {
        ladder: seep(),
        account_id: id(1),
        page_token: token,
        ..Default::default()
    };
    assert_eq!(fields(served.player().list_partners(partners).await), ["page_token"]);
}

#[tokio::test]
async fn explanation_says_when_a_result_was_taken_back() {
    let served = played().await;
    let explain = || pb::ExplainResultRequest { source: String::new(), result_id: "a".into() };
    let standing = served.player().explain_result(explain()).await.unwrap().into_inner();
    assert_eq!(standing.voided_at, None);
    let order =
        Order { request_id: Uuid::from_u128(1), requested_by: "admin".into(), reason: "cheat".into() };
    let target = Target::Result(SourceName::engine(), ResultId::parse("a").unwrap());
    let (pool, now) = (served.world.pool(), served.world.clock.now());
    append::void(pool, &ladder_id("seep"), &order, &target, Sealed::Respect, now).await.unwrap();
    let voided = served.player().explain_result(explain()).await.unwrap().into_inner();
    assert_eq!(voided.voided_at, Some(timestamp(now)));
    let last = voided.sentences.last().unwrap();
    assert!(last.starts_with("It was taken back later, by entry 4 of the ladder's log"), "{last}");
    assert_eq!(voided.sentences.len(), standing.sentences.len() + 1);
}
