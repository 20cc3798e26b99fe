"""Table options as TRACE.md section 6 writes them."""

import types

SWITCH = (False, True)


class Positive:
    """Any positive integer, and besides it the values in ``others``.

    ``drawn`` are the values that random play takes.
    """

    def __init__(self, *drawn, others=()):
        self.others = others
        self.drawn = others + drawn


class OptionError(ValueError):
    """An option that the rules do not know, or a value that it cannot have."""


def _one_of(value, known):
    # In Python True == 1; a switch must not pass for a number.
    return any(type(value) is type(one) and value == one for one in known)


def _allows(allowed, value):
    if isinstance(allowed, Positive):
        return (type(value) is int and value > 0) or _one_of(value, allowed.others)
    return _one_of(value, allowed)


class OptionTable:
    """The options of a game: pairs of the default and the allowed values, by name.

    The values are a tuple, or a ``Positive``.
    """

    def __init__(self, rows):
        self.rows = rows

    def chosen(self, changed):
        """All options as attributes: the defaults with the ones in ``changed`` replaced.

        Raises ``OptionError`` for an unknown name or value. An option given with its
        default value is accepted.
        """
        if type(changed) is not dict:
            raise OptionError("the options are not an object")
        for name, value in changed.items():
            if name not in self.rows:
                raise OptionError(f"unknown option {name!r}")
            if not _allows(self.rows[name][1], value):
                raise OptionError(f"option {name} cannot be {value!r}")
        everything = {name: default for name, (default, _) in self.rows.items()}
        everything.update(changed)
        return types.SimpleNamespace(**everything)

    def known_values(self):
        """Pairs of name and value for every value that the rules name one by one."""
        for name, (default, allowed) in self.rows.items():
            if isinstance(allowed, Positive):
                allowed = allowed.others + (() if default in allowed.others else (default,))
            for value in allowed:
                yield name, value

    def random(self, rng):
        """A random choice of changed options; each keeps its default about half the time."""
        changed = {}
        for name, (default, allowed) in self.rows.items():
            drawn = rng.choice(allowed.drawn if isinstance(allowed, Positive) else allowed)
            if rng.random() < 0.5 and not _one_of(drawn, (default,)):
                changed[name] = drawn
        return changed
