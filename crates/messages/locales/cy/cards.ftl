# Cardiau. Mae `$rank` yn un o ace, two .. ten, jack, queen, king; a `$suit` yn un o clubs, diamonds, hearts, spades.

rank = { $rank ->
    [ace] âs
    [two] dau
    [three] tri
    [four] pedwar
    [five] pump
    [six] chwech
    [seven] saith
    [eight] wyth
    [nine] naw
    [ten] deg
    [jack] jac
    [queen] brenhines
   *[king] brenin
}

suit = { $suit ->
    [clubs] clybiau
    [diamonds] diemwntau
    [hearts] calonnau
   *[spades] rhawiau
}

card = { rank } { suit }

# "a" neu "ac" o flaen cerdyn: dim ond "âs" ac "wyth" sy'n dechrau â llafariad neu sain debyg, ac mae rhestri'n cael eu rhoi at ei
# gilydd heb wybod beth sydd ynddynt; felly atalnod sydd rhwng pob dau.
list-none = dim byd
list-two = { $first }, { $second }
list-more = { $first }, { $rest }
