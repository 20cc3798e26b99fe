"""What the checkers of all games share: replaying the match lines of ``rules/TRACE.md``.

Nothing here knows the rules of a game; each game comes as a ``game.Game``. The packages
``seepcheck``, ``smearcheck`` and ``peppercheck`` hold one each.

* ``reading``  strict JSON
* ``cards``    a pack in canonical order, card sets as bit masks
* ``options``  tables of table options
* ``game``     what a game has to say for itself
* ``findings`` faults and counts
* ``replay``   replaying a match line and comparing everything
* ``report``   checking many lines, on several processors if wanted, and the printed outcome
* ``random_play``  match lines of random play, to test the checkers with
* ``command``  the command line of the scripts
* ``tricks``   hands, calls and tricks: what Smear and Pepper have in common
"""
