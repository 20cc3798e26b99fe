"""Smear as ``tracecheck`` wants a game: its matches and what there is to count."""

from tracecheck import report, tricks
from tracecheck.cards import numbers
from tracecheck.game import Game, first_word
from tracecheck.reading import is_numbers, is_seat
from tracecheck.tricks import SUITS

from . import score
from .cards import JACK, PACK, SEVEN, rank_of, suit_of
from .deal import SEATS, SmearDeal, team
from .options import OPTIONS


class Match(tricks.Match):
    """A match from the first deal to the last."""

    def __init__(self, options, _players, dealer):
        super().__init__(options, 2, dealer)

    def deal(self, deck):
        """The next deal."""
        return SmearDeal(self.options, self.dealer, deck, self.scores)

    def settle(self, deal):
        """Score a deal that is over and return its result entry, ``None`` for a throw-in."""
        if deal.thrown_in:
            self._throw_in()
            return None
        takers = score.point_takers(deal)
        points = [[name for name in score.POINTS if takers[name] == side] for side in (0, 1)]
        taken = [len(names) for names in points]
        bidding = team(deal.bidder)
        before = self.scores
        scores = score.settle(before, deal.bid, bidding, taken, self.options.nonbid_cap)
        made = taken[bidding] >= deal.bid
        next_dealer = (self.dealer + 1) % SEATS
        self._advance(scores, bidding, made, next_dealer)
        deltas = [scores[side] - before[side] for side in (0, 1)]
        self._count(deal, takers, taken, deltas)
        return {
            "bid": deal.bid,
            "bidder": deal.bidder,
            "trump": SUITS[deal.trump],
            "discards": PACK.names(deal.discards),
            "counts": score.final_counts(deal),
            "points": points,
            "deltas": deltas,
            "scores": list(scores),
            "next_dealer": next_dealer,
        }

    def carry_on(self, result):
        """Take a recorded result for true; say whether it is one."""
        if result is None:
            self._throw_in()
            return True
        if type(result) is not dict:
            return False
        scores, points = result.get("scores"), result.get("points")
        bid, bidder = result.get("bid"), result.get("bidder")
        dealer = result.get("next_dealer")
        lists = type(points) is list and [type(names) for names in points] == [list, list]
        if not lists or not is_numbers(scores, 2) or type(bid) is not int:
            return False
        if not is_seat(bidder) or not is_seat(dealer):
            return False
        self._advance(list(scores), team(bidder), len(points[team(bidder)]) >= bid, dealer)
        return True

    def _throw_in(self):
        if self.options.all_pass == "next_dealer":
            self.dealer = (self.dealer + 1) % SEATS

    def _advance(self, scores, bidding, made, next_dealer):
        self.scores = scores
        self.dealer = next_dealer
        self.winners = score.winners(scores, bidding, made, self.options)
        self._count_end(bidding)

    def _count_end(self, bidding):
        out = [side for side in (0, 1) if self.scores[side] >= self.options.target]
        self.events["out_without_winning"] += bool(out) and not self.winners
        self.events["won_by_other_team"] += self.winners == [1 - bidding]
        if len(out) == 2 and not self.options.win_needs_bid:
            self.events["both_out"] += 1
            self.events["both_out_level"] += self.scores[0] == self.scores[1]
            self.events["both_out_bidder_lower"] += self.scores[bidding] < max(self.scores)

    def _count(self, deal, takers, taken, deltas):
        """Count what is rare in a scored deal."""
        seen, bidding = self.events, team(deal.bidder)
        counts = score.final_counts(deal)
        trumps = [
            (rank_of(card), team(seat), team(trick.winner))
            for trick in deal.tricks for seat, card in trick.plays if suit_of(card) == deal.trump
        ]
        low = min(trumps) if self.options.high_low == "in_play" else None
        low = next((one for one in trumps if one[0] == SEVEN), low)
        jack = 8 * deal.trump + JACK
        seen["set"] += deltas[bidding] < 0
        seen["made"] += deltas[bidding] > 0
        seen["all_four_points"] += taken[bidding] == 4
        seen["score_below_zero"] += min(self.scores) < 0
        seen["high_absent"] += takers["high"] is None
        seen["low_absent"] += takers["low"] is None
        seen["jack_absent"] += takers["jack"] is None
        seen["jack_undealt"] += jack in deal.stock
        seen["low_won_by_other_team"] += low is not None and low[1] != low[2]
        seen["only_one_trump_played"] += len(trumps) == 1
        seen["low_that_is_no_seven"] += takers["low"] is not None and low[0] != SEVEN
        seen["game_count_tied"] += counts[0] == counts[1]
        seen["discards_decide_game"] += self._discards_decide(deal, counts)
        seen["cap_reached"] += deltas[1 - bidding] < taken[1 - bidding]

    @staticmethod
    def _discards_decide(deal, counts):
        """Whether another team would have the larger count without the discards."""
        tricks_only = deal.counts()

        def sign(pair):
            return (pair[0] > pair[1]) - (pair[0] < pair[1])

        return bool(numbers(deal.discards)) and sign(tricks_only) != sign(counts)


def kind_of(action):
    """Bids are counted one by one, everything else by its first word."""
    return action if action.startswith("BID") else first_word(action)


GAME = Game(
    name="smear",
    players=(4,),
    pack=PACK,
    options=OPTIONS,
    match=Match,
    kinds=("PASS", "BID 2", "BID 3", "BID 4", "DISCARD", "PLAY"),
    kind_of=kind_of,
    events=(
        "throw_in", "dealer_stuck", "dealer_takes_over", "dealer_takes_partner_over",
        "auction_ends_early", "discard_clean_for_several", "first_lead_restricted",
        "more_than_six_of_a_suit_held", "excess_trump_discarded", "scoring_trump_discarded",
        "jack_of_trump_discarded", "trumped_while_able", "set", "made", "all_four_points",
        "score_below_zero",
        "high_absent", "low_absent", "jack_absent", "jack_undealt", "low_won_by_other_team",
        "only_one_trump_played", "low_that_is_no_seven", "game_count_tied",
        "discards_decide_game", "cap_reached", "out_without_winning", "won_by_other_team",
        "both_out", "both_out_level", "both_out_bidder_lower",
    ),
)


def check_line(line):
    """The findings of one line of bytes."""
    return report.check_line(GAME, line)
