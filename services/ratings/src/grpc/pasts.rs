//! Handlers: the history of an entity, line by line and as a graph.

use service::{Caller, page_size, timestamp};
use tonic::Request;
use wire::ratings::v1::{self as pb};

use super::{PAGE_DEFAULT, PAGE_MAX, RatingsGrpc, decode, encode, tokens};
use crate::error::Error;
use crate::graph::{self, GraphPoint, POINTS_MAX, Span};
use crate::history;

/// Points of a graph unless asked for.
const POINTS_DEFAULT: u32 = 100;

impl RatingsGrpc {
    pub(super) async fn history(
        &self,
        request: Request<pb::ListHistoryRequest>,
    ) -> Result<pb::ListHistoryResponse, Error> {
        Caller::of(&request).any()?;
        let pb::ListHistoryRequest { ladder, entity, page_size: size, page_token } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let size = page_size(size, PAGE_DEFAULT, PAGE_MAX)?;
        let entity = decode::entity("entity", entity)?;
        let bound = (ladder, entity.key());
        let before = tokens::place(&page_token, &bound)?;
        let page = history::page(self.pool(), &bound.0, entity, before, size).await?;
        Ok(pb::ListHistoryResponse {
            entries: page.entries.into_iter().map(encode::history_entry).collect(),
            next_page_token: page.next.map(|at| tokens::token(&bound, &at)).unwrap_or_default(),
        })
    }

    pub(super) async fn graph(
        &self,
        request: Request<pb::GetRatingGraphRequest>,
    ) -> Result<pb::GetRatingGraphResponse, Error> {
        Caller::of(&request).any()?;
        let pb::GetRatingGraphRequest { ladder, entity, since, until, points } = request.into_inner();
        let (ladder, entity) = (decode::ladder(&ladder)?, decode::entity("entity", entity)?);
        if points > POINTS_MAX {
            return Err(Error::invalid(
                "points",
                format!("must be 1 to {POINTS_MAX}, or 0 for {POINTS_DEFAULT}"),
            ));
        }
        let points = if points == 0 { POINTS_DEFAULT } else { points };
        let from = decode::moment("since", since)?;
        let to = decode::moment("until", until)?.unwrap_or_else(|| self.acceptor.clock.now());
        if from.is_some_and(|from| from >= to) {
            return Err(Error::invalid("since", "must lie before `until`"));
        }
        let graph = graph::draw(self.pool(), &ladder, entity, Span { from, to, points }).await?;
        Ok(pb::GetRatingGraphResponse {
            points: graph.points.iter().map(graph_point).collect(),
            since: Some(timestamp(graph.from)),
            until: Some(timestamp(graph.to)),
            display_names: graph.names,
            truncated: graph.is_truncated,
        })
    }
}

fn graph_point(point: &GraphPoint) -> pb::GraphPoint {
    pb::GraphPoint {
        span: point.part,
        starts_at: Some(timestamp(point.starts_at)),
        first: point.first,
        last: point.last,
        min: point.min,
        max: point.max,
        games: point.games,
    }
}
