"""The state of one deal (smear.md sections 3 to 6) and what a seat sees of it (9).

Whether an action is legal is ``legal``'s affair.
"""

from tracecheck.cards import size
from tracecheck.tricks import SUITS, Deal

from . import legal
from .cards import JACK, OF_SUIT, PACK, SCORING_OF_SUIT, count_of, rank_of, suit_of

SEATS = 4
#: Cards dealt to the hands; the rest of the pack is the stock.
DEALT = 24


def team(seat):
    """The team of a seat, 0 or 1."""
    return seat % 2


class SmearDeal(Deal):
    """One deal. ``bid`` is 0 and ``bidder`` ``None`` before anybody has bid."""

    def __init__(self, options, dealer, deck, scores):
        hands = [0] * SEATS
        for place, card in enumerate(deck[:DEALT]):
            hands[(dealer + 1 + place) % SEATS] |= 1 << card
        super().__init__(PACK, options, dealer, hands, scores)
        self.stock = deck[DEALT:]
        self.bid = 0
        self.bidder = None
        self.taken = 0
        self.discards = None if options.widow else 0
        self.trump = None
        self.scoring_forbidden = options.discard_scoring_trump == "forbidden"

    def legal(self):
        """Every legal action as text, in canonical order."""
        return legal.legal_actions(self)

    def act(self, action):
        """Carry out a legal action."""
        word, _, rest = action.partition(" ")
        if self.phase == "auction":
            self._call(action, int(rest) if word == "BID" else 0)
        elif self.phase == "discard":
            self._discard(PACK.set_of(rest.split(" ")))
        else:
            self._play(PACK.number[rest])

    def _call(self, text, bid):
        seat = self.turn
        self.call(text)
        if bid:
            if bid == self.bid:
                mate = team(seat) == team(self.bidder)
                self.events["dealer_takes_partner_over" if mate else "dealer_takes_over"] += 1
            self.bid, self.bidder = bid, seat
        if bid != legal.HIGHEST and seat != self.dealer:
            self.turn = self.left(seat)
            return
        self.events["auction_ends_early"] += seat != self.dealer
        if self.bidder is None:
            self.throw_in()
        else:
            self._begin(self.bidder)

    def _begin(self, bidder):
        """The auction is over: the bidder takes the widow, if there is one."""
        passes_before = [text for _, text in self.calls[:-1]].count("PASS")
        stuck = bidder == self.dealer and passes_before == SEATS - 1
        self.events["dealer_stuck"] += stuck and self.options.all_pass == "dealer_stuck_2"
        self.turn = bidder
        self.phase = "play"
        if self.options.widow:
            self.phase = "discard"
            self.taken = sum(1 << card for card in self.stock[: self.options.widow])
            self.stock = self.stock[self.options.widow :]
            self.hands[bidder] |= self.taken
            most = max(size(self.hands[bidder] & suit) for suit in OF_SUIT)
            self.events["more_than_six_of_a_suit_held"] += most > 6

    def _discard(self, thrown):
        self.hands[self.turn] &= ~thrown
        self.discards = thrown
        self.phase = "play"
        kept = self.hands[self.turn]
        clean = legal.clean_suits(kept, thrown, self.scoring_forbidden)
        self.events["discard_clean_for_several"] += len(clean) > 1
        held = sum(1 for suit in range(4) if kept & OF_SUIT[suit])
        self.events["first_lead_restricted"] += len(clean) < held

    def _play(self, card):
        seat, suit = self.turn, suit_of(card)
        if self.trump is None:
            self._name_trump(suit)
        elif self.trick:
            led = suit_of(self.trick[0][1])
            could_follow = self.hands[seat] & OF_SUIT[led]
            self.events["trumped_while_able"] += bool(could_follow and suit != led)
        self.lay(card)

    def _name_trump(self, suit):
        self.trump = suit
        if self.discards & OF_SUIT[suit]:
            self.events["excess_trump_discarded"] += 1
            self.events["scoring_trump_discarded"] += bool(self.discards & SCORING_OF_SUIT[suit])
            jack = 1 << 8 * suit + JACK
            self.events["jack_of_trump_discarded"] += bool(self.discards & jack)

    def winner_of(self, plays):
        """Highest trump, else highest card of the suit led (smear.md 6)."""
        led = suit_of(plays[0][1])

        def strength(play):
            suit = suit_of(play[1])
            return suit == self.trump, suit == led, rank_of(play[1])

        return max(plays, key=strength)

    def counts(self):
        """The game count in won tricks, per team."""
        counted = [0, 0]
        for trick in self.tricks:
            counted[team(trick.winner)] += count_of(card for _, card in trick.plays)
        return counted

    def public(self):
        """What every seat sees (smear.md 9)."""
        view = super().public()
        view["widow"] = self.options.widow
        view["stock"] = len(self.stock)
        if self.trump is not None:
            view["trump"] = SUITS[self.trump]
        if self.options.open_counts:
            view["counts"] = self.counts()
        return view

    def private(self, seat):
        """The widow cards and the discards are the bidder's alone."""
        if not self.taken or seat != self.bidder:
            return {}
        seen = {"taken": PACK.names(self.taken)}
        if self.discards is not None:
            seen["discards"] = PACK.names(self.discards)
        return seen
