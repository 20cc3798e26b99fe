//! Legality written down once more, as near to the words of `rules/smear.md` as can be and as slow as that is.

use cards::{Card, CardSet, Game, Stage, Suit};

use crate::{Action, AllPass, Bid, DiscardScoringTrump, Phase, Smear};

/// Whether the action of the seat to act is legal by the text.
pub(super) fn allows(game: &Smear, action: &Action) -> bool {
    let Stage::Act(seat) = game.stage() else { return false };
    let hand: Vec<Card> = game.table.hands[seat.index()].iter().collect();
    match (game.phase, *action) {
        (Phase::Auction, Action::Pass) => {
            let nobody_bid = bids(game).is_empty();
            !(game.options.all_pass == AllPass::DealerStuck && seat == game.dealer && nobody_bid)
        }
        (Phase::Auction, Action::Bid { bid }) => bids(game).iter().all(|earlier| {
            bid > *earlier || game.options.overbid_dealer && seat == game.dealer && bid == *earlier
        }),
        (Phase::Discard, Action::Discard { cards }) => {
            cards.len() == game.options.widow_size()
                && cards.iter().all(|card| hand.contains(&card))
                && Suit::ALL.into_iter().any(|suit| clean(game, &rest(&hand, cards), cards, suit))
        }
        (Phase::Play, Action::Play { card }) => hand.contains(&card) && may_play(game, &hand, card),
        _ => false,
    }
}

fn bids(game: &Smear) -> Vec<Bid> {
    game.table.calls.iter().filter_map(|(_, bid)| bid).collect()
}

fn rest(hand: &[Card], cards: CardSet) -> Vec<Card> {
    hand.iter().copied().filter(|card| !cards.contains(*card)).collect()
}

/// `T`-clean, section 5, with what section 14 adds.
fn clean(game: &Smear, kept: &[Card], discarded: CardSet, suit: Suit) -> bool {
    let is = |card: &Card| card.suit() == suit;
    let scores = |card: &Card| is(card) && !['8', '9'].contains(&card.rank().letter());
    let forbidden = game.options.discard_scoring_trump == DiscardScoringTrump::Forbidden
        && discarded.iter().any(|card| scores(&card));
    kept.iter().any(is) && (!discarded.iter().any(|card| is(&card)) || kept.iter().all(is)) && !forbidden
}

fn may_play(game: &Smear, hand: &[Card], card: Card) -> bool {
    let table = &game.table;
    let Some(trump) = table.trump else { return clean(game, hand, table.discards, card.suit()) };
    let Some(led) = table.trick.led().map(Card::suit) else { return true };
    let holds = |suit| hand.iter().any(|card| card.suit() == suit);
    if led == trump {
        !holds(trump) || card.suit() == trump
    } else {
        !holds(led) || card.suit() == led || card.suit() == trump
    }
}

/// Every action there is, of discards those of one to `most` cards out of `pack`.
pub(super) fn all_actions(pack: CardSet, most: u8) -> Vec<Action> {
    let mut actions = vec![Action::Pass];
    actions.extend(Bid::ALL.map(|bid| Action::Bid { bid }));
    let mut sets = vec![CardSet::EMPTY];
    for _ in 0..most {
        let higher = |set: &CardSet, card: &Card| set.iter().all(|held| held < *card);
        let larger: Vec<CardSet> = sets
            .iter()
            .flat_map(|set| pack.iter().filter(move |card| higher(set, card)).map(|card| set.with(card)))
            .collect();
        actions.extend(larger.iter().map(|cards| Action::Discard { cards: *cards }));
        sets = larger;
    }
    actions.push(Action::Discard { cards: CardSet::EMPTY });
    actions.extend(CardSet::FULL.iter().map(|card| Action::Play { card }));
    actions
}
