"""Strict JSON: what TRACE.md section 1 allows, and comparison without Python's leniency."""

import json


class UnreadableLine(ValueError):
    """A line that is not one JSON object as TRACE.md section 1 wants it."""


def _object(pairs):
    built = dict(pairs)
    if len(built) != len(pairs):
        raise UnreadableLine("an object names a key twice")
    return built


def _constant(name):
    raise UnreadableLine(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def read_line(line):
    """The object on a line of bytes. Raises ``UnreadableLine``."""
    try:
        built = _DECODER.decode(line.decode("utf-8"))
    except UnreadableLine:
        raise
    except (ValueError, RecursionError) as error:
        raise UnreadableLine(str(error)) from error
    if type(built) is not dict:
        raise UnreadableLine("not a JSON object")
    return built


def canonical(built):
    """The canonical print: keys sorted, no spaces.

    Two values are the same JSON exactly if their canonical prints are equal. Python's
    own ``==`` would take ``true`` for ``1`` and ``1.0`` for ``1``.
    """
    return _ENCODER.encode(built)


def same(one, other):
    """Whether two values are the same JSON, key order aside."""
    return canonical(one) == canonical(other)


def is_seat(value, players=4):
    """Whether a value is a seat number at a table of so many players."""
    return type(value) is int and 0 <= value < players


def is_numbers(value, how_many):
    """Whether a value is a list of so many integers."""
    return (
        type(value) is list
        and len(value) == how_many
        and all(type(number) is int for number in value)
    )
