//! What must hold at every moment of every match: random play over random options.

use cards::{CardSet, DealFault, Deck, DeckFault, Game, Pack, Seat, Stage};

use super::fixture::{Chance, STEPS, dealt, legal, seat, watch};
use super::oracle::{self, Standing, every_action};
use crate::{AuctionEnd, Event, LastDeal, Pepper, Phase, Players};

#[test]
fn the_pack_is_conserved() {
    watch(0..300, |game, _| {
        let table = &game.table;
        let mut places: Vec<CardSet> = table.hands.to_vec();
        places.push(table.dead);
        places.push(table.trick.cards());
        places.extend(table.taken.as_slice().iter().map(|taken| taken.trick.cards()));
        let union = places.iter().fold(CardSet::EMPTY, |union, cards| union | *cards);
        let count: u8 = places.iter().map(|cards| cards.len()).sum();
        assert_eq!(count, union.len(), "no card lies in two places");
        if matches!(game.stage(), Stage::Act(_)) {
            assert_eq!(union, Pack::Short24.cards());
        } else {
            assert!(table.hands.iter().all(|hand| hand.is_empty()) && table.dead.is_empty());
        }
    });
}

#[test]
fn hands_are_even_and_the_dead_hand_is_for_two_only() {
    watch(300..500, |game, event| {
        let Some(Event::Dealt(dealt)) = event else { return };
        let players = game.options.players;
        let sizes: Vec<u8> = dealt.hands.iter().map(|hand| hand.len()).collect();
        assert_eq!(sizes, vec![players.hand_size(); players.count().into()]);
        assert_eq!(dealt.dead.len(), if players == Players::Two { 8 } else { 0 });
    });
}

#[test]
fn legal_lists_are_in_canonical_order_without_repetition() {
    watch(800..1000, |game, _| {
        let legal = legal(game);
        assert!(legal.is_sorted_by(|left, right| left < right), "{legal:?}");
        assert_eq!(legal.is_empty(), !matches!(game.stage(), Stage::Act(_)));
    });
}

#[test]
fn actions_read_back_from_their_text() {
    for action in every_action() {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
}

#[test]
fn the_legal_list_is_what_act_accepts_and_what_the_text_allows() {
    let actions = every_action();
    let mut accepted = 0;
    watch(2000..2120, |game, _| {
        let Stage::Act(seat) = game.stage() else { return };
        let allowed: Vec<_> = actions.iter().copied().filter(|action| oracle::allows(game, action)).collect();
        assert_eq!(legal(game), allowed, "{game:?}");
        for action in &actions {
            let mut after = *game;
            assert_eq!(after.act(seat, action).is_ok(), allowed.contains(action), "{action} {game:?}");
            assert!(allowed.contains(action) || after == *game, "a refused action changes nothing");
        }
        accepted += allowed.len();
    });
    assert!(accepted > 20_000, "{accepted}");
}

#[test]
fn nobody_else_may_act() {
    let actions = every_action();
    watch(2200..2210, |game, _| {
        let mut after = *game;
        for other in Seat::ALL.into_iter().filter(|other| game.stage() != Stage::Act(*other)) {
            actions.iter().for_each(|action| assert!(after.act(other, action).is_err()));
        }
        assert_eq!(after.digest(), game.digest());
    });
}

#[test]
fn a_refused_action_leaves_the_digest() {
    let actions = every_action();
    watch(2300..2310, |game, _| {
        let Stage::Act(seat) = game.stage() else { return };
        let legal = legal(game);
        let mut after = *game;
        for action in actions.iter().filter(|action| !legal.contains(action)) {
            assert!(after.act(seat, action).is_err());
        }
        assert_eq!(after.digest(), game.digest());
    });
}

#[test]
fn auctions_go_on_and_end_as_the_text_says() {
    let mut ends = [0; 2];
    watch(2400..3000, |game, event| {
        let Some(Event::Called(called)) = event else { return };
        // After a throw-in the next dealer is in place; the opener tells who dealt.
        let calls = game.table.auction.calls();
        let count = game.options.players.count();
        let dealer = seat((calls[0].seat.number() + count - 1) % count);
        let expected = match (called.end, called.turn) {
            (None, Some(turn)) => Standing::Turn(turn.number()),
            (Some(AuctionEnd::Won { declarer, contract }), Some(turn)) => {
                assert_eq!(declarer, turn);
                ends[0] += 1;
                Standing::Won(declarer.number(), contract)
            }
            (Some(AuctionEnd::ThrownIn { .. }), None) => {
                ends[1] += 1;
                Standing::ThrownIn
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(oracle::auction(&game.options, dealer, calls), expected);
    });
    assert!(ends[0] > 1000 && ends[1] > 100, "{ends:?}");
}

#[test]
fn tricks_are_won_as_the_text_says() {
    let mut tricks = 0;
    watch(3000..3300, |game, event| {
        let Some(Event::Played(played)) = event else { return };
        let Some(winner) = played.winner else { return };
        let taken = game.table.taken.last().unwrap();
        let plays: Vec<_> = taken.trick.plays().collect();
        assert_eq!(oracle::winner(game.table.strain.unwrap(), &plays), winner);
        assert_eq!((taken.winner, game.table.trick.leader()), (winner, winner));
        tricks += 1;
    });
    assert!(tricks > 5000, "{tricks}");
}

#[test]
fn tricks_of_a_deal_add_up_and_totals_change_by_the_deltas() {
    let mut before = Vec::new();
    watch(3300..3500, |game, event| {
        if let Some(Event::Played(played)) = event
            && let Some(end) = played.end
        {
            let result = end.result;
            assert_eq!(result.tricks.iter().sum::<u8>(), game.options.players.hand_size());
            let sums: Vec<i32> = before.iter().zip(result.deltas.iter()).map(|(a, b)| a + b).collect();
            assert_eq!((&sums[..], &game.totals[..]), (&result.totals[..], &result.totals[..]));
            assert_eq!(game.last_deal, Some(LastDeal::Scored(end)));
        }
        before = game.totals.to_vec();
    });
}

#[test]
fn match_ends_once_the_target_is_reached_and_not_before() {
    let mut ended = 0;
    watch(3500..3700, |game, _| {
        let target = i32::from(game.options.target.get());
        let most = game.totals.iter().max().unwrap();
        assert_eq!(*most >= target, game.stage() == Stage::Over);
        assert_eq!(game.outcome().is_some(), game.stage() == Stage::Over);
        let Some(outcome) = game.outcome() else { return };
        ended += 1;
        assert!(!outcome.is_draw());
        assert!(outcome.winners.iter().all(|side| game.totals[side.index()] >= target));
    });
    assert!(ended > 50, "{ended}");
}

#[test]
fn a_replay_of_decks_and_actions_equals_the_match() {
    for seed in 4000..4060 {
        let mut chance = Chance::new(seed);
        let mut live = chance.new_match();
        let mut again = Pepper::new(*live.options(), live.dealer);
        for _ in 0..STEPS {
            let (left, right) = match live.stage() {
                Stage::Over => break,
                Stage::Deal { .. } => {
                    let deck = chance.deck();
                    (live.deal(&deck).unwrap(), again.deal(&deck).unwrap())
                }
                Stage::Act(seat) => {
                    let action = chance.action(&live);
                    let read = action.to_string().parse().unwrap();
                    (live.act(seat, &action).unwrap(), again.act(seat, &read).unwrap())
                }
            };
            assert_eq!(left, right);
            assert_eq!(live.digest(), again.digest());
        }
    }
}

#[test]
fn every_step_changes_the_digest() {
    let mut last = [0; 32];
    watch(4100..4120, |game, _| {
        assert_ne!(game.digest(), last);
        last = game.digest();
    });
}

#[test]
fn deal_passes_to_the_left() {
    watch(4200..4300, |game, event| {
        let end = match event {
            Some(Event::Played(played)) => played.end,
            _ => None,
        };
        let Some(end) = end else { return };
        let calls = game.table.auction.calls();
        // The opener sits to the dealer's left.
        assert_eq!(end.result.next_dealer, calls[0].seat);
        assert_eq!(game.dealer, calls[0].seat);
    });
}

#[test]
fn a_deck_is_dealt_only_when_due() {
    let mut game = dealt("");
    let before = game;
    assert_eq!(game.deal(&Chance::new(1).deck()), Err(DealFault::NotDue));
    assert_eq!(game, before);
    let full = Deck::sorted(Pack::Full52);
    let mut fresh = Pepper::new(*game.options(), seat(0));
    assert_eq!(fresh.deal(&full), Err(DeckFault::WrongPack.into()));
    assert_eq!((fresh.phase, fresh.deal_number()), (Phase::Between, 0));
}

#[test]
fn nothing_is_played_before_the_deal_or_after_the_end() {
    let game = Pepper::new(super::fixture::options(""), seat(0));
    let refused = |mut game: Pepper| game.act(seat(1), &every_action()[0]).unwrap_err().code();
    assert_eq!(refused(game), "not_dealt");
    assert_eq!(refused(Pepper { phase: Phase::Over, ..game }), "match_over");
}

#[test]
fn match_that_stands_at_scores_plays_on_from_there() {
    let options = super::fixture::options("players=3");
    let game = Pepper::standing_at(options, seat(2), &[-8, 29, 3]);
    assert_eq!(game.totals()[..], [-8, 29, 3]);
    assert_eq!(game.stage(), Stage::Deal { dealer: seat(2) });
    assert_eq!(Pepper::standing_at(options, seat(2), &[0, 0, 0]), Pepper::new(options, seat(2)));
}

#[test]
fn a_match_stays_small() {
    assert!(size_of::<Pepper>() <= 320, "{}", size_of::<Pepper>());
}
