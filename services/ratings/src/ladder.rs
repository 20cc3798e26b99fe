//! The ladders: which there are, their running season, and their versioned configuration.

use std::collections::BTreeMap;

use env::UnixMillis;
use rating::{Config, ConfigVersion, KTier};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor, PgPool};

use crate::error::Error;
use crate::ids::{LadderId, Track};
use crate::result::SideKind;

/// How many configurations of a ladder are told.
pub const CONFIGS_MAX: i64 = 50;

/// What a ladder is when it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderSpec {
    /// Its id.
    pub id: LadderId,
    /// The game that it rates.
    pub game: String,
    /// What it rates.
    pub side_kind: SideKind,
    /// Its name.
    pub name: String,
}

/// A ladder as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// What it is.
    pub spec: LadderSpec,
    /// The season that readers see: the running one, or for moments the one before it, until its close is worked off.
    pub track: Track,
    /// The running season, for which results are accepted.
    pub running: RunningSeason,
    /// The configuration in force.
    pub config_version: ConfigVersion,
    /// The last number of its log that is worked off.
    pub rated_through: i64,
    /// The last number of its log that was given out.
    pub last_sequence: i64,
}

/// The season that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningSeason {
    /// Its number, from 1.
    pub number: i32,
    /// When it began; no result may be older.
    pub started_at: UnixMillis,
}

struct LadderRow {
    ladder: String,
    name: String,
    game: String,
    side_kind: String,
    season: i32,
    config_version: i32,
    shown: i32,
    rated_through: i64,
    last_sequence: i64,
    started_at: time::OffsetDateTime,
}

impl TryFrom<LadderRow> for Ladder {
    type Error = Error;

    fn try_from(row: LadderRow) -> Result<Self, Error> {
        let corrupt = || Error::Corrupt(format!("an impossible ladder {:?}", row.ladder));
        let id = LadderId::parse(&row.ladder).ok_or_else(corrupt)?;
        let side_kind = SideKind::parse(&row.side_kind).ok_or_else(corrupt)?;
        let config_version = ConfigVersion(u32::try_from(row.config_version).map_err(|_| corrupt())?);
        Ok(Self {
            spec: LadderSpec { id: id.clone(), game: row.game, side_kind, name: row.name },
            track: Track { ladder: id, season: row.shown },
            running: RunningSeason { number: row.season, started_at: row.started_at.into() },
            config_version,
            rated_through: row.rated_through,
            last_sequence: row.last_sequence,
        })
    }
}

/// Makes the ladder with its first season and the standard configuration, unless it exists. An existing ladder takes the
/// name of `spec`; the rest of it is fixed.
///
/// # Errors
/// The store's; [`Error::Corrupt`] if the ladder exists for another game or another kind of sides.
pub async fn ensure(pool: &PgPool, spec: &LadderSpec, now: UnixMillis) -> Result<(), Error> {
    let mut tx = postgres::begin(pool).await?;
    let inserted = sqlx::query!(
        "insert into ratings.ladder (ladder, name, game, side_kind, season, config_version)
         values ($1, $2, $3, $4, 1, 1) on conflict (ladder) do nothing",
        spec.id.as_str(),
        spec.name,
        spec.game,
        spec.side_kind.as_str(),
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    if inserted == 1 {
        insert_config(&mut tx, &spec.id, &Config::standard(), now).await?;
        start_first_season(&mut tx, &spec.id, now).await?;
    } else {
        let existing = find(&mut *tx, &spec.id).await?;
        if (existing.spec.side_kind, &existing.spec.game) != (spec.side_kind, &spec.game) {
            return Err(Error::Corrupt(format!("ladder {} for another game or kind of sides", spec.id)));
        }
        sqlx::query!(
            "update ratings.ladder set name = $2 where ladder = $1 and name <> $2",
            spec.id.as_str(),
            spec.name
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn start_first_season(
    connection: &mut PgConnection,
    ladder: &LadderId,
    now: UnixMillis,
) -> Result<(), Error> {
    sqlx::query!(
        "insert into ratings.season (ladder, season, first_sequence, started_at) values ($1, 1, 1, $2)",
        ladder.as_str(),
        now.to_datetime()
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into ratings.cursor (ladder, season, rated_through) values ($1, 1, 0)",
        ladder.as_str()
    )
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// One ladder.
///
/// # Errors
/// [`Error::LadderNotFound`], or the store's.
pub async fn find(executor: impl PgExecutor<'_>, ladder: &LadderId) -> Result<Ladder, Error> {
    let row = sqlx::query_as!(
        LadderRow,
        "select l.ladder, l.name, l.game, l.side_kind, l.season, l.config_version, c.season as shown, c.rated_through,
                l.last_sequence, s.started_at
         from ratings.ladder l
         join ratings.season s using (ladder, season)
         join ratings.cursor c on c.ladder = l.ladder
         where l.ladder = $1",
        ladder.as_str()
    )
    .fetch_optional(executor)
    .await?;
    row.ok_or_else(|| Error::LadderNotFound(ladder.to_string()))?.try_into()
}

/// Those of `ladders` that there are, as they stand, with their logs locked until the transaction ends: nobody else takes a
/// number. Locked in the order of their ids, so that two who want the same ladders wait for each other in turn.
///
/// # Errors
/// The store's.
pub async fn lock(
    connection: &mut PgConnection,
    ladders: impl IntoIterator<Item = &LadderId>,
) -> Result<BTreeMap<LadderId, Ladder>, Error> {
    let wanted: Vec<String> = ladders.into_iter().map(LadderId::to_string).collect();
    let locked = sqlx::query_scalar!(
        "select ladder from ratings.ladder where ladder = any($1) order by ladder for no key update",
        &wanted
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut ladders = BTreeMap::new();
    // A statement of its own: it sees what was committed while the first one waited.
    for id in locked.iter().filter_map(|id| LadderId::parse(id)) {
        let ladder = find(&mut *connection, &id).await?;
        ladders.insert(id, ladder);
    }
    Ok(ladders)
}

/// All ladders by id.
///
/// # Errors
/// The store's.
pub async fn list(executor: impl PgExecutor<'_>) -> Result<Vec<Ladder>, Error> {
    let rows = sqlx::query_as!(
        LadderRow,
        "select l.ladder, l.name, l.game, l.side_kind, l.season, l.config_version, c.season as shown, c.rated_through,
                l.last_sequence, s.started_at
         from ratings.ladder l
         join ratings.season s using (ladder, season)
         join ratings.cursor c on c.ladder = l.ladder
         order by l.ladder"
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(Ladder::try_from).collect()
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredTier {
    below_games: u32,
    k: u32,
}

/// Puts a new configuration in force for results accepted from now on. Its version must be one above the present one; the
/// present one over again changes nothing.
///
/// # Errors
/// [`Error::LadderNotFound`]; [`Error::Invalid`] for a version that does not follow; the store's.
pub async fn publish_config(
    pool: &PgPool,
    ladder: &LadderId,
    config: &Config,
    now: UnixMillis,
) -> Result<(), Error> {
    let mut tx = postgres::begin(pool).await?;
    let version = version_column(config.version());
    let updated = sqlx::query!(
        "update ratings.ladder set config_version = $2 where ladder = $1 and config_version = $2 - 1",
        ladder.as_str(),
        version
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    if updated == 0 {
        let present = find(&mut *tx, ladder).await?.config_version.0;
        if present == config.version().0 && self::config(&mut *tx, ladder, config.version()).await? == *config
        {
            return Ok(());
        }
        return Err(Error::invalid("config.version", format!("must be {}", u64::from(present) + 1)));
    }
    insert_config(&mut tx, ladder, config, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn insert_config(
    connection: &mut PgConnection,
    ladder: &LadderId,
    config: &Config,
    now: UnixMillis,
) -> Result<(), Error> {
    let tiers: Vec<StoredTier> =
        config.tiers().iter().map(|tier| StoredTier { below_games: tier.below_games, k: tier.k }).collect();
    let small = |number: u32| i32::try_from(number).expect("a configuration's numbers are at most 1000");
    sqlx::query!(
        "insert into ratings.ladder_config (ladder, version, tiers, settled_k, synergy_rate_percent, created_at)
         values ($1, $2, $3, $4, $5, $6)",
        ladder.as_str(),
        version_column(config.version()),
        Json(tiers) as _,
        small(config.settled_k()),
        small(config.synergy_rate_percent()),
        now.to_datetime()
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn version_column(version: ConfigVersion) -> i32 {
    i32::try_from(version.0).expect("versions are checked when they are asked for, and count up from one")
}

/// The configuration of a ladder in one version.
///
/// # Errors
/// [`Error::Corrupt`] if there is none or it is not valid; the store's.
pub async fn config(
    executor: impl PgExecutor<'_>,
    ladder: &LadderId,
    version: ConfigVersion,
) -> Result<Config, Error> {
    let rows = sqlx::query_as!(
        ConfigRow,
        r#"select version, tiers as "tiers: Json<Vec<StoredTier>>", settled_k, synergy_rate_percent, created_at
         from ratings.ladder_config where ladder = $1 and version = $2"#,
        ladder.as_str(),
        version_column(version)
    )
    .fetch_optional(executor)
    .await?;
    let none = || Error::Corrupt(format!("no configuration {} of ladder {ladder}", version.0));
    Ok(rows.ok_or_else(none)?.read(ladder)?.config)
}

/// A configuration, and since when results are rated with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedConfig {
    /// The configuration.
    pub config: Config,
    /// When it came into force.
    pub published_at: UnixMillis,
}

/// The configurations of a ladder, the one in force first, at most the latest [`CONFIGS_MAX`].
///
/// # Errors
/// [`Error::Corrupt`] if one is not valid; the store's.
pub async fn configs(
    executor: impl PgExecutor<'_>,
    ladder: &LadderId,
) -> Result<Vec<PublishedConfig>, Error> {
    let rows = sqlx::query_as!(
        ConfigRow,
        r#"select version, tiers as "tiers: Json<Vec<StoredTier>>", settled_k, synergy_rate_percent, created_at
         from ratings.ladder_config where ladder = $1 order by version desc limit $2"#,
        ladder.as_str(),
        CONFIGS_MAX
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(|row| row.read(ladder)).collect()
}

struct ConfigRow {
    version: i32,
    tiers: Json<Vec<StoredTier>>,
    settled_k: i32,
    synergy_rate_percent: i32,
    created_at: time::OffsetDateTime,
}

impl ConfigRow {
    fn read(self, ladder: &LadderId) -> Result<PublishedConfig, Error> {
        let corrupt =
            |why: String| Error::Corrupt(format!("configuration {} of ladder {ladder}: {why}", self.version));
        let whole = |number: i32| u32::try_from(number).map_err(|_| corrupt("a negative number".into()));
        let tiers = self.tiers.0.iter().map(|tier| KTier { below_games: tier.below_games, k: tier.k });
        let version = ConfigVersion(whole(self.version)?);
        let (settled, rate) = (whole(self.settled_k)?, whole(self.synergy_rate_percent)?);
        let config = Config::new(version, tiers.collect(), settled, rate)
            .map_err(|error| corrupt(error.to_string()))?;
        Ok(PublishedConfig { config, published_at: self.created_at.into() })
    }
}
