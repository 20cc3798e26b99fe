"""Arithmetic on the floor: subsets that total a value, and unions of them.

The floor comes in as the ascending tuple of the capture values of its loose
cards; a subset of it is an integer with bit ``i`` for place ``i`` in the tuple.
Places follow the canonical card order, so every answer is sorted as seep.md
section 7 sorts takes: by size, then by the cards.

The answers depend on values only. The same small floors come up again and
again, so they are remembered; a large floor is rare and its answer may be long,
so it is worked out each time.
"""

import functools

#: Floors of more cards than this are not remembered.
REMEMBERED_FLOOR = 11


def _remember(work):
    remembered = functools.lru_cache(maxsize=1 << 15)(work)

    @functools.wraps(work)
    def call(values, *rest):
        chosen = remembered if len(values) <= REMEMBERED_FLOOR else work
        return chosen(values, *rest)

    return call


def _places(subset):
    return [place for place in range(subset.bit_length()) if subset >> place & 1]


def _sorted(subsets):
    keyed = [(len(places), places, subset) for subset in subsets for places in [_places(subset)]]
    keyed.sort()
    return tuple(subset for _, _, subset in keyed)


@_remember
def groups(values, total):
    """All subsets whose values sum to ``total`` (at least 1)."""
    below, exact = [(0, 0)], []
    for place, value in enumerate(values):
        if value > total:
            break
        bit = 1 << place
        grown = []
        for subtotal, subset in below:
            if subtotal + value < total:
                grown.append((subtotal + value, subset | bit))
            elif subtotal + value == total:
                exact.append(subset | bit)
        below += grown
    return _sorted(exact)


@_remember
def unions(values, total):
    """All unions of disjoint groups that each total ``total``, the empty one included.

    The non-empty ones are exactly the X with part(X, total) of seep.md section 6.
    """
    found = {0}
    for group in groups(values, total):
        found |= {union | group for union in found if not union & group}
    return _sorted(found)


def leaves_group(values, total, take):
    """Whether some subset outside ``take`` still sums to ``total``."""
    return any(not group & take for group in groups(values, total))


@_remember
def maximal_unions(values, total):
    """The unions that leave no group behind."""
    return tuple(
        union for union in unions(values, total) if not leaves_group(values, total, union)
    )


@_remember
def largest_unions(values, total):
    """The unions with the most cards."""
    longest = bin(unions(values, total)[-1]).count("1")
    return tuple(
        union for union in unions(values, total) if bin(union).count("1") == longest
    )


@_remember
def joins(values, played, total, absorb):
    """All takes that may go to a house of value ``total`` with a card of value ``played``.

    ``absorb`` is an ``absorb_sets`` value. A card of value ``total`` is a set of its
    own; so is whatever a BREAK raises, which asks with ``played == total``. The loose
    cards of value ``total`` are always in the take. The take may be empty.
    """
    singles = sum(1 << place for place, value in enumerate(values) if value == total)
    own_sets = (0,) if played == total else groups(values, total - played)
    if absorb == "none":
        return _sorted({own | singles for own in own_sets})
    takes = {
        own | union
        for own in own_sets
        for union in unions(values, total)
        if not own & union and (own | union) & singles == singles
    }
    if absorb == "mandatory":
        takes = {take for take in takes if not leaves_group(values, total, take)}
    return _sorted(takes)
