//! Handlers: what a game would bring, and the games of two against each other.

use service::{Caller, timestamp};
use tonic::Request;
use wire::ratings::v1::{self as pb};

use super::{RatingsGrpc, decode, encode};
use crate::error::Error;
use crate::head_to_head::{Met, TOLD_MAX, head_to_head};
use crate::ids::{AccountId, Entity};
use crate::rate::quote::{Quote, QuotedOutcome, SideQuote, quote};
use crate::result::{PAIR_SIDES, SOLO_SIDES_MAX};

/// Games of a head-to-head unless asked for.
const TOLD_DEFAULT: u32 = 10;

impl RatingsGrpc {
    pub(super) async fn quote(
        &self,
        request: Request<pb::QuoteGameRequest>,
    ) -> Result<pb::QuoteGameResponse, Error> {
        Caller::of(&request).any()?;
        let pb::QuoteGameRequest { ladder, sides } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let sides = decode::entities("sides", sides, PAIR_SIDES..=SOLO_SIDES_MAX)?;
        let quote = quote(self.pool(), &ladder, &sides, self.acceptor.clock.now()).await?;
        Ok(pb::QuoteGameResponse {
            weight_percent: quote.weight_percent.into(),
            earlier_games: quote.earlier_games,
            config_version: quote.config_version.0,
            sides: quote.sides.iter().map(|side| side_quote(&quote, side)).collect(),
        })
    }

    pub(super) async fn head_to_head(
        &self,
        request: Request<pb::HeadToHeadRequest>,
    ) -> Result<pb::HeadToHeadResponse, Error> {
        Caller::of(&request).any()?;
        let pb::HeadToHeadRequest { ladder, one, other, results_max } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let between = [decode::entity("one", one)?, decode::entity("other", other)?];
        if results_max > TOLD_MAX {
            return Err(Error::invalid(
                "results_max",
                format!("must be 1 to {TOLD_MAX}, or 0 for {TOLD_DEFAULT}"),
            ));
        }
        let told = if results_max == 0 { TOLD_DEFAULT } else { results_max };
        let met = head_to_head(self.pool(), &ladder, between, told).await?;
        let [one, other] = met.names;
        Ok(pb::HeadToHeadResponse {
            one: Some(side(between[0], one, met.wins[0])),
            other: Some(side(between[1], other, met.wins[1])),
            games: met.wins[0] + met.wins[1] + met.draws,
            draws: met.draws,
            results: met.games.into_iter().map(game).collect(),
            truncated: met.is_truncated,
        })
    }
}

fn side_quote(quote: &Quote, side: &SideQuote) -> pb::SideQuote {
    let name = |account: &AccountId| quote.names.get(account).cloned().unwrap_or_default();
    let outcome = |outcome: &QuotedOutcome| pb::QuotedOutcome {
        place: outcome.place,
        drawn: outcome.is_drawn,
        changes: outcome.changes.iter().map(|change| encode::rating_change(change, name)).collect(),
    };
    pb::SideQuote {
        entity: Some(encode::entity(side.entity)),
        display_names: side.entity.accounts().iter().map(name).collect(),
        rating: encode::shown(side.strength.points()),
        expected_millionths: encode::millionths(side.expected),
        outcomes: side.outcomes.iter().map(outcome).collect(),
    }
}

fn side(entity: Entity, display_names: Vec<String>, wins: u32) -> pb::HeadToHeadSide {
    pb::HeadToHeadSide { entity: Some(encode::entity(entity)), display_names, wins }
}

fn game(met: Met) -> pb::HeadToHeadGame {
    pb::HeadToHeadGame {
        source: met.source,
        result_id: met.result_id,
        played_at: Some(timestamp(met.played_at)),
        place_one: met.places[0],
        place_other: met.places[1],
        score_one: met.scores[0],
        score_other: met.scores[1],
        season: met.season.unsigned_abs(),
    }
}
