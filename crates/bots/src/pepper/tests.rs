//! What Pepper's players think, held against the rules.

use cards::{Card, CardSet, Deck, Pack, Seat, Stage, Viewer};
use games::{Action as AnyAction, Event as AnyEvent, Match, Options as AnyOptions};
use pepper::{Action, DefendersZeroPenalty, Event, Level as Bid, Options, Players, Strain};

use super::memory::Memory;
use super::order::Cards;
use super::play::Play;
use super::playout::Stakes;
use super::read;
use super::sample::{Gaps, Sampler};
use crate::dice::Dice;
use crate::{Level, Sight, Watcher};

/// A deal under way: what is needed to come to the same place with other cards.
struct Story {
    options: Options,
    done: Vec<(Seat, AnyAction)>,
    game: Match,
    watchers: Vec<Watcher>,
}

impl Story {
    fn begin(options: Options, deck: &Deck) -> Self {
        let mut game = Match::new(AnyOptions::Pepper(options), Seat::ALL[0]);
        let watchers = game.seats().map(Watcher::new).collect();
        let event = game.deal(deck).unwrap();
        let mut story = Self { options, done: Vec::new(), game, watchers };
        story.note(&event);
        story
    }

    fn note(&mut self, event: &AnyEvent) {
        self.watchers.iter_mut().for_each(|watcher| watcher.note(&self.game, event));
    }

    fn act(&mut self, seat: Seat, action: AnyAction) -> AnyEvent {
        let event = self.game.act(seat, &action).unwrap();
        self.note(&event);
        self.done.push((seat, action));
        event
    }

    /// What the seat to act sees, `None` once the deal is over.
    fn sight(&self) -> Option<Sight> {
        let Stage::Act(seat) = self.game.stage() else { return None };
        self.watchers[seat.index()].sight(&self.game)
    }

    /// The same story told of another deck.
    fn of(&self, deck: &Deck) -> Self {
        let mut story = Self::begin(self.options, deck);
        self.done.iter().for_each(|(seat, action)| drop(story.act(*seat, *action)));
        story
    }
}

fn shuffled(dice: &mut Dice) -> Deck {
    let mut cards = Deck::sorted(Pack::Short24).cards().to_vec();
    dice.shuffle(&mut cards);
    Deck::new(Pack::Short24, cards).unwrap()
}

fn table(players: Players) -> Options {
    Options { players, ..Options::default() }
}

/// The deck that deals these hands if seat 0 deals.
fn deck_of(players: Players, hands: &[CardSet; 4]) -> Deck {
    let mut packets: Vec<Vec<Card>> = Vec::new();
    let mut seat = Seat::ALL[0];
    for _ in players.seats() {
        seat = players.next(seat);
        packets.push(hands[seat.index()].iter().collect());
    }
    if players == Players::Two {
        packets.push(hands[2].iter().collect());
    }
    let size = usize::from(players.hand_size());
    let cards: Vec<Card> =
        (0..size).flat_map(|round| packets.iter().map(move |packet| packet[round])).collect();
    Deck::new(Pack::Short24, cards).unwrap()
}

#[test]
fn every_sampled_deal_replays_to_what_was_seen() {
    let dice = &mut Dice::new(11);
    for number in 0..90 {
        let players = Players::ALL[number % 3];
        let mut story = Story::begin(table(players), &shuffled(dice));
        while let Some(sight) = story.sight() {
            let memory = Memory::of(&read(&sight));
            for _ in 0..3 {
                let hands = Gaps::of(&memory).fill(dice);
                let other = story.of(&deck_of(players, &hands));
                assert_eq!(other.sight().unwrap(), sight, "{:?}", story.done);
            }
            // Plays at random show more voids than sound ones.
            let level = if dice.below(3) == 0 { Level::Club } else { Level::Greedy };
            let action = if story.done.len() < 30 && dice.below(2) == 0 {
                sight.legal()[dice.below(sight.legal().len())]
            } else {
                level.choose(&sight, 0)
            };
            story.act(sight.seat(), action);
        }
    }
}

#[test]
fn likelier_hands_are_sampled_more_often() {
    // Seat 1 bids four at once; the right bower of its suit is hardly anywhere else than with it or its partner.
    let dice = &mut Dice::new(5);
    let mut bowers = [0_u32; 4];
    for _ in 0..20 {
        let mut story = Story::begin(table(Players::Four), &shuffled(dice));
        story.act(Seat::ALL[1], AnyAction::Pepper("BID 4".parse().unwrap()));
        let sight = story.sight().unwrap();
        let memory = Memory::of(&read(&sight));
        let sampler = Sampler::new(&memory, 300, dice);
        for _ in 0..200 {
            let holding = sampler.holding(dice);
            for (seat, hand) in holding.hands.iter().enumerate() {
                bowers[seat] += u32::from((*hand & CardSet::of_rank(cards::Rank::Jack)).len());
            }
        }
    }
    assert!(bowers[1] * 4 > bowers[3] * 5, "{bowers:?}");
}

#[test]
fn playouts_score_as_the_rules_do() {
    let dice = &mut Dice::new(31);
    for number in 0..150 {
        let players = Players::ALL[number % 3];
        let options = Options { defenders_zero_penalty: DefendersZeroPenalty::MinusSix, ..table(players) };
        let mut story = Story::begin(options, &shuffled(dice));
        let level = players.levels()[dice.below(players.levels().len())];
        let declarer = players.next(Seat::ALL[0]);
        story.act(declarer, AnyAction::Pepper(Action::Bid { level }));
        while let Stage::Act(seat) = story.game.stage() {
            if level == Bid::BigPepper || seat == declarer {
                break;
            }
            story.act(seat, AnyAction::Pepper(Action::Pass));
        }
        let strain = Strain::ALL[dice.below(5)];
        story.act(declarer, AnyAction::Pepper(Action::Name { strain }));
        let mut play = None;
        let result = loop {
            let sight = story.sight().unwrap();
            let hand = |seat: Seat| Cards::of(view_hand(&story.game, seat), strain);
            let mut hands = [Cards::NONE; 4];
            players.seats().for_each(|seat| hands[seat.index()] = hand(seat));
            play.get_or_insert(Play::new(players, strain, declarer.index(), hands));
            let action = Level::Club.choose(&sight, 0);
            if let AnyEvent::Pepper(Event::Played(played)) = story.act(sight.seat(), action)
                && let Some(end) = played.end
            {
                break end.result;
            }
        };
        let sides = result.deltas.len();
        for seat in players.seats() {
            let stakes = Stakes { options: &options, dealer: 0, scores: &[0; 3], seat: seat.index() };
            let own = f32::from(result.deltas[players.side_of(seat).index()] as i16);
            let all = f32::from(result.deltas.iter().sum::<i32>() as i16);
            let expected = own - (all - own) / (sides - 1) as f32;
            // Club players play it out by the same habits.
            let worth = stakes.play(play.unwrap(), level).value;
            assert!((worth - expected).abs() < 1e-4, "{worth} is not {expected}: {result:?}");
        }
    }
}

fn view_hand(game: &Match, seat: Seat) -> CardSet {
    let games::View::Pepper(view) = game.view(Viewer::Seat(seat)) else { unreachable!() };
    view.hand.unwrap()
}

#[test]
fn last_to_play_leaves_partner_his_trick() {
    let dice = &mut Dice::new(41);
    let mut left = 0;
    for _ in 0..150 {
        let mut story = Story::begin(table(Players::Four), &shuffled(dice));
        while let Some(sight) = story.sight() {
            let action = Level::Club.choose(&sight, 0);
            if let (Some(play), AnyAction::Pepper(Action::Play { card })) =
                (Memory::of(&read(&sight)).play, action)
                && play.laid == 3
                && play.together(play.winner, play.turn)
            {
                let others = play.playable(play.hands[play.turn]).singles().any(|card| !play.wins(card));
                assert!(!others || !play.wins(Cards::one(card, play.strain)), "{card} at {:?}", story.done);
                left += u32::from(others);
            }
            story.act(sight.seat(), action);
        }
    }
    assert!(left > 50, "it happened only {left} times");
}
