//! Pepper, told trick by trick.

use cards::Side;
use pepper::{AuctionEnd, Called, DealEnd, DealResult, Level, Named, Players, Seen, SeenPlay, Strain, View};

use super::{Narrator, change};

/// The game in a few lines.
pub(super) const PRIMER: &str =
    "Pepper in short: 24 cards, nine to ace. Four play in partnerships, partners opposite, with six cards each; three or two
play each alone with eight. Everybody in turn passes or bids how many tricks to win, more than was bid before, until
nobody raises; little and big pepper are bids of all tricks. The highest bidder names trump, or no trump, and leads. The
jack of trump is the highest card (right bower), the other jack of its colour the second (left bower), then ace to nine.
Suit must be followed; the highest trump takes the trick, else the highest card of the suit led. Every trick won scores
1. Who fails a bid scores nothing and loses 6 (8 where two or three play); big pepper wins or loses twice as much. 30
points win.
On the right is who takes the trick.";

impl Narrator {
    pub(super) fn pepper(&self, seen: &Seen, view: &View) -> Vec<String> {
        match seen {
            Seen::Dealt(dealt) => self.deal_line(dealt.deal, dealt.dealer, &view.scores),
            Seen::Called(called) => self.pepper_calls(called, view),
            Seen::Named(named) => vec![self.pepper_name(named, view)],
            Seen::Played(played) => match (played.winner, &view.last_trick) {
                (Some(_), Some(taken)) => vec![self.trick_line(trick_number(view), taken)],
                _ => Vec::new(),
            },
        }
        .into_iter()
        .chain(self.pepper_end(seen))
        .collect()
    }

    /// The auction, once it is over.
    fn pepper_calls(&self, called: &Called, view: &View) -> Vec<String> {
        if called.end.is_none() {
            return Vec::new();
        }
        let calls = view.calls.iter().map(|call| (call.seat, call.level.map(in_words)));
        vec![self.calls_line(calls)]
    }

    fn pepper_name(&self, named: &Named, view: &View) -> String {
        let contract = view.highest_bid().map(|(_, level)| in_words(level)).unwrap_or_default();
        let strain = self.strain_in_words(named.strain);
        format!("  {} plays {contract} with {strain}.", self.company.name(named.seat))
    }

    fn strain_in_words(&self, strain: Strain) -> String {
        match strain.trump() {
            Some(suit) => format!("{} as trump", self.faces.suit_in_words(suit)),
            None => "no trump".to_owned(),
        }
    }

    pub(super) fn pepper_end(&self, seen: &Seen) -> Vec<String> {
        match seen {
            Seen::Called(Called { end: Some(AuctionEnd::ThrownIn { next_dealer }), .. }) => {
                let dealer = self.company.name(*next_dealer);
                vec![format!("  Nobody bids; the cards are thrown in, and {dealer} deals.")]
            }
            Seen::Played(SeenPlay { end: Some(end), .. }) => self.pepper_score(end),
            _ => Vec::new(),
        }
    }

    fn pepper_score(&self, DealEnd { result, .. }: &DealEnd) -> Vec<String> {
        let declarers = self.company.side_of(result.declarer);
        let others = self.company.sides().into_iter().filter(|side| *side != declarers);
        let sides: Vec<String> =
            [declarers].into_iter().chain(others).map(|side| self.pepper_side(result, side)).collect();
        vec![
            format!("  {}", sides.join(" ")),
            format!("  Score: {}.", self.company.each(|side| result.totals[side.index()])),
        ]
    }

    fn pepper_side(&self, result: &DealResult, side: Side) -> String {
        let (tricks, points) = (result.tricks[side.index()], result.deltas[side.index()]);
        let delta = change(points);
        let tricks = match tricks {
            0 => "no trick".to_owned(),
            1 => "1 trick".to_owned(),
            _ => format!("{tricks} tricks"),
        };
        let took = format!("{} {tricks}", self.company.does(side, "take", "takes"));
        if side != self.company.side_of(result.declarer) {
            return format!("{took}: {delta}.");
        }
        let failed = if points < 0 { ", which is too little" } else { "" };
        format!("{took} for a bid of {}{failed}: {delta}.", in_words(result.contract))
    }
}

/// A bid in words.
fn in_words(level: Level) -> String {
    match level.number() {
        Some(number) => number.to_string(),
        None if level == Level::LittlePepper => "little pepper".to_owned(),
        None => "big pepper".to_owned(),
    }
}

/// Cards that everybody begins with.
pub(super) fn hand_size(view: &View) -> u8 {
    let players = u8::try_from(view.hand_sizes.len()).ok().and_then(Players::new);
    players.map_or(0, Players::hand_size)
}

/// The number of the last complete trick. After it all hands are of one size.
fn trick_number(view: &View) -> u8 {
    hand_size(view) - view.hand_sizes.first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use games::{GameKind, Options};

    use crate::narrator::testing::{Deal, told};

    /// `rules/pepper.md` 10, deal 21, after a bid of 5.
    const OF_FOUR: Deal = Deal {
        hands: &["JC QC QH TS KC JH", "AH TD 9H TC JD JS", "AC AS 9S KD QD 9C", "AD KH TH 9D QS KS"],
        actions: &[
            "BID 5", "PASS", "PASS", "PASS", "NAME H", "PLAY JH", "PLAY AH", "PLAY 9C", "PLAY KH", "PLAY QH",
            "PLAY 9H", "PLAY QD", "PLAY TH", "PLAY KC", "PLAY TC", "PLAY AC", "PLAY QS", "PLAY AS",
            "PLAY KS", "PLAY TS", "PLAY JS", "PLAY KD", "PLAY AD", "PLAY JC", "PLAY TD", "PLAY 9D",
            "PLAY QC", "PLAY JD", "PLAY 9S",
        ],
    };

    /// The same, deal 23: three players.
    const OF_THREE: Deal = Deal {
        hands: &["9H JD TC TD QS KC QD AD", "KD TS KH AC JH 9S AH 9C", "QC AS QH 9D JC JS KS TH"],
        actions: &[
            "BID 1", "PASS", "PASS", "NAME S", "PLAY QS", "PLAY TS", "PLAY AS", "PLAY JS", "PLAY TC",
            "PLAY 9S", "PLAY JC", "PLAY AD", "PLAY KD", "PLAY KS", "PLAY 9H", "PLAY AH", "PLAY QC",
            "PLAY KC", "PLAY AC", "PLAY KH", "PLAY TH", "PLAY TD", "PLAY JH", "PLAY QH", "PLAY QD",
            "PLAY 9D", "PLAY JD", "PLAY 9C",
        ],
    };

    #[test]
    fn worked_deal_of_four_is_told_trick_by_trick() {
        let expected = [
            "",
            "Deal 1: Dev deals. Asha & Chitra 0, Bela & Dev 0.",
            "  Calls: Asha bids 5, Bela passes, Chitra passes, Dev passes.",
            "  Asha plays 5 with hearts as trump.",
            "    1     Asha JH       Bela AH     Chitra 9C        Dev KH    | Asha",
            "    2     Asha QH       Bela 9H     Chitra QD        Dev 10H   | Asha",
            "    3     Asha KC       Bela 10C    Chitra AC        Dev QS    | Chitra",
            "    4   Chitra AS        Dev KS       Asha 10S      Bela JS    | Chitra",
            "    5   Chitra KD        Dev AD       Asha JC       Bela 10D   | Dev",
            "    6      Dev 9D       Asha QC       Bela JD     Chitra 9S    | Bela",
            "  Asha & Chitra take 4 tricks for a bid of 5, which is too little: -6. Bela & Dev take 2 tricks: +2.",
            "  Score: Asha & Chitra -6, Bela & Dev 2.",
        ];
        assert_eq!(told(Options::defaults(GameKind::Pepper), &OF_FOUR), expected);
    }

    #[test]
    fn three_are_told_each_alone() {
        let lines = told(Options::for_players(GameKind::Pepper, 3).unwrap(), &OF_THREE);
        let [.., last_trick, tricks, score] = &lines[..] else { panic!("a deal has more lines: {lines:?}") };
        assert_eq!(last_trick, "    8   Chitra 9D       Asha JD       Bela 9C    | Asha");
        assert_eq!(
            tricks,
            "  Asha takes 1 trick for a bid of 1: +1. Bela takes 2 tricks: +2. Chitra takes 5 tricks: +5."
        );
        assert_eq!(score, "  Score: Asha 1, Bela 2, Chitra 5.");
    }
}
