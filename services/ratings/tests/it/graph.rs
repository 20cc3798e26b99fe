//! The graph of a rating: parts of time, and what was displayed in them.

use env::UnixMillis;
use ratings::append::{self, Order, Sealed, Target};
use ratings::graph::{self, Graph, Span};
use ratings::{Entity, Error, ResultId, SourceName, history};
use uuid::Uuid;

use crate::world::{DAY, Game, HOUR, START, World, ladder_id, pair, player};

/// Twelve games of player 1, with two partners, two days apart each; the losses are the third, sixth, ninth and last.
async fn played() -> World {
    let world = World::new().await;
    for round in 0..12_u32 {
        let (partner, opponent) = (2 + u128::from(round % 2), 100 + 2 * u128::from(round));
        let game = Game::pairs(&format!("g{round}"), [1, partner], [opponent, opponent + 1]);
        let game = if round % 3 == 2 { game.places(&[2, 1]) } else { game };
        world.play(game.at(START.plus(2 * round * DAY + HOUR))).await;
    }
    world
}

async fn draw(world: &World, entity: Entity, from: Option<UnixMillis>, points: u32) -> Graph {
    let span = Span { from, to: world.clock.now(), points };
    graph::draw(world.pool(), &ladder_id("seep"), entity, span).await.unwrap()
}

#[tokio::test]
async fn parts_hold_what_the_history_says_of_their_time() {
    let world = played().await;
    let seep = ladder_id("seep");
    for (entity, from, points) in [
        (player(1), None, 1),
        (player(1), None, 500),
        (pair(1, 2), None, 7),
        (player(1), Some(START.plus(5 * DAY)), 4),
        (pair(1, 3), Some(START.plus(100 * HOUR)), 3),
    ] {
        let graph = draw(&world, entity, from, points).await;
        let mut lines = history::page(world.pool(), &seep, entity, None, 200).await.unwrap().entries;
        lines.reverse();
        let begins = from.unwrap_or(lines[0].at);
        assert_eq!((graph.from, graph.to, graph.is_truncated), (begins, world.clock.now(), false));
        let width = graph.to.as_i64() - begins.as_i64();
        let part = |at: UnixMillis| (at.as_i64() - begins.as_i64()) * i64::from(points) / width;
        let within: Vec<_> = lines.into_iter().filter(|line| line.at >= begins).collect();
        let mut games = 0;
        for point in &graph.points {
            let own: Vec<_> = within.iter().filter(|line| part(line.at) == i64::from(point.part)).collect();
            let all = || own.iter().flat_map(|line| [line.displayed_before, line.displayed_after]);
            let (first, last) = (own[0].displayed_before, own.last().unwrap().displayed_after);
            let expected = (first, last, all().min().unwrap(), all().max().unwrap());
            assert_eq!((point.first, point.last, point.min, point.max), expected, "{entity:?} {point:?}");
            assert!(point.starts_at <= own[0].at);
            games += point.games;
        }
        let parts: std::collections::BTreeSet<_> = within.iter().map(|line| part(line.at)).collect();
        assert_eq!(graph.points.len(), parts.len());
        let results = within.iter().filter(|line| matches!(line.cause, history::Cause::Result { .. }));
        assert_eq!(games, u32::try_from(results.count()).unwrap());
    }
}

#[tokio::test]
async fn span_without_games_is_empty_and_nobody_is_not_found() {
    let world = played().await;
    let graph = draw(&world, player(1), Some(START.plus(25 * DAY)), 10).await;
    assert_eq!((graph.points.len(), graph.names), (0, vec!["Player 1".to_owned()]));
    let span = Span { from: None, to: world.clock.now(), points: 10 };
    let nobody = graph::draw(world.pool(), &ladder_id("seep"), player(999), span).await;
    assert!(matches!(nobody, Err(Error::StandingNotFound)));
}

#[tokio::test]
async fn correction_of_a_closed_season_is_no_part_of_the_graph() {
    let world = played().await;
    let seep = ladder_id("seep");
    let order = |n, reason: &str| Order {
        request_id: Uuid::from_u128(n),
        requested_by: "admin".into(),
        reason: reason.into(),
    };
    append::close(world.pool(), &seep, &order(1, "over"), 1, world.clock.now()).await.unwrap();
    world.rate("seep").await;
    world.time.advance(DAY);
    let target = Target::Result(SourceName::engine(), ResultId::parse("g0").unwrap());
    append::void(world.pool(), &seep, &order(2, "cheat"), &target, Sealed::Reopen, world.clock.now())
        .await
        .unwrap();
    world.rate("seep").await;
    world.time.advance(DAY);
    let newest = history::page(world.pool(), &seep, player(1), None, 2).await.unwrap().entries;
    assert_eq!(newest.iter().map(|line| line.season).collect::<Vec<_>>(), [2, 1]);
    let graph = draw(&world, player(1), Some(START.plus(30 * DAY + HOUR)), 1).await;
    let point = graph.points[0];
    let (before, after) = (newest[0].displayed_before, newest[0].displayed_after);
    assert_ne!(newest[1].displayed_before, before, "the two seasons show other ratings");
    assert_eq!((point.first, point.last, point.games), (before, after, 0));
}
