#!/usr/bin/env python3
"""Check conformance traces of Pepper (rules/TRACE.md) against an independent implementation.

    pepper_trace.py [--jobs N] [FILE ...]      check match lines of the files, or of standard input
    pepper_trace.py --generate N [--seed S]    print N match lines of random play instead

Every fault is printed as one line: file and line number, deal (from 1), step (from 0, the
first call), what was expected and what was found. A summary follows. The exit code is
0 only if at least one Pepper match was checked and no fault was found, 1 otherwise.
"""

import sys

from peppercheck.game import GAME, check_line
from tracecheck.command import main

if __name__ == "__main__":
    sys.exit(main(GAME, check_line, __doc__))
