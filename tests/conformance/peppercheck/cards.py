"""The pack of pepper.md section 1 and what a strain makes of it.

A card is an integer 0..23 in canonical order. A strain is 0..3 for a trump suit
C, D, H, S, or ``NO_TRUMP``.
"""

from tracecheck.tricks import SUITS, suitwise

RANKS = "9TJQKA"
#: The strains in the order in which they are named.
STRAINS = (*SUITS, "NT")
NO_TRUMP = STRAINS.index("NT")

PACK = suitwise(RANKS)

#: The suit of the same colour: C with S, D with H.
SAME_COLOUR = [SUITS.index(suit) for suit in "SHDC"]

JACK = RANKS.index("J")


def jack_of(suit):
    """The jack printed in a suit."""
    return len(RANKS) * suit + JACK


def right_bower(strain):
    """The highest trump, ``None`` at no trump."""
    return None if strain == NO_TRUMP else jack_of(strain)


def left_bower(strain):
    """The second highest trump, ``None`` at no trump."""
    return None if strain == NO_TRUMP else jack_of(SAME_COLOUR[strain])


def effective_suit(card, strain):
    """The suit that a card belongs to under a strain."""
    return strain if card == left_bower(strain) else card // len(RANKS)


def height(card, strain):
    """The rank of a card among those of its effective suit; greater is higher."""
    if card == right_bower(strain):
        return len(RANKS) + 1
    if card == left_bower(strain):
        return len(RANKS)
    return card % len(RANKS)


def _suits_under(strain):
    """For each of the four suits the set of cards that belong to it."""
    members = [0] * 4
    for card in range(len(PACK.texts)):
        members[effective_suit(card, strain)] |= 1 << card
    return members


#: By strain and suit, the cards that belong to the suit, as sets.
OF_SUIT = [_suits_under(strain) for strain in range(len(STRAINS))]


def winning_play(plays, strain):
    """The pair of seat and card that wins a trick (pepper.md 5)."""
    led = effective_suit(plays[0][1], strain)

    def strength(play):
        suit = effective_suit(play[1], strain)
        return suit == strain, suit == led, height(play[1], strain)

    return max(plays, key=strength)
