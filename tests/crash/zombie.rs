//! Two engines on one database. One is stopped where it is until its claim has run out and the other has taken its matches
//! over; then it goes on, believing that it drives them still.

use std::collections::HashMap;
use std::sync::Arc;

use env::Entropy;
use futures::future::join_all;
use jodi_tests::client::{Backend, Guest, MatchPlan, seep_deals};
use jodi_tests::within;
use tokio::sync::{broadcast, watch};
use tokio::task::JoinHandle;
use wire::engine::v1::MatchRecord;
use wire::engine::v1::session_response::Response;
use wire::errors::v1::ErrorReason;

use crate::audit;
use crate::ground::{Engine, Ground};
use crate::hammer::{Hammer, Hammered};
use crate::player::{LeftStream, Player, Report, Rivals};
use crate::say::{assert_none, say, seed};
use crate::tally::{Life, Tally};
use crate::told::{self, Acknowledged};
use crate::turn::turn;

const MATCHES: usize = 20;
const SEATS: usize = 4;
const DEALS: u32 = 2;
/// A bid and 48 plays, for each deal.
const MOVES: u64 = MATCHES as u64 * 49 * DEALS as u64;

/// Acknowledged moves that wait to be repeated.
const ECHO: usize = 16;

/// Matches that still run and of which a role has not written a row after a certain entry of the audit.
const NOT_TAKEN: &str = "select count(*) from engine.match m where m.state = 1 and not exists (
    select from audit.entry e
    where e.match_id = m.match_id and e.seq is not null and e.writer = $1 and e.n > $2::bigint)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engine_that_lost_its_matches_while_it_was_stopped_lands_nothing_more() {
    let _turn = turn().await;
    let entropy = Entropy::seeded(seed("JODI_ZOMBIE_SEED"));
    let ground = Ground::lay().await;
    let (a, b) = (ground.engine("a").await, ground.engine("b").await);
    let doors = [ground.backend(&a), ground.backend(&b)];
    let games = make_matches(&ground, &a).await;
    let tally = Arc::new(Tally::default());
    let (lives, _) = watch::channel(a.life(0));
    let playing: Vec<Vec<_>> = games
        .iter()
        .map(|game| game.guests.iter().map(|guest| sit_down(guest, game, &entropy, &tally, &lives)).collect())
        .collect();

    // First one of them is the zombie, then the other, with matches that it has taken over itself.
    let mut hammers = Vec::new();
    for (number, (zombie, heir)) in [(&a, &b), (&b, &a)].into_iter().enumerate() {
        let from = MOVES * (1 + 2 * number as u64) / 6;
        let threshold = from + entropy.u64() % (MOVES / 6);
        within("enough moves", tally.wait_for(|sums| sums.acknowledged() >= threshold)).await;
        freeze_and_thaw(&ground, zombie, heir, &tally, &lives).await;
        for (place, game) in games.iter().enumerate() {
            hammers.push((place, hammer(place, zombie, game, &entropy, lives.subscribe())));
        }
    }
    let played = within("the end of all matches", join_all(playing.into_iter().map(join_all))).await;
    // Nobody goes anywhere any more, but the hammers stop.
    lives.send_modify(|life| life.number += 1);
    let mut sums = Hammered::default();
    let mut games: Vec<_> = games.into_iter().zip(played).collect();
    for (place, hammer) in hammers {
        let hammered = hammer.await.expect("a hammer does not panic");
        games[place].0.told.extend(hammered.told.iter().cloned());
        sums.add(hammered);
    }

    let mut faults = Vec::new();
    for (game, reports) in games {
        let reports = reports.into_iter().map(|report| report.expect("a player does not panic"));
        check(&doors, game, reports.collect(), &mut faults).await;
    }
    let roles = HashMap::from([("a", &*a.role), ("b", &*b.role)]);
    let findings = audit::findings(ground.db.pool(), &roles).await;
    say(&format!(
        "zombie: {MATCHES} matches changed hands {} times; {} late rows landed before their successor's first; \
         through the zombies' doors {} moves were acknowledged, {} refused and {} retries answered",
        findings.takeovers,
        findings.late,
        sums.told.len(),
        sums.refused,
        sums.replayed
    ));
    assert!(sums.refused > 0 && sums.replayed > 0, "both kinds of hammer have hit");
    faults.extend(findings.faults);
    faults.extend(sums.faults);
    assert_none(&faults);
}

struct Game {
    match_id: String,
    guests: Vec<Guest>,
    /// Moves that are acknowledged to the players.
    acknowledged: broadcast::Sender<Acknowledged>,
    /// Moves that were acknowledged to hammers.
    told: Vec<Acknowledged>,
}

async fn make_matches(ground: &Ground, engine: &Engine) -> Vec<Game> {
    let backend = ground.backend(engine);
    let guests = ground.guests(engine, MATCHES * SEATS).await;
    let mut games = Vec::with_capacity(MATCHES);
    for guests in guests.chunks(SEATS) {
        let match_id = backend.create(MatchPlan::of(guests).options(seep_deals(DEALS))).await;
        let acknowledged = broadcast::Sender::new(ECHO);
        games.push(Game { match_id, guests: guests.to_vec(), acknowledged, told: Vec::new() });
    }
    games
}

fn sit_down(
    guest: &Guest,
    game: &Game,
    entropy: &Entropy,
    tally: &Arc<Tally>,
    lives: &watch::Sender<Life>,
) -> JoinHandle<Report> {
    let (guest, match_id) = (guest.clone(), game.match_id.clone());
    let player = Player::new(guest, match_id, Rivals::Some, entropy.u64(), tally.clone());
    tokio::spawn(player.echo(game.acknowledged.clone()).play(lives.subscribe()))
}

/// Stops the zombie in the middle of everything, lets the heir take all matches over, and lets the zombie go on once its heir
/// has written a row of every match.
async fn freeze_and_thaw(
    ground: &Ground,
    zombie: &Engine,
    heir: &Engine,
    tally: &Tally,
    lives: &watch::Sender<Life>,
) {
    zombie.freeze();
    let sums = tally.sums();
    say(&format!(
        "zombie: {} is stopped after {} moves, {} in flight",
        zombie.name,
        sums.acknowledged(),
        sums.in_flight
    ));
    ground.claim_runs_out(zombie).await;
    let from = audit::latest(ground.db.pool()).await.to_string();
    lives.send_modify(|life| *life = heir.life(life.number + 1));
    ground.until("the heir's first rows", NOT_TAKEN, &[&heir.role, &from], |left| left == 0).await;
    zombie.thaw();
}

/// At every second match somebody acts on what the zombie shows. At the others nobody provokes the zombie to an append: it must
/// find out by itself that they are not its own any more, and until then must not deny what its heir has acknowledged.
fn hammer(
    place: usize,
    zombie: &Engine,
    game: &Game,
    entropy: &Entropy,
    next: watch::Receiver<Life>,
) -> JoinHandle<Hammered> {
    let guests = game.guests.iter().map(|guest| guest.on(zombie.process.channel())).collect();
    let hammer = Hammer::new(guests, game.match_id.clone(), entropy.u64());
    if place.is_multiple_of(2) {
        tokio::spawn(hammer.move_on_sight(next))
    } else {
        tokio::spawn(hammer.repeat(game.acknowledged.subscribe(), next))
    }
}

/// Compares a match's record with what everybody was told.
async fn check(doors: &[Backend; 2], game: Game, reports: Vec<Report>, faults: &mut Vec<String>) {
    let record = doors[0].record(&game.match_id).await.expect("an ended match has a record");
    let other = doors[1].record(&game.match_id).await;
    if other.as_ref().ok() != Some(&record) {
        faults.push(format!("match {}: the other engine has the record {other:?}", game.match_id));
    }
    let (mut told, mut seen) = (game.told, Vec::new());
    for mut report in reports {
        for left in std::mem::take(&mut report.left) {
            within("the end of a stream that was left", read_out(left, &record, &mut report)).await;
        }
        faults.extend(report.faults);
        told.extend(report.told);
        seen.extend(report.seen);
    }
    faults.extend(told::faults(&record, &told, &seen));
}

/// Reads what a zombie still says on a stream that its player has left. It must end the watch, or the stream, and say why;
/// unless it had ended the match before it was stopped.
async fn read_out(left: LeftStream, record: &MatchRecord, report: &mut Report) {
    let LeftStream { mut session, seat, mut waiting } = left;
    let whose = format!("match {}, seat {seat}", record.match_id);
    let mut ended = false;
    while !ended || waiting.is_some() {
        let message = match session.next().await {
            Ok(Some(message)) => message,
            // One that broke, because its server was silent for too long, says nothing at all.
            Err(_) => return,
            end => return report.faults.push(format!("{whose}: a stream that was left ended with {end:?}")),
        };
        let answers = waiting.take_if(|(call, _)| *call == message.call);
        match (message.response, answers) {
            (Some(Response::Acted(acted)), Some((_, request))) => {
                report.told.push(Acknowledged { seq: acted.seq, ..request });
            }
            (Some(Response::Event(event)), _) => report.seen.extend(told::Seen::of(&event)),
            (Some(Response::WatchEnded(end)), _) => {
                ended = true;
                let is_last = end.seq == record.steps.len() as u64;
                if end.reason() != ErrorReason::Draining
                    && !(end.reason() == ErrorReason::Unspecified && is_last)
                {
                    report.faults.push(format!("{whose}: a watch that was left ended with {end:?}"));
                }
            }
            _ => {}
        }
    }
}
