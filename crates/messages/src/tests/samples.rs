//! One of everything that there are words for.

use cards::{Card, CardSet, Rank, Seat, Suit};
use games::{Action, GameKind, Illegal};
use seep::HouseValue;

/// Every card of a pack.
pub(super) fn every_card() -> impl Iterator<Item = Card> {
    CardSet::FULL.iter()
}

/// Every reason of a game, with something for it to speak about.
pub(super) fn every_reason() -> Vec<Illegal> {
    let seep = chain(seep::Illegal::NotDealt, after_seep).map(Illegal::Seep);
    let smear = chain(smear::Illegal::NotDealt, after_smear).map(Illegal::Smear);
    let pepper = chain(pepper::Illegal::NotDealt, after_pepper).map(Illegal::Pepper);
    std::iter::once(Illegal::OtherGame).chain(seep).chain(smear).chain(pepper).collect()
}

/// One action for every message about actions.
pub(super) fn every_kind_of_action() -> Vec<Action> {
    let texts = [
        (
            GameKind::Seep,
            "BID 9|CAPTURE QD [QH]|CAPTURE TH 10 []|CAPTURE 9H 9 [4D 5C]|ADD KS 13 []|ADD 2C 11 [9D]|BUILD 4H 10 [AH 2C 3D]\
             |BREAK AD 12 []|BREAK AD 12 [KH]|THROW QH|CAPTURE QD []",
        ),
        (GameKind::Smear, "PASS|BID 2|BID 4|DISCARD 7C AC 7D|PLAY TD"),
        (GameKind::Pepper, "PASS|BID 1|BID 7|BID LP|BID BP|NAME H|NAME NT|PLAY JC"),
    ];
    texts
        .into_iter()
        .flat_map(|(game, texts)| texts.split('|').map(move |text| Action::parse(game, text).unwrap()))
        .collect()
}

/// The first and whatever follows it.
fn chain<T: Copy>(first: T, after: impl Fn(&T) -> Option<T>) -> impl Iterator<Item = T> {
    std::iter::successors(Some(first), after)
}

const CARD: Card = Card::new(Rank::Queen, Suit::Diamonds);

/// The reason after this one. A new reason does not compile until it has its place here.
fn after_seep(reason: &seep::Illegal) -> Option<seep::Illegal> {
    use seep::Illegal as I;
    let (card, value, from, bid) = (CARD, HouseValue::Queen, HouseValue::King, HouseValue::Jack);
    Some(match reason {
        I::NotDealt => I::MatchOver,
        I::MatchOver => I::NotYourTurn { turn: Seat::ALL[1] },
        I::NotYourTurn { .. } => I::BidFirst,
        I::BidFirst => I::BidMade,
        I::BidMade => I::BidNotHeld { value },
        I::BidNotHeld { .. } => I::CardNotHeld { card },
        I::CardNotHeld { .. } => I::NotLoose { card },
        I::NotLoose { .. } => I::LastKey { value },
        I::LastKey { .. } => I::BidNotHonoured { bid },
        I::BidNotHonoured { .. } => I::NoHouse { value },
        I::NoHouse { .. } => I::HouseStands { value },
        I::HouseStands { .. } => I::HouseOfOtherValue { card, value: from },
        I::HouseOfOtherValue { .. } => I::HouseLeftStanding { value },
        I::HouseLeftStanding { .. } => I::CapturesNothing { card },
        I::CapturesNothing { .. } => I::NotSets { target: 12 },
        I::NotSets { .. } => I::CapturableLeft { target: 12 },
        I::CapturableLeft { .. } => I::NotMostCards { more: 1 },
        I::NotMostCards { more: 1 } => I::NotMostCards { more: 2 },
        I::NotMostCards { .. } => I::NothingFromFloor,
        I::NothingFromFloor => I::EqualLeftLoose { card, value },
        I::EqualLeftLoose { .. } => I::ExtraSets { value },
        I::ExtraSets { .. } => I::SetLeftLoose { value },
        I::SetLeftLoose { .. } => I::NoKey { value },
        I::NoKey { .. } => I::Cemented { value },
        I::Cemented { .. } => I::OwnHouse { value },
        I::OwnHouse { .. } => I::RaisedTooHigh { card, from },
        I::RaisedTooHigh { .. } => I::TargetNotOwned { value },
        I::TargetNotOwned { .. } => I::ThrowCanCapture { card },
        I::ThrowCanCapture { .. } => I::ThrowCanBuild { card },
        I::ThrowCanBuild { .. } => I::ThrowHouseStands { rank: Rank::Queen },
        I::ThrowHouseStands { .. } => return None,
    })
}

/// As above, for Smear.
fn after_smear(reason: &smear::Illegal) -> Option<smear::Illegal> {
    use smear::Illegal as I;
    let (card, suit, trump) = (CARD, Suit::Hearts, Suit::Clubs);
    Some(match reason {
        I::NotDealt => I::MatchOver,
        I::MatchOver => I::NotYourTurn { turn: Seat::ALL[1] },
        I::NotYourTurn { .. } => I::CallFirst,
        I::CallFirst => I::AuctionOver,
        I::AuctionOver => I::BidTooLow { highest: smear::Bid::HIGHEST },
        I::BidTooLow { .. } => I::DealerMustBid,
        I::DealerMustBid => I::DiscardFirst { widow: 1 },
        I::DiscardFirst { .. } => I::NoDiscard,
        I::NoDiscard => I::DiscardNumber { widow: 2, given: 1 },
        I::DiscardNumber { .. } => I::CardNotHeld { card },
        I::CardNotHeld { .. } => I::DiscardsTrump,
        I::DiscardsTrump => I::DiscardsScoringTrump { trump },
        I::DiscardsScoringTrump { .. } => I::LeadDiscarded { suit },
        I::LeadDiscarded { .. } => I::MustFollow { led: suit, trump },
        I::MustFollow { .. } => I::MustFollowTrump { trump },
        I::MustFollowTrump { .. } => return None,
    })
}

/// As above, for Pepper.
fn after_pepper(reason: &pepper::Illegal) -> Option<pepper::Illegal> {
    use pepper::{Illegal as I, Level};
    Some(match reason {
        I::NotDealt => I::MatchOver,
        I::MatchOver => I::NotYourTurn { turn: Seat::ALL[1] },
        I::NotYourTurn { .. } => I::AuctionOn,
        I::AuctionOn => I::AuctionOver,
        I::AuctionOver => I::NoSuchLevel { level: Level::Six, highest: Level::Five },
        I::NoSuchLevel { .. } => I::BidTooLow { highest: Level::LittlePepper },
        I::BidTooLow { .. } => I::DealerMustBid,
        I::DealerMustBid => I::NameFirst,
        I::NameFirst => I::AlreadyNamed,
        I::AlreadyNamed => I::NoTrumpOff,
        I::NoTrumpOff => I::CardNotHeld { card: CARD },
        I::CardNotHeld { .. } => I::MustFollow { suit: Suit::Hearts },
        I::MustFollow { .. } => return None,
    })
}
