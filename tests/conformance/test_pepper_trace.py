"""The checker of Pepper traces: examples that must hold, corrupted lines that must not."""

import json
import unittest

from pepper_vectors import RESULT, THROWN_IN_LINE, VIEW, full_line
from peppercheck.game import GAME, check_line
from trace_cases import (
    CarriedOnTests, Checked, CommandLineTests, MutationTests, RandomPlayTests, deal, drop,
    general_mutations, key, match, options, put, result, shown_faults, step, swap, view, whole,
)
from tracecheck.reading import canonical


class OfPepper:
    """What all the test cases here are about."""

    GAME = GAME
    LINE = full_line(21, "4")
    check_line = staticmethod(check_line)


class Examples(OfPepper, Checked, unittest.TestCase):
    """The examples of TRACE.md."""

    def test_result(self):
        self.assertEqual(canonical(result(full_line(21, "4"))), RESULT)

    def test_view_after_the_first_card_of_trick_2(self):
        self.assertEqual(canonical(view(10, 1)(full_line(21, "4"))), VIEW)

    def test_lines_have_no_fault(self):
        for line in [full_line(21, "5"), full_line(22, "3"), full_line(23, "BP")]:
            self.assertEqual(shown_faults(self.check(line)), [])

    def test_thrown_in_line(self):
        findings = check_line(THROWN_IN_LINE.encode())
        self.assertEqual(shown_faults(findings), [])
        self.assertEqual(findings.counts[("event", "throw_in")], 1)

    def test_thrown_in_line_corrupted(self):
        for change, kinds in [
            (put(deal, "thrown_in", False), ["thrown_in"]),
            (put(deal, "result", {}), ["result"]),
            (lambda line: deal(line)["steps"].pop(), ["steps"]),
            (put(deal, "steps", []), ["thrown_in"]),
            (lambda line: deal(line)["steps"].append(deal(line)["steps"][0]), ["steps"]),
            (options(all_pass="dealer_must_bid_1"), ["legal", "action"]),
            (put(whole, "players", 3), ["seat", "seat", "steps", "match"]),
        ]:
            line = json.loads(THROWN_IN_LINE)
            change(line)
            self.assertEqual(self.kinds(line), kinds)

    def test_match_that_goes_on_after_its_end(self):
        line = full_line(22, "3", target=3)
        self.assertEqual(match(line), {"scores": [3, 3], "winners": [0, 1], "finished": True})
        self.assertEqual(self.kinds(line), [])
        line["deals"].append(line["deals"][0])
        self.assertEqual(self.kinds(line), ["deals"])


_SECOND = view(9, 3)

#: Corruptions of the line of row 21 that only Pepper has. Step 4 is the naming, 5 the lead.
PEPPER_MUTATIONS = [
    ("unknown value", options(both_out="higher"), ["options"]),
    ("option of another game", options(widow=0), ["options"]),
    ("two players", put(whole, "players", 2), None),
    ("three players", put(whole, "players", 3), ["first_dealer"]),
    ("legal bids", put(step(0), "legal", ["PASS", "BID 4", "BID LP"]), ["legal"]),
    ("legal with a six", lambda line: step(0)(line)["legal"].insert(6, "BID 6"), ["legal"]),
    ("bid too low", put(step(1), "action", "BID 4"), ["action"]),
    ("bid of six", put(step(1), "action", "BID 6"), ["action"]),
    ("names out of order", swap(key(step(4), "legal")), ["legal"]),
    ("name misspelt", put(step(4), "action", "NAME h"), ["action"]),
    ("revoke with the left bower", put(step(6), "action", "PLAY TD"), ["action"]),
    ("another strain", put(step(4), "action", "NAME D"), None),
    ("view strain too early", put(view(4, 0), "strain", "H"), ["view of seat 0"]),
    ("view strain absent", drop(_SECOND, "strain"), ["view of seat 3"]),
    ("view strain", put(_SECOND, "strain", "D"), ["view of seat 3"]),
    ("view scores", put(_SECOND, "scores", [1, 0]), ["view of seat 3"]),
    ("view scores of three", put(_SECOND, "scores", [0, 0, 0]), ["view of seat 3"]),
    ("view calls", swap(key(_SECOND, "calls")), ["view of seat 3"]),
    ("view tricks", put(_SECOND, "tricks", [0, 1]), ["view of seat 3"]),
    ("view trick", put(_SECOND, "trick", [[0, "QH"]]), ["view of seat 3"]),
    ("view last trick", drop(_SECOND, "last_trick"), ["view of seat 3"]),
    ("view last trick winner", put(key(_SECOND, "last_trick"), "winner", 2), ["view of seat 3"]),
    ("view history", put(_SECOND, "history", []), ["view of seat 3"]),
    ("view stock", put(_SECOND, "stock", 0), ["view of seat 3"]),
    ("result contract as number", put(result, "contract", 4), ["result"]),
    ("result declarer", put(result, "declarer", 2), ["result"]),
    ("result strain", put(result, "strain", "D"), ["result"]),
    ("result tricks", swap(key(result, "tricks")), ["result"]),
    ("result deltas", put(result, "deltas", [4, 0]), ["result"]),
    ("result totals", put(result, "totals", [5, 2]), ["result"]),
    ("match scores", put(match, "scores", [4, 3]), ["match"]),
    # The rules that an option changes must show in a trace played without it.
    ("option target", options(target=4), ["match"]),
    ("option no_trump", options(no_trump=False), ["legal"]),
    ("option history", options(history="open"), None),
    ("option all_pass", options(all_pass="dealer_must_bid_1"), []),
    ("option pass_final", options(pass_final=True), []),
    ("option one_round", options(one_round=True), []),
    ("option defenders_zero_penalty", options(defenders_zero_penalty=-6), []),
    ("option reveal_dead", options(reveal_dead=True), []),
]


class Mutations(OfPepper, MutationTests, unittest.TestCase):
    """One corruption, the fault for it, and no other."""

    MUTATIONS = general_mutations(9, "PLAY KS") + PEPPER_MUTATIONS


class CarriedOn(OfPepper, CarriedOnTests, unittest.TestCase):
    """A deal that cannot be replayed does not hide or spoil the ones after it."""

    def test_a_throw_in_that_cannot_be_replayed_moves_the_deal_on(self):
        for all_pass, dealer in [("next_dealer", 0), ("same_dealer", 1)]:
            line = json.loads(THROWN_IN_LINE)
            line["options"]["all_pass"] = all_pass
            line["deals"].append(json.loads(json.dumps(deal(line))))
            line["deals"][1]["dealer"] = dealer
            for one in line["deals"][1]["steps"]:
                one["seat"] = (one["seat"] + dealer - 1) % 2
            self.assertEqual(self.kinds(line), [])
            put(step(1), "action", "BID 8")(line)
            self.assertEqual(self.kinds(line), ["action"])

    def test_recorded_result_decides_the_match(self):
        line = full_line(22, "3", target=3, both_out="declarer_first")
        self.assertEqual(match(line)["winners"], [0])
        deal(line)["deck"].pop()
        self.assertEqual(self.kinds(line), ["pack"])
        result(line)["declarer"] = 1
        self.assertEqual(self.kinds(line), ["pack", "match"])
        result(line)["declarer"] = 4
        self.assertEqual(self.kinds(line), ["pack", "result", "match"])


class RandomPlay(OfPepper, RandomPlayTests, unittest.TestCase):
    """The checker replays its own random matches, and rare things happen in them."""

    RARE = ("LP_made", "both_out", "shared_win", "declarer_first_beats_higher")


class CommandLine(OfPepper, CommandLineTests, unittest.TestCase):
    """The script itself."""


if __name__ == "__main__":
    unittest.main()
