"""The legal lists against the wording of seep.md, tried out action by action.

``seepcheck.legal`` generates; this test decides. It writes down every play that could be
written at all (each card, type, value and subset of the floor), puts each to the conditions of
sections 7 to 9, 14 and 18 as they are worded, and compares. It also checks the invariants of
section 6 after each play.
"""

import itertools
import random
import unittest

from seepcheck import cards
from seepcheck.legal import legal_actions
from seepcheck.options import OPTIONS, table_options
from seepcheck.table import Play, Table

#: Positions with more loose cards than this are not tried: 2^n subsets for each card and value.
LARGEST_FLOOR = 7
KINDS = ("CAPTURE", "ADD", "BUILD", "BREAK", "THROW")


def splits(values, total):
    """part(X, V): whether a list of values is non-empty and splits into groups of ``total``."""
    def can(rest):
        if not rest:
            return True
        first, others = rest[0], rest[1:]
        for length in range(len(others) + 1):
            for chosen in itertools.combinations(range(len(others)), length):
                if first + sum(others[place] for place in chosen) == total:
                    if can([v for place, v in enumerate(others) if place not in chosen]):
                        return True
        return False

    return bool(values) and can(list(values))


def subsets(things):
    """All subsets of a list, as lists."""
    return [
        list(chosen)
        for length in range(len(things) + 1)
        for chosen in itertools.combinations(things, length)
    ]


def some_subset_totals(loose, total):
    """Whether a non-empty subset of the loose cards totals ``total``."""
    return any(chosen and total_of(chosen) == total for chosen in subsets(loose))


def total_of(chosen):
    """Sum of the values of card numbers."""
    return sum(cards.VALUE[card] for card in chosen)


class Literal:
    """The conditions on a play at one table, one method for each type."""

    def __init__(self, table):
        self.options = table.options
        self.seat = table.turn
        self.partner = (table.turn + 2) % 4
        self.hand = cards.numbers(table.hands[table.turn])
        self.loose = cards.numbers(table.loose)
        self.opening = table.play == 1
        self.bid = table.bid
        self.houses = {
            value: (
                {seat for seat in range(4) if house.owners >> seat & 1},
                house.cemented,
            )
            for value, house in table.houses.items()
        }
        self.table = table

    def left(self, take):
        return [card for card in self.loose if card not in take]

    def keeps(self, card, value):
        return any(cards.VALUE[other] == value for other in self.hand if other != card)

    def retains(self, card, owners_after):
        return all(
            self.keeps(card, value)
            for value, owners in owners_after.items()
            if self.seat in owners
        )

    def owners(self):
        return {value: set(owners) for value, (owners, _) in self.houses.items()}

    def extra_sets_fit(self, own_set, take, value, owns_after):
        """absorb_sets and absorb_scope: ``own_set(t)`` says whether t is one set with the card."""
        singles = [card for card in self.loose if cards.VALUE[card] == value]
        if not set(singles) <= set(take):
            return False
        extra_allowed = self.options.absorb_scope == "any" or owns_after
        if self.options.absorb_sets == "none" or not extra_allowed:
            return own_set([card for card in take if card not in singles])
        if self.options.absorb_sets == "mandatory":
            return not some_subset_totals(self.left(take), value)
        return True

    def capture(self, card, value, take):
        x = cards.VALUE[card]
        if self.opening and x != self.bid:
            return False
        if value not in (0, x) or (value == x and x not in self.houses):
            return False
        if take and not splits([cards.VALUE[t] for t in take], x):
            return False
        if not take and not value:
            return False
        owners = self.owners()
        owners.pop(value, None)
        if not self.retains(card, owners):
            return False
        if self.options.capture == "free":
            return True
        if x in self.houses and not value:
            return False
        if self.options.capture == "maximal":
            return not some_subset_totals(self.left(take), x)
        rivals = [
            len(other) for other in subsets(self.loose)
            if not other or splits([cards.VALUE[t] for t in other], x)
        ]
        return len(take) == max(rivals)

    def build(self, card, value, take):
        x = cards.VALUE[card]
        if not 9 <= value <= 13 or value in self.houses or not take:
            return False
        if self.opening and value != self.bid:
            return False
        if not splits([x] + [cards.VALUE[t] for t in take], value):
            return False
        owners = self.owners()
        owners[value] = {self.seat}
        return (
            self.keeps(card, value)
            and self.retains(card, owners)
            and self.extra_sets_fit(lambda t: x + total_of(t) == value, take, value, True)
        )

    def add(self, card, value, take):
        x = cards.VALUE[card]
        if self.opening or value not in self.houses:
            return False
        if not splits([x] + [cards.VALUE[t] for t in take], value):
            return False
        owners = self.owners()
        had, cemented = self.houses[value]
        if self.seat in had:
            pass
        elif self.partner in had:
            if self.options.partner_add_owns:
                owners[value].add(self.seat)
        else:
            if not self.keeps(card, value):
                return False
            rule = self.options.opp_add_owns
            if rule is True or (rule == "only_when_cementing" and not cemented):
                owners[value].add(self.seat)
        return self.retains(card, owners) and self.extra_sets_fit(
            lambda t: x + total_of(t) == value, take, value, self.seat in owners[value]
        )

    def break_(self, card, raised, take):
        value = raised + cards.VALUE[card]
        if self.opening or raised not in self.houses or value > 13:
            return False
        had, cemented = self.houses[raised]
        if cemented or self.seat in had:
            return False
        owners = self.owners()
        del owners[raised]
        target = owners.get(value)
        if target and self.partner in target and self.options.break_merge_into_partner_free:
            pass
        else:
            if not self.keeps(card, value):
                return False
            if target and self.options.break_merge == "own_target" and self.seat not in target:
                return False
            owners.setdefault(value, set()).add(self.seat)
        if take and not splits([cards.VALUE[t] for t in take], value):
            return False
        return self.retains(card, owners) and self.extra_sets_fit(
            lambda t: not t, take, value, self.seat in owners[value]
        )

    def throw(self, card, has_other):
        x = cards.VALUE[card]
        if self.opening and x != self.bid:
            return False
        if x in self.houses or not self.retains(card, self.owners()):
            return False
        if self.opening and self.options.opening_throw == "free":
            return True
        if self.options.throw == "free":
            return True
        if self.options.throw == "no_capture_no_build":
            return not has_other
        return not some_subset_totals(self.loose, x)

    def plays(self):
        """All legal plays as texts, sorted by the key of section 7."""
        takes = subsets(self.loose)
        tests = {"CAPTURE": self.capture, "BUILD": self.build, "ADD": self.add,
                 "BREAK": self.break_}
        found = []
        for card in self.hand:
            here = [
                (card, KINDS.index(kind), value, len(take), take)
                for kind, test in tests.items()
                for value in [0, *range(1, 14)]
                for take in takes
                if test(card, value, take)
            ]
            if self.throw(card, bool(here)):
                here.append((card, KINDS.index("THROW"), 0, 0, []))
            found += here
        return [self.text(*key) for key in sorted(found)]

    @staticmethod
    def text(card, kind, value, _size, take):
        words = [KINDS[kind], cards.NAMES[card]]
        if value:
            words.append(str(value))
        if KINDS[kind] != "THROW":
            words.append("[" + " ".join(cards.NAMES[t] for t in take) + "]")
        return " ".join(words)


class LiteralRules(unittest.TestCase):
    """Random deals under random options."""

    def check_invariants(self, table):
        """I1 to I6 of section 6 (I1 holds by construction: houses are kept by value)."""
        places = [*table.hands, table.loose, *table.piles, sum(1 << c for c in table.stock)]
        places += [house.cards for house in table.houses.values()]
        self.assertEqual(sum(places), (1 << 52) - 1)
        self.assertEqual(sum(cards.size(place) for place in places), 52)
        loose = cards.held_values(table.loose)
        for value, house in table.houses.items():
            self.assertFalse(loose >> value & 1, "I2")
            self.assertTrue(house.owners)
            owners = [seat for seat in range(4) if house.owners >> seat & 1]
            for seat in owners:
                self.assertTrue(cards.held_values(table.hands[seat]) >> value & 1, "I3")
            self.assertTrue(house.cemented or len(owners) == 1, "I4")
            self.assertEqual(house.cemented, cards.total(house.cards) > value)
            self.assertEqual(cards.total(house.cards) % value, 0)
        if table.over:
            self.assertFalse(table.houses, "I6")

    def test_generated_lists_are_the_literal_ones(self):
        tried = 0
        for seed in range(60):
            rng = random.Random(seed)
            options = table_options(OPTIONS.random(rng))
            deck = list(range(52))
            rng.shuffle(deck)
            table = Table.deal(options, rng.randrange(4), deck)
            bids = legal_actions(table)
            if not bids:
                continue
            table.make_bid(int(rng.choice(bids)[4:]))
            while not table.over:
                actions = legal_actions(table)
                if cards.size(table.loose) <= LARGEST_FLOOR and rng.random() < 0.4:
                    tried += 1
                    self.assertEqual(actions, Literal(table).plays(), vars(options))
                if table.play > 1:
                    able = {action.split()[1] for action in actions}
                    self.assertEqual(able, set(cards.names(table.hands[table.turn])))
                kinds = sorted({action.split()[0] for action in actions})
                kind = rng.choice(kinds)
                chosen = rng.choice([a for a in actions if a.startswith(kind)])
                table.make_play(Play(chosen))
                self.check_invariants(table)
        self.assertGreater(tried, 500)

    def test_houses_split_into_sets_of_their_value(self):
        self.assertTrue(splits([2, 9, 11, 5, 6], 11))
        self.assertFalse(splits([11, 12, 13], 9))
        self.assertFalse(splits([10, 8], 9))
        self.assertFalse(splits([7, 7, 4], 9))


if __name__ == "__main__":
    unittest.main()
