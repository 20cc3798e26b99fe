//! The play of one deal, card by card, as a player thinks it through.

use pepper::{Players, Strain};

use super::order::Cards;

/// A deal from the first lead on. The hands of others may be unknown, and are then empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Play {
    pub(crate) players: Players,
    pub(crate) strain: Strain,
    /// All trumps, none at no trump.
    pub(crate) trumps: Cards,
    /// All cards, the dead hand too.
    pub(crate) pack: Cards,
    /// By seat.
    pub(crate) hands: [Cards; 4],
    /// Everything played, the trick in progress included.
    pub(crate) out: Cards,
    /// By seat, the suits that it has shown not to hold.
    pub(crate) lacks: [Cards; 4],
    /// The suit led, empty before a lead.
    pub(crate) led: Cards,
    /// The card that wins the trick so far.
    pub(crate) best: Cards,
    /// Who played it.
    pub(crate) winner: usize,
    /// Cards in the trick.
    pub(crate) laid: u8,
    /// The seat to play.
    pub(crate) turn: usize,
    /// Who bid highest.
    pub(crate) declarer: usize,
    /// Tricks won by side.
    pub(crate) won: [u8; 4],
    /// Tricks to come, the one in progress included.
    pub(crate) left: u8,
}

impl Play {
    /// Before the declarer's first lead.
    pub(crate) fn new(players: Players, strain: Strain, declarer: usize, hands: [Cards; 4]) -> Self {
        Self {
            players,
            strain,
            trumps: if strain == Strain::NoTrump { Cards::NONE } else { Cards::TRUMPS },
            pack: Cards::pack(strain),
            hands,
            out: Cards::NONE,
            lacks: [Cards::NONE; 4],
            led: Cards::NONE,
            best: Cards::NONE,
            winner: declarer,
            laid: 0,
            turn: declarer,
            declarer,
            won: [0; 4],
            left: players.hand_size(),
        }
    }

    /// How many play.
    pub(crate) fn seats(&self) -> usize {
        usize::from(self.players.count())
    }

    /// The side of a seat.
    pub(crate) fn side(&self, seat: usize) -> usize {
        match self.players {
            Players::Four => seat % 2,
            Players::Two | Players::Three => seat,
        }
    }

    /// Whether two seats are on one side.
    pub(crate) fn together(&self, one: usize, other: usize) -> bool {
        self.side(one) == self.side(other)
    }

    /// The cards that a hand may play now.
    pub(crate) fn playable(&self, hand: Cards) -> Cards {
        let following = hand & self.led;
        if following.is_empty() { hand } else { following }
    }

    /// Whether a card would win the trick as it lies. A lead would.
    pub(crate) fn wins(&self, card: Cards) -> bool {
        (self.led.is_empty() || card.meets(self.led | self.trumps)) && card.tops(self.best)
    }

    /// Plays a card of the seat to play.
    pub(crate) fn step(&mut self, card: Cards) {
        let seat = self.turn;
        self.hands[seat] = self.hands[seat] - card;
        self.out = self.out | card;
        let wins = self.wins(card);
        if self.laid == 0 {
            self.led = card.suit();
        } else if !card.meets(self.led) {
            self.lacks[seat] = self.lacks[seat] | self.led;
        }
        if wins {
            (self.best, self.winner) = (card, seat);
        }
        self.laid += 1;
        if self.laid < self.players.count() {
            self.turn = if seat + 1 == self.seats() { 0 } else { seat + 1 };
            return;
        }
        self.won[self.side(self.winner)] += 1;
        self.left -= 1;
        self.turn = self.winner;
        (self.led, self.best, self.laid) = (Cards::NONE, Cards::NONE, 0);
    }

    /// The seats that are still to play to this trick after the one whose turn it is.
    pub(crate) fn behind(&self) -> impl Iterator<Item = usize> + use<> {
        let (seats, turn) = (self.seats(), self.turn);
        (1..seats - usize::from(self.laid)).map(move |steps| (turn + steps) % seats)
    }

    /// The seats that are not on the side of that one.
    pub(crate) fn others(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let play = *self;
        (0..self.seats()).filter(move |other| !play.together(*other, seat))
    }
}

#[cfg(test)]
mod tests {
    use cards::{CardSet, Deck, Game as _, Pack, Seat, Stage, Viewer};
    use pepper::{Action, Options, Pepper};

    use super::*;
    use crate::dice::Dice;

    /// A deal before the first lead, as the rules and as a player see it.
    fn deal(players: Players, strain: Strain, dice: &mut Dice) -> (Pepper, Play) {
        let mut game = Pepper::new(Options { players, ..Options::default() }, Seat::ALL[0]);
        let mut cards = Deck::sorted(Pack::Short24).cards().to_vec();
        dice.shuffle(&mut cards);
        game.deal(&Deck::new(Pack::Short24, cards).unwrap()).unwrap();
        let opener = players.next(Seat::ALL[0]);
        game.act(opener, &"BID BP".parse().unwrap()).unwrap();
        game.act(opener, &Action::Name { strain }).unwrap();
        let hand = |seat: Seat| game.view(Viewer::Seat(seat)).hand.unwrap();
        let mut hands = [Cards::NONE; 4];
        players.seats().for_each(|seat| hands[seat.index()] = Cards::of(hand(seat), strain));
        let play = Play::new(players, strain, opener.index(), hands);
        (game, play)
    }

    #[test]
    fn play_goes_as_the_rules_say() {
        let dice = &mut Dice::new(3);
        let mut legal = Vec::new();
        for number in 0..300 {
            let strain = Strain::ALL[number % 5];
            let (mut game, mut play) = deal(Players::ALL[number % 3], strain, dice);
            while let Stage::Act(seat) = game.stage() {
                game.legal(&mut legal);
                let by_rules: CardSet = legal.iter().filter_map(Action::card).collect();
                assert_eq!(seat.index(), play.turn);
                assert_eq!(play.playable(play.hands[play.turn]).set(strain), by_rules);
                let action = legal[dice.below(legal.len())];
                play.step(Cards::one(action.card().unwrap(), strain));
                game.act(seat, &action).unwrap();
            }
            let tricks = game.view(Viewer::Spectator).tricks;
            assert_eq!(play.won[..tricks.len()], tricks[..]);
            assert_eq!(play.left, 0);
        }
    }
}
