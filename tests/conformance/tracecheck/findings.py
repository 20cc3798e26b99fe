"""Faults, and counts of what was checked and seen."""

import collections


class _Absent:
    def __repr__(self):
        return "nothing"


#: Stands for a key that is not there.
ABSENT = _Absent()

#: One difference between the trace and the rules. ``deal`` counts from 1 and ``step``
#: from 0; both are ``None`` where the fault belongs to the match or to the deal as a whole.
Fault = collections.namedtuple("Fault", "deal step kind expected found")


class Findings:
    """The faults of one or more matches, and counts of what was checked and seen."""

    def __init__(self):
        self.faults = []
        self.counts = collections.Counter()

    def count(self, what, how_often=1):
        """Count something seen."""
        self.counts[what] += how_often

    def add(self, other):
        """Take over the faults and counts of other findings."""
        self.faults += other.faults
        self.counts.update(other.counts)
