//! What becomes of one result. Pure: the book before it in, the verdict out.

use env::UnixMillis;
use rating::{
    Config, Entrant, FreeForAllUpdate, Leavers, Member, Outcome, PairUpdate, Side, SideLeavers, Split,
    SynergyRule, Weight, WeightRule, rate_free_for_all, rate_pairs, repeat_weight,
};

use super::book::Book;
use crate::explanation::{
    DuelExplained, EntrantExplained, Explanation, FreeForAllExplained, PairExplained, PairsExplained,
    PlayerExplained, SplitRule, Weighing,
};
use crate::ids::Entity;
use crate::log::ResultEntry;
use crate::read::UnratedReason;
use crate::result::{ReportedPlayer, ReportedSide, SideKind, check_sides};

/// What becomes of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is rated.
    Rated(Explanation),
    /// It is kept and not rated.
    Unrated(UnratedReason),
    /// It cannot be rated, for this reason.
    DeadLetter(String),
}

/// A verdict and the sides that it is about.
#[derive(Debug)]
pub struct Judgement<'e> {
    /// What becomes of the result.
    pub verdict: Verdict,
    /// The sides; empty if they cannot be read.
    pub sides: &'e [ReportedSide],
}

/// Decides what becomes of `entry` after everything that `book` holds.
pub fn judge<'e>(book: &Book, config: &Config, entry: &'e ResultEntry) -> Judgement<'e> {
    // Acceptance has checked all this. It is checked again because what is stored outlives the code that checked it.
    let sides: &[ReportedSide] = match &entry.sides {
        Ok(sides) => sides,
        Err(error) => return dead_letter(format!("The stored sides cannot be read: {error}."), &[]),
    };
    if let Some(fault) = check_sides(book.kind(), sides).into_iter().next() {
        return dead_letter(format!("{}: {}.", fault.field, fault.description), sides);
    }
    if entry.abandoned {
        return Judgement { verdict: Verdict::Unrated(UnratedReason::Abandoned), sides };
    }
    let (weight, weighing) = weigh(book, entry);
    if weight.percent() == 0 {
        return Judgement { verdict: Verdict::Unrated(UnratedReason::Repeated), sides };
    }
    let rated = match book.kind() {
        SideKind::Pair => judge_pairs(book, config, entry.played_at, sides, (weight, weighing)),
        SideKind::Solo => judge_free_for_all(book, config, entry.played_at, sides, (weight, weighing)),
    };
    match rated {
        Ok(explanation) => Judgement { verdict: Verdict::Rated(explanation), sides },
        Err(error) => dead_letter(format!("It cannot be rated: {error}."), sides),
    }
}

fn dead_letter(reason: String, sides: &[ReportedSide]) -> Judgement<'_> {
    Judgement { verdict: Verdict::DeadLetter(reason), sides }
}

/// The repeat rule is about four players who meet again; single players always play for the whole weight.
fn weigh(book: &Book, entry: &ResultEntry) -> (Weight, Weighing) {
    let earlier = match book.kind() {
        SideKind::Pair => book.meetings_near(&entry.roster, entry.played_at),
        SideKind::Solo => 0,
    };
    let weight = repeat_weight(earlier);
    let earlier_games = u32::try_from(earlier).unwrap_or(u32::MAX);
    (weight, Weighing { percent: weight.percent(), earlier_games })
}

fn judge_pairs(
    book: &Book,
    config: &Config,
    played_at: UnixMillis,
    sides: &[ReportedSide],
    (weight, weighing): (Weight, Weighing),
) -> Result<Explanation, rating::RatingError> {
    let [first, second] = sides else { unreachable!("check_sides lets exactly two sides through") };
    let reported = [first, second];
    let before = reported.map(|side| side_before(book, side, played_at));
    let outcome = match first.place.cmp(&second.place) {
        std::cmp::Ordering::Less => Outcome::FirstWins,
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Greater => Outcome::SecondWins,
    };
    let leavers = Leavers(reported.map(leavers_of));
    let update = rate_pairs(config, &before, outcome, weight, leavers)?;
    Ok(Explanation::Pairs(Box::new(explain_pairs(&reported, &before, &update, weighing))))
}

fn side_before(book: &Book, side: &ReportedSide, played_at: UnixMillis) -> Side {
    let entity =
        side.entity(SideKind::Pair).expect("check_sides lets sides of two different players through");
    Side { players: [0, 1].map(|i| book.player(side.players[i].account, played_at)), pair: book.pair(entity) }
}

fn leavers_of(side: &ReportedSide) -> SideLeavers {
    match [0, 1].map(|i| side.players[i].left) {
        [false, false] => SideLeavers::Nobody,
        [true, false] => SideLeavers::One(Member::First),
        [false, true] => SideLeavers::One(Member::Second),
        [true, true] => SideLeavers::Both,
    }
}

fn explain_pairs(
    reported: &[&ReportedSide; 2],
    before: &[Side; 2],
    update: &PairUpdate,
    weighing: Weighing,
) -> PairsExplained {
    let how = &update.explanation;
    let side = |i: usize| PairExplained {
        place: reported[i].place,
        members: [0, 1].map(|m| PlayerExplained {
            account: reported[i].players[m].account,
            rating_before: before[i].players[m].rating.0,
            games_before: before[i].players[m].games,
            k: how.sides[i].player_k[m],
            delta: update.players[i][m].0,
            left: reported[i].players[m].left,
        }),
        synergy_before: before[i].pair.synergy.0,
        games_before: before[i].pair.games,
        k: how.sides[i].pair_k,
        synergy_delta: update.synergies[i].0,
        split: match how.sides[i].split {
            Split::ByK => SplitRule::ByK,
            Split::LeaverCarriesThreeQuarters { .. } => SplitRule::LeaverCarriesThreeQuarters,
            Split::StayerGainsAll { .. } => SplitRule::StayerGainsAll,
        },
    };
    PairsExplained {
        weighing,
        halved_for_leaver: how.weight_rule == WeightRule::HalvedForLeaver,
        difference_points: how.difference_points,
        expected: how.expected.0,
        score: how.score.0,
        k_sum: how.k_sum,
        pool: how.pool.0,
        synergies_move: how.synergy_rule == SynergyRule::Moves,
        sides: [0, 1].map(side),
    }
}

fn judge_free_for_all(
    book: &Book,
    config: &Config,
    played_at: UnixMillis,
    sides: &[ReportedSide],
    (weight, weighing): (Weight, Weighing),
) -> Result<Explanation, rating::RatingError> {
    let players: Vec<&ReportedPlayer> = sides.iter().flat_map(|side| &side.players).collect();
    let entrants: Vec<Entrant> = players
        .iter()
        .zip(sides)
        .map(|(player, side)| Entrant {
            player: book.player(player.account, played_at),
            place: u8::try_from(side.place).expect("check_sides lets places up to eight through"),
        })
        .collect();
    let update = rate_free_for_all(config, &entrants, weight)?;
    Ok(Explanation::FreeForAll(explain_free_for_all(&players, &entrants, &update, weighing)))
}

fn explain_free_for_all(
    players: &[&ReportedPlayer],
    entrants: &[Entrant],
    update: &FreeForAllUpdate,
    weighing: Weighing,
) -> FreeForAllExplained {
    let entrant = |i: usize| EntrantExplained {
        place: entrants[i].place.into(),
        player: PlayerExplained {
            account: players[i].account,
            rating_before: entrants[i].player.rating.0,
            games_before: entrants[i].player.games,
            k: update.explanation.player_k[i],
            delta: update.players[i].0,
            left: players[i].left,
        },
    };
    let duel = |duel: &rating::Duel| DuelExplained {
        one: duel.one,
        other: duel.other,
        difference_points: duel.difference_points,
        expected: duel.expected.0,
        score: duel.score.0,
        gain: duel.gain.0,
    };
    FreeForAllExplained {
        weighing,
        k_sum: update.explanation.k_sum,
        entrants: (0..entrants.len()).map(entrant).collect(),
        duels: update.explanation.duels.iter().map(duel).collect(),
    }
}

/// Whom a result may change: the players and, on ladders of pairs, the pairs. Nobody if the sides cannot be read.
pub fn entities_of(kind: SideKind, entry: &ResultEntry) -> Vec<Entity> {
    let sides: &[ReportedSide] = entry.sides.as_deref().unwrap_or_default();
    let players = sides.iter().flat_map(|side| &side.players).map(|player| Entity::Player(player.account));
    players.chain(sides.iter().filter_map(|side| side.entity(kind))).collect()
}
