# Yr hyn sydd gan bob gêm: seddi ac ochrau, dewisiadau, botiaid, ysgolion, penawdau tudalen y rheolau, a gwrthodiadau sydd yr un fath ym mhobman.

players-pairs = { $players ->
    [one] { $players } chwaraewr mewn dwy bartneriaeth
   *[other] { $players } o chwaraewyr mewn dwy bartneriaeth
}
players-solo = { $players ->
    [one] { $players } chwaraewr, ar ei ben ei hun
   *[other] { $players } o chwaraewyr, pob un drosto'i hun
}

side-pairs = Partneriaeth
side-solo = Chwaraewr

option-on = Ie
option-off = Na

level-greedy = Barus
    .about = Mae'n cymryd yr hyn sy'n cyfrif fwyaf ar y pryd, heb feddwl ymhellach.
level-casual = Hamddenol
    .about = Mae'n chwarae'n gyflym ac yn gredadwy, ond yn gwneud camgymeriadau.
level-club = Clwb
    .about = Mae'n chwarae'n gadarn, fel chwaraewr clwb da, ac yn cydweithio â phartner.
level-expert = Arbenigwr
    .about = Cyn pob symudiad mae'n pwyso a mesur llawer o ffyrdd posibl o rannu'r cardiau cudd.

ladder-seep = Seep
ladder-smear = Smear pedwar pwynt
ladder-pepper = Pepper i barau
ladder-pepper-solo3 = Pepper i dri
ladder-pepper-solo2 = Pepper i ddau

rules-aim = Nod
rules-cards = Cardiau
rules-deal = Rhannu
rules-bidding = Cynnig
rules-play = Chwarae
rules-scoring = Sgorio
rules-end = Diwedd yr ornest

illegal-not_your_turn = Nid eich tro chi yw hi.
illegal-not_dealt = Nid yw'r cardiau wedi'u rhannu eto.
illegal-match_over = Mae'r ornest ar ben.
illegal-other_game = Nid yw hwn yn symudiad yn y gêm sy'n cael ei chwarae yma.
refused-cut_closed = Rydych wedi torri'r pecyn eisoes, neu mae'n rhy hwyr i dorri.
refused-resigned = Rydych wedi ildio eisoes.
