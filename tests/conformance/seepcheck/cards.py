"""The pack of seep.md section 1.

A card is an integer 0..51 in canonical order (ascending capture value, then
C < D < H < S), so that sorting card numbers is sorting cards. A set of cards is
an integer whose bit ``n`` stands for card ``n``.
"""

import functools

RANKS = "A23456789TJQK"
SUITS = "CDHS"

#: Text of each card, by number.
NAMES = [rank + suit for rank in RANKS for suit in SUITS]

#: Number of each card, by text.
NUMBER = {name: number for number, name in enumerate(NAMES)}

#: Capture value (1..13) of each card, by number.
VALUE = [1 + number // 4 for number in range(52)]

#: The four cards of each capture value, as a set; index 0 is unused.
OF_VALUE = [0] + [0b1111 << 4 * (value - 1) for value in range(1, 14)]

TEN_OF_DIAMONDS = NUMBER["TD"]


def card_set(names):
    """The set of the cards named in an iterable of texts."""
    cards = 0
    for name in names:
        cards |= 1 << NUMBER[name]
    return cards


def numbers(cards):
    """The card numbers of a set, ascending."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


@functools.lru_cache(maxsize=1 << 14)
def names(cards):
    """The texts of a set in canonical order. The list is shared: do not change it."""
    return [NAMES[number] for number in numbers(cards)]


def size(cards):
    """How many cards a set has."""
    return bin(cards).count("1")


def total(cards):
    """The sum of the capture values of a set."""
    return sum(VALUE[number] for number in numbers(cards))


def held_values(cards):
    """The capture values present in a set, as a bit mask with bit ``v`` for value ``v``."""
    held = 0
    for number in numbers(cards):
        held |= 1 << VALUE[number]
    return held


def points(cards, ten_of_diamonds):
    """The card points of a set, the ten of diamonds counting ``ten_of_diamonds`` (6 or 2)."""
    score = 0
    for number in numbers(cards):
        if number % 4 == 3:
            score += VALUE[number]
        elif number < 4:
            score += 1
        elif number == TEN_OF_DIAMONDS:
            score += ten_of_diamonds
    return score
