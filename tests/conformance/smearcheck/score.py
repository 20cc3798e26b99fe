"""The points of a deal, its settlement and the end of the match (smear.md sections 7, 8, 14)."""

from tracecheck.cards import numbers

from .cards import ACE, JACK, SEVEN, count_of, rank_of, suit_of
from .deal import team

#: The points in the order of TRACE.md section 4.
POINTS = ("high", "low", "jack", "game")


def final_counts(deal):
    """The game count per team, the discards with the bidder's."""
    counted = deal.counts()
    counted[team(deal.bidder)] += count_of(numbers(deal.discards))
    return counted


def _trumps(deal):
    """Rank, seat that played it and seat that won it, for every trump played; ascending."""
    return sorted(
        (rank_of(card), seat, trick.winner)
        for trick in deal.tricks
        for seat, card in trick.plays
        if suit_of(card) == deal.trump
    )


def point_takers(deal):
    """The team that took each of ``POINTS``, ``None`` for a point nobody took."""
    trumps = _trumps(deal)
    by_rank = {rank: (seat, winner) for rank, seat, winner in trumps}
    if deal.options.high_low == "in_play":
        low, high = trumps[0][1:], trumps[-1][1:]
    else:
        low, high = by_rank.get(SEVEN), by_rank.get(ACE)
    jack = by_rank.get(JACK)
    counts = final_counts(deal)
    if counts[0] != counts[1]:
        game = int(counts[1] > counts[0])
    else:
        game = 1 - team(deal.bidder) if deal.options.game_tie == "nonbidder" else None
    return {
        "high": high and team(high[0]),
        "low": low and team(low[deal.options.low_to == "winner"]),
        "jack": jack and team(jack[1]),
        "game": game,
    }


def settle(scores, bid, bidding, taken, cap):
    """The scores after a deal: before it, the bid, the bidding team, the points per team.

    ``cap`` is the highest score that the other team can rise to, or ``False``.
    """
    after = list(scores)
    other = 1 - bidding
    after[bidding] += taken[bidding] if taken[bidding] >= bid else -bid
    after[other] += taken[other]
    if cap is not False:
        after[other] = max(scores[other], min(after[other], cap))
    return after


def winners(scores, bidding, made, options):
    """The winning teams after a deal (at most one), given who bid and whether they made it."""
    out = [side for side in (0, 1) if scores[side] >= options.target]
    if options.win_needs_bid:
        return [bidding] if made and bidding in out else []
    if len(out) < 2:
        return out
    if options.both_out == "higher" and scores[0] != scores[1]:
        return [int(scores[1] > scores[0])]
    return [bidding]
