# Seep. `$value`, `$from`, `$to`, `$bid` and `$target` are numbers of points: 9 to 13 for houses, where `$rank` is then the rank of
# that value (nine, ten, jack, queen, king). `$cards` is a list of cards.

seep-title = Seep
    .about = A fishing game for two partnerships who capture cards from the floor, build houses and sweep the floor clean.

## The rules page. A blank line begins a new paragraph.

seep-rules-aim =
    Four players sit in two fixed partnerships, partners opposite each other, and take turns anticlockwise. By
    playing one card at a time from the hand, each side captures cards that lie on the floor.

    What counts is points in captured cards, and clearing the whole floor at once, which is a sweep. The side that
    gets far enough ahead of the other wins the baazi. A table may choose other rules than those given here; its
    options say which.
seep-rules-cards =
    The game uses all 52 cards. For capturing, an ace is worth 1, the cards from two to ten what they show, a jack
    11, a queen 12 and a king 13; suits make no difference.

    For scoring, every spade counts its value, from 1 for the ace to 13 for the king. The three other aces count 1
    each and the ten of diamonds counts 6. All other cards count nothing. The whole pack holds exactly 100 points.
seep-rules-deal =
    The player to the right of the dealer is the bidder. The bidder gets four cards, and four more are laid face
    down on the floor. After the bid and the opening play the remaining cards are dealt in packets of four, until
    everybody has received twelve.
seep-rules-bidding =
    Looking only at those four cards, the bidder names a value from 9 to 13 and must hold a card of that value. If
    none of the four is a nine or higher, the hand is shown and the same dealer deals again.

    After the bid the floor is turned face up, and the bidder makes the opening play, which must honour the bid:
    build a house of that value, capture with a card of that value, or throw a card of that value.
seep-rules-play =
    Each turn is one card from the hand, used in one of five ways. Loose cards lie singly on the floor; a house is
    a pile whose cards make up one or more sets of the same total, from 9 to 13.

    Capture: the card takes a house of its own value, and sets of loose cards that each total its value. Nothing
    that the card could still capture may stay behind. The captured cards may be looked at until the next play.

    Build: the card and loose cards together found a new house. You must keep a card of the house's value in your
    hand, and you then own the house. Loose cards equal to the house join it at once; other complete sets may join
    it.

    Add: the card, alone or with loose cards, brings one or more complete sets into a house that stands. A house
    of two or more sets is cemented. You may always add to your partner's house; to add to a house that only
    opponents own you must keep a card of its value, and by cementing it you become an owner too.

    Break: the card raises a house that is not cemented and that you do not own to a higher value, at most 13. You
    must keep a card of the new value, and the house becomes yours. If a house of that value stands already, the
    two are joined.

    Throw: a card that can capture nothing may be laid on the floor as a loose card.

    Whoever owns a house must keep a card of its value until the house is captured or broken. The last such card
    can only be played to capture that house.
seep-rules-scoring =
    A capture that leaves the floor empty is a sweep. It scores 50 points, or 25 if it is the opening play, and
    nothing if it is the last play of the deal. When all cards have been played, loose cards that are left go to
    the side that captured last.

    Each side adds up its card points and sweeps. The difference is carried on from deal to deal, and the side
    ahead after a deal does not deal the next one. A side that scores fewer than 9 points in a deal loses the
    baazi at once.
seep-rules-end =
    A side that leads by 100 points or more after a deal wins the baazi, and the next one begins level. The match
    is over when the agreed number of baazis has been played; the side that won more of them wins the match.

## Words of the game, with what they mean.

seep-term-floor = Floor
    .about = The middle of the table, where loose cards and houses lie.
seep-term-house = House
    .about = A pile of cards of a fixed value from 9 to 13 that can only be captured whole.
seep-term-owner = Owner
    .about = A player who built, raised or cemented a house and must keep a card of its value.
seep-term-cement = Cement
    .about = To give a house a second set, after which its value can no longer be raised.
seep-term-sweep = Sweep
    .about = A capture that leaves nothing on the floor.
seep-term-card_points = Card points
    .about = The points in the cards that a side has captured.
seep-term-difference = Difference
    .about = How far one side is ahead of the other in the running baazi.
seep-term-baazi = Baazi
    .about = A series of deals that a side wins by leading far enough.

# What the score between the sides counts.
seep-score = Baazis won

## Phases.

seep-phase-bid = Bid
    .about = The bidder names a value from the first four cards, while the floor lies face down.
seep-phase-opening = Opening play
    .about = The bidder makes the first play, which must honour the bid.
seep-phase-play = Play
    .about = The players take turns, one card each, until all hands are empty.
seep-phase-between = Between deals
    .about = A deal has been scored, and the next one is about to be dealt.
seep-phase-over = Over
    .about = The match has ended.

## Options: a label, a sentence, and a label for every value.

seep-option-absorb_sets = Loose sets joining a house
    .about = Whether complete sets of loose cards may, must or cannot join a house that receives a card.
    .value-optional = They may
    .value-mandatory = They must
    .value-none = They cannot
seep-option-absorb_scope = Houses that loose sets may join
    .about = Whether further sets may join any house or only one that the player owns after the play.
    .value-any = Any house
    .value-owned_only = Only one's own
seep-option-capture = Size of a capture
    .about = How much a capture must take.
    .value-maximal = Leave nothing that could be captured
    .value-maximum = Take as many cards as possible
    .value-free = Take what one likes
seep-option-opening_throw = Throw at the opening
    .about = When the bidder may throw a card of the bid's value as the opening play.
    .value-free = Always
    .value-only_if_no_capture = Only as in later play
seep-option-partner_add_owns = Partner becomes a co-owner
    .about = Whether adding to a partner's house makes you a co-owner who must hold a card of its value.
seep-option-opp_add_owns = Opponent becomes a co-owner
    .about = When adding to a house that only opponents own makes you an owner of it.
    .value-only_when_cementing = When it cements the house
    .value-true = Always
    .value-false = Never
seep-option-throw = Throwing a card
    .about = When a card may be thrown after the opening.
    .value-no_capture = If it can capture nothing
    .value-no_capture_no_build = If it cannot be used at all
    .value-free = Unless a house of its value stands
seep-option-break_merge = Raising onto another house
    .about = Whether a house may be raised to a value at which another house stands.
    .value-any = Onto any house
    .value-own_target = Only onto one's own
seep-option-sweeps = Sweeps score
    .about = Whether clearing the floor earns bonus points.
seep-option-bid_floor = Floor cards before the bid
    .about = Whether the bidder sees the four floor cards before bidding.
    .value-hidden = Hidden from everybody
    .value-bidder_sees = Seen by the bidder
seep-option-break_merge_into_partner_free = Raising into a partner's house
    .about = Whether a house may be raised into a partner's house without keeping a card of its value.
seep-option-ten_diamonds = Ten of diamonds
    .about = What the ten of diamonds counts.
    .value-6 = 6 points
    .value-2 = 2 points, and 4 for most cards
seep-option-first_sweep = Sweep at the opening
    .about = What a sweep by the first play of a deal is worth.
    .value-25 = 25 points
    .value-50 = 50 points
seep-option-min9_includes_sweeps = Sweeps count for the minimum
    .about = Whether sweeps count for the nine points that a side must reach in a deal.
seep-option-dealer_basis = Choice of the next dealer
    .about = What decides which side deals next.
    .value-running = The running difference
    .value-last_deal = The last deal
seep-option-lead_to_win = Lead that wins a baazi
    .about = By how many points a side must lead to win a baazi.
seep-option-match_mode = Length of the match
    .about = What ends a match.
    .value-fixed = A number of baazis played
    .value-first_to = A number of baazis won by a side
    .value-deals = A number of deals
seep-option-n_baazis = Number of baazis
    .about = How many baazis are played, or must be won by a side.
seep-option-n_deals = Number of deals
    .about = How many deals are scored where a number of deals ends the match.
seep-option-history = Captured cards
    .about = Whether captured cards can be looked at until the count.
    .value-closed = Only the latest capture
    .value-open = All of them

## Actions. `rank` and `suit` are those of the card played, or of the value bid.

seep-type-bid = Bid
seep-type-capture = Capture
seep-type-add = Add
seep-type-build = Build
seep-type-break = Raise
seep-type-throw = Throw

seep-action-bid = Bid { $value } ({ rank })
seep-action-capture = Capture with the { card }: { $cards }
seep-action-capture-house = Capture with the { card }: the house of { $value }
seep-action-capture-house-cards = Capture with the { card }: the house of { $value }, and { $cards }
seep-action-build = Build a house of { $value } with the { card }: { $cards }
seep-action-add = Add the { card } to the house of { $value }
seep-action-add-cards = Add the { card } to the house of { $value }, with { $cards }
seep-action-break = Raise the house of { $from } to { $to } with the { card }
seep-action-break-cards = Raise the house of { $from } to { $to } with the { card }, joined by { $cards }
seep-action-throw = Throw the { card }

## Why a move is not allowed.

seep-illegal-bid_first = You must bid before you play.
seep-illegal-bid_made = The bid has been made already.
seep-illegal-bid_not_held = You cannot bid { $value }: you hold no { rank }.
seep-illegal-card_not_held = You do not hold the { card }.
seep-illegal-not_loose = The { card } is not a loose card on the floor.
seep-illegal-last_key = You own the house of { $value }, so your last { rank } may only capture it.
seep-illegal-bid_not_honoured = The opening play must honour your bid: build a house of { $bid }, or capture with or throw { a-rank }.
seep-illegal-no_house = There is no house of { $value }.
seep-illegal-house_stands = A house of { $value } stands already: add to it instead.
seep-illegal-house_of_other_value = A house of { $value } cannot be taken by the { card }.
seep-illegal-house_left_standing = The capture must take the house of { $value } as well.
seep-illegal-captures_nothing = The { card } captures nothing.
seep-illegal-not_sets = These cards do not split into sets of { $target }.
seep-illegal-capturable_left = A capture takes all it can: loose cards that total { $target } would stay behind.
seep-illegal-not_most_cards = A capture takes as many cards as it can: another one takes { $more ->
    [one] { $more } card more.
   *[other] { $more } cards more.
}
seep-illegal-nothing_from_floor = A house cannot be founded from the hand alone: something from the floor must join it.
seep-illegal-equal_left_loose = The { card } must join the house of { $value }, because it equals it.
seep-illegal-extra_sets = Only the set of the played card, and loose cards that equal the house, may join the house of { $value }.
seep-illegal-set_left_loose = Loose cards that total { $value } must join the house.
seep-illegal-no_key = You must keep { a-rank } for the house of { $value }.
seep-illegal-cemented = The house of { $value } is cemented and cannot be raised.
seep-illegal-own_house = You cannot raise the house of { $value }, because you own it.
seep-illegal-raised_too_high = The { card } would raise the house of { $from } above 13.
seep-illegal-target_not_owned = You cannot raise a house to { $value }: a house of { $value } stands that you do not own.
seep-illegal-throw_can_capture = The { card } can capture, so it cannot be thrown.
seep-illegal-throw_can_build = The { card } can be used on the floor, so it cannot be thrown.
seep-illegal-throw_house_stands = No { rank } can be thrown while a house of { $value } stands.
