"""The table options of pepper.md section 9, spelt as in TRACE.md section 6."""

from tracecheck.options import SWITCH, OptionTable, Positive

OPTIONS = OptionTable({
    "pass_final": (False, SWITCH),
    "one_round": (False, SWITCH),
    "all_pass": ("next_dealer", ("next_dealer", "same_dealer", "dealer_must_bid_1")),
    "target": (30, Positive(1, 3, 5, 25, 30, 31, 32, 42)),
    "both_out": ("higher-shared", ("higher-shared", "declarer_first")),
    "no_trump": (True, SWITCH),
    "defenders_zero_penalty": (0, (0, -6)),
    "history": ("closed", ("closed", "open")),
    "reveal_dead": (False, SWITCH),
})
