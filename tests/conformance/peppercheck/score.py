"""Sides, the score of a deal and the end of the game (pepper.md sections 2, 6, 7, 13)."""


def sides(players):
    """How many sides play."""
    return 2 if players == 4 else players


def side_of(seat, players):
    """The side of a seat: a pair with four players, else the seat itself."""
    return seat % 2 if players == 4 else seat


def hand_size(players):
    """Cards in a hand, which is the number of tricks."""
    return 6 if players == 4 else 8


def needed(contract, whole):
    """The tricks that a contract asks for; ``whole`` is the number of tricks."""
    return int(contract) if contract.isdigit() else whole


def deltas(contract, declaring, won, players, zero_penalty):
    """The change of each side's total. ``won`` are the tricks per side."""
    whole = hand_size(players)
    change = list(won)
    if contract in ("LP", "BP"):
        change = [taken if taken else zero_penalty for taken in won]
    stake = 2 * whole if contract == "BP" else whole
    if won[declaring] < needed(contract, whole):
        change[declaring] = -stake
    else:
        change[declaring] = stake if contract in ("LP", "BP") else won[declaring]
    return change


def winners(totals, declaring, options):
    """The winning sides after a scored deal, ascending; none while the game goes on."""
    best = max(totals)
    if best < options.target:
        return []
    if options.both_out == "declarer_first" and totals[declaring] >= options.target:
        return [declaring]
    return [side for side, total in enumerate(totals) if total == best]
