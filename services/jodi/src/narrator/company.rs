//! Who sits at the table, and who plays for whom.

use cards::{Seat, Side};
use games::Options;

/// The players of a match by seat.
#[derive(Clone, Debug)]
pub struct Company {
    names: Vec<String>,
    options: Options,
}

impl Company {
    /// Players by seat, one for each seat that the options have.
    pub fn new(names: Vec<String>, options: Options) -> Self {
        Self { names, options }
    }

    /// What is played.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The player of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// The seats in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.options.seats()
    }

    /// The sides in order.
    pub fn sides(&self) -> Vec<Side> {
        let mut sides: Vec<Side> = self.seats().map(|seat| self.options.side_of(seat)).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The side of a seat.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.options.side_of(seat)
    }

    /// Everybody of a side, such as `Asha & Chitra`.
    pub fn side(&self, side: Side) -> String {
        let members = self.seats().filter(|seat| self.side_of(*seat) == side).map(|seat| self.name(seat));
        members.collect::<Vec<_>>().join(" & ")
    }

    /// A side and what it does: `Asha & Chitra win` of `win` and `wins`.
    pub fn does(&self, side: Side, several: &str, one: &str) -> String {
        let alone = self.seats().filter(|seat| self.side_of(*seat) == side).count() == 1;
        format!("{} {}", self.side(side), if alone { one } else { several })
    }

    /// What each side has, such as `Asha & Chitra 5, Bela & Dev 3`.
    pub fn each<T: std::fmt::Display>(&self, what: impl Fn(Side) -> T) -> String {
        let each = self.sides().into_iter().map(|side| format!("{} {}", self.side(side), what(side)));
        each.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use games::GameKind;

    use super::*;

    fn company(players: u8) -> Company {
        let names = ["Asha", "Bela", "Chitra", "Dev"].map(str::to_owned);
        Company::new(names.into(), Options::for_players(GameKind::Pepper, players).unwrap())
    }

    #[test]
    fn partners_make_a_side_at_a_table_of_four() {
        assert_eq!(company(4).each(|side| side.number()), "Asha & Chitra 0, Bela & Dev 1");
        assert_eq!(company(4).does(Side::PARTNERSHIPS[1], "win", "wins"), "Bela & Dev win");
    }

    #[test]
    fn everybody_is_a_side_at_a_smaller_table() {
        assert_eq!(company(3).each(|side| side.number()), "Asha 0, Bela 1, Chitra 2");
        assert_eq!(company(2).does(Side::PARTNERSHIPS[1], "win", "wins"), "Bela wins");
    }
}
