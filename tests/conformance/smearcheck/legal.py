"""Which actions are legal, as texts in canonical order (smear.md sections 4, 5, 6, 14)."""

import itertools

from tracecheck.cards import numbers

from .cards import OF_SUIT, PACK, SCORING_OF_SUIT, suit_of

#: The lowest and the highest bid.
LOWEST, HIGHEST = 2, 4


def calls(deal):
    """PASS and the bids of the seat to act in the auction."""
    is_dealer = deal.turn == deal.dealer
    if not deal.bid:
        lowest = LOWEST
    elif is_dealer and deal.options.overbid_dealer:
        lowest = deal.bid
    else:
        lowest = deal.bid + 1
    stuck = is_dealer and not deal.bid and deal.options.all_pass == "dealer_stuck_2"
    return ([] if stuck else ["PASS"]) + [f"BID {bid}" for bid in range(lowest, HIGHEST + 1)]


def clean_suits(kept, thrown, scoring_forbidden):
    """The suits for which a discard is clean: the suits that the first lead may have."""
    clean = []
    for suit in range(4):
        if not kept & OF_SUIT[suit]:
            continue
        if thrown & OF_SUIT[suit] and kept & ~OF_SUIT[suit]:
            continue
        if scoring_forbidden and thrown & SCORING_OF_SUIT[suit]:
            continue
        clean.append(suit)
    return clean


def clean_discards(held, size, scoring_forbidden):
    """Every legal discard of ``size`` of the held cards, as sets in canonical order."""
    for chosen in itertools.combinations(numbers(held), size):
        thrown = sum(1 << card for card in chosen)
        if clean_suits(held & ~thrown, thrown, scoring_forbidden):
            yield thrown


def followers(hand, led, trump):
    """The cards of a hand that may be played when a suit was led, as a set."""
    if not hand & OF_SUIT[led]:
        return hand
    return hand & (OF_SUIT[led] | OF_SUIT[trump])


def playable(deal):
    """The cards that the seat to act may play, as a set."""
    hand = deal.hands[deal.turn]
    if deal.trick:
        return followers(hand, suit_of(deal.trick[0][1]), deal.trump)
    if deal.tricks:
        return hand
    allowed = clean_suits(hand, deal.discards, deal.scoring_forbidden)
    return hand & sum(OF_SUIT[suit] for suit in allowed)


def legal_actions(deal):
    """Every legal action of the seat to act."""
    if deal.phase == "auction":
        return calls(deal)
    if deal.phase == "discard":
        hand, size = deal.hands[deal.turn], deal.options.widow
        sets = clean_discards(hand, size, deal.scoring_forbidden)
        return ["DISCARD " + " ".join(PACK.names(thrown)) for thrown in sets]
    return ["PLAY " + name for name in PACK.names(playable(deal))]
