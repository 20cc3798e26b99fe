//! Handlers: the ladders, their configurations and their seasons.

use service::{Caller, page_size, timestamp};
use tonic::Request;
use wire::ratings::v1::{self as pb};

use super::{PAGE_DEFAULT, PAGE_MAX, RatingsGrpc, decode, encode, tokens};
use crate::divisions::{DIVISIONS, Division, Divisions};
use crate::error::Error;
use crate::gauge::{self, Counted, Gauge};
use crate::ladder::{self, PublishedConfig};
use crate::season::{self, Season};

impl RatingsGrpc {
    pub(super) async fn ladders(
        &self,
        request: Request<pb::ListLaddersRequest>,
    ) -> Result<pb::ListLaddersResponse, Error> {
        Caller::of(&request).any()?;
        let ladders = ladder::list(self.pool()).await?;
        Ok(pb::ListLaddersResponse { ladders: ladders.into_iter().map(encode::ladder).collect() })
    }

    pub(super) async fn ladder(
        &self,
        request: Request<pb::GetLadderRequest>,
    ) -> Result<pb::GetLadderResponse, Error> {
        Caller::of(&request).any()?;
        let ladder = decode::ladder(&request.into_inner().ladder)?;
        let described = gauge::describe(self.pool(), &ladder).await?;
        let waiting = described.ladder.last_sequence - described.ladder.rated_through;
        Ok(pb::GetLadderResponse {
            configs: described.configs.iter().map(published_config).collect(),
            gauge: Some(gauge_shown(&described.gauge, &described.season)),
            season: Some(season_shown(&described.season)),
            ladder: Some(encode::ladder(described.ladder)),
            waiting: waiting.unsigned_abs(),
        })
    }

    pub(super) async fn seasons(
        &self,
        request: Request<pb::ListSeasonsRequest>,
    ) -> Result<pb::ListSeasonsResponse, Error> {
        Caller::of(&request).any()?;
        let pb::ListSeasonsRequest { ladder, page_size: size, page_token } = request.into_inner();
        let ladder = decode::ladder(&ladder)?;
        let size = page_size(size, PAGE_DEFAULT, PAGE_MAX)?;
        let before = tokens::place(&page_token, &ladder)?;
        ladder::find(self.pool(), &ladder).await?;
        let mut seasons = season::before(self.pool(), &ladder, before, i64::from(size) + 1).await?;
        let more = seasons.len() > size as usize;
        seasons.truncate(size as usize);
        let next = seasons.last().filter(|_| more).map(|season| tokens::token(&ladder, &season.number));
        Ok(pb::ListSeasonsResponse {
            seasons: seasons.iter().map(season_shown).collect(),
            next_page_token: next.unwrap_or_default(),
        })
    }
}

fn published_config(published: &PublishedConfig) -> pb::PublishedConfig {
    let config = &published.config;
    let tier = |tier: &rating::KTier| pb::KTier { below_games: tier.below_games, k: tier.k };
    let config = pb::LadderConfig {
        version: config.version().0,
        tiers: config.tiers().iter().map(tier).collect(),
        settled_k: config.settled_k(),
        synergy_rate_percent: config.synergy_rate_percent(),
    };
    pb::PublishedConfig { config: Some(config), published_at: Some(timestamp(published.published_at)) }
}

fn gauge_shown(gauge: &Gauge, season: &Season) -> pb::InflationGauge {
    let (players, players_capped) = match gauge.players {
        Counted::All(players) => (players, false),
        Counted::MoreThan(players) => (players, true),
    };
    pb::InflationGauge {
        players,
        players_capped,
        ranked: gauge.ranked,
        mean_ranked: gauge.mean_ranked.map_or(0, |mean| mean.0),
        median_ranked: gauge.median_ranked.map_or(0, |median| median.0),
        reset_ratings: season.reset.ratings.0,
        reset_synergies: season.reset.synergies.0,
    }
}

fn season_shown(season: &Season) -> pb::Season {
    pb::Season {
        number: season.number.unsigned_abs(),
        started_at: Some(timestamp(season.started_at)),
        closed_at: season.closed_at.map(timestamp),
        epoch: season.epoch.unsigned_abs(),
        divisions: borders(&season.divisions),
        reset_ratings: season.reset.ratings.0,
        reset_synergies: season.reset.synergies.0,
    }
}

fn borders(divisions: &Divisions) -> Vec<pb::DivisionBorder> {
    let borders = divisions.borders();
    if borders.is_empty() {
        return Vec::new();
    }
    let numbers = (1..).take(DIVISIONS.len()).filter_map(Division::new);
    let border = |(place, division): (usize, Division)| pb::DivisionBorder {
        division: division.number().unsigned_abs().into(),
        name: division.name().to_owned(),
        enter: borders.get(place).map(|border| border.enter),
        keep: borders.get(place).map(|border| border.keep),
    };
    numbers.enumerate().map(border).collect()
}
