//! Results of deals and matches of Seep (`rules/TRACE.md` 4 and 5).

use seep::{DealResult, Seep};
use serde_json::{Value, json};

pub(super) fn deal(result: &DealResult) -> Value {
    json!({
        "card_points": result.card_points,
        "sweeps": result.sweeps,
        "score": result.score,
        "difference": result.difference,
        "baazi_winner": result.baazi_winner,
        "next_dealer": result.next_dealer,
    })
}

pub(super) fn state(game: &Seep) -> Value {
    let outcome = cards::Game::outcome(game);
    json!({
        "won": game.won(),
        "difference": game.difference(),
        "winners": outcome.map(|outcome| outcome.winners).unwrap_or_default(),
        "finished": outcome.is_some(),
    })
}
