//! Smear, told trick by trick.

use cards::Side;
use smear::{DealEnd, DealResult, Point, Points, Seen, SeenAfterCall, SeenCall, SeenDiscard, SeenPlay, View};

use super::{Narrator, change};

/// The game in a few lines.
pub(super) const PRIMER: &str =
    "Smear in short: four players, partners sit opposite, six cards each from a pack of 32 (7 to ace). Everybody may bid
once, two to four points. The highest bidder leads, and the suit of that card is trump. Whoever can follow suit must,
but may always trump instead; the highest trump takes the trick, else the highest card of the suit led. A deal has four
points: high (the ace of trump) and low (the seven) for those who play them, jack for those who win the jack of trump,
and game for most of the count (ten 10, ace 4, king 3, queen 2, jack 1). Bidders who take less than they bid lose their
bid. 15 points win.
On the right is who takes the trick.";

impl Narrator {
    pub(super) fn smear(&self, seen: &Seen, view: &View) -> Vec<String> {
        match seen {
            Seen::Dealt(dealt) => self.deal_line(dealt.deal, dealt.dealer, &view.scores),
            Seen::Called(called) => self.smear_calls(called, view),
            Seen::Discarded(discarded) => vec![self.smear_discard(discarded, view)],
            Seen::Played(played) => self.smear_play(played, view),
        }
        .into_iter()
        .chain(self.smear_end(seen))
        .collect()
    }

    /// The auction, once it is over.
    fn smear_calls(&self, called: &SeenCall, view: &View) -> Vec<String> {
        if matches!(called.after, SeenAfterCall::Next { .. }) {
            return Vec::new();
        }
        let calls = view.calls.iter().map(|(seat, bid)| (seat, bid.map(|bid| bid.to_string())));
        vec![self.calls_line(calls)]
    }

    fn smear_discard(&self, discarded: &SeenDiscard, view: &View) -> String {
        let name = self.company.name(discarded.seat);
        let cards = if view.widow == 1 { "a card".to_owned() } else { format!("{} cards", view.widow) };
        format!("  {name} takes the widow and lays {cards} away.")
    }

    fn smear_play(&self, played: &SeenPlay, view: &View) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(trump) = played.trump {
            let (name, trump) = (self.company.name(played.seat), self.faces.suit_in_words(trump));
            lines.push(format!("  {name} leads {trump}, which is trump."));
        }
        if let (Some(_), Some(taken)) = (played.winner, &view.last_trick) {
            lines.push(self.trick_line(played.number / 4, taken));
        }
        lines
    }

    pub(super) fn smear_end(&self, seen: &Seen) -> Vec<String> {
        match seen {
            Seen::Called(SeenCall { after: SeenAfterCall::ThrownIn { .. }, .. }) => {
                vec!["  Nobody bids; the cards are thrown in and dealt again.".to_owned()]
            }
            Seen::Played(SeenPlay { end: Some(end), .. }) => self.smear_score(end),
            _ => Vec::new(),
        }
    }

    fn smear_score(&self, DealEnd { result, .. }: &DealEnd) -> Vec<String> {
        let counts = self.company.each(|side| result.counts[side.index()]);
        let discards = if result.discards.is_empty() {
            String::new()
        } else {
            format!(" (with the discards {})", self.faces.list(result.discards.suitwise()))
        };
        let bidders = self.company.side_of(result.bidder);
        let sides = [bidders, bidders.other_partnership()].map(|side| self.smear_side(result, side));
        vec![
            format!("  Count: {counts}{discards}."),
            format!("  {}", sides.join(" ")),
            format!("  Score: {}.", self.company.each(|side| result.scores[side.index()])),
        ]
    }

    fn smear_side(&self, result: &DealResult, side: Side) -> String {
        let points = result.points[side.index()];
        let took = format!("{} {}", self.company.does(side, "take", "takes"), in_words(points));
        let delta = change(result.deltas[side.index()]);
        if side != self.company.side_of(result.bidder) {
            return format!("{took}: {delta}.");
        }
        let set = if points.len() < result.bid.get() { ", which is too little" } else { "" };
        format!("{took} for a bid of {}{set}: {delta}.", result.bid)
    }
}

fn in_words(points: Points) -> String {
    if points.is_empty() {
        return "no point".to_owned();
    }
    points.iter().map(Point::name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use games::{GameKind, Options};

    use crate::narrator::testing::{Deal, told};

    /// `rules/smear.md` 11, deal 16, after a bid of 2 without a widow.
    const DEAL: Deal = Deal {
        hands: &["JS JC QD KS QC AS", "JH 9H 8H 8D TS KH", "7C 9D TD QH QS 7S", "9S TC 7H AH 8S AC"],
        actions: &[
            "BID 2", "PASS", "PASS", "PASS", "PLAY AS", "PLAY TS", "PLAY 7S", "PLAY 8S", "PLAY KS",
            "PLAY KH", "PLAY QS", "PLAY 9S", "PLAY JS", "PLAY 8H", "PLAY 7C", "PLAY 7H", "PLAY QC",
            "PLAY 8D", "PLAY 9D", "PLAY AC", "PLAY AH", "PLAY JC", "PLAY JH", "PLAY QH", "PLAY TC",
            "PLAY QD", "PLAY 9H", "PLAY TD",
        ],
    };

    #[test]
    fn worked_deal_is_told_trick_by_trick() {
        let expected = [
            "",
            "Deal 1: Dev deals. Asha & Chitra 0, Bela & Dev 0.",
            "  Calls: Asha bids 2, Bela passes, Chitra passes, Dev passes.",
            "  Asha leads spades, which is trump.",
            "    1     Asha AS       Bela 10S    Chitra 7S        Dev 8S    | Asha",
            "    2     Asha KS       Bela KH     Chitra QS        Dev 9S    | Asha",
            "    3     Asha JS       Bela 8H     Chitra 7C        Dev 7H    | Asha",
            "    4     Asha QC       Bela 8D     Chitra 9D        Dev AC    | Dev",
            "    5      Dev AH       Asha JC       Bela JH     Chitra QH    | Dev",
            "    6      Dev 10C      Asha QD       Bela 9H     Chitra 10D   | Dev",
            "  Count: Asha & Chitra 23, Bela & Dev 36.",
            "  Asha & Chitra take high, low, jack for a bid of 2: +3. Bela & Dev take game: +1.",
            "  Score: Asha & Chitra 3, Bela & Dev 1.",
        ];
        assert_eq!(told(Options::defaults(GameKind::Smear), &DEAL), expected);
    }
}
