//! The players of Seep in positions of the full deal of `rules/seep.md` 15, and in random ones.

use cards::{Card, Deck, Game, Pack, Seat, Stage, Viewer};
use games::{Action, GameKind, Match, Options, View, random};
use seep::Seep;

use super::memory::Memory;
use super::read;
use super::sample::Sampler;
use crate::dice::Dice;
use crate::{Level, Sight, Watcher};

const DECK: &str = "3D 4H TC 9D 5C 7C KS AH TD QD 9C 9H JH 6D 2S 5H 7S 8C 8D 6H JS 6S 8S KC 3S 2D QC AC AS 2C 8H \
                    5D TH 3H TS 7H KD 2H 9S QH 3C 5S AD KH 4D 7D 4S JC JD QS 6C 4C";
const ACTIONS: &str = "BID 10; BUILD 4H 10 [AH 5C]; BUILD 6D 13 [7C KS]; CAPTURE TH 10 []; THROW QH; \
                       CAPTURE QD [QH]; THROW 5S; BUILD 6H 11 [5S]";

/// A match that somebody watches from every seat.
struct Watched {
    game: Match,
    watchers: [Watcher; 4],
}

impl Watched {
    fn new(options: Options, dealer: Seat) -> Self {
        Self { game: Match::new(options, dealer), watchers: Seat::ALL.map(Watcher::new) }
    }

    fn deal(&mut self, deck: &Deck) {
        let event = self.game.deal(deck).unwrap();
        self.watchers.iter_mut().for_each(|watcher| watcher.note(&self.game, &event));
    }

    fn act(&mut self, action: &Action) {
        let Stage::Act(seat) = self.game.stage() else { panic!("somebody is to act") };
        let event = self.game.act(seat, action).unwrap();
        self.watchers.iter_mut().for_each(|watcher| watcher.note(&self.game, &event));
    }

    fn sight(&self) -> Option<Sight> {
        self.watchers.iter().find_map(|watcher| watcher.sight(&self.game))
    }
}

/// The sight of the seat to act after so many actions of the example.
fn after(actions: usize) -> Sight {
    let cards: Vec<Card> = DECK.split_whitespace().map(|card| card.parse().unwrap()).collect();
    let mut watched = Watched::new(Options::defaults(GameKind::Seep), Seat::ALL[0]);
    watched.deal(&Deck::new(Pack::Full52, cards).unwrap());
    for text in ACTIONS.split("; ").take(actions) {
        watched.act(&Action::parse(GameKind::Seep, text).unwrap());
    }
    watched.sight().unwrap()
}

fn choice(level: Level, sight: &Sight) -> String {
    level.choose(sight, 1).to_string()
}

#[test]
fn greedy_takes_most_points() {
    // Jack and five of spades are sixteen points; the house of thirteen has the king of spades.
    assert_eq!(choice(Level::Greedy, &after(8)), "CAPTURE JS 11 []");
}

#[test]
fn greedy_plays_the_lowest_card_where_no_point_is_to_be_had() {
    let sight = after(1);
    assert_eq!(choice(Level::Greedy, &sight), sight.legal()[0].to_string());
}

#[test]
fn greedy_bids_the_lowest_value() {
    assert_eq!(choice(Level::Greedy, &after(0)), "BID 9");
}

#[test]
fn owners_are_known_to_hold_a_card_of_their_house() {
    let sight = after(8);
    let memory = Memory::of(&read(&sight));
    // The bidder had to keep a ten for his house, and nobody has seen it since.
    assert_eq!([memory.keys[1][10], memory.keys[2][13], memory.keys[3][11]], [1, 1, 1]);
    assert_eq!(memory.keys.as_flattened().iter().sum::<u8>(), 3);
}

#[test]
fn every_sampled_deal_looks_the_same_to_the_seat() {
    let mut dice = Dice::new(4);
    for round in 0..120 {
        let mut below = |bound: u32| dice.below(bound as usize) as u32;
        let mut options = random::options(GameKind::Seep, &mut below);
        let Options::Seep(seep) = &mut options else { panic!("options of Seep") };
        // Under the third setting a throw tells more than a sampler can always honour.
        if seep.throw == seep::Throw::NoCaptureNoBuild {
            seep.throw = seep::Throw::NoCapture;
        }
        let mut watched = Watched::new(options, Seat::ALL[round % 4]);
        watched.deal(&random::deck(GameKind::Seep, &mut below));
        for _ in 0..below(40) {
            let Some(sight) = watched.sight() else { break };
            watched.act(&random::action(sight.legal(), &mut below));
        }
        let Some(sight) = watched.sight() else { continue };
        let sight_of_seep = read(&sight);
        let sampler = Sampler::new(&sight_of_seep, Memory::of(&sight_of_seep));
        for _ in 0..5 {
            let world: Seep = sampler.world(&mut dice);
            let seen = world.view(Viewer::Seat(sight.seat()));
            assert_eq!(&View::Seep(seen), sight.view(), "{options:?}");
            assert_eq!(world.stage(), Stage::Act(sight.seat()));
        }
    }
}
