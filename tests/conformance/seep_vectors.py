"""Vector V1 of rules/seep.md section 15 and the Seep examples of rules/TRACE.md, as data."""

#: The deck of V1; the dealer is seat 0.
DECK = """
3D 4H TC 9D 5C 7C KS AH TD QD 9C 9H JH 6D 2S 5H 7S 8C 8D 6H JS 6S 8S KC 3S 2D QC AC AS 2C 8H 5D
TH 3H TS 7H KD 2H 9S QH 3C 5S AD KH 4D 7D 4S JC JD QS 6C 4C
"""

#: The plays of V1 after BID 10, as "play:seat action", a scored sweep noted behind it.
PLAYS = """
1:1 BUILD 4H 10 [AH 5C]; 2:2 BUILD 6D 13 [7C KS]; 3:3 CAPTURE TH 10 []; 4:0 THROW QH;
5:1 CAPTURE QD [QH]; 6:2 THROW 5S; 7:3 BUILD 6H 11 [5S]; 8:0 CAPTURE KC 13 []; 9:1 THROW 2D;
10:2 CAPTURE 2S [2D]; 11:3 CAPTURE JC 11 [] sweep50; 12:0 THROW 8S; 13:1 THROW TC;
14:2 THROW 5D; 15:3 THROW 7S; 16:0 BUILD 4C 12 [8S]; 17:1 CAPTURE TD [TC]; 18:2 BREAK AD 12 [];
19:3 THROW TS; 20:0 BUILD 6C 11 [5D]; 21:1 BREAK AC 11 []; 22:2 CAPTURE KH 13 [];
23:3 CAPTURE 7H [7S]; 24:0 ADD 2H 12 [TS]; 25:1 CAPTURE QC 12 [] sweep50; 26:2 THROW AS;
27:3 THROW 3H; 28:0 BUILD 6S 9 [3H]; 29:1 ADD 9C 9 []; 30:2 THROW 3C; 31:3 CAPTURE 4D [AS 3C];
32:0 CAPTURE 9S 9 [] sweep50; 33:1 THROW 3S; 34:2 BUILD 8H 11 [3S]; 35:3 THROW 4S;
36:0 ADD JD 11 []; 37:1 THROW 9D; 38:2 ADD 2C 11 [9D]; 39:3 THROW 8C; 40:0 ADD JS 11 [];
41:1 THROW 9H; 42:2 CAPTURE JH 11 []; 43:3 CAPTURE 8D [8C]; 44:0 CAPTURE KD [4S 9H] sweep50;
45:1 THROW 3D; 46:2 THROW 5H; 47:3 THROW 7D; 48:0 CAPTURE QS [5H 7D]
"""

#: Numbers of legal actions at plays 1 to 48 of V1.
LEGAL_COUNTS = """
4 16 14 14 13 11 12 16 11 13 10 10 10 15 9 22 10 14 9 16 8 10 7 8 6 6 6 12 8 6 7 5 4 5 4 6 3 4 3
4 2 2 2 2 1 1 1 1
"""

#: SHA-256 over the 48 legal lists of V1.
LEGAL_SHA256 = "b1c47b2b6a39094bfebd5187ef0c65917464f8aa3a6d4513551e995a00f95ad1"

#: TRACE.md section 4: the result of V1.
RESULT = (
    '{"baazi_winner":null,"card_points":[69,31],"difference":38,"next_dealer":1,"score":[169,131],'
    '"sweeps":[100,100]}'
)

#: TRACE.md section 7: V1 before play 4, seen by seat 0.
VIEW_BEFORE_PLAY_4 = (
    '{"bid":10,"dealer":0,"difference":0,"hand":["2H","4C","6C","6S","8S","9S","JD","JS","QH","QS",'
    '"KC","KD"],"hand_sizes":[12,11,11,11],"houses":[{"cards":["6D","7C","KS"],"cemented":true,'
    '"owners":[2],"value":13}],"latest":{"card":"TH","seat":3,"taken":["AH","4H","5C"]},"loose":[],'
    '"phase":"play","piles":[0,4],"play":4,"seat":0,"stock":0,"sweeps":[0,0],"turn":0,"won":[0,0]}'
)

#: TRACE.md section 9: a match cut off after a thrown-in deal.
THROWN_IN_LINE = (
    '{"game":"seep","players":4,"options":{"n_baazis":3},"first_dealer":0,"deals":[{"dealer":0,'
    '"deck":["8S","8H","2C","AD","4H","5H","QC","QS","3D","TH","JS","KS","8D","6S","TC","4C","KH",'
    '"9S","4S","AS","4D","JC","QH","9D","JH","7C","9C","6H","AC","KD","3H","JD","8C","QD","7H",'
    '"5S","7D","TD","5C","2D","6C","TS","KC","AH","2H","2S","3S","9H","7S","3C","6D","5D"],'
    '"steps":[],"thrown_in":true,"result":null}],"match":{"difference":0,"finished":false,'
    '"winners":[],"won":[0,0]}}'
)
