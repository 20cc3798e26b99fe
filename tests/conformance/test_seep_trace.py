"""The trace checker: vectors that must hold, corrupted lines that must not, its own random play."""

import copy
import hashlib
import json
import unittest

import seep_vectors as vectors
from seepcheck import cards, views
from seepcheck.game import GAME, check_line
from seepcheck.options import table_options
from seepcheck.score import Match
from seepcheck.table import Table
from trace_cases import (
    CarriedOnTests, Checked, CommandLineTests, MutationTests, RandomPlayTests, deal, drop,
    general_mutations, key, match, options, played_line, put, result, shown_faults, step, swap,
    view,
)
from tracecheck.reading import canonical


def v1_plays():
    """The plays of V1 as (seat, action, whether a sweep is noted)."""
    for item in " ".join(vectors.PLAYS.split()).split("; "):
        place, _, action = item.partition(" ")
        noted = action.endswith(" sweep50")
        yield int(place[-1]), action[: -len(" sweep50")] if noted else action, noted


def v1_line():
    """The trace line of V1 with the views of every seat."""
    actions = ["BID 10"] + [action for _, action, _ in v1_plays()]
    return played_line(GAME, {}, 4, 0, vectors.DECK.split(), actions)


class OfSeep:
    """What all the test cases here are about."""

    GAME = GAME
    LINE = v1_line()
    check_line = staticmethod(check_line)


class Vectors(OfSeep, Checked, unittest.TestCase):
    """V1 and the examples of TRACE.md."""

    def test_v1_line_has_no_fault(self):
        findings = self.check(v1_line())
        self.assertEqual(shown_faults(findings), [])
        self.assertEqual(canonical(v1_line()["deals"][0]["result"]), vectors.RESULT)
        seats = [step["seat"] for step in v1_line()["deals"][0]["steps"]]
        self.assertEqual(seats[1:], [seat for seat, _, _ in v1_plays()])
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
        chosen = table_options({"bid_floor": "bidder_sees", "history": "open"})
        table, before = Table.deal(chosen, 0, deck), Match(chosen, 0)
        seen = views.views(table, before)
        self.assertEqual(seen[1]["floor"], ["AH", "5C", "7C", "KS"])
        self.assertEqual([("floor" in one, one["backs"]) for one in seen],
                         [(False, 4), (True, 4), (False, 4), (False, 4)])
        self.assertEqual([one["stock"] for one in seen], [44] * 4)
        self.assertEqual(seen[0]["hand"], [])
        self.assertEqual(seen[0]["captured"], [[], []])
        self.assertFalse({"loose", "houses", "bid", "play", "latest"} & set(seen[1]))
        table.make_bid(10)
        seen = views.views(table, before)
        self.assertFalse({"floor", "backs"} & set(seen[1]))
        self.assertEqual((seen[1]["phase"], seen[1]["play"], seen[1]["stock"]), ("opening", 1, 44))


_HOUSE = key(key(view(4, 0), "houses"), 0)

#: Corruptions of the V1 line that only Seep has.
SEEP_MUTATIONS = [
    ("unknown throw", options(throw="never"), ["options"]),
    ("switch as number", options(sweeps=1), ["options"]),
    ("a deal too many", lambda line: (options(match_mode="deals", n_deals=1)(line),
                                      line["deals"].append(copy.deepcopy(deal(line)))),
     ["deals", "match"]),
    ("legal bids", put(step(0), "legal", ["BID 10", "BID 9"]), ["legal"]),
    ("action misspelt", put(step(9), "action", "THROW 2D []"), ["action"]),
    ("bid not held", put(step(0), "action", "BID 12"), ["action"]),
    ("view shows captured cards", put(view(4, 0), "captured", [[], []]), ["view of seat 0"]),
    ("view latest absent", drop(view(4, 0), "latest"), ["view of seat 0"]),
    ("view shows the floor to the bidder", put(view(0, 1), "floor", ["AH", "5C", "7C", "KS"]),
     ["view of seat 1"]),
    ("view taken order", swap(key(key(view(4, 0), "latest"), "taken")), ["view of seat 0"]),
    ("view house owners", put(_HOUSE, "owners", [0]), ["view of seat 0"]),
    ("view switch as number", put(_HOUSE, "cemented", 1), ["view of seat 0"]),
    ("view piles", put(view(4, 0), "piles", [4, 0]), ["view of seat 0"]),
    ("view stock", put(view(4, 0), "stock", 44), ["view of seat 0"]),
    ("view play", put(view(4, 0), "play", 3), ["view of seat 0"]),
    ("view difference", put(view(4, 0), "difference", 38), ["view of seat 0"]),
    ("result points", swap(key(result, "card_points")), ["result"]),
    ("result sweeps", put(result, "sweeps", [100, 50]), ["result"]),
    ("result score", put(result, "score", [169, 130]), ["result"]),
    ("result difference", put(result, "difference", 0), ["result"]),
    ("result baazi winner", put(result, "baazi_winner", 0), ["result"]),
    ("match won", put(match, "won", [1, 0]), ["match"]),
    ("match difference", put(match, "difference", 0), ["match"]),
    # The rules that an option changes must show in a trace played without it.
    ("option lead_to_win", options(lead_to_win=38), ["result", "match"]),
    ("option sweeps", options(sweeps=False), None),
    ("option history", options(history="open"), None),
    ("option bid_floor", options(bid_floor="bidder_sees"), ["view of seat 1"]),
    ("option ten_diamonds", options(ten_diamonds=2), ["result", "match"]),
    ("option throw", options(throw="free"), None),
    ("option capture", options(capture="free"), None),
    ("option absorb_sets", options(absorb_sets="mandatory"), None),
    ("option match_mode", options(match_mode="deals", n_deals=1), ["match"]),
]


class Mutations(OfSeep, MutationTests, unittest.TestCase):
    """One corruption, the fault for it, and no other."""

    MUTATIONS = general_mutations(9, "THROW KC") + SEEP_MUTATIONS

    def test_option_without_effect_is_no_fault(self):
        line = v1_line()
        line["options"] = {"n_deals": 9}
        self.assertEqual(self.kinds(line), [])

    def test_thrown_in_line_corrupted(self):
        for key, value, kinds in [
            ("thrown_in", False, ["thrown_in"]),
            ("steps", [{"seat": 1, "legal": ["BID 9"], "action": "BID 9"}], ["steps"]),
            ("result", json.loads(vectors.RESULT), ["result"]),
        ]:
            line = json.loads(vectors.THROWN_IN_LINE)
            line["deals"][0][key] = value
            self.assertEqual(self.kinds(line), kinds)

    def test_played_deal_called_thrown_in(self):
        line = v1_line()
        deal(line).update(steps=[], thrown_in=True, result=None)
        line["match"]["difference"] = 0
        self.assertEqual(self.kinds(line), ["thrown_in"])

    def test_fault_line_names_the_place(self):
        line = v1_line()
        step(9)(line)["seat"] = 2
        self.assertEqual(
            shown_faults(self.check(line)), ["line deal 1 step 9: seat: expected 1; found 2"]
        )


class CarriedOn(OfSeep, CarriedOnTests, unittest.TestCase):
    """A deal that cannot be replayed does not hide or spoil the ones after it."""

    CHANGED = {"lead_to_win": 60, "n_baazis": 3, "throw": "free"}

    @classmethod
    def suits(cls, found):
        return found["baazi_winner"] is not None


class RandomPlay(OfSeep, RandomPlayTests, unittest.TestCase):
    """The checker replays its own random matches, and rare things happen in them."""

    RARE = ("sweep_25", "nobody_captured", "drawn_match")


class CommandLine(OfSeep, CommandLineTests, unittest.TestCase):
    """The script itself."""


if __name__ == "__main__":
    unittest.main()
