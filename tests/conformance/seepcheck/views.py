"""What a seat sees before an action (seep.md section 13, TRACE.md section 7)."""

from . import cards
from .table import right


def _houses(table):
    return [
        {
            "value": value,
            "cards": cards.names(house.cards),
            "cemented": house.cemented,
            "owners": [seat for seat in range(4) if house.owners >> seat & 1],
        }
        for value, house in sorted(table.houses.items())
    ]


def _public(table, match):
    """The part of the view that is the same for every seat."""
    view = {
        "turn": table.turn,
        "dealer": table.dealer,
        "phase": table.phase,
        "hand_sizes": [cards.size(hand) for hand in table.hands],
        "stock": len(table.stock),
        "piles": [cards.size(pile) for pile in table.piles],
        "sweeps": list(table.sweeps),
        "difference": match.difference,
        "won": list(match.won),
    }
    if table.phase == "bid":
        view["backs"] = len(table.face_down)
    else:
        view["loose"] = cards.names(table.loose)
        view["houses"] = _houses(table)
        view["bid"] = table.bid
        view["play"] = table.play
    if table.latest is not None:
        seat, card, taken = table.latest
        view["latest"] = {"seat": seat, "card": cards.NAMES[card], "taken": cards.names(taken)}
    if table.options.history == "open":
        view["captured"] = [cards.names(pile) for pile in table.piles]
    return view


def views(table, match, seats=range(4)):
    """The views of all four seats, ``None`` for a seat that is not in ``seats``.

    ``match`` is the match before this deal.
    """
    public = _public(table, match)
    shown = [None] * 4
    for seat in seats:
        shown[seat] = dict(public, seat=seat, hand=cards.names(table.hands[seat]))
    bidder = right(table.dealer)
    if table.phase == "bid" and table.options.bid_floor == "bidder_sees" and shown[bidder]:
        shown[bidder]["floor"] = cards.names(sum(1 << card for card in table.face_down))
    return shown
