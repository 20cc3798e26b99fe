//! A result as a source reports it, and what of it can be checked without knowing any ladder.
//!
//! Nothing about storage or rating lives here.

use std::collections::BTreeSet;

use env::UnixMillis;
use serde::{Deserialize, Serialize};

use crate::canonical::CanonicalHash;
use crate::error::FieldFault;
use crate::ids::{AccountId, Entity, LadderId, ResultId};

/// Sides of a result on a ladder of pairs.
pub const PAIR_SIDES: usize = 2;
/// Fewest sides of a result on a ladder of single players.
pub const SOLO_SIDES_MIN: usize = rating::ENTRANTS_MIN;
/// Most sides of a result on a ladder of single players.
pub const SOLO_SIDES_MAX: usize = rating::ENTRANTS_MAX;
/// Most sides of a result on any ladder.
pub const SIDES_MAX: usize = SOLO_SIDES_MAX;
/// Most players of a side on any ladder.
pub const PLAYERS_PER_SIDE_MAX: usize = 2;
/// Most spans in which a bot played for one player.
pub const BOT_SPANS_MAX: usize = 500;

/// What a ladder rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// Sides of two players.
    Pair,
    /// Single players.
    Solo,
}

impl SideKind {
    /// The word for it in the store and in settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Solo => "solo",
        }
    }

    /// Reads that word back.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "pair" => Some(Self::Pair),
            "solo" => Some(Self::Solo),
            _ => None,
        }
    }

    /// Players of one side.
    pub const fn players_per_side(self) -> usize {
        match self {
            Self::Pair => 2,
            Self::Solo => 1,
        }
    }
}

/// A result as reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedResult {
    /// The source's id of it.
    pub result_id: ResultId,
    /// The ladder that it is for.
    pub ladder: LadderId,
    /// When the game ended.
    pub played_at: UnixMillis,
    /// The sides.
    pub sides: Vec<ReportedSide>,
    /// True if the game was abandoned before its first play.
    pub abandoned: bool,
}

/// A side of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedSide {
    /// Who played on it.
    pub players: Vec<ReportedPlayer>,
    /// Its place from 1; equal places are a draw between those sides.
    pub place: u32,
    /// Its score in the game's own points; stored, not rated.
    pub score: i32,
}

/// A player of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedPlayer {
    /// Who.
    pub account: AccountId,
    /// The name to show.
    pub name: String,
    /// True if the player was absent at the end of the game.
    pub left: bool,
    /// When the player left, if that was said; milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_at_ms: Option<i64>,
    /// Spans in which a bot played for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot_spans: Vec<BotSpan>,
}

/// A span in which a bot played for an absent player, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotSpan {
    /// From.
    pub from_ms: i64,
    /// To, not before `from_ms`.
    pub to_ms: i64,
}

impl ReportedSide {
    /// Who stands on the ladder for this side; `None` if it is not a side of `kind`.
    pub fn entity(&self, kind: SideKind) -> Option<Entity> {
        match (kind, self.players.as_slice()) {
            (SideKind::Pair, [one, other]) => Entity::pair(one.account, other.account),
            (SideKind::Solo, [player]) => Some(Entity::Player(player.account)),
            _ => None,
        }
    }
}

impl ReportedResult {
    /// Who met, in whatever pairing.
    pub fn roster(&self) -> Vec<u8> {
        roster_of(self.players().map(|player| player.account))
    }

    fn players(&self) -> impl Iterator<Item = &ReportedPlayer> {
        self.sides.iter().flat_map(|side| &side.players)
    }

    /// What makes two reports the same: the canonical hash of everything in it.
    pub fn payload_hash(&self) -> [u8; 32] {
        let mut hash = CanonicalHash::new("jodi.ratings.result.v1");
        hash.text(self.result_id.as_str());
        hash.text(self.ladder.as_str());
        hash.number(self.played_at.as_i64());
        hash.number(self.abandoned.into());
        hash.count(self.sides.len());
        for side in &self.sides {
            hash.number(side.place.into());
            hash.number(side.score.into());
            hash.count(side.players.len());
            side.players.iter().for_each(|player| hash.player(player));
        }
        hash.finish()
    }
}

/// Who met, in whatever pairing: the ids of all players in ascending order, 16 bytes each.
pub fn roster_of(players: impl IntoIterator<Item = AccountId>) -> Vec<u8> {
    let accounts: BTreeSet<AccountId> = players.into_iter().collect();
    accounts.into_iter().flat_map(|account| account.uuid().into_bytes()).collect()
}

impl CanonicalHash {
    fn player(&mut self, player: &ReportedPlayer) {
        self.id(player.account.uuid());
        self.text(&player.name);
        self.number(player.left.into());
        self.maybe(player.left_at_ms);
        self.count(player.bot_spans.len());
        for span in &player.bot_spans {
            self.number(span.from_ms);
            self.number(span.to_ms);
        }
    }
}

/// Checks that the sides are those of a game on a ladder of `kind`: how many there are, how many players each has,
/// that nobody plays twice, and that the places make sense. Returns every fault, by field; a wrong number of sides is one fault
/// by itself, however many there are.
pub fn check_sides(kind: SideKind, sides: &[ReportedSide]) -> Vec<FieldFault> {
    if let Some(fault) = check_count(kind, sides.len()) {
        return vec![fault];
    }
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    for (s, side) in sides.iter().enumerate() {
        if side.players.len() != kind.players_per_side() {
            let text = format!("a side of this ladder has {} player(s)", kind.players_per_side());
            faults.push(FieldFault::new(format!("sides[{s}].players"), text));
            continue;
        }
        for (p, player) in side.players.iter().enumerate() {
            if !seen.insert(player.account) {
                let field = format!("sides[{s}].players[{p}].account_id");
                faults.push(FieldFault::new(field, "this account plays more than once"));
            }
        }
    }
    faults.extend(check_places(sides));
    faults
}

fn check_count(kind: SideKind, sides: usize) -> Option<FieldFault> {
    let (expected, text) = match kind {
        SideKind::Pair => (PAIR_SIDES..=PAIR_SIDES, "this ladder rates games of exactly 2 sides".to_owned()),
        SideKind::Solo => (
            SOLO_SIDES_MIN..=SOLO_SIDES_MAX,
            format!("this ladder rates games of {SOLO_SIDES_MIN} to {SOLO_SIDES_MAX} sides"),
        ),
    };
    (!expected.contains(&sides)).then(|| FieldFault::new("sides", text))
}

fn check_places(sides: &[ReportedSide]) -> Vec<FieldFault> {
    let last = u32::try_from(sides.len()).unwrap_or(u32::MAX);
    let mut faults: Vec<FieldFault> = sides
        .iter()
        .enumerate()
        .filter(|(_, side)| !(1..=last).contains(&side.place))
        .map(|(s, _)| FieldFault::new(format!("sides[{s}].place"), format!("must be 1 to {last}")))
        .collect();
    if faults.is_empty() && !sides.is_empty() && !sides.iter().any(|side| side.place == 1) {
        faults.push(FieldFault::new("sides", "one side at least must have place 1"));
    }
    faults
}
