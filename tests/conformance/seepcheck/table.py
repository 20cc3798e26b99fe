"""The state of one deal (seep.md sections 4 and 6) and the effect of a play (7, 10, 11).

Nothing here asks whether a play is legal; that is ``legal``.
"""

import collections

from . import cards

#: Plays in a deal.
PLAYS = 48
#: The lowest and highest value of a bid and of a house.
LOWEST_HOUSE, HIGHEST_HOUSE = 9, 13


def right(seat):
    """The player to a seat's right, who acts next."""
    return (seat + 1) % 4


def partner(seat):
    """The player opposite."""
    return (seat + 2) % 4


def team(seat):
    """The team of a seat, 0 or 1."""
    return seat % 2


class House:
    """A house on the floor: its cards, its owners (bit ``s`` for seat ``s``), cemented or not."""

    __slots__ = ("cards", "owners", "cemented")

    def __init__(self, house_cards, owners, cemented):
        self.cards = house_cards
        self.owners = owners
        self.cemented = cemented


class Play:
    """A play: its type, card number, value (0 if none) and taken loose cards."""

    __slots__ = ("kind", "card", "value", "take")

    def __init__(self, text):
        """Read the text form of seep.md section 7; the text must be well-formed."""
        head, _, tail = text.partition(" [")
        words = head.split(" ")
        self.kind = words[0]
        self.card = cards.NUMBER[words[1]]
        self.value = int(words[2]) if len(words) > 2 else 0
        self.take = cards.card_set(tail[:-1].split(" ")) if len(tail) > 1 else 0


class Table:
    """One deal in progress. ``play`` is the number of the play about to be made, 0 in the bid."""

    def __init__(self, options, dealer, hands, turn):
        self.options = options
        self.dealer = dealer
        self.hands = hands
        self.turn = turn
        self.bid = 0
        self.play = 0
        self.face_down = []
        self.stock = []
        self.loose = 0
        self.houses = {}
        self.piles = [0, 0]
        self.sweeps = [0, 0]
        self.last = None
        self.latest = None
        #: How often something worth counting happened.
        self.events = collections.Counter()

    @classmethod
    def deal(cls, options, dealer, deck):
        """The table before the bid. ``deck`` is the pack as card numbers in dealing order."""
        bidder = right(dealer)
        hands = [0, 0, 0, 0]
        for card in deck[:4]:
            hands[bidder] |= 1 << card
        table = cls(options, dealer, hands, bidder)
        table.face_down = deck[4:8]
        table.stock = deck[8:]
        return table

    @property
    def phase(self):
        """``bid``, ``opening`` or ``play``."""
        return ("bid", "opening")[self.play] if self.play < 2 else "play"

    @property
    def over(self):
        """Whether all 48 plays are made."""
        return self.play > PLAYS

    def make_bid(self, value):
        """The bid: the floor turns face up."""
        self.bid = value
        self.loose = sum(1 << card for card in self.face_down)
        self.face_down = []
        self.play = 1

    def make_play(self, play):
        """Carry out a legal play of the player to act."""
        seat = self.turn
        self.hands[seat] &= ~(1 << play.card)
        self.loose &= ~play.take
        self.latest = None
        getattr(self, "_" + play.kind.lower())(seat, play)
        if self.play == 1:
            self._deal_stock()
        self.play += 1
        self.turn = right(seat)
        if self.over:
            self._clear_floor()

    def _capture(self, seat, play):
        taken = play.take
        if play.value:
            taken |= self.houses.pop(play.value).cards
        elif cards.VALUE[play.card] in self.houses:
            self.events["capture_leaves_house"] += 1
        self.piles[team(seat)] |= taken | 1 << play.card
        self.last = team(seat)
        self.latest = (seat, play.card, taken)
        if not self.loose and not self.houses:
            bonus = self._sweep_bonus()
            self.sweeps[team(seat)] += bonus
            self.events[f"sweep_{bonus}"] += 1

    def _sweep_bonus(self):
        if not self.options.sweeps or self.play == PLAYS:
            return 0
        return self.options.first_sweep if self.play == 1 else 50

    def _build(self, seat, play):
        joined = play.take | 1 << play.card
        cemented = cards.total(joined) > play.value
        self.houses[play.value] = House(joined, 1 << seat, cemented)
        self.events["build_cemented"] += cemented

    def _add(self, seat, play):
        house = self.houses[play.value]
        if add_makes_owner(self, seat, house):
            house.owners |= 1 << seat
            self.events["add_makes_owner"] += 1
        house.cards |= play.take | 1 << play.card
        house.cemented = True

    def _break(self, seat, play):
        raised = self.houses.pop(play.value)
        value = play.value + cards.VALUE[play.card]
        joined = raised.cards | play.take | 1 << play.card
        target = self.houses.get(value)
        if target is None:
            self.houses[value] = House(joined, 1 << seat, play.take != 0)
            return
        if break_is_for_partner(self, seat, target):
            self.events["break_for_partner"] += 1
        else:
            target.owners |= 1 << seat
            self.events["break_merges"] += 1
        target.cards |= joined
        target.cemented = True

    def _throw(self, _seat, play):
        self.loose |= 1 << play.card

    def _deal_stock(self):
        """Packets of four, bidder first and left out of the third pass."""
        bidder = right(self.dealer)
        order = [(bidder + step) % 4 for step in range(4)]
        for packet, seat in enumerate(order + order + order[1:]):
            for card in self.stock[4 * packet : 4 * packet + 4]:
                self.hands[seat] |= 1 << card
        self.stock = []

    def _clear_floor(self):
        if self.last is None:
            self.events["nobody_captured"] += 1
        else:
            self.piles[self.last] |= self.loose
        self.loose = 0


def add_makes_owner(table, seat, house):
    """Whether an ADD makes the adder an owner who is not one yet (seep.md 7.3)."""
    if house.owners >> seat & 1:
        return False
    if house.owners >> partner(seat) & 1:
        return table.options.partner_add_owns
    rule = table.options.opp_add_owns
    return not house.cemented if rule == "only_when_cementing" else rule


def break_is_for_partner(table, seat, target):
    """Whether a merging BREAK falls under ``break_merge_into_partner_free``."""
    return table.options.break_merge_into_partner_free and bool(
        target.owners >> partner(seat) & 1
    )
