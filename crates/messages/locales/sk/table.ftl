# Čo má každá hra: miesta a strany, voľby, boti, rebríčky, nadpisy stránky s pravidlami a odmietnutia, ktoré sú všade rovnaké.

players-pairs = { $players ->
    [one] { $players } hráč v dvoch dvojiciach
    [few] { $players } hráči v dvoch dvojiciach
    [many] { $players } hráča v dvoch dvojiciach
   *[other] { $players } hráčov v dvoch dvojiciach
}
players-solo = { $players ->
    [one] { $players } hráč, sám za seba
    [few] { $players } hráči, každý sám za seba
    [many] { $players } hráča, každý sám za seba
   *[other] { $players } hráčov, každý sám za seba
}

side-pairs = Dvojica
side-solo = Hráč

option-on = Áno
option-off = Nie

level-greedy = Chamtivec
    .about = Berie to, čo má hneď najväčšiu cenu, a ďalej nemyslí.
level-casual = Príležitostný
    .about = Hrá rýchlo a vierohodne, no robí chyby.
level-club = Klubový
    .about = Hrá spoľahlivo ako dobrý klubový hráč a spolupracuje s partnerom.
level-expert = Expert
    .about = Pred každým ťahom zváži mnoho možných rozdaní skrytých kariet.

ladder-seep = Seep
ladder-smear = Štvorbodový smear
ladder-pepper = Pepper vo dvojiciach
ladder-pepper-solo3 = Pepper pre troch
ladder-pepper-solo2 = Pepper pre dvoch

rules-aim = Cieľ
rules-cards = Karty
rules-deal = Rozdávanie
rules-bidding = Dražba
rules-play = Hra
rules-scoring = Bodovanie
rules-end = Koniec zápasu

illegal-not_your_turn = Nie ste na ťahu.
illegal-not_dealt = Karty ešte nie sú rozdané.
illegal-match_over = Zápas sa skončil.
illegal-other_game = Taký ťah v hre, ktorá sa tu hrá, nie je.
refused-cut_closed = Už ste snímali, alebo je na snímanie neskoro.
refused-resigned = Už ste sa vzdali.
