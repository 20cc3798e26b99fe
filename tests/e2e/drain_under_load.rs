//! A suite that stops while hundreds look on and players move.

use std::collections::HashMap;

use futures::future::join_all;
use jodi_tests::client::{
    Backend, Choose, Guest, MatchPlan, Session, Watch, careful_move, four_guests, reason, seep_deals,
};
use jodi_tests::process::{Suite, SuiteSetup};
use jodi_tests::within;
use tokio::sync::watch;
use tonic::Status;
use wire::engine::v1::record_step::Step;
use wire::engine::v1::session_response::Response;
use wire::engine::v1::watch_response::Update;
use wire::engine::v1::{MatchRecord, Turn};
use wire::errors::v1::ErrorReason;

const MATCHES: usize = 10;
/// Beside the session in which it plays, each of the four looks on at its match from so many streams: with that one as many as an
/// account may have.
const WATCHES: usize = 4;
const SESSIONS: usize = 3;
/// Streams that share a connection.
const STREAMS_OF_A_CONNECTION: usize = 10;
/// Moves that have been acknowledged when the suite is told to stop.
const MOVES_BEFORE: usize = 100;
/// Far longer than the grace and all moves under way can take, and shorter than a test waits for anything.
const DEADLINE_S: u64 = 50;

/// A match and its players.
struct Played {
    match_id: String,
    guests: [Guest; 4],
}

/// What came of a stream.
#[derive(Debug, Default)]
struct Stream {
    match_id: String,
    /// The latest seq that it had.
    seq: u64,
    was_told: bool,
    end: Option<ErrorReason>,
    /// Seqs and texts of the moves that were made in it and acknowledged.
    acknowledged: Vec<(u64, String)>,
}

impl Stream {
    fn of(match_id: &str) -> Self {
        Self { match_id: match_id.to_owned(), ..Self::default() }
    }

    /// The next event has come.
    fn came(&mut self, seq: u64) {
        assert_eq!(seq, self.seq + 1, "events come without a gap");
        self.seq = seq;
    }

    fn ended(self, status: Status) -> Self {
        Self { end: Some(reason(Err::<(), _>(status))), ..self }
    }
}

async fn begin(suite: &Suite) -> Vec<Played> {
    let backend = Backend::new(suite.channel(), suite.admin());
    join_all((0..MATCHES).map(|_| async {
        let guests = four_guests(&suite.channel()).await;
        let match_id = backend.create(MatchPlan::of(&guests).options(seep_deals(999))).await;
        Played { match_id, guests }
    }))
    .await
}

/// A stream that is open.
enum Open {
    Watch(String, Watch),
    Session(String, Session),
    /// The session of one who plays.
    Player(String, Session),
}

impl Open {
    /// Of a guest's streams the one with that number.
    async fn open(number: usize, guest: &Guest, match_id: String) -> Self {
        if number < WATCHES {
            let watch = Watch::open(guest, &match_id, None).await;
            return Self::Watch(match_id, watch);
        }
        let mut session = Session::open(guest).await;
        let watching = session.watch(&match_id, None).await;
        assert!(matches!(watching, Response::Watching(_)), "{watching:?}");
        match number - WATCHES {
            ..SESSIONS => Self::Session(match_id, session),
            _ => Self::Player(match_id, session),
        }
    }

    /// What comes of it until it ends.
    async fn live(self, moves: &watch::Sender<usize>) -> Stream {
        match self {
            Self::Watch(match_id, watch) => look_on(&match_id, watch).await,
            Self::Session(match_id, session) => take_part(&match_id, session, None, moves).await,
            Self::Player(match_id, session) => take_part(&match_id, session, Some(careful_move), moves).await,
        }
    }
}

/// Opens all streams of all guests, on connections that ten of them share.
async fn open_all(suite: &Suite, played: &[Played]) -> Vec<Open> {
    let guests = played.iter().flat_map(|played| played.guests.iter().map(|guest| (guest, &played.match_id)));
    let streams: Vec<_> =
        guests.flat_map(|guest| (0..=WATCHES + SESSIONS).map(move |number| (number, guest))).collect();
    let opened = streams.chunks(STREAMS_OF_A_CONNECTION).flat_map(|sharing| {
        let channel = suite.channel();
        sharing.iter().map(move |(number, (guest, match_id))| {
            let guest = guest.on(channel.clone());
            async move { Open::open(*number, &guest, (*match_id).clone()).await }
        })
    });
    join_all(opened).await
}

/// Looks on until the watch ends.
async fn look_on(match_id: &str, mut watch: Watch) -> Stream {
    let mut stream = Stream::of(match_id);
    loop {
        match watch.next().await {
            Ok(Some(Update::Event(event))) => stream.came(event.seq),
            Ok(Some(Update::Snapshot(snapshot))) => stream.seq = snapshot.seq,
            Ok(Some(Update::Draining(_))) => stream.was_told = true,
            Ok(Some(_)) => {}
            Ok(None) => panic!("the match goes on"),
            Err(status) => return stream.ended(status),
        }
    }
}

/// Takes part until the session ends: looks on, or makes the moves that are chosen and counts those acknowledged.
async fn take_part(
    match_id: &str,
    mut session: Session,
    choose: Option<Choose>,
    moves: &watch::Sender<usize>,
) -> Stream {
    let mut stream = Stream::of(match_id);
    let mut asked = HashMap::new();
    loop {
        let message = match session.next().await {
            Ok(message) => message.expect("the session ends with a reason"),
            Err(status) => return stream.ended(status),
        };
        let turn: Option<Turn> = match message.response.unwrap() {
            Response::Event(event) => {
                stream.came(event.seq);
                event.turn
            }
            Response::Snapshot(snapshot) => {
                stream.seq = snapshot.seq;
                snapshot.turn
            }
            Response::Acted(acted) => {
                stream.acknowledged.push((acted.seq, asked.remove(&message.call).unwrap()));
                moves.send_modify(|moves| *moves += 1);
                None
            }
            Response::Draining(_) => {
                stream.was_told = true;
                None
            }
            Response::Refused(refused) => panic!("a move was refused: {refused:?}"),
            _ => None,
        };
        if let (Some(choose), Some(turn)) = (choose, turn.filter(|turn| !turn.legal_moves.is_empty())) {
            let text = turn.legal_moves[choose(stream.seq, &turn.legal_moves)].text.clone();
            let call = session.act(match_id, &text, Some(stream.seq)).await;
            asked.insert(call, text);
        }
    }
}

/// The acknowledged moves that the record does not have.
fn lost<'a>(stream: &'a Stream, record: &'a MatchRecord) -> impl Iterator<Item = &'a (u64, String)> {
    stream.acknowledged.iter().filter(|(seq, text)| {
        let step = record.steps.iter().find(|step| step.seq == *seq).and_then(|step| step.step.as_ref());
        !matches!(step, Some(Step::Action(action)) if action.text == *text)
    })
}

#[tokio::test]
async fn drain_under_load_tells_every_stream_and_loses_no_acknowledged_move() {
    let mut suite =
        SuiteSetup::new().env("JODI_DRAIN_GRACE_S", 2).env("JODI_DRAIN_DEADLINE_S", DEADLINE_S).start().await;
    let played = begin(&suite).await;
    let open = open_all(&suite, &played).await;
    assert_eq!(open.len(), MATCHES * 4 * (WATCHES + SESSIONS + 1));

    let moves = watch::Sender::new(0);
    let mut made = moves.subscribe();
    let stop = async {
        within("the first moves", made.wait_for(|made| *made >= MOVES_BEFORE)).await.unwrap();
        let clock = env::Clock::system();
        let status = suite.stop().await;
        (status, clock.monotonic().as_millis())
    };
    let ((status, millis), streams) =
        tokio::join!(stop, join_all(open.into_iter().map(|open| open.live(&moves))));
    assert_eq!(status.code(), Some(0));
    let log = suite.child().printed();
    assert!(!log.iter().any(|line| line.contains("drain deadline")), "it ends by itself: {log:#?}");
    for stream in &streams {
        assert_eq!((stream.was_told, stream.end), (true, Some(ErrorReason::Draining)), "{stream:?}");
    }

    let acknowledged: usize = streams.iter().map(|stream| stream.acknowledged.len()).sum();
    println!(
        "{} streams; {acknowledged} moves acknowledged; {millis} ms from the signal to the end",
        streams.len()
    );

    suite.restart().await;
    let backend = Backend::new(suite.channel(), suite.admin());
    for Played { match_id, .. } in &played {
        backend.abort(match_id, "its record is wanted").await.unwrap();
        let record = backend.record(match_id).await.unwrap();
        for stream in streams.iter().filter(|stream| stream.match_id == *match_id) {
            assert_eq!(lost(stream, &record).next(), None);
            // The last step is the abort.
            assert!(stream.seq < record.steps.len() as u64, "what was shown is kept: {stream:?}");
        }
    }
}
