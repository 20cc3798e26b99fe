"""Checking many lines, on several processors if wanted, and saying what came out."""

import multiprocessing

from .reading import UnreadableLine, read_line
from .trace import Fault, Findings, check_match

#: The other games of TRACE.md, whose lines are passed over and counted.
OTHER_GAMES = ("smear", "pepper")

#: A fault line shows at most this many characters of what was expected and of what was found.
SHOWN = 600


def check_line(line):
    """The ``Findings`` of one line of bytes."""
    findings = Findings()
    try:
        entry = read_line(line)
    except UnreadableLine as error:
        findings.faults.append(Fault(None, None, "line", "one JSON object", error))
        return findings
    game = entry.get("game")
    if game == "seep":
        return check_match(entry)
    if game in OTHER_GAMES:
        findings.count("other_games")
    else:
        findings.faults.append(Fault(None, None, "game", "a game of TRACE.md", repr(game)))
    return findings


def _check_place(job):
    place, line = job
    return place, check_line(line)


def check_lines(placed_lines, jobs=1):
    """Yield ``(place, findings)`` in order for pairs of place and line, leaving out blank lines."""
    work = ((place, line) for place, line in placed_lines if line.strip())
    if jobs == 1:
        yield from map(_check_place, work)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(_check_place, work)


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
    return "  ".join(f"{'='.join(key)}:{number}" for key, number in rows) or "none"


def summary(findings):
    """The closing lines: the totals, then the actions, options and events seen."""
    counts = findings.counts
    names = (
        "matches", "finished", "deals", "skipped_deals", "steps",
        "actions_listed", "views", "other_games",
    )
    totals = "  ".join(f"{name}:{counts[name]}" for name in names)
    detail = {key: number for key, number in counts.items() if type(key) is tuple}
    return [
        f"checked  {totals}  faults:{len(findings.faults)}",
        f"actions  {_listed(detail, 'action')}",
        f"options  {_listed(detail, 'option')}",
        f"events   {_listed(detail, 'event')}",
    ]
