//! The last tricks with all cards open, where they can be played out in every way that matters.

use super::order::Cards;
use super::play::Play;

/// The tricks that a side wins at the end of the deal, those won so far included, if the two sides each do their best.
/// Not meant for three sides.
/// Adds the cards played on the way to `work`.
pub(crate) fn tricks(play: &Play, side: usize, work: &mut usize) -> u8 {
    play.won[side] + search(play, side, (0, play.left), work)
}

/// The tricks that the side wins from here on, as far as they lie between the bounds.
fn search(play: &Play, side: usize, (mut low, mut high): (u8, u8), work: &mut usize) -> u8 {
    if play.left == 0 {
        return 0;
    }
    if play.left == 1 {
        return last_trick(*play, side);
    }
    let ours = play.side(play.turn) == side;
    let mut best = if ours { 0 } else { play.left };
    for card in in_order(play) {
        let mut next = *play;
        next.step(card);
        *work += 1;
        // A trick that this card completes is on the way to the bounds already.
        let won = next.won[side] - play.won[side];
        let value = won + search(&next, side, (low.saturating_sub(won), high.saturating_sub(won)), work);
        if ours {
            best = best.max(value);
            low = low.max(best);
        } else {
            best = best.min(value);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

fn last_trick(mut play: Play, side: usize) -> u8 {
    let won = play.won[side];
    while play.left > 0 {
        play.step(play.hands[play.turn]);
    }
    play.won[side] - won
}

/// The cards worth trying, the likeliest first: of cards with nothing between them that anybody holds, only one.
fn in_order(play: &Play) -> impl Iterator<Item = Cards> + use<> {
    let hand = play.hands[play.turn];
    let others = play.hands.iter().fold(play.best, |all, cards| all | *cards) - hand;
    let mut choices = [Cards::NONE; 8];
    let mut count = 0;
    let mut below = Cards::NONE;
    for card in play.playable(hand).singles() {
        let gap = others.between(below, card);
        if below.is_empty() || below.suit() != card.suit() || !gap.is_empty() {
            choices[count] = card;
            count += 1;
        }
        below = card;
    }
    let winning = count > 0 && (play.laid == 0 || play.wins(choices[count - 1]));
    // High cards first where they win, low cards first where they do not.
    if winning {
        choices[..count].reverse();
    }
    choices.into_iter().take(count)
}
