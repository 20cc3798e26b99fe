# Pepper for two, three and four. `$tricks` is a number of tricks from 1 to 7; the strain is a suit or no trump.

pepper-title = Pepper
    .about = A bidding and trick-taking game with bowers, for two partnerships, or for two or three players each alone.

## The rules page. A blank line begins a new paragraph.

pepper-rules-aim =
    Four players play in two fixed partnerships, partners opposite each other; two or three players play each
    alone. Play goes clockwise. The highest bidder, the declarer, chooses trump and must win the number of tricks
    that was bid. A table may choose other rules than those given here; its options say which.
pepper-rules-cards =
    The game uses 24 cards, from nine to ace in each suit. In a plain suit the ace is highest, then king, queen,
    jack, ten and nine.

    In trump the jack is highest: it is the right bower. Next comes the other jack of the same colour, the left
    bower, which belongs to the trump suit for every purpose. Then follow ace, king, queen, ten and nine of trump.
    Without trump there are no bowers.
pepper-rules-deal =
    Four players get six cards each. Three players get eight cards each. Two players get eight cards each as well,
    and a third hand of eight stays face down and unused. The player at the dealer's left deals next.
pepper-rules-bidding =
    Beginning at the dealer's left, each player passes or bids more than the highest bid so far, a partner's bid
    included. The bids are one to five tricks with four players and one to seven with two or three, then little
    pepper, then big pepper. Both peppers are bids to win every trick.

    A player who has passed may bid again when the turn comes round. Bidding ends when all others have passed in
    turn after the highest bid, or at once with big pepper. If nobody bids at all, the next dealer deals.

    The declarer then names a suit as trump, or no trump.
pepper-rules-play =
    The declarer leads any card to the first trick. Everybody must follow the suit led if possible, where the left
    bower counts as a trump; who cannot follow may play anything.

    The highest trump wins the trick, or the highest card of the suit led if no trump was played. The winner leads
    to the next trick.
pepper-rules-scoring =
    Declarers who win as many tricks as they bid, or more, score one point for every trick won. Little pepper
    scores one point for every trick, and big pepper twice as much.

    Declarers who fail lose 6 points with four players and 8 points with two or three; big pepper loses twice as
    much. All others always score one point for every trick that they won.
pepper-rules-end =
    When a side has 30 points or more after a deal, the match is over and the side with the most points wins.
    Sides that are equal at the top share the win.

## Words of the game, with what they mean.

pepper-term-trump = Trump
    .about = The suit that the declarer names, whose cards beat all other suits.
pepper-term-trick = Trick
    .about = One card from each player, won by the highest.
pepper-term-declarer = Declarer
    .about = The highest bidder, who names trump and leads.
pepper-term-contract = Contract
    .about = The highest bid, which the declarer's side must fulfil.
pepper-term-right_bower = Right bower
    .about = The jack of trump, the highest card.
pepper-term-left_bower = Left bower
    .about = The other jack of trump's colour, which is the second highest trump.
pepper-term-little_pepper = Little pepper
    .about = A bid to win every trick.
pepper-term-big_pepper = Big pepper
    .about = A bid to win every trick for twice the points.
pepper-term-no_trump = No trump
    .about = Play without a trump suit, in which the highest card of the suit led wins.
pepper-term-dead_hand = Dead hand
    .about = With two players, the third hand, which nobody sees or uses.

# What the score between the sides counts.
pepper-score = Points

## Phases.

pepper-phase-auction = Bidding
    .about = The players bid for the right to name trump.
pepper-phase-name = Naming trump
    .about = The declarer names trump or no trump.
pepper-phase-play = Play
    .about = All tricks are played.
pepper-phase-between = Between deals
    .about = A deal has been scored or thrown in, and the next one is about to be dealt.
pepper-phase-over = Over
    .about = The match has ended.

## Options: a label, a sentence, and a label for every value.

pepper-option-pass_final = Passing is final
    .about = Whether a player who has passed may not bid again in the same deal.
pepper-option-one_round = One round of bidding
    .about = Whether each player has only one turn to bid.
pepper-option-all_pass = Nobody bids
    .about = What happens if nobody bids.
    .value-next_dealer = The next dealer deals
    .value-same_dealer = The same dealer deals again
    .value-dealer_must_bid_1 = The dealer must bid
pepper-option-target = Target
    .about = How many points end the match.
pepper-option-both_out = Several sides reach the target
    .about = Who wins if several sides reach the target in the same deal.
    .value-higher-shared = The side with most points; equal sides share the win
    .value-declarer_first = The declarer's side
pepper-option-no_trump = No trump allowed
    .about = Whether the declarer may name no trump.
pepper-option-defenders_zero_penalty = Defenders without a trick
    .about = What the other sides score if they win no trick against a pepper.
    .value-0 = Nothing
    .value-minus6 = They lose 6 points
pepper-option-history = Earlier tricks
    .about = Which completed tricks can be looked at.
    .value-closed = Only the last one
    .value-open = All of them
pepper-option-reveal_dead = Dead hand in the record
    .about = Whether the table agreed to look at the dead hand in the record afterwards. It changes nothing in play: a record holds every pack.

## Actions. `rank` and `suit` are those of the card played, or `suit` that of the trump named.

pepper-type-pass = Pass
pepper-type-bid = Bid
pepper-type-name = Name
pepper-type-play = Play

pepper-action-pass = Pass
pepper-action-bid = { $tricks ->
    [one] Bid { $tricks } trick
   *[other] Bid { $tricks } tricks
}
pepper-action-bid-little_pepper = Bid little pepper
pepper-action-bid-big_pepper = Bid big pepper
pepper-action-name = Name { suit } as trump
pepper-action-name-no_trump = Name no trump
pepper-action-play = Play the { card }

## Why a move is not allowed. `rank` and `suit` are those of the card, or `suit` that of the suit meant.

# A bid in a sentence: `$level` is LP (little pepper), BP (big pepper) or a number of tricks as text.
bid-level = { $level ->
    [LP] little pepper
    [BP] big pepper
   *[other] { $level }
}

pepper-illegal-auction_on = The bidding is still on: bid or pass.
pepper-illegal-auction_over = The bidding is over.
pepper-illegal-no_such_level = There is no bid of { bid-level } here: the highest number is { $highest }, and above it come little pepper and big pepper.
pepper-illegal-bid_too_low = You must bid more than { bid-level }, or pass.
pepper-illegal-dealer_must_bid = You cannot pass: nobody has bid, so the dealer must.
pepper-illegal-name_first = You must name the trump suit, or no trump, before you play.
pepper-illegal-already_named = Trump has been named already.
pepper-illegal-no_trump_off = No trump is not played at this table: name a suit.
pepper-illegal-card_not_held = You do not hold the { card }.
pepper-illegal-must_follow = You must follow suit: play one of your { suit }.
