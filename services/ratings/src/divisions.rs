//! Divisions: shares of the ranked entities of a ladder, from the top one down, with hysteresis.
//!
//! The borders are points. They are drawn from the histogram of displayed ratings when a season opens and at every upkeep,
//! so between two drawings a division follows from the displayed rating alone, and a replay of the log gives the same ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The divisions from the top one down: the name, and which share of the ranked entities (in thousandths, from the top)
/// enters it. The last one takes the rest.
pub const DIVISIONS: [(&str, u64); 6] =
    [("Master", 10), ("Diamond", 50), ("Platinum", 150), ("Gold", 350), ("Silver", 650), ("Bronze", 1000)];
/// Whoever is in a division stays while inside a share that is greater by this factor, so that a border is not crossed back
/// and forth: five quarters.
const KEEP: (u64, u64) = (5, 4);
/// Fewer ranked entities than this are not divided.
pub const DIVIDED_MIN: u64 = 20;

/// A division by its place in [`DIVISIONS`], from 1 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Division(u8);

impl Division {
    /// The division with this number; `None` if there is none.
    pub fn new(number: i16) -> Option<Self> {
        let number = u8::try_from(number).ok()?;
        (1..=DIVISIONS.len()).contains(&usize::from(number)).then_some(Self(number))
    }

    /// The number, from 1 at the top.
    pub fn number(self) -> i16 {
        self.0.into()
    }

    /// The name, for example `Gold`.
    pub fn name(self) -> &'static str {
        DIVISIONS[usize::from(self.0) - 1].0
    }
}

/// The lower border of a division, in displayed whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Border {
    /// At least so many points are needed to get in.
    pub enter: i32,
    /// At least so many points are needed to stay; not above `enter`.
    pub keep: i32,
}

/// The borders of all divisions but the last, from the top down; none where nobody is divided yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Divisions(Vec<Border>);

impl Divisions {
    /// Draws the borders for ranked entities that are counted by their displayed points.
    pub fn draw(ranked: &BTreeMap<i32, u64>) -> Self {
        let total: u64 = ranked.values().sum();
        if total < DIVIDED_MIN {
            return Self::default();
        }
        let border = |share: u64| Border {
            enter: points_of_place(ranked, total * share / 1000),
            keep: points_of_place(ranked, total * share * KEEP.0 / (1000 * KEEP.1)),
        };
        Self(DIVISIONS[..DIVISIONS.len() - 1].iter().map(|(_, share)| border(*share)).collect())
    }

    /// The division of a ranked entity that shows `displayed` points and was in `present` until now; `None` while nobody is
    /// divided.
    pub fn of(&self, present: Option<Division>, displayed: i32) -> Option<Division> {
        if self.0.is_empty() {
            return None;
        }
        let stays = |place: usize| present.is_some_and(|present| usize::from(present.0) <= place + 1);
        let reached = |(place, border): (usize, &Border)| {
            displayed >= border.enter || (stays(place) && displayed >= border.keep)
        };
        let place = self.0.iter().enumerate().position(reached).unwrap_or(self.0.len());
        Division::new(i16::try_from(place + 1).expect("there are six divisions"))
    }

    /// The borders from the top division down, without the last division, which has none.
    pub fn borders(&self) -> &[Border] {
        &self.0
    }
}

/// The points of the entity in this place from the top, counted from 1; of the first for place 0.
fn points_of_place(ranked: &BTreeMap<i32, u64>, place: u64) -> i32 {
    let mut passed = 0;
    for (points, entities) in ranked.iter().rev() {
        passed += entities;
        if passed >= place.max(1) {
            return *points;
        }
    }
    ranked.keys().next().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred entities with 1001 to 1100 points.
    fn hundred() -> Divisions {
        Divisions::draw(&(1001..=1100).map(|points| (points, 1)).collect())
    }

    fn division(present: Option<i16>, displayed: i32) -> Option<i16> {
        let present = present.map(|number| Division::new(number).unwrap());
        hundred().of(present, displayed).map(Division::number)
    }

    #[test]
    fn shares_are_counted_from_the_top() {
        let entered: Vec<i32> = hundred().borders().iter().map(|border| border.enter).collect();
        assert_eq!(entered, [1100, 1096, 1086, 1066, 1036]);
    }

    #[test]
    fn newcomer_is_divided_by_the_borders_for_entering() {
        assert_eq!(
            [1100, 1099, 1096, 1095, 1001].map(|points| division(None, points)),
            [1, 2, 2, 3, 6].map(Some)
        );
    }

    #[test]
    fn member_stays_below_the_border_for_entering_until_the_one_for_staying() {
        assert_eq!(division(Some(2), 1095), Some(2));
        assert_eq!(division(Some(2), 1094), Some(3));
        assert_eq!(division(Some(3), 1095), Some(3));
    }

    #[test]
    fn fall_by_several_divisions_ends_in_the_first_that_still_holds() {
        assert_eq!(division(Some(1), 1062), Some(4));
    }

    #[test]
    fn few_are_not_divided() {
        let few = Divisions::draw(&(1..20).map(|points| (points, 1)).collect());
        assert_eq!(few.of(None, 5), None);
    }
}
