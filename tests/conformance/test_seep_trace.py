"""The trace checker: vectors that must hold, corrupted lines that must not, its own random play."""

import copy
import hashlib
import json
import os
import subprocess
import sys
import unittest

import vectors
from seepcheck import cards, legal, views
from seepcheck.options import table_options
from seepcheck.random_play import random_matches
from seepcheck.reading import canonical
from seepcheck.report import check_line, check_lines, fault_line
from seepcheck.score import Match
from seepcheck.table import Play, Table
from seepcheck.trace import Findings

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "seep_trace.py")


def v1_plays():
    """The plays of V1 as (seat, action, whether a sweep is noted)."""
    for item in " ".join(vectors.PLAYS.split()).split("; "):
        place, _, action = item.partition(" ")
        noted = action.endswith(" sweep50")
        yield int(place[-1]), action[: -len(" sweep50")] if noted else action, noted


def v1_line():
    """The trace line of V1 with the views of every seat."""
    deck = vectors.DECK.split()
    match = Match(table_options({}), 0)
    table = Table.deal(match.options, 0, [cards.NUMBER[name] for name in deck])
    steps = []
    for seat, action in [(1, "BID 10")] + [(seat, action) for seat, action, _ in v1_plays()]:
        actions = legal.legal_actions(table)
        shown = views.views(table, match)
        steps.append({"seat": seat, "legal": actions, "action": action, "views": shown})
        if table.phase == "bid":
            table.make_bid(10)
        else:
            table.make_play(Play(action))
    deal = {
        "dealer": 0, "deck": deck, "steps": steps, "thrown_in": False,
        "result": json.loads(vectors.RESULT),
    }
    return {
        "game": "seep", "players": 4, "options": {}, "first_dealer": 0, "deals": [deal],
        "match": {"won": [0, 0], "difference": 38, "winners": [], "finished": False},
    }


def check(line):
    """The findings for a line given as a dictionary."""
    return check_line(json.dumps(line).encode())


def shown_faults(findings):
    """The faults as printed."""
    return [fault_line("line", fault) for fault in findings.faults]


class Vectors(unittest.TestCase):
    """V1 and the examples of TRACE.md."""

    def test_v1_line_has_no_fault(self):
        findings = check(v1_line())
        self.assertEqual(shown_faults(findings), [])
        self.assertEqual(findings.counts["steps"], 49)
        self.assertEqual(findings.counts["views"], 4 * 49)

    def test_v1_legal_lists(self):
        lists = [step["legal"] for step in v1_line()["deals"][0]["steps"][1:]]
        counts = [int(number) for number in vectors.LEGAL_COUNTS.split()]
        self.assertEqual([len(one) for one in lists], counts)
        printed = "".join("\n".join(one) + "\n\n" for one in lists)
        self.assertEqual(hashlib.sha256(printed.encode()).hexdigest(), vectors.LEGAL_SHA256)

    def test_v1_sweeps_are_where_the_vector_notes_them(self):
        steps = v1_line()["deals"][0]["steps"]
        totals = [sum(step["views"][0]["sweeps"]) for step in steps[2:]]
        noted = [50 if sweep else 0 for _, _, sweep in v1_plays()]
        self.assertEqual(totals, [sum(noted[:n]) for n in range(1, 48)])

    def test_v1_view_before_play_4(self):
        seen = v1_line()["deals"][0]["steps"][4]["views"][0]
        self.assertEqual(canonical(seen), vectors.VIEW_BEFORE_PLAY_4)

    def test_thrown_in_example(self):
        findings = check_line(vectors.THROWN_IN_LINE.encode())
        self.assertEqual(shown_faults(findings), [])
        self.assertEqual(findings.counts[("event", "throw_in")], 1)

    def test_views_hide_and_show_what_the_options_say(self):
        deck = [cards.NUMBER[name] for name in vectors.DECK.split()]
        options = table_options({"bid_floor": "bidder_sees", "history": "open"})
        table, match = Table.deal(options, 0, deck), Match(options, 0)
        seen = views.views(table, match)
        self.assertEqual(seen[1]["floor"], ["AH", "5C", "7C", "KS"])
        self.assertEqual([("floor" in view, view["backs"]) for view in seen],
                         [(False, 4), (True, 4), (False, 4), (False, 4)])
        self.assertEqual([view["stock"] for view in seen], [44] * 4)
        self.assertEqual(seen[0]["hand"], [])
        self.assertEqual(seen[0]["captured"], [[], []])
        self.assertFalse({"loose", "houses", "bid", "play", "latest"} & set(seen[1]))
        table.make_bid(10)
        seen = views.views(table, match)
        self.assertFalse({"floor", "backs"} & set(seen[1]))
        self.assertEqual((seen[1]["phase"], seen[1]["play"], seen[1]["stock"]), ("opening", 1, 44))


def _step(number):
    return lambda line: line["deals"][0]["steps"][number]


def _set(find, key, value):
    def corrupt(line):
        find(line)[key] = value
    return corrupt


def _delete(find, key):
    def corrupt(line):
        del find(line)[key]
    return corrupt


def _swap(items, one=0, other=1):
    items[one], items[other] = items[other], items[one]


def _deal(line):
    return line["deals"][0]


def _result(line):
    return line["deals"][0]["result"]


def _match(line):
    return line["match"]


def _line(line):
    return line


def _view(step, seat):
    return lambda line: line["deals"][0]["steps"][step]["views"][seat]


def _latest(line):
    return _view(4, 0)(line)["latest"]


def _house(line):
    return _view(4, 0)(line)["houses"][0]


#: Corruptions of the V1 line: what, how, the kinds of fault that must come out, all of them.
MUTATIONS = [
    ("players", _set(_line, "players", 2), ["players"]),
    ("players absent", _delete(_line, "players"), ["players"]),
    ("unknown game", _set(_line, "game", "whist"), ["game"]),
    ("unknown option", _set(_line, "options", {"colour": "red"}), ["options"]),
    ("unknown option value", _set(_line, "options", {"throw": "never"}), ["options"]),
    ("switch as number", _set(_line, "options", {"sweeps": 1}), ["options"]),
    ("options absent", _delete(_line, "options"), ["options"]),
    ("first dealer no seat", _set(_line, "first_dealer", 4), ["first_dealer"]),
    ("first dealer another seat", _set(_line, "first_dealer", 3), ["dealer"]),
    ("deals absent", _delete(_line, "deals"), ["deals"]),
    ("deal no object", lambda line: line["deals"].append(3), ["deal"]),
    ("a deal too many", lambda line: (_set(_line, "options", {"match_mode": "deals", "n_deals": 1})(
        line), line["deals"].append(copy.deepcopy(_deal(line)))), ["deals", "match"]),
    ("pack lacks a card", lambda line: _deal(line)["deck"].pop(), ["pack"]),
    ("pack doubles a card", lambda line: _deal(line)["deck"].__setitem__(0, "4C"), ["pack"]),
    ("pack of other texts", lambda line: _deal(line)["deck"].__setitem__(0, "10C"), ["pack"]),
    ("pack absent", _delete(_deal, "deck"), ["pack"]),
    ("thrown_in", _set(_deal, "thrown_in", True), ["thrown_in"]),
    ("thrown_in absent", _delete(_deal, "thrown_in"), ["thrown_in"]),
    ("thrown_in as number", _set(_deal, "thrown_in", 0), ["thrown_in"]),
    ("steps end early", lambda line: _deal(line)["steps"].pop(), ["steps"]),
    ("steps end late", lambda line: _deal(line)["steps"].append(_step(48)(line)), ["steps"]),
    ("steps absent", _delete(_deal, "steps"), ["steps"]),
    ("step no object", lambda line: _deal(line)["steps"].__setitem__(7, []), ["step"]),
    ("seat", _set(_step(9), "seat", 2), ["seat"]),
    ("seat absent", _delete(_step(9), "seat"), ["seat"]),
    ("seat as switch", _set(_step(1), "seat", True), ["seat"]),
    ("legal lacks an action", lambda line: _step(9)(line)["legal"].pop(), ["legal"]),
    ("legal has an illegal action", lambda line: _step(9)(line)["legal"].append("THROW KC"),
     ["legal"]),
    ("legal out of order", lambda line: _swap(_step(9)(line)["legal"]), ["legal"]),
    ("legal repeats", lambda line: _step(9)(line)["legal"].insert(0, _step(9)(line)["legal"][0]),
     ["legal"]),
    ("legal absent", _delete(_step(9), "legal"), ["legal"]),
    ("legal bids", _set(_step(0), "legal", ["BID 10", "BID 9"]), ["legal"]),
    ("action illegal", _set(_step(9), "action", "THROW KC"), ["action"]),
    ("action misspelt", _set(_step(9), "action", "THROW 2D []"), ["action"]),
    ("action absent", _delete(_step(9), "action"), ["action"]),
    ("action no text", _set(_step(9), "action", ["THROW 2D"]), ["action"]),
    ("bid not held", _set(_step(0), "action", "BID 12"), ["action"]),
    ("three views", lambda line: _step(9)(line)["views"].pop(), ["view"]),
    ("view no object", lambda line: _step(9)(line)["views"].__setitem__(2, 5), ["view of seat 2"]),
    ("view of another seat", lambda line: _swap(_step(9)(line)["views"]),
     ["view of seat 0", "view of seat 1"]),
    ("view key too many", _set(_view(4, 0), "captured", [[], []]), ["view of seat 0"]),
    ("view key absent", _delete(_view(4, 0), "latest"), ["view of seat 0"]),
    ("view shows the floor to the bidder", _set(_view(0, 1), "floor", ["AH", "5C", "7C", "KS"]),
     ["view of seat 1"]),
    ("view hand order", lambda line: _swap(_view(4, 0)(line)["hand"]), ["view of seat 0"]),
    ("view hand sizes", lambda line: _swap(_view(4, 0)(line)["hand_sizes"]), ["view of seat 0"]),
    ("view taken order", lambda line: _swap(_latest(line)["taken"]), ["view of seat 0"]),
    ("view house owners", _set(_house, "owners", [0]), ["view of seat 0"]),
    ("view switch as number", _set(_house, "cemented", 1), ["view of seat 0"]),
    ("view piles", _set(_view(4, 0), "piles", [4, 0]), ["view of seat 0"]),
    ("view stock", _set(_view(4, 0), "stock", 44), ["view of seat 0"]),
    ("view play", _set(_view(4, 0), "play", 3), ["view of seat 0"]),
    ("view number with a point", _set(_view(4, 0), "play", 4.0), ["view of seat 0"]),
    ("view difference", _set(_view(4, 0), "difference", 38), ["view of seat 0"]),
    ("result points", lambda line: _swap(_result(line)["card_points"]), ["result"]),
    ("result sweeps", _set(_result, "sweeps", [100, 50]), ["result"]),
    ("result score", _set(_result, "score", [169, 130]), ["result"]),
    ("result difference", _set(_result, "difference", 0), ["result"]),
    ("result baazi winner", _set(_result, "baazi_winner", 0), ["result"]),
    ("result next dealer", _set(_result, "next_dealer", 0), ["result"]),
    ("result next dealer as switch", _set(_result, "next_dealer", True), ["result"]),
    ("result key absent", _delete(_result, "baazi_winner"), ["result"]),
    ("result key too many", _set(_result, "dealer", 0), ["result"]),
    ("result null", _set(_deal, "result", None), ["result"]),
    ("result absent", _delete(_deal, "result"), ["result"]),
    ("match won", _set(_match, "won", [1, 0]), ["match"]),
    ("match difference", _set(_match, "difference", 0), ["match"]),
    ("match winners", _set(_match, "winners", [0]), ["match"]),
    ("match finished", _set(_match, "finished", True), ["match"]),
    ("match key too many", _set(_match, "dealer", 1), ["match"]),
    ("match absent", _delete(_line, "match"), ["match"]),
    # The rules that an option changes must show in a trace played without it.
    ("option lead_to_win", _set(_line, "options", {"lead_to_win": 38}), ["result", "match"]),
    ("option sweeps", _set(_line, "options", {"sweeps": False}), None),
    ("option history", _set(_line, "options", {"history": "open"}), None),
    ("option bid_floor", _set(_line, "options", {"bid_floor": "bidder_sees"}), ["view of seat 1"]),
    ("option ten_diamonds", _set(_line, "options", {"ten_diamonds": 2}), ["result", "match"]),
    ("option throw", _set(_line, "options", {"throw": "free"}), None),
    ("option capture", _set(_line, "options", {"capture": "free"}), None),
    ("option absorb_sets", _set(_line, "options", {"absorb_sets": "mandatory"}), None),
    ("option match_mode", _set(_line, "options", {"match_mode": "deals", "n_deals": 1}), ["match"]),
]

#: Lines that are not JSON objects of the format.
UNREADABLE = [
    b"{", b"[]", b"3", b"not json", b'{"game":"seep","game":"seep"}', b'{"a":NaN}', b"\xff{}",
    b'{"game":"seep"} {}',
]


class Mutations(unittest.TestCase):
    """One corruption, the fault for it, and no other."""

    def test_corrupted_v1_lines(self):
        untouched = json.dumps(v1_line())
        for name, corrupt, kinds in MUTATIONS:
            with self.subTest(name):
                line = json.loads(untouched)
                corrupt(line)
                found = [fault.kind for fault in check(line).faults]
                if kinds is None:
                    self.assertTrue(found)
                else:
                    self.assertEqual(found, kinds)

    def test_unreadable_lines(self):
        for line in UNREADABLE:
            kinds = [fault.kind for fault in check_line(line).faults]
            self.assertEqual(kinds, ["line"], line)

    def test_what_the_format_leaves_free_is_no_fault(self):
        line = v1_line()
        line["note"] = {"seed": 1.5}
        _deal(line)["note"] = "kept"
        for step in _deal(line)["steps"]:
            step["note"] = None
        _step(3)(line)["views"] = [None, None, None, None]
        _step(4)(line)["views"][2] = None
        del _step(5)(line)["views"]
        line["options"] = {"n_deals": 9}
        findings = check(dict(reversed(list(line.items()))))
        self.assertEqual(shown_faults(findings), [])
        self.assertEqual(findings.counts["views"], 4 * 49 - 9)

    def test_thrown_in_line_corrupted(self):
        for key, value, kinds in [
            ("thrown_in", False, ["thrown_in"]),
            ("steps", [{"seat": 1, "legal": ["BID 9"], "action": "BID 9"}], ["steps"]),
            ("result", json.loads(vectors.RESULT), ["result"]),
        ]:
            line = json.loads(vectors.THROWN_IN_LINE)
            line["deals"][0][key] = value
            self.assertEqual([fault.kind for fault in check(line).faults], kinds)

    def test_played_deal_called_thrown_in(self):
        line = v1_line()
        _deal(line).update(steps=[], thrown_in=True, result=None)
        line["match"]["difference"] = 0
        self.assertEqual([fault.kind for fault in check(line).faults], ["thrown_in"])

    def test_other_games_are_passed_over(self):
        findings = check_line(b'{"game":"smear"}')
        self.assertEqual((findings.faults, findings.counts["other_games"]), ([], 1))

    def test_fault_line_names_the_place(self):
        line = v1_line()
        _step(9)(line)["seat"] = 2
        self.assertEqual(
            shown_faults(check(line)), ["line deal 1 step 9: seat: expected 1; found 2"]
        )


class CarriedOn(unittest.TestCase):
    """A deal that cannot be replayed does not hide or spoil the ones after it."""

    @classmethod
    def setUpClass(cls):
        changed = {"lead_to_win": 60, "n_baazis": 3, "throw": "free"}
        for line in random_matches("carry", 50, changed, 12):
            played = [deal for deal in line["deals"] if not deal["thrown_in"]]
            winners = [deal["result"]["baazi_winner"] for deal in played]
            if len(played) >= 4 and winners[0] is not None:
                cls.line = line
                cls.first = line["deals"].index(played[0])
                cls.last = line["deals"].index(played[-1])
                return
        raise AssertionError("no match of four played deals in the sample")

    def faults_of(self, corrupt):
        line = copy.deepcopy(self.line)
        corrupt(line["deals"])
        findings = check(line)
        places = [(fault.deal, fault.kind) for fault in findings.faults]
        return places, findings.counts["skipped_deals"]

    def test_illegal_action_and_a_later_fault(self):
        def corrupt(deals):
            deals[self.first]["steps"][5]["action"] = "THROW AC AC"
            deals[self.last]["steps"][5]["seat"] = 9

        expected = [(self.first + 1, "action"), (self.last + 1, "seat")]
        self.assertEqual(self.faults_of(corrupt), (expected, 1))

    def test_bad_pack(self):
        places, skipped = self.faults_of(lambda deals: deals[self.first]["deck"].pop())
        self.assertEqual((places, skipped), ([(self.first + 1, "pack")], 1))

    def test_wrong_dealer_of_the_last_deal(self):
        def corrupt(deals):
            deals[self.last]["dealer"] = (deals[self.last]["dealer"] + 1) % 4

        places, _ = self.faults_of(corrupt)
        self.assertEqual(places[0], (self.last + 1, "dealer"))

    def test_result_that_cannot_be_carried_on(self):
        def corrupt(deals):
            deals[self.first]["deck"].pop()
            deals[self.first]["result"] = {"difference": 3}

        places, _ = self.faults_of(corrupt)
        self.assertEqual(places[:2], [(self.first + 1, "pack"), (self.first + 1, "result")])


class RandomPlay(unittest.TestCase):
    """The checker replays its own random matches, and rare things happen in them."""

    def test_own_matches_have_no_fault(self):
        everything = Findings()
        lines = [json.dumps(line).encode() for line in random_matches(7, 60, max_deals=8)]
        for _, findings in check_lines(enumerate(lines), jobs=2):
            everything.faults += findings.faults
            everything.counts.update(findings.counts)
        self.assertEqual(shown_faults(everything), [])
        self.assertEqual(everything.counts["matches"], 60)
        for kind in ("BID", "CAPTURE", "BUILD", "ADD", "BREAK", "THROW"):
            self.assertGreater(everything.counts[("action", kind)], 20, kind)
        for event in (
            "throw_in", "sweep_50", "sweep_0", "baazi_won", "build_cemented", "add_makes_owner",
            "break_merges", "break_for_partner", "capture_leaves_house",
        ):
            self.assertGreater(everything.counts[("event", event)], 0, event)

    def test_same_seed_same_matches(self):
        self.assertEqual(
            list(random_matches(3, 2, max_deals=1)), list(random_matches(3, 2, max_deals=1))
        )


class CommandLine(unittest.TestCase):
    """The script itself."""

    def run_script(self, *arguments, stdin=b""):
        return subprocess.run(
            [sys.executable, SCRIPT, *arguments], input=stdin, capture_output=True, check=False
        )

    def test_generated_lines_pass_and_a_fault_fails(self):
        made = self.run_script("--generate", "2", "--seed", "5", "--max-deals", "2")
        self.assertEqual(made.returncode, 0)
        good = self.run_script("--jobs", "2", stdin=b"\n" + made.stdout + b"\n")
        self.assertEqual(good.returncode, 0, good.stdout)
        self.assertIn(b"matches:2", good.stdout)
        self.assertIn(b"faults:0", good.stdout)
        bad = self.run_script(stdin=made.stdout + b"{}\n")
        self.assertEqual(bad.returncode, 1)
        self.assertTrue(bad.stdout.startswith(b"stdin:3: game: "), bad.stdout)

    def test_nothing_to_check_is_a_failure(self):
        self.assertEqual(self.run_script(stdin=b"").returncode, 1)


if __name__ == "__main__":
    unittest.main()
