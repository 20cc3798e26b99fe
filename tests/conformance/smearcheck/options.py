"""The table options of smear.md section 10, spelt as in TRACE.md section 6."""

from tracecheck.options import SWITCH, OptionTable, Positive

OPTIONS = OptionTable({
    "widow": (0, (0, 1, 2, 3)),
    "both_out": ("bidder", ("bidder", "higher")),
    "win_needs_bid": (False, SWITCH),
    "nonbid_cap": (False, Positive(2, 6, 15, others=(False,))),
    "high_low": ("fixed", ("fixed", "in_play")),
    "low_to": ("player", ("player", "winner")),
    "game_tie": ("nobody", ("nobody", "nonbidder")),
    "all_pass": ("same_dealer", ("same_dealer", "next_dealer", "dealer_stuck_2")),
    "discard_scoring_trump": ("allowed", ("allowed", "forbidden")),
    "overbid_dealer": (False, SWITCH),
    "target": (15, Positive(1, 3, 6, 15, 21)),
    "open_counts": (False, SWITCH),
    "reveal_stock": (False, SWITCH),
    "history": ("closed", ("closed", "open")),
})
