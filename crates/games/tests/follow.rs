//! Views that are kept up to date from events, against views of the match itself.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use cards::{Seat, Stage, Viewer};
use games::{Action, GameKind, Match, Options, View, random};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const STEPS: usize = 400;

fn chance(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    move |bound| (rng.next_u64() % u64::from(bound)) as u32
}

#[test]
fn view_begun_with_the_first_deal_is_the_match_as_seen_after_every_step() {
    let mut below = chance(5);
    for kind in GameKind::ALL.into_iter().cycle().take(24) {
        let options = random::options(kind, &mut below);
        let dealer = Seat::ALL[below(options.players().into()) as usize];
        let mut game = Match::new(options, dealer);
        let mut views: Vec<Option<View>> = game.viewers().map(|_| None).collect();
        for _ in 0..STEPS {
            let event = match game.stage() {
                Stage::Over => break,
                Stage::Deal { .. } => game.deal(&random::deck(kind, &mut below)).unwrap(),
                Stage::Act(seat) => {
                    let mut legal = Vec::new();
                    game.legal(&mut legal);
                    let action: Action = random::action(&legal, &mut below);
                    game.act(seat, &action).unwrap()
                }
            };
            for (view, viewer) in views.iter_mut().zip(game.viewers()) {
                let seen = game.seen(&event, viewer);
                match view {
                    None => *view = Some(View::begin(options, viewer, &seen).unwrap()),
                    Some(view) => view.apply(&seen).unwrap(),
                }
                assert_eq!(view.as_ref(), Some(&game.view(viewer)));
            }
        }
    }
}

#[test]
fn view_does_not_begin_with_a_later_event() {
    let mut below = chance(6);
    let options = Options::defaults(GameKind::Seep);
    let mut game = Match::new(options, Seat::ALL[0]);
    let viewer = Viewer::Seat(Seat::ALL[1]);
    let seat = loop {
        game.deal(&random::deck(GameKind::Seep, &mut below)).unwrap();
        if let Stage::Act(seat) = game.stage() {
            break seat;
        }
    };
    let mut legal = Vec::new();
    game.legal(&mut legal);
    let bid = game.act(seat, &legal[0]).unwrap();
    assert!(View::begin(options, viewer, &game.seen(&bid, viewer)).is_err());
}
