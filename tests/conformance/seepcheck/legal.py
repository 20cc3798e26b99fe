"""Which actions are legal, as texts in canonical order (seep.md sections 5, 7, 8, 9, 18).

Cards of one value have the same plays, so the work is done once for each value
in the hand of the player to act.
"""

from . import cards, sums
from .table import HIGHEST_HOUSE, LOWEST_HOUSE, add_makes_owner, break_is_for_partner, partner


def legal_actions(table):
    """Every legal action of the seat to act; empty only for a throw-in or when the deal is over."""
    if table.over:
        return []
    if table.play == 0:
        return legal_bids(table.hands[table.turn])
    return _Turn(table).plays()


def legal_bids(hand):
    """The bids a bidder's four cards allow; none means a throw-in."""
    held = cards.held_values(hand)
    return [f"BID {v}" for v in range(LOWEST_HOUSE, HIGHEST_HOUSE + 1) if held >> v & 1]


class _Turn:
    """The plays of the seat to act at one table."""

    def __init__(self, table):
        self.table = table
        self.options = table.options
        self.seat = table.turn
        self.hand = table.hands[table.turn]
        self.opening = table.play == 1
        self.houses = sorted(table.houses.items())
        floor = cards.numbers(table.loose)
        self.values = tuple([cards.VALUE[card] for card in floor])
        self.floor_names = [cards.NAMES[card] for card in floor]
        self.take_texts = {0: " []"}
        #: Values of the houses this seat owns before the play, as a bit mask.
        self.owned = 0
        for value, house in self.houses:
            if house.owners >> self.seat & 1:
                self.owned |= 1 << value

    def plays(self):
        """All legal plays as texts in canonical order."""
        texts, plays_by_value = [], {}
        for card in cards.numbers(self.hand):
            value = cards.VALUE[card]
            if value not in plays_by_value:
                plays_by_value[value] = self._plays_of(value, card)
            name = cards.NAMES[card]
            texts += [kind + name + rest for kind, rest in plays_by_value[value]]
        return texts

    def _plays_of(self, x, card):
        """The plays of a card of value ``x`` as pairs of text before and after the card."""
        kept = cards.held_values(self.hand & ~(1 << card))
        found = self._captures(x, kept)
        found += self._adds(x, kept)
        found += self._builds(x, kept)
        found += self._breaks(x, kept)
        if self._may_throw(x, kept, bool(found)):
            found.append(("THROW ", ""))
        return found

    def _retains(self, kept, owned):
        """Section 9: every value owned after the play is still held."""
        return not owned & ~kept

    def _captures(self, x, kept):
        if self.opening and x != self.table.bid:
            return []
        house = self.table.houses.get(x)
        chooser = {
            "maximal": sums.maximal_unions,
            "maximum": sums.largest_unions,
            "free": sums.unions,
        }[self.options.capture]
        takes = chooser(self.values, x)
        found = []
        if house is None or self.options.capture == "free":
            if self._retains(kept, self.owned):
                found += self._written("CAPTURE ", "", [take for take in takes if take])
        if house is not None and self._retains(kept, self.owned & ~(1 << x)):
            found += self._written("CAPTURE ", f" {x}", takes)
        return found

    def _adds(self, x, kept):
        found = []
        for value, house in self.houses:
            if value < x:
                continue
            ours = house.owners & (1 << self.seat | 1 << partner(self.seat))
            if not ours and not kept >> value & 1:
                continue
            owner = bool(house.owners >> self.seat & 1) or add_makes_owner(
                self.table, self.seat, house
            )
            if self._retains(kept, self.owned | owner << value):
                takes = sums.joins(self.values, x, value, self._absorb(owner))
                found += self._written("ADD ", f" {value}", takes)
        return found

    def _builds(self, x, kept):
        bids = (self.table.bid,) if self.opening else range(LOWEST_HOUSE, HIGHEST_HOUSE + 1)
        found = []
        for value in bids:
            if value < x or value in self.table.houses or not kept >> value & 1:
                continue
            if self._retains(kept, self.owned | 1 << value):
                takes = sums.joins(self.values, x, value, self.options.absorb_sets)
                found += self._written("BUILD ", f" {value}", [take for take in takes if take])
        return found

    def _breaks(self, x, kept):
        found = []
        for raised, house in self.houses:
            value = raised + x
            if house.cemented or house.owners >> self.seat & 1 or value > HIGHEST_HOUSE:
                continue
            target = self.table.houses.get(value)
            for_partner = target is not None and break_is_for_partner(
                self.table, self.seat, target
            )
            owns_target = target is not None and bool(target.owners >> self.seat & 1)
            if not for_partner:
                if not kept >> value & 1:
                    continue
                if target and not owns_target and self.options.break_merge == "own_target":
                    continue
            owner = owns_target or not for_partner
            if self._retains(kept, self.owned | owner << value):
                takes = sums.joins(self.values, value, value, self._absorb(owner))
                found += self._written("BREAK ", f" {raised}", takes)
        return found

    def _absorb(self, owner):
        """The ``absorb_sets`` for a house that the actor owns or does not own afterwards."""
        if owner or self.options.absorb_scope == "any":
            return self.options.absorb_sets
        return "none"

    def _may_throw(self, x, kept, has_other_play):
        if x in self.table.houses or not self._retains(kept, self.owned):
            return False
        if self.opening:
            if x != self.table.bid:
                return False
            if self.options.opening_throw == "free":
                return True
        if self.options.throw == "free":
            return True
        if self.options.throw == "no_capture_no_build":
            return not has_other_play
        return not sums.groups(self.values, x)

    def _written(self, kind, value, takes):
        """Pairs of text for one play type and value, one for each take."""
        texts = self.take_texts
        found = []
        for take in takes:
            if take not in texts:
                named = [name for place, name in enumerate(self.floor_names) if take >> place & 1]
                texts[take] = f" [{' '.join(named)}]"
            found.append((kind, value + texts[take]))
        return found
