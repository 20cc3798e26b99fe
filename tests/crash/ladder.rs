//! The ladder after the matches: every result rated once, in order, and every centi-point accounted for.

use std::collections::{BTreeSet, HashMap};

use jodi_tests::client::Backend;
use jodi_tests::{eventually, within};
use wire::ratings::v1::{
    Entity, ExplainResultRequest, GetResultRequest, GetStandingRequest, RatingChange, ResultState,
};

/// What is wrong with the ladder, if these are all matches that it ever rated, each with players of its own.
pub async fn faults(backend: &Backend, ladder: &str, matches: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut sequences = BTreeSet::new();
    let mut total = 0;
    for match_id in matches {
        let (sequence, changes) = rated(backend, match_id, &mut faults).await;
        sequences.insert(sequence);
        total += postings(backend, match_id, &changes, &mut faults).await;
        for change in changes {
            standing(backend, ladder, change, &mut faults).await;
        }
    }
    let wanted: BTreeSet<u64> = (1..=matches.len() as u64).collect();
    if sequences != wanted {
        faults.push(format!("the results have the sequence numbers {sequences:?}"));
    }
    if total != 0 {
        faults.push(format!("the whole ledger sums to {total}"));
    }
    faults
}

/// The result of a match, once it is rated: its sequence number and what it changed.
async fn rated(backend: &Backend, match_id: &str, faults: &mut Vec<String>) -> (u64, Vec<RatingChange>) {
    let request = GetResultRequest { source: String::new(), result_id: match_id.to_owned() };
    let look = || async {
        // Until the engine has delivered it there is none.
        let found = backend.ratings().get_result(request.clone()).await.ok()?.into_inner();
        found.result.filter(|result| result.state() != ResultState::Accepted)
    };
    let result = eventually("the rating of a match", look).await;
    if result.state() != ResultState::Rated || result.changes.is_empty() {
        faults.push(format!("the result of match {match_id} is {result:?}"));
    }
    (result.sequence, result.changes)
}

/// The sum of a result's postings, each of which must be what the result says that it changed.
async fn postings(
    backend: &Backend,
    match_id: &str,
    changes: &[RatingChange],
    faults: &mut Vec<String>,
) -> i64 {
    let request = ExplainResultRequest { source: String::new(), result_id: match_id.to_owned() };
    let explained = within("ExplainResult", backend.ratings().explain_result(request)).await;
    let postings = explained.expect("a rated result can be explained").into_inner().postings;
    let sum = postings.iter().map(|posting| posting.amount).sum();
    if sum != 0 {
        faults.push(format!("the postings of match {match_id} sum to {sum}: {postings:?}"));
    }
    let mut posted = HashMap::<String, i64>::new();
    for posting in postings {
        *posted.entry(posting.account).or_default() += posting.amount;
    }
    for change in changes {
        let amount = posted.remove(&account(change)).unwrap_or_default();
        if amount != change.after - change.before {
            faults.push(format!("match {match_id} posts {amount} for {change:?}"));
        }
    }
    if posted.values().any(|amount| *amount != 0) {
        faults.push(format!("match {match_id} posts to accounts that it does not change: {posted:?}"));
    }
    sum
}

/// The ledger's account of whoever a change is of.
fn account(change: &RatingChange) -> String {
    let accounts = &change.entity.as_ref().expect("a change is somebody's").account_ids;
    match &accounts[..] {
        [player] => format!("player:{player}"),
        pair => {
            let mut pair = pair.to_vec();
            pair.sort_unstable();
            format!("synergy:{}", pair.join("+"))
        }
    }
}

/// Everybody has played one game, and stands where it has brought them.
async fn standing(backend: &Backend, ladder: &str, change: RatingChange, faults: &mut Vec<String>) {
    let entity: Option<Entity> = change.entity.clone();
    let request = GetStandingRequest { ladder: ladder.to_owned(), entity, ..Default::default() };
    let found = within("GetStanding", backend.ratings().get_standing(request)).await;
    let row = found.expect("who was rated has a standing").into_inner().row.expect("a standing is a row");
    let played = row.wins + row.draws + row.losses;
    if row.games != 1 || played != 1 || row.rating != change.displayed_after {
        faults.push(format!("after one game {change:?} stands at {row:?}"));
    }
}
