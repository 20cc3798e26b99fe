//! Playing a sampled deal on, every seat by the rules of thumb, and what it then scores.

use cards::Game as _;
use pepper::{
    Action, AuctionEnd, BothOut, DefendersZeroPenalty, Event, Level, Options, Pepper, Players, Strain,
};

use super::bidding::{Bids, Temper, Turn};
use super::cardplay::{Habits, choose};
use super::order::Cards;
use super::play::Play;
use super::sample::Holding;
use crate::dice::Dice;
use crate::search::Worth;

/// How far the others' judgement of their hands may be off, in tricks either way.
const MISJUDGED: f32 = 0.25;
/// The chance that the others have said all they will say, though their hands are worth more: not everybody bids well.
const SILENT: f32 = 0.1;
/// More tricks than a hand can be worth.
const SHY: f32 = 20.0;
/// What winning the match is worth besides the points, and losing it costs.
const MATCH: f32 = 8.0;

/// What the end of a deal is worth to one seat.
pub(crate) struct Stakes<'a> {
    pub(crate) options: &'a Options,
    /// Who dealt.
    pub(crate) dealer: usize,
    /// By side, before the deal.
    pub(crate) scores: &'a [i32],
    /// The seat whose gain counts.
    pub(crate) seat: usize,
}

impl Stakes<'_> {
    /// Calls or names, and goes on to the end of the deal.
    pub(crate) fn call(
        &self,
        mut auction: Pepper,
        mut bids: Bids,
        holding: &Holding,
        action: Action,
        dice: &mut Dice,
    ) -> Worth {
        let temper = Temper::sound(self.options.players);
        let silent = dice.unit() < SILENT;
        let (mut seat, mut action) = (self.seat, action);
        loop {
            if let Action::Name { strain } = action {
                return self.named(&auction, strain, holding);
            }
            let cards::Stage::Act(turn) = auction.stage() else { unreachable!("the auction is on") };
            let event = auction.act(turn, &action).expect("playouts make legal calls");
            let Event::Called(called) = event else { unreachable!("a call was made") };
            bids.note(seat, called.call.level);
            match called.end {
                Some(AuctionEnd::ThrownIn { .. }) => return Worth { value: 0.0, work: 1 },
                Some(AuctionEnd::Won { declarer, .. }) => {
                    let (strain, _) = holding.values[declarer.index()].best(self.options.no_trump);
                    return self.named(&auction, strain, holding);
                }
                None => seat = called.turn.expect("somebody calls next").index(),
            }
            let (_, tricks) = holding.values[seat].best(self.options.no_trump);
            let shy = if silent && seat != self.seat { SHY } else { 0.0 };
            let judged = tricks - shy + MISJUDGED * (2.0 * dice.unit() - 1.0);
            let turn = Turn { options: self.options, bids: &bids, seat };
            action = turn.action(judged, temper, self.dealer);
        }
    }

    fn named(&self, auction: &Pepper, strain: Strain, holding: &Holding) -> Worth {
        let (declarer, level) = auction.highest_bid().expect("the auction was won");
        let hands = holding.hands.map(|hand| Cards::of(hand, strain));
        let play = Play::new(self.options.players, strain, declarer.index(), hands);
        self.play(play, level)
    }

    /// Plays on to the end of the deal.
    pub(crate) fn play(&self, mut play: Play, level: Level) -> Worth {
        let habits = Habits::sound(play.players);
        let mut work = 1;
        while play.left > 0 {
            let hand = play.hands[play.turn];
            play.step(choose(&play, hand, habits));
            work += 1;
        }
        Worth { value: self.worth(play.side(play.declarer), level, &play.won), work }
    }

    /// What the tricks are worth: the points of the own side minus the mean of those of the others, and the match
    /// if that is over.
    fn worth(&self, declarers: usize, level: Level, won: &[u8; 4]) -> f32 {
        let sides = usize::from(self.options.players.side_count());
        let own = match self.options.players {
            Players::Four => self.seat % 2,
            Players::Two | Players::Three => self.seat,
        };
        let mut worth = 0.0;
        let mut totals = [i32::MIN; 4];
        for side in 0..sides {
            let score = points(self.options, level, side == declarers, won[side]);
            totals[side] = self.scores[side] + score;
            worth += if side == own { score as f32 } else { -(score as f32) / (sides - 1) as f32 };
        }
        let most = totals.into_iter().max().unwrap_or(i32::MIN);
        if most < i32::from(self.options.target.get()) {
            return worth;
        }
        // `rules/pepper.md` 13: under this option declarers at the target win alone, whoever has more.
        let alone = self.options.both_out == BothOut::DeclarerFirst
            && totals[declarers] >= i32::from(self.options.target.get());
        let wins = if alone { own == declarers } else { totals[own] == most };
        worth + if wins { MATCH } else { -MATCH }
    }
}

/// What so many tricks score for a side (`rules/pepper.md` 6).
fn points(options: &Options, level: Level, declares: bool, won: u8) -> i32 {
    let tricks = options.players.hand_size();
    if !declares {
        let fined = options.defenders_zero_penalty == DefendersZeroPenalty::MinusSix;
        return if level.is_pepper() && won == 0 && fined { -6 } else { i32::from(won) };
    }
    let stake = i32::from(tricks) * if level == Level::BigPepper { 2 } else { 1 };
    if won < level.needs(tricks) {
        -stake
    } else if level.is_pepper() {
        stake
    } else {
        i32::from(won)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a deal is worth to the declarer, who comes to 30 with one trick while the next seat comes to 33.
    fn worth_to_declarer(both_out: BothOut) -> f32 {
        let options = Options { players: Players::Three, both_out, ..Options::default() };
        let stakes = Stakes { options: &options, dealer: 0, scores: &[29, 29, 0], seat: 0 };
        stakes.worth(0, Level::One, &[1, 4, 3, 0])
    }

    #[test]
    fn match_goes_to_the_highest_total() {
        assert_eq!(worth_to_declarer(BothOut::HigherShared), 1.0 - 3.5 - MATCH);
    }

    #[test]
    fn match_goes_to_declarers_at_the_target_where_they_come_first() {
        assert_eq!(worth_to_declarer(BothOut::DeclarerFirst), 1.0 - 3.5 + MATCH);
    }
}
