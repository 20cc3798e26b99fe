"""An independent implementation of Pepper and a checker of its traces.

Written from ``rules/pepper.md`` and ``rules/TRACE.md`` alone, without sight of the
engine it checks. It must stay that way: code shared with, translated from or
tuned against the engine would make the comparison worthless.

* ``cards``    the pack, bowers, effective suits and the order of cards under a strain
* ``options``  the table options of pepper.md section 9
* ``auction``  who may call what, and when the auction is over
* ``deal``     the state of one deal: auction, strain, tricks, and what a seat sees
* ``score``    sides, what a deal scores, and who has won
* ``game``     Pepper as the shared replay of ``tracecheck`` wants it
"""
