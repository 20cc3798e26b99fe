//! Bulk imports: the same results as one by one, whatever comes in between.

use std::time::Duration;

use futures::SinkExt as _;
use futures::channel::mpsc;
use futures::future::join_all;
use postgres::testing::Cut;
use ratings::accept::Acceptor;
use ratings::import::{self, Import, ImportKey, Importer, Line, Refusal};
use ratings::{Error, SourceName};
use service::Peer;
use tonic::{Status, Streaming};
use uuid::Uuid;
use wire::errors::v1::ErrorReason;
use wire::ratings::v1 as pb;
use wire::ratings::v1::import_results_request::Step;
use wire::ratings::v1::import_service_client::ImportServiceClient;

use crate::ledger::mixed_games;
use crate::served::{Served, fault, pairs, reason, serve};
use crate::world::{Game, World, ladder_id};

fn key() -> ImportKey {
    ImportKey { source: SourceName::engine(), id: Uuid::from_u128(1) }
}

fn lines(games: &[Game]) -> Vec<Line> {
    let line = |game: &Game| {
        let report = game.clone().report();
        Line { result_id: report.result_id.as_str().to_owned(), report: Ok(report) }
    };
    games.iter().map(line).collect()
}

fn importer(world: &World) -> Importer {
    Importer { acceptor: world.acceptor.clone() }
}

async fn open(world: &World) -> Import {
    import::open(world.pool(), &key(), "season 7", world.clock.now()).await.unwrap()
}

/// Lines, accepted, repeated, rejected.
fn counts(import: &Import) -> [i64; 4] {
    [import.lines, import.accepted, import.repeated, import.rejected]
}

async fn take(world: &World, first_line: i64, games: &[Game]) -> [i64; 4] {
    counts(&importer(world).take(&key(), first_line, &lines(games)).await.unwrap().import)
}

async fn refusals(world: &World) -> Vec<(i64, ErrorReason)> {
    let found = import::rejections(world.pool(), &key(), 0, 100).await.unwrap();
    found.into_iter().map(|rejection| (rejection.line, rejection.refusal.reason)).collect()
}

#[tokio::test]
async fn import_in_chunks_comes_to_the_same_as_results_one_by_one() {
    let games = mixed_games(11);
    let serial = World::new().await;
    for game in &games {
        serial.play(game.clone()).await;
    }
    let world = World::new().await;
    open(&world).await;
    assert_eq!(take(&world, 1, &games[..17]).await, [17, 17, 0, 0]);
    assert_eq!(take(&world, 18, &games[17..]).await, [40, 40, 0, 0]);
    world.rate("seep").await;
    assert_eq!(world.derived("seep").await, serial.derived("seep").await);
}

#[tokio::test]
async fn lines_that_are_held_are_passed_over_and_none_is_left_out() {
    let games = mixed_games(12);
    let world = World::new().await;
    open(&world).await;
    take(&world, 1, &games[..10]).await;
    assert_eq!(open(&world).await.lines, 10);
    assert_eq!(take(&world, 1, &games[..10]).await, [10, 10, 0, 0]);
    assert_eq!(take(&world, 6, &games[5..20]).await, [20, 20, 0, 0]);
    let gap = importer(&world).take(&key(), 22, &lines(&games[21..])).await;
    assert!(matches!(gap, Err(Error::Invalid(faults)) if faults[0].field == "chunk.first_line"));
    assert_eq!(world.count("result").await, 20);
}

#[tokio::test]
async fn lines_of_several_ladders_take_the_numbers_of_each_in_turn() {
    let world = World::new().await;
    open(&world).await;
    world.submit(Game::solo("before", &[1, 2], &[1, 2])).await.unwrap();
    let games = [
        Game::pairs("a", [1, 2], [3, 4]),
        Game::solo("b", &[1, 2], &[1, 2]),
        Game::pairs("c", [1, 2], [3, 4]),
        Game::solo("d", &[1, 2], &[2, 1]),
    ];
    assert_eq!(take(&world, 1, &games).await, [4, 4, 0, 0]);
    let mut sequences = Vec::new();
    for id in ["a", "c", "b", "d"] {
        sequences.push(world.find(id).await.sequence);
    }
    assert_eq!(sequences, [1, 2, 2, 3]);
    assert_eq!(world.submit(Game::pairs("e", [1, 2], [3, 4])).await.unwrap().into_stored().sequence, 3);
}

#[tokio::test]
async fn result_that_was_stored_before_is_repeated_and_other_content_is_refused() {
    let world = World::new().await;
    open(&world).await;
    let game = |id| Game::pairs(id, [1, 2], [3, 4]);
    world.play(game("a")).await;
    let games = [game("a"), game("a").drawn(), game("b"), game("b"), game("b").drawn(), game("c")];
    assert_eq!(take(&world, 1, &games).await, [6, 2, 2, 2]);
    let reused = ErrorReason::RequestIdReused;
    assert_eq!(refusals(&world).await, [(2, reused), (5, reused)]);
    assert_eq!(world.find("c").await.sequence, 3);
}

#[tokio::test]
async fn line_that_is_refused_is_kept_with_its_reason_and_takes_no_number() {
    let world = World::new().await;
    open(&world).await;
    let future = world.clock.now().plus(crate::world::DAY);
    let games = [
        Game::pairs("a", [1, 2], [3, 4]).at(future).places(&[0, 1]),
        Game::pairs("b", [1, 2], [3, 4]).on("bridge"),
        Game::solo("c", &[1, 2], &[1, 2]).on("chess"),
        Game::pairs("d", [1, 2], [3, 4]),
    ];
    let mut lines = lines(&games);
    let refusal = Refusal::from(Error::invalid("result_id", "is odd"));
    lines.push(Line { result_id: "\0".into(), report: Err(refusal) });
    let taken = importer(&world).take(&key(), 1, &lines).await.unwrap();
    assert_eq!(counts(&taken.import), [5, 1, 0, 4]);
    assert_eq!(taken.ladders.into_iter().collect::<Vec<_>>(), [ladder_id("seep")]);
    let (field, ladder, allowed) =
        (ErrorReason::InvalidField, ErrorReason::LadderNotFound, ErrorReason::LadderNotAllowed);
    assert_eq!(refusals(&world).await, [(1, field), (2, ladder), (3, allowed), (5, field)]);
    let kept = import::rejections(world.pool(), &key(), 0, 1).await.unwrap();
    assert_eq!(kept[0].refusal.message, "sides[0].place must be 1 to 2; played_at lies in the future");
    assert_eq!((kept[0].result_id.as_str(), world.find("d").await.sequence), ("a", 1));
}

#[tokio::test]
async fn lines_that_a_ladder_does_not_take_wait_for_nobody_there() {
    let world = World::new().await;
    open(&world).await;
    let acme = ImportKey { source: SourceName::new("acme"), ..key() };
    import::open(world.pool(), &acme, "chess", world.clock.now()).await.unwrap();
    let mut holder = postgres::begin(world.pool()).await.unwrap();
    sqlx::query("select from ratings.ladder where ladder = 'seep' for no key update")
        .execute(&mut *holder)
        .await
        .unwrap();
    let take = async |key: &ImportKey, game: Game| {
        let (importer, lines) = (importer(&world), lines(&[game]));
        let taken = tokio::time::timeout(Duration::from_secs(30), importer.take(key, 1, &lines)).await;
        counts(&taken.expect("nobody waits for the ladder").unwrap().import)
    };
    assert_eq!(take(&acme, Game::pairs("a", [1, 2], [3, 4])).await, [1, 0, 0, 1]);
    assert_eq!(take(&key(), Game::pairs("a", [1, 2], [1, 2])).await, [1, 0, 0, 1]);
}

#[tokio::test]
async fn results_that_also_come_one_by_one_meanwhile_are_counted_once() {
    let games = mixed_games(13);
    let world = World::new().await;
    open(&world).await;
    let single = join_all(games.iter().rev().map(|game| world.submit(game.clone())));
    let import = async {
        for (at, chunk) in games.chunks(7).enumerate() {
            take(&world, i64::try_from(7 * at + 1).unwrap(), chunk).await;
        }
    };
    let (submitted, ()) = tokio::join!(single, import);
    assert!(submitted.iter().all(Result::is_ok));
    let import = import::find(world.pool(), &key()).await.unwrap();
    assert_eq!((import.lines, import.accepted + import.repeated), (40, 40));
    assert_eq!((world.count("result").await, world.count("result where sequence > 40").await), (40, 0));
    world.rate("seep").await;
    assert_eq!(world.count("outcome").await, 40);
}

/// Loses the connection as a chunk is committed; the import then goes on from wherever it is.
async fn resumed_after(cut: Cut) -> i64 {
    let games = mixed_games(14);
    let world = World::new().await;
    open(&world).await;
    let proxy = world.db.proxy().await;
    let pool = postgres::connect(proxy.url(), &postgres::PoolSettings::new("ratings-test")).await.unwrap();
    let broken = Importer { acceptor: Acceptor { pool, ..world.acceptor.clone() } };
    proxy.cut_next(cut, "COMMIT");
    let lost = broken.take(&key(), 1, &lines(&games[..20])).await;
    assert!(matches!(lost, Err(Error::OutcomeUnknown(_))), "{lost:?}");
    let held = open(&world).await.lines;
    assert_eq!(take(&world, 1, &games).await, [40, 40, 0, 0]);
    assert_eq!(world.count("result").await, 40);
    held
}

#[tokio::test]
async fn chunk_whose_acknowledgement_is_lost_is_held_and_not_taken_twice() {
    assert_eq!(resumed_after(Cut::AnswerLost).await, 20);
}

#[tokio::test]
async fn chunk_that_is_lost_is_taken_when_it_comes_again() {
    assert_eq!(resumed_after(Cut::RequestLost).await, 0);
}

/// The sending end of an import's stream, and its answers.
struct Stream {
    messages: mpsc::Sender<pb::ImportResultsRequest>,
    answers: Streaming<pb::ImportResultsResponse>,
}

impl Stream {
    async fn new(client: &mut ImportServiceClient<Peer>) -> Result<Self, Status> {
        let (messages, receiver) = mpsc::channel(4);
        let answers = client.import_results(receiver).await?.into_inner();
        Ok(Self { messages, answers })
    }

    async fn step(&mut self, step: Step) -> Result<[u64; 4], Status> {
        self.messages.send(pb::ImportResultsRequest { step: Some(step) }).await.unwrap();
        let import = self.answers.message().await?.unwrap().progress.unwrap();
        Ok([import.lines, import.accepted, import.repeated, import.rejected])
    }

    async fn open(&mut self, name: &str) -> Result<[u64; 4], Status> {
        self.step(Step::Open(pb::OpenImport { import_id: id(), name: name.into() })).await
    }

    async fn chunk(
        &mut self,
        first_line: u64,
        results: Vec<pb::SubmitResultRequest>,
    ) -> Result<[u64; 4], Status> {
        self.step(Step::Chunk(pb::ImportChunk { first_line, results })).await
    }
}

fn id() -> String {
    Uuid::from_u128(1).to_string()
}

fn client(served: &Served, name: &str) -> ImportServiceClient<Peer> {
    ImportServiceClient::with_interceptor(served.channel.clone(), served.key_of(name))
}

async fn opened(served: &Served) -> Stream {
    let mut stream = Stream::new(&mut client(served, "engine")).await.unwrap();
    stream.open("season 7").await.unwrap();
    stream
}

#[tokio::test]
async fn stream_that_breaks_off_is_resumed_and_what_it_brought_is_rated() {
    let served = serve().await;
    let result = |n: u32| pairs(&format!("g{n}"), [1, 2], [3, 4]);
    let mut first = opened(&served).await;
    assert_eq!(first.chunk(1, (1..=30).map(result).collect()).await.unwrap(), [30, 30, 0, 0]);
    drop(first);
    let mut second = Stream::new(&mut client(&served, "engine")).await.unwrap();
    assert_eq!(second.open("season 7").await.unwrap(), [30, 30, 0, 0]);
    assert_eq!(second.chunk(31, (31..=50).map(result).collect()).await.unwrap(), [50, 50, 0, 0]);
    drop(second.messages);
    assert!(second.answers.message().await.unwrap().is_none());
    while ratings::rate::backlog(served.world.pool(), &ladder_id("seep")).await.unwrap().waiting() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(served.world.count("outcome").await, 50);
}

#[tokio::test]
async fn refused_lines_are_paged_and_never_stop_the_import() {
    let served = serve().await;
    let mut stream = opened(&served).await;
    let mut results = [1, 2, 3, 4].map(|n| pairs(&format!("g{n}"), [1, 2], [3, 4]));
    results[0].played_at = None;
    results[1].sides[0].players[0].account_id = "nobody".into();
    results[3].ladder = "no such\nladder".into();
    assert_eq!(stream.chunk(1, results.into()).await.unwrap(), [4, 1, 0, 3]);
    let request = |page_token| pb::ListImportRejectionsRequest { import_id: id(), page_size: 2, page_token };
    let mut client = client(&served, "engine");
    let first = client.list_import_rejections(request(String::new())).await.unwrap().into_inner();
    let second =
        client.list_import_rejections(request(first.next_page_token.clone())).await.unwrap().into_inner();
    let shown = |rejection: &pb::ImportRejection| (rejection.line, rejection.reason());
    let all: Vec<_> = first.rejections.iter().chain(&second.rejections).map(shown).collect();
    let field = ErrorReason::InvalidField;
    assert_eq!(all, [(1, field), (2, field), (4, ErrorReason::LadderNotFound)]);
    assert_eq!(
        (first.rejections[0].message.as_str(), &*second.next_page_token),
        ("played_at is missing", "")
    );
    let import = client.get_import(pb::GetImportRequest { import_id: id() }).await.unwrap().into_inner();
    assert_eq!(import.progress.unwrap().rejected, 3);
}

#[tokio::test]
async fn messages_that_make_no_sense_end_the_stream_and_change_nothing() {
    let served = serve().await;
    let fresh = async || Stream::new(&mut client(&served, "engine")).await.unwrap();
    let result = || pairs("a", [1, 2], [3, 4]);
    let field = ErrorReason::InvalidField;
    assert_eq!(reason(fresh().await.chunk(1, vec![result()]).await), field);
    assert_eq!(reason(fresh().await.open("").await), field);
    assert_eq!(reason(opened(&served).await.open("season 7").await), field);
    assert_eq!(reason(opened(&served).await.chunk(0, vec![result()]).await), field);
    assert_eq!(reason(opened(&served).await.chunk(2, vec![result()]).await), field);
    assert_eq!(reason(opened(&served).await.chunk(1, Vec::new()).await), field);
    assert_eq!(reason(opened(&served).await.chunk(1, vec![result(); 501]).await), field);
    for length in [1 << 20, 2 << 20] {
        let mut long = result();
        long.result_id = "x".repeat(length);
        assert_eq!(reason(opened(&served).await.chunk(1, vec![long]).await), field);
    }
    let renamed = fault(fresh().await.open("season 8").await);
    assert_eq!(renamed.reason(), ErrorReason::RequestIdReused);
    assert!(renamed.message().contains("import"), "{}", renamed.message());
    assert_eq!(served.world.count("result").await, 0);
}

#[tokio::test]
async fn message_of_nearly_a_mebibyte_is_taken() {
    let served = serve().await;
    let mut long = pairs("a", [1, 2], [3, 4]);
    long.result_id = "x".repeat((1 << 20) - 1_000);
    assert_eq!(opened(&served).await.chunk(1, vec![long]).await.unwrap(), [1, 0, 0, 1]);
}

#[tokio::test]
async fn imports_are_for_sources_and_each_sees_its_own() {
    let served = serve().await;
    let _open = opened(&served).await;
    let viewer = Stream::new(&mut client(&served, "viewer")).await.map(drop);
    assert_eq!(reason(viewer), ErrorReason::PermissionDenied);
    let mut player = ImportServiceClient::with_interceptor(served.channel.clone(), served.token());
    assert_eq!(reason(Stream::new(&mut player).await.map(drop)), ErrorReason::PermissionDenied);
    let mut anonymous = ImportServiceClient::new(served.channel.clone());
    let get = || pb::GetImportRequest { import_id: id() };
    assert_eq!(reason(anonymous.get_import(get()).await), ErrorReason::CredentialMissing);
    assert_eq!(reason(client(&served, "acme").get_import(get()).await), ErrorReason::ImportNotFound);
    let odd = pb::GetImportRequest { import_id: "\0".into() };
    assert_eq!(reason(client(&served, "engine").get_import(odd).await), ErrorReason::ImportNotFound);
}
