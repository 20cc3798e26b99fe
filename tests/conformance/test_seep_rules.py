"""The worked examples of rules/seep.md section 15 and clarifications of section 18."""

import unittest

from seep_positions import after, house_of, legal_for, position
from seepcheck import cards
from seepcheck.legal import legal_bids
from seepcheck.options import OPTIONS, table_options
from seepcheck.score import Match, card_points, forfeiting_team
from tracecheck.options import OptionError, Positive

ROW_3 = {"hand": "9C 4C KS 2C", "loose": "5D 3H AS TD"}
ROW_6 = {"hand": "7C 8H JS KD", "loose": "8S 5C 6D QH", "bid": 13}
ROW_12 = {"hand": "JS JD 3D 6C", "loose": "9H 2D JC 7S"}
ROW_14 = {"hand": "KS KH 5C", "loose": "4C", "houses": [(13, "6C 7C", [2])]}
ROW_15 = {"hand": "KS 9H", "loose": "4C", "houses": [(13, "6C 7C", [3])]}
NINE_OF_2 = (9, "4H 5H", [2])
ROW_22 = {"hand": "3C QS", "houses": [NINE_OF_2, (12, "7D 5S", [3])]}
ROW_25 = {"hand": "9H 4S", "loose": "4D 5C", "houses": [(9, "3H 6D", [1])]}
ROW_32 = {"hand": "3C QS", "houses": [NINE_OF_2, (12, "7D 5S", [1])]}
ROW_33 = {"hand": "KS KH 5C", "loose": "8D", "houses": [(13, "6C 7C KD", [2])]}

#: Row of section 15, position, cards that the row names (None: the whole hand), legal plays.
EXAMPLES = [
    ("3", dict(ROW_3, bid=9), None,
     "BUILD 4C 9 [5D]; CAPTURE 9C [AS 3H 5D]; THROW 9C"),
    ("3, throw only without capture",
     dict(ROW_3, bid=9, options={"opening_throw": "only_if_no_capture"}), None,
     "BUILD 4C 9 [5D]; CAPTURE 9C [AS 3H 5D]"),
    ("4", dict(ROW_3, bid=13), None,
     "BUILD 2C 13 [AS TD]; BUILD 4C 13 [AS 3H 5D]; BUILD 9C 13 [AS 3H]; CAPTURE KS [3H TD]; "
     "THROW KS"),
    ("5", {"hand": "6H 2C JC 2H", "loose": "AC 9D 9S 8C", "bid": 11}, None,
     "BUILD 2C 11 [9D]; BUILD 2C 11 [9S]; BUILD 2C 11 [AC 8C]; "
     "BUILD 2H 11 [9D]; BUILD 2H 11 [9S]; BUILD 2H 11 [AC 8C]; THROW JC"),
    ("6", ROW_6, None,
     "BUILD 7C 13 [6D]; BUILD 7C 13 [5C 6D 8S]; BUILD 8H 13 [5C]; CAPTURE KD [5C 8S]; THROW KD"),
    ("6, mandatory", dict(ROW_6, options={"absorb_sets": "mandatory"}), None,
     "BUILD 7C 13 [5C 6D 8S]; BUILD 8H 13 [5C]; CAPTURE KD [5C 8S]; THROW KD"),
    ("6, none", dict(ROW_6, options={"absorb_sets": "none"}), None,
     "BUILD 7C 13 [6D]; BUILD 8H 13 [5C]; CAPTURE KD [5C 8S]; THROW KD"),
    ("7", {"hand": "JC 9H 8C 6D", "loose": "AS QH KC 3H", "bid": 9}, None,
     "BUILD 6D 9 [3H]; BUILD 8C 9 [AS]; THROW 9H"),
    ("8", {"hand": "9H TC 2C 3C", "loose": "4D 5C 6H 3S", "bid": 9}, None,
     "BUILD 2C 9 [3S 4D]; BUILD 3C 9 [6H]; BUILD 3C 9 [4D 5C 6H]; CAPTURE 9H [3S 4D 5C 6H]; "
     "THROW 9H"),
    ("9", {"hand": "JS 4C", "loose": "2C 3D 5H 6S"}, "JS",
     "CAPTURE JS [5H 6S]; CAPTURE JS [2C 3D 6S]"),
    ("11", {"hand": "JS 4H 3D 6C", "loose": "9H 2D JC 7S"}, "JS", "CAPTURE JS [2D 9H JC]"),
    ("12", ROW_12, "JS", "CAPTURE JS [2D 9H JC]; BUILD JS 11 [JC]; BUILD JS 11 [2D 9H JC]"),
    ("13", {"hand": "KS 3H 5C", "houses": [(13, "6C 7C", [1])]}, "KS", "CAPTURE KS 13 []"),
    ("14", ROW_14, "KS", "ADD KS 13 []; CAPTURE KS 13 []"),
    ("15", ROW_15, None, "ADD 9H 13 [4C]; ADD KS 13 []; CAPTURE KS 13 []; THROW 9H"),
    ("17", {"hand": "3C QS 2D", "loose": "8H", "houses": [NINE_OF_2]}, None,
     "BREAK 3C 9 []; THROW 2D; THROW 3C; THROW QS"),
    ("18", {"hand": "3C KS", "loose": "8H", "houses": [NINE_OF_2]}, None, "THROW 3C; THROW KS"),
    ("19", {"hand": "3C QS 9D", "houses": [(9, "4H 5H", [1])]}, None,
     "THROW 3C; CAPTURE 9D 9 []; THROW QS"),
    ("20", {"hand": "3C QS", "houses": [(9, "4H 5H 9C", [2])]}, None, "THROW 3C; THROW QS"),
    ("21", {"hand": "AC QS", "loose": "2H", "houses": [NINE_OF_2]}, None, "THROW AC; THROW QS"),
    ("22", ROW_22, None, "BREAK 3C 9 []; THROW 3C; CAPTURE QS 12 []; ADD QS 12 []"),
    ("25", ROW_25, "9H", "CAPTURE 9H 9 [4D 5C]"),
    ("26", dict(ROW_25, loose="4D 2C"), "9H", "CAPTURE 9H 9 []"),
    ("27", {"hand": "JH 4S", "loose": "AS TD"}, "JH", "CAPTURE JH [AS TD]"),
    ("28", {"hand": "9S 9D"}, None, "THROW 9S; THROW 9D"),
    ("29", {"hand": "9S 9D 2C", "loose": "9C 4H 5S"}, "9S",
     "CAPTURE 9S [4H 5S 9C]; BUILD 9S 9 [9C]; BUILD 9S 9 [4H 5S 9C]"),
    ("29, none",
     {"hand": "9S 9D 2C", "loose": "9C 4H 5S", "options": {"absorb_sets": "none"}}, "9S",
     "CAPTURE 9S [4H 5S 9C]; BUILD 9S 9 [9C]"),
    ("29, none, no loose nine",
     {"hand": "9S 9D 2C", "loose": "4H 5S", "options": {"absorb_sets": "none"}}, "9S",
     "CAPTURE 9S [4H 5S]"),
    ("30", {"hand": "9H QS 3D", "houses": [(9, "4H 5H", [1]), (12, "7D 5S", [1])]}, None,
     "THROW 3D; CAPTURE 9H 9 []; CAPTURE QS 12 []"),
    ("31",
     {"hand": "4C KD 2S", "loose": "9H QC", "options": {"throw": "no_capture_no_build"}}, None,
     "BUILD 4C 13 [9H]; THROW KD; THROW 2S"),
    ("31, default", {"hand": "4C KD 2S", "loose": "9H QC"}, None,
     "BUILD 4C 13 [9H]; THROW 4C; THROW KD; THROW 2S"),
    ("32", dict(ROW_22, options={"break_merge": "own_target"}), None,
     "THROW 3C; CAPTURE QS 12 []; ADD QS 12 []"),
    ("32, own target", dict(ROW_32, options={"break_merge": "own_target"}), None,
     "BREAK 3C 9 []; THROW 3C; CAPTURE QS 12 []"),
    ("33", ROW_33, None,
     "ADD 5C 13 [8D]; THROW 5C; CAPTURE KS 13 []; ADD KS 13 []; CAPTURE KH 13 []; ADD KH 13 []"),
]

#: More cases of the options: what, position, cards, legal plays.
OPTION_CASES = [
    ("maximum takes the most cards",
     {"hand": "JS", "loose": "2C 3D 5H 6S", "options": {"capture": "maximum"}}, None,
     "CAPTURE JS [2C 3D 6S]"),
    ("free capture may leave the house or the loose cards",
     {"hand": "9S", "loose": "4D 5C", "houses": [(9, "3H 6D", [2])],
      "options": {"capture": "free"}}, None,
     "CAPTURE 9S [4D 5C]; CAPTURE 9S 9 []; CAPTURE 9S 9 [4D 5C]"),
    ("free capture with an owner's last card takes his house",
     {"hand": "9S", "loose": "4D 5C", "houses": [(9, "3H 6D", [1])],
      "options": {"capture": "free"}}, None,
     "CAPTURE 9S 9 []; CAPTURE 9S 9 [4D 5C]"),
    ("free throw of a card that could capture loose cards",
     {"hand": "9S", "loose": "4D 5C", "options": {"throw": "free"}}, None,
     "CAPTURE 9S [4D 5C]; THROW 9S"),
    ("free throw not onto a house of the value",
     {"hand": "9S", "houses": [(9, "3H 6D", [2])], "options": {"throw": "free"}}, None,
     "CAPTURE 9S 9 []"),
    ("no extra sets into a house that stays the partner's",
     dict(ROW_15, hand="KS 4H", loose="9D 5H 8H", options={"absorb_scope": "owned_only"}), None,
     "ADD 4H 13 [9D]; THROW 4H; CAPTURE KS 13 [5H 8H]; ADD KS 13 []"),
    ("extra sets once the adder becomes co-owner",
     dict(ROW_15, hand="KS 4H", loose="9D 5H 8H",
          options={"absorb_scope": "owned_only", "partner_add_owns": True}), None,
     "ADD 4H 13 [9D]; ADD 4H 13 [5H 8H 9D]; THROW 4H; CAPTURE KS 13 [5H 8H]"),
    ("mandatory only where extra sets are allowed",
     dict(ROW_15, hand="KS 4H", loose="9D 5H 8H",
          options={"absorb_scope": "owned_only", "absorb_sets": "mandatory"}), None,
     "ADD 4H 13 [9D]; THROW 4H; CAPTURE KS 13 [5H 8H]; ADD KS 13 []"),
    ("mandatory forbids adding a king and leaving a king's set",
     dict(ROW_15, loose="9D 4C", hand="KS KH", options={"absorb_sets": "mandatory"}), "KS",
     "CAPTURE KS 13 [4C 9D]; ADD KS 13 [4C 9D]"),
    ("partner_add_owns: the adder must keep a king",
     dict(ROW_15, options={"partner_add_owns": True}), None,
     "ADD 9H 13 [4C]; CAPTURE KS 13 []; THROW 9H"),
    ("opp_add_owns=false still asks for a kept card",
     dict(ROW_14, hand="KS 9H", options={"opp_add_owns": False}), None,
     "ADD 9H 13 [4C]; CAPTURE KS 13 []; THROW 9H"),
    ("without a king no addition to an opponents' house",
     dict(ROW_14, hand="QS 9H"), None, "THROW 9H; THROW QS"),
    ("partner's part ownership lets a stranger add freely",
     dict(ROW_15, hand="9H QS", houses=[(13, "6C 7C KD", [2, 3])]), None,
     "ADD 9H 13 [4C]; THROW 9H; THROW QS"),
    ("break into partner's house needs its value",
     dict(ROW_22, hand="3C KS"), None, "THROW 3C; THROW KS"),
    ("break into partner's house is free by option, before break_merge",
     dict(ROW_22, hand="3C KS",
          options={"break_merge_into_partner_free": True, "break_merge": "own_target"}), None,
     "BREAK 3C 9 []; THROW 3C; THROW KS"),
    ("free break does not reach an opponents' house",
     dict(ROW_22, hand="3C KS", houses=[NINE_OF_2, (12, "7D 5S", [0])],
          options={"break_merge_into_partner_free": True}), None,
     "THROW 3C; THROW KS"),
    ("partner's ordinary house may be broken",
     {"hand": "3C QS", "houses": [(9, "4H 5H", [3])]}, None,
     "BREAK 3C 9 []; THROW 3C; THROW QS"),
    ("a break takes equal loose cards and may take sets",
     {"hand": "3C QS", "loose": "QH 5C 7C", "houses": [NINE_OF_2]}, "3C",
     "BREAK 3C 9 [QH]; BREAK 3C 9 [5C 7C QH]; THROW 3C"),
    ("a break with no absorbing takes the equal loose cards only",
     {"hand": "3C QS", "loose": "QH 5C 7C", "houses": [NINE_OF_2],
      "options": {"absorb_sets": "none"}}, "3C",
     "BREAK 3C 9 [QH]; THROW 3C"),
    ("a break under mandatory leaves no set",
     {"hand": "3C QS", "loose": "QH 5C 7C", "houses": [NINE_OF_2],
      "options": {"absorb_sets": "mandatory"}}, "3C",
     "BREAK 3C 9 [5C 7C QH]; THROW 3C"),
    ("the last key is locked against building and breaking",
     {"hand": "9D KS", "loose": "4D", "houses": [(9, "3H 6D", [1])]}, None,
     "CAPTURE 9D 9 []; THROW KS"),
    ("opening throw under throw=free",
     dict(ROW_3, bid=9, options={"opening_throw": "only_if_no_capture", "throw": "free"}), "9C",
     "CAPTURE 9C [AS 3H 5D]; THROW 9C"),
    ("opening throw forbidden by a build of the bid",
     {"hand": "9C 9D 4C KS", "loose": "9H TH TD QD", "bid": 13,
      "options": {"opening_throw": "only_if_no_capture", "throw": "no_capture_no_build"}}, None,
     "BUILD 4C 13 [9H]; THROW KS"),
]


class WorkedExamples(unittest.TestCase):
    """Legal lists of rows 3 to 33 and of the options."""

    def check(self, cases):
        for name, given, named, expected in cases:
            with self.subTest(name):
                found = legal_for(position(**given), named)
                self.assertEqual(sorted(found), sorted(expected.split("; ")))

    def test_rows_of_section_15(self):
        self.check(EXAMPLES)

    def test_options_of_section_14(self):
        self.check(OPTION_CASES)

    def test_rows_1_and_2_bids(self):
        hand = cards.card_set("9C 4C KS 2C".split())
        self.assertEqual(legal_bids(hand), ["BID 9", "BID 13"])
        self.assertEqual(legal_bids(cards.card_set("8S 8H 2C AD".split())), [])


class Effects(unittest.TestCase):
    """What the plays of the worked examples lead to."""

    def test_row_3_build(self):
        table = after(position(bid=9, **ROW_3), "BUILD 4C 9 [5D]")
        self.assertEqual(cards.names(table.loose), ["AS", "3H", "TD"])
        self.assertEqual(house_of(table, 9), ("4C 5D", {1}, False))

    def test_row_6_second_build_is_cemented(self):
        table = after(position(**ROW_6), "BUILD 7C 13 [5C 6D 8S]")
        self.assertEqual(house_of(table, 13), ("5C 6D 7C 8S", {1}, True))
        self.assertEqual(cards.names(table.loose), ["QH"])

    def test_row_8_sweep_of_the_first_play(self):
        given = {"hand": "9H TC 2C 3C", "loose": "4D 5C 6H 3S", "bid": 9}
        for options, bonus in (({}, 25), ({"first_sweep": 50}, 50), ({"sweeps": False}, 0)):
            table = after(position(options=options, **given), "CAPTURE 9H [3S 4D 5C 6H]")
            self.assertEqual(table.sweeps, [0, bonus])

    def test_row_12_last_build(self):
        table = after(position(**ROW_12), "BUILD JS 11 [2D 9H JC]")
        self.assertEqual(house_of(table, 11), ("2D 9H JC JS", {1}, True))
        self.assertEqual(cards.names(table.loose), ["7S"])

    def test_row_14_cementing_makes_an_owner(self):
        for rule, owners in (("only_when_cementing", {1, 2}), (True, {1, 2}), (False, {2})):
            table = position(options={"opp_add_owns": rule}, **ROW_14)
            after(table, "ADD KS 13 []")
            self.assertEqual(house_of(table, 13), ("6C 7C KS", owners, True))

    def test_row_15_partner_adds_without_owning(self):
        table = after(position(**ROW_15), "ADD 9H 13 [4C]")
        self.assertEqual(house_of(table, 13), ("4C 6C 7C 9H", {3}, True))
        table = position(options={"partner_add_owns": True}, **ROW_15)
        self.assertEqual(house_of(after(table, "ADD 9H 13 [4C]"), 13)[1], {1, 3})

    def test_row_17_break_releases_the_old_owner(self):
        table = position(hand="3C QS 2D", loose="8H", houses=[NINE_OF_2])
        after(table, "BREAK 3C 9 []")
        self.assertEqual(house_of(table, 12), ("3C 4H 5H", {1}, False))
        self.assertNotIn(9, table.houses)

    def test_break_with_loose_cards_is_cemented(self):
        table = position(hand="3C QS", loose="QH", houses=[NINE_OF_2])
        self.assertEqual(
            house_of(after(table, "BREAK 3C 9 [QH]"), 12), ("3C 4H 5H QH", {1}, True)
        )

    def test_row_22_merging_break(self):
        table = after(position(**ROW_22), "BREAK 3C 9 []")
        self.assertEqual(house_of(table, 12), ("3C 4H 5H 5S 7D", {1, 3}, True))
        self.assertEqual(list(table.houses), [12])

    def test_row_22_free_for_partner_leaves_the_owners(self):
        table = position(options={"break_merge_into_partner_free": True}, **ROW_22)
        self.assertEqual(house_of(after(table, "BREAK 3C 9 []"), 12)[1], {3})

    def test_rows_25_and_26_sweep_and_no_sweep(self):
        for play, bonus in ((10, 50), (2, 50), (48, 0)):
            table = after(position(play=play, **ROW_25), "CAPTURE 9H 9 [4D 5C]")
            self.assertEqual(table.sweeps, [0, bonus])
        table = after(position(**dict(ROW_25, loose="4D 2C")), "CAPTURE 9H 9 []")
        self.assertEqual(table.sweeps, [0, 0])

    def test_clearing_loose_cards_beside_a_house_is_no_sweep(self):
        table = position(hand="TC 9H", loose="4D 6C", houses=[(9, "3H 6D", [1])])
        self.assertEqual(after(table, "CAPTURE TC [4D 6C]").sweeps, [0, 0])

    def test_row_27_sweep_and_points(self):
        table = after(position(hand="JH 4S", loose="AS TD"), "CAPTURE JH [AS TD]")
        self.assertEqual(table.sweeps, [0, 50])
        self.assertEqual(card_points(table.piles, table.options), [0, 7])

    def test_row_29_third_play(self):
        table = position(hand="9S 9D 2C", loose="9C 4H 5S")
        after(table, "BUILD 9S 9 [4H 5S 9C]")
        self.assertEqual(house_of(table, 9), ("4H 5S 9C 9S", {1}, True))

    def test_row_32_own_target_keeps_one_owner(self):
        table = position(options={"break_merge": "own_target"}, **ROW_32)
        self.assertEqual(
            house_of(after(table, "BREAK 3C 9 []"), 12), ("3C 4H 5H 5S 7D", {1}, True)
        )

    def test_row_33_owner_of_a_cemented_house(self):
        for rule, owners in (("only_when_cementing", {2}), (True, {1, 2}), (False, {2})):
            table = position(options={"opp_add_owns": rule}, **ROW_33)
            after(table, "ADD KS 13 []")
            self.assertEqual(house_of(table, 13), ("6C 7C KD KS", owners, True))


class Scoring(unittest.TestCase):
    """Rows S1 to S10, the end of a match, the majority option."""

    def score(self, difference, dealer, counted, sweeps=(0, 0), **options):
        match = Match(table_options(options), dealer)
        match.difference = difference
        return match.score_deal(list(counted), list(sweeps)), match

    def test_rows_s1_to_s10(self):
        rows = [
            # D, dealer, card points, sweeps, options; then D, baazi winner, next dealer, D kept
            ("S1", 0, 0, (72, 28), (0, 0), {}, 44, None, 1, 44),
            ("S2", 44, 1, (20, 80), (0, 0), {}, -16, None, 2, -16),
            ("S3", -16, 2, (58, 42), (0, 0), {}, 0, None, 2, 0),
            ("S4", 30, 0, (90, 10), (0, 0), {}, 110, 0, 3, 0),
            ("S6", 0, 0, (9, 91), (0, 0), {}, -82, None, 0, -82),
            ("S7", 0, 0, (5, 95), (50, 0), {}, -40, None, 0, -40),
            ("S7, cards alone", 0, 0, (5, 95), (50, 0), {"min9_includes_sweeps": False},
             0, 1, 2, 0),
            ("S10", 95, 0, (5, 95), (0, 0), {}, 95, 1, 2, 0),
            ("101 to win", 0, 0, (100, 9), (9, 0), {"lead_to_win": 101}, 100, None, 1, 100),
            ("last deal, lost by the leader", 44, 1, (45, 55), (0, 0),
             {"dealer_basis": "last_deal"}, 34, None, 2, 34),
            ("last deal, level", 44, 0, (50, 50), (0, 0),
             {"dealer_basis": "last_deal"}, 44, None, 0, 44),
            ("last deal, forfeited", 95, 1, (5, 95), (0, 0),
             {"dealer_basis": "last_deal"}, 95, 1, 0, 0),
        ]
        for name, before, dealer, counted, sweeps, options, *expected in rows:
            after_deal, winner, following, kept = expected
            with self.subTest(name):
                result, match = self.score(before, dealer, counted, sweeps, **options)
                self.assertEqual(result["difference"], after_deal)
                self.assertEqual(result["baazi_winner"], winner)
                self.assertEqual(result["next_dealer"], following)
                self.assertEqual((match.difference, match.dealer), (kept, following))
                self.assertEqual(sum(match.won), winner is not None)

    def test_row_s9_points_of_a_pile(self):
        pile = cards.card_set("KS QS JS TD AC 5H".split())
        self.assertEqual(cards.points(pile, 6), 43)

    def test_pack_has_100_points(self):
        self.assertEqual(cards.points((1 << 52) - 1, 6), 100)

    def test_majority_bonus(self):
        options = table_options({"ten_diamonds": 2})
        whole = (1 << 52) - 1
        low = (1 << 26) - 1
        self.assertEqual(sum(card_points([low, whole & ~low], options)), 96)
        self.assertEqual(card_points([whole, 0], options), [100, 0])
        lower = low >> 1
        self.assertEqual(
            card_points([lower, whole & ~lower], options),
            [cards.points(lower, 2), cards.points(whole & ~lower, 2) + 4],
        )

    def test_nobody_forfeits_when_nobody_captured(self):
        self.assertIsNone(forfeiting_team([0, 0], [0, 0], table_options({})))

    def test_match_modes(self):
        rows = [
            ({}, (1, 0), 0, 3, True, [0]),
            ({"n_baazis": 2}, (1, 1), 0, 3, True, []),
            ({"n_baazis": 2, "match_mode": "first_to"}, (1, 1), 0, 3, False, []),
            ({"n_baazis": 2, "match_mode": "first_to"}, (1, 2), 0, 3, True, [1]),
            ({"match_mode": "deals"}, (1, 0), 0, 3, False, []),
            ({"match_mode": "deals"}, (1, 0), -20, 4, True, [0]),
            ({"match_mode": "deals"}, (1, 1), -20, 4, True, [1]),
            ({"match_mode": "deals"}, (1, 1), 0, 4, True, []),
        ]
        for options, won, difference, deals, finished, winners in rows:
            match = Match(table_options(options), 0)
            match.won, match.difference, match.scored_deals = list(won), difference, deals
            self.assertEqual(
                match.entry(),
                {"won": list(won), "difference": difference, "winners": winners,
                 "finished": finished},
            )


class Options(unittest.TestCase):
    """Values that are and are not options."""

    def test_every_listed_value_is_accepted(self):
        for name, (default, allowed) in OPTIONS.rows.items():
            for value in (default, 1) if isinstance(allowed, Positive) else allowed:
                self.assertEqual(getattr(table_options({name: value}), name), value)

    def test_other_values_are_refused(self):
        for name, value in [
            ("sweeps", 1), ("sweeps", "true"), ("opp_add_owns", 0), ("lead_to_win", True),
            ("lead_to_win", 0), ("n_deals", 2.0), ("ten_diamonds", 4), ("capture", None),
            ("colour", "red"),
        ]:
            with self.assertRaises(OptionError, msg=f"{name}={value}"):
                table_options({name: value})


if __name__ == "__main__":
    unittest.main()
