# Karty. `$rank` je jedno z ace, two .. ten, jack, queen, king; `$suit` jedno z clubs, diamonds, hearts, spades.

rank = { $rank ->
    [ace] eso
    [two] dvojka
    [three] trojka
    [four] štvorka
    [five] päťka
    [six] šestka
    [seven] sedmička
    [eight] osmička
    [nine] deviatka
    [ten] desiatka
    [jack] dolník
    [queen] dáma
   *[king] kráľ
}

suit = { $suit ->
    [clubs] kríže
    [diamonds] kára
    [hearts] srdcia
   *[spades] piky
}

# Prídavné meno farby podľa rodu hodnoty: eso je stredného, dolník a kráľ mužského, ostatné ženského rodu.
suit-neuter = { $suit ->
    [clubs] krížové
    [diamonds] kárové
    [hearts] srdcové
   *[spades] pikové
}
suit-masculine = { $suit ->
    [clubs] krížový
    [diamonds] kárový
    [hearts] srdcový
   *[spades] pikový
}
suit-feminine = { $suit ->
    [clubs] krížová
    [diamonds] kárová
    [hearts] srdcová
   *[spades] piková
}

card = { $rank ->
    [ace] { suit-neuter } { rank }
    [jack] { suit-masculine } { rank }
    [king] { suit-masculine } { rank }
   *[other] { suit-feminine } { rank }
}

list-none = nič
list-two = { $first } a { $second }
list-more = { $first }, { $rest }
