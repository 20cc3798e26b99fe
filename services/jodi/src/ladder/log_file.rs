//! A ladder's log as a file of JSON lines (`FORMATS.md`).

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use rating::{Config, ConfigVersion, KTier};
use refit::{Event, Game, GamePlayer, GameSide, PlayerId, SideKind};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entries::LadderLog;

const FORMAT: u32 = 1;
/// The longest line that is read, in bytes. A result has at most eight players.
const LINE_MAX: u64 = 64 * 1024;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    format: u32,
    ladder: String,
    side_kind: StoredKind,
    #[serde(default)]
    config: StoredConfig,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredKind {
    Pair,
    Solo,
}

#[derive(Serialize, Deserialize)]
struct StoredConfig {
    version: u32,
    tiers: Vec<StoredTier>,
    settled_k: u32,
    synergy_rate_percent: u32,
}

#[derive(Serialize, Deserialize)]
struct StoredTier {
    below_games: u32,
    k: u32,
}

/// Every other line.
#[derive(Serialize, Deserialize)]
struct Line {
    sequence: u64,
    #[serde(flatten)]
    what: What,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum What {
    Result {
        played_at_ms: i64,
        #[serde(default, skip_serializing_if = "is_false")]
        abandoned: bool,
        sides: Vec<StoredSide>,
    },
    Void {
        /// The number of the result that does not stand.
        of: u64,
    },
    Close,
}

#[derive(Serialize, Deserialize)]
struct StoredSide {
    place: u32,
    players: Vec<StoredPlayer>,
}

#[derive(Serialize, Deserialize)]
struct StoredPlayer {
    account: Uuid,
    #[serde(default, skip_serializing_if = "is_false")]
    left: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Reads a log.
///
/// # Errors
/// If the file cannot be read, or a line of it makes no sense; the message names the line.
pub fn read(path: &Path) -> anyhow::Result<LadderLog> {
    let named = || format!("reading {}", path.display());
    let mut file = BufReader::new(File::open(path).with_context(named)?);
    let mut line = String::new();
    let mut log = None;
    for number in 1u64.. {
        line.clear();
        if (&mut file).take(LINE_MAX).read_line(&mut line).with_context(named)? == 0 {
            break;
        }
        let at = || format!("line {number} of {}", path.display());
        match &mut log {
            None => log = Some(head(&line).with_context(at)?),
            Some(log) => log.entries.push(entry(&line).with_context(at)?),
        }
    }
    log.with_context(|| format!("{} is empty", path.display()))
}

fn head(line: &str) -> anyhow::Result<LadderLog> {
    let Head { format, ladder, side_kind, config } = serde_json::from_str(line)?;
    if format != FORMAT {
        bail!("format {format} is not known; this build reads {FORMAT}");
    }
    let kind = match side_kind {
        StoredKind::Pair => SideKind::Pair,
        StoredKind::Solo => SideKind::Solo,
    };
    let tiers = config.tiers.iter().map(|tier| KTier { below_games: tier.below_games, k: tier.k }).collect();
    let version = ConfigVersion(config.version);
    let in_force = Config::new(version, tiers, config.settled_k, config.synergy_rate_percent)?;
    Ok(LadderLog { ladder, kind, in_force, entries: Vec::new() })
}

fn entry(line: &str) -> anyhow::Result<(u64, Event)> {
    let Line { sequence, what } = serde_json::from_str(line)?;
    let event = match what {
        What::Result { played_at_ms, abandoned, sides } => {
            Event::Game(Game { played_at_ms, abandoned, sides: sides.into_iter().map(side).collect() })
        }
        What::Void { of } => Event::Void { sequence: of },
        What::Close => Event::Close,
    };
    Ok((sequence, event))
}

fn side(stored: StoredSide) -> GameSide {
    let player =
        |player: StoredPlayer| GamePlayer { id: PlayerId(player.account.as_u128()), left: player.left };
    GameSide { players: stored.players.into_iter().map(player).collect(), place: stored.place }
}

/// Writes a log, over whatever is at `path`.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, log: &LadderLog) -> anyhow::Result<()> {
    let named = || format!("writing {}", path.display());
    let mut file = BufWriter::new(File::create(path).with_context(named)?);
    let side_kind = match log.kind {
        SideKind::Pair => StoredKind::Pair,
        SideKind::Solo => StoredKind::Solo,
    };
    let config = StoredConfig::of(&log.in_force);
    let head = Head { format: FORMAT, ladder: log.ladder.clone(), side_kind, config };
    writeln!(file, "{}", serde_json::to_string(&head)?).with_context(named)?;
    for (sequence, event) in &log.entries {
        let line = Line { sequence: *sequence, what: What::of(event) };
        writeln!(file, "{}", serde_json::to_string(&line)?).with_context(named)?;
    }
    file.flush().with_context(named)
}

impl StoredConfig {
    fn of(config: &Config) -> Self {
        let tier = |tier: &KTier| StoredTier { below_games: tier.below_games, k: tier.k };
        Self {
            version: config.version().0,
            tiers: config.tiers().iter().map(tier).collect(),
            settled_k: config.settled_k(),
            synergy_rate_percent: config.synergy_rate_percent(),
        }
    }
}

impl Default for StoredConfig {
    fn default() -> Self {
        Self::of(&Config::standard())
    }
}

impl What {
    fn of(event: &Event) -> Self {
        let player =
            |player: &GamePlayer| StoredPlayer { account: Uuid::from_u128(player.id.0), left: player.left };
        let side = |side: &GameSide| StoredSide {
            place: side.place,
            players: side.players.iter().map(player).collect(),
        };
        match event {
            Event::Game(game) => Self::Result {
                played_at_ms: game.played_at_ms,
                abandoned: game.abandoned,
                sides: game.sides.iter().map(side).collect(),
            },
            Event::Void { sequence } => Self::Void { of: *sequence },
            Event::Close => Self::Close,
        }
    }
}
