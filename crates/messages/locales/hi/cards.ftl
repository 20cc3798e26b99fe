# पत्ते। `$rank` इनमें से एक है: ace, two .. ten, jack, queen, king; `$suit` इनमें से एक: clubs, diamonds, hearts, spades.

rank = { $rank ->
    [ace] इक्का
    [two] दुग्गी
    [three] तिग्गी
    [four] चौका
    [five] पंजा
    [six] छक्का
    [seven] सत्ता
    [eight] अट्ठा
    [nine] नहला
    [ten] दहला
    [jack] गुलाम
    [queen] बेगम
   *[king] बादशाह
}

suit = { $suit ->
    [clubs] चिड़ी
    [diamonds] ईंट
    [hearts] पान
   *[spades] हुकुम
}

# दुग्गी, तिग्गी और बेगम स्त्रीलिंग हैं।
card = { $rank ->
    [two] { suit } की { rank }
    [three] { suit } की { rank }
    [queen] { suit } की { rank }
   *[other] { suit } का { rank }
}

list-none = कुछ नहीं
list-two = { $first } और { $second }
list-more = { $first }, { $rest }
