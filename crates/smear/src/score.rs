//! Scoring a deal, and when the match is over (`rules/smear.md` 7 and 8).

use cards::{Card, CardSet, Outcome, Rank, Seat, Side, SideSet, Suit};

use crate::suits::SuitSet;
use crate::table::Table;
use crate::{BothOut, Contract, DealResult, GameTie, HighLow, LowTo, Options, Point, Points};

/// What a card counts for the game point (`rules/smear.md` 1). The whole pack counts 80.
pub const fn card_count(card: Card) -> u8 {
    match card.rank() {
        Rank::Ace => 4,
        Rank::King => 3,
        Rank::Queen => 2,
        Rank::Jack => 1,
        Rank::Ten => 10,
        _ => 0,
    }
}

/// What the cards count together, 0..=80 for cards of a Smear pack.
pub const fn game_count(cards: CardSet) -> u8 {
    const fn of_rank(cards: CardSet, rank: Rank) -> u8 {
        cards.intersection(CardSet::of_rank(rank)).len()
    }
    4 * of_rank(cards, Rank::Ace)
        + 3 * of_rank(cards, Rank::King)
        + 2 * of_rank(cards, Rank::Queen)
        + of_rank(cards, Rank::Jack)
        + 10 * of_rank(cards, Rank::Ten)
}

/// The cards of a suit that may earn a point or count, which `discard_scoring_trump=forbidden` keeps in play.
pub(crate) const fn scoring_cards(suits: SuitSet) -> CardSet {
    suits.cards().difference(CardSet::of_rank(Rank::Eight).union(CardSet::of_rank(Rank::Nine)))
}

/// Scores a deal that was played out. `scores` are those before it.
pub(crate) fn result(options: &Options, dealer: Seat, table: &Table, scores: [i32; 2]) -> DealResult {
    let contract = table.contract.expect("a deal that was played out had a bidder");
    let trump = table.trump.expect("a deal that was played out had a trump");
    let bidding = Side::partnership_of(contract.bidder);
    let mut counts = table.counts();
    counts[bidding.index()] += game_count(table.discards);
    let points = points(options, table, trump, bidding, counts);
    let after = entered(options, contract, points, scores);
    DealResult {
        bid: contract.bid,
        bidder: contract.bidder,
        trump,
        discards: table.discards,
        counts,
        points,
        deltas: [after[0] - scores[0], after[1] - scores[1]],
        scores: after,
        next_dealer: dealer.next_of_four(),
    }
}

/// Which team took which of the four points.
fn points(options: &Options, table: &Table, trump: Suit, bidding: Side, counts: [u8; 2]) -> [Points; 2] {
    let trumps = (table.played[0] | table.played[1]) & SuitSet::of(trump).cards();
    let (high, low) = match options.high_low {
        HighLow::Fixed => (Card::new(Rank::Ace, trump), Card::new(Rank::Seven, trump)),
        HighLow::InPlay => in_play(trumps),
    };
    let low_holder = match options.low_to {
        LowTo::Player => holder(&table.played, low),
        LowTo::Winner => holder(&table.piles, low),
    };
    let game = match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => match options.game_tie {
            GameTie::Nobody => None,
            GameTie::Nonbidder => Some(bidding.other_partnership().index()),
        },
    };
    let takers = [
        (Point::High, holder(&table.played, high)),
        (Point::Low, low_holder),
        (Point::Jack, holder(&table.piles, Card::new(Rank::Jack, trump))),
        (Point::Game, game),
    ];
    let mut points = [Points::NONE; 2];
    for (point, team) in takers {
        if let Some(team) = team {
            points[team] = points[team].with(point);
        }
    }
    points
}

/// The highest and the lowest of the trumps played; the first lead is always one.
fn in_play(trumps: CardSet) -> (Card, Card) {
    let high = trumps.iter().max_by_key(|card| card.suitwise_key());
    let low = trumps.iter().min_by_key(|card| card.suitwise_key());
    high.zip(low).expect("the first lead is a trump")
}

/// The team whose cards these are, if the card is among them.
fn holder(cards: &[CardSet; 2], card: Card) -> Option<usize> {
    cards.iter().position(|cards| cards.contains(card))
}

/// The scores after a deal: the bidding team gets its points or loses its bid, the others get their points, as
/// far as the cap lets them rise.
pub(crate) fn entered(
    options: &Options,
    contract: Contract,
    points: [Points; 2],
    scores: [i32; 2],
) -> [i32; 2] {
    let bidding = Side::partnership_of(contract.bidder);
    let others = bidding.other_partnership().index();
    let [made, earned] = [bidding.index(), others].map(|team| i32::from(points[team].len()));
    let bid = i32::from(contract.bid.get());
    let mut after = scores;
    after[bidding.index()] += if made >= bid { made } else { -bid };
    let risen = scores[others] + earned;
    after[others] = match options.nonbid_cap {
        Some(cap) => risen.min(i32::from(cap.get())).max(scores[others]),
        None => risen,
    };
    after
}

/// How the match ended with that deal, `None` while it goes on.
pub(crate) fn outcome(options: &Options, result: &DealResult) -> Option<Outcome> {
    let bidding = Side::partnership_of(result.bidder);
    let others = bidding.other_partnership();
    let score = |side: Side| result.scores[side.index()];
    let out = |side: Side| score(side) >= i32::from(options.target.get());
    let winner = if options.win_needs_bid {
        let made = result.points[bidding.index()].len() >= result.bid.get();
        (made && out(bidding)).then_some(bidding)
    } else {
        match (out(bidding), out(others), options.both_out) {
            (true, true, BothOut::Higher) if score(others) > score(bidding) => Some(others),
            (true, ..) => Some(bidding),
            (false, true, _) => Some(others),
            (false, false, _) => None,
        }
    };
    winner.map(|winner| Outcome { winners: SideSet::of(winner) })
}
