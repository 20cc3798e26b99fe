//! How a result changed the ratings, with every intermediate value, as it is stored beside the result for good; and the
//! changes of balances and displayed ratings that follow from it.
//!
//! The JSON form is read for as long as the ledger is kept: fields may be added with a default, never changed. Amounts
//! are in centi-points, strengths in half centi-points, scores in millionths.

use rating::{CentiPoints, Strength, rha};
use serde::{Deserialize, Serialize};

use crate::ids::{AccountId, Entity};

/// The whole calculation of one result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Explanation {
    /// Two pairs.
    Pairs(Box<PairsExplained>),
    /// Single players, each against all.
    FreeForAll(FreeForAllExplained),
}

/// The calculation for two pairs. "First" is the side that the result names first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairsExplained {
    /// What the result weighed before any leaver rule.
    pub weighing: Weighing,
    /// True if the weight was halved because somebody of the winning side had left.
    pub halved_for_leaver: bool,
    /// By how many whole points the first side was the stronger, -800 to 800.
    pub difference_points: i64,
    /// The expected score of the first side.
    pub expected: i64,
    /// The score of the first side.
    pub score: i64,
    /// The sum of K of the four players.
    pub k_sum: u32,
    /// What the first side gained in all, and the second lost.
    pub pool: i64,
    /// False if a leaver rule kept the synergies as they were.
    pub synergies_move: bool,
    /// The sides, in the result's order.
    pub sides: [PairExplained; 2],
}

/// One pair's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairExplained {
    /// Its place.
    pub place: u32,
    /// The members, in the result's order.
    pub members: [PlayerExplained; 2],
    /// The synergy before.
    pub synergy_before: i64,
    /// Games of the pair before.
    pub games_before: u32,
    /// K of the pair.
    pub k: u32,
    /// The change of the synergy.
    pub synergy_delta: i64,
    /// How the members shared what the side gained or lost.
    pub split: SplitRule,
}

/// How the members of a side shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SplitRule {
    /// In proportion to their K.
    ByK,
    /// One left and the side lost: the leaver carries three quarters.
    LeaverCarriesThreeQuarters,
    /// One left and the side won all the same: the partner gains everything.
    StayerGainsAll,
}

/// One player's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerExplained {
    /// Who.
    pub account: AccountId,
    /// The rating before.
    pub rating_before: i64,
    /// Games before.
    pub games_before: u32,
    /// K of the player.
    pub k: u32,
    /// The change of the rating.
    pub delta: i64,
    /// True if the player had left.
    pub left: bool,
}

/// What a result weighed, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weighing {
    /// In percent.
    pub percent: u8,
    /// Games of the same players within seven days that the ladder had counted before.
    pub earlier_games: u32,
}

/// The calculation for single players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeForAllExplained {
    /// What the result weighed.
    pub weighing: Weighing,
    /// The sum of all K.
    pub k_sum: u32,
    /// The players, in the result's order.
    pub entrants: Vec<EntrantExplained>,
    /// Each two of them, the earlier named first.
    pub duels: Vec<DuelExplained>,
}

/// One single player's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantExplained {
    /// The place.
    pub place: u32,
    /// The player.
    pub player: PlayerExplained,
}

/// What passed between two single players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelExplained {
    /// The index of the one.
    pub one: usize,
    /// The index of the other, above `one`.
    pub other: usize,
    /// By how many whole points the one was the stronger, -800 to 800.
    pub difference_points: i64,
    /// The expected score of the one.
    pub expected: i64,
    /// The score of the one.
    pub score: i64,
    /// What the one gained from the other.
    pub gain: i64,
}

/// What a result changed for one entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whose.
    pub entity: Entity,
    /// The place of the entity's side.
    pub place: u32,
    /// How the game ended for it.
    pub fate: Fate,
    /// The games before that decided K.
    pub games_before: u32,
    /// The balance of its ledger account before: a player's rating, a pair's synergy.
    pub balance_before: CentiPoints,
    /// What the result posted to that account.
    pub amount: CentiPoints,
    /// The exact strength before, which is what is displayed.
    pub strength_before: Strength,
    /// The exact strength after.
    pub strength_after: Strength,
}

impl Change {
    /// The balance after.
    pub fn balance_after(&self) -> CentiPoints {
        self.balance_before + self.amount
    }
}

/// How a game ended for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Alone in the first place.
    Won,
    /// In the first place together with others.
    Drew,
    /// Behind somebody.
    Lost,
}

impl Fate {
    fn of(place: u32, places: &[u32]) -> Self {
        match (place, places.iter().filter(|other| **other == 1).count()) {
            (1, 1) => Self::Won,
            (1, _) => Self::Drew,
            _ => Self::Lost,
        }
    }
}

impl PlayerExplained {
    fn change(&self, place: u32, fate: Fate) -> Change {
        let balance_before = CentiPoints(self.rating_before);
        let amount = CentiPoints(self.delta);
        Change {
            entity: Entity::Player(self.account),
            place,
            fate,
            games_before: self.games_before,
            balance_before,
            amount,
            strength_before: Strength::of_player(balance_before),
            strength_after: Strength::of_player(balance_before + amount),
        }
    }
}

impl PairExplained {
    /// The strength of the side before the game.
    pub fn strength_before(&self) -> Strength {
        let ratings = [0, 1].map(|i| CentiPoints(self.members[i].rating_before));
        Strength::of_pair(ratings, CentiPoints(self.synergy_before))
    }

    fn change(&self, fate: Fate) -> Change {
        let ratings = [0, 1].map(|i| CentiPoints(self.members[i].rating_before + self.members[i].delta));
        let (synergy, amount) = (CentiPoints(self.synergy_before), CentiPoints(self.synergy_delta));
        let [one, other] = [0, 1].map(|i| self.members[i].account);
        Change {
            entity: Entity::pair(one, other).expect("acceptance refuses a side of one account"),
            place: self.place,
            fate,
            games_before: self.games_before,
            balance_before: synergy,
            amount,
            strength_before: self.strength_before(),
            strength_after: Strength::of_pair(ratings, synergy + amount),
        }
    }
}

impl Explanation {
    /// What the result changed: the players in the result's order, then the pairs.
    pub fn changes(&self) -> Vec<Change> {
        match self {
            Self::Pairs(pairs) => {
                let places = [0, 1].map(|i| pairs.sides[i].place);
                let sides = || pairs.sides.iter().map(|side| (side, Fate::of(side.place, &places)));
                let players = sides().flat_map(|(side, fate)| {
                    side.members.iter().map(move |member| member.change(side.place, fate))
                });
                players.chain(sides().map(|(side, fate)| side.change(fate))).collect()
            }
            Self::FreeForAll(all) => {
                let places: Vec<u32> = all.entrants.iter().map(|entrant| entrant.place).collect();
                let change = |entrant: &EntrantExplained| {
                    entrant.player.change(entrant.place, Fate::of(entrant.place, &places))
                };
                all.entrants.iter().map(change).collect()
            }
        }
    }

    /// What the result weighed before any leaver rule, and why.
    pub fn weighing(&self) -> Weighing {
        match self {
            Self::Pairs(pairs) => pairs.weighing,
            Self::FreeForAll(all) => all.weighing,
        }
    }

    /// The percentage of a full game that counted in the end.
    pub fn effective_percent(&self) -> u32 {
        let given = u32::from(self.weighing().percent);
        match self {
            Self::Pairs(pairs) if pairs.halved_for_leaver => given / 2,
            _ => given,
        }
    }

    /// What the first side gained in all, in centi-points.
    pub fn pool(&self) -> CentiPoints {
        CentiPoints(match self {
            Self::Pairs(pairs) => pairs.pool,
            Self::FreeForAll(all) => all.entrants.first().map_or(0, |entrant| entrant.player.delta),
        })
    }

    /// The expected and the actual score of side `side` in millionths; of single players the mean over their opponents.
    pub fn scores(&self, side: usize) -> (i64, i64) {
        match self {
            Self::Pairs(pairs) if side == 0 => (pairs.expected, pairs.score),
            Self::Pairs(pairs) => (1_000_000 - pairs.expected, 1_000_000 - pairs.score),
            Self::FreeForAll(all) => all.mean_scores(side),
        }
    }
}

impl FreeForAllExplained {
    /// The expected and the actual score of entrant `side` in millionths, as the mean over its opponents.
    pub fn mean_scores(&self, side: usize) -> (i64, i64) {
        let opponents = i64::try_from(self.entrants.len()).expect("at most eight") - 1;
        let of_duel = |duel: &DuelExplained| {
            if duel.one == side {
                Some((duel.expected, duel.score))
            } else if duel.other == side {
                Some((1_000_000 - duel.expected, 1_000_000 - duel.score))
            } else {
                None
            }
        };
        let (expected, score) =
            self.duels.iter().filter_map(of_duel).fold((0, 0), |sum, duel| (sum.0 + duel.0, sum.1 + duel.1));
        (rha(expected, opponents), rha(score, opponents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As written by the first version. It must be read for good: never change this text.
    const FIRST_VERSION: &str = r#"{
        "kind": "pairs",
        "weighing": {"percent": 50, "earlier_games": 3},
        "halved_for_leaver": true,
        "difference_points": 100, "expected": 640065, "score": 1000000, "k_sum": 64, "pool": 576,
        "synergies_move": false,
        "sides": [
            {"place": 1, "synergy_before": 0, "games_before": 40, "k": 16, "synergy_delta": 0, "split": "stayer_gains_all",
             "members": [
                {"account": "00000000-0000-0000-0000-000000000001", "rating_before": 165000, "games_before": 40,
                 "k": 16, "delta": 576, "left": false},
                {"account": "00000000-0000-0000-0000-000000000002", "rating_before": 165000, "games_before": 40,
                 "k": 16, "delta": 0, "left": true}]},
            {"place": 2, "synergy_before": -100, "games_before": 40, "k": 16, "synergy_delta": 0, "split": "by_k",
             "members": [
                {"account": "00000000-0000-0000-0000-000000000003", "rating_before": 155000, "games_before": 40,
                 "k": 16, "delta": -288, "left": false},
                {"account": "00000000-0000-0000-0000-000000000004", "rating_before": 155000, "games_before": 40,
                 "k": 16, "delta": -288, "left": false}]}
        ]
    }"#;

    const FIRST_VERSION_OF_SINGLES: &str = r#"{
        "kind": "free_for_all",
        "weighing": {"percent": 100, "earlier_games": 0},
        "k_sum": 48,
        "entrants": [
            {"place": 1, "player": {"account": "00000000-0000-0000-0000-000000000001", "rating_before": 150000,
             "games_before": 40, "k": 16, "delta": 800, "left": false}},
            {"place": 2, "player": {"account": "00000000-0000-0000-0000-000000000002", "rating_before": 150000,
             "games_before": 40, "k": 16, "delta": 0, "left": false}},
            {"place": 3, "player": {"account": "00000000-0000-0000-0000-000000000003", "rating_before": 150000,
             "games_before": 40, "k": 16, "delta": -800, "left": false}}
        ],
        "duels": [
            {"one": 0, "other": 1, "difference_points": 0, "expected": 500000, "score": 1000000, "gain": 400},
            {"one": 0, "other": 2, "difference_points": 0, "expected": 500000, "score": 1000000, "gain": 400},
            {"one": 1, "other": 2, "difference_points": 0, "expected": 500000, "score": 1000000, "gain": 400}
        ]
    }"#;

    fn read(text: &str) -> Explanation {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn form_of_the_first_version_is_read_and_written_unchanged() {
        for text in [FIRST_VERSION, FIRST_VERSION_OF_SINGLES] {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_value(read(text)).unwrap(), value);
        }
    }

    #[test]
    fn changes_of_pairs_name_players_before_pairs() {
        let changes = read(FIRST_VERSION).changes();
        assert_eq!(
            changes.iter().map(|change| change.amount.0).collect::<Vec<_>>(),
            [576, 0, -288, -288, 0, 0]
        );
        let pair = &changes[4];
        let strengths = (pair.strength_before.half_centi_points(), pair.strength_after.half_centi_points());
        assert_eq!((strengths, pair.fate), ((330_000, 330_576), Fate::Won));
    }

    #[test]
    fn effective_weight_is_halved_for_a_winning_leaver() {
        assert_eq!(read(FIRST_VERSION).effective_percent(), 25);
    }

    #[test]
    fn scores_of_single_players_are_means_over_their_opponents() {
        let all = read(FIRST_VERSION_OF_SINGLES);
        assert_eq!([0, 1, 2].map(|side| all.scores(side).1), [1_000_000, 500_000, 0]);
        assert_eq!(all.scores(1).0, 500_000);
    }

    #[test]
    fn first_place_is_won_alone_and_drawn_in_company() {
        assert_eq!([1, 2, 3].map(|place| Fate::of(place, &[1, 2, 3])), [Fate::Won, Fate::Lost, Fate::Lost]);
        assert_eq!([1, 3].map(|place| Fate::of(place, &[1, 1, 3])), [Fate::Drew, Fate::Lost]);
    }
}
