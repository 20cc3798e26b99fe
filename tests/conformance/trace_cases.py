"""Making good trace lines, corrupting them, and the tests that every game's checker must pass."""

import copy
import json
import os
import subprocess
import sys

from tracecheck.findings import Findings
from tracecheck.random_play import random_matches
from tracecheck.report import check_lines, fault_line

HERE = os.path.dirname(os.path.abspath(__file__))


def played_line(game, changed, players, dealer, deck, actions):
    """The line of a match whose only deal is played with the given actions, with every view."""
    match_so_far = game.match(game.options.chosen(changed), players, dealer)
    played = match_so_far.deal(game.pack.dealing_order(deck))
    steps = []
    for action in actions:
        legal = played.legal()
        assert action in legal, f"{action} is not one of {legal}"
        views = played.views(range(players))
        steps.append({"seat": played.turn, "legal": legal, "action": action, "views": views})
        played.act(action)
    assert played.over, "the deal goes on"
    return {
        "game": game.name, "players": players, "options": changed, "first_dealer": dealer,
        "deals": [{
            "dealer": dealer, "deck": deck, "steps": steps, "thrown_in": played.thrown_in,
            "result": match_so_far.settle(played),
        }],
        "match": match_so_far.entry(),
    }


def whole(line):
    """The line itself."""
    return line


def deal(line):
    """Its first deal."""
    return line["deals"][0]


def result(line):
    """The result of its first deal."""
    return deal(line)["result"]


def match(line):
    """Its match entry."""
    return line["match"]


def step(number):
    """Finds a step of the first deal."""
    return lambda line: deal(line)["steps"][number]


def view(number, seat):
    """Finds what a seat sees before a step of the first deal."""
    return lambda line: step(number)(line)["views"][seat]


def key(find, name):
    """Finds what stands under a key of something that is found."""
    return lambda line: find(line)[name]


def put(find, name, value):
    """Sets a key (or a place of a list)."""
    def corrupt(line):
        find(line)[name] = value
    return corrupt


def drop(find, name):
    """Takes a key (or a place of a list) away."""
    def corrupt(line):
        del find(line)[name]
    return corrupt


def swap(find, one=0, other=1):
    """Exchanges two places of a list."""
    def corrupt(line):
        items = find(line)
        items[one], items[other] = items[other], items[one]
    return corrupt


def options(**changed):
    """Says that the match was played with other options."""
    return put(whole, "options", changed)


def _another_seat(number):
    def corrupt(line):
        found = step(number)(line)
        found["seat"] = (found["seat"] + 1) % line["players"]
    return corrupt


def _grow(find, value):
    return lambda line: find(line).append(value)


def general_mutations(number, illegal):
    """Corruptions of any good line with views: what, how, the kinds of fault that must come out.

    Step ``number`` of the first deal must list two actions at least and not the well-formed
    action ``illegal``; the match must not be over after the first deal.
    """
    there = step(number)
    legal = key(there, "legal")
    return [
        ("players", put(whole, "players", 5), ["players"]),
        ("players as switch", put(whole, "players", True), ["players"]),
        ("players absent", drop(whole, "players"), ["players"]),
        ("unknown game", put(whole, "game", "whist"), ["game"]),
        ("unknown option", options(colour="red"), ["options"]),
        ("unknown option value", options(history="never"), ["options"]),
        ("options absent", drop(whole, "options"), ["options"]),
        ("first dealer no seat", put(whole, "first_dealer", 4), ["first_dealer"]),
        ("first dealer absent", drop(whole, "first_dealer"), ["first_dealer"]),
        ("first dealer another seat", lambda line: line.update(
            first_dealer=(line["first_dealer"] + 1) % line["players"]), ["dealer"]),
        ("deals absent", drop(whole, "deals"), ["deals"]),
        ("deal no object", lambda line: line["deals"].append(3), ["deal"]),
        ("pack lacks a card", lambda line: deal(line)["deck"].pop(), ["pack"]),
        ("pack doubles a card", lambda line: put(key(deal, "deck"), 0, deal(line)["deck"][1])(
            line), ["pack"]),
        ("pack of other texts", put(key(deal, "deck"), 0, "10C"), ["pack"]),
        ("pack of numbers", put(key(deal, "deck"), 0, 10), ["pack"]),
        ("pack absent", drop(deal, "deck"), ["pack"]),
        ("thrown_in", put(deal, "thrown_in", True), ["thrown_in"]),
        ("thrown_in absent", drop(deal, "thrown_in"), ["thrown_in"]),
        ("thrown_in as number", put(deal, "thrown_in", 0), ["thrown_in"]),
        ("steps end early", lambda line: deal(line)["steps"].pop(), ["steps"]),
        ("steps end late", lambda line: deal(line)["steps"].append(there(line)), ["steps"]),
        ("steps absent", drop(deal, "steps"), ["steps"]),
        ("step no object", put(key(deal, "steps"), number, []), ["step"]),
        ("seat", _another_seat(number), ["seat"]),
        ("seat absent", drop(there, "seat"), ["seat"]),
        ("seat as switch", put(step(1), "seat", True), ["seat"]),
        ("legal lacks an action", lambda line: legal(line).pop(), ["legal"]),
        ("legal has an illegal action", _grow(legal, illegal), ["legal"]),
        ("legal out of order", swap(legal), ["legal"]),
        ("legal repeats", lambda line: legal(line).insert(0, legal(line)[0]), ["legal"]),
        ("legal absent", drop(there, "legal"), ["legal"]),
        ("action illegal", put(there, "action", illegal), ["action"]),
        ("action misspelt", lambda line: put(there, "action", there(line)["action"] + " ")(line),
         ["action"]),
        ("action absent", drop(there, "action"), ["action"]),
        ("action no text", put(there, "action", [illegal]), ["action"]),
        ("a view too few", lambda line: there(line)["views"].pop(), ["view"]),
        ("view no object", put(key(there, "views"), 1, 5), ["view of seat 1"]),
        ("view of another seat", swap(key(there, "views")), ["view of seat 0", "view of seat 1"]),
        ("view key too many", put(view(number, 0), "deck", []), ["view of seat 0"]),
        ("view key absent", drop(view(number, 0), "turn"), ["view of seat 0"]),
        ("view phase", put(view(number, 0), "phase", "sleep"), ["view of seat 0"]),
        ("view hand order", swap(key(view(number, 0), "hand")), ["view of seat 0"]),
        ("view hand sizes", put(key(view(number, 0), "hand_sizes"), 0, 1), ["view of seat 0"]),
        ("view number with a point", put(view(number, 0), "seat", 0.0), ["view of seat 0"]),
        ("view dealer", put(view(number, 0), "dealer", 9), ["view of seat 0"]),
        ("result next dealer as switch", put(result, "next_dealer", True), ["result"]),
        ("result next dealer", put(result, "next_dealer", 9), ["result"]),
        ("result key absent", drop(result, "next_dealer"), ["result"]),
        ("result key too many", put(result, "dealer", 0), ["result"]),
        ("result null", put(deal, "result", None), ["result"]),
        ("result absent", drop(deal, "result"), ["result"]),
        ("match winners", put(match, "winners", [0]), ["match"]),
        ("match finished", put(match, "finished", True), ["match"]),
        ("match key too many", put(match, "dealer", 1), ["match"]),
        ("match key absent", drop(match, "winners"), ["match"]),
        ("match absent", drop(whole, "match"), ["match"]),
    ]


#: Lines that are not JSON objects of the format.
UNREADABLE = [
    b"{", b"[]", b"3", b"not json", b'{"game":"seep","game":"seep"}', b'{"a":NaN}', b"\xff{}",
    b'{"game":"seep"} {}',
]


def shown_faults(findings):
    """The faults as printed."""
    return [fault_line("line", fault) for fault in findings.faults]


class Checked:
    """What test cases of one game have: the game, its function and a good line with views."""

    GAME = None
    LINE = None

    @staticmethod
    def check_line(line):
        """The findings of one line of bytes."""
        raise NotImplementedError

    def check(self, line):
        """The findings for a line given as a dictionary."""
        return self.check_line(json.dumps(line).encode())

    def kinds(self, line):
        """The kinds of its faults."""
        return [fault.kind for fault in self.check(line).faults]


class MutationTests(Checked):
    """One corruption, the fault for it, and no other."""

    #: Triples as in ``general_mutations``; kinds of ``None`` stand for any fault at all.
    MUTATIONS = ()

    def test_corrupted_lines(self):
        untouched = json.dumps(self.LINE)
        for name, corrupt, kinds in self.MUTATIONS:
            with self.subTest(name):
                line = json.loads(untouched)
                corrupt(line)
                found = self.kinds(line)
                if kinds is None:
                    self.assertTrue(found)
                else:
                    self.assertEqual(found, kinds)

    def test_unreadable_lines(self):
        for line in UNREADABLE:
            kinds = [fault.kind for fault in self.check_line(line).faults]
            self.assertEqual(kinds, ["line"], line)

    def test_what_the_format_leaves_free_is_no_fault(self):
        line = json.loads(json.dumps(self.LINE))
        before = self.check(line).counts["views"]
        line["note"] = {"seed": 1.5}
        deal(line)["note"] = "kept"
        for one in deal(line)["steps"]:
            one["note"] = None
        seats = line["players"]
        step(3)(line)["views"] = [None] * seats
        step(4)(line)["views"][1] = None
        del step(5)(line)["views"]
        findings = self.check(dict(reversed(list(line.items()))))
        self.assertEqual(shown_faults(findings), [])
        self.assertEqual(findings.counts["views"], before - 2 * seats - 1)

    def test_other_games_are_passed_over(self):
        other = b'{"game":"%s"}' % (b"smear" if self.GAME.name == "seep" else b"seep")
        findings = self.check_line(other)
        self.assertEqual((findings.faults, findings.counts["other_games"]), ([], 1))


class CarriedOnTests(Checked):
    """A deal that cannot be replayed does not hide or spoil the ones after it."""

    #: The options of the random matches that this is tried with.
    CHANGED = {}

    @classmethod
    def setUpClass(cls):
        for line in random_matches(cls.GAME, "carry", 50, cls.CHANGED, 12):
            scored = [place for place, one in enumerate(line["deals"]) if one["result"]]
            if len(scored) >= 4 and cls.suits(line["deals"][scored[0]]["result"]):
                cls.line, cls.first, cls.last = line, scored[0], scored[-1]
                return
        raise AssertionError("no match of four scored deals in the sample")

    @classmethod
    def suits(cls, _found):
        """Whether a first result is worth carrying on."""
        return True

    def faults_of(self, corrupt):
        """Deal and kind of each fault, and how many deals were skipped."""
        line = copy.deepcopy(self.line)
        corrupt(line["deals"])
        findings = self.check(line)
        places = [(fault.deal, fault.kind) for fault in findings.faults]
        return places, findings.counts["skipped_deals"]

    def test_illegal_action_and_a_later_fault(self):
        def corrupt(deals):
            deals[self.first]["steps"][5]["action"] = "SLEEP"
            deals[self.last]["steps"][5]["seat"] = 9

        expected = [(self.first + 1, "action"), (self.last + 1, "seat")]
        self.assertEqual(self.faults_of(corrupt), (expected, 1))

    def test_bad_pack(self):
        places, skipped = self.faults_of(lambda deals: deals[self.first]["deck"].pop())
        self.assertEqual((places, skipped), ([(self.first + 1, "pack")], 1))

    def test_wrong_dealer_of_the_last_deal(self):
        def corrupt(deals):
            seats = self.line["players"]
            deals[self.last]["dealer"] = (deals[self.last]["dealer"] + 1) % seats

        places, _ = self.faults_of(corrupt)
        self.assertEqual(places[0], (self.last + 1, "dealer"))

    def test_result_that_cannot_be_carried_on(self):
        for broken in ({}, {"next_dealer": 0}, 5, []):
            def corrupt(deals, broken=broken):
                deals[self.first]["deck"].pop()
                deals[self.first]["result"] = broken

            places, _ = self.faults_of(corrupt)
            self.assertEqual(places[:2], [(self.first + 1, "pack"), (self.first + 1, "result")])


class RandomPlayTests(Checked):
    """The checker replays its own random matches, and rare things happen in them."""

    MATCHES = 60
    #: What ``unseen`` may still list after so many matches.
    RARE = ()

    def test_own_matches_have_no_fault_and_show_everything(self):
        everything = Findings()
        matches = random_matches(self.GAME, 7, self.MATCHES, max_deals=8)
        lines = [json.dumps(line).encode() for line in matches]
        for _, findings in check_lines(self.check_line, enumerate(lines), jobs=2):
            everything.add(findings)
        self.assertEqual(shown_faults(everything), [])
        counts = everything.counts
        self.assertEqual(counts["matches"], self.MATCHES)
        for kind in self.GAME.kinds:
            self.assertGreater(counts[("action", kind)], 0, kind)
        for event in set(self.GAME.events) - set(self.RARE):
            self.assertGreater(counts[("event", event)], 0, event)
        for name, value in self.GAME.options.known_values():
            self.assertGreater(counts[("option", name, str(value).lower())], 0, (name, value))
        counted = {what[1] for what in counts if what[0] == "event"}
        self.assertLessEqual(counted, set(self.GAME.events))

    def test_same_seed_same_matches(self):
        one, other = (list(random_matches(self.GAME, 3, 2, max_deals=1)) for _ in range(2))
        self.assertEqual(one, other)


class CommandLineTests(Checked):
    """The script itself."""

    def run_script(self, *arguments, stdin=b""):
        script = os.path.join(HERE, f"{self.GAME.name}_trace.py")
        return subprocess.run(
            [sys.executable, script, *arguments], input=stdin, capture_output=True, check=False
        )

    def test_generated_lines_pass_and_a_fault_fails(self):
        made = self.run_script("--generate", "2", "--seed", "5", "--max-deals", "2")
        self.assertEqual(made.returncode, 0, made.stderr)
        good = self.run_script("--jobs", "2", stdin=b"\n" + made.stdout + b"\n")
        self.assertEqual(good.returncode, 0, good.stdout)
        self.assertIn(b"matches:2", good.stdout)
        self.assertIn(b"faults:0", good.stdout)
        bad = self.run_script(stdin=made.stdout + b"{}\n")
        self.assertEqual(bad.returncode, 1)
        self.assertTrue(bad.stdout.startswith(b"stdin:3: game: "), bad.stdout)

    def test_nothing_to_check_is_a_failure(self):
        self.assertEqual(self.run_script(stdin=b"").returncode, 1)
