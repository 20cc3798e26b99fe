"""What a game has to say for itself, so that its traces can be replayed."""

import dataclasses
import typing

from .cards import Pack
from .options import OptionTable


def first_word(action):
    """The type of an action, as it begins its text."""
    return action.partition(" ")[0]


@dataclasses.dataclass(frozen=True)
class Game:
    """One game.

    ``match(options, players, dealer)`` makes a match before its first deal, with

    * ``dealer``, ``finished`` and ``events``, a ``Counter`` of what was worth counting,
    * ``entry()``: the match entry of TRACE.md section 5,
    * ``deal(deck)``: the next deal, of a pack as card numbers in dealing order,
    * ``settle(deal)``: score a deal that is over, advance, return its result entry
      (``None`` for a throw-in),
    * ``carry_on(result)``: advance by a recorded result instead; false if it cannot be used.

    A deal has ``turn``, ``over``, ``thrown_in`` and ``events``, ``legal()`` (every legal action
    as text), ``act(action)`` for a legal action, and ``views(seats)``, a list with the view of
    each seat in ``seats`` and ``None`` for the others.
    """

    name: str
    #: The numbers of players that the game knows.
    players: typing.Tuple[int, ...]
    pack: Pack
    options: OptionTable
    match: typing.Callable
    #: The kinds of action to count, and the kind of an action's text.
    kinds: typing.Tuple[str, ...]
    #: Names of everything that ``events`` may count.
    events: typing.Tuple[str, ...]
    kind_of: typing.Callable = first_word
