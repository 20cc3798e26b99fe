"""The state of one deal (pepper.md sections 3 to 5) and what a seat sees of it (8)."""

from tracecheck.tricks import Deal

from . import cards
from .auction import Auction
from .cards import (
    NO_TRUMP, OF_SUIT, PACK, SAME_COLOUR, STRAINS, effective_suit, left_bower, right_bower,
)
from .score import side_of, sides

#: Hands that are dealt, the dead hand of a table of two included.
SLOTS = {2: 3, 3: 3, 4: 4}


class PepperDeal(Deal):
    """One deal. ``strain`` is ``None`` until it is named; ``dead`` is a set of cards."""

    def __init__(self, options, players, dealer, deck, scores):
        slots = SLOTS[players]
        dealt = [0] * slots
        for place, card in enumerate(deck):
            dealt[place % slots] |= 1 << card
        # The first slot is the hand to the dealer's left; whatever is behind the dealer's is dead.
        hands = [dealt[(seat - dealer - 1) % players] for seat in range(players)]
        super().__init__(PACK, options, dealer, hands, scores)
        self.dead = sum(dealt[players:])
        self.auction = Auction(options, players, dealer)
        self.tricks_won = [0] * sides(players)
        self.strain = None

    @property
    def declarer(self):
        """The highest bidder, ``None`` before a bid."""
        return self.auction.declarer

    @property
    def contract(self):
        """The highest bid: a number, ``LP`` or ``BP``, as text."""
        return self.auction.contract

    def legal(self):
        """Every legal action as text, in canonical order."""
        if self.phase == "auction":
            return self.auction.legal()
        if self.phase == "name":
            return [f"NAME {strain}" for strain in self._strains()]
        return ["PLAY " + name for name in PACK.names(self._playable())]

    def _strains(self):
        return STRAINS if self.options.no_trump else STRAINS[:NO_TRUMP]

    def _playable(self):
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        led = effective_suit(self.trick[0][1], self.strain)
        return hand & OF_SUIT[self.strain][led] or hand

    def act(self, action):
        """Carry out a legal action."""
        if self.phase == "auction":
            self._call(action)
        elif self.phase == "name":
            self._name(STRAINS.index(action.partition(" ")[2]))
        else:
            self._play(PACK.number[action.partition(" ")[2]])

    def _call(self, text):
        self.call(text)
        self.auction.call(text)
        self.turn = self.auction.turn
        if not self.auction.over:
            return
        self.events.update(self.auction.events)
        if self.declarer is None:
            self.throw_in()
        else:
            self.phase, self.turn = "name", self.declarer

    def _name(self, strain):
        self.strain = strain
        self.phase = "play"
        if self.dead:
            self.events["dead_hand"] += 1
            bowers = (left_bower(strain), right_bower(strain))
            hidden = [card for card in bowers if card is not None and self.dead >> card & 1]
            self.events["bower_in_dead_hand"] += bool(hidden)

    def _play(self, card):
        self._count_left_bower(card)
        self.lay(card)
        if not self.trick:
            self._count_trick()

    def _count_left_bower(self, card):
        left = left_bower(self.strain)
        if left is None or not self.hands[self.turn] >> left & 1:
            return
        if not self.trick:
            self.events["left_bower_led"] += card == left
            return
        led = effective_suit(self.trick[0][1], self.strain)
        kind = "follows_trump" if led == self.strain else "trumps"
        self.events[f"left_bower_{kind}"] += card == left
        self.events["left_bower_held_as_its_printed_suit_is_led"] += led == SAME_COLOUR[self.strain]

    def _count_trick(self):
        plays, winner, _ = self.tricks[-1]
        self.tricks_won[side_of(winner, self.seats)] += 1
        laid = [card for _, card in plays]
        taking = cards.winning_play(plays, self.strain)[1]
        left, right = left_bower(self.strain), right_bower(self.strain)
        self.events["left_bower_taking"] += taking == left
        self.events["right_bower_over_left"] += taking == right and left in laid

    def winner_of(self, plays):
        """Highest trump, else highest card of the suit led, bowers where they belong."""
        return cards.winning_play(plays, self.strain)

    def public(self):
        """What every seat sees (pepper.md 8); nothing of the dead hand."""
        view = super().public()
        view["tricks"] = list(self.tricks_won)
        if self.strain is not None:
            view["strain"] = STRAINS[self.strain]
        return view
