"""An independent implementation of Seep and a checker of its traces.

Written from ``rules/seep.md`` and ``rules/TRACE.md`` alone, without sight of the
engine it checks. It must stay that way: code shared with, translated from or
tuned against the engine would make the comparison worthless.

* ``cards``    the pack, card sets as bit masks, card points
* ``options``  the table options of seep.md section 14
* ``sums``     subsets of the floor that total a value, and unions of them
* ``table``    the state of one deal and the effect of a play
* ``legal``    which bids and plays are legal, in canonical order and text
* ``score``    scoring of a deal, the baazi, the match, the next dealer
* ``views``    what a seat sees
* ``game``     Seep as the shared replay of ``tracecheck`` wants it
"""
