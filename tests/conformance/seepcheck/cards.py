"""The pack of seep.md section 1.

A card is an integer 0..51 in canonical order (ascending capture value, then
C < D < H < S).
"""

from tracecheck.cards import Pack, numbers, size

__all__ = [
    "NAMES", "NUMBER", "OF_VALUE", "PACK", "VALUE", "card_set", "held_values", "names", "numbers",
    "points", "size", "total",
]

RANKS = "A23456789TJQK"
SUITS = "CDHS"

PACK = Pack(rank + suit for rank in RANKS for suit in SUITS)

#: Text of each card, by number, and number of each card, by text.
NAMES, NUMBER = PACK.texts, PACK.number

#: From texts to a set, and from a set to texts in canonical order.
card_set, names = PACK.set_of, PACK.names

#: Capture value (1..13) of each card, by number.
VALUE = [1 + number // 4 for number in range(52)]

#: The four cards of each capture value, as a set; index 0 is unused.
OF_VALUE = [0] + [0b1111 << 4 * (value - 1) for value in range(1, 14)]

TEN_OF_DIAMONDS = NUMBER["TD"]


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
