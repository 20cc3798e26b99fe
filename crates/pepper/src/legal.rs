//! Which actions are legal: the list, and the check of a single action (`rules/pepper.md` 4 and 5).

use cards::{Card, CardSet, Rank, Seat, Suit};

use crate::table::Table;
use crate::{Action, AllPass, Illegal, Level, Options, Strain};

/// Adds the legal calls of the seat to act, in canonical order.
pub(crate) fn calls(options: &Options, table: &Table, dealer: Seat, out: &mut Vec<Action>) {
    let highest = table.auction.highest();
    if may_pass(options, highest, table.turn, dealer) {
        out.push(Action::Pass);
    }
    let higher = options.players.levels().iter().filter(|level| Some(**level) > highest);
    out.extend(higher.map(|&level| Action::Bid { level }));
}

/// Checks a call of the seat to act.
pub(crate) fn check_call(
    options: &Options,
    table: &Table,
    dealer: Seat,
    action: &Action,
) -> Result<(), Illegal> {
    let highest = table.auction.highest();
    match *action {
        Action::Pass if may_pass(options, highest, table.turn, dealer) => Ok(()),
        Action::Pass => Err(Illegal::DealerMustBid),
        Action::Bid { level } if !options.players.levels().contains(&level) => {
            Err(Illegal::NoSuchLevel { level, highest: highest_number(options) })
        }
        Action::Bid { level } => match highest {
            Some(highest) if level <= highest => Err(Illegal::BidTooLow { highest }),
            _ => Ok(()),
        },
        Action::Name { .. } | Action::Play { .. } => Err(Illegal::AuctionOn),
    }
}

fn may_pass(options: &Options, highest: Option<Level>, seat: Seat, dealer: Seat) -> bool {
    options.all_pass != AllPass::DealerMustBid || highest.is_some() || seat != dealer
}

fn highest_number(options: &Options) -> Level {
    let numbers = options.players.levels().iter().rev().find(|level| !level.is_pepper());
    *numbers.expect("numbers can be bid at every table")
}

/// Adds the strains that the declarer may name, in canonical order.
pub(crate) fn names(options: &Options, out: &mut Vec<Action>) {
    let strains = if options.no_trump { &Strain::ALL[..] } else { &Strain::ALL[..4] };
    out.extend(strains.iter().map(|&strain| Action::Name { strain }));
}

/// Checks what the declarer does before the first lead.
pub(crate) fn check_name(options: &Options, action: &Action) -> Result<(), Illegal> {
    match *action {
        Action::Name { strain: Strain::NoTrump } if !options.no_trump => Err(Illegal::NoTrumpOff),
        Action::Name { .. } => Ok(()),
        Action::Pass | Action::Bid { .. } => Err(Illegal::AuctionOver),
        Action::Play { .. } => Err(Illegal::NameFirst),
    }
}

/// Adds the cards that the seat to act may play, in canonical order.
pub(crate) fn plays(table: &Table, out: &mut Vec<Action>) {
    let hand = table.hand(table.turn);
    let (playable, _) = playable(table, hand);
    // The order of `CardSet::suitwise`; a whole random deal takes a fifth longer with that chain of iterators.
    for suit in Suit::ALL {
        let cards = playable & Strain::NoTrump.cards_of(suit);
        let ace = Card::new(Rank::Ace, suit);
        for card in cards.without(ace) {
            out.push(Action::Play { card });
        }
        if cards.contains(ace) {
            out.push(Action::Play { card: ace });
        }
    }
}

/// Checks a play of the seat to act.
pub(crate) fn check_play(table: &Table, action: &Action) -> Result<(), Illegal> {
    match *action {
        Action::Pass | Action::Bid { .. } => Err(Illegal::AuctionOver),
        Action::Name { .. } => Err(Illegal::AlreadyNamed),
        Action::Play { card } => check_card(table, card),
    }
}

fn check_card(table: &Table, card: Card) -> Result<(), Illegal> {
    let hand = table.hand(table.turn);
    if !hand.contains(card) {
        return Err(Illegal::CardNotHeld { card });
    }
    match playable(table, hand) {
        (playable, Some(suit)) if !playable.contains(card) => Err(Illegal::MustFollow { suit }),
        _ => Ok(()),
    }
}

/// The cards of a hand that may be played, and the suit that was led. Whoever can follow suit must.
fn playable(table: &Table, hand: CardSet) -> (CardSet, Option<Suit>) {
    let (Some(strain), Some(led)) = (table.strain, table.trick.led()) else { return (hand, None) };
    let suit = strain.suit_of(led);
    let following = hand & strain.cards_of(suit);
    (if following.is_empty() { hand } else { following }, Some(suit))
}
