"""The table options of seep.md section 14, spelt as in TRACE.md section 6."""

from tracecheck.options import SWITCH, OptionTable, Positive

OPTIONS = OptionTable({
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
    "lead_to_win": (100, Positive(1, 20, 60, 100, 101, 500)),
    "match_mode": ("fixed", ("fixed", "first_to", "deals")),
    "n_baazis": (1, Positive(1, 2, 3)),
    "n_deals": (4, Positive(1, 2, 3, 4)),
    "history": ("closed", ("closed", "open")),
})

#: All options as attributes, from a dictionary of the changed ones.
table_options = OPTIONS.chosen
