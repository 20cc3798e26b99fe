"""The pack of smear.md section 1. A card is an integer 0..31 in canonical order."""

from tracecheck.tricks import suitwise

RANKS = "789TJQKA"

PACK = suitwise(RANKS)

#: All cards of each suit, as sets.
OF_SUIT = [0b11111111 << 8 * suit for suit in range(4)]

#: What a card of each rank counts for the game point.
COUNT_OF_RANK = [{"T": 10, "J": 1, "Q": 2, "K": 3, "A": 4}.get(rank, 0) for rank in RANKS]

#: The ranks that can score: 7, T, J, Q, K and A.
SCORING_RANKS = tuple(rank for rank, name in enumerate(RANKS) if name in "7TJQKA")

#: The scoring cards of each suit, as sets (``discard_scoring_trump``).
SCORING_OF_SUIT = [sum(1 << 8 * suit + rank for rank in SCORING_RANKS) for suit in range(4)]

SEVEN, JACK, ACE = RANKS.index("7"), RANKS.index("J"), RANKS.index("A")


def suit_of(card):
    """0..3 for C, D, H, S."""
    return card // 8


def rank_of(card):
    """0..7 for 7, 8, 9, T, J, Q, K, A."""
    return card % 8


def count_of(cards):
    """The count values of an iterable of cards, summed."""
    return sum(COUNT_OF_RANK[rank_of(card)] for card in cards)
