//! Whole stories of a ladder under chance: results, voids, season closes, long absences, and raters that die at any point.
//! What must always hold is checked at the end of each.

use std::collections::HashSet;
use std::time::Duration;

use env::{Entropy, UnixMillis};
use postgres::testing::CutShort;
use ratings::append::{self, Order, Sealed, Target};
use ratings::board::{self, Rows};
use ratings::check::check;
use ratings::rate::{Progress, fold, rate_batch};
use ratings::{ResultId, SourceName};
use uuid::Uuid;

use crate::world::{DAY, Game, HOUR, START, World, ladder_id, pair, player};

/// Which stories are lived.
const SEEDS: std::ops::Range<u64> = 0..3;

/// One thing that happens to a ladder.
#[derive(Clone)]
pub enum Deed {
    /// A game is reported, so many hours after the start.
    Report(Game),
    /// The result with this index among the reported ones is taken back.
    Void(usize),
    /// The season ends.
    Close,
    /// The board is kept up.
    Upkeep,
}

/// A story: deeds, each with the time at which it is done.
pub struct Story {
    pub deeds: Vec<(Deed, UnixMillis)>,
    pub voided: HashSet<usize>,
}

fn below(entropy: &Entropy, n: usize) -> usize {
    usize::try_from(entropy.u64() % u64::try_from(n).unwrap()).unwrap()
}

/// A game of four among nine players, now and then drawn or left, with an id that says which one it is.
fn game(entropy: &Entropy, index: usize, at: UnixMillis) -> Game {
    let mut bench: Vec<u128> = (1..=9).collect();
    let seats: [u128; 4] = std::array::from_fn(|_| bench.swap_remove(below(entropy, bench.len())));
    let game = Game::pairs(&format!("r{index}"), [seats[0], seats[1]], [seats[2], seats[3]]).at(at);
    match below(entropy, 8) {
        0 => game.drawn(),
        1 => game.left_by(&[seats[below(entropy, 4)]]),
        2 => game.places(&[2, 1]),
        3 => game.abandoned(),
        _ => game,
    }
}

pub fn story(seed: u64) -> Story {
    let entropy = Entropy::seeded(seed);
    let mut now = START.plus(30 * DAY);
    let (mut deeds, mut reported, mut voided) = (Vec::new(), 0, HashSet::new());
    for _ in 0..90 {
        now = now.plus(Duration::from_secs(3600 * (1 + entropy.u64() % 20)));
        let deed = match below(&entropy, 24) {
            0 => {
                now = now.plus(35 * DAY);
                Deed::Upkeep
            }
            1 if reported > 0 => {
                let index = below(&entropy, reported);
                if !voided.insert(index) {
                    continue;
                }
                Deed::Void(index)
            }
            2 => Deed::Close,
            3 => Deed::Upkeep,
            _ => {
                let earlier = Duration::from_secs(3600 * (entropy.u64() % 48));
                let at = now.minus(earlier);
                reported += 1;
                Deed::Report(game(&entropy, reported - 1, at))
            }
        };
        deeds.push((deed, now));
    }
    Story { deeds, voided }
}

fn order(entropy: &Entropy, reason: &str) -> Order {
    let request_id = Uuid::from_u64_pair(entropy.u64(), entropy.u64());
    Order { request_id, requested_by: "admin".into(), reason: reason.into() }
}

/// What happens between the deeds: everything that waits is rated; now and then; with deaths on the way.
#[derive(Clone, Copy)]
pub enum Rating {
    /// After every deed.
    AtOnce,
    /// Now and then, with raters that die in the middle, and foldings of the histogram.
    WithDeaths(u64),
}

pub async fn live(world: &World, deeds: impl Iterator<Item = &(Deed, UnixMillis)>, rating: Rating) {
    let seep = ladder_id("seep");
    let entropy = Entropy::seeded(77);
    let mut season = 1;
    for (deed, now) in deeds {
        world.time.advance(now.since(world.clock.now()));
        match deed {
            Deed::Report(game) => drop(world.submit(game.clone()).await.unwrap()),
            Deed::Void(index) => {
                let target =
                    Target::Result(SourceName::engine(), ResultId::parse(&format!("r{index}")).unwrap());
                let order = order(&entropy, "cheated");
                append::void(world.pool(), &seep, &order, &target, Sealed::Reopen, *now).await.unwrap();
            }
            Deed::Close => {
                append::close(world.pool(), &seep, &order(&entropy, "over"), season, *now).await.unwrap();
                season += 1;
            }
            Deed::Upkeep => drop(append::upkeep(world.pool(), &seep, *now).await.unwrap()),
        }
        match rating {
            Rating::AtOnce => world.rate("seep").await,
            Rating::WithDeaths(seed) => {
                rate_and_die(world, &Entropy::seeded(seed + now.as_i64().unsigned_abs())).await
            }
        }
    }
    world.rate("seep").await;
}

async fn rate_and_die(world: &World, entropy: &Entropy) {
    let seep = ladder_id("seep");
    match below(entropy, 6) {
        0 => world.rate("seep").await,
        1 => fold(world.pool(), &seep).await.unwrap(),
        2 => {
            CutShort::new(rate_batch(world.pool(), &seep), 1 + below(entropy, 40)).await;
            // The connection that was cut off is settled before the next one may lock the ladder.
            world.pool().acquire().await.unwrap();
        }
        3 => drop::<Progress>(rate_batch(world.pool(), &seep).await.unwrap()),
        _ => {}
    }
}

async fn count(world: &World, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(world.pool()).await.unwrap()
}

/// The books of every season balance, and every balance is the sum of its postings.
async fn assert_books(world: &World) {
    let unbalanced = "select count(*) from (
        select from ratings.posting group by ladder, sequence, season, split_part(account, ':', 1) = 'synergy'
                                          or account = 'reset:synergies' having sum(amount) <> 0) u";
    assert_eq!(count(world, unbalanced).await, 0, "every entry's postings sum to zero");
    let surplus = "select coalesce(sum(abs(surplus)), 0)::bigint from (
        select (sum(balance) filter (where b = '00000000-0000-0000-0000-000000000000')
                - 150000 * count(*) filter (where b = '00000000-0000-0000-0000-000000000000') + max(reset_ratings)) as surplus
        from ratings.standing join ratings.season using (ladder, season) group by ladder, season) s";
    assert_eq!(
        count(world, surplus).await,
        0,
        "ratings and the reset account sum to 1500.00 for every player"
    );
    let synergies = "select coalesce(sum(abs(surplus)), 0)::bigint from (
        select coalesce(sum(balance) filter (where b <> '00000000-0000-0000-0000-000000000000'), 0) + max(reset_synergies)
            as surplus
        from ratings.standing join ratings.season using (ladder, season) group by ladder, season) s";
    assert_eq!(count(world, synergies).await, 0, "synergies and the reset account sum to zero");
    let drifted = "with latest as (
            select distinct on (ladder, season, account) ladder, season, account, balance_after from ratings.posting
            order by ladder, season, account, sequence desc, line desc)
        select count(*) from ratings.standing s join latest p
            on p.ladder = s.ladder and p.season = s.season
            and p.account = case when s.display_name is null then 'synergy:' || s.a || '+' || s.b
                                 else 'player:' || s.a end
        where p.balance_after <> s.balance";
    assert_eq!(count(world, drifted).await, 0, "a balance is that of its latest posting");
}

/// The rank from the histogram is one more than the number of ranked entities with more points, for everybody.
async fn assert_ranks(world: &World) {
    let page = board::page(world.pool(), &ladder_id("seep"), Rows::Ranked, None, 200).await.unwrap();
    let counted: Vec<(Uuid, Uuid, i64)> = sqlx::query_as(
        "select s.a, s.b, 1 + (select count(*) from ratings.standing o where o.ladder = s.ladder and o.season = s.season
                                   and o.listing = 0 and o.displayed > s.displayed)
         from ratings.standing s join ratings.cursor using (ladder, season)
         where ladder = 'seep' and listing = 0 order by displayed desc, a, b",
    )
    .fetch_all(world.pool())
    .await
    .unwrap();
    let shown: Vec<(Uuid, Uuid, i64)> = page
        .rows
        .iter()
        .map(|row| (row.entity.key().a, row.entity.key().b, row.rank.unwrap().cast_signed()))
        .collect();
    assert_eq!(shown, counted);
    assert_eq!(page.ranked, u64::try_from(counted.len()).unwrap());
}

/// Every history is one chain within a season, apart from corrections of closed seasons, and ends at what is shown.
async fn assert_histories_end_at_what_is_shown(world: &World) {
    let astray = "with latest as (
            select distinct on (ladder, season, a, b) ladder, season, a, b, displayed_after from ratings.history
            order by ladder, season, a, b, sequence desc, line desc)
        select count(*) from ratings.standing s join latest l using (ladder, season, a, b)
        where l.displayed_after <> s.displayed";
    assert_eq!(count(world, astray).await, 0);
}

/// The whole log computed anew in memory comes to what stands.
async fn assert_recomputes(world: &World) {
    let findings = check(world.pool(), &ladder_id("seep")).await.unwrap();
    assert!(findings.are_clean(), "{findings:?}");
}

#[tokio::test]
async fn check_finds_what_the_log_does_not_say() {
    let world = World::new().await;
    for index in 0..3 {
        world.play(Game::pairs(&format!("g{index}"), [1, 2], [3, 4])).await;
    }
    assert_recomputes(&world).await;
    let spoil =
        "update ratings.standing set balance = balance + 1, strength = strength + 2 where a = $1 and b = $2";
    sqlx::query(spoil).bind(Uuid::from_u128(1)).bind(Uuid::nil()).execute(world.pool()).await.unwrap();
    let findings = check(world.pool(), &ladder_id("seep")).await.unwrap();
    assert_eq!(
        findings.seasons[0].standings.iter().map(|change| change.entity).collect::<Vec<_>>(),
        [player(1)]
    );
    // The account's latest posting, and the sum of all ratings.
    assert_eq!(findings.books.len(), 2);
}

#[tokio::test]
async fn after_any_story_books_balance_ranks_are_exact_and_the_log_computes_to_what_stands() {
    for seed in SEEDS {
        let world = World::new().await;
        live(&world, story(seed).deeds.iter(), Rating::AtOnce).await;
        assert_books(&world).await;
        assert_ranks(&world).await;
        assert_histories_end_at_what_is_shown(&world).await;
        assert_recomputes(&world).await;
    }
}

#[tokio::test]
async fn standings_after_voids_are_those_of_a_log_in_which_the_results_never_stood() {
    for seed in SEEDS {
        let story = story(seed);
        let (world, twin) = (World::new().await, World::new().await);
        live(&world, story.deeds.iter(), Rating::AtOnce).await;
        let voided: HashSet<String> = story.voided.iter().map(|index| format!("r{index}")).collect();
        let stands = |(deed, _): &&(Deed, UnixMillis)| match deed {
            Deed::Report(game) => !voided.contains(game.clone().report().result_id.as_str()),
            Deed::Void(_) => false,
            Deed::Close | Deed::Upkeep => true,
        };
        live(&twin, story.deeds.iter().filter(stands), Rating::AtOnce).await;
        assert_eq!(world.standings("seep").await, twin.standings("seep").await, "seed {seed}");
        assert!(!voided.is_empty(), "seed {seed} takes nothing back");
    }
}

#[tokio::test]
async fn raters_that_die_anywhere_in_a_story_change_nothing_of_its_end() {
    for seed in SEEDS {
        let story = story(seed);
        let (steady, shaken) = (World::new().await, World::new().await);
        live(&steady, story.deeds.iter(), Rating::AtOnce).await;
        live(&shaken, story.deeds.iter(), Rating::WithDeaths(seed)).await;
        assert_eq!(shaken.derived("seep").await, steady.derived("seep").await, "seed {seed}");
        assert_ranks(&shaken).await;
    }
}

#[tokio::test]
async fn somebody_long_absent_is_hidden_keeps_the_rating_and_returns_with_a_game() {
    let world = World::new().await;
    let seep = ladder_id("seep");
    for index in 0..12 {
        let at = START.plus(index * 8 * DAY);
        world.time.advance(at.plus(HOUR).since(world.clock.now()));
        world.play(Game::pairs(&format!("g{index}"), [1, 2], [3, 4]).at(at)).await;
    }
    let shown = || async { board::page(world.pool(), &seep, Rows::WithProvisional, None, 50).await.unwrap() };
    assert_eq!((shown().await.rows.len(), shown().await.ranked), (2, 2));
    world.time.advance(29 * DAY);
    append::upkeep(world.pool(), &seep, world.clock.now()).await.unwrap();
    world.rate("seep").await;
    assert_eq!((shown().await.rows.len(), shown().await.ranked), (0, 0));
    let own = board::around(world.pool(), &seep, pair(1, 2), 5).await.unwrap();
    assert_eq!((own.row.hidden, own.row.rank), (true, None));
    world.play(Game::pairs("back", [1, 2], [3, 5]).at(world.clock.now())).await;
    assert_eq!(shown().await.rows.iter().map(|row| row.entity).collect::<Vec<_>>()[0], pair(1, 2));
}
