//! Four players at a match, through the API.

use std::sync::atomic::{AtomicU64, Ordering};

use game_engine::convert::options_to_wire;
use games::Options;
use prost_types::Duration as WireDuration;
use uuid::Uuid;
use wire::engine::v1::*;
use wire::errors::v1::ErrorReason;
use wire::game::v1::{GameOptions, LegalMove, SeepOptions, game_options};

use crate::chance::Chance;
use crate::follow::Follower;
use crate::world::{Client, Engine, reason, token, within};

/// What a match is created with; a short rated match of four people without clocks or cut, unless changed.
#[derive(Clone)]
pub struct Plan {
    pub request: CreateMatchRequest,
    pub accounts: Vec<Uuid>,
}

/// An id that no test has used before.
pub fn fresh_id() -> Uuid {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    Uuid::from_u64_pair(0xf4e5_0000_0000_4000, COUNT.fetch_add(1, Ordering::Relaxed))
}

pub fn seconds(seconds: i64) -> Option<WireDuration> {
    Some(WireDuration { seconds, nanos: 0 })
}

/// Seep that is over after one deal.
pub fn one_deal() -> GameOptions {
    let options = SeepOptions { match_mode: 3, n_deals: Some(1), ..Default::default() };
    GameOptions { game: Some(game_options::Game::Seep(options)) }
}

impl Plan {
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let match_id = chance.uuid();
        let accounts: Vec<Uuid> = (0..4).map(|_| chance.uuid()).collect();
        let names = ["Asha", "Bala", "Chitra", "Dev"];
        let seat = |(account_id, name): (&Uuid, &str)| {
            let player = PlayerSeat { account_id: account_id.to_string(), display_name: name.to_owned() };
            SeatAssignment { occupant: Some(seat_assignment::Occupant::Player(player)) }
        };
        let request = CreateMatchRequest {
            match_id: match_id.to_string(),
            options: Some(one_deal()),
            seats: accounts.iter().zip(names).map(seat).collect(),
            clocks: Some(ClockSettings { turn_limit: seconds(0), bank: seconds(0) }),
            cut_window: seconds(0),
            ladder: "seep".to_owned(),
            ..Default::default()
        };
        Self { request, accounts }
    }

    /// Another game, for its number of people, rated where its ladder is given.
    pub fn of(mut self, options: Options, ladder: &str) -> Self {
        let players = usize::from(options.players());
        self.request.options = Some(options_to_wire(&options));
        self.request.seats.truncate(players);
        self.accounts.truncate(players);
        self.request.ladder = ladder.to_owned();
        self
    }

    pub fn clocks(mut self, turn_limit_s: i64, bank_s: i64) -> Self {
        self.request.clocks =
            Some(ClockSettings { turn_limit: seconds(turn_limit_s), bank: seconds(bank_s) });
        self
    }

    pub fn cut_window(mut self, window_s: i64) -> Self {
        self.request.cut_window = seconds(window_s);
        self
    }

    /// A bot sits on this seat from the start.
    pub fn bot(mut self, seat: usize) -> Self {
        let bot = BotSeat { level: String::new() };
        self.request.seats[seat].occupant = Some(seat_assignment::Occupant::Bot(bot));
        self.request.ladder.clear();
        self
    }

    pub fn spectators(mut self) -> Self {
        self.request.spectators = true;
        self
    }

    pub fn first_dealer(mut self, seat: u32) -> Self {
        self.request.first_dealer = Some(seat);
        self
    }

    pub fn deals(mut self, deals: u32) -> Self {
        let options = SeepOptions { match_mode: 3, n_deals: Some(deals), ..Default::default() };
        self.request.options = Some(GameOptions { game: Some(game_options::Game::Seep(options)) });
        self
    }

    /// Captured cards stay open to view.
    pub fn open_history(mut self) -> Self {
        let Some(GameOptions { game: Some(game_options::Game::Seep(options)) }) = &mut self.request.options
        else {
            unreachable!("every plan is one of Seep")
        };
        options.history = 2;
        self
    }

    pub async fn create(self, engine: &Engine) -> Table {
        let mut creator = engine.creator();
        let created = within(creator.create_match(self.request.clone())).await;
        created.unwrap_or_else(|status| panic!("the match is created: {status:?}"));
        self.table(engine)
    }

    /// The players of a match that exists, at this engine.
    pub fn table(&self, engine: &Engine) -> Table {
        let match_id: Uuid = self.request.match_id.parse().unwrap();
        let player =
            |&account_id: &Uuid| Player { match_id, account_id, client: engine.client(&token(account_id)) };
        let players = self.accounts.iter().map(player).collect();
        Table { match_id, players, plan: self.clone(), chance: Chance::new(match_id.as_u64_pair().0) }
    }
}

/// A player of a match.
#[derive(Clone)]
pub struct Player {
    pub match_id: Uuid,
    pub account_id: Uuid,
    pub client: Client,
}

impl Player {
    /// The match as this player sees it. Reads again while the store is away, as a client does.
    pub async fn get(&self) -> MatchSnapshot {
        within(async {
            loop {
                match self.try_get().await {
                    Ok(snapshot) => return snapshot,
                    Err(status) => assert_eq!(reason(&status), ErrorReason::StoreUnavailable, "{status:?}"),
                }
            }
        })
        .await
    }

    pub async fn try_get(&self) -> Result<MatchSnapshot, tonic::Status> {
        let request = GetMatchRequest { match_id: self.match_id.to_string() };
        let response = within(self.client.clone().get_match(request)).await?;
        Ok(response.into_inner().r#match.unwrap())
    }

    pub fn act_request(&self, request_id: Uuid, text: &str) -> ActRequest {
        ActRequest {
            match_id: self.match_id.to_string(),
            request_id: request_id.to_string(),
            expected_seq: None,
            r#move: Some(act_request::Move::Text(text.to_owned())),
        }
    }

    pub async fn act(&self, request_id: Uuid, text: &str) -> Result<ActResponse, tonic::Status> {
        let request = self.act_request(request_id, text);
        within(self.client.clone().act(request)).await.map(tonic::Response::into_inner)
    }

    pub async fn cut(&self, request_id: Uuid, entropy: &[u8]) -> Result<CutResponse, tonic::Status> {
        let request = CutRequest {
            match_id: self.match_id.to_string(),
            request_id: request_id.to_string(),
            entropy: entropy.to_vec(),
        };
        within(self.client.clone().cut(request)).await.map(tonic::Response::into_inner)
    }

    pub async fn resign(&self, request_id: Uuid) -> Result<ResignResponse, tonic::Status> {
        let request =
            ResignRequest { match_id: self.match_id.to_string(), request_id: request_id.to_string() };
        within(self.client.clone().resign(request)).await.map(tonic::Response::into_inner)
    }

    pub async fn record(&self) -> Result<MatchRecord, tonic::Status> {
        let request = GetRecordRequest { match_id: self.match_id.to_string() };
        Ok(within(self.client.clone().get_record(request)).await?.into_inner().record.unwrap())
    }

    pub async fn watch(&self, after_seq: Option<u64>) -> Follower {
        self.try_watch(after_seq).await.unwrap()
    }

    pub async fn try_watch(&self, after_seq: Option<u64>) -> Result<Follower, tonic::Status> {
        Follower::open(self.client.clone(), self.match_id, after_seq).await
    }
}

/// A move that was made.
#[derive(Clone, Debug)]
pub struct Made {
    pub seat: usize,
    pub request_id: Uuid,
    pub text: String,
    pub seq: u64,
}

/// A match and its four players.
pub struct Table {
    pub match_id: Uuid,
    pub players: Vec<Player>,
    pub plan: Plan,
    pub chance: Chance,
}

impl Table {
    /// The seat to act and its legal moves; `None` once the match is over.
    pub async fn turn(&self) -> Option<(usize, Vec<LegalMove>)> {
        // Bots take a moment to think.
        let awaits_somebody = |snapshot: &MatchSnapshot| {
            let turn = snapshot.turn.as_ref();
            snapshot.end_reason != 0 || turn.is_some_and(|turn| !snapshot.seats[turn.seat as usize].bot)
        };
        let mut snapshot = self.players[0].get().await;
        if !awaits_somebody(&snapshot) {
            snapshot = self.players[0].watch(None).await.until(awaits_somebody).await;
        }
        let seat = snapshot.turn?.seat as usize;
        let turn = self.players[seat].get().await.turn?;
        assert_eq!(turn.seat as usize, seat, "nobody else moves meanwhile");
        Some((seat, turn.legal_moves))
    }

    /// A legal move of the seat to act, by chance.
    pub async fn choose(&mut self) -> Option<(usize, String)> {
        let (seat, legal) = self.turn().await?;
        Some((seat, self.chance.pick(&legal).text.clone()))
    }

    /// Makes one move; `None` once the match is over.
    pub async fn step(&mut self) -> Option<Made> {
        let (seat, text) = self.choose().await?;
        let request_id = fresh_id();
        let acted = self.players[seat].act(request_id, &text).await;
        let acted = acted.unwrap_or_else(|status| panic!("{text} is legal: {status:?}"));
        assert!(!acted.replayed);
        Some(Made { seat, request_id, text, seq: acted.seq })
    }

    pub async fn steps(&mut self, moves: usize) -> Vec<Made> {
        let mut made = Vec::new();
        for _ in 0..moves {
            made.push(self.step().await.expect("the match goes on"));
        }
        made
    }

    /// Plays to the end.
    pub async fn play_out(&mut self) -> Vec<Made> {
        let mut made = Vec::new();
        while let Some(step) = self.step().await {
            made.push(step);
        }
        made
    }

    /// Plays to the end, bidding low: wild bids lead far below zero, and a match between random bidders may go on for ever.
    pub async fn play_out_with_care(&mut self) -> Vec<Made> {
        let mut made = Vec::new();
        while let Some((seat, legal)) = self.turn().await {
            let lowest = legal.iter().find(|legal| ["BID 1", "BID 2"].contains(&legal.text.as_str()));
            let pass = legal.iter().find(|legal| legal.text == "PASS");
            let nobody_bid = legal.iter().filter(|legal| legal.text.starts_with("BID")).count() > 2;
            let careful = if nobody_bid { lowest.or(pass) } else { pass };
            let text = careful.unwrap_or_else(|| self.chance.pick(&legal)).text.clone();
            let request_id = fresh_id();
            let seq = self.players[seat].act(request_id, &text).await.unwrap().seq;
            made.push(Made { seat, request_id, text, seq });
        }
        made
    }

    /// Makes a move that may meet a server in trouble: as a client does, with the same request id until there is an answer.
    pub async fn insist(&mut self) -> Option<Made> {
        let (seat, text) = self.choose().await?;
        let request_id = fresh_id();
        loop {
            match self.players[seat].act(request_id, &text).await {
                Ok(acted) => return Some(Made { seat, request_id, text, seq: acted.seq }),
                Err(status) => assert!(
                    matches!(reason(&status), ErrorReason::OutcomeUnknown | ErrorReason::StoreUnavailable),
                    "{status:?}"
                ),
            }
        }
    }

    /// The same match at another engine; chance goes on.
    pub fn at(&self, engine: &Engine) -> Self {
        Self { chance: self.chance.clone(), ..self.plan.table(engine) }
    }
}
