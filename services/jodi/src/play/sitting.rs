//! A person at the table: what they are shown, what they answer, and what becomes of it.

use std::time::Duration;

use anyhow::Context as _;
use cards::{Seat, Side};
use futures::future::Either;
use game_engine::convert;
use games::Options;
use jodi::client::{Decision, Player, SeatClient, Update};
use messages::{Locale, game_title, option_label, rules};
use wire::engine::v1::match_event::Event;
use wire::engine::v1::{Actor, MatchEvent, MatchSnapshot, Refused};

use super::board::Board;
use super::moves::{self, Answer};
use super::terminal::{Input, prompt, say};
use crate::narrator::{Company, Faces, Narrator};

const PROMPT: &str = "Your move (number or text; ? rules, s score, t table, q leave): ";
/// Longest text of a move that the server takes, in bytes.
const MAX_TEXT: usize = 200;

/// How a person left the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// The match is over.
    Over,
    /// The match goes on without them.
    Away,
}

/// A person at a match.
pub struct Sitting<'a> {
    seat: SeatClient<'a>,
    locale: Locale,
    input: Input,
    /// The table, once the first snapshot was received.
    board: Option<Board>,
    /// The decision for which the table was shown, by its seq.
    shown: Option<u64>,
}

impl<'a> Sitting<'a> {
    /// A person who is about to look at a match.
    pub fn new(player: &'a Player, match_id: &str, locale: Locale, input: Input) -> Self {
        let seat = SeatClient::new(player, match_id, None);
        Self { seat, locale, input, board: None, shown: None }
    }

    /// Plays until the match is over or the person leaves.
    ///
    /// # Errors
    /// What waiting and connecting again does not get over.
    pub async fn run(mut self) -> anyhow::Result<Left> {
        loop {
            // Input is left alone while nothing is asked, so that what is typed ahead or piped in waits for its turn.
            let heard = if self.ask()? || self.is_away() {
                self.seat.next_or(self.input.line()).await?
            } else {
                Either::Left(self.seat.next().await?)
            };
            match heard {
                Either::Left(Update::Over) => {
                    self.say_how_it_ended();
                    return Ok(Left::Over);
                }
                Either::Left(update) => self.tell(&update)?,
                Either::Right(None) => {
                    say("");
                    return Ok(Left::Away);
                }
                Either::Right(Some(line)) => {
                    if self.answer(&line).await? == Answer::Leave {
                        return Ok(Left::Away);
                    }
                }
            }
        }
    }

    /// Shows the table and the moves once for each decision; is one due?
    fn ask(&mut self) -> anyhow::Result<bool> {
        if self.is_away() {
            // A bot decides at once.
            return Ok(false);
        }
        let Some(decision) = self.seat.decision()? else { return Ok(false) };
        if self.shown != self.seat.follower().seq() {
            self.shown = self.seat.follower().seq();
            self.show(&decision);
        }
        Ok(true)
    }

    fn show(&self, decision: &Decision<'_>) {
        let Some(board) = &self.board else { return };
        say("");
        print_lines(&board.table(decision.view));
        say("");
        print_lines(&moves::list(self.locale, decision));
        if self.seat.follower().turn().is_some_and(|turn| turn.legal_moves_cut) {
            say("     and more, by their texts");
        }
        prompt(PROMPT);
    }

    async fn answer(&mut self, line: &str) -> anyhow::Result<Answer> {
        if self.is_away() && !moves::is_leave(line) {
            self.seat.come_back().await;
            say("You are back; from your next turn on you play yourself.");
            return Ok(Answer::Empty);
        }
        let Some(decision) = self.seat.decision()? else {
            return Ok(if moves::is_leave(line) { Answer::Leave } else { Answer::Empty });
        };
        let answer = moves::read(line, decision.options.kind(), &decision.actions);
        match &answer {
            Answer::Leave => {}
            Answer::Empty => prompt(PROMPT),
            Answer::Rules => {
                self.show_rules(&decision.options);
                prompt(PROMPT);
            }
            Answer::Score => {
                if let Some(board) = &self.board {
                    print_lines(&board.score(decision.view));
                }
                prompt(PROMPT);
            }
            Answer::Table => self.show(&decision),
            Answer::NoSuchNumber => {
                say(format_args!("There are the moves 1 to {}.", decision.actions.len()));
                prompt(PROMPT);
            }
            Answer::Unreadable(error) => {
                say(format_args!("{error}"));
                prompt(PROMPT);
            }
            Answer::Listed(place) => {
                let legal = decision.moves[*place].clone();
                self.seat.act(legal).await;
            }
            Answer::Other(action) => {
                let text: String = action.to_string();
                if text.len() > MAX_TEXT {
                    say("That is too long for a move.");
                    prompt(PROMPT);
                } else {
                    self.seat.act_by_text(text).await;
                }
            }
        }
        Ok(answer)
    }

    fn tell(&mut self, update: &Update) -> anyhow::Result<()> {
        match update {
            Update::Installed if self.board.is_none() => self.begin()?,
            Update::Event(event) => self.tell_event(event)?,
            Update::Reconnected => say("  (the connection was lost; the match goes on where it stood)"),
            Update::Refused(refused) => {
                say(reason(refused));
                self.seat.decide_again();
                if self.seat.decision()?.is_some() && self.shown == self.seat.follower().seq() {
                    prompt(PROMPT);
                }
            }
            Update::Installed | Update::Missed(_) | Update::Acknowledged { .. } | Update::Over => {}
        }
        Ok(())
    }

    /// Introduces the match.
    fn begin(&mut self) -> anyhow::Result<()> {
        let follower = self.seat.follower();
        let (table, own) = follower.table().zip(follower.seat()).context("the match has no seat for you")?;
        let company = company(table).context("the options of the match cannot be read")?;
        let options = *company.options();
        say(format_args!("\n{}", self.title(&company)));
        for (name, value) in options.to_json() {
            let label = option_label(self.locale, options.kind(), &name).label;
            say(format_args!("  {label} ({name}): {value}"));
        }
        say(format_args!("Against bots nothing is rated. {}", time(table)));
        let faces = Faces::of_locale();
        let narrator = Narrator::new(company, faces);
        self.board = Some(Board { narrator, faces, locale: self.locale, own });
        Ok(())
    }

    fn title(&self, company: &Company) -> String {
        let sides: Vec<String> = company.sides().into_iter().map(|side| company.side(side)).collect();
        let game = game_title(self.locale, company.options().kind());
        format!("{}: {}\n{}", game.label, sides.join(" against "), game.about)
    }

    fn tell_event(&self, event: &MatchEvent) -> anyhow::Result<()> {
        let Some(board) = &self.board else { return Ok(()) };
        match &event.event {
            Some(Event::Game(game)) => {
                let seen = convert::seen_from_wire(game).context("an event cannot be read")?;
                if let Some(view) = self.seat.follower().view() {
                    print_lines(&board.narrator.beginning(&seen, view));
                }
                if let Some(line) = board.told(&seen) {
                    let autopilot = event.actor == Actor::Autopilot as i32;
                    say(format_args!("{line}{}", if autopilot { "  (time ran out)" } else { "" }));
                }
                print_lines(&board.narrator.ending(&seen));
            }
            Some(Event::Away(away)) if away.seat == u32::from(board.own.number()) => {
                say("\nA bot plays for you. Press Enter to come back.");
            }
            _ => {}
        }
        Ok(())
    }

    fn is_away(&self) -> bool {
        let follower = self.seat.follower();
        let own = follower.seat().map(|seat| u32::from(seat.number()));
        follower
            .table()
            .is_some_and(|table| table.seats.iter().any(|seat| Some(seat.seat) == own && seat.away))
    }

    fn show_rules(&self, options: &Options) {
        for section in rules(self.locale, options.kind()) {
            say(format_args!("\n{}", section.heading));
            for paragraph in section.paragraphs {
                print_lines(&wrapped(&paragraph));
            }
        }
        say("");
    }

    fn say_how_it_ended(&self) {
        let (Some(board), Some(table)) = (&self.board, self.seat.follower().table()) else { return };
        let company = board.narrator.company();
        let standing = table.standing.clone().unwrap_or_default();
        let winners = standing.winning_sides.iter().filter_map(|side| Side::new(u8::try_from(*side).ok()?));
        let winners: Vec<String> = winners.map(|side| company.side(side)).collect();
        let score = company.each(|side| standing.scores.get(side.index()).copied().unwrap_or_default());
        let result = if winners.is_empty() {
            "a draw".to_owned()
        } else {
            format!("won by {}", winners.join(" and "))
        };
        say(format_args!("\nThe match is over: {result} ({score}). It is unrated."));
    }
}

/// Who plays a match, and what. Bots are numbered, for all of a level have one name.
pub fn company(table: &MatchSnapshot) -> Option<Company> {
    let options = convert::options_from_wire(table.options.as_ref()).ok()?;
    let name = |seat: Seat| {
        let status = table.seats.iter().find(|status| status.seat == u32::from(seat.number()));
        status.map_or_else(String::new, |status| {
            if status.bot { format!("Bot {seat}") } else { status.display_name.clone() }
        })
    };
    Some(Company::new(options.seats().map(name).collect(), options))
}

/// How long a turn may take, in a sentence.
fn time(table: &MatchSnapshot) -> String {
    let limit = table.clocks.as_ref().and_then(|clocks| clocks.turn_limit);
    let limit = limit.and_then(|limit| Duration::try_from(limit).ok()).unwrap_or_default();
    if limit.is_zero() {
        return "Take your time.".to_owned();
    }
    let limit = match limit.as_secs() {
        60 => "a minute".to_owned(),
        seconds if seconds % 60 == 0 => format!("{} minutes", seconds / 60),
        seconds => format!("{seconds} s"),
    };
    format!("You have {limit} for a move, and some in reserve; then a bot plays for you.")
}

/// Why the server refused a move, as a player reads it.
fn reason(refused: &Refused) -> &str {
    refused.localized.as_ref().map_or(&refused.message, |localized| &localized.text)
}

/// A paragraph in lines of a readable length.
fn wrapped(paragraph: &str) -> Vec<String> {
    const WIDTH: usize = 96;
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            *line = format!("  {word}");
        } else if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("  {word}"));
        } else {
            *line += &format!(" {word}");
        }
    }
    lines
}

fn print_lines(lines: &[String]) {
    lines.iter().for_each(say);
}
