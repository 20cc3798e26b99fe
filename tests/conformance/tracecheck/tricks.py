"""Hands, calls and tricks: what Smear and Pepper have in common.

Which cards may follow, who wins a trick and what a deal scores is each game's own.
"""

import collections

from .cards import Pack, size

SUITS = "CDHS"

#: A complete trick: pairs of seat and card in order of play, and the seat that won it.
#: ``shown`` is the same as TRACE.md section 7 writes it.
Trick = collections.namedtuple("Trick", "plays winner shown")


def suitwise(ranks):
    """The pack with the given ranks in card order: C < D < H < S, then rank."""
    return Pack(rank + suit for suit in SUITS for rank in ranks)


class Deal:
    """One deal in progress, from the first call to the last card.

    A game adds ``legal()``, ``act(action)``, ``winner_of(plays)`` and what is special in its views.
    """

    def __init__(self, pack, options, dealer, hands, scores):
        self.pack = pack
        self.options = options
        self.dealer = dealer
        self.hands = hands
        self.scores = list(scores)
        self.seats = len(hands)
        self.turn = self.left(dealer)
        self.phase = "auction"
        self.calls = []
        self.trick = []
        self.tricks = []
        self.thrown_in = False
        self.events = collections.Counter()

    def left(self, seat):
        """The next player clockwise."""
        return (seat + 1) % self.seats

    @property
    def over(self):
        """Whether no decision is left."""
        return self.thrown_in or not any(self.hands)

    def call(self, text):
        """Note a call of the seat to act; whose turn comes next is up to the game."""
        self.calls.append([self.turn, text])

    def throw_in(self):
        """End the deal without a score."""
        self.thrown_in = True
        self.events["throw_in"] += 1

    def winner_of(self, plays):
        """The pair of seat and card that wins a complete trick."""
        raise NotImplementedError

    def lay(self, card):
        """Play a card of the seat to act; the winner of a complete trick is next to act."""
        self.hands[self.turn] &= ~(1 << card)
        self.trick.append((self.turn, card))
        if len(self.trick) < self.seats:
            self.turn = self.left(self.turn)
            return
        self.turn = self.winner_of(self.trick)[0]
        shown = {"plays": self._shown(self.trick), "winner": self.turn}
        self.tricks.append(Trick(self.trick, self.turn, shown))
        self.trick = []

    def _shown(self, plays):
        return [[seat, self.pack.texts[card]] for seat, card in plays]

    def public(self):
        """The part of the view that is the same for every seat."""
        view = {
            "turn": self.turn,
            "dealer": self.dealer,
            "phase": self.phase,
            "hand_sizes": [size(hand) for hand in self.hands],
            "calls": list(self.calls),
            "scores": list(self.scores),
            "trick": self._shown(self.trick),
        }
        if self.tricks:
            view["last_trick"] = self.tricks[-1].shown
        if self.options.history == "open":
            view["history"] = [trick.shown for trick in self.tricks]
        return view

    def private(self, _seat):
        """What one seat sees besides, its hand left out."""
        return {}

    def views(self, seats):
        """The views of all seats, ``None`` for one that is not in ``seats``."""
        public = self.public()
        shown = [None] * self.seats
        for seat in seats:
            hand = self.pack.names(self.hands[seat])
            shown[seat] = dict(public, seat=seat, hand=hand, **self.private(seat))
        return shown


class Match:
    """The scores between deals, and who has won. A game adds dealing and settling."""

    def __init__(self, options, sides, dealer):
        self.options = options
        self.dealer = dealer
        self.scores = [0] * sides
        self.winners = []
        self.events = collections.Counter()

    @property
    def finished(self):
        """Whether somebody has won."""
        return bool(self.winners)

    def entry(self):
        """The match entry of TRACE.md section 5."""
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "finished": self.finished,
        }
