"""Checking many lines, on several processors if wanted, and saying what came out."""

import functools
import multiprocessing

from .findings import Fault, Findings
from .reading import UnreadableLine, read_line
from .replay import check_match

#: The games of TRACE.md; lines of the others than the one checked are passed over and counted.
GAMES = ("seep", "smear", "pepper")

#: A fault line shows at most this many characters of what was expected and of what was found.
SHOWN = 600


def check_line(game, line):
    """The ``Findings`` of one line of bytes that should be a match of a game."""
    findings = Findings()
    try:
        entry = read_line(line)
    except UnreadableLine as error:
        findings.faults.append(Fault(None, None, "line", "one JSON object", error))
        return findings
    name = entry.get("game")
    if name == game.name:
        return check_match(game, entry)
    if name in GAMES:
        findings.count("other_games")
    else:
        findings.faults.append(Fault(None, None, "game", "a game of TRACE.md", repr(name)))
    return findings


def _check_place(check, job):
    place, line = job
    return place, check(line)


def check_lines(check, placed_lines, jobs=1):
    """Yield ``(place, findings)`` in order for pairs of place and line, leaving out blank lines.

    ``check`` gives the ``Findings`` of a line; with several jobs it must be a function of a module.
    """
    work = ((place, line) for place, line in placed_lines if line.strip())
    check_place = functools.partial(_check_place, check)
    if jobs == 1:
        yield from map(check_place, work)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(check_place, work)


def _shortened(shown):
    text = str(shown).replace("\n", " ")
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def fault_line(place, fault):
    """One line of text for a fault."""
    where = [str(place)]
    if fault.deal is not None:
        where.append(f"deal {fault.deal}")
    if fault.step is not None:
        where.append(f"step {fault.step}")
    expected, found = _shortened(fault.expected), _shortened(fault.found)
    return f"{' '.join(where)}: {fault.kind}: expected {expected}; found {found}"


def _listed(counts, first):
    rows = sorted((key[1:], number) for key, number in counts.items() if key[0] == first)
    return "  ".join(f"{'='.join(key)}:{number}" for key, number in rows if number) or "none"


def _unseen(game, counts):
    """Everything of a game that can be counted and was not seen."""
    wanted = [("players", str(number)) for number in game.players]
    wanted += [("action", kind) for kind in game.kinds]
    wanted += [
        ("option", name, str(value).lower()) for name, value in game.options.known_values()
    ]
    wanted += [("event", event) for event in game.events]
    return "  ".join("=".join(key[1:]) for key in wanted if not counts[key]) or "none"


def summary(game, findings):
    """The closing lines: the totals, then the actions, options and events seen and not seen."""
    counts = findings.counts
    names = (
        "matches", "finished", "deals", "skipped_deals", "steps",
        "actions_listed", "views", "other_games",
    )
    totals = "  ".join(f"{name}:{counts[name]}" for name in names)
    detail = {key: number for key, number in counts.items() if type(key) is tuple}
    return [
        f"checked  {totals}  faults:{len(findings.faults)}",
        f"players  {_listed(detail, 'players')}",
        f"actions  {_listed(detail, 'action')}",
        f"options  {_listed(detail, 'option')}",
        f"events   {_listed(detail, 'event')}",
        f"unseen   {_unseen(game, counts)}",
    ]
