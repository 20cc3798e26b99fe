"""Replaying one match line of TRACE.md and comparing everything its section 8 lists."""

from .findings import ABSENT, Fault, Findings
from .options import OptionError
from .reading import is_seat, same


def check_match(game, entry):
    """Replay a match line (as a dictionary) of a game and return its ``Findings``."""
    findings = Findings()
    _Replay(game, entry, findings).run()
    return findings


class _Skip(Exception):
    """The rest of the deal cannot be replayed."""


class _Replay:
    """One match line being replayed."""

    def __init__(self, game, entry, findings):
        self.game = game
        self.entry = entry
        self.findings = findings
        self.players = None
        self.deal = None
        self.step = None
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
        self.findings.count("matches")
        deals = self.entry.get("deals", ABSENT)
        if type(deals) is not list:
            self.fault("deals", "a list", deals)
            return
        self.match = self._new_match()
        if self.match is None:
            return
        for number, deal in enumerate(deals, 1):
            self.deal = number
            if self.match.finished:
                self.fault("deals", "no deal after the end of the match", "one more deal")
                break
            self._deal(deal)
        self.deal = None
        self._match_entry()

    def _new_match(self):
        """The match before its first deal; ``None`` if the line does not say how it is played."""
        game, entry = self.game, self.entry
        self.players = entry.get("players", ABSENT)
        if type(self.players) is not int or self.players not in game.players:
            self.fault("players", f"one of {list(game.players)}", self.players)
            return None
        try:
            options = game.options.chosen(entry.get("options", ABSENT))
        except OptionError as error:
            self.fault("options", "options of the rules", error)
            return None
        dealer = entry.get("first_dealer", ABSENT)
        if not is_seat(dealer, self.players):
            self.fault("first_dealer", "a seat", dealer)
            return None
        self.findings.count(("players", str(self.players)))
        for name in game.options.rows:
            self.findings.count(("option", name, str(getattr(options, name)).lower()))
        return game.match(options, self.players, dealer)

    def _match_entry(self):
        expected = self.match.entry()
        self.expect("match", expected, self.entry.get("match", ABSENT))
        if expected["finished"]:
            self.findings.count("finished")
        for event, how_often in self.match.events.items():
            self.findings.count(("event", event), how_often)

    def _deal(self, deal):
        self.findings.count("deals")
        if type(deal) is not dict:
            self.fault("deal", "an object", deal)
            return
        try:
            if not self.expect("dealer", self.match.dealer, deal.get("dealer", ABSENT)):
                # Follow the trace, so that one wrong dealer does not spoil every step.
                if is_seat(deal.get("dealer"), self.players):
                    self.match.dealer = deal["dealer"]
            self._replay_deal(deal, self._pack(deal.get("deck", ABSENT)))
        except _Skip:
            self.findings.count("skipped_deals")
            self.step = None
            result = deal.get("result", ABSENT)
            if not self.match.carry_on(result):
                self.fault("result", "a result to carry on with", result)
        self.step = None

    def _pack(self, deck):
        order = self.game.pack.dealing_order(deck)
        if order is None:
            self.fault("pack", f"the {len(self.game.pack.texts)} cards, each once", deck)
            raise _Skip
        return order

    def _replay_deal(self, deal, pack):
        steps = deal.get("steps", ABSENT)
        if type(steps) is not list:
            self.fault("steps", "a list", steps)
            raise _Skip
        played = self.match.deal(pack)
        said_thrown_in = deal.get("thrown_in", ABSENT)
        if said_thrown_in is True and not steps and not played.over:
            self.fault("thrown_in", False, True)
            raise _Skip
        self._steps(played, steps)
        self.expect("thrown_in", played.thrown_in, said_thrown_in)
        self.match.events.update(played.events)
        self.expect("result", self.match.settle(played), deal.get("result", ABSENT))

    def _steps(self, played, steps):
        for number, step in enumerate(steps):
            self.step = number
            if played.over:
                self.fault("steps", "the end of the deal", f"{len(steps) - number} more steps")
                break
            self._one_step(played, step)
        else:
            if not played.over:
                self.step = len(steps)
                self.fault("steps", "a step: the deal is not over", "the end of the list")
                raise _Skip
        self.step = None

    def _one_step(self, played, step):
        self.findings.count("steps")
        if type(step) is not dict:
            self.fault("step", "an object", step)
            raise _Skip
        self.expect("seat", played.turn, step.get("seat", ABSENT))
        actions = played.legal()
        self._legal(actions, step.get("legal", ABSENT))
        if "views" in step:
            self._views(played, step["views"])
        action = step.get("action", ABSENT)
        if action not in actions:
            self.fault("action", "a legal action", action)
            raise _Skip
        self.findings.count("actions_listed", len(actions))
        self.findings.count(("action", self.game.kind_of(action)))
        played.act(action)

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

    def _views(self, played, found):
        if type(found) is not list or len(found) != self.players:
            self.fault("view", f"{self.players} views", found)
            return
        seats = [seat for seat in range(self.players) if found[seat] is not None]
        self.findings.count("views", len(seats))
        expected = played.views(seats)
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
