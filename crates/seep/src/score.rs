//! Counting a deal, and what it does to baazi and match (`rules/seep.md` 3, 11 and 12).

use cards::{Card, CardSet, Outcome, Rank, Seat, Side, SideSet, Suit};

use crate::{DealResult, DealerBasis, MatchMode, Options, TenDiamonds};

/// Less than this many points forfeit a deal.
const MINIMUM: u16 = 9;
/// What the team with most cards scores where the ten of diamonds counts two.
const MAJORITY_BONUS: u16 = 4;

/// The match as far as it has been scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Team 0's points minus team 1's in the running baazi.
    pub(crate) difference: i32,
    /// Baazis won by team.
    pub(crate) won: [u8; 2],
    /// Deals scored, forfeited ones too.
    pub(crate) scored: u16,
}

/// The points of one card (`rules/seep.md` 1; under the option `ten_diamonds` 2, 12).
pub fn card_points(card: Card, options: &Options) -> u16 {
    match (card.rank(), card.suit(), options.ten_diamonds) {
        (rank, Suit::Spades, _) => u16::from(rank.value()),
        (Rank::Ace, ..) => 1,
        (Rank::Ten, Suit::Diamonds, TenDiamonds::Six) => 6,
        (Rank::Ten, Suit::Diamonds, TenDiamonds::TwoAndMajority) => 2,
        _ => 0,
    }
}

/// The points of the piles by team, with the bonus for most cards where it is played.
pub(crate) fn pile_points(piles: &[CardSet; 2], options: &Options) -> [u16; 2] {
    let mut points = piles.map(|pile| pile.iter().map(|card| card_points(card, options)).sum());
    let [first, second] = piles.map(CardSet::len);
    if options.ten_diamonds == TenDiamonds::TwoAndMajority && first != second {
        points[usize::from(second > first)] += MAJORITY_BONUS;
    }
    points
}

impl Standing {
    /// Enters a deal that was played out and returns its result. `card_points` and `sweeps` are by team.
    pub(crate) fn enter(
        &mut self,
        options: &Options,
        dealer: Seat,
        card_points: [u16; 2],
        sweeps: [u16; 2],
    ) -> DealResult {
        let score = [card_points[0] + sweeps[0], card_points[1] + sweeps[1]];
        let counted = if options.min9_includes_sweeps { score } else { card_points };
        let short = |team: &Side| counted[team.index()] < MINIMUM;
        let forfeited_by = Side::PARTNERSHIPS.into_iter().find(short);
        let deal_difference = i32::from(score[0]) - i32::from(score[1]);
        if forfeited_by.is_none() {
            self.difference += deal_difference;
        }
        let difference = self.difference;
        let baazi_winner = match forfeited_by {
            Some(team) => Some(team.other_partnership()),
            None => ahead(difference).filter(|_| difference.abs() >= i32::from(options.lead_to_win.get())),
        };
        let lead = match (forfeited_by, options.dealer_basis) {
            (Some(team), _) => Some(team.other_partnership()),
            (None, DealerBasis::Running) => ahead(difference),
            (None, DealerBasis::LastDeal) => ahead(deal_difference),
        };
        let leader_deals = lead == Some(Side::partnership_of(dealer));
        let losing = if leader_deals { dealer.next_of_four() } else { dealer };
        let next_dealer = if baazi_winner.is_some() { losing.partner() } else { losing };
        if let Some(team) = baazi_winner {
            self.won[team.index()] += 1;
            self.difference = 0;
        }
        self.scored += 1;
        DealResult { card_points, sweeps, score, difference, forfeited_by, baazi_winner, next_dealer }
    }

    /// How the match ended, `None` while it goes on.
    pub(crate) fn outcome(&self, options: &Options) -> Option<Outcome> {
        let [first, second] = self.won.map(u16::from);
        let baazis = options.n_baazis.get();
        let over = match options.match_mode {
            MatchMode::Fixed => first + second >= baazis,
            MatchMode::FirstTo => first.max(second) >= baazis,
            MatchMode::Deals => self.scored >= options.n_deals.get(),
        };
        if !over {
            return None;
        }
        let by_baazis = ahead(i32::from(first) - i32::from(second));
        let winner = match options.match_mode {
            MatchMode::Deals => by_baazis.or(ahead(self.difference)),
            MatchMode::Fixed | MatchMode::FirstTo => by_baazis,
        };
        Some(Outcome { winners: winner.map_or(SideSet::EMPTY, SideSet::of) })
    }
}

/// The team that a difference is in favour of.
fn ahead(difference: i32) -> Option<Side> {
    match difference {
        0 => None,
        1.. => Some(Side::PARTNERSHIPS[0]),
        _ => Some(Side::PARTNERSHIPS[1]),
    }
}
