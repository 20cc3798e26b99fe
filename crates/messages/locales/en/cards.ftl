# Cards. `$rank` is one of ace, two .. ten, jack, queen, king; `$suit` one of clubs, diamonds, hearts, spades.
# A translation may add messages of its own for forms that its grammar needs (another case, an article, a gender)
# and use them here and in the files of the games: `$rank` and `$suit` can be used wherever `rank`, `suit` or `card` are.

rank = { $rank ->
    [ace] ace
    [two] two
    [three] three
    [four] four
    [five] five
    [six] six
    [seven] seven
    [eight] eight
    [nine] nine
    [ten] ten
    [jack] jack
    [queen] queen
   *[king] king
}

suit = { $suit ->
    [clubs] clubs
    [diamonds] diamonds
    [hearts] hearts
   *[spades] spades
}

card = { rank } of { suit }

# A form of `rank` that only English needs.
a-rank = { $rank ->
    [ace] an ace
    [eight] an eight
   *[other] a { rank }
}

# Lists of cards: "a", "a and b", "a, b and c". `$rest` is itself a list.
list-none = nothing
list-two = { $first } and { $second }
list-more = { $first }, { $rest }
