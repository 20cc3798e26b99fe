//! A player that goes by sound rules of thumb: bids what its hand is worth in its best strain, counts what has been
//! played, and weighs what a card wins now against what it may win later.

use pepper::{Action, Phase};

use super::PepperSight;
use super::bidding::{Temper, Turn};
use super::cardplay::{Habits, choose as choose_card};
use super::memory::Memory;
use super::value::Value;

pub(crate) fn choose(sight: &PepperSight<'_>) -> Action {
    if let [only] = sight.legal[..] {
        return only;
    }
    decide(sight, &Memory::of(sight))
}

/// The choice of a seat that remembers this.
pub(crate) fn decide(sight: &PepperSight<'_>, memory: &Memory) -> Action {
    let options = sight.options;
    match sight.view.phase {
        Phase::Play => {
            let play = memory.play.as_ref().expect("cards are played once the strain is named");
            let card = choose_card(play, play.hands[memory.seat], Habits::sound(play.players));
            Action::Play { card: card.card(play.strain) }
        }
        Phase::Name => {
            let (strain, _) = Value::of(memory.dealt, options.players).best(options.no_trump);
            Action::Name { strain }
        }
        _ => {
            let (_, tricks) = Value::of(memory.dealt, options.players).best(options.no_trump);
            let temper = Temper::sound(options.players);
            let turn = Turn { options, bids: &memory.bids, seat: memory.seat };
            turn.action(tricks, temper, sight.view.dealer.index())
        }
    }
}
