"""Building a Seep table in the middle of a deal, for tests."""

from seepcheck import cards
from seepcheck.legal import legal_actions
from seepcheck.options import table_options
from seepcheck.table import House, Play, Table


def position(hand, loose="", houses=(), bid=None, seat=1, play=10, options=None):
    """A table where ``seat`` holds ``hand`` and is to move.

    ``houses`` are triples of value, card texts and owners. With ``bid`` it is the opening play.
    """
    hands = [0, 0, 0, 0]
    hands[seat] = cards.card_set(hand.split())
    table = Table(table_options(options or {}), (seat - 1) % 4 if bid else 0, hands, seat)
    table.bid, table.play = bid or 9, 1 if bid else play
    table.loose = cards.card_set(loose.split())
    for value, names, owners in houses:
        built = cards.card_set(names.split())
        owned_by = sum(1 << owner for owner in owners)
        table.houses[value] = House(built, owned_by, cards.total(built) > value)
    return table


def legal_for(table, named=None):
    """The legal plays, or those of the cards in the text ``named`` only."""
    actions = legal_actions(table)
    return [action for action in actions if named is None or action.split()[1] in named.split()]


def after(table, action):
    """The table after an action that must be legal."""
    assert action in legal_actions(table), action
    table.make_play(Play(action))
    return table


def house_of(table, value):
    """A house as (card texts, owners, cemented)."""
    house = table.houses[value]
    owners = {seat for seat in range(4) if house.owners >> seat & 1}
    return " ".join(cards.names(house.cards)), owners, house.cemented
