"""Pepper as ``tracecheck`` wants a game: its matches and what there is to count."""

from tracecheck import report, tricks
from tracecheck.game import Game, first_word
from tracecheck.reading import is_numbers, is_seat

from . import score
from .auction import levels
from .cards import NO_TRUMP, PACK, STRAINS
from .deal import PepperDeal
from .options import OPTIONS


class Match(tricks.Match):
    """A match of two, three or four from the first deal to the last."""

    def __init__(self, options, players, dealer):
        super().__init__(options, score.sides(players), dealer)
        self.players = players

    def deal(self, deck):
        """The next deal."""
        return PepperDeal(self.options, self.players, self.dealer, deck, self.scores)

    def settle(self, deal):
        """Score a deal that is over and return its result entry, ``None`` for a throw-in."""
        if deal.thrown_in:
            self._throw_in()
            return None
        declaring = score.side_of(deal.declarer, self.players)
        won, contract = deal.tricks_won, deal.contract
        penalty = self.options.defenders_zero_penalty
        change = score.deltas(contract, declaring, won, self.players, penalty)
        totals = [total + delta for total, delta in zip(self.scores, change)]
        next_dealer = (self.dealer + 1) % self.players
        self._advance(totals, declaring, next_dealer)
        self._count(deal, declaring, change)
        return {
            "contract": contract,
            "declarer": deal.declarer,
            "strain": STRAINS[deal.strain],
            "tricks": list(won),
            "deltas": change,
            "totals": list(totals),
            "next_dealer": next_dealer,
        }

    def carry_on(self, result):
        """Take a recorded result for true; say whether it is one."""
        if result is None:
            self._throw_in()
            return True
        if type(result) is not dict:
            return False
        totals, declarer = result.get("totals"), result.get("declarer")
        dealer = result.get("next_dealer")
        if not is_numbers(totals, len(self.scores)):
            return False
        if not is_seat(declarer, self.players) or not is_seat(dealer, self.players):
            return False
        self._advance(list(totals), score.side_of(declarer, self.players), dealer)
        return True

    def _throw_in(self):
        if self.options.all_pass != "same_dealer":
            self.dealer = (self.dealer + 1) % self.players

    def _advance(self, totals, declaring, next_dealer):
        self.scores = totals
        self.dealer = next_dealer
        self.winners = score.winners(totals, declaring, self.options)
        out = [side for side, total in enumerate(totals) if total >= self.options.target]
        self.events["both_out"] += len(out) > 1
        self.events["shared_win"] += len(self.winners) > 1
        self.events["declarer_first_beats_higher"] += (
            self.winners == [declaring] and totals[declaring] < max(totals)
        )
        self.events["won_by_defender"] += bool(self.winners) and declaring not in self.winners

    def _count(self, deal, declaring, change):
        """Count what is rare in a scored deal."""
        seen, contract, won = self.events, deal.contract, deal.tricks_won
        kind = contract if contract in ("LP", "BP") else "number"
        seen[f"{kind}_{'made' if change[declaring] > 0 else 'set'}"] += 1
        least = score.needed(contract, score.hand_size(self.players))
        seen["overtricks"] += won[declaring] > least
        seen["no_trump_deal"] += deal.strain == NO_TRUMP
        seen["zero_penalty_paid"] += any(
            delta < 0 for side, delta in enumerate(change) if side != declaring
        )
        seen["total_below_zero"] += min(self.scores) < 0


def kind_of(action):
    """Bids and names are counted one by one, everything else by its first word."""
    return action if action.startswith(("BID", "NAME")) else first_word(action)


GAME = Game(
    name="pepper",
    players=(2, 3, 4),
    pack=PACK,
    options=OPTIONS,
    match=Match,
    kinds=(
        "PASS",
        *(f"BID {level}" for level in levels(2)),
        *(f"NAME {strain}" for strain in STRAINS),
        "PLAY",
    ),
    kind_of=kind_of,
    events=(
        "throw_in", "dealer_must_bid", "bid_after_a_pass", "overbid_of_partner",
        "raise_of_a_number_to_pepper", "passed_seat_skipped", "second_turn", "dead_hand",
        "bower_in_dead_hand", "left_bower_led", "left_bower_follows_trump", "left_bower_trumps",
        "left_bower_held_as_its_printed_suit_is_led", "left_bower_taking",
        "right_bower_over_left", "number_made", "number_set", "LP_made", "LP_set", "BP_made",
        "BP_set", "overtricks", "no_trump_deal", "zero_penalty_paid", "total_below_zero",
        "both_out", "shared_win", "declarer_first_beats_higher", "won_by_defender",
    ),
)


def check_line(line):
    """The findings of one line of bytes."""
    return report.check_line(GAME, line)
