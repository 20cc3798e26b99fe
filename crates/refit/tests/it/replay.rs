//! A replay does what the maths of the ladder says, step by step, and what the rules say about which games count.

use rating::{
    CentiPoints, Config, Entrant, Leavers, Member, Outcome, Pair, Player, Side, SideLeavers, Weight,
    close_pair, close_player, games_after_return, rate_free_for_all, rate_pairs,
};
use refit::{
    Event, Faulty, Forecast, Log, LogBuilder, PlayerId, Replayed, SideKind, replay, with_synergy_rate,
};

use crate::support::{DAY_MS, game, log, win};

fn run(log: &Log) -> Replayed<'_> {
    replay(log, &Config::standard()).unwrap()
}

fn expectations(log: &Log) -> Vec<f64> {
    run(log).forecasts.iter().map(|forecast| forecast.expected).collect()
}

/// What a side of these members becomes by its part of an update.
fn after(side: Side, deltas: [CentiPoints; 2], synergy: CentiPoints) -> Side {
    let player =
        |i: usize| Player { rating: side.players[i].rating + deltas[i], games: side.players[i].games + 1 };
    let pair = Pair { synergy: side.pair.synergy + synergy, games: side.pair.games + 1 };
    Side { players: [player(0), player(1)], pair }
}

const NEW: Side = Side { players: [Player::NEW; 2], pair: Pair::NEW };

#[test]
fn pair_games_move_what_the_maths_says_step_by_step() {
    let mut leaving = game(DAY_MS, &[(&[3, 2], 2), (&[0, 1], 1)]);
    leaving.sides[0].players[1].left = true;
    let drawn = game(2 * DAY_MS, &[(&[0, 1], 1), (&[2, 3], 1)]);
    let log = log(SideKind::Pair, [win(0, [0, 1], [2, 3]), Event::Game(leaving), Event::Game(drawn)]);
    let replayed = run(&log);

    let config = Config::standard();
    let outcomes = [
        (Outcome::FirstWins, Leavers::NOBODY),
        // Member 2 of the losers left. The log names them second, the sides here first.
        (Outcome::FirstWins, Leavers([SideLeavers::Nobody, SideLeavers::One(Member::First)])),
        (Outcome::Draw, Leavers::NOBODY),
    ];
    let mut sides = [NEW; 2];
    let mut expected = Vec::new();
    for (outcome, leavers) in outcomes {
        let update = rate_pairs(&config, &sides, outcome, Weight::FULL, leavers).unwrap();
        expected.push(Forecast::from_millionths(update.explanation.expected, update.explanation.score));
        sides = [0, 1].map(|i| after(sides[i], update.players[i], update.synergies[i]));
    }
    let [first, leaver, last] = replayed.forecasts[..] else { panic!("three games are rated") };
    // The second game names the losers first, so its forecast is of the losers.
    let turned = Forecast { expected: 1.0 - leaver.expected, score: 1.0 - leaver.score };
    for (found, due) in [first, turned, last].iter().zip(&expected) {
        assert!(
            (found.expected - due.expected).abs() < 1e-12 && found.score == due.score,
            "{found:?} {due:?}"
        );
    }
    let ids = [[0, 1], [2, 3]].map(|side| side.map(PlayerId));
    let found =
        ids.map(|side| Side { players: side.map(|id| replayed.player(id)), pair: replayed.pair(side) });
    assert_eq!(found, sides);
}

#[test]
fn free_for_all_is_one_forecast_for_each_two_players() {
    let placed = [(&[7][..], 1), (&[8][..], 3), (&[9][..], 1)];
    let log = log(SideKind::Solo, [0, 1].map(|at| Event::Game(game(at, &placed))));
    let replayed = run(&log);

    let mut players = [Player::NEW; 3];
    let mut expected = Vec::new();
    for _ in 0..2 {
        let entrants =
            [0, 1, 2].map(|i| Entrant { player: players[i], place: u8::try_from(placed[i].1).unwrap() });
        let update = rate_free_for_all(&Config::standard(), &entrants, Weight::FULL).unwrap();
        let duels = update.explanation.duels.iter();
        expected.extend(duels.map(|duel| Forecast::from_millionths(duel.expected, duel.score)));
        for (player, delta) in players.iter_mut().zip(update.players) {
            *player = Player { rating: player.rating + delta, games: player.games + 1 };
        }
    }
    assert_eq!(replayed.forecasts, expected);
    assert_eq!([7, 8, 9].map(|id| replayed.player(PlayerId(id))), players);
}

#[test]
fn other_settings_hold_from_the_first_game_on() {
    let log = log(SideKind::Pair, [win(0, [0, 1], [2, 3])]);
    let config = with_synergy_rate(&Config::standard(), 100).unwrap();
    let replayed = replay(&log, &config).unwrap();
    assert_eq!(replayed.pair([0, 1].map(PlayerId)).synergy, CentiPoints(2_400));
}

#[test]
fn fourth_and_fifth_game_of_the_same_four_weigh_half_and_the_sixth_is_not_rated() {
    let pairings = [[0, 1, 2, 3], [0, 2, 1, 3], [3, 2, 1, 0], [1, 0, 3, 2], [0, 1, 2, 3], [0, 3, 1, 2]];
    let games = (0..).zip(pairings).map(|(day, [a, b, c, d])| win(day * DAY_MS, [a, b], [c, d]));
    let log = log(SideKind::Pair, games);
    assert_eq!(log.rated_games(), 5);

    // The fourth game moves player 0 by half of what the maths gives to the whole weight.
    let up_to = |count: usize| {
        let games =
            (0..).zip(pairings).take(count).map(|(day, [a, b, c, d])| win(day * DAY_MS, [a, b], [c, d]));
        crate::support::log(SideKind::Pair, games)
    };
    let [three, four] = [3, 4].map(up_to);
    let side = |replayed: &Replayed<'_>, ids: [u128; 2]| {
        let ids = ids.map(PlayerId);
        Side { players: ids.map(|id| replayed.player(id)), pair: replayed.pair(ids) }
    };
    let before = run(&three);
    let sides = [side(&before, [1, 0]), side(&before, [3, 2])];
    let half = Weight::new(50).unwrap();
    let update = rate_pairs(&Config::standard(), &sides, Outcome::FirstWins, half, Leavers::NOBODY).unwrap();
    let moved = after(sides[0], update.players[0], update.synergies[0]);
    assert_eq!(side(&run(&four), [1, 0]), moved);
}

#[test]
fn games_more_than_seven_days_apart_are_no_repeats_whatever_their_order_in_the_log() {
    let at =
        |times: &[i64]| log(SideKind::Pair, times.iter().map(|at| win(*at, [0, 1], [2, 3]))).rated_games();
    assert_eq!(at(&[0; 7]), 5, "the sixth and seventh weigh nothing");
    assert_eq!(at(&[0, 0, 0, 0, 0, 7 * DAY_MS]), 5, "seven days are still near");
    assert_eq!(at(&[0, 0, 0, 0, 0, 7 * DAY_MS + 1]), 6);
    assert_eq!(
        at(&[7 * DAY_MS, 7 * DAY_MS, 7 * DAY_MS, 7 * DAY_MS, 7 * DAY_MS, 0]),
        5,
        "played before the others"
    );
}

#[test]
fn voided_and_abandoned_games_are_as_if_they_had_never_been() {
    let mut abandoned = game(2, &[(&[0, 2], 1), (&[1, 3], 2)]);
    abandoned.abandoned = true;
    let kept = [win(0, [0, 1], [2, 3]), win(3, [0, 1], [2, 3])];
    let events = [
        kept[0].clone(),
        win(1, [2, 3], [0, 1]),
        Event::Game(abandoned),
        kept[1].clone(),
        Event::Void { sequence: 2 },
    ];
    let [log, clean] = [log(SideKind::Pair, events), log(SideKind::Pair, kept)];
    assert_eq!(run(&log).forecasts, run(&clean).forecasts);
    assert_eq!(run(&log).player(PlayerId(0)), run(&clean).player(PlayerId(0)));
}

#[test]
fn voided_game_is_no_earlier_meeting() {
    let games = (0..6).map(|at| win(at, [0, 1], [2, 3]));
    let log = log(SideKind::Pair, games.chain([Event::Void { sequence: 1 }]));
    assert_eq!(log.rated_games(), 5);
}

#[test]
fn season_close_resets_players_and_pairs() {
    let log = log(SideKind::Pair, [win(0, [0, 1], [2, 3]), Event::Close]);
    let replayed = run(&log);
    let player = Player { rating: CentiPoints(152_400), games: 1 };
    assert_eq!(replayed.player(PlayerId(1)), close_player(player).0);
    assert_eq!(
        replayed.pair([1, 0].map(PlayerId)),
        close_pair(Pair { synergy: CentiPoints(600), games: 1 }).0
    );
}

#[test]
fn game_after_more_than_ninety_days_away_counts_as_of_somebody_with_few_games() {
    let games_after = |last: i64| {
        // A day apart and against others each time, so that no game is a repeat.
        let daily = (0..25).map(|n: u8| (n, i64::from(n) * DAY_MS)).chain([(25, last)]);
        let opponents = |n: u8| [100, 200].map(|first| first + u128::from(n));
        let log = log(SideKind::Pair, daily.map(|(n, at)| win(at, [0, 1], opponents(n))));
        run(&log).player(PlayerId(0)).games
    };
    assert_eq!(games_after(114 * DAY_MS), 26, "last played on day 24");
    assert_eq!(games_after(114 * DAY_MS + 1), games_after_return(25) + 1);
}

#[test]
fn entries_count_by_their_numbers_not_by_their_arrival() {
    let mut shuffled = LogBuilder::new(SideKind::Pair);
    for (sequence, event) in
        [(3, win(2, [0, 2], [1, 3])), (1, win(0, [0, 1], [2, 3])), (2, win(1, [0, 1], [2, 3]))]
    {
        shuffled.add(sequence, event).unwrap();
    }
    let sorted =
        log(SideKind::Pair, [win(0, [0, 1], [2, 3]), win(1, [0, 1], [2, 3]), win(2, [0, 2], [1, 3])]);
    assert_eq!(expectations(&shuffled.build()), expectations(&sorted));
}

#[test]
fn game_that_the_ladder_does_not_rate_is_refused() {
    let pair = |sides: &[(&[u128], u32)]| {
        LogBuilder::new(SideKind::Pair).add(1, Event::Game(game(0, sides))).unwrap_err()
    };
    assert_eq!(pair(&[(&[0, 1], 1)]), Faulty::SideCount { sides: 1 });
    assert_eq!(pair(&[(&[0, 1], 1), (&[2], 2)]), Faulty::PlayerCount { players: 1 });
    assert_eq!(pair(&[(&[0, 1], 1), (&[1, 2], 2)]), Faulty::PlaysTwice);
    assert_eq!(pair(&[(&[0, 1], 1), (&[2, 3], 3)]), Faulty::Place { place: 3 });
    assert_eq!(pair(&[(&[0, 1], 0), (&[2, 3], 1)]), Faulty::Place { place: 0 });
}
