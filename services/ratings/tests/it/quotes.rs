//! Quotes: what a game would bring is what it brings.

use ratings::rate::quote::{Quote, quote};
use ratings::{Change, Entity, Error};

use crate::world::{DAY, Game, HOUR, Placed, World, account, ladder_id, pair, player, rated};

async fn quoted(world: &World, ladder: &str, sides: &[Entity]) -> Quote {
    quote(world.pool(), &ladder_id(ladder), sides, world.clock.now()).await.unwrap()
}

/// Players 10n to 10n + 3, of whom two pairs have played; what they did is the same for every n.
async fn past(world: &World, n: u128) {
    let id = |what: &str| format!("{what}{n}");
    let at = world.clock.now().minus(20 * DAY);
    let [a, b, c, d] = [10 * n, 10 * n + 1, 10 * n + 2, 10 * n + 3];
    world.play(Game::pairs(&id("first"), [a, b], [c, d]).at(at)).await;
    world.play(Game::pairs(&id("second"), [a, b], [c, d]).at(at)).await;
    world.play(Game::pairs(&id("mixed"), [a, c], [1000 + 10 * n, 1001 + 10 * n]).at(at)).await;
}

#[tokio::test]
async fn win_draw_and_loss_bring_two_pairs_what_was_quoted() {
    let world = World::new().await;
    for (n, places) in (1..).zip([[1, 2], [1, 1], [2, 1]]) {
        past(&world, n).await;
        let (a, c) = (10 * n, 10 * n + 2);
        let quote = quoted(&world, "seep", &[pair(a, a + 1), pair(c, c + 1)]).await;
        let game = Game::pairs("x", [a, a + 1], [c, c + 1]).places(&places).at(world.clock.now());
        let mut game = game.report();
        game.result_id = ratings::ResultId::parse(&format!("last{n}")).unwrap();
        let stored = world.play(game).await;
        let happened = rated(&stored).changes();
        assert_eq!((quote.weight_percent, quote.earlier_games), (100, 0));
        for (side, place) in quote.sides.iter().zip(places) {
            let drawn = places == [1, 1];
            let outcome = side.outcomes.iter().find(|o| (o.place, o.is_drawn) == (place, drawn)).unwrap();
            let own = |change: &&Change| {
                change.entity.accounts().iter().all(|a| side.entity.accounts().contains(a))
            };
            let expected: Vec<Change> = happened.iter().filter(own).copied().collect();
            assert_eq!((outcome.changes.len(), &outcome.changes), (3, &expected));
        }
        let first = &quote.sides[0];
        assert_eq!(first.expected, rated(&stored).scores(0).0);
        assert_eq!(
            first.outcomes.iter().map(|o| (o.place, o.is_drawn)).collect::<Vec<_>>(),
            [(1, false), (1, true), (2, false)]
        );
        assert_eq!(first.strength, first.outcomes[0].changes[2].strength_before);
        assert_eq!(quote.names[&account(a)], format!("Player {a}"));
    }
}

#[tokio::test]
async fn places_bring_single_players_what_was_quoted() {
    let world = World::new().await;
    for (n, points) in [(1, 1700), (2, 1500), (3, 1600)] {
        let placed = Placed { balance: points * 100, games: 40, strength: None };
        world.place("solo", player(n), placed).await;
    }
    let sides = [1, 2, 3, 4].map(player);
    let quote = quoted(&world, "solo", &sides).await;
    let second = &quote.sides[1];
    assert_eq!(second.outcomes.iter().map(|o| o.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
    // The others by strength: 1, 3, and the newcomer 4 last of equals with 1500.
    let stored = world.play(Game::solo("a", &[1, 2, 3, 4], &[1, 3, 2, 4]).at(world.clock.now())).await;
    let happened = rated(&stored).changes();
    assert_eq!(second.outcomes[2].changes, [happened[1]]);
    assert_eq!(second.expected, rated(&stored).scores(1).0);
    assert!(!quote.names.contains_key(&account(4)), "nobody has heard of player 4");
}

#[tokio::test]
async fn two_single_players_may_draw() {
    let world = World::new().await;
    let quote = quoted(&world, "solo", &[player(1), player(2)]).await;
    let amounts: Vec<_> = quote.sides[0].outcomes.iter().map(|o| o.changes[0].amount.0).collect();
    assert_eq!(amounts, [2400, 0, -2400]);
}

#[tokio::test]
async fn repeats_weigh_in_a_quote_as_they_do_in_a_game() {
    let world = World::new().await;
    let mut weights = Vec::new();
    for round in 0..6 {
        let quote = quoted(&world, "seep", &[pair(1, 3), pair(2, 4)]).await;
        weights.push((quote.weight_percent, quote.earlier_games));
        let same = quoted(&world, "seep", &[pair(1, 2), pair(3, 4)]).await;
        let game = Game::pairs(&format!("g{round}"), [1, 2], [3, 4]);
        let stored = world.play(game.at(world.clock.now().minus(HOUR))).await;
        if quote.weight_percent > 0 {
            let won = &same.sides[0].outcomes[0].changes;
            assert_eq!(won[0], rated(&stored).changes()[0], "at {} percent", quote.weight_percent);
        }
    }
    assert_eq!(weights, [(100, 0), (100, 1), (100, 2), (50, 3), (50, 4), (0, 5)]);
    let nothing = quoted(&world, "seep", &[pair(1, 2), pair(3, 4)]).await;
    assert_eq!((nothing.weight_percent, nothing.sides[0].outcomes.len()), (0, 0));
    assert!(nothing.sides[0].expected > 500_000, "what is expected is told all the same");
}

#[tokio::test]
async fn quote_enters_nothing() {
    let world = World::new().await;
    past(&world, 1).await;
    let before = world.derived("seep").await;
    quoted(&world, "seep", &[pair(10, 11), pair(12, 99)]).await;
    assert_eq!(world.derived("seep").await, before);
}

#[tokio::test]
async fn sides_that_cannot_meet_are_named() {
    let world = World::new().await;
    let fields = async |ladder: &str, sides: &[Entity]| match quote(
        world.pool(),
        &ladder_id(ladder),
        sides,
        world.clock.now(),
    )
    .await
    {
        Err(Error::Invalid(faults)) => faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(fields("seep", &[pair(1, 2)]).await, ["sides"]);
    assert_eq!(fields("seep", &[pair(1, 2), player(3)]).await, ["sides[1].account_ids"]);
    assert_eq!(fields("seep", &[pair(1, 2), pair(2, 3)]).await, ["sides[1].account_ids[0]"]);
    assert_eq!(fields("solo", &[player(1), player(1)]).await, ["sides[1].account_ids[0]"]);
}
