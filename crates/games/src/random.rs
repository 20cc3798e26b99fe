//! Random options, decks and matches, out of the caller's source of chance.
//!
//! `below(n)` must return an evenly distributed number from 0 to `n - 1`. The choices here lean towards what is
//! rare, so that a few hundred matches exercise every rule; they are not a model of how people play.

use cards::{Deck, Seat, Stage};

use crate::trace::{MatchLine, Recorder, StepViews, TraceFault};
use crate::{Action, GameKind, Options};

/// Baazis and deals of a random match, few so that it ends soon.
const SHORT_MATCH: [i64; 4] = [1, 1, 2, 3];
/// Leads that win a baazi in a random match: soon, as usual, by the other reading, and hardly ever.
const LEADS: [i64; 6] = [1, 30, 100, 100, 101, 500];

/// How a random match is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The match stops after this many deals, thrown-in ones included.
    pub max_deals: usize,
    /// Whether the views of all seats are noted before every action.
    pub views: ViewsNoted,
}

/// Whether views are part of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewsNoted {
    /// They are left out.
    No,
    /// All seats, before every action.
    All,
}

/// Random options of a game: each is left at its default in about half of all cases.
pub fn options(kind: GameKind, below: &mut impl FnMut(u32) -> u32) -> Options {
    match kind {
        GameKind::Seep => Options::Seep(seep_options(below)),
    }
}

fn seep_options(below: &mut impl FnMut(u32) -> u32) -> seep::Options {
    let in_range = "the short numbers are in the range of their options";
    seep::Options {
        absorb_sets: choice(below),
        absorb_scope: choice(below),
        capture: choice(below),
        opening_throw: choice(below),
        partner_add_owns: below(2) == 0,
        opp_add_owns: choice(below),
        throw: choice(below),
        break_merge: choice(below),
        sweeps: below(4) > 0,
        bid_floor: choice(below),
        break_merge_into_partner_free: below(2) == 0,
        ten_diamonds: choice(below),
        first_sweep: choice(below),
        min9_includes_sweeps: below(2) == 0,
        dealer_basis: choice(below),
        lead_to_win: seep::LeadToWin::new(pick(&LEADS, below)).expect(in_range),
        match_mode: choice(below),
        n_baazis: seep::BaaziCount::new(pick(&SHORT_MATCH, below)).expect(in_range),
        n_deals: seep::DealCount::new(pick(&SHORT_MATCH, below)).expect(in_range),
        history: choice(below),
    }
}

fn choice<C: seep::Choice>(below: &mut impl FnMut(u32) -> u32) -> C {
    if below(2) == 0 { C::ALL[0] } else { pick(C::ALL, below) }
}

fn pick<T: Copy>(from: &[T], below: &mut impl FnMut(u32) -> u32) -> T {
    let length = u32::try_from(from.len()).expect("lists to pick from are short");
    from[below(length) as usize]
}

/// A shuffled deck of a game, by the method of Fisher and Yates.
pub fn deck(kind: GameKind, below: &mut impl FnMut(u32) -> u32) -> Deck {
    let mut cards = Deck::sorted(kind.pack()).cards().to_vec();
    for (unshuffled, place) in (0..cards.len()).rev().zip((1..=cards.len() as u32).rev()) {
        cards.swap(unshuffled, below(place) as usize);
    }
    Deck::new(kind.pack(), cards).expect("shuffling keeps every card")
}

/// One of some legal actions; half of the time each type of action is as likely as any other.
pub fn action(legal: &[Action], below: &mut impl FnMut(u32) -> u32) -> Action {
    if below(2) == 0 {
        return pick(legal, below);
    }
    let mut words: Vec<&str> = legal.iter().map(Action::type_word).collect();
    words.sort_unstable();
    words.dedup();
    let word = pick(&words, below);
    let of_type: Vec<Action> = legal.iter().copied().filter(|action| action.type_word() == word).collect();
    pick(&of_type, below)
}

/// A random match as a trace line. It stops after the planned number of deals, and before a deal in which more
/// actions are legal than a list holds.
pub fn match_line(options: Options, plan: Plan, below: &mut impl FnMut(u32) -> u32) -> MatchLine {
    let first_dealer = pick(&Seat::ALL, below);
    let mut recorder = Recorder::new(options, first_dealer);
    while recorder.whole_deals() < plan.max_deals {
        match step(&mut recorder, plan.views, below) {
            Ok(Progress::Made) => {}
            Ok(Progress::Over) | Err(TraceFault::TooManyLegal) => break,
            Err(fault) => unreachable!("random play takes legal actions and whole decks: {fault}"),
        }
    }
    recorder.line()
}

enum Progress {
    Made,
    Over,
}

fn step(
    recorder: &mut Recorder,
    views: ViewsNoted,
    below: &mut impl FnMut(u32) -> u32,
) -> Result<Progress, TraceFault> {
    match recorder.game().stage() {
        Stage::Over => return Ok(Progress::Over),
        Stage::Deal { .. } => recorder.deal(&deck(recorder.game().kind(), below))?,
        Stage::Act(seat) => {
            let action = action(recorder.legal()?, below);
            let views = match views {
                ViewsNoted::No => StepViews::None,
                ViewsNoted::All => StepViews::Computed,
            };
            recorder.act(seat, &action, views)?;
        }
    }
    Ok(Progress::Made)
}
