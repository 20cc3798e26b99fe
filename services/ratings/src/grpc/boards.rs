//! Handlers: the board, one standing, certain standings, the pairs of a player.

use service::{Caller, page_size};
use tonic::Request;
use wire::ratings::v1::{self as pb};

use super::{PAGE_DEFAULT, PAGE_MAX, RatingsGrpc, decode, encode, tokens};
use crate::board::{self, Board, BoardRow, Filter, NEIGHBOURS_MAX, Rows};
use crate::error::Error;
use crate::ids::AccountId;
use crate::rank::BoardKey;

/// Most entities whose standings are asked for in one call.
const BATCH_MAX: usize = 200;

impl RatingsGrpc {
    pub(super) async fn standings(
        &self,
        request: Request<pb::ListStandingsRequest>,
    ) -> Result<pb::ListStandingsResponse, Error> {
        Caller::of(&request).any()?;
        let asked = request.into_inner();
        let ladder = decode::ladder(&asked.ladder)?;
        let size = page_size(asked.page_size, PAGE_DEFAULT, PAGE_MAX)?;
        let season = decode::season(asked.season)?;
        let rows = if asked.include_provisional { Rows::WithProvisional } else { Rows::Ranked };
        let filter = Filter { rows, min_games: asked.min_games };
        let bound = (ladder, season, asked.include_provisional, asked.min_games);
        let place: Option<(i32, BoardKey)> = tokens::place(&asked.page_token, &bound)?;
        // The board may move on to the next season between two pages; the pages do not.
        let board = Board { ladder: bound.0.clone(), season: place.map(|(season, _)| season).or(season) };
        let page = board::page(self.pool(), board, filter, place.map(|(_, key)| key), size).await?;
        let next = page.next.map(|key| tokens::token(&bound, &(page.season, key)));
        Ok(pb::ListStandingsResponse {
            rows: page.rows.iter().map(encode::standing_row).collect(),
            next_page_token: next.unwrap_or_default(),
            ranked: page.ranked,
            season: page.season.unsigned_abs(),
        })
    }

    pub(super) async fn standing(
        &self,
        request: Request<pb::GetStandingRequest>,
    ) -> Result<pb::GetStandingResponse, Error> {
        Caller::of(&request).any()?;
        let pb::GetStandingRequest { ladder, entity, neighbours, season } = request.into_inner();
        if neighbours > NEIGHBOURS_MAX {
            return Err(Error::invalid("neighbours", format!("must be 0 to {NEIGHBOURS_MAX}")));
        }
        let board = Board { ladder: decode::ladder(&ladder)?, season: decode::season(season)? };
        let entity = decode::entity("entity", entity)?;
        let around = board::around(self.pool(), board, entity, neighbours).await?;
        Ok(pb::GetStandingResponse {
            row: Some(encode::standing_row(&around.row)),
            above: around.above.iter().map(encode::standing_row).collect(),
            below: around.below.iter().map(encode::standing_row).collect(),
            ranked: around.ranked,
            percentile_millionths: around.percentile_millionths().unwrap_or(0),
            season: around.season.unsigned_abs(),
        })
    }

    pub(super) async fn standings_of(
        &self,
        request: Request<pb::BatchGetStandingsRequest>,
    ) -> Result<pb::BatchGetStandingsResponse, Error> {
        Caller::of(&request).any()?;
        let pb::BatchGetStandingsRequest { ladder, entities, season } = request.into_inner();
        let board = Board { ladder: decode::ladder(&ladder)?, season: decode::season(season)? };
        let entities = decode::entities("entities", entities, 1..=BATCH_MAX)?;
        let found = board::among(self.pool(), board, &entities).await?;
        Ok(pb::BatchGetStandingsResponse {
            rows: found.rows.iter().map(encode::standing_row).collect(),
            ranked: found.ranked,
            season: found.season.unsigned_abs(),
        })
    }

    pub(super) async fn partners(
        &self,
        request: Request<pb::ListPartnersRequest>,
    ) -> Result<pb::ListPartnersResponse, Error> {
        Caller::of(&request).any()?;
        let asked = request.into_inner();
        let ladder = decode::ladder(&asked.ladder)?;
        let account = decode::account("account_id", &asked.account_id)?;
        let season = decode::season(asked.season)?;
        let size = page_size(asked.page_size, PAGE_DEFAULT, PAGE_MAX)?;
        let bound = (ladder, account, season);
        let place: Option<(i32, BoardKey)> = tokens::place(&asked.page_token, &bound)?;
        let board = Board { ladder: bound.0.clone(), season: place.map(|(season, _)| season).or(season) };
        let page = board::partners(self.pool(), board, account, place.map(|(_, key)| key), size).await?;
        let next = page.next.map(|key| tokens::token(&bound, &(page.season, key)));
        Ok(pb::ListPartnersResponse {
            partners: page.rows.iter().map(|row| partner(account, row)).collect(),
            next_page_token: next.unwrap_or_default(),
            season: page.season.unsigned_abs(),
        })
    }
}

/// The row of a pair, seen by one of its members.
fn partner(account: AccountId, row: &BoardRow) -> pb::Partner {
    let mut members = row.entity.accounts().into_iter().zip(&row.names);
    let (partner, name) =
        members.find(|(member, _)| *member != account).expect("a pair has a member beside the one who asks");
    pb::Partner {
        account_id: partner.uuid().to_string(),
        display_name: name.clone(),
        pair: Some(encode::standing_row(row)),
        synergy: row.balance.0,
    }
}
