//! Moves as they are made, told in a line each.

use cards::Seat;
use games::{Action, Seen};
use messages::action_text;

use super::board::Board;

impl Board {
    /// The line about a move, none for a deal and for what is not a player's doing. A winner of a trick is named with the
    /// card that completed it.
    pub(super) fn told(&self, seen: &Seen) -> Option<String> {
        let (seat, deed) = match seen {
            Seen::Seep(seen) => self.seep_deed(seen)?,
            Seen::Smear(seen) => self.smear_deed(seen)?,
            Seen::Pepper(seen) => self.pepper_deed(seen)?,
        };
        Some(format!("  {}: {deed}", self.name(seat)))
    }

    fn seep_deed(&self, seen: &seep::Seen) -> Option<(Seat, String)> {
        match seen {
            seep::Seen::Dealt(_) => None,
            seep::Seen::Bid(bid) => {
                Some((bid.seat, self.said(&Action::Seep(seep::Action::Bid { value: bid.value }))))
            }
            seep::Seen::Played(played) => {
                let shown = played.play.as_ref()?;
                let sweep = match played.sweep {
                    0 => String::new(),
                    bonus => format!(" -> {} +{bonus}", self.term("sweep")),
                };
                Some((played.seat, self.said(&Action::Seep(shown.action)) + &sweep))
            }
        }
    }

    fn smear_deed(&self, seen: &smear::Seen) -> Option<(Seat, String)> {
        match seen {
            smear::Seen::Dealt(_) => None,
            smear::Seen::Called(called) => Some((called.seat, self.said(&Action::Smear(called.action)))),
            smear::Seen::Discarded(discarded) => {
                let cards = discarded.cards;
                let own = cards.map(|cards| self.said(&Action::Smear(smear::Action::Discard { cards })));
                let hidden = || "takes the widow and lays as many cards away".to_owned();
                Some((discarded.seat, own.unwrap_or_else(hidden)))
            }
            smear::Seen::Played(played) => {
                let card = played.card?;
                let played_card = self.said(&Action::Smear(smear::Action::Play { card }));
                Some((played.seat, played_card + &self.trick_to(played.winner)))
            }
        }
    }

    fn pepper_deed(&self, seen: &pepper::Seen) -> Option<(Seat, String)> {
        match seen {
            pepper::Seen::Dealt(_) => None,
            pepper::Seen::Called(called) => {
                Some((called.call.seat, self.said(&Action::Pepper(called.call.action()))))
            }
            pepper::Seen::Named(named) => {
                let strain = named.strain;
                Some((named.seat, self.said(&Action::Pepper(pepper::Action::Name { strain }))))
            }
            pepper::Seen::Played(played) => {
                let card = played.card?;
                let played_card = self.said(&Action::Pepper(pepper::Action::Play { card }));
                Some((played.seat, played_card + &self.trick_to(played.winner)))
            }
        }
    }

    fn said(&self, action: &Action) -> String {
        action_text(self.locale, action)
    }

    fn trick_to(&self, winner: Option<Seat>) -> String {
        winner.map(|winner| format!("  -> {}", self.name(winner))).unwrap_or_default()
    }
}
