"""An independent implementation of Smear and a checker of its traces.

Written from ``rules/smear.md`` and ``rules/TRACE.md`` alone, without sight of the
engine it checks. It must stay that way: code shared with, translated from or
tuned against the engine would make the comparison worthless.

* ``cards``    the pack, suits, ranks and count values
* ``options``  the table options of smear.md section 10
* ``deal``     the state of one deal: auction, widow, tricks, and what a seat sees
* ``legal``    which calls, discards and plays are legal, in canonical order and text
* ``score``    the points of a deal, its settlement, and who has won
* ``game``     Smear as the shared replay of ``tracecheck`` wants it
"""
