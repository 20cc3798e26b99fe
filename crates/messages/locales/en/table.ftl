# What every game has: seats and sides, options, bots, ladders, the headings of a rules page, and refusals that are the same everywhere.

# `$players` is 2, 3 or 4.
players-pairs = { $players ->
    [one] { $players } player in two partnerships
   *[other] { $players } players in two partnerships
}
players-solo = { $players ->
    [one] { $players } player, alone
   *[other] { $players } players, each alone
}

side-pairs = Partnership
side-solo = Player

option-on = Yes
option-off = No

level-greedy = Greedy
    .about = Takes whatever counts most at once and thinks no further.
level-casual = Casual
    .about = Plays quickly and plausibly, and makes mistakes.
level-club = Club
    .about = Plays soundly, as a good club player does, and works with a partner.
level-expert = Expert
    .about = Weighs many possible deals of the hidden cards before each move.

ladder-seep = Seep
ladder-smear = Four-Point Smear
ladder-pepper = Pepper for pairs
ladder-pepper-solo3 = Pepper for three
ladder-pepper-solo2 = Pepper for two

rules-aim = Aim
rules-cards = Cards
rules-deal = Deal
rules-bidding = Bidding
rules-play = Play
rules-scoring = Scoring
rules-end = End of the match

illegal-not_your_turn = It is not your turn.
illegal-not_dealt = The cards have not been dealt yet.
illegal-match_over = The match is over.
illegal-other_game = This is no move of the game that is played here.
refused-cut_closed = You have cut already, or it is too late for a cut.
refused-resigned = You have resigned already.
