# Northeastern Wisconsin Four-Point Smear. `$bid` is a number from 2 to 4; `$cards` is a list of cards.

smear-title = Four-Point Smear
    .about = A bidding and trick-taking game for two partnerships with four points to win: high, low, jack and game.

## The rules page. A blank line begins a new paragraph.

smear-rules-aim =
    Four players sit in two fixed partnerships, partners opposite each other, and play clockwise. Each deal has
    four points to win, called high, low, jack and game. The side that bids highest chooses trump and must win at
    least as many points as it bid. A table may choose other rules than those given here; its options say which.
smear-rules-cards =
    The game uses 32 cards, from seven to ace in each suit. The ace is highest, then king, queen, jack, ten, nine,
    eight and seven, in trump as well as in the other suits.

    For the game point cards have a count: ace 4, king 3, queen 2, jack 1 and ten 10. Nines, eights and sevens
    count nothing. The whole pack counts 80.
smear-rules-deal =
    Each player gets six cards, one at a time, beginning at the dealer's left. The eight cards that are left are
    the stock and stay face down. A table may set aside up to three cards of the stock as a widow. After each
    scored deal the player at the dealer's left deals.
smear-rules-bidding =
    There is one round of bidding, which begins at the dealer's left and ends with the dealer. Each player passes
    or bids from two to four points, and more than any bid before. A bid of four ends the bidding. If all four
    pass, the same dealer deals again.

    If there is a widow, the highest bidder takes its cards and then discards as many cards face down. Trump may
    only be discarded by a bidder who holds more than six trumps, and then only the excess over six and together
    with every other card.
smear-rules-play =
    The bidder leads to the first trick, and the suit of that card is trump for the deal. If trump is led,
    everybody who holds trump must play it. If another suit is led, a player who holds that suit must either play
    it or play a trump; a player who holds none of it may play anything.

    The highest trump wins the trick, or the highest card of the suit led if no trump was played. The winner leads
    to the next trick and may lead any card.
smear-rules-scoring =
    High goes to the side that played the ace of trump, low to the side that played the seven of trump, and jack
    to the side that won the trick with the jack of trump in it. A point whose card was not played is not scored.
    Game goes to the side whose tricks count more; the bidder's discards count for the bidder's side. If both
    counts are equal, nobody scores it.

    If the bidder's side won at least as many points as it bid, it scores all of them. If not, it is set and loses
    as many points as it bid. The other side always scores what it won.
smear-rules-end =
    The side that has 15 points or more after a deal wins the match. If both sides have, the bidder's side wins.

## Words of the game, with what they mean.

smear-term-trump = Trump
    .about = The suit of the first card led, whose cards beat all other suits.
smear-term-trick = Trick
    .about = One card from each player, won by the highest.
smear-term-widow = Widow
    .about = Cards set aside for the highest bidder, who then discards as many.
smear-term-high = High
    .about = The point for playing the ace of trump.
smear-term-low = Low
    .about = The point for playing the seven of trump.
smear-term-jack = Jack
    .about = The point for winning the jack of trump.
smear-term-game = Game
    .about = The point for the higher count in cards won.
smear-term-count = Count
    .about = What the cards that a side has won are worth for the game point.
smear-term-set = Set
    .about = To win fewer points than were bid, and so to lose the bid.

# What the score between the sides counts.
smear-score = Points

## Phases.

smear-phase-auction = Bidding
    .about = Each player passes or bids once.
smear-phase-discard = Discard
    .about = The bidder has taken the widow and discards as many cards.
smear-phase-play = Play
    .about = Six tricks are played.
smear-phase-between = Between deals
    .about = A deal has been scored or thrown in, and the next one is about to be dealt.
smear-phase-over = Over
    .about = The match has ended.

## Options: a label, a sentence, and a label for every value.

smear-option-widow = Widow
    .about = How many cards the highest bidder takes and discards.
smear-option-both_out = Both sides reach the target
    .about = Who wins if both sides reach the target in the same deal.
    .value-bidder = The bidder's side
    .value-higher = The side with more points
smear-option-win_needs_bid = Winning needs a bid
    .about = Whether a side can only win by a deal in which it was the bidder's side and made its bid.
smear-option-nonbid_cap = Limit without a bid
    .about = How far the score of the side that did not bid can rise in a deal.
    .value-false = No limit
smear-option-high_low = High and low
    .about = Which cards score high and low.
    .value-fixed = The ace and the seven only
    .value-in_play = The highest and the lowest trump played
smear-option-low_to = Low goes to
    .about = Which side scores low.
    .value-player = The side that played the card
    .value-winner = The side that won the trick
smear-option-game_tie = Equal counts
    .about = Who scores game if both counts are equal.
    .value-nobody = Nobody
    .value-nonbidder = The side that did not bid
smear-option-all_pass = Nobody bids
    .about = What happens if nobody bids.
    .value-same_dealer = The same dealer deals again
    .value-next_dealer = The next dealer deals
    .value-dealer_stuck_2 = The dealer must bid
smear-option-discard_scoring_trump = Discarding trumps that count
    .about = Whether an ace, king, queen, jack, ten or seven of trump may be discarded as excess.
    .value-allowed = Allowed
    .value-forbidden = Forbidden
smear-option-overbid_dealer = Dealer may equal the bid
    .about = Whether the dealer may take the bid over at the same number.
smear-option-target = Target
    .about = How many points win the match.
smear-option-open_counts = Counts shown
    .about = Whether everybody sees the running counts of the tricks.
smear-option-reveal_stock = Stock in the record
    .about = Whether the table agreed to look at the stock in the record afterwards. It changes nothing in play: a record holds every pack.
smear-option-history = Earlier tricks
    .about = Which completed tricks can be looked at.
    .value-closed = Only the last one
    .value-open = All of them

## Actions. `rank` and `suit` are those of the card played.

smear-type-pass = Pass
smear-type-bid = Bid
smear-type-discard = Discard
smear-type-play = Play

smear-action-pass = Pass
smear-action-bid = { $bid ->
    [one] Bid { $bid } point
   *[other] Bid { $bid } points
}
smear-action-discard = Discard { $cards }
smear-action-play = Play the { card }

## Why a move is not allowed. `rank` and `suit` are those of the card, or `suit` that of the suit meant; `$widow` and `$given` are numbers of cards.

smear-illegal-call_first = You must bid or pass before you play.
smear-illegal-auction_over = The bidding is over.
smear-illegal-bid_too_low = You must bid more than { $highest }, or pass.
smear-illegal-dealer_must_bid = Nobody has bid, so the dealer cannot pass.
smear-illegal-discard_first = You must discard before you play: { $widow } of your cards, as many as you took.
smear-illegal-no_discard = There is nothing to discard now.
smear-illegal-discard_number = You must discard as many cards as you took: { $widow }, not { $given }.
smear-illegal-card_not_held = You do not hold the { card }.
smear-illegal-discards_trump = Trumps can be discarded only when nothing else is left to discard: keep a suit of which you discard nothing, or six cards of one suit.
smear-illegal-discards_scoring_trump = The only suit you keep is { suit }, and its ace, king, queen, jack, ten and seven cannot be discarded.
smear-illegal-lead_discarded = You cannot make { suit } trump: you discarded a card of it while you kept another suit.
# `suit` is the suit led, `trump-suit` the trump suit, chosen by `$trump`.
smear-illegal-must_follow = You must follow suit with { suit }, or play a trump ({ trump-suit }).
smear-illegal-must_follow_trump = Trump was led: you must play { suit }.

# A form that this language uses above; `$trump` is one of clubs, diamonds, hearts, spades.
trump-suit = { $trump ->
    [clubs] clubs
    [diamonds] diamonds
    [hearts] hearts
   *[spades] spades
}
