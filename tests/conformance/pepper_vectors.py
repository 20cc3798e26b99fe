"""The full deals of rules/pepper.md section 10 and the Pepper examples of rules/TRACE.md."""

import collections

from peppercheck.game import GAME
from trace_cases import played_line

#: A deal that seat 0 declares and leads: hands by seat, strain, tricks in order of play,
#: their winners and the tricks per side.
Full = collections.namedtuple("Full", "hands strain tricks winners won")

FULL = {
    21: Full(
        "JC QC QH TS KC JH / AH TD 9H TC JD JS / AC AS 9S KD QD 9C / AD KH TH 9D QS KS",
        "H",
        "JH AH 9C KH, QH 9H QD TH, KC TC AC QS, AS KS TS JS, KD AD JC TD, 9D QC JD 9S",
        [0, 0, 2, 2, 3, 1], [4, 2],
    ),
    22: Full(
        "QD JD AD QC 9H AH / TH QS JC KH JH KC / 9S KS TD 9C QH JS / 9D TC KD AC AS TS",
        "NT",
        "AD KC TD KD, AH KH QH TS, QC JC 9C AC, AS 9H QS 9S, TC QD JH JS, 9D JD TH KS",
        [0, 0, 3, 3, 3, 0], [3, 3],
    ),
    23: Full(
        "9H JD TC TD QS KC QD AD / KD TS KH AC JH 9S AH 9C / QC AS QH 9D JC JS KS TH",
        "S",
        "QS TS AS, JS TC 9S, JC AD KD, KS 9H AH, QC KC AC, KH TH TD, JH QH QD, 9D JD 9C",
        [2, 2, 2, 2, 1, 1, 2, 0], [1, 2, 5],
    ),
}

#: TRACE.md section 4: rows 21 and 26.
RESULT = (
    '{"contract":"4","declarer":0,"deltas":[4,2],"next_dealer":0,"strain":"H","totals":[4,2],'
    '"tricks":[4,2]}'
)

#: TRACE.md section 7: row 21 after the first card of trick 2, seen by seat 1.
VIEW = (
    '{"calls":[[0,"BID 4"],[1,"PASS"],[2,"PASS"],[3,"PASS"]],"dealer":3,"hand":["TC","TD","JD","9H",'
    '"JS"],"hand_sizes":[4,5,5,5],"last_trick":{"plays":[[0,"JH"],[1,"AH"],[2,"9C"],[3,"KH"]],'
    '"winner":0},"phase":"play","scores":[0,0],"seat":1,"strain":"H","trick":[[0,"QH"]],'
    '"tricks":[1,0],"turn":1}'
)

#: TRACE.md section 9: a match cut off after a thrown-in deal.
THROWN_IN_LINE = (
    '{"game":"pepper","players":2,"options":{},"first_dealer":1,"deals":[{"dealer":1,"deck":["TH",'
    '"9D","JS","QS","JH","JD","AC","AD","AS","KH","QD","AH","KD","9S","QC","9H","TC","KS","9C","TD",'
    '"JC","QH","TS","KC"],"steps":[{"seat":0,"legal":["PASS","BID 1","BID 2","BID 3","BID 4",'
    '"BID 5","BID 6","BID 7","BID LP","BID BP"],"action":"PASS"},{"seat":1,"legal":["PASS","BID 1",'
    '"BID 2","BID 3","BID 4","BID 5","BID 6","BID 7","BID LP","BID BP"],"action":"PASS"}],'
    '"thrown_in":true,"result":null}],"match":{"finished":false,"scores":[0,0],"winners":[]}}'
)


def deck_of(hands):
    """A pack that deals the given hands by seat when the last seat deals; the rest is dead."""
    dealt = [hand.split() for hand in hands.split(" / ")]
    if len(dealt) == 2:
        held = {card for hand in dealt for card in hand}
        dealt.append([card for card in GAME.pack.texts if card not in held])
    return [card for round_ in zip(*dealt) for card in round_]


def plays_of(tricks):
    """The plays of tricks written as in the rules."""
    return [f"PLAY {card}" for card in tricks.replace(",", "").split()]


def full_line(number, contract, **changed):
    """The line of a full deal at a contract of seat 0."""
    deal = FULL[number]
    players = len(deal.hands.split(" / "))
    calls = [f"BID {contract}"] + ([] if contract == "BP" else ["PASS"] * (players - 1))
    actions = calls + [f"NAME {deal.strain}"] + plays_of(deal.tricks)
    return played_line(GAME, changed, players, players - 1, deck_of(deal.hands), actions)
