"""Match lines of random play, made by the same rules that the checker uses.

They show that the checker can be run, that it is quick enough and that rare actions come up;
as a check of the rules they are worth nothing.
"""

import random

from . import cards, legal, score, views
from .options import POSITIVE, TABLE, table_options
from .table import Play, Table

#: Values drawn for options that can be any positive integer.
DRAWN_NUMBERS = {
    "lead_to_win": (1, 20, 60, 100, 101, 500),
    "n_baazis": (1, 2, 3),
    "n_deals": (1, 2, 3, 4),
}


def random_options(rng):
    """A random choice of the options; each keeps its default in about half the matches."""
    changed = {}
    for name, (default, allowed) in TABLE.items():
        drawn = rng.choice(DRAWN_NUMBERS[name] if allowed is POSITIVE else allowed)
        if rng.random() < 0.5 and not (drawn is default or drawn == default):
            changed[name] = drawn
    return changed


def _choose(rng, actions, by_kind):
    """A random action; with ``by_kind`` a random type first, which makes rare types common."""
    if by_kind:
        kinds = sorted({action.partition(" ")[0] for action in actions})
        kind = rng.choice(kinds)
        actions = [action for action in actions if action.partition(" ")[0] == kind]
    return rng.choice(actions)


def _steps(rng, table, match, with_views):
    steps, by_kind = [], rng.random() < 0.5
    while not table.over:
        actions = legal.legal_actions(table)
        action = _choose(rng, actions, by_kind)
        step = {"seat": table.turn, "legal": actions, "action": action}
        if with_views:
            step["views"] = views.views(table, match)
        steps.append(step)
        if table.phase == "bid":
            table.make_bid(int(action[4:]))
        else:
            table.make_play(Play(action))
    return steps


def _deal(rng, options, match, with_views):
    deck = list(range(52))
    rng.shuffle(deck)
    table = Table.deal(options, match.dealer, deck)
    entry = {
        "dealer": match.dealer,
        "deck": [cards.NAMES[card] for card in deck],
        "steps": [],
        "thrown_in": not legal.legal_actions(table),
        "result": None,
    }
    if not entry["thrown_in"]:
        entry["steps"] = _steps(rng, table, match, with_views)
        counted = score.card_points(table.piles, options)
        entry["result"] = match.score_deal(counted, table.sweeps)
    return entry


def random_match(rng, changed, max_deals, with_views):
    """A match line with the given changed options, cut off after ``max_deals`` deals."""
    options = table_options(changed)
    match = score.Match(options, rng.randrange(4))
    line = {
        "game": "seep",
        "players": 4,
        "options": changed,
        "first_dealer": match.dealer,
        "deals": [],
    }
    while not match.finished and len(line["deals"]) < max_deals:
        line["deals"].append(_deal(rng, options, match, with_views))
    line["match"] = match.entry()
    return line


def random_matches(seed, how_many, changed=None, max_deals=20, with_views=True):
    """Yield match lines; ``changed`` options, or random ones for each match if ``None``."""
    for number in range(how_many):
        rng = random.Random(f"{seed}/{number}")
        chosen = random_options(rng) if changed is None else dict(changed)
        yield random_match(rng, chosen, max_deals, with_views)
