//! The suite and its Postgres are killed again and again while a hundred matches are played.

use std::sync::Arc;

use env::{Clock, Entropy};
use futures::StreamExt as _;
use futures::future::join_all;
use jodi_tests::client::{Backend, Guest, MatchPlan, seep_deals};
use jodi_tests::process::{Suite, SuiteSetup};
use jodi_tests::within;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::player::{Player, Report, Rivals};
use crate::say::{assert_none, say, seed};
use crate::tally::{Life, Tally};
use crate::turn::turn;
use crate::{ladder, told};

const MATCHES: usize = 100;
const SEATS: usize = 4;
const KILLS: usize = 5;
/// A bid and 48 plays.
const MOVES_A_DEAL: u64 = 49;
/// Calls that set the scene, at once.
const AT_ONCE: usize = 16;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_moves_survive_kills_and_every_result_is_rated_once() {
    let _turn = turn().await;
    let entropy = Entropy::seeded(seed("JODI_CRASH_SEED"));
    let mut suite = Suite::start(SuiteSetup::new()).await;
    let games = make_matches(&suite).await;
    let tally = Arc::new(Tally::default());
    let (lives, _) = watch::channel(Life { number: 0, address: suite.address() });
    let playing: Vec<Vec<JoinHandle<Report>>> = games
        .iter()
        .map(|game| game.guests.iter().map(|guest| sit_down(guest, game, &entropy, &tally, &lives)).collect())
        .collect();

    let mut report = Vec::new();
    for threshold in thresholds(&entropy, games.iter().map(|game| game.moves).sum()) {
        report.push(kill(&mut suite, threshold, &tally, &lives).await);
    }

    let mut faults = Vec::new();
    let backend = Backend::new(suite.channel(), suite.admin());
    let (mut told, mut resumed, mut missed) = (0, 0, 0);
    for (game, players) in games.iter().zip(playing) {
        let finished = within("the end of a match", join_all(players)).await;
        let reports: Vec<Report> =
            finished.into_iter().map(|r| r.expect("a player does not panic")).collect();
        resumed += reports.iter().map(|report| report.resumed).sum::<u64>();
        missed += reports.iter().map(|report| report.missed).sum::<u64>();
        told += check(&backend, game, reports, &mut faults).await;
    }
    let matches: Vec<String> = games.into_iter().map(|game| game.match_id).collect();
    faults.extend(ladder::faults(&backend, "seep", &matches).await);

    for (number, kill) in report.iter().enumerate() {
        let after = tally.sums().life(number + 1);
        say(&format!(
            "crash: kill {}: {kill}; of those {} stood in the log and {} had not reached it",
            number + 1,
            after.found,
            after.made_anew
        ));
    }
    say(&format!(
        "crash: {MATCHES} matches ended and were rated; {told} moves acknowledged; {resumed} resumed streams told of {missed} missed events; {} faults",
        faults.len()
    ));
    assert_none(&faults);
}

struct Game {
    match_id: String,
    guests: Vec<Guest>,
    /// Decisions that it takes.
    moves: u64,
}

/// Rated matches of one deal and of two, in turn, each with four guests of its own.
async fn make_matches(suite: &Suite) -> Vec<Game> {
    let backend = Backend::new(suite.channel(), suite.admin());
    let sign_in = |number: usize| {
        let channel = suite.channel();
        async move { Guest::sign_in(channel, &format!("Player {number}")).await }
    };
    let guests = futures::stream::iter(0..MATCHES * SEATS).map(sign_in).buffered(AT_ONCE);
    let guests: Vec<Guest> = guests.collect().await;
    let make = |(number, guests): (usize, &[Guest])| {
        let (backend, guests) = (backend.clone(), guests.to_vec());
        async move {
            let deals = if number % 2 == 0 { 1 } else { 2 };
            let plan = MatchPlan::of(&guests).options(seep_deals(deals)).ladder("seep").dealer_drawn();
            let match_id = backend.create(plan).await;
            Game { match_id, guests, moves: u64::from(deals) * MOVES_A_DEAL }
        }
    };
    let games: Vec<_> = guests.chunks(SEATS).enumerate().map(make).collect();
    futures::stream::iter(games).buffered(AT_ONCE).collect().await
}

fn sit_down(
    guest: &Guest,
    game: &Game,
    entropy: &Entropy,
    tally: &Arc<Tally>,
    lives: &watch::Sender<Life>,
) -> JoinHandle<Report> {
    let (guest, match_id) = (guest.clone(), game.match_id.clone());
    let player = Player::new(guest, match_id, Rivals::None, entropy.u64(), tally.clone());
    tokio::spawn(player.play(lives.subscribe()))
}

/// After how many acknowledged moves the kills come.
fn thresholds(entropy: &Entropy, moves: u64) -> Vec<u64> {
    let last = moves * 95 / 100;
    let mut thresholds: Vec<u64> = (0..KILLS).map(|_| 1 + entropy.u64() % last).collect();
    thresholds.sort_unstable();
    thresholds
}

/// Kills the suite and its Postgres once so many moves are acknowledged, and starts them again. Returns the report.
async fn kill(suite: &mut Suite, threshold: u64, tally: &Tally, lives: &watch::Sender<Life>) -> String {
    within("enough moves", tally.wait_for(|sums| sums.acknowledged() >= threshold)).await;
    let clock = Clock::system();
    let killed = clock.monotonic();
    let before = tally.sums();
    suite.kill_with_postgres().await;
    suite.restart().await;
    let serving = clock.monotonic().since(killed);
    let life = Life { number: lives.borrow().number + 1, address: suite.address() };
    lives.send_replace(life);
    within("the first answer", tally.wait_for(|sums| sums.life(life.number).acknowledged > 0)).await;
    let answered = clock.monotonic().since(killed);
    format!(
        "{} moves acknowledged, {} in flight; serving again after {} ms, first acknowledgement after {} ms",
        before.acknowledged(),
        before.in_flight,
        serving.as_millis(),
        answered.as_millis()
    )
}

/// Compares a match's record with what its players lived through. Returns how many moves were acknowledged.
async fn check(backend: &Backend, game: &Game, reports: Vec<Report>, faults: &mut Vec<String>) -> usize {
    let record = backend.record(&game.match_id).await.expect("an ended match has a record");
    let last = record.steps.len() as u64;
    let (mut told, mut seen) = (Vec::new(), Vec::new());
    for report in reports {
        if report.last_seq != last {
            faults.push(format!(
                "match {}: a stream ended at seq {} of {last}",
                game.match_id, report.last_seq
            ));
        }
        faults.extend(report.faults);
        told.extend(report.told);
        seen.extend(report.seen);
    }
    faults.extend(told::faults(&record, &told, &seen));
    told.len()
}
