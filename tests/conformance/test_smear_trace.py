"""The checker of Smear traces: examples that must hold, corrupted lines that must not."""

import json
import unittest

from smear_vectors import THROWN_IN_LINE, WIDOW_RESULT, WIDOW_VIEW, scored_line, widow_line
from smearcheck.game import GAME, check_line
from trace_cases import (
    CarriedOnTests, Checked, CommandLineTests, MutationTests, RandomPlayTests, deal, drop,
    general_mutations, key, match, options, put, result, shown_faults, step, swap, view,
)
from tracecheck.reading import canonical


class OfSmear:
    """What all the test cases here are about."""

    GAME = GAME
    LINE = widow_line()
    check_line = staticmethod(check_line)


class Examples(OfSmear, Checked, unittest.TestCase):
    """The examples of TRACE.md."""

    def test_result(self):
        self.assertEqual(canonical(result(widow_line())), WIDOW_RESULT)

    def test_view_after_the_first_card_of_trick_2(self):
        self.assertEqual(canonical(view(10, 0)(widow_line())), WIDOW_VIEW)

    def test_lines_have_no_fault(self):
        for line in [widow_line(), scored_line(13), scored_line(17, low_to="winner")]:
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
            (options(widow=2, all_pass="dealer_stuck_2"), ["legal", "action"]),
            (put(step(1), "action", "BID 2"), ["legal", "legal", "steps"]),
        ]:
            line = json.loads(THROWN_IN_LINE)
            change(line)
            self.assertEqual(self.kinds(line), kinds)

    def test_both_teams_out(self):
        line = scored_line(16, target=1)
        self.assertEqual(match(line), {"scores": [3, 1], "winners": [0], "finished": True})
        self.assertEqual(self.check(line).counts[("event", "both_out")], 1)

    def test_match_that_goes_on_after_its_end(self):
        line = scored_line(14, target=4)
        self.assertEqual(match(line), {"scores": [4, 0], "winners": [0], "finished": True})
        self.assertEqual(self.kinds(line), [])
        line["deals"].append(line["deals"][0])
        self.assertEqual(self.kinds(line), ["deals"])


_LEAD = view(5, 0)

#: Corruptions of the line with a widow that only Smear has. Step 4 is the discard, 5 the lead.
SMEAR_MUTATIONS = [
    ("unknown value", options(widow=4), ["options"]),
    ("option of another game", options(widow=2, reveal_dead=True), ["options"]),
    ("legal bids", put(step(1), "legal", ["PASS", "BID 2", "BID 3", "BID 4"]), ["legal"]),
    ("bid too low", put(step(1), "action", "BID 2"), ["action"]),
    ("discard of too few", put(step(4), "action", "DISCARD JC"), ["action"]),
    ("discard out of order", put(step(4), "action", "DISCARD QC JC"), ["action"]),
    ("discard unclean", put(step(4), "action", "DISCARD JC QD KS"), ["action"]),
    ("a discard missing", lambda line: step(4)(line)["legal"].pop(3), ["legal"]),
    ("lead of a suit thrown away", lambda line: step(5)(line)["legal"].insert(0, "PLAY JC"),
     ["legal"]),
    ("revoke", put(step(6), "action", "PLAY KH"), ["action"]),
    ("view shows the widow to another", put(view(5, 2), "taken", ["KD", "TH"]),
     ["view of seat 2"]),
    ("view shows the discards to another", put(view(5, 1), "discards", ["JC", "QC"]),
     ["view of seat 1"]),
    ("view hides the widow", drop(_LEAD, "taken"), ["view of seat 0"]),
    ("view hides the discards", drop(_LEAD, "discards"), ["view of seat 0"]),
    ("view taken order", swap(key(_LEAD, "taken")), ["view of seat 0"]),
    ("view trump too early", put(_LEAD, "trump", "S"), ["view of seat 0"]),
    ("view stock", put(_LEAD, "stock", 8), ["view of seat 0"]),
    ("view widow", put(_LEAD, "widow", 0), ["view of seat 0"]),
    ("view scores", put(_LEAD, "scores", [0, 1]), ["view of seat 0"]),
    ("view calls", lambda line: _LEAD(line)["calls"].pop(), ["view of seat 0"]),
    ("view trick", put(_LEAD, "trick", [[0, "AS"]]), ["view of seat 0"]),
    ("view last trick too early", put(_LEAD, "last_trick", None), ["view of seat 0"]),
    ("view last trick winner", put(key(view(9, 3), "last_trick"), "winner", 1),
     ["view of seat 3"]),
    ("view last trick order", swap(key(key(view(9, 3), "last_trick"), "plays")),
     ["view of seat 3"]),
    ("view history", put(view(9, 3), "history", []), ["view of seat 3"]),
    ("view counts", put(view(9, 3), "counts", [14, 0]), ["view of seat 3"]),
    ("result bid", put(result, "bid", 3), ["result"]),
    ("result bidder", put(result, "bidder", 2), ["result"]),
    ("result trump", put(result, "trump", "C"), ["result"]),
    ("result discards order", swap(key(result, "discards")), ["result"]),
    ("result counts", put(result, "counts", [23, 40]), ["result"]),
    ("result points order", swap(key(lambda line: result(line)["points"], 0)), ["result"]),
    ("result points of the other team", swap(key(result, "points")), ["result"]),
    ("result deltas", put(result, "deltas", [4, 0]), ["result"]),
    ("result scores", put(result, "scores", [3, 0]), ["result"]),
    ("match scores", put(match, "scores", [3, 0]), ["match"]),
    # The rules that an option changes must show in a trace played without it.
    ("option widow", options(widow=1), None),
    ("option no widow", options(), None),
    ("option target", options(widow=2, target=3), ["match"]),
    ("option history", options(widow=2, history="open"), None),
    ("option open_counts", options(widow=2, open_counts=True), None),
    ("option all_pass", options(widow=2, all_pass="dealer_stuck_2"), []),
    ("option overbid_dealer", options(widow=2, overbid_dealer=True), ["legal"]),
    ("option nonbid_cap", options(widow=2, nonbid_cap=1), []),
    ("option reveal_stock", options(widow=2, reveal_stock=True), []),
    ("option win_needs_bid", options(widow=2, target=1, win_needs_bid=True), ["match"]),
]


class Mutations(OfSmear, MutationTests, unittest.TestCase):
    """One corruption, the fault for it, and no other."""

    MUTATIONS = general_mutations(9, "PLAY 9C") + SMEAR_MUTATIONS


class CarriedOn(OfSmear, CarriedOnTests, unittest.TestCase):
    """A deal that cannot be replayed does not hide or spoil the ones after it."""

    def test_a_throw_in_that_cannot_be_replayed_moves_the_deal_on(self):
        for all_pass, dealer in [("same_dealer", 2), ("next_dealer", 3)]:
            line = json.loads(THROWN_IN_LINE)
            line["options"]["all_pass"] = all_pass
            line["deals"].append(json.loads(json.dumps(deal(line))))
            line["deals"][1]["dealer"] = dealer
            for one in line["deals"][1]["steps"]:
                one["seat"] = (one["seat"] + dealer - 2) % 4
            self.assertEqual(self.kinds(line), [])
            put(step(2), "action", "BID 9")(line)
            self.assertEqual(self.kinds(line), ["action"])

    def test_recorded_result_decides_the_match(self):
        line = scored_line(14, target=4)
        deal(line)["deck"].pop()
        self.assertEqual(self.kinds(line), ["pack"])
        result(line)["points"] = 3
        self.assertEqual(self.kinds(line), ["pack", "result", "match"])


class RandomPlay(OfSmear, RandomPlayTests, unittest.TestCase):
    """The checker replays its own random matches, and rare things happen in them."""

    RARE = (
        "more_than_six_of_a_suit_held", "excess_trump_discarded", "scoring_trump_discarded",
        "jack_of_trump_discarded", "only_one_trump_played", "out_without_winning", "both_out",
        "both_out_level", "both_out_bidder_lower",
    )


class CommandLine(OfSmear, CommandLineTests, unittest.TestCase):
    """The script itself."""


if __name__ == "__main__":
    unittest.main()
