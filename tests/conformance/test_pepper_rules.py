"""The worked examples of rules/pepper.md section 10, its options and its clarifications."""

import itertools
import random
import unittest

from pepper_vectors import FULL, deck_of, full_line
from peppercheck import cards, score
from peppercheck.auction import Auction
from peppercheck.cards import PACK, STRAINS
from peppercheck.deal import PepperDeal
from peppercheck.game import GAME, Match
from peppercheck.options import OPTIONS
from tracecheck.options import OptionError

FOUR = ["1", "2", "3", "4", "5", "LP", "BP"]
EIGHT = ["1", "2", "3", "4", "5", "6", "7", "LP", "BP"]


def auction(calls, players=4, dealer=None, **changed):
    """An auction after calls written as in the rules; each must be legal, none after the end."""
    made = Auction(OPTIONS.chosen(changed), players, players - 1 if dealer is None else dealer)
    for word in calls.replace(",", "").split():
        text = "PASS" if word == "P" else f"BID {word}"
        assert not made.over, f"over before {word}"
        assert text in made.legal(), f"{text} is not one of {made.legal()}"
        made.call(text)
    return made


def outcome(calls, **rest):
    """Whether it is over, the declarer and the contract."""
    made = auction(calls, **rest)
    return made.over, made.declarer, made.contract


def playable(hand, led, strain="H"):
    """The cards of a hand that may follow the card led, as one text."""
    deal = PepperDeal(OPTIONS.chosen({}), 4, 3, list(range(24)), [0, 0])
    deal.phase, deal.strain = "play", STRAINS.index(strain)
    deal.trick = [(0, PACK.number[led])]
    deal.turn = 1
    deal.hands[1] = PACK.set_of(hand.split())
    return " ".join(text.split()[1] for text in deal.legal())


def winner(trick, strain):
    """The seat that wins a trick of seats 0 to 3 in order."""
    plays = list(enumerate(PACK.number[name] for name in trick.split()))
    return cards.winning_play(plays, STRAINS.index(strain))[0]


class Following(unittest.TestCase):
    """Rows 1 to 6."""

    def test_row_1_left_bower_follows_trump(self):
        self.assertEqual(playable("JD AD 9C", "AH"), "JD")

    def test_row_2_left_bower_is_not_of_its_printed_suit(self):
        self.assertEqual(playable("JD AD 9C", "KD"), "AD")

    def test_row_3_void(self):
        self.assertEqual(playable("JD 9C", "KD"), "9C JD")

    def test_row_4_printed_suits_at_no_trump(self):
        self.assertEqual(playable("JD AD 9C", "KD", "NT"), "JD AD")

    def test_row_5_left_bower_led(self):
        self.assertEqual(playable("AD 9H KC", "JD"), "9H")
        self.assertEqual(playable("AD KC", "JD"), "KC AD")

    def test_row_6_right_bower(self):
        self.assertEqual(playable("JS AS KC", "QC", "S"), "KC")

    def test_right_bower_follows_trump(self):
        self.assertEqual(playable("JH 9D", "9H"), "JH")


class Winning(unittest.TestCase):
    """Rows 8 to 11, and the whole order of cards."""

    def test_rows(self):
        for row, trick, strain, seat in [
            (8, "AH JD JH 9H", "H", 2), (9, "AD JD KD 9D", "H", 1), (10, "JD AD KD 9D", "NT", 1),
            (11, "JD AH KH AD", "H", 0),
        ]:
            with self.subTest(row=row):
                self.assertEqual(winner(trick, strain), seat)

    def test_order_of_trumps_and_of_the_plain_suit_of_the_colour(self):
        for strain, colour in ["CS", "SC", "DH", "HD"]:
            trumps = [f"J{strain}", f"J{colour}"] + [rank + strain for rank in "AKQT9"]
            for one, other in itertools.combinations(trumps, 2):
                for trick in (f"{one} {other}", f"{other} {one}"):
                    self.assertEqual(trick.split()[winner(trick, strain)], one)
            plain = [rank + colour for rank in "AKQT9"]
            for one, other in itertools.combinations(plain, 2):
                self.assertEqual(winner(f"{other} {one}", strain), 1)
                self.assertEqual(winner(f"{one} 9{strain}", strain), 1)

    def test_order_at_no_trump(self):
        for suit in "CDHS":
            names = [rank + suit for rank in "AKQJT9"]
            for one, other in itertools.combinations(names, 2):
                self.assertEqual(winner(f"{other} {one}", "NT"), 1)

    def test_discarded_ace_does_not_win(self):
        self.assertEqual(winner("9C AS AD TC", "H"), 3)


class Auctions(unittest.TestCase):
    """Rows 12 to 20."""

    def test_row_12_thrown_in(self):
        self.assertEqual(outcome("P P P P"), (True, None, None))

    def test_row_13(self):
        self.assertEqual(outcome("2 P P P"), (True, 0, "2"))

    def test_row_14_second_turn(self):
        self.assertEqual(outcome("P P 2 P"), (False, 2, "2"))
        self.assertEqual(outcome("P P 2 P P P"), (True, 2, "2"))
        self.assertEqual(outcome("P P 2 P", pass_final=True), (True, 2, "2"))

    def test_row_16_partner_is_overbid(self):
        self.assertEqual(outcome("1 P 3 P 4 P P P"), (True, 0, "4"))

    def test_row_17_big_pepper_ends_at_once(self):
        self.assertEqual(outcome("5 LP P P BP"), (True, 0, "BP"))

    def test_row_18_a_bid_must_exceed(self):
        self.assertEqual(auction("3").legal(), ["PASS", "BID 4", "BID 5", "BID LP", "BID BP"])

    def test_row_19_no_level_for_all_tricks(self):
        self.assertEqual(auction("5").legal(), ["PASS", "BID LP", "BID BP"])
        self.assertEqual(auction("7", players=3).legal(), ["PASS", "BID LP", "BID BP"])
        self.assertEqual(auction("").legal(), ["PASS"] + [f"BID {level}" for level in FOUR])
        for players in (2, 3):
            self.assertEqual(auction("", players=players).legal(),
                             ["PASS"] + [f"BID {level}" for level in EIGHT])

    def test_row_20_two_players(self):
        match = Match(OPTIONS.chosen({}), 2, 1)
        deal = match.deal(list(range(24)))
        self.assertEqual(deal.turn, 0)
        deal.act("PASS")
        deal.act("PASS")
        self.assertTrue(deal.thrown_in)
        self.assertIsNone(match.settle(deal))
        self.assertEqual(match.dealer, 0)
        deal = match.deal(list(range(24)))
        self.assertEqual(deal.turn, 1)
        deal.act("BID 1")
        deal.act("PASS")
        self.assertEqual((deal.phase, deal.turn, deal.declarer, deal.contract),
                         ("name", 1, 1, "1"))

    def test_a_player_who_passed_may_bid_again(self):
        self.assertEqual(outcome("P 1 P P 2 P P"), (False, 0, "2"))
        self.assertEqual(outcome("P 1 P P 2 P P P"), (True, 0, "2"))

    def test_final_passes_are_skipped(self):
        made = auction("P 1 P 2", pass_final=True)
        self.assertEqual((made.over, made.turn), (False, 1))
        self.assertEqual(outcome("P 1 P 2 P", pass_final=True), (True, 3, "2"))
        self.assertEqual(outcome("P 1 P 2 3 P", pass_final=True), (True, 1, "3"))

    def test_last_player_has_a_turn_if_nobody_has_bid(self):
        made = auction("P P P", pass_final=True)
        self.assertEqual((made.over, made.turn, made.legal()[0]), (False, 3, "PASS"))
        self.assertEqual(outcome("P P P P", pass_final=True), (True, None, None))

    def test_last_bid_of_a_round_of_final_passes_ends_it(self):
        self.assertEqual(outcome("P P P 1", pass_final=True), (True, 3, "1"))
        self.assertEqual(outcome("P P P 1"), (False, 3, "1"))

    def test_one_round(self):
        for pass_final in (False, True):
            changed = {"one_round": True, "pass_final": pass_final}
            self.assertEqual(outcome("P P 2 P", **changed), (True, 2, "2"))
            self.assertEqual(outcome("P 1 2 3", **changed), (True, 3, "3"))
            self.assertEqual(outcome("P P P P", **changed), (True, None, None))
            self.assertEqual(outcome("P BP", **changed), (True, 1, "BP"))

    def test_one_round_with_two_players(self):
        self.assertEqual(outcome("1 2", players=2, one_round=True), (True, 1, "2"))

    def test_dealer_must_bid(self):
        changed = {"all_pass": "dealer_must_bid_1"}
        self.assertEqual(auction("P P P", **changed).legal(), [f"BID {level}" for level in FOUR])
        self.assertEqual(auction("P 1 P", **changed).legal()[0], "PASS")
        self.assertEqual(outcome("P P P 1", **changed), (False, 3, "1"))
        self.assertEqual(outcome("P P P 1 P P 2 P P P", **changed), (True, 2, "2"))

    def test_all_pass_with_the_same_dealer(self):
        for all_pass, dealer in [("next_dealer", 0), ("same_dealer", 3)]:
            match = Match(OPTIONS.chosen({"all_pass": all_pass}), 4, 3)
            deal = match.deal(list(range(24)))
            for _ in range(4):
                deal.act("PASS")
            match.settle(deal)
            self.assertEqual(match.dealer, dealer)

    def test_random_auctions_against_the_wording(self):
        """The end of an auction, told from the calls alone."""
        rng = random.Random(5)
        for number in range(400):
            players, pass_final = rng.choice([2, 3, 4]), number % 2 == 1
            made = auction("", players=players, pass_final=pass_final)
            calls = []
            while not made.over:
                self.assertFalse(self.is_over(calls, players, pass_final), calls)
                text = "PASS" if rng.random() < 0.6 else rng.choice(made.legal()[:3])
                calls.append((made.turn, text))
                made.call(text)
            self.assertTrue(self.is_over(calls, players, pass_final), calls)

    @staticmethod
    def is_over(calls, players, pass_final):
        texts = [text for _, text in calls]
        bids = [place for place, text in enumerate(texts) if text != "PASS"]
        if "BID BP" in texts:
            return True
        if pass_final:
            out = {seat for seat, text in calls if text == "PASS"}
            return len(out) == players or (bool(bids) and len(out) == players - 1)
        if bids:
            return len(texts) - 1 - bids[-1] >= players - 1
        return len(texts) >= players


class Dealing(unittest.TestCase):
    """Section 3."""

    def hands(self, players, dealer):
        deal = PepperDeal(OPTIONS.chosen({}), players, dealer, list(range(24)),
                          [0] * score.sides(players))
        return deal.hands, deal.dead

    def test_slots(self):
        for players, slots in [(2, 3), (3, 3), (4, 4)]:
            for dealer in range(players):
                hands, dead = self.hands(players, dealer)
                for seat in range(players):
                    slot = (seat - dealer - 1) % players
                    expected = sum(1 << card for card in range(slot, 24, slots))
                    self.assertEqual(hands[seat], expected)
                third = sum(1 << card for card in range(2, 24, 3))
                self.assertEqual(dead, third if players == 2 else 0)

    def test_vectors_are_dealt_as_written(self):
        for number, full in FULL.items():
            players = len(full.hands.split(" / "))
            deal = PepperDeal(OPTIONS.chosen({}), players, players - 1,
                              PACK.dealing_order(deck_of(full.hands)), [0] * players)
            shown = [set(PACK.names(hand)) for hand in deal.hands]
            self.assertEqual(shown, [set(hand.split()) for hand in full.hands.split(" / ")], number)


class FullDeals(unittest.TestCase):
    """Rows 21 to 23 and 26 to 34."""

    def test_winners_and_tricks(self):
        for number, full in FULL.items():
            line = full_line(number, "1", history="open")
            steps = line["deals"][0]["steps"]
            shown = [trick["winner"] for trick in steps[-1]["views"][0]["history"]]
            self.assertEqual(shown, full.winners[:-1], number)
            self.assertEqual(line["deals"][0]["result"]["tricks"], full.won, number)

    def test_rows_26_to_32(self):
        for row, number, contract, deltas in [
            (26, 21, "4", [4, 2]), (27, 21, "5", [-6, 2]), (28, 22, "3", [3, 3]),
            (29, 21, "LP", [-6, 2]), (29, 21, "BP", [-12, 2]), (31, 23, "1", [1, 2, 5]),
            (32, 23, "2", [-8, 2, 5]), (32, 23, "BP", [-16, 2, 5]),
        ]:
            with self.subTest(row=row, contract=contract):
                result = full_line(number, contract)["deals"][0]["result"]
                self.assertEqual((result["contract"], result["declarer"]), (contract, 0))
                self.assertEqual((result["deltas"], result["totals"]), (deltas, deltas))

    def test_row_30(self):
        for contract, points in [("1", 6), ("LP", 6), ("BP", 12)]:
            self.assertEqual(score.deltas(contract, 1, [0, 6], 4, 0), [0, points])

    def test_row_34(self):
        for contract, points in [("LP", 8), ("BP", 16)]:
            self.assertEqual(score.deltas(contract, 0, [8, 0, 0], 3, 0), [points, 0, 0])
            self.assertEqual(score.deltas(contract, 0, [8, 0], 2, 0), [points, 0])

    def test_penalty_for_defenders_without_a_trick(self):
        for contract, won, players, expected in [
            ("LP", [6, 0], 4, [6, -6]), ("BP", [6, 0], 4, [12, -6]), ("5", [6, 0], 4, [6, 0]),
            ("LP", [8, 0, 0], 3, [8, -6, -6]), ("LP", [5, 0, 3], 3, [-8, -6, 3]),
            ("BP", [0, 5, 3], 3, [-16, 5, 3]), ("BP", [8, 0], 2, [16, -6]),
        ]:
            self.assertEqual(score.deltas(contract, 0, won, players, -6), expected)

    def test_names_in_order_and_without_no_trump(self):
        for no_trump, names in [(True, "C D H S NT"), (False, "C D H S")]:
            deal = PepperDeal(OPTIONS.chosen({"no_trump": no_trump}), 4, 3, list(range(24)), [0, 0])
            deal.act("BID BP")
            self.assertEqual(deal.legal(), [f"NAME {name}" for name in names.split()])


class Ends(unittest.TestCase):
    """Rows 35 to 39 and section 13."""

    def end(self, before, contract, won, players=4, **changed):
        """Totals and winners after a deal that side 0 declares."""
        change = score.deltas(contract, 0, won, players, 0)
        totals = [one + other for one, other in zip(before, change)]
        return totals, score.winners(totals, 0, OPTIONS.chosen(changed))

    def test_row_35_shared(self):
        self.assertEqual(self.end([27, 29], "4", [4, 2]), ([31, 31], [0, 1]))

    def test_row_36(self):
        self.assertEqual(self.end([27, 29], "4", [5, 1]), ([32, 30], [0]))

    def test_row_37(self):
        self.assertEqual(self.end([28, 29], "5", [4, 2]), ([22, 31], [1]))

    def test_row_39(self):
        self.assertEqual(self.end([29, 29], "BP", [6, 0]), ([41, 29], [0]))

    def test_no_end_below_the_target(self):
        self.assertEqual(self.end([25, 20], "4", [4, 2]), ([29, 22], []))
        self.assertEqual(self.end([29, 20], "4", [4, 2], target=42), ([33, 22], []))

    def test_declarer_first(self):
        changed = {"both_out": "declarer_first"}
        self.assertEqual(self.end([27, 29], "4", [4, 2], **changed)[1], [0])
        self.assertEqual(self.end([26, 29], "4", [4, 2], **changed), ([30, 31], [0]))
        self.assertEqual(self.end([20, 29], "4", [4, 2], **changed), ([24, 31], [1]))

    def test_declarer_first_shared_by_the_others(self):
        totals, winners = self.end([0, 28, 28], "3", [4, 2, 2], 3, both_out="declarer_first")
        self.assertEqual((totals, winners), ([4, 30, 30], [1, 2]))

    def test_three_share(self):
        self.assertEqual(self.end([26, 28, 28], "3", [4, 2, 2], 3)[1], [0, 1, 2])


class Views(unittest.TestCase):
    """Section 8, with the options that show more."""

    def test_phases(self):
        steps = full_line(21, "4")["deals"][0]["steps"]
        for number, step in enumerate(steps):
            for view in step["views"]:
                self.assertEqual(view["phase"],
                                 "auction" if number < 4 else "name" if number == 4 else "play")
                self.assertEqual("strain" in view, number > 4)
                self.assertEqual("last_trick" in view, number > 8)
                self.assertFalse({"history", "widow", "stock", "dead"} & set(view))
        self.assertEqual(steps[0]["views"][0]["tricks"], [0, 0])
        self.assertEqual(steps[0]["views"][0]["trick"], [])

    def test_open_history(self):
        steps = full_line(23, "1", history="open")["deals"][0]["steps"]
        self.assertEqual(steps[0]["views"][2]["history"], [])
        self.assertEqual(len(steps[-1]["views"][2]["history"]), 7)

    def test_each_of_three_is_a_side(self):
        steps = full_line(23, "1")["deals"][0]["steps"]
        self.assertEqual(steps[-1]["views"][0]["tricks"], [0, 2, 5])
        self.assertEqual(steps[-1]["views"][0]["scores"], [0, 0, 0])

    def test_the_dead_hand_is_seen_nowhere(self):
        deal = PepperDeal(OPTIONS.chosen({"reveal_dead": True}), 2, 1, list(range(24)), [0, 0])
        for text in ("BID BP", "NAME H"):
            for view in deal.views(range(2)):
                self.assertEqual(view["hand_sizes"], [8, 8])
                self.assertFalse(set(PACK.names(deal.dead)) & set(view["hand"]))
            deal.act(text)


class Options(unittest.TestCase):
    """Values that are and are not options."""

    def test_every_value_of_the_rules_is_accepted(self):
        for name, value in GAME.options.known_values():
            self.assertEqual(getattr(OPTIONS.chosen({name: value}), name), value)

    def test_other_values_are_refused(self):
        for name, value in [
            ("both_out", "higher"), ("both_out", "higher_shared"), ("all_pass", "dealer_stuck_2"),
            ("no_trump", "on"), ("no_trump", 1), ("defenders_zero_penalty", 6),
            ("defenders_zero_penalty", False), ("target", True), ("target", -30), ("players", 4),
        ]:
            with self.assertRaises(OptionError, msg=f"{name}={value}"):
                OPTIONS.chosen({name: value})


if __name__ == "__main__":
    unittest.main()
