//! What a game would bring, by the judge and the book that rate games: a quote is a judgement that is not entered.

use std::collections::{BTreeSet, HashMap};

use env::UnixMillis;
use rating::{Config, ConfigVersion, Strength, repeat_weight};
use sqlx::{PgConnection, PgPool};

use super::book::{Book, Meetings};
use super::judge::{Verdict, entities_of, judge};
use super::load::{self, Cursor};
use crate::divisions::Divisions;
use crate::error::{Error, FieldFault};
use crate::explanation::{Change, Explanation};
use crate::ids::{AccountId, Entity, EntityKey, LadderId};
use crate::ladder::{self, Ladder};
use crate::log::ResultEntry;
use crate::result::{ReportedPlayer, ReportedSide, SideKind, check_sides, roster_of};
use postgres::snapshot;

/// What a game would bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// What it would weigh, in percent; at 0 it would not be rated.
    pub weight_percent: u8,
    /// Counted games of the same players within seven days.
    pub earlier_games: u32,
    /// The configuration that it would be rated with.
    pub config_version: ConfigVersion,
    /// The sides, as they were named.
    pub sides: Vec<SideQuote>,
    /// The names of those who have played on this ladder.
    pub names: HashMap<AccountId, String>,
}

/// What a game would bring one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideQuote {
    /// Who.
    pub entity: Entity,
    /// The strength before the game, with the latest ratings of both members.
    pub strength: Strength,
    /// The expected score in millionths; the mean against several opponents.
    pub expected: i64,
    /// How the game may end and what that changes; none at a weight of 0.
    pub outcomes: Vec<QuotedOutcome>,
}

/// One way in which a game may end for a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedOutcome {
    /// The place of the side.
    pub place: u32,
    /// True if all share that place.
    pub is_drawn: bool,
    /// What it changes: the players of the side, then the pair.
    pub changes: Vec<Change>,
}

/// Quotes a game between `sides` that ends at `now`.
///
/// # Errors
/// [`Error::LadderNotFound`]; [`Error::Invalid`] for sides that cannot meet on this ladder; the store's.
pub async fn quote(
    pool: &PgPool,
    ladder: &LadderId,
    sides: &[Entity],
    now: UnixMillis,
) -> Result<Quote, Error> {
    let mut tx = snapshot(pool).await?;
    let ladder = ladder::find(&mut *tx, ladder).await?;
    let faults = check_sides(ladder.spec.side_kind, &reported(sides, &vec![1; sides.len()]));
    if !faults.is_empty() {
        return Err(Error::Invalid(faults.into_iter().map(in_request).collect()));
    }
    let config = ladder::config(&mut *tx, &ladder.spec.id, ladder.config_version).await?;
    let (book, names) = book(&mut tx, &ladder, &Game { sides, now }).await?;
    let quoted = Game { sides, now }.quote(book, &config)?;
    Ok(Quote { names, ..quoted })
}

/// Sides are checked as those of a result; a quote names them by their accounts alone.
fn in_request(fault: FieldFault) -> FieldFault {
    let field = fault.field.replace(".players", ".account_ids");
    let field = field.strip_suffix(".account_id").map(str::to_owned).unwrap_or(field);
    FieldFault { field, ..fault }
}

fn reported(sides: &[Entity], places: &[u32]) -> Vec<ReportedSide> {
    let player = |account| ReportedPlayer {
        account,
        name: String::new(),
        left: false,
        left_at_ms: None,
        bot_spans: Vec::new(),
    };
    let side = |(entity, place): (&Entity, &u32)| ReportedSide {
        players: entity.accounts().into_iter().map(player).collect(),
        place: *place,
        score: 0,
    };
    sides.iter().zip(places).map(side).collect()
}

/// The standings of all who would play, and the earlier games of the same players; read, and not locked.
async fn book(
    connection: &mut PgConnection,
    ladder: &Ladder,
    game: &Game<'_>,
) -> Result<(Book, HashMap<AccountId, String>), Error> {
    let kind = ladder.spec.side_kind;
    let entry = game.entry(&vec![1; game.sides.len()]);
    let keys: BTreeSet<EntityKey> = entities_of(kind, &entry).into_iter().map(Entity::key).collect();
    let standings = load::standings(&mut *connection, &ladder.track, &keys).await?;
    let cursor = Cursor { track: ladder.track.clone(), kind, rated_through: ladder.rated_through };
    let meetings = match kind {
        SideKind::Pair => load::meetings(connection, &cursor, std::slice::from_ref(&entry)).await?,
        SideKind::Solo => Meetings::new(),
    };
    let accounts = game.sides.iter().flat_map(|side| side.accounts());
    let name = |account| Some((account, standings.get(&Entity::Player(account).key())?.name.clone()?));
    let names = accounts.filter_map(name).collect();
    Ok((Book::open(kind, standings, meetings, Divisions::default()), names))
}

/// A game that has not been played.
struct Game<'s> {
    sides: &'s [Entity],
    now: UnixMillis,
}

impl Game<'_> {
    fn entry(&self, places: &[u32]) -> ResultEntry {
        ResultEntry {
            sequence: 0,
            config_version: 0,
            played_at: self.now,
            abandoned: false,
            roster: roster_of(self.sides.iter().flat_map(|side| side.accounts())),
            sides: Ok(reported(self.sides, places)),
        }
    }

    fn judged(&self, book: &Book, config: &Config, places: &[u32]) -> Result<Explanation, Error> {
        match judge(book, config, &self.entry(places)).verdict {
            Verdict::Rated(explanation) => Ok(explanation),
            other => Err(Error::Corrupt(format!("standings that cannot be rated: {other:?}"))),
        }
    }

    fn quote(&self, mut book: Book, config: &Config) -> Result<Quote, Error> {
        let roster = self.entry(&[]).roster;
        let earlier = match book.kind() {
            SideKind::Pair => book.meetings_near(&roster, self.now),
            SideKind::Solo => 0,
        };
        let weight_percent = repeat_weight(earlier).percent();
        // What is expected does not depend on how often they have met, and is told also where a game would weigh nothing.
        let meetings = book.forget_meetings();
        let drawn = self.judged(&book, config, &vec![1; self.sides.len()])?;
        book.recall(meetings);
        let strengths: Vec<Strength> = self.sides.iter().map(|side| strength(&drawn, *side)).collect();
        let mut sides = Vec::new();
        for (place, entity) in self.sides.iter().enumerate() {
            let endings = if weight_percent == 0 { Vec::new() } else { endings(place, &strengths) };
            let outcomes: Result<Vec<QuotedOutcome>, Error> = endings
                .into_iter()
                .map(|places| self.outcome(place, &places, &self.judged(&book, config, &places)?))
                .collect();
            let (strength, expected) = (strengths[place], drawn.scores(place).0);
            sides.push(SideQuote { entity: *entity, strength, expected, outcomes: outcomes? });
        }
        let earlier_games = u32::try_from(earlier).unwrap_or(u32::MAX);
        let config_version = config.version();
        Ok(Quote { weight_percent, earlier_games, config_version, sides, names: HashMap::new() })
    }

    fn outcome(
        &self,
        side: usize,
        places: &[u32],
        explanation: &Explanation,
    ) -> Result<QuotedOutcome, Error> {
        let members = self.sides[side].accounts();
        let is_own = |change: &Change| change.entity.accounts().iter().all(|a| members.contains(a));
        let changes = explanation.changes().into_iter().filter(is_own).collect();
        let is_drawn = places.iter().all(|place| *place == 1);
        Ok(QuotedOutcome { place: places[side], is_drawn, changes })
    }
}

fn strength(explanation: &Explanation, side: Entity) -> Strength {
    let change = explanation.changes().into_iter().find(|change| change.entity == side);
    change.expect("every side of a rated game has changed").strength_before
}

/// The places of all sides for each way in which the game may end for one of them. Of two sides: a win, a draw, a loss. Among
/// more: each place, the others in the order of their strengths.
fn endings(side: usize, strengths: &[Strength]) -> Vec<Vec<u32>> {
    let mut others: Vec<usize> = (0..strengths.len()).filter(|other| *other != side).collect();
    others.sort_by_key(|other| std::cmp::Reverse(strengths[*other]));
    let ending = |place: usize| {
        let mut order = others.clone();
        order.insert(place, side);
        let mut places = vec![0; order.len()];
        for (place, side) in (1..).zip(order) {
            places[side] = place;
        }
        places
    };
    match strengths.len() {
        2 => vec![ending(0), vec![1, 1], ending(1)],
        all => (0..all).map(ending).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strengths(points: &[i64]) -> Vec<Strength> {
        points.iter().map(|points| Strength::from_half_centi_points(200 * points)).collect()
    }

    #[test]
    fn two_sides_win_draw_or_lose() {
        assert_eq!(endings(0, &strengths(&[1500, 1600])), [[1, 2], [1, 1], [2, 1]]);
        assert_eq!(endings(1, &strengths(&[1500, 1600])), [[2, 1], [1, 1], [1, 2]]);
    }

    #[test]
    fn others_are_placed_by_strength_around_every_place() {
        let endings = endings(1, &strengths(&[1400, 1500, 1600]));
        assert_eq!(endings, [[3, 1, 2], [3, 2, 1], [2, 3, 1]]);
    }
}
