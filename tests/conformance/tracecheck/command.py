"""The command line that the scripts of all games have."""

import argparse
import json
import os
import sys

from .findings import Findings
from .random_play import random_matches
from .report import check_lines, fault_line, summary


def _arguments(description):
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="trace files; '-' is stdin")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes to check with (default 1)"
    )
    parser.add_argument("--generate", type=int, metavar="N", help="print N random matches")
    parser.add_argument("--seed", default="0", metavar="S", help="seed of --generate (default 0)")
    parser.add_argument(
        "--options", default="random", metavar="JSON",
        help="options of --generate as a JSON object, or 'random' (default)",
    )
    parser.add_argument(
        "--max-deals", type=int, default=20, metavar="N",
        help="deals at which --generate cuts a match off (default 20)",
    )
    parser.add_argument("--no-views", action="store_true", help="--generate without views")
    return parser.parse_args()


def _placed_lines(files):
    for name in files or ["-"]:
        source = sys.stdin.buffer if name == "-" else open(name, "rb")
        with source:
            for number, line in enumerate(source, 1):
                yield f"{'stdin' if name == '-' else name}:{number}", line


def _generate(game, arguments):
    changed = None if arguments.options == "random" else json.loads(arguments.options)
    with_views = not arguments.no_views
    matches = random_matches(
        game, arguments.seed, arguments.generate, changed, arguments.max_deals, with_views
    )
    for match in matches:
        print(json.dumps(match, separators=(",", ":")))
    return 0


def _check(game, check, arguments):
    everything = Findings()
    for place, findings in check_lines(check, _placed_lines(arguments.files), arguments.jobs):
        for fault in findings.faults:
            print(fault_line(place, fault))
        everything.add(findings)
    print("\n".join(summary(game, everything)))
    if not everything.counts["matches"]:
        print(f"no {game.name.capitalize()} match was found to check")
    return 0 if everything.counts["matches"] and not everything.faults else 1


def main(game, check, description):
    """Run the command line and return its exit code. ``check`` gives the findings of a line."""
    arguments = _arguments(description)
    try:
        if arguments.generate is None:
            return _check(game, check, arguments)
        return _generate(game, arguments)
    except BrokenPipeError:
        # The reader has gone; keep the interpreter from complaining while it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
