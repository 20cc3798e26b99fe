//! Two levels at the same cards.

use std::time::Duration;

use cards::{Deck, Seat, Side, Stage};
use games::{Event, Match, Options, random};

use super::score::deal_score;
use super::thinking::ThinkingTimes;
use crate::dice::Dice;
use crate::{Level, Watcher};

/// A clock for thinking times: the time since some fixed moment.
pub type Ticker<'a> = &'a (dyn Fn() -> Duration + Sync);

/// Decks after which an endless match is given up as drawn.
const MOST_DECKS: u32 = 200;

/// Level A against level B.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The table options.
    pub options: Options,
    /// Plays one side.
    pub a: Level,
    /// Plays all others.
    pub b: Level,
    /// All chance comes from here.
    pub seed: u64,
}

/// One deal, played once for each side of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct DealSheet {
    /// A's points minus the mean of those of the sides that B played, a mean over all ways to seat A.
    pub a_minus_b: f64,
    /// Thinking times of A and of B.
    pub thinking: [ThinkingTimes; 2],
}

/// One match, played once for each side of the table on the same decks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchSheet {
    /// Matches that A won, alone or with others.
    pub won_by_a: u32,
    /// Matches that only B won.
    pub won_by_b: u32,
    /// Matches that nobody won.
    pub drawn: u32,
    /// Thinking times of A and of B.
    pub thinking: [ThinkingTimes; 2],
}

impl Contest {
    /// Plays the deal of that number.
    pub fn deal(&self, number: u64, ticker: Ticker<'_>) -> DealSheet {
        let dealer = self.dealer(number);
        let sides = self.sides();
        let mut sheet = DealSheet { a_minus_b: 0.0, thinking: Default::default() };
        for a_side in &sides {
            let mut table = Table::new(self, number, *a_side, dealer, ticker);
            let score = loop {
                let event = table.step(&mut sheet.thinking).expect("a match lasts for a deal");
                if let Some(score) = deal_score(&event, sides.len()) {
                    break score;
                }
            };
            let of_a = f64::from(score[a_side.index()]);
            let of_b = f64::from(score.iter().sum::<i32>()) - of_a;
            sheet.a_minus_b += of_a - of_b / (sides.len() - 1) as f64;
        }
        sheet.a_minus_b /= sides.len() as f64;
        sheet
    }

    /// Plays the match of that number. Matches share no decks with deals.
    pub fn whole_match(&self, number: u64, ticker: Ticker<'_>) -> MatchSheet {
        let dealer = self.dealer(number);
        let mut sheet = MatchSheet::default();
        for a_side in self.sides() {
            let mut table = Table::new(self, !number, a_side, dealer, ticker);
            while table.decks < MOST_DECKS && table.step(&mut sheet.thinking).is_some() {}
            match table.game.outcome().map(|outcome| outcome.winners) {
                Some(winners) if winners.contains(a_side) => sheet.won_by_a += 1,
                Some(winners) if !winners.is_empty() => sheet.won_by_b += 1,
                _ => sheet.drawn += 1,
            }
        }
        sheet
    }

    fn dealer(&self, number: u64) -> Seat {
        let seats: Vec<Seat> = Match::new(self.options, Seat::ALL[0]).seats().collect();
        seats[(number % seats.len() as u64) as usize]
    }

    fn sides(&self) -> Vec<Side> {
        let game = Match::new(self.options, Seat::ALL[0]);
        let mut sides: Vec<Side> = game.seats().map(|seat| game.side_of(seat)).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }
}

/// A match in progress, everybody's eyes included.
struct Table<'a> {
    contest: &'a Contest,
    a_side: Side,
    game: Match,
    watchers: Vec<Watcher>,
    decks: u32,
    /// Decks come from a stream of their own, so that they are the same however long anybody thinks.
    deck_dice: Dice,
    move_dice: Dice,
    ticker: Ticker<'a>,
}

impl<'a> Table<'a> {
    fn new(contest: &'a Contest, number: u64, a_side: Side, dealer: Seat, ticker: Ticker<'a>) -> Self {
        let mut dice = Dice::new(contest.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let game = Match::new(contest.options, dealer);
        let watchers = game.seats().map(Watcher::new).collect();
        let deck_dice = Dice::new(dice.bits());
        Self { contest, a_side, game, watchers, decks: 0, deck_dice, move_dice: dice, ticker }
    }

    /// The next event, `None` once the match is over.
    fn step(&mut self, thinking: &mut [ThinkingTimes; 2]) -> Option<Event> {
        let event = match self.game.stage() {
            Stage::Over => return None,
            Stage::Deal { .. } => {
                self.decks += 1;
                let deck = self.deck();
                self.game.deal(&deck).expect("a deal is due, with a whole deck")
            }
            Stage::Act(seat) => self.act(seat, thinking),
        };
        for watcher in &mut self.watchers {
            watcher.note(&self.game, &event);
        }
        Some(event)
    }

    fn act(&mut self, seat: Seat, thinking: &mut [ThinkingTimes; 2]) -> Event {
        let plays_a = self.game.side_of(seat) == self.a_side;
        let level = if plays_a { self.contest.a } else { self.contest.b };
        let sight = self.watchers[seat.index()].sight(&self.game).expect("the seat is to act");
        let seed = self.move_dice.bits();
        let begun = (self.ticker)();
        let action = level.choose(&sight, seed);
        thinking[usize::from(!plays_a)].push((self.ticker)().saturating_sub(begun));
        self.game.act(seat, &action).expect("players choose legal actions")
    }

    fn deck(&mut self) -> Deck {
        let dice = &mut self.deck_dice;
        random::deck(self.game.kind(), &mut |bound| dice.below(bound as usize) as u32)
    }
}
