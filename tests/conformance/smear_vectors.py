"""The scored deals of rules/smear.md section 11 and the Smear examples of rules/TRACE.md."""

import collections

from smearcheck.game import GAME
from trace_cases import played_line

#: A deal that seat 0 bids and leads: hands by seat, tricks in order of play, and what comes out.
Scored = collections.namedtuple("Scored", "hands tricks trump counts points")

SCORED = {
    13: Scored(
        "9C JC AS KC QD JD / 8D 8S 7D QH QC AD / TH QS 8H KD KS KH / 9H JS TD 7S JH AH",
        "KC QC 8H TD, JC QH KD JH, 9C 8D TH 7S, AS 8S QS JS, QD 7D KS 9H, JD AD KH AH",
        "C", [44, 12], [["jack", "game"], []],
    ),
    14: Scored(
        "7D QC 9H KD QH KS / 8C JD AS JC TC TD / 9D 7S KH AH 8S 7H / AC JS 8D JH 7C 8H",
        "QH JD KH 8H, AH JH 9H AS, 7H 7C KD TC, 9D 8D 7D TD, JC 7S AC QC, JS KS 8C 8S",
        "H", [32, 17], [["high", "low", "jack", "game"], []],
    ),
    15: Scored(
        "8H JC KD AD AS 7S / 7C 8S QD 7D QC 9C / KH QS QH TC 7H 9S / 9H TS JH KS 8C KC",
        "AS 8S 9S KS, 7S 9C QS TS, KH JH 8H QD, QH 9H KD QC, TC KC JC 7C, 8C AD 7D 7H",
        "S", [32, 18], [["high", "low", "game"], []],
    ),
    16: Scored(
        "JS JC QD KS QC AS / JH 9H 8H 8D TS KH / 7C 9D TD QH QS 7S / 9S TC 7H AH 8S AC",
        "AS TS 7S 8S, KS KH QS 9S, JS 8H 7C 7H, QC 8D 9D AC, AH JC JH QH, TC QD 9H TD",
        "S", [23, 36], [["high", "low", "jack"], ["game"]],
    ),
    17: Scored(
        "QS 7C QH 8H AH TC / AD 9D 8C 9C AC 7D / TD 9H QD JD 7S AS / 7H KC TS 8D QC JC",
        "AH AD 9H 7H, QH 7D 7S QC, 8H AC AS 8D, QS 9C JD TS, TC 8C QD JC, KC 7C 9D TD",
        "H", [33, 26], [["high", "game"], ["low"]],
    ),
}

#: TRACE.md section 4: the deal of row 16 with the widow TH KD, of which JC QC are discarded.
WIDOW_TRICKS = "AS TS 7S 8S, KS KH QS 9S, JS 8H 7C 7H, QD 8D 9D AC, TH JH QH AH, TC KD 9H TD"
WIDOW_RESULT = (
    '{"bid":2,"bidder":0,"counts":[32,40],"deltas":[3,1],"discards":["JC","QC"],"next_dealer":0,'
    '"points":[["high","low","jack"],["game"]],"scores":[3,1],"trump":"S"}'
)

#: TRACE.md section 7: that deal after the first card of trick 2, seen by seat 0.
WIDOW_VIEW = (
    '{"calls":[[0,"BID 2"],[1,"PASS"],[2,"PASS"],[3,"PASS"]],"dealer":3,"discards":["JC","QC"],'
    '"hand":["QD","KD","TH","JS"],"hand_sizes":[4,5,5,5],"last_trick":{"plays":[[0,"AS"],[1,"TS"],'
    '[2,"7S"],[3,"8S"]],"winner":0},"phase":"play","scores":[0,0],"seat":0,"stock":6,'
    '"taken":["KD","TH"],"trick":[[0,"KS"]],"trump":"S","turn":1,"widow":2}'
)

#: TRACE.md section 9: a match cut off after a thrown-in deal.
THROWN_IN_LINE = (
    '{"game":"smear","players":4,"options":{"widow":2},"first_dealer":2,"deals":[{"dealer":2,'
    '"deck":["7C","QS","8D","9H","KH","KS","7S","7H","KC","QD","TS","TH","9S","QH","KD","QC","AC",'
    '"JC","8H","JD","AS","8C","TD","AD","JS","7D","AH","TC","9C","JH","8S","9D"],"steps":[{"seat":3,'
    '"legal":["PASS","BID 2","BID 3","BID 4"],"action":"PASS"},{"seat":0,"legal":["PASS","BID 2",'
    '"BID 3","BID 4"],"action":"PASS"},{"seat":1,"legal":["PASS","BID 2","BID 3","BID 4"],'
    '"action":"PASS"},{"seat":2,"legal":["PASS","BID 2","BID 3","BID 4"],"action":"PASS"}],'
    '"thrown_in":true,"result":null}],"match":{"finished":false,"scores":[0,0],"winners":[]}}'
)


def deck_of(hands, widow="", dealer=3):
    """A pack that deals the given hands by seat; the widow lies on top of the stock."""
    dealt = [hand.split() for hand in hands.split(" / ")]
    order = [dealt[(dealer + 1 + place) % 4][place // 4] for place in range(24)]
    order += widow.split()
    return order + [card for card in GAME.pack.texts if card not in order]


def plays_of(tricks):
    """The plays of tricks written as in the rules."""
    return [f"PLAY {card}" for card in tricks.replace(",", "").split()]


def scored_line(number, bid=2, **changed):
    """The line of a scored deal."""
    deal = SCORED[number]
    calls = [f"BID {bid}"] + ["PASS"] * (3 if bid < 4 else 0)
    return played_line(GAME, changed, 4, 3, deck_of(deal.hands), calls + plays_of(deal.tricks))


def widow_line(**changed):
    """The line of the example with a widow."""
    deck = deck_of(SCORED[16].hands, "TH KD")
    actions = ["BID 2", "PASS", "PASS", "PASS", "DISCARD JC QC"] + plays_of(WIDOW_TRICKS)
    return played_line(GAME, dict(changed, widow=2), 4, 3, deck, actions)
