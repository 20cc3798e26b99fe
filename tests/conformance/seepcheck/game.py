"""Seep as ``tracecheck`` wants a game: its deals, its matches and what there is to count."""

import collections

from tracecheck import report
from tracecheck.game import Game
from tracecheck.reading import is_seat

from . import cards, legal, score, views
from .options import OPTIONS
from .table import Play, Table


class Deal:
    """One deal, from the bid to the last play."""

    def __init__(self, match, deck):
        self.match = match
        self.table = Table.deal(match.options, match.dealer, deck)
        self.thrown_in = not legal.legal_bids(self.table.hands[self.table.turn])
        self.events = self.table.events
        self.events["throw_in"] += self.thrown_in

    @property
    def turn(self):
        """The seat to act."""
        return self.table.turn

    @property
    def over(self):
        """Whether no decision is left."""
        return self.thrown_in or self.table.over

    def legal(self):
        """Every legal action, in canonical order."""
        return legal.legal_actions(self.table)

    def act(self, action):
        """Carry out a legal action."""
        if self.table.phase == "bid":
            self.table.make_bid(int(action[4:]))
        else:
            self.table.make_play(Play(action))

    def views(self, seats):
        """What the seats see, ``None`` for the others."""
        return views.views(self.table, self.match, seats)


class Match(score.Match):
    """A match that deals, and settles what was dealt."""

    def __init__(self, options, _players, dealer):
        super().__init__(options, dealer)
        self.events = collections.Counter()

    def deal(self, deck):
        """The next deal."""
        return Deal(self, deck)

    def settle(self, deal):
        """Score a deal that is over; ``None`` for a throw-in, which changes nothing."""
        if deal.thrown_in:
            return None
        table = deal.table
        counted = score.card_points(table.piles, self.options)
        forfeiting = score.forfeiting_team(counted, table.sweeps, self.options)
        self.events["forfeit"] += forfeiting is not None
        result = self.score_deal(counted, table.sweeps)
        self.events["baazi_won"] += result["baazi_winner"] is not None
        self.events["drawn_match"] += self.finished and not self.entry()["winners"]
        return result

    def carry_on(self, result):
        """Take a recorded result for true; say whether it is one."""
        if result is None:
            return True
        if type(result) is not dict:
            return False
        difference = result.get("difference")
        winner = result.get("baazi_winner")
        dealer = result.get("next_dealer")
        known = winner is None or (type(winner) is int and winner in (0, 1))
        if type(difference) is not int or not is_seat(dealer) or not known:
            return False
        self.advance(difference, winner, dealer)
        return True


GAME = Game(
    name="seep",
    players=(4,),
    pack=cards.PACK,
    options=OPTIONS,
    match=Match,
    kinds=("BID", "CAPTURE", "BUILD", "ADD", "BREAK", "THROW"),
    events=(
        "throw_in", "sweep_0", "sweep_25", "sweep_50", "capture_leaves_house", "build_cemented",
        "add_makes_owner", "break_merges", "break_for_partner", "nobody_captured", "forfeit",
        "baazi_won", "drawn_match",
    ),
)


def check_line(line):
    """The findings of one line of bytes."""
    return report.check_line(GAME, line)
