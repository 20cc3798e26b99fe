//! The replay of a log: who would stand where, and what would have been expected of each game, had the ladder had other
//! settings from its first game on.

use rating::{
    CentiPoints, Config, Entrant, LONG_ABSENCE_DAYS, Pair, Player, RatingError, Side, Weight, close_pair,
    close_player, games_after_return, rate_free_for_all, rate_pairs,
};

use crate::game::PlayerId;
use crate::log::{FreeForAllStep, Log, PairStep, Step};
use crate::measures::Forecast;

const LONG_ABSENCE_MS: i64 = LONG_ABSENCE_DAYS as i64 * 24 * 60 * 60 * 1000;

/// What a replay comes to.
#[derive(Debug)]
pub struct Replayed<'log> {
    /// What was expected before each rated game and what happened, in the order of the log. A game of single players
    /// is one forecast for each two of them.
    pub forecasts: Vec<Forecast>,
    log: &'log Log,
    standings: Standings,
}

impl Replayed<'_> {
    /// Where a player stands in the end; new if never seen in a rated game.
    pub fn player(&self, id: PlayerId) -> Player {
        self.log.players.get(&id).map_or(Player::NEW, |index| self.standings.players[*index])
    }

    /// Where two players stand as a pair in the end.
    pub fn pair(&self, members: [PlayerId; 2]) -> Pair {
        let found = || {
            let mut indices = [*self.log.players.get(&members[0])?, *self.log.players.get(&members[1])?];
            indices.sort_unstable();
            self.log.pairs.get(&indices)
        };
        found().map_or(Pair::NEW, |index| self.standings.pairs[*index])
    }
}

/// Replays `log` from nothing under `config`, whatever configurations its games were rated under.
///
/// # Errors
/// [`RatingError`] if a rating leaves the range that the ladder rates in.
pub fn replay<'log>(log: &'log Log, config: &Config) -> Result<Replayed<'log>, RatingError> {
    let mut standings = Standings::new(log);
    let mut forecasts = Vec::with_capacity(log.steps.len());
    for step in &log.steps {
        match step {
            Step::Pairs(game) => forecasts.push(standings.rate_pairs(config, game)?),
            Step::FreeForAll(game) => standings.rate_free_for_all(config, game, &mut forecasts)?,
            Step::Close => standings.close(),
        }
    }
    Ok(Replayed { forecasts, log, standings })
}

#[derive(Debug)]
struct Standings {
    players: Vec<Player>,
    pairs: Vec<Pair>,
    last_played_at_ms: Vec<i64>,
}

impl Standings {
    fn new(log: &Log) -> Self {
        Self {
            players: vec![Player::NEW; log.players.len()],
            pairs: vec![Pair::NEW; log.pairs.len()],
            last_played_at_ms: vec![i64::MIN; log.players.len()],
        }
    }

    fn rate_pairs(&mut self, config: &Config, game: &PairStep) -> Result<Forecast, RatingError> {
        let sides = [0, 1].map(|side| Side {
            players: game.players[side].map(|index| self.player(index, game.played_at_ms)),
            pair: self.pairs[game.pairs[side]],
        });
        let update = rate_pairs(config, &sides, game.outcome, game.weight, game.leavers)?;
        for side in [0, 1] {
            for member in [0, 1] {
                let before = sides[side].players[member];
                let after = after_game(before, update.players[side][member]);
                self.set(game.players[side][member], after, game.played_at_ms);
            }
            let pair = &mut self.pairs[game.pairs[side]];
            pair.synergy += update.synergies[side];
            pair.games += 1;
        }
        Ok(Forecast::from_millionths(update.explanation.expected, update.explanation.score))
    }

    fn rate_free_for_all(
        &mut self,
        config: &Config,
        game: &FreeForAllStep,
        forecasts: &mut Vec<Forecast>,
    ) -> Result<(), RatingError> {
        let entrant = |(index, place): &(usize, u8)| Entrant {
            player: self.player(*index, game.played_at_ms),
            place: *place,
        };
        let entrants: Vec<Entrant> = game.players.iter().map(entrant).collect();
        let update = rate_free_for_all(config, &entrants, Weight::FULL)?;
        for (((index, _), entrant), delta) in game.players.iter().zip(&entrants).zip(&update.players) {
            self.set(*index, after_game(entrant.player, *delta), game.played_at_ms);
        }
        let duels = &update.explanation.duels;
        forecasts.extend(duels.iter().map(|duel| Forecast::from_millionths(duel.expected, duel.score)));
        Ok(())
    }

    /// A player as the maths takes it in a game that was played at `played_at_ms`: long absence lets the rating move faster.
    fn player(&self, index: usize, played_at_ms: i64) -> Player {
        let player = self.players[index];
        let away_ms = played_at_ms.saturating_sub(self.last_played_at_ms[index]);
        let games = if away_ms > LONG_ABSENCE_MS { games_after_return(player.games) } else { player.games };
        Player { games, ..player }
    }

    fn set(&mut self, index: usize, player: Player, played_at_ms: i64) {
        self.players[index] = player;
        let last = &mut self.last_played_at_ms[index];
        *last = played_at_ms.max(*last);
    }

    fn close(&mut self) {
        for player in &mut self.players {
            *player = close_player(*player).0;
        }
        for pair in &mut self.pairs {
            *pair = close_pair(*pair).0;
        }
    }
}

fn after_game(before: Player, delta: CentiPoints) -> Player {
    Player { rating: before.rating + delta, games: before.games + 1 }
}
