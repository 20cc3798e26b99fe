"""Scoring of a deal, the baazi and the match, and the next dealer (seep.md 3, 11, 12, 18)."""

from . import cards
from .table import partner, right, team

#: A team with fewer points than this forfeits the deal.
LEAST_SCORE = 9
#: Points for most cards under ``ten_diamonds`` 2.
MAJORITY_BONUS = 4


def card_points(piles, options):
    """Card points of the two piles, the majority bonus of ``ten_diamonds`` 2 included."""
    counted = [cards.points(pile, options.ten_diamonds) for pile in piles]
    if options.ten_diamonds == 2:
        sizes = [cards.size(pile) for pile in piles]
        if sizes[0] != sizes[1]:
            counted[sizes[1] > sizes[0]] += MAJORITY_BONUS
    return counted


def forfeiting_team(counted, sweeps, options):
    """The team below the minimum of 9, or ``None``.

    Both are below it only if nobody captured a single card, which ``throw=free``
    makes possible though section 12 calls it impossible. Nothing then tells the
    teams apart, so none forfeits.
    """
    bonuses = sweeps if options.min9_includes_sweeps else (0, 0)
    below = [side for side in (0, 1) if counted[side] + bonuses[side] < LEAST_SCORE]
    return below[0] if len(below) == 1 else None


def leader(difference):
    """The team that a difference (team 0 minus team 1) puts ahead, or ``None``."""
    if difference == 0:
        return None
    return 0 if difference > 0 else 1


class Match:
    """The state of a match between deals."""

    def __init__(self, options, dealer):
        self.options = options
        self.dealer = dealer
        self.difference = 0
        self.won = [0, 0]
        self.scored_deals = 0

    def score_deal(self, counted, sweeps):
        """Score a played deal, advance the match, and return the result entry of TRACE.md 4."""
        options = self.options
        score = [counted[side] + sweeps[side] for side in (0, 1)]
        forfeiting = forfeiting_team(counted, sweeps, options)
        difference, winner = self.difference, None
        if forfeiting is not None:
            winner = ahead = 1 - forfeiting
        else:
            difference += score[0] - score[1]
            if abs(difference) >= options.lead_to_win:
                winner = leader(difference)
            running = options.dealer_basis == "running"
            ahead = leader(difference if running else score[0] - score[1])
        next_dealer = right(self.dealer) if ahead == team(self.dealer) else self.dealer
        if winner is not None:
            next_dealer = partner(next_dealer)
        self.advance(difference, winner, next_dealer)
        return {
            "card_points": list(counted),
            "sweeps": list(sweeps),
            "score": score,
            "difference": difference,
            "baazi_winner": winner,
            "next_dealer": next_dealer,
        }

    def advance(self, difference, winner, next_dealer):
        """Take over what a deal led to: D before any reset, the baazi's winner, the next dealer."""
        self.difference = difference
        if winner is not None:
            self.won[winner] += 1
            self.difference = 0
        self.dealer = next_dealer
        self.scored_deals += 1

    @property
    def finished(self):
        """Whether the match has ended."""
        options = self.options
        if options.match_mode == "deals":
            return self.scored_deals >= options.n_deals
        if options.match_mode == "first_to":
            return max(self.won) >= options.n_baazis
        return sum(self.won) >= options.n_baazis

    def entry(self):
        """The match entry of TRACE.md section 5."""
        ahead = None
        if self.finished:
            ahead = leader(self.won[0] - self.won[1])
            if ahead is None and self.options.match_mode == "deals":
                ahead = leader(self.difference)
        return {
            "won": list(self.won),
            "difference": self.difference,
            "winners": [] if ahead is None else [ahead],
            "finished": self.finished,
        }
