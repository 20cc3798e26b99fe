//! A player who only knows what the API says: it takes one of the legal moves that it is shown.

use wire::engine::v1::session_response::Response;
use wire::engine::v1::{Actor, MatchEnded, MatchEvent, MatchSnapshot, MatchState, Turn};
use wire::game::v1::LegalMove;

use super::{Guest, Session};

/// Picks a legal move: its place in the list.
pub type Choose = fn(seq: u64, legal: &[LegalMove]) -> usize;

/// Always the first.
pub fn first_move(_seq: u64, _legal: &[LegalMove]) -> usize {
    0
}

/// In an auction the lowest bid if nobody has bid, else a pass; the first move otherwise. Wild bids lead far below zero, so that a match
/// might not come to an end.
pub fn careful_move(_seq: u64, legal: &[LegalMove]) -> usize {
    let place = |text: &str| legal.iter().position(|legal| legal.text == text);
    place("BID 1")
        .or_else(|| place("BID 2").filter(|_| legal.len() == 4))
        .or_else(|| place("PASS"))
        .unwrap_or(0)
}

/// What a player lived through.
#[derive(Debug)]
pub struct Played {
    /// The first snapshot.
    pub first: MatchSnapshot,
    /// Every event after it.
    pub events: Vec<MatchEvent>,
    /// The seqs of the moves that were acknowledged.
    pub acknowledged: Vec<u64>,
    /// How the match ended.
    pub ended: MatchEnded,
}

/// Plays a guest's seat over a session of its own, from whatever point the match is at, until the match ends.
///
/// # Panics
/// If a move is refused, an event is missing, or the stream ends before the match.
pub async fn play_to_end(guest: &Guest, match_id: &str, choose: Choose) -> Played {
    let mut session = Session::open(guest).await;
    let watching = session.watch(match_id, None).await;
    assert!(matches!(watching, Response::Watching(_)), "{watching:?}");
    let first = session.snapshot().await;
    assert_ne!(first.state(), MatchState::Finished, "the match has ended before");
    let seat = first.your_seat.expect("a player has a seat");
    let mut acknowledged = Vec::new();
    let mut events = Vec::<MatchEvent>::new();
    take_turn(&mut session, match_id, seat, first.seq, first.turn.as_ref(), choose).await;
    loop {
        let message = session.next().await.expect("the session goes on").expect("the session goes on");
        match message.response.expect("a message says something") {
            Response::Event(event) => {
                let before = events.last().map_or(first.seq, |event| event.seq);
                assert_eq!(event.seq, before + 1, "events come without a gap");
                let (seq, turn, ended) = (event.seq, event.turn.clone(), event.ended.clone());
                events.push(*event);
                if let Some(ended) = ended {
                    // The reply to the last move may come after the news of it.
                    while acknowledged.len() < own_moves(&events, seat) {
                        acknowledged.push(reply(&mut session).await);
                    }
                    return Played { first, events, acknowledged, ended };
                }
                take_turn(&mut session, match_id, seat, seq, turn.as_ref(), choose).await;
            }
            Response::Acted(acted) => acknowledged.push(acted.seq),
            Response::Refused(refused) => panic!("a move was refused: {refused:?}"),
            _ => {}
        }
    }
}

async fn take_turn(
    session: &mut Session,
    match_id: &str,
    seat: u32,
    seq: u64,
    turn: Option<&Turn>,
    choose: Choose,
) {
    if let Some(turn) = turn.filter(|turn| turn.seat == seat) {
        let chosen = &turn.legal_moves[choose(seq, &turn.legal_moves)];
        session.act(match_id, &chosen.text, Some(seq)).await;
    }
}

async fn reply(session: &mut Session) -> u64 {
    loop {
        let message = session.next().await.expect("the session goes on").expect("the session goes on");
        match message.response {
            Some(Response::Acted(acted)) => return acted.seq,
            Some(Response::Refused(refused)) => panic!("a move was refused: {refused:?}"),
            _ => {}
        }
    }
}

/// How many of the events are this player's own decisions.
fn own_moves(events: &[MatchEvent], seat: u32) -> usize {
    use wire::engine::v1::match_event::Event;
    use wire::game::v1::{game_event, pepper_event, seep_event, smear_event};
    let mover = |event: &MatchEvent| match &event.event {
        Some(Event::Game(game)) => match game.game.as_ref()? {
            game_event::Game::Seep(seep) => match seep.event.as_ref()? {
                seep_event::Event::Bid(bid) => Some(bid.seat),
                seep_event::Event::Played(played) => Some(played.seat),
                seep_event::Event::Dealt(_) => None,
            },
            game_event::Game::Smear(smear) => match smear.event.as_ref()? {
                smear_event::Event::Called(called) => called.call.map(|call| call.seat),
                smear_event::Event::Discarded(discarded) => Some(discarded.seat),
                smear_event::Event::Played(played) => Some(played.seat),
                smear_event::Event::Dealt(_) => None,
            },
            game_event::Game::Pepper(pepper) => match pepper.event.as_ref()? {
                pepper_event::Event::Called(called) => called.call.map(|call| call.seat),
                pepper_event::Event::Named(named) => Some(named.seat),
                pepper_event::Event::Played(played) => Some(played.seat),
                pepper_event::Event::Dealt(_) => None,
            },
        },
        _ => None,
    };
    let own = |event: &&MatchEvent| event.actor() == Actor::Player && mover(event) == Some(seat);
    events.iter().filter(own).count()
}
