#!/usr/bin/env python3
"""Check conformance traces of Seep (rules/TRACE.md) against an independent implementation.

    seep_trace.py [--jobs N] [FILE ...]      check match lines of the files, or of standard input
    seep_trace.py --generate N [--seed S]    print N match lines of random play instead

Every fault is printed as one line: file and line number, deal (from 1), step (0 is the bid,
n is play n), what was expected and what was found. A summary follows. The exit code is
0 only if at least one Seep match was checked and no fault was found, 1 otherwise.
"""

import argparse
import json
import os
import sys

from seepcheck.random_play import random_matches
from seepcheck.report import check_lines, fault_line, summary
from seepcheck.trace import Findings


def _arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
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


def _generate(arguments):
    changed = None if arguments.options == "random" else json.loads(arguments.options)
    matches = random_matches(
        arguments.seed, arguments.generate, changed, arguments.max_deals, not arguments.no_views
    )
    for match in matches:
        print(json.dumps(match, separators=(",", ":")))
    return 0


def _check(arguments):
    everything = Findings()
    for place, findings in check_lines(_placed_lines(arguments.files), arguments.jobs):
        for fault in findings.faults:
            print(fault_line(place, fault))
        everything.faults += findings.faults
        everything.counts.update(findings.counts)
    print("\n".join(summary(everything)))
    if not everything.counts["matches"]:
        print("no Seep match was found to check")
    return 0 if everything.counts["matches"] and not everything.faults else 1


def main():
    """Run the command line and return its exit code."""
    arguments = _arguments()
    try:
        return _check(arguments) if arguments.generate is None else _generate(arguments)
    except BrokenPipeError:
        # The reader has gone; keep the interpreter from complaining while it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main())
