//! Seep, told play by play.

use cards::{CardSet, Seat, Side};
use games::Options;
use seep::{
    Action, DealEnd, FloorView, House, Seen, SeenBid, SeenDeal, SeenMove, SeenPlay, View, card_points,
};

use super::{NAME_COLUMNS, Narrator};

/// Columns of what a player does, before what then lies on the floor.
const DEED_COLUMNS: usize = 58;

/// The game in a few lines.
pub(super) const PRIMER: &str =
    "Seep in short: four players, partners sit opposite, 52 cards. In turn everybody plays one card. It can take cards
from the floor that add up to its value (ace 1, jack 11, queen 12, king 13); or found a house, a pile worth 9 to 13
that only a card of that value takes, which the founder must hold; or just be laid down. Spades count their value,
every other ace 1 and the ten of diamonds 6: 100 points a deal. Whoever clears the floor makes a sweep, worth 50 more
(25 with the first play). A lead of 100 points wins the baazi, and with it this match.
On the right is what lies on the floor after each play; [11 Asha] is a house of 11 that Asha owns, + one that is
cemented and cannot be raised.";

impl Narrator {
    pub(super) fn seep(&self, seen: &Seen, view: &View) -> Vec<String> {
        match seen {
            Seen::Dealt(dealt) => self.seep_deal(dealt, view.difference),
            Seen::Bid(bid) => vec![self.bid(bid)],
            Seen::Played(played) => {
                let mut lines = vec![self.play(played, view.floor_up.as_ref())];
                if let Some(end) = &played.end {
                    lines.extend(self.seep_end(end));
                }
                lines
            }
        }
    }

    pub(super) fn seep_deal(&self, dealt: &SeenDeal, difference: i32) -> Vec<String> {
        let (dealer, bidder) = (self.company.name(dealt.dealer), self.company.name(dealt.bidder));
        let opening = format!("Deal {}: {dealer} deals, {}.", dealt.deal, self.lead(difference));
        if dealt.thrown_in {
            let hand = self.faces.set(dealt.hand.unwrap_or_default());
            let why =
                format!("  {bidder} has no card from 9 up among the first four ({hand}), so nobody can bid;");
            return vec![String::new(), opening, why + " the cards are thrown in and dealt again."];
        }
        vec![String::new(), opening]
    }

    /// Who leads by how much.
    pub fn lead(&self, difference: i32) -> String {
        match difference {
            0 => "the score is level".to_owned(),
            1.. => format!("{} lead by {difference}", self.company.side(Side::PARTNERSHIPS[0])),
            _ => format!("{} lead by {}", self.company.side(Side::PARTNERSHIPS[1]), -difference),
        }
    }

    fn bid(&self, bid: &SeenBid) -> String {
        let deed = format!("bids {}, which the first play must honour", bid.value);
        self.line("bid", bid.seat, &deed, &self.faces.set(bid.floor))
    }

    fn play(&self, played: &SeenPlay, floor: Option<&FloorView>) -> String {
        let mut deed = match &played.play {
            Some(shown) => self.deed(shown),
            None => "plays a card that is not shown".to_owned(),
        };
        if played.sweep > 0 {
            deed += &format!(": SWEEP, {} more", played.sweep);
        }
        let floor = floor.map(|floor| self.floor(floor)).unwrap_or_default();
        self.line(&played.number.to_string(), played.seat, &deed, &floor)
    }

    fn line(&self, number: &str, seat: Seat, deed: &str, floor: &str) -> String {
        let name = self.company.name(seat);
        let line = format!("  {number:>3} {name:<NAME_COLUMNS$} {deed:<DEED_COLUMNS$} | {floor}");
        line.trim_end().to_owned()
    }

    fn deed(&self, shown: &SeenMove) -> String {
        let face = |card| self.faces.card(card);
        match shown.action {
            Action::Bid { value } => format!("bids {value}"),
            Action::Throw { card } => format!("lays {} down", face(card)),
            Action::Capture { card, house, take } => {
                let mut taken: Vec<String> = Vec::new();
                taken.extend(house.map(|value| format!("the house of {value}")));
                taken.extend(Some(self.faces.set(take)).filter(|cards| !cards.is_empty()));
                let worth = self.points(shown.captured);
                format!("takes {} with {}, {}", taken.join(" and "), face(card), counted(worth))
            }
            Action::Build { card, value, take } => {
                format!("founds a house of {value}: {} with {}", face(card), self.faces.set(take))
            }
            Action::Add { card, value, take } => {
                format!("adds {} to the house of {value}", self.faces.set(take.with(card)))
            }
            Action::Break { card, from, take } => {
                let to = shown.house.map(|house| house.value.to_string()).unwrap_or_default();
                let along =
                    if take.is_empty() { String::new() } else { format!(", with {}", self.faces.set(take)) };
                format!("raises the house of {from} to {to} by {}{along}", face(card))
            }
        }
    }

    fn floor(&self, floor: &FloorView) -> String {
        let mut things: Vec<String> = floor.houses.iter().map(|house| self.house(house)).collect();
        things.extend(Some(self.faces.set(floor.loose)).filter(|cards| !cards.is_empty()));
        if things.is_empty() { "nothing".to_owned() } else { things.join(" ") }
    }

    fn house(&self, house: &House) -> String {
        let owners: Vec<&str> = Seat::ALL
            .into_iter()
            .filter(|seat| house.owners.contains(*seat))
            .map(|seat| self.company.name(seat))
            .collect();
        let cemented = if house.cemented { "+" } else { "" };
        format!("[{}{cemented} {}]", house.value, owners.join(" "))
    }

    pub(super) fn seep_end(&self, end: &DealEnd) -> Vec<String> {
        let mut lines = Vec::new();
        if let (Some(side), false) = (end.left_over_to, end.left_over.is_empty()) {
            let cards = self.faces.set(end.left_over);
            lines.push(format!("  {} took last and get what is left: {cards}.", self.company.side(side)));
        }
        let result = &end.result;
        let score = |side: Side| {
            let (points, sweeps, score) =
                (result.card_points[side.index()], result.sweeps[side.index()], result.score[side.index()]);
            let pair = self.company.side(side);
            if sweeps == 0 {
                format!("{pair} {points}")
            } else {
                format!("{pair} {points} + {sweeps} = {score}")
            }
        };
        lines.push(format!(
            "  The deal counts {} to {}; {}.",
            score(Side::PARTNERSHIPS[0]),
            score(Side::PARTNERSHIPS[1]),
            self.lead(result.difference)
        ));
        if let Some(side) = result.forfeited_by {
            lines.push(format!(
                "  {} have fewer than 9 points, which forfeits the baazi.",
                self.company.side(side)
            ));
        }
        if let Some(side) = result.baazi_winner {
            lines.push(format!("  {} win the baazi.", self.company.side(side)));
        }
        lines
    }

    fn points(&self, cards: CardSet) -> u16 {
        match self.company.options() {
            Options::Seep(options) => cards.iter().map(|card| card_points(card, options)).sum(),
            Options::Smear(_) | Options::Pepper(_) => 0,
        }
    }
}

fn counted(points: u16) -> String {
    match points {
        0 => "no points".to_owned(),
        1 => "1 point".to_owned(),
        _ => format!("{points} points"),
    }
}

#[cfg(test)]
mod tests {
    use games::{GameKind, Options};

    use crate::narrator::Faces;
    use crate::narrator::testing::told_of_deck;

    /// `rules/TRACE.md` and `rules/seep.md`, vector V1.
    const DECK: &str = "3D 4H TC 9D 5C 7C KS AH TD QD 9C 9H JH 6D 2S 5H 7S 8C 8D 6H JS 6S 8S KC 3S 2D QC AC \
        AS 2C 8H 5D TH 3H TS 7H KD 2H 9S QH 3C 5S AD KH 4D 7D 4S JC JD QS 6C 4C";
    const ACTIONS: [&str; 7] = [
        "BID 10",
        "BUILD 4H 10 [AH 5C]",
        "BUILD 6D 13 [7C KS]",
        "CAPTURE TH 10 []",
        "THROW QH",
        "CAPTURE QD [QH]",
        "THROW 5S",
    ];

    fn told(faces: Faces) -> Vec<String> {
        told_of_deck(Options::defaults(GameKind::Seep), DECK, 0, &ACTIONS, faces)
    }

    #[test]
    fn beginning_of_the_vector_is_told_play_by_play() {
        let lines = told(Faces::Ascii);
        let expected = [
            "",
            "Deal 1: Asha deals, the score is level.",
            "  bid Bela     bids 10, which the first play must honour                  | AH 5C 7C KS",
            "    1 Bela     founds a house of 10: 4H with AH 5C                        | [10 Bela] 7C KS",
            "    2 Chitra   founds a house of 13: 6D with 7C KS                        | [10 Bela] [13+ Chitra]",
            "    3 Dev      takes the house of 10 with 10H, 1 point                    | [13+ Chitra]",
            "    4 Asha     lays QH down                                               | [13+ Chitra] QH",
            "    5 Bela     takes QH with QD, no points                                | [13+ Chitra]",
            "    6 Chitra   lays 5S down                                               | [13+ Chitra] 5S",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn suits_are_symbols_where_they_can_be_shown() {
        assert!(told(Faces::Symbols)[4].contains("[10 Bela] [13+ Chitra]"));
        assert!(told(Faces::Symbols)[3].contains("4\u{2665} with A\u{2665} 5\u{2663}"));
    }
}
