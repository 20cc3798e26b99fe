"""The worked examples of rules/smear.md section 11, its options and its clarifications."""

import itertools
import random
import unittest

from smear_vectors import SCORED, deck_of, scored_line, widow_line
from smearcheck import legal, score
from smearcheck.cards import OF_SUIT, PACK
from smearcheck.deal import SmearDeal
from smearcheck.game import GAME, Match
from smearcheck.options import OPTIONS
from tracecheck.options import OptionError
from tracecheck.tricks import SUITS

ALL_BIDS = ["PASS", "BID 2", "BID 3", "BID 4"]
#: Any hands: for tests of the auction.
HANDS = SCORED[13].hands


def after_calls(*calls, dealer=3, **changed):
    """A deal after some calls, each of them legal."""
    deck = deck_of(HANDS, dealer=dealer)
    deal = SmearDeal(OPTIONS.chosen(changed), dealer, PACK.dealing_order(deck), [0, 0])
    for call in calls:
        assert call in deal.legal(), call
        deal.act(call)
    return deal


def at_discard(held, **changed):
    """A deal in which seat 0, the bidder, holds the named cards and is to discard."""
    names = held.split()
    rest = [name for name in PACK.texts if name not in names]
    hands = [names[:6], rest[:6], rest[6:12], rest[12:18]]
    deck = deck_of(" / ".join(" ".join(hand) for hand in hands), " ".join(names[6:]))
    options = OPTIONS.chosen(dict(changed, widow=len(names) - 6))
    deal = SmearDeal(options, 3, PACK.dealing_order(deck), [0, 0])
    deal.act("BID 4")
    return deal


def discards(held, **changed):
    """The legal discards as sets of names."""
    listed = at_discard(held, **changed).legal()
    return [frozenset(text.split()[1:]) for text in listed]


def first_leads(held, thrown, **changed):
    """The suits that may be led after a discard."""
    deal = at_discard(held, **changed)
    action = "DISCARD " + " ".join(PACK.names(PACK.set_of(thrown.split())))
    assert action in deal.legal(), action
    deal.act(action)
    return {text[-1] for text in deal.legal()}


def followers(hand, led, trump="S"):
    """The cards that may follow, as one text."""
    cards = legal.followers(PACK.set_of(hand.split()), SUITS.index(led), SUITS.index(trump))
    return " ".join(PACK.names(cards))


def winner(trick, trump):
    """The seat that wins a trick played by seats 0 to 3 in order."""
    deal = after_calls()
    deal.trump = SUITS.index(trump)
    return deal.winner_of(list(enumerate(PACK.number[name] for name in trick.split())))[0]


class Auction(unittest.TestCase):
    """Rows 1 to 3, and section 14."""

    def test_row_1_a_bid_must_be_higher(self):
        self.assertEqual(after_calls("BID 2").legal(), ["PASS", "BID 3", "BID 4"])

    def test_row_2_all_pass_with_the_same_dealer(self):
        self.assertEqual(after_calls("PASS", "PASS", "PASS").legal(), ALL_BIDS)
        self.assertEqual(self.dealer_after_throw_in(), 3)
        self.assertEqual(self.dealer_after_throw_in(all_pass="next_dealer"), 0)

    def dealer_after_throw_in(self, **changed):
        match = Match(OPTIONS.chosen(changed), 4, 3)
        deal = match.deal(PACK.dealing_order(deck_of(HANDS)))
        for _ in range(4):
            deal.act("PASS")
        self.assertTrue(deal.over and deal.thrown_in)
        self.assertIsNone(match.settle(deal))
        self.assertEqual(match.scores, [0, 0])
        return match.dealer

    def test_row_3_a_bid_of_four_ends_the_auction(self):
        deal = after_calls("PASS", "BID 4")
        self.assertEqual((deal.phase, deal.turn, len(deal.calls)), ("play", 1, 2))

    def test_dealer_may_not_equal_a_bid(self):
        self.assertEqual(after_calls("BID 3", "PASS", "PASS").legal(), ["PASS", "BID 4"])

    def test_overbid_dealer_takes_over_at_the_same_level(self):
        for calls in (("BID 3", "PASS", "PASS"), ("PASS", "BID 3", "PASS")):
            deal = after_calls(*calls, overbid_dealer=True)
            self.assertEqual(deal.legal(), ["PASS", "BID 3", "BID 4"])
            deal.act("BID 3")
            self.assertEqual((deal.bidder, deal.bid, deal.turn), (3, 3, 3))

    def test_overbid_dealer_gives_nobody_else_the_right(self):
        self.assertEqual(after_calls("BID 3", overbid_dealer=True).legal(), ["PASS", "BID 4"])

    def test_overbid_dealer_without_a_bid(self):
        deal = after_calls("PASS", "PASS", "PASS", overbid_dealer=True)
        self.assertEqual(deal.legal(), ALL_BIDS)

    def test_overbid_dealer_never_reaches_a_bid_of_four(self):
        self.assertEqual(after_calls("BID 4", overbid_dealer=True).phase, "play")

    def test_stuck_dealer_must_bid_only_without_a_bid(self):
        stuck = {"all_pass": "dealer_stuck_2"}
        self.assertEqual(after_calls("PASS", "PASS", "PASS", **stuck).legal(), ALL_BIDS[1:])
        self.assertEqual(after_calls("PASS", "PASS", **stuck).legal(), ALL_BIDS)
        self.assertEqual(after_calls("BID 2", "PASS", "PASS", **stuck).legal(),
                         ["PASS", "BID 3", "BID 4"])

    def test_a_deal_gives_cards_to_the_left_of_the_dealer_first(self):
        deal = SmearDeal(OPTIONS.chosen({}), 1, list(range(32)), [0, 0])
        self.assertEqual(deal.turn, 2)
        self.assertEqual(deal.hands[2], sum(1 << card for card in range(0, 24, 4)))
        self.assertEqual(deal.hands[1], sum(1 << card for card in range(3, 24, 4)))
        self.assertEqual(deal.stock, list(range(24, 32)))


class Discards(unittest.TestCase):
    """Rows 9, 10 and 12, and what the condition of section 5 says elsewhere."""

    ROW_9 = "AS KS 9S 7S QH JH TH 8H"
    ROW_10 = "AS KS TS 8S QH 9H JD 7C"
    #: Seven hearts and a club; eight hearts and a club.
    SEVEN = "AH KH QH JH TH 9H 8H 7C"
    EIGHT = "AH KH QH JH TH 9H 8H 7H 7C"

    def test_row_9(self):
        hearts, spades = ["QH", "JH", "TH", "8H"], ["AS", "KS", "9S", "7S"]
        pairs = [frozenset(pair) for suit in (hearts, spades)
                 for pair in itertools.combinations(suit, 2)]
        self.assertEqual(set(discards(self.ROW_9)), set(pairs))
        self.assertEqual(len(discards(self.ROW_9)), 12)
        self.assertEqual(first_leads(self.ROW_9, "QH JH"), {"S"})
        self.assertEqual(first_leads(self.ROW_9, "AS 7S"), {"H"})

    def test_row_9_is_listed_by_card_order(self):
        listed = at_discard(self.ROW_9).legal()
        self.assertEqual(listed[:4], ["DISCARD 8H TH", "DISCARD 8H JH", "DISCARD 8H QH",
                                      "DISCARD TH JH"])
        self.assertEqual(listed[-1], "DISCARD KS AS")

    def test_row_10(self):
        self.assertEqual(len(discards(self.ROW_10)), 28)
        self.assertEqual(first_leads(self.ROW_10, "7C 8S"), {"D", "H"})
        self.assertEqual(first_leads(self.ROW_10, "7C JD"), {"H", "S"})
        self.assertEqual(first_leads(self.ROW_10, "QH 9H"), {"C", "D", "S"})

    def test_row_12_no_widow(self):
        deal = after_calls("BID 4")
        self.assertEqual((deal.phase, len(deal.legal())), ("play", 6))

    def test_excess_trump_goes_after_everything_else(self):
        listed = discards(self.SEVEN)
        hearts = [name for name in self.SEVEN.split() if name != "7C"]
        excess = [frozenset(["7C", name]) for name in hearts]
        pairs = [frozenset(pair) for pair in itertools.combinations(hearts, 2)]
        # Two hearts and the club kept: clean for clubs.
        self.assertEqual(set(listed), set(excess + pairs))
        self.assertEqual(first_leads(self.SEVEN, "7C AH"), {"H"})
        self.assertEqual(first_leads(self.SEVEN, "AH KH"), {"C"})

    def test_three_discards_from_eight_trumps_and_one_other_card(self):
        self.assertEqual(first_leads(self.EIGHT, "7C AH 7H"), {"H"})
        self.assertEqual(first_leads(self.EIGHT, "AH JH 7H"), {"C"})

    def test_forbidden_scoring_trumps_leave_the_eight_and_the_nine(self):
        changed = {"discard_scoring_trump": "forbidden"}
        listed = discards(self.SEVEN, **changed)
        with_club = {pair for pair in listed if "7C" in pair}
        self.assertEqual(with_club, {frozenset(["7C", "8H"]), frozenset(["7C", "9H"])})
        # Clean for clubs: no club goes, so any two hearts may.
        self.assertEqual(len(listed), 2 + 21)
        self.assertEqual(first_leads(self.SEVEN, "AH KH", **changed), {"C"})
        self.assertEqual(first_leads(self.EIGHT, "7C 8H 9H", **changed), {"H"})
        for scoring in "AKQJT7":
            thrown = frozenset(["7C", "8H", f"{scoring}H"])
            self.assertNotIn(thrown, discards(self.EIGHT, **changed), scoring)
            self.assertIn(thrown, discards(self.EIGHT), scoring)

    def test_discards_and_leads_against_the_wording(self):
        """Every discard, read as a trump chosen first: it goes only when nothing else is left."""
        rng = random.Random(11)
        for _ in range(60):
            held = rng.sample(PACK.texts, 6 + rng.randrange(1, 4))
            width = len(held) - 6
            listed = set(discards(" ".join(held)))
            for thrown in itertools.combinations(held, width):
                kept = [name for name in held if name not in thrown]
                leads = set()
                for trump in SUITS:
                    trumps_held = sum(name[1] == trump for name in held)
                    trumps_thrown = sum(name[1] == trump for name in thrown)
                    allowed = max(0, trumps_held - 6)
                    others_left = sum(name[1] != trump for name in kept)
                    fits = trumps_thrown == 0 or (others_left == 0 and trumps_thrown == allowed)
                    if fits and any(name[1] == trump for name in kept):
                        leads.add(trump)
                self.assertEqual(frozenset(thrown) in listed, bool(leads), (held, thrown))
                if leads:
                    self.assertEqual(first_leads(" ".join(held), " ".join(thrown)), leads)

    def test_there_is_always_a_discard(self):
        rng = random.Random(12)
        for _ in range(300):
            suit = rng.randrange(4)
            cards = PACK.names(OF_SUIT[suit])
            long = rng.sample(cards, rng.randrange(5, 9))
            held = long + rng.sample([name for name in PACK.texts if name not in long], 4)
            for size in (7, 8, 9):
                self.assertTrue(discards(" ".join(held[:size]), discard_scoring_trump="forbidden"))


class Following(unittest.TestCase):
    """Rows 4 to 8."""

    HAND = "AH 9H 7S KD"

    def test_row_4_trumping_while_able_to_follow(self):
        self.assertEqual(followers(self.HAND, "H"), "9H AH 7S")

    def test_row_5_trump_must_be_followed(self):
        self.assertEqual(followers(self.HAND, "S"), "7S")

    def test_row_6_void_of_the_led_suit(self):
        self.assertEqual(followers(self.HAND, "C"), "KD 9H AH 7S")

    def test_void_of_trump_when_trump_is_led(self):
        self.assertEqual(followers("AH 9H KD", "S"), "KD 9H AH")

    def test_row_7_the_only_trump_wins(self):
        self.assertEqual(winner("9H AD 7S AH", "S"), 2)

    def test_row_8_an_ace_of_another_suit_does_not_count(self):
        self.assertEqual(winner("9H AD 7C TH", "S"), 3)

    def test_higher_trump_wins(self):
        self.assertEqual(winner("9H JS TS AH", "S"), 1)


class ScoredDeals(unittest.TestCase):
    """Rows 13 to 17."""

    def test_counts_and_points(self):
        for number, deal in SCORED.items():
            with self.subTest(row=number):
                result = scored_line(number)["deals"][0]["result"]
                self.assertEqual(result["trump"], deal.trump)
                self.assertEqual(result["counts"], deal.counts)
                self.assertEqual(result["points"], deal.points)
                self.assertEqual(result["deltas"], [len(names) for names in deal.points])
                self.assertEqual(result["next_dealer"], 0)

    def points(self, number, **changed):
        return scored_line(number, **changed)["deals"][0]["result"]["points"]

    def test_row_17_low_to_the_winner_of_the_trick(self):
        self.assertEqual(self.points(17, low_to="winner"), [["high", "low", "game"], []])

    def test_row_13_high_and_low_in_play(self):
        # The trumps played are KC, QC, JC and 9C; KC and 9C are seat 0's.
        self.assertEqual(self.points(13, high_low="in_play"),
                         [["high", "low", "jack", "game"], []])

    def test_low_in_play_to_player_and_winner(self):
        # Row 17: 7H of seat 3 is the lowest anyway.
        self.assertEqual(self.points(17, high_low="in_play"), [["high", "game"], ["low"]])
        self.assertEqual(self.points(17, high_low="in_play", low_to="winner"),
                         [["high", "low", "game"], []])

    def test_set_at_a_bid_of_four_keeps_the_points_it_took(self):
        result = scored_line(16, bid=4)["deals"][0]["result"]
        self.assertEqual(result["points"], [["high", "low", "jack"], ["game"]])
        self.assertEqual((result["deltas"], result["scores"]), ([-4, 1], [-4, 1]))

    def test_discards_count_for_the_game_only(self):
        result = widow_line()["deals"][0]["result"]
        self.assertEqual(result["counts"], [32, 40])


class PointTakers(unittest.TestCase):
    """Points in deals made up for them: only the fields that scoring reads."""

    def played(self, tricks, discards="", bidder=0, trump="S", **changed):
        """A deal over with the given tricks, seat 0 leading each."""
        deal = after_calls(widow=3, **changed)
        deal.bidder, deal.bid = bidder, 2
        deal.trump = SUITS.index(trump)
        deal.discards = PACK.set_of(discards.split())
        deal.hands = [PACK.set_of([trick.split()[seat] for trick in tricks]) for seat in range(4)]
        for trick in tricks:
            deal.turn = 0
            for name in trick.split():
                deal.lay(PACK.number[name])
        return score.point_takers(deal)

    def test_one_trump_is_high_and_low_in_play(self):
        takers = self.played(["9S 7C 8C 9C"], high_low="in_play")
        self.assertEqual((takers["high"], takers["low"]), (0, 0))

    def test_one_trump_that_is_neither_ace_nor_seven(self):
        takers = self.played(["9S 7C 8C 9C"])
        self.assertEqual((takers["high"], takers["low"], takers["jack"]), (None, None, None))

    def test_jack_to_the_winner_of_its_trick(self):
        self.assertEqual(self.played(["JS QS 8C 9C"])["jack"], 1)

    def test_discarded_ace_seven_and_jack_earn_nothing(self):
        takers = self.played(["9S 8S 8C 9C"], "AS 7S JS")
        self.assertEqual((takers["high"], takers["low"], takers["jack"]), (None, None, None))
        self.assertEqual(takers["game"], 0)

    def test_tied_count(self):
        tricks = ["TS 8S 8C 9C", "7C TC 8D 9D"]
        self.assertIsNone(self.played(tricks)["game"])
        self.assertEqual(self.played(tricks, game_tie="nonbidder")["game"], 1)
        self.assertEqual(self.played(tricks, bidder=3, game_tie="nonbidder")["game"], 0)

    def test_count_of_zero_against_some(self):
        self.assertEqual(self.played(["7C TC 8D 9D"])["game"], 1)
        self.assertEqual(self.played(["TC 7C 8D 9D"])["game"], 0)


class Settlement(unittest.TestCase):
    """Rows 20 to 27, with the options that they name."""

    def after(self, before, bid, points, bidding=0, **changed):
        """Scores and winners after a deal."""
        options = OPTIONS.chosen(changed)
        scores = score.settle(before, bid, bidding, points, options.nonbid_cap)
        made = points[bidding] >= bid
        return scores, score.winners(scores, bidding, made, options)

    def test_rows(self):
        for row, before, bid, points, scores, winners in [
            (20, [0, 0], 2, [2, 0], [2, 0], []),
            (21, [0, 0], 3, [2, 1], [-3, 1], []),
            (22, [10, 9], 4, [4, 0], [14, 9], []),
            (23, [13, 13], 2, [2, 2], [15, 15], [0]),
            (24, [13, 14], 2, [2, 2], [15, 16], [0]),
            (25, [5, 14], 3, [1, 2], [2, 16], [1]),
            (27, [14, 0], 2, [1, 3], [12, 3], []),
        ]:
            with self.subTest(row=row):
                self.assertEqual(self.after(before, bid, points), (scores, winners))

    def test_rows_23_and_24_higher(self):
        self.assertEqual(self.after([13, 13], 2, [2, 2], both_out="higher"), ([15, 15], [0]))
        self.assertEqual(self.after([13, 14], 2, [2, 2], both_out="higher"), ([15, 16], [1]))

    def test_tie_goes_to_the_bidder_whichever_team_that_is(self):
        for both_out in ("bidder", "higher"):
            self.assertEqual(self.after([13, 13], 2, [2, 2], 1, both_out=both_out)[1], [1])

    def test_row_25_with_the_variants(self):
        self.assertEqual(self.after([5, 14], 3, [1, 2], win_needs_bid=True), ([2, 16], []))
        self.assertEqual(self.after([5, 14], 3, [1, 2], nonbid_cap=15), ([2, 15], [1]))
        self.assertEqual(self.after([5, 14], 3, [1, 2], nonbid_cap=15, win_needs_bid=True),
                         ([2, 15], []))

    def test_win_needs_bid_is_won_with_a_made_bid_however_high_the_other_is(self):
        self.assertEqual(self.after([13, 20], 2, [2, 2], win_needs_bid=True), ([15, 22], [0]))
        self.assertEqual(self.after([20, 13], 2, [1, 2], win_needs_bid=True), ([18, 15], []))

    def test_cap_does_not_follow_the_target(self):
        changed = {"nonbid_cap": 15, "target": 21}
        self.assertEqual(self.after([0, 14], 2, [2, 2], **changed), ([2, 15], []))

    def test_cap_takes_nothing_away(self):
        self.assertEqual(self.after([0, 18], 2, [2, 2], nonbid_cap=15, target=21)[0], [2, 18])

    def test_cap_does_not_bind_the_bidder(self):
        self.assertEqual(self.after([14, 0], 2, [4, 0], nonbid_cap=15)[0], [18, 0])

    def test_target(self):
        self.assertEqual(self.after([13, 0], 2, [2, 0], target=21), ([15, 0], []))


class Views(unittest.TestCase):
    """Section 9, with the options that show more."""

    def test_the_widow_is_the_bidders_alone(self):
        steps = widow_line()["deals"][0]["steps"]
        for number, step in enumerate(steps):
            for seat, view in enumerate(step["views"]):
                self.assertEqual("taken" in view, seat == 0 and number >= 4)
                self.assertEqual("discards" in view, seat == 0 and number >= 5)
                self.assertEqual(view["stock"], 8 if number < 4 else 6)
                self.assertEqual("trump" in view, number >= 6)
                self.assertEqual("last_trick" in view, number >= 9)
                self.assertFalse({"counts", "history"} & set(view))
        self.assertEqual(steps[4]["views"][1]["hand_sizes"], [8, 6, 6, 6])

    def test_no_widow(self):
        for step in scored_line(16)["deals"][0]["steps"]:
            for view in step["views"]:
                self.assertEqual((view["widow"], view["stock"]), (0, 8))
                self.assertFalse({"taken", "discards"} & set(view))

    def test_open_counts_are_without_discards(self):
        steps = widow_line(open_counts=True)["deals"][0]["steps"]
        self.assertEqual(steps[0]["views"][2]["counts"], [0, 0])
        self.assertEqual(steps[9]["views"][2]["counts"], [14, 0])

    def test_open_history(self):
        steps = widow_line(history="open")["deals"][0]["steps"]
        self.assertEqual(steps[0]["views"][3]["history"], [])
        shown = steps[-1]["views"][3]
        self.assertEqual(len(shown["history"]), 5)
        self.assertEqual(shown["history"][-1], shown["last_trick"])

    def test_reveal_stock_shows_nothing(self):
        self.assertEqual(widow_line(reveal_stock=True)["deals"], widow_line()["deals"])


class Options(unittest.TestCase):
    """Values that are and are not options."""

    def test_every_value_of_the_rules_is_accepted(self):
        for name, value in GAME.options.known_values():
            self.assertEqual(getattr(OPTIONS.chosen({name: value}), name), value)

    def test_other_values_are_refused(self):
        for name, value in [
            ("widow", 4), ("widow", True), ("widow", -1), ("win_needs_bid", 1),
            ("nonbid_cap", True), ("nonbid_cap", 0), ("nonbid_cap", None), ("target", 0),
            ("target", "15"), ("all_pass", "dealer_must_bid_1"), ("reveal_dead", False),
        ]:
            with self.assertRaises(OptionError, msg=f"{name}={value}"):
                OPTIONS.chosen({name: value})


if __name__ == "__main__":
    unittest.main()
