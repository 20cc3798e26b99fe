//! An explanation in words that a player can read. The numbers are those of the stored explanation; nothing is computed
//! here but sums and percentages for show.

use std::collections::HashMap;

use rating::{CentiPoints, Strength};

use crate::explanation::{
    EntrantExplained, Explanation, FreeForAllExplained, PairExplained, PairsExplained, PlayerExplained,
    SplitRule, Weighing,
};
use crate::ids::AccountId;
use crate::read::{Outcome, StoredResult, UnratedReason};

/// What became of a result, in a few sentences; none while it waits for the rater.
pub fn sentences(result: &StoredResult) -> Vec<String> {
    let mut sentences = of_outcome(result);
    if let Some(entry) = result.voided_by {
        sentences.push(format!(
            "It was taken back later, by entry {entry} of the ladder's log, and counts no longer; what that changed is on the \
             correcting line of each history."
        ));
    }
    sentences
}

fn of_outcome(result: &StoredResult) -> Vec<String> {
    let names = Names::of(result);
    match &result.outcome {
        None => Vec::new(),
        Some(Outcome::Unrated(UnratedReason::Abandoned)) => {
            vec!["The game was abandoned before its first play, so it is kept and not rated.".into()]
        }
        Some(Outcome::Unrated(UnratedReason::Repeated)) => vec![
            "These four players had met five times within seven days already, so the game is kept and not rated."
                .into(),
        ],
        Some(Outcome::DeadLetter(reason)) => vec![format!("The result could not be rated. {reason}")],
        Some(Outcome::Rated(explanation)) => match explanation {
            Explanation::Pairs(pairs) => names.pairs(pairs),
            Explanation::FreeForAll(all) => names.free_for_all(all),
        },
    }
}

struct Names<'a>(HashMap<AccountId, &'a str>);

impl<'a> Names<'a> {
    fn of(result: &'a StoredResult) -> Self {
        let players = result.sides.iter().flat_map(|side| &side.players);
        Self(players.map(|player| (player.account, player.name.as_str())).collect())
    }

    fn name(&self, player: &PlayerExplained) -> &'a str {
        self.0.get(&player.account).copied().unwrap_or("somebody")
    }

    fn pair(&self, side: &PairExplained) -> String {
        format!("{} and {}", self.name(&side.members[0]), self.name(&side.members[1]))
    }

    fn pairs(&self, pairs: &PairsExplained) -> Vec<String> {
        let mut sentences =
            vec![self.result(pairs), self.expectation(pairs), weight(&pairs.weighing, Kind::Four)];
        if pairs.halved_for_leaver {
            let half = pairs.weighing.percent / 2;
            sentences.push(format!(
                "A player of the winning side had left, so that was halved to {half} percent."
            ));
        }
        sentences.push(self.transfer(pairs));
        sentences.extend(pairs.sides.iter().filter_map(|side| self.leaving(side)));
        sentences.push(self.synergy(pairs));
        sentences
    }

    fn result(&self, pairs: &PairsExplained) -> String {
        let verb = match pairs.score {
            1_000_000 => "beat",
            0 => "lost to",
            _ => "drew with",
        };
        let [first, second] = &pairs.sides;
        let points = |side: &PairExplained| side.strength_before().points();
        let (one, other) = (self.pair(first), self.pair(second));
        format!("{one} ({}) {verb} {other} ({}).", points(first), points(second))
    }

    fn expectation(&self, pairs: &PairsExplained) -> String {
        let stronger = match pairs.difference_points {
            0 => return "The sides were level, so each was expected to score 50.0 percent.".into(),
            difference if difference > 0 => (&pairs.sides[0], pairs.expected),
            _ => (&pairs.sides[1], 1_000_000 - pairs.expected),
        };
        let (side, expected) = stronger;
        let points = pairs.difference_points.abs();
        format!(
            "{} were {points} points the stronger (differences count up to 800), so they were expected to score {}.",
            self.pair(side),
            percent(expected)
        )
    }

    fn transfer(&self, pairs: &PairsExplained) -> String {
        let k: Vec<String> = self.members(pairs).map(|member| member.k.to_string()).collect();
        let [first, second] = &pairs.sides;
        let (gainers, losers) = if pairs.pool >= 0 { (first, second) } else { (second, first) };
        let shares: Vec<String> = [gainers, losers]
            .into_iter()
            .flat_map(|side| &side.members)
            .map(|member| format!("{} {}", self.name(member), signed(member.delta)))
            .collect();
        format!(
            "With K of {}, {} points went from {} to {}: {}.",
            and(&k),
            CentiPoints(pairs.pool.abs()),
            self.pair(losers),
            self.pair(gainers),
            shares.join(", ")
        )
    }

    fn members<'e>(&self, pairs: &'e PairsExplained) -> impl Iterator<Item = &'e PlayerExplained> {
        pairs.sides.iter().flat_map(|side| &side.members)
    }

    fn leaving(&self, side: &PairExplained) -> Option<String> {
        let leaver = side.members.iter().find(|member| member.left)?;
        let name = self.name(leaver);
        match side.split {
            SplitRule::LeaverCarriesThreeQuarters => {
                Some(format!("{name} had left and carries three quarters of the loss."))
            }
            SplitRule::StayerGainsAll => Some(format!("{name} had left, so the partner gains it all.")),
            SplitRule::ByK if side.members.iter().all(|member| member.left) => {
                Some(format!("{} had both left, so they share it as usual.", self.pair(side)))
            }
            SplitRule::ByK => Some(format!("{name} had left; in a draw that changes nothing.")),
        }
    }

    fn synergy(&self, pairs: &PairsExplained) -> String {
        if !pairs.synergies_move {
            return "Because somebody had left, what the pairs are worth together stays as it was.".into();
        }
        let [first, second] = &pairs.sides;
        format!(
            "What they are worth together changes by {} for {} and by {} for {}.",
            signed(first.synergy_delta),
            self.pair(first),
            signed(second.synergy_delta),
            self.pair(second)
        )
    }

    fn free_for_all(&self, all: &FreeForAllExplained) -> Vec<String> {
        let places: Vec<String> = all
            .entrants
            .iter()
            .map(|entrant| {
                let points = Strength::of_player(CentiPoints(entrant.player.rating_before)).points();
                format!("{} ({points}) in place {}", self.name(&entrant.player), entrant.place)
            })
            .collect();
        let mut sentences = vec![
            format!("The game ended with {}.", and(&places)),
            "Each player is compared with every other, and what one of the two gains the other loses.".into(),
            weight(&all.weighing, Kind::Single),
        ];
        sentences.extend(all.entrants.iter().enumerate().map(|(i, entrant)| self.entrant(all, i, entrant)));
        sentences
    }

    fn entrant(&self, all: &FreeForAllExplained, index: usize, entrant: &EntrantExplained) -> String {
        let (expected, score) = all.mean_scores(index);
        format!(
            "{} was expected to score {} against the others, scored {} and changes by {}.",
            self.name(&entrant.player),
            percent(expected),
            percent(score),
            signed(entrant.player.delta)
        )
    }
}

/// Whom the repeat rule is about.
#[derive(Clone, Copy)]
enum Kind {
    Four,
    Single,
}

fn weight(weighing: &Weighing, kind: Kind) -> String {
    match (weighing.percent, kind) {
        (100, _) | (_, Kind::Single) => "The game counted in full.".into(),
        (percent, Kind::Four) => format!(
            "It was game {} of the same four players within seven days, so it counted {percent} percent.",
            weighing.earlier_games + 1
        ),
    }
}

/// Millionths as a percentage with one decimal, rounded half up.
fn percent(millionths: i64) -> String {
    let tenths = (millionths + 500) / 1000;
    format!("{}.{} percent", tenths / 10, tenths % 10)
}

fn signed(amount: i64) -> String {
    let sign = if amount > 0 { "+" } else { "" };
    format!("{sign}{}", CentiPoints(amount))
}

fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use env::UnixMillis;
    use uuid::Uuid;

    use super::*;
    use crate::ids::{LadderId, Track};
    use crate::result::{ReportedPlayer, ReportedSide};

    fn account(n: u128) -> AccountId {
        AccountId::new(Uuid::from_u128(n)).unwrap()
    }

    fn stored(outcome: Option<Outcome>) -> StoredResult {
        let player = |(n, name): (u128, &str)| ReportedPlayer {
            account: account(n),
            name: name.into(),
            left: false,
            left_at_ms: None,
            bot_spans: Vec::new(),
        };
        let side = |players: [(u128, &str); 2], place| ReportedSide {
            players: players.map(player).into(),
            place,
            score: 0,
        };
        StoredResult {
            source: "engine".into(),
            result_id: "a".into(),
            payload_hash: Vec::new(),
            track: Track { ladder: LadderId::parse("seep").unwrap(), season: 1 },
            sequence: 1,
            config_version: 1,
            played_at: UnixMillis::new(0),
            accepted_at: UnixMillis::new(0),
            sides: vec![side([(1, "Asha"), (2, "Bela")], 1), side([(3, "Chand"), (4, "Devi")], 2)],
            outcome,
            voided_by: None,
        }
    }

    fn member(n: u128, delta: i64) -> PlayerExplained {
        PlayerExplained {
            account: account(n),
            rating_before: 150_000,
            games_before: 40,
            k: 16,
            delta,
            left: false,
        }
    }

    fn side(place: u32, members: [PlayerExplained; 2], synergy_delta: i64) -> PairExplained {
        PairExplained {
            place,
            members,
            synergy_before: 0,
            games_before: 40,
            k: 16,
            synergy_delta,
            split: SplitRule::ByK,
        }
    }

    fn won() -> PairsExplained {
        PairsExplained {
            weighing: Weighing { percent: 100, earlier_games: 0 },
            halved_for_leaver: false,
            difference_points: 0,
            expected: 500_000,
            score: 1_000_000,
            k_sum: 64,
            pool: 1600,
            synergies_move: true,
            sides: [
                side(1, [member(1, 800), member(2, 800)], 200),
                side(2, [member(3, -800), member(4, -800)], -200),
            ],
        }
    }

    fn tell(pairs: PairsExplained) -> Vec<String> {
        sentences(&stored(Some(Outcome::Rated(Explanation::Pairs(Box::new(pairs))))))
    }

    #[test]
    fn ordinary_win_is_told_in_five_sentences() {
        let expected = [
            "Asha and Bela (1500) beat Chand and Devi (1500).",
            "The sides were level, so each was expected to score 50.0 percent.",
            "The game counted in full.",
            "With K of 16, 16, 16 and 16, 16.00 points went from Chand and Devi to Asha and Bela: Asha +8.00, \
             Bela +8.00, Chand -8.00, Devi -8.00.",
            "What they are worth together changes by +2.00 for Asha and Bela and by -2.00 for Chand and Devi.",
        ];
        assert_eq!(tell(won()), expected);
    }

    #[test]
    fn leavers_and_repeats_are_told() {
        let mut pairs = won();
        pairs.weighing = Weighing { percent: 50, earlier_games: 3 };
        pairs.halved_for_leaver = true;
        pairs.synergies_move = false;
        pairs.sides[0].members[0].left = true;
        pairs.sides[0].split = SplitRule::StayerGainsAll;
        pairs.sides[1].members[1].left = true;
        pairs.sides[1].split = SplitRule::LeaverCarriesThreeQuarters;
        let told = tell(pairs);
        for expected in [
            "It was game 4 of the same four players within seven days, so it counted 50 percent.",
            "A player of the winning side had left, so that was halved to 25 percent.",
            "Asha had left, so the partner gains it all.",
            "Devi had left and carries three quarters of the loss.",
            "Because somebody had left, what the pairs are worth together stays as it was.",
        ] {
            assert!(told.iter().any(|sentence| sentence == expected), "{expected}: {told:#?}");
        }
    }

    #[test]
    fn stronger_side_is_named_with_what_was_expected_of_it() {
        let mut pairs = won();
        (pairs.difference_points, pairs.expected) = (-100, 359_935);
        let expected = "Chand and Devi were 100 points the stronger (differences count up to 800), so they were \
                        expected to score 64.0 percent.";
        assert_eq!(tell(pairs)[1], expected);
    }

    #[test]
    fn unrated_results_say_why_and_waiting_ones_say_nothing() {
        let told = |outcome| sentences(&stored(outcome)).len();
        assert_eq!(told(None), 0);
        assert_eq!(told(Some(Outcome::Unrated(UnratedReason::Abandoned))), 1);
        assert_eq!(told(Some(Outcome::Unrated(UnratedReason::Repeated))), 1);
        assert_eq!(told(Some(Outcome::DeadLetter("The end.".into()))), 1);
    }
}
