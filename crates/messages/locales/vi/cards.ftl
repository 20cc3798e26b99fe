# Lá bài. `$rank` là một trong ace, two .. ten, jack, queen, king; `$suit` là một trong clubs, diamonds, hearts, spades.

rank = { $rank ->
    [ace] át
    [two] hai
    [three] ba
    [four] bốn
    [five] năm
    [six] sáu
    [seven] bảy
    [eight] tám
    [nine] chín
    [ten] mười
    [jack] bồi
    [queen] đầm
   *[king] già
}

suit = { $suit ->
    [clubs] chuồn
    [diamonds] rô
    [hearts] cơ
   *[spades] bích
}

card = { rank } { suit }

list-none = không có gì
list-two = { $first } và { $second }
list-more = { $first }, { $rest }
