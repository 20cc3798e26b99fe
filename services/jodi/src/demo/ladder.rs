//! The ladder as the players see it: before, after each match, and after all.

use anyhow::{Context as _, bail};
use jodi::client::{ClientError, Patience, Player};
use service::Peer;
use tonic::Code;
use wire::ratings::v1::ratings_service_client::RatingsServiceClient;
use wire::ratings::v1::{
    Entity, ExplainResultRequest, ExplainResultResponse, GetResultRequest, GetStandingRequest,
    ListStandingsRequest, RatingChange, Result as RatedResult, ResultState, StandingRow,
};

/// The ladder, asked by one of the players.
#[derive(Clone, Copy)]
pub struct Ladder<'a> {
    observer: &'a Player,
    name: &'static str,
    rates: Rated,
}

/// Whom a ladder ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// Pairs.
    Pairs,
    /// Players who play alone.
    Players,
}

impl Rated {
    /// One of them in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pairs => "pair",
            Self::Players => "player",
        }
    }

    fn size(self) -> usize {
        match self {
            Self::Pairs => 2,
            Self::Players => 1,
        }
    }
}

/// What a match did to the ladder.
pub struct Moved {
    /// One line about it.
    pub line: String,
    /// Why, in sentences.
    pub sentences: Vec<String>,
    /// Did it count?
    pub counted: bool,
}

impl<'a> Ladder<'a> {
    /// The ladder of that name as `observer` sees it.
    pub fn of(observer: &'a Player, name: &'static str, rates: Rated) -> Self {
        Self { observer, name, rates }
    }

    /// How many pairs or players are ranked.
    ///
    /// # Errors
    /// Those of the call.
    pub async fn ranked(self) -> Result<u64, ClientError> {
        let request =
            ListStandingsRequest { ladder: self.name.to_owned(), page_size: 1, ..Default::default() };
        let list = async |peer: Peer| RatingsServiceClient::new(peer).list_standings(request.clone()).await;
        Ok(self.observer.call("ListStandings", list).await?.ranked)
    }

    /// Where a pair or a player stands; `None` if they have not played yet.
    ///
    /// # Errors
    /// Those of the call.
    pub async fn standing(self, members: &[&Player]) -> Result<Option<StandingRow>, ClientError> {
        let account_ids = members.iter().map(|player| player.account_id.clone()).collect();
        let entity = Entity { account_ids };
        let request =
            GetStandingRequest { ladder: self.name.to_owned(), entity: Some(entity), ..Default::default() };
        let get = async |peer: Peer| RatingsServiceClient::new(peer).get_standing(request.clone()).await;
        match self.observer.call("GetStanding", get).await {
            Ok(answer) => Ok(answer.row),
            Err(ClientError::Call { status, .. }) if status.code() == Code::NotFound => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Waits until the ladder has taken a match in, and holds the ledger against its promise: what a result moves sums to
    /// zero.
    ///
    /// # Errors
    /// If the result does not arrive or cannot be rated, or the postings do not sum to zero.
    pub async fn moved_by(self, match_id: &str) -> anyhow::Result<Moved> {
        let result = self.await_result(match_id).await?;
        let explained = self.explain(match_id).await?;
        let sum: i64 = explained.postings.iter().map(|posting| posting.amount).sum();
        if sum != 0 {
            bail!("the ledger postings of match {match_id} sum to {sum}, not to zero");
        }
        let counted = result.state == ResultState::Rated as i32;
        if counted && explained.postings.is_empty() {
            bail!("match {match_id} is rated, but the ledger has no posting of it");
        }
        let line = if counted {
            let ranked = result.changes.iter().filter(|change| self.ranks(change));
            let changes: Vec<String> = ranked.map(change_in_words).collect();
            format!("{} ({} % of a game counted)", changes.join(", "), explained.weight_percent)
        } else {
            explained.sentences.first().cloned().unwrap_or_else(|| "kept, not rated".to_owned())
        };
        Ok(Moved { line, sentences: explained.sentences, counted })
    }

    /// The engine's outbox delivers results, and the rater takes them in, within moments; a crash may come in between.
    async fn await_result(self, match_id: &str) -> anyhow::Result<RatedResult> {
        let request = GetResultRequest { source: String::new(), result_id: match_id.to_owned() };
        let get = async |peer: Peer| RatingsServiceClient::new(peer).get_result(request.clone()).await;
        let mut patience = Patience::new(self.observer.connection.clock().clone());
        loop {
            let waits_for = match self.observer.call("GetResult", get).await {
                Ok(answer) => {
                    let result = answer.result.context("GetResult answered without a result")?;
                    match ResultState::try_from(result.state) {
                        Ok(ResultState::Rated | ResultState::Unrated) => return Ok(result),
                        Ok(ResultState::Accepted) => "the result waits for the rater",
                        _ => bail!("the result cannot be rated: {}", result.dead_letter_reason),
                    }
                }
                Err(ClientError::Call { status, .. }) if status.code() == Code::NotFound => {
                    "the engine has not delivered the result"
                }
                Err(other) => return Err(other.into()),
            };
            patience.pause(None, waits_for).await?;
        }
    }

    /// Is this the change of a whole pair, or of a player where players are ranked?
    fn ranks(self, change: &RatingChange) -> bool {
        change.entity.as_ref().is_some_and(|entity| entity.account_ids.len() == self.rates.size())
    }

    async fn explain(self, match_id: &str) -> Result<ExplainResultResponse, ClientError> {
        let request = ExplainResultRequest { source: String::new(), result_id: match_id.to_owned() };
        let explain =
            async |peer: Peer| RatingsServiceClient::new(peer).explain_result(request.clone()).await;
        self.observer.call("ExplainResult", explain).await
    }
}

fn change_in_words(change: &RatingChange) -> String {
    let names = change.display_names.join(" & ");
    let by = change.displayed_after - change.displayed_before;
    format!("{names} {} -> {} ({by:+})", change.displayed_before, change.displayed_after)
}

/// Before and after as a table, one line a pair or player.
pub fn table(rates: Rated, rows: &[(String, Option<StandingRow>, Option<StandingRow>)]) -> Vec<String> {
    let mut lines = vec![format!(
        "  {:<22} {:>6} {:>6} {:>6} {:>5} {:>6} {:>5}",
        rates.word(),
        "before",
        "after",
        "games",
        "won",
        "drawn",
        "lost"
    )];
    for (names, before, after) in rows {
        let Some(now) = after else { continue };
        let then = before.as_ref().map_or_else(|| "new".to_owned(), |row| row.rating.to_string());
        let rank = if now.provisional { "provisional".to_owned() } else { format!("rank {}", now.rank) };
        lines.push(format!(
            "  {names:<22} {then:>6} {:>6} {:>6} {:>5} {:>6} {:>5}  {rank}",
            now.rating, now.games, now.wins, now.draws, now.losses
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_shows_a_new_pair_as_new_and_leaves_out_one_that_never_played() {
        let row = StandingRow { rating: 1512, games: 1, wins: 1, provisional: true, ..Default::default() };
        let rows = [("Asha & Chitra".into(), None, Some(row)), ("Asha & Dev".into(), None, None)];
        let lines = table(Rated::Pairs, &rows);
        assert_eq!(lines.len(), 2);
        assert_eq!(
            lines[1].split_whitespace().collect::<Vec<_>>(),
            ["Asha", "&", "Chitra", "new", "1512", "1", "1", "0", "0", "provisional"]
        );
    }

    #[test]
    fn change_names_both_players_and_the_difference() {
        let change = RatingChange {
            display_names: vec!["Bela".into(), "Dev".into()],
            displayed_before: 1500,
            displayed_after: 1488,
            ..Default::default()
        };
        assert_eq!(change_in_words(&change), "Bela & Dev 1500 -> 1488 (-12)");
    }
}
