"""Replaying one match line of TRACE.md and comparing everything its section 8 lists."""

import collections

from . import cards, legal, score, views
from .options import TABLE, OptionError, table_options
from .reading import is_seat, same
from .table import Play, Table


class _Absent:
    def __repr__(self):
        return "nothing"


#: Stands for a key that is not there.
ABSENT = _Absent()

#: One difference between the trace and the rules. ``deal`` counts from 1 and ``step``
#: from 0, so that step 0 is the bid and step n is play n; both are ``None`` where the
#: fault belongs to the match or to the deal as a whole.
Fault = collections.namedtuple("Fault", "deal step kind expected found")


class Findings:
    """The faults of one or more matches, and counts of what was checked and seen."""

    def __init__(self):
        self.faults = []
        self.counts = collections.Counter()

    def count(self, what, how_often=1):
        """Count something seen."""
        self.counts[what] += how_often


def check_match(entry):
    """Replay a Seep match line (as a dictionary) and return its ``Findings``."""
    findings = Findings()
    _Replay(entry, findings).run()
    return findings


class _Skip(Exception):
    """The rest of the deal cannot be replayed."""


class _Replay:
    """One match line being replayed."""

    def __init__(self, entry, findings):
        self.entry = entry
        self.findings = findings
        self.deal = None
        self.step = None
        self.options = None
        self.match = None

    def fault(self, kind, expected, found):
        """Record a fault at the present deal and step."""
        self.findings.faults.append(Fault(self.deal, self.step, kind, expected, found))

    def expect(self, kind, expected, found):
        """Record a fault unless two JSON values are the same; say whether they were."""
        equal = found is not ABSENT and same(expected, found)
        if not equal:
            self.fault(kind, expected, found)
        return equal

    def run(self):
        """Check the whole line."""
        entry, findings = self.entry, self.findings
        findings.count("matches")
        self.expect("players", 4, entry.get("players", ABSENT))
        try:
            self.options = table_options(entry.get("options", ABSENT))
        except OptionError as error:
            self.fault("options", "options of the rules", error)
            return
        for name in TABLE:
            findings.count(("option", name, str(getattr(self.options, name)).lower()))
        deals = entry.get("deals", ABSENT)
        if type(deals) is not list:
            self.fault("deals", "a list", deals)
            return
        dealer = entry.get("first_dealer", ABSENT)
        if not is_seat(dealer):
            self.fault("first_dealer", "a seat", dealer)
            return
        self.match = score.Match(self.options, dealer)
        for number, deal in enumerate(deals, 1):
            self.deal = number
            if self.match.finished:
                self.fault("deals", "no deal after the end of the match", "one more deal")
                break
            self._deal(deal)
        self.deal = None
        self._match_entry()

    def _match_entry(self):
        expected = self.match.entry()
        self.expect("match", expected, self.entry.get("match", ABSENT))
        if expected["finished"]:
            self.findings.count("finished")
            if not expected["winners"]:
                self.findings.count(("event", "drawn_match"))

    def _deal(self, deal):
        self.findings.count("deals")
        if type(deal) is not dict:
            self.fault("deal", "an object", deal)
            return
        try:
            if not self.expect("dealer", self.match.dealer, deal.get("dealer", ABSENT)):
                # Follow the trace, so that one wrong dealer does not spoil every step.
                if is_seat(deal.get("dealer")):
                    self.match.dealer = deal["dealer"]
            self._replay_deal(deal, self._pack(deal.get("deck", ABSENT)))
        except _Skip:
            self.findings.count("skipped_deals")
            self.step = None
            self._carry_on(deal.get("result", ABSENT))
        self.step = None

    def _pack(self, deck):
        if type(deck) is list and len(deck) == 52:
            if all(type(name) is str for name in deck) and set(deck) == set(cards.NUMBER):
                return [cards.NUMBER[name] for name in deck]
        self.fault("pack", "the 52 cards, each once", deck)
        raise _Skip

    def _carry_on(self, result):
        """Take the recorded result of a deal that could not be replayed for true."""
        if result is None:
            return
        if type(result) is dict:
            difference = result.get("difference")
            winner = result.get("baazi_winner")
            dealer = result.get("next_dealer")
            if type(difference) is int and is_seat(dealer):
                if winner is None or (type(winner) is int and winner in (0, 1)):
                    self.match.advance(difference, winner, dealer)
                    return
        self.fault("result", "a result to carry on with", result)

    def _replay_deal(self, deal, pack):
        steps = deal.get("steps", ABSENT)
        if type(steps) is not list:
            self.fault("steps", "a list", steps)
            raise _Skip
        table = Table.deal(self.options, self.match.dealer, pack)
        thrown_in = not legal.legal_bids(table.hands[table.turn])
        flag_right = self.expect("thrown_in", thrown_in, deal.get("thrown_in", ABSENT))
        if thrown_in:
            self._throw_in(deal, steps)
            return
        if not flag_right and not steps:
            raise _Skip
        self._steps(table, steps)
        self._result(table, deal.get("result", ABSENT))

    def _throw_in(self, deal, steps):
        self.findings.count(("event", "throw_in"))
        if steps:
            self.step = 0
            self.fault("steps", "none: the deal is thrown in", f"{len(steps)} steps")
            raise _Skip
        self.expect("result", None, deal.get("result", ABSENT))

    def _steps(self, table, steps):
        for number, step in enumerate(steps):
            self.step = number
            if table.over:
                self.fault("steps", "the end of the deal", f"{len(steps) - number} more steps")
                break
            self._one_step(table, step)
        else:
            if not table.over:
                self.step = len(steps)
                self.fault("steps", "a step: the deal is not over", "the end of the list")
                raise _Skip
        self.step = None
        for event, how_often in table.events.items():
            self.findings.count(("event", event), how_often)

    def _one_step(self, table, step):
        self.findings.count("steps")
        if type(step) is not dict:
            self.fault("step", "an object", step)
            raise _Skip
        self.expect("seat", table.turn, step.get("seat", ABSENT))
        actions = legal.legal_actions(table)
        self._legal(actions, step.get("legal", ABSENT))
        if "views" in step:
            self._views(table, step["views"])
        action = step.get("action", ABSENT)
        if action not in actions:
            self.fault("action", "a legal action", action)
            raise _Skip
        self.findings.count("actions_listed", len(actions))
        kind = action.partition(" ")[0]
        self.findings.count(("action", kind))
        if kind == "BID":
            table.make_bid(int(action[4:]))
        else:
            table.make_play(Play(action))

    def _legal(self, expected, found):
        if found == expected:
            return
        if type(found) is not list or not all(type(action) is str for action in found):
            self.fault("legal", "a list of texts", found)
            return
        missing = [action for action in expected if action not in found]
        surplus = [action for action in found if action not in expected]
        if missing or surplus:
            self.fault("legal", f"also {missing}" if missing else "less", f"illegal {surplus}")
        elif len(found) != len(expected):
            twice = [action for action in expected if found.count(action) > 1]
            self.fault("legal", "no repetition", f"repeated {twice}")
        else:
            place = next(n for n, action in enumerate(expected) if action != found[n])
            self.fault("legal", f"{expected[place]!r} at place {place}", repr(found[place]))

    def _views(self, table, found):
        if type(found) is not list or len(found) != 4:
            self.fault("view", "four views", found)
            return
        seats = [seat for seat in range(4) if found[seat] is not None]
        self.findings.count("views", len(seats))
        expected = views.views(table, self.match, seats)
        if same(expected, found):
            return
        for seat in seats:
            self._view(seat, expected[seat], found[seat])

    def _view(self, seat, expected, found):
        if type(found) is not dict:
            self.fault(f"view of seat {seat}", "an object", found)
            return
        differ = sorted(
            key
            for key in set(expected) | set(found)
            if key not in expected or key not in found or not same(expected[key], found[key])
        )
        if differ:
            self.fault(
                f"view of seat {seat}",
                {key: expected.get(key, ABSENT) for key in differ},
                {key: found.get(key, ABSENT) for key in differ},
            )

    def _result(self, table, found):
        counted = score.card_points(table.piles, self.options)
        if score.forfeiting_team(counted, table.sweeps, self.options) is not None:
            self.findings.count(("event", "forfeit"))
        expected = self.match.score_deal(counted, table.sweeps)
        if expected["baazi_winner"] is not None:
            self.findings.count(("event", "baazi_won"))
        self.expect("result", expected, found)
