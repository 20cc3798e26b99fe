//! The rating of one entity over time, in as many points as a graph can show.

use env::UnixMillis;
use sqlx::{PgConnection, PgPool};

use crate::board::names;
use crate::error::Error;
use crate::ids::{Entity, LadderId, Track};
use crate::ladder;
use postgres::snapshot;

/// Most points of a graph.
pub const POINTS_MAX: u32 = 500;
/// Of a longer history only this many latest lines are looked at.
pub const LINES_MAX: i64 = 20_000;

/// Which part of a history is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// From this moment on; `None`: from the first line.
    pub from: Option<UnixMillis>,
    /// Until before this moment, which lies after `from`.
    pub to: UnixMillis,
    /// Into how many equal parts it is divided, 1 to [`POINTS_MAX`].
    pub points: u32,
}

/// A graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// By time; parts without a change are left out.
    pub points: Vec<GraphPoint>,
    /// Where the first part begins.
    pub from: UnixMillis,
    /// Where the last part ends.
    pub to: UnixMillis,
    /// The names, in the order of [`Entity::accounts`].
    pub names: Vec<String>,
    /// True if the history is longer than [`LINES_MAX`].
    pub is_truncated: bool,
}

/// What was displayed in one part of the time, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphPoint {
    /// Which part, from 0.
    pub part: u32,
    /// Where it begins.
    pub starts_at: UnixMillis,
    /// Before the first change.
    pub first: i32,
    /// After the last one.
    pub last: i32,
    /// The least.
    pub min: i32,
    /// The greatest.
    pub max: i32,
    /// Games.
    pub games: u32,
}

/// Draws the history of `entity`.
///
/// # Errors
/// [`Error::LadderNotFound`], [`Error::StandingNotFound`], or the store's.
pub async fn draw(pool: &PgPool, ladder: &LadderId, entity: Entity, span: Span) -> Result<Graph, Error> {
    let mut tx = snapshot(pool).await?;
    let track = ladder::find(&mut *tx, ladder).await?.track;
    let parts = parts(&mut tx, &track, entity, span).await?;
    // Whoever stands on a ladder has at least one line of history there.
    let first = parts.first().filter(|part| part.lines > 0).ok_or(Error::StandingNotFound)?;
    let (from, is_truncated) = (UnixMillis::new(first.from_ms), first.lines > LINES_MAX);
    let named = names(&mut tx, &track, entity.accounts().iter().map(|account| account.uuid())).await?;
    let name = |account: crate::ids::AccountId| named.get(&account.uuid()).cloned().unwrap_or_default();
    let width = |part: i64| (span.to.as_i64() - from.as_i64()) * part / i64::from(span.points);
    let point = |part: Part| {
        let (index, [first, last, min, max]) = (part.part?, [part.first?, part.last?, part.min?, part.max?]);
        let starts_at = UnixMillis::new(from.as_i64() + width(index));
        let games = u32::try_from(part.games?).ok()?;
        Some(GraphPoint { part: u32::try_from(index).ok()?, starts_at, first, last, min, max, games })
    };
    Ok(Graph {
        points: parts.into_iter().filter_map(point).collect(),
        from,
        to: span.to,
        names: entity.accounts().into_iter().map(name).collect(),
        is_truncated,
    })
}

/// One part of the time in which something changed; or none, but what is true of the whole history.
struct Part {
    lines: i64,
    from_ms: i64,
    part: Option<i64>,
    first: Option<i32>,
    last: Option<i32>,
    min: Option<i32>,
    max: Option<i32>,
    games: Option<i64>,
}

/// A void is booked to every season that it reaches; its lines about seasons that were closed already are no part of the graph,
/// for the rating went on from the latest one.
async fn parts(
    connection: &mut PgConnection,
    track: &Track,
    entity: Entity,
    span: Span,
) -> Result<Vec<Part>, Error> {
    let key = entity.key();
    let parts = sqlx::query_as!(
        Part,
        r#"with line as materialized (
             select h.sequence, h.season, h.line, h.displayed_before, h.displayed_after,
                 (extract(epoch from coalesce(r.played_at, e.happened_at)) * 1000)::bigint as at_ms,
                 h.line = 3 and h.season < e.season as is_aside
             from ratings.history h
             left join ratings.result r on r.ladder = h.ladder and r.sequence = h.sequence
             left join ratings.event e on e.ladder = h.ladder and e.sequence = h.sequence
             where h.ladder = $1 and h.a = $2 and h.b = $3
             order by h.sequence desc, h.season desc, h.line desc limit $7::bigint + 1
         ), span as (
             select count(*) as lines, coalesce($4::bigint, least(min(at_ms), $5::bigint - 1), $5::bigint - 1) as from_ms from line
         ), part as (
             select (at_ms - from_ms) * $6::bigint / ($5::bigint - from_ms) as part,
                 (array_agg(displayed_before order by sequence, season, line))[1] as first,
                 (array_agg(displayed_after order by sequence desc, season desc, line desc))[1] as last,
                 least(min(displayed_before), min(displayed_after)) as min,
                 greatest(max(displayed_before), max(displayed_after)) as max,
                 count(*) filter (where line = 2) as games
             from line cross join span
             where at_ms >= from_ms and at_ms < $5::bigint and is_aside is not true
             group by 1
         )
         select lines as "lines!", from_ms as "from_ms!", part, first, last, min, max, games
         from span left join part on true order by part"#,
        track.ladder.as_str(),
        key.a,
        key.b,
        span.from.map(UnixMillis::as_i64),
        span.to.as_i64(),
        i64::from(span.points),
        LINES_MAX
    )
    .fetch_all(connection)
    .await?;
    Ok(parts)
}
