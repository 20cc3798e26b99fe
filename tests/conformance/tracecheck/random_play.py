"""Match lines of random play, made by the same rules that a checker uses.

They show that the checker can be run, that it is quick enough and that rare actions come up;
as a check of the rules they are worth nothing.
"""

import random

from .game import first_word


def _choose(rng, actions, by_kind):
    """A random action; with ``by_kind`` a random type first, which makes rare types common."""
    if by_kind:
        kind = rng.choice(sorted({first_word(action) for action in actions}))
        actions = [action for action in actions if first_word(action) == kind]
    return rng.choice(actions)


def _steps(rng, played, players, with_views):
    steps, by_kind = [], rng.random() < 0.5
    while not played.over:
        actions = played.legal()
        action = _choose(rng, actions, by_kind)
        step = {"seat": played.turn, "legal": actions, "action": action}
        if with_views:
            step["views"] = played.views(range(players))
        steps.append(step)
        played.act(action)
    return steps


def _deal(rng, game, match, players, with_views):
    deck = list(range(len(game.pack.texts)))
    rng.shuffle(deck)
    played = match.deal(deck)
    return {
        "dealer": match.dealer,
        "deck": [game.pack.texts[card] for card in deck],
        "steps": _steps(rng, played, players, with_views),
        "thrown_in": played.thrown_in,
        "result": match.settle(played),
    }


def random_match(rng, game, changed, max_deals, with_views):
    """A match line with the given changed options, cut off after ``max_deals`` deals."""
    players = rng.choice(game.players)
    match = game.match(game.options.chosen(changed), players, rng.randrange(players))
    line = {
        "game": game.name,
        "players": players,
        "options": changed,
        "first_dealer": match.dealer,
        "deals": [],
    }
    while not match.finished and len(line["deals"]) < max_deals:
        line["deals"].append(_deal(rng, game, match, players, with_views))
    line["match"] = match.entry()
    return line


def random_matches(game, seed, how_many, changed=None, max_deals=20, with_views=True):
    """Yield match lines; ``changed`` options, or random ones for each match if ``None``."""
    for number in range(how_many):
        rng = random.Random(f"{seed}/{number}")
        chosen = game.options.random(rng) if changed is None else dict(changed)
        yield random_match(rng, game, chosen, max_deals, with_views)
