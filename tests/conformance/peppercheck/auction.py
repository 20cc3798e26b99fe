"""The auction of pepper.md sections 4 and 13."""

import collections

PASS = "PASS"


def levels(players):
    """The levels ascending: numbers, then little and big pepper; none for all tricks plain."""
    highest = 5 if players == 4 else 7
    return [str(number) for number in range(1, highest + 1)] + ["LP", "BP"]


class Auction:
    """The calls so far and what follows from them.

    ``declarer`` and ``contract`` are the highest bidder and bid, ``None`` before a bid.
    """

    def __init__(self, options, players, dealer):
        self.options = options
        self.players = players
        self.dealer = dealer
        self.levels = levels(players)
        self.turn = (dealer + 1) % players
        self.calls = 0
        self.declarer = None
        self.contract = None
        #: Passes since the last bid, or since the beginning.
        self.passes = 0
        #: The seats that have passed at least once.
        self.passed = set()
        self.over = False
        self.events = collections.Counter()

    def legal(self):
        """The calls of the seat to act, in canonical order."""
        higher = 0 if self.contract is None else self.levels.index(self.contract) + 1
        bids = [f"BID {level}" for level in self.levels[higher:]]
        return bids if self._must_bid() else [PASS] + bids

    def _must_bid(self):
        return (
            self.options.all_pass == "dealer_must_bid_1"
            and self.turn == self.dealer
            and self.contract is None
        )

    def call(self, text):
        """Carry out a legal call of the seat to act."""
        seat = self.turn
        self.events["dealer_must_bid"] += self._must_bid()
        self.calls += 1
        if text == PASS:
            self.passed.add(seat)
            self.passes += 1
        else:
            self._bid(seat, text.partition(" ")[2])
        self.over = self._is_over()
        if not self.over:
            self._pass_the_turn()

    def _bid(self, seat, level):
        self.events["bid_after_a_pass"] += seat in self.passed
        if self.players == 4 and self.declarer is not None:
            self.events["overbid_of_partner"] += (seat - self.declarer) % 4 == 2
        self.events["raise_of_a_number_to_pepper"] += (
            self.contract is not None and self.contract.isdigit() and level in ("LP", "BP")
        )
        self.declarer, self.contract = seat, level
        self.passes = 0

    def _is_over(self):
        if self.contract == "BP":
            return True
        if self.options.one_round:
            return self.calls == self.players
        if self.contract is None:
            return self.passes == self.players
        if self.options.pass_final:
            return len(self.passed - {self.declarer}) == self.players - 1
        return self.passes == self.players - 1

    def _pass_the_turn(self):
        self.turn = (self.turn + 1) % self.players
        while self.options.pass_final and self.turn in self.passed:
            self.events["passed_seat_skipped"] += 1
            self.turn = (self.turn + 1) % self.players
        self.events["second_turn"] += self.calls >= self.players
