//! An evening at the table: the players sign in, play match after match with changing partners or seats, and look at the
//! ladder.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::Context as _;
use cards::Side;
use env::{Clock, Entropy};
use futures::future::try_join_all;
use game_engine::convert;
use games::Options;
use jodi::capture::{CaptureDir, CaptureWriter};
use jodi::client::{ClientError, Connection, MatchFollower, Player, Update};
use jodi::record::Record;
use service::Authorities;
use wire::engine::v1::match_event::Event;
use wire::ratings::v1::StandingRow;

use super::ladder::{Ladder, Moved, Rated, table};
use super::play::{SeatReport, play_seat};
use super::screen::Screen;
use super::{fairness, table as table_of};
use crate::narrator::{self, Company, Faces, Narrator};

const NAMES: [&str; 4] = ["Asha", "Bela", "Chitra", "Dev"];
/// Who sits on which seat of a table of pairs, match by match: everybody plays with everybody.
const SEATINGS: [[usize; 4]; 3] = [[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2]];
/// All pairs of the four.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// What an evening needs.
pub struct Evening {
    /// The server's URL.
    pub address: String,
    /// How it is known.
    pub authorities: Authorities,
    /// What is played: the rules of a ladder.
    pub options: Options,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
    /// What the person sees.
    pub screen: Screen,
    /// Where received bytes and records are kept.
    pub capture: Option<PathBuf>,
}

impl Evening {
    /// Plays so many matches and shows what became of them.
    ///
    /// # Errors
    /// If a match cannot be played to its end, or anything about it does not hold.
    pub async fn play(&self, matches: u32) -> anyhow::Result<()> {
        let capture = self.capture.as_deref().map(CaptureDir::create).transpose();
        let capture = capture.context("creating the directory of the capture")?;
        let players = self.sign_in().await?;
        let ladder = self.ladder(&players[0])?;
        let names: Vec<&str> = players.iter().map(|player| player.display_name.as_str()).collect();
        self.screen.result(&format!(
            "Signed in as guests: {}. The ladder has {} ranked {}s; they are new to it.",
            names.join(", "),
            ladder.ranked().await?,
            self.rates().word()
        ));
        self.screen.play(&format!("\n{}", Narrator::primer(self.options.kind())));
        let before = self.standings(ladder, &players).await?;
        let mut latest: Option<Moved> = None;
        for number in 1..=matches {
            let seated: Vec<&Player> =
                self.seating(number as usize - 1).into_iter().map(|player| &players[player]).collect();
            let moved = self.one_match((number, matches), &seated, capture.as_ref()).await?;
            if moved.counted || latest.is_none() {
                latest = Some(moved);
            }
        }
        self.screen.close();
        self.show_ladder(before, self.standings(ladder, &players).await?, latest);
        Ok(())
    }

    /// Each player comes on a connection of their own.
    async fn sign_in(&self) -> Result<Vec<Player>, ClientError> {
        let names = NAMES.into_iter().take(usize::from(self.options.players()));
        try_join_all(names.map(async |name| {
            let connection =
                Connection::new(&self.address, &self.authorities, self.clock.clone(), self.entropy.clone())?;
            Player::sign_in(connection, name).await
        }))
        .await
    }

    async fn one_match(
        &self,
        (number, matches): (u32, u32),
        seated: &[&Player],
        capture: Option<&CaptureDir>,
    ) -> anyhow::Result<Moved> {
        let names = seated.iter().map(|player| player.display_name.clone()).collect();
        let narrator = Narrator::new(Company::new(names, self.options), Faces::of_locale());
        let company = narrator.company();
        let sides: Vec<String> = company.sides().into_iter().map(|side| company.side(side)).collect();
        self.screen.result(&format!("\nMatch {number} of {matches}: {}.", sides.join(" against ")));
        let match_id = table_of::meet(seated, &self.options).await?;
        let reports = self.play_out(&match_id, (number, matches), seated, capture, &narrator).await?;

        let record = fairness::fetch(seated[0], &match_id).await?;
        if let Some(dir) = capture {
            let file = dir.record_file(&match_id);
            std::fs::write(&file, record.to_json()).with_context(|| format!("writing {}", file.display()))?;
        }
        let found = fairness::hold_against(&record, &reports)?;
        self.screen.play("");
        self.screen.result(&format!("  {}", outcome(&record, company)));
        let reconnects: u32 = reports.iter().map(|report| report.reconnects).sum();
        if reconnects > 0 {
            self.screen.result(&format!("  Sessions were lost and resumed {reconnects} times."));
        }
        self.screen.play("  The record, held against what the players saw and sent:");
        for what in &found {
            self.screen.play(&format!("    ok  {what}"));
        }
        let moved = self.ladder(seated[0])?.moved_by(&match_id).await?;
        self.screen.result(&format!("  Ladder: {}.", moved.line.trim_end_matches('.')));
        Ok(moved)
    }

    /// All play at the same time; the first seat's stream is told to the person.
    async fn play_out(
        &self,
        match_id: &str,
        (number, matches): (u32, u32),
        seated: &[&Player],
        capture: Option<&CaptureDir>,
        narrator: &Narrator,
    ) -> anyhow::Result<Vec<SeatReport>> {
        let fault = RefCell::new(None);
        let tell = |follower: &MatchFollower, update: &Update| {
            if let Err(error) = self.tell(narrator, (number, matches), follower, update) {
                fault.borrow_mut().get_or_insert(error);
            }
        };
        let seats = (0..).zip(seated).map(async |(seat, player)| {
            let writer = capture
                .map(|dir| CaptureWriter::create(&dir.session_file(match_id, seat)))
                .transpose()
                .context("keeping what a seat receives")?;
            let report = play_seat(player, match_id, writer, |follower, update| {
                if seat == 0 {
                    tell(follower, update);
                }
            });
            let name = &player.display_name;
            report.await.with_context(|| format!("{name}, seat {seat} of match {match_id}"))
        });
        let reports = try_join_all(seats).await?;
        match fault.into_inner() {
            Some(error) => Err(error),
            None => Ok(reports),
        }
    }

    fn tell(
        &self,
        narrator: &Narrator,
        (number, matches): (u32, u32),
        follower: &MatchFollower,
        update: &Update,
    ) -> anyhow::Result<()> {
        let event = match update {
            Update::Event(event) => event,
            Update::Reconnected => {
                self.screen.play("  (the connection was lost; the match goes on where it stood)");
                return Ok(());
            }
            _ => return Ok(()),
        };
        let (Some(Event::Game(game)), Some(view)) = (&event.event, follower.view()) else { return Ok(()) };
        let seen = convert::seen_from_wire(game).context("an event cannot be read")?;
        for line in narrator.tell(&seen, view) {
            self.screen.play(&line);
        }
        self.screen.progress(&format!("match {number} of {matches}"), narrator::progress(view));
        Ok(())
    }

    fn rates(&self) -> Rated {
        if self.options.players() == 4 { Rated::Pairs } else { Rated::Players }
    }

    fn ladder<'a>(&self, observer: &'a Player) -> anyhow::Result<Ladder<'a>> {
        let name = self.options.rule_set().context("no ladder rates these rules")?;
        Ok(Ladder::of(observer, name, self.rates()))
    }

    /// Who sits on which seat in a match, counted from 0.
    fn seating(&self, number: usize) -> Vec<usize> {
        match self.rates() {
            Rated::Pairs => SEATINGS[number % SEATINGS.len()].into(),
            Rated::Players => {
                let players = usize::from(self.options.players());
                (0..players).map(|seat| (seat + number) % players).collect()
            }
        }
    }

    /// Who can stand on the ladder: all pairs, or each player alone.
    fn entities(&self) -> Vec<Vec<usize>> {
        match self.rates() {
            Rated::Pairs => PAIRS.map(Vec::from).into(),
            Rated::Players => (0..usize::from(self.options.players())).map(|player| vec![player]).collect(),
        }
    }

    async fn standings(
        &self,
        ladder: Ladder<'_>,
        players: &[Player],
    ) -> Result<Vec<Option<StandingRow>>, ClientError> {
        try_join_all(self.entities().into_iter().map(async |members| {
            let members: Vec<&Player> = members.into_iter().map(|player| &players[player]).collect();
            ladder.standing(&members).await
        }))
        .await
    }

    fn show_ladder(
        &self,
        before: Vec<Option<StandingRow>>,
        after: Vec<Option<StandingRow>>,
        latest: Option<Moved>,
    ) {
        self.screen.result("\nThe ladder before and after:");
        let names = |members: Vec<usize>| members.into_iter().map(|player| NAMES[player]).collect::<Vec<_>>();
        let mut rows: Vec<_> = self
            .entities()
            .into_iter()
            .map(|members| names(members).join(" & "))
            .zip(before)
            .zip(after)
            .map(|((names, before), after)| (names, before, after))
            .collect();
        rows.sort_by_key(|(.., after)| std::cmp::Reverse(after.as_ref().map(|row| row.rating)));
        for line in table(self.rates(), &rows) {
            self.screen.result(&line);
        }
        if let Some(moved) = latest {
            self.screen.result("\nHow the last match that counted came to its change:");
            for sentence in moved.sentences {
                self.screen.result(&format!("  {sentence}"));
            }
        }
        self.screen.result("");
    }
}

fn outcome(record: &Record, company: &Company) -> String {
    let deals = record.decks.len();
    let deals = if deals == 1 { "1 deal".to_owned() } else { format!("{deals} deals") };
    let winners = record.result.winning_sides.iter().filter_map(|side| Side::new(u8::try_from(*side).ok()?));
    match winners.collect::<Vec<Side>>().as_slice() {
        [] => format!("The match is drawn after {deals}."),
        [side] => format!("{} the match after {deals}.", company.does(*side, "win", "wins")),
        sides => {
            let sides: Vec<String> = sides.iter().map(|side| company.side(*side)).collect();
            format!("{} share the win after {deals}.", sides.join(" and "))
        }
    }
}
