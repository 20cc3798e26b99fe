//! Matches told for people who may never have heard of the game. A narrator knows what one seat's events and view say, and
//! shows of it what everybody at the table sees.
//!
//! One file a game says how it is told; nothing here decides anything.

mod company;
mod faces;
mod pepper;
mod seep;
mod smear;
#[cfg(test)]
mod testing;
mod tricks;

use games::{GameKind, Seen, View};

pub use company::Company;
pub use faces::Faces;

/// Columns of the name of a player.
const NAME_COLUMNS: usize = 8;

/// Tells one match.
#[derive(Clone, Debug)]
pub struct Narrator {
    company: Company,
    faces: Faces,
}

/// How far a deal has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of the deal, from 1.
    pub deal: u32,
    /// Cards played.
    pub played: u8,
    /// Cards to be played in all.
    pub of: u8,
}

impl Narrator {
    /// A narrator for a table.
    pub fn new(company: Company, faces: Faces) -> Self {
        Self { company, faces }
    }

    /// The table.
    pub fn company(&self) -> &Company {
        &self.company
    }

    /// The game in a few lines.
    pub fn primer(game: GameKind) -> &'static str {
        match game {
            GameKind::Seep => seep::PRIMER,
            GameKind::Smear => smear::PRIMER,
            GameKind::Pepper => pepper::PRIMER,
        }
    }

    /// The lines about one event; `view` is what was seen right after it.
    pub fn tell(&self, seen: &Seen, view: &View) -> Vec<String> {
        match (seen, view) {
            (Seen::Seep(seen), View::Seep(view)) => self.seep(seen, view),
            (Seen::Smear(seen), View::Smear(view)) => self.smear(seen, view),
            (Seen::Pepper(seen), View::Pepper(view)) => self.pepper(seen, view),
            _ => Vec::new(),
        }
    }

    /// The lines about the beginning of a deal, none for any other event.
    pub fn beginning(&self, seen: &Seen, view: &View) -> Vec<String> {
        match (seen, view) {
            (Seen::Seep(::seep::Seen::Dealt(dealt)), View::Seep(view)) => {
                self.seep_deal(dealt, view.difference)
            }
            (Seen::Smear(::smear::Seen::Dealt(dealt)), View::Smear(view)) => {
                self.deal_line(dealt.deal, dealt.dealer, &view.scores)
            }
            (Seen::Pepper(::pepper::Seen::Dealt(dealt)), View::Pepper(view)) => {
                self.deal_line(dealt.deal, dealt.dealer, &view.scores)
            }
            _ => Vec::new(),
        }
    }

    /// The lines about the end of a deal, none for any other event.
    pub fn ending(&self, seen: &Seen) -> Vec<String> {
        match seen {
            Seen::Seep(::seep::Seen::Played(played)) => {
                played.end.as_ref().map(|end| self.seep_end(end)).unwrap_or_default()
            }
            Seen::Smear(seen) => self.smear_end(seen),
            Seen::Pepper(seen) => self.pepper_end(seen),
            Seen::Seep(_) => Vec::new(),
        }
    }
}

/// A change of score; nothing is neither gained nor lost.
fn change(points: i32) -> String {
    if points == 0 { "0".to_owned() } else { format!("{points:+}") }
}

/// How far the deal in progress has come.
pub fn progress(view: &View) -> Progress {
    match view {
        View::Seep(view) => {
            let played = view.floor_up.as_ref().map_or(0, |floor| floor.play - 1);
            Progress { deal: view.deal, played, of: 48 }
        }
        View::Smear(view) => tricks::progress(view.deal, &view.hand_sizes, 6),
        View::Pepper(view) => tricks::progress(view.deal, &view.hand_sizes, pepper::hand_size(view)),
    }
}
