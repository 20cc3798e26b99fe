//! The rules once more, written as directly as the text puts them and without looking at the code: slow, and only
//! for comparison.

use cards::{Card, Seat};

use crate::{Action, AllPass, Call, Level, Options, Pepper, Phase, Players, Strain};

/// Where an auction stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Turn(u8),
    Won(u8, Level),
    ThrownIn,
}

/// Runs through the calls of an auction, checking whose they are.
pub(super) fn auction(options: &Options, dealer: Seat, calls: &[Call]) -> Standing {
    let n = options.players.count();
    let mut seat = (dealer.number() + 1) % n;
    let mut out = Vec::new();
    for (place, call) in calls.iter().enumerate() {
        assert_eq!(call.seat.number(), seat);
        let so_far = &calls[..=place];
        let highest = so_far.iter().rev().find_map(|call| Some((call.seat.number(), call.level?)));
        if call.level.is_none() {
            out.push(seat);
        }
        let ended = ended(options, so_far, highest.map(|(bidder, _)| bidder), &out);
        assert!(!ended || place + 1 == calls.len(), "no call after the end");
        if ended {
            return highest.map_or(Standing::ThrownIn, |(seat, level)| Standing::Won(seat, level));
        }
        seat = (seat + 1) % n;
        while options.pass_final && !options.one_round && out.contains(&seat) {
            seat = (seat + 1) % n;
        }
    }
    Standing::Turn(seat)
}

fn ended(options: &Options, calls: &[Call], bidder: Option<u8>, out: &[u8]) -> bool {
    let n = usize::from(options.players.count());
    if calls.last().unwrap().level == Some(Level::BigPepper) {
        return true;
    }
    if options.one_round {
        return calls.len() == n;
    }
    if options.pass_final {
        let others = options.players.seats().filter(|seat| Some(seat.number()) != bidder);
        return others.into_iter().all(|seat| out.contains(&seat.number()));
    }
    let passes = calls.iter().rev().take_while(|call| call.level.is_none()).count();
    if bidder.is_some() { passes == n - 1 } else { passes == n }
}

/// The printed ranks of a plain suit, high to low.
const PLAIN: [char; 6] = ['A', 'K', 'Q', 'J', 'T', '9'];

/// The trumps from high to low, as texts.
fn trumps(strain: Strain) -> Vec<String> {
    let (trump, other) = match strain {
        Strain::Clubs => ('C', 'S'),
        Strain::Diamonds => ('D', 'H'),
        Strain::Hearts => ('H', 'D'),
        Strain::Spades => ('S', 'C'),
        Strain::NoTrump => return Vec::new(),
    };
    let ranks = ['A', 'K', 'Q', 'T', '9'].map(|rank| format!("{rank}{trump}"));
    [format!("J{trump}"), format!("J{other}")].into_iter().chain(ranks).collect()
}

/// The cards that could follow this lead, from high to low.
fn following(strain: Strain, led: &str) -> Vec<String> {
    let trumps = trumps(strain);
    if trumps.iter().any(|card| card == led) {
        return trumps;
    }
    let suit = led.chars().nth(1).unwrap();
    let printed = PLAIN.map(|rank| format!("{rank}{suit}"));
    printed.into_iter().filter(|card| !trumps.contains(card)).collect()
}

/// The winner of a complete trick: the highest trump, else the highest card that followed.
pub(super) fn winner(strain: Strain, plays: &[(Seat, Card)]) -> Seat {
    let order = trumps(strain).into_iter().chain(following(strain, &plays[0].1.to_string()));
    let played = |text: String| plays.iter().find(|(_, card)| card.to_string() == text);
    order.filter_map(played).next().unwrap().0
}

/// Whether the seat to act may do this.
pub(super) fn allows(game: &Pepper, action: &Action) -> bool {
    let options = &game.options;
    let table = &game.table;
    match (game.phase, action) {
        (Phase::Auction, Action::Pass) => {
            let bid = table.auction.calls().iter().any(|call| call.level.is_some());
            options.all_pass != AllPass::DealerMustBid || bid || table.turn != game.dealer
        }
        (Phase::Auction, Action::Bid { level }) => {
            let known = match options.players {
                Players::Four => !["6", "7"].contains(&level.name()),
                Players::Two | Players::Three => true,
            };
            known && table.auction.calls().iter().all(|call| call.level.is_none_or(|bid| bid < *level))
        }
        (Phase::Name, Action::Name { strain }) => options.no_trump || *strain != Strain::NoTrump,
        (Phase::Play, Action::Play { card }) => {
            let hand: Vec<String> = table.hand(table.turn).iter().map(|card| card.to_string()).collect();
            let card = card.to_string();
            let follow = table.trick.led().map(|led| following(table.strain.unwrap(), &led.to_string()));
            let must = follow.filter(|follow| hand.iter().any(|held| follow.contains(held)));
            hand.contains(&card) && must.is_none_or(|follow| follow.contains(&card))
        }
        _ => false,
    }
}

/// Every action there is, in the canonical order of `rules/pepper.md` 13.
pub(super) fn every_action() -> Vec<Action> {
    let bids = ["1", "2", "3", "4", "5", "6", "7", "LP", "BP"].map(|level| format!("BID {level}"));
    let names = ["C", "D", "H", "S", "NT"].map(|strain| format!("NAME {strain}"));
    let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
    let plays = ["C", "D", "H", "S"].map(|suit| ranks.map(|rank| format!("PLAY {rank}{suit}")));
    let texts = ["PASS".to_owned()].into_iter().chain(bids).chain(names).chain(plays.into_iter().flatten());
    texts.map(|text| text.parse().unwrap()).collect()
}
