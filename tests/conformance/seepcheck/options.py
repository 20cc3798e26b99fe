"""The table options of seep.md section 14, spelt as in TRACE.md section 6."""

import types

SWITCH = (False, True)
POSITIVE = "a positive integer"

#: Every option with its default and its values: a tuple of them, or ``POSITIVE``.
TABLE = {
    "absorb_sets": ("optional", ("optional", "mandatory", "none")),
    "absorb_scope": ("any", ("any", "owned_only")),
    "capture": ("maximal", ("maximal", "maximum", "free")),
    "opening_throw": ("free", ("free", "only_if_no_capture")),
    "partner_add_owns": (False, SWITCH),
    "opp_add_owns": ("only_when_cementing", ("only_when_cementing", True, False)),
    "throw": ("no_capture", ("no_capture", "no_capture_no_build", "free")),
    "break_merge": ("any", ("any", "own_target")),
    "sweeps": (True, SWITCH),
    "bid_floor": ("hidden", ("hidden", "bidder_sees")),
    "break_merge_into_partner_free": (False, SWITCH),
    "ten_diamonds": (6, (6, 2)),
    "first_sweep": (25, (25, 50)),
    "min9_includes_sweeps": (True, SWITCH),
    "dealer_basis": ("running", ("running", "last_deal")),
    "lead_to_win": (100, POSITIVE),
    "match_mode": ("fixed", ("fixed", "first_to", "deals")),
    "n_baazis": (1, POSITIVE),
    "n_deals": (4, POSITIVE),
    "history": ("closed", ("closed", "open")),
}


class OptionError(ValueError):
    """An option that the rules do not know, or a value that it cannot have."""


def _check(name, value):
    if name not in TABLE:
        raise OptionError(f"unknown option {name!r}")
    allowed = TABLE[name][1]
    if allowed is POSITIVE:
        fits = type(value) is int and value > 0
    else:
        # In Python True == 1; a switch must not pass for a number.
        fits = any(type(value) is type(known) and value == known for known in allowed)
    if not fits:
        raise OptionError(f"option {name} cannot be {value!r}")


def table_options(changed):
    """All options as attributes: the defaults with the ones in ``changed`` replaced.

    Raises ``OptionError`` for an unknown name or value. An option given with its
    default value is accepted.
    """
    if type(changed) is not dict:
        raise OptionError("the options are not an object")
    for name, value in changed.items():
        _check(name, value)
    chosen = {name: default for name, (default, _) in TABLE.items()}
    chosen.update(changed)
    return types.SimpleNamespace(**chosen)
