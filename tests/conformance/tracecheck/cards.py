"""A pack of cards in the canonical order of its game.

A card is its number in that order, so that sorting card numbers is sorting cards. A set
of cards is an integer whose bit ``n`` stands for card ``n``.
"""

import functools


def numbers(cards):
    """The card numbers of a set, ascending."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def size(cards):
    """How many cards a set has."""
    return bin(cards).count("1")


class Pack:
    """The cards of one game: ``texts`` by number and ``number`` by text."""

    def __init__(self, texts):
        self.texts = list(texts)
        self.number = {text: number for number, text in enumerate(self.texts)}
        #: The texts of a set in canonical order. The list is shared: do not change it.
        self.names = functools.lru_cache(maxsize=1 << 14)(self._names)

    def _names(self, cards):
        return [self.texts[number] for number in numbers(cards)]

    def set_of(self, texts):
        """The set of the cards named in an iterable of texts."""
        cards = 0
        for text in texts:
            cards |= 1 << self.number[text]
        return cards

    def dealing_order(self, deck):
        """The numbers of a whole pack given as texts; ``None`` unless it is this pack."""
        if type(deck) is list and len(deck) == len(self.texts):
            if all(type(text) is str for text in deck) and set(deck) == set(self.number):
                return [self.number[text] for text in deck]
        return None
