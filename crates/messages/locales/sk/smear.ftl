# Štvorbodový smear zo severovýchodného Wisconsinu. `$bid` je číslo od 2 do 4; `$cards` je zoznam kariet.

smear-title = Štvorbodový smear
    .about = Hra s dražbou a štichmi pre dve dvojice, v ktorej sa hrá o štyri body: vysoký, nízky, dolník a hra.

## Stránka s pravidlami. Prázdny riadok začína nový odsek.

smear-rules-aim =
    Štyria hráči sedia v dvoch pevných dvojiciach a hrajú v smere hodinových ručičiek. V každom rozdaní sa hrá o
    štyri body, ktoré sa volajú vysoký, nízky, dolník a hra. Strana s najvyšším záväzkom určí tromfy a musí získať
    aspoň toľko bodov, koľko sľúbila. Stôl si môže zvoliť aj iné pravidlá než tu uvedené; ukazujú ich jeho voľby.
smear-rules-cards =
    Hrá sa s 32 kartami, v každej farbe od sedmičky po eso. Najvyššie je eso, potom kráľ, dáma, dolník, desiatka,
    deviatka, osmička a sedmička, v tromfoch aj v ostatných farbách.

    Pre bod za hru majú karty cenu: eso 4, kráľ 3, dáma 2, dolník 1 a desiatka 10. Deviatky, osmičky a sedmičky
    nemajú cenu. Celý balíček má cenu 80.
smear-rules-deal =
    Každý hráč dostane šesť kariet po jednej, počnúc hráčom po ľavici rozdávajúceho. Zvyšných osem kariet ostane
    zakrytých. Stôl môže z nich odložiť najviac tri karty ako talon. Po každom spočítanom rozdaní rozdáva hráč po
    ľavici rozdávajúceho.
smear-rules-bidding =
    Draží sa v jednom kole, ktoré začína hráč po ľavici rozdávajúceho a končí rozdávajúci. Hráč pasuje alebo sľúbi
    dva až štyri body, a to viac než všetci pred ním. Záväzok štyroch bodov dražbu ukončí. Ak pasujú všetci štyria,
    rozdáva znova ten istý hráč.

    Ak je odložený talon, víťaz dražby si vezme jeho karty a rovnako veľa kariet zakrytých odhodí. Tromfy smie
    odhodiť len ten, kto ich má viac než šesť, a to iba tie, ktoré sú navyše, a spolu so všetkými ostatnými kartami.
smear-rules-play =
    Víťaz dražby vynesie do prvého štichu a farba tejto karty je v rozdaní tromfom. Ak sa vynesie tromf, musí ho
    zahrať každý, kto ho má. Ak sa vynesie iná farba, hráč, ktorý ju má, zahrá buď ju, alebo tromf; kto ju nemá,
    zahrá čokoľvek.

    Štich získa najvyšší tromf, a ak tromf nepadol, najvyššia karta vynesenej farby. Kto štich získal, vynáša do
    ďalšieho ľubovoľnú kartu.
smear-rules-scoring =
    Vysoký patrí strane, ktorá zahrala tromfové eso, nízky strane, ktorá zahrala tromfovú sedmičku, a dolník strane,
    ktorá získala štich s tromfovým dolníkom. Bod, ktorého karta sa nehrala, nedostane nikto. Hra patrí strane,
    ktorej štichy majú väčšiu cenu; odhodené karty sa počítajú strane víťaza dražby. Pri rovnakej cene bod nedostane
    nikto.

    Ak strana víťaza dražby získa aspoň toľko bodov, koľko sľúbila, pripíše si všetky. Ak nie, jej záväzok padol a
    stráca toľko bodov, koľko sľúbila. Druhá strana si vždy pripíše, čo získala.
smear-rules-end =
    Víťazí strana, ktorá má po rozdaní aspoň 15 bodov. Ak ich majú obidve, víťazí strana víťaza dražby.

## Slová tejto hry a čo znamenajú.

smear-term-trump = Tromf
    .about = Farba prvej vynesenej karty; jej karty prebíjajú všetky ostatné farby.
smear-term-trick = Štich
    .about = Po jednej karte od každého hráča; získa ho najvyššia.
smear-term-widow = Talon
    .about = Karty odložené pre víťaza dražby, ktorý potom rovnako veľa kariet odhodí.
smear-term-high = Vysoký
    .about = Bod za zahranie tromfového esa.
smear-term-low = Nízky
    .about = Bod za zahranie tromfovej sedmičky.
smear-term-jack = Dolník
    .about = Bod za získanie tromfového dolníka.
smear-term-game = Hra
    .about = Bod za väčšiu cenu získaných kariet.
smear-term-count = Cena
    .about = Akú cenu majú karty, ktoré strana získala, pre bod za hru.
smear-term-set = Padnutý záväzok
    .about = Získať menej bodov, než sa sľúbilo.

# Čo sa počíta v skóre medzi stranami.
smear-score = Body

## Fázy.

smear-phase-auction = Dražba
    .about = Každý hráč raz pasuje alebo draží.
smear-phase-discard = Odhadzovanie
    .about = Víťaz dražby si vzal talon a odhadzuje rovnako veľa kariet.
smear-phase-play = Hra
    .about = Hrá sa šesť štichov.
smear-phase-between = Medzi rozdaniami
    .about = Rozdanie je spočítané alebo zahodené a čoskoro sa začne ďalšie.
smear-phase-over = Koniec
    .about = Zápas sa skončil.

## Voľby: názov, veta a názov každej hodnoty.

smear-option-widow = Talon
    .about = Koľko kariet si víťaz dražby vezme a odhodí.
smear-option-both_out = Obidve strany dosiahnu cieľ
    .about = Kto víťazí, ak cieľ dosiahnu v tom istom rozdaní obidve strany.
    .value-bidder = Strana víťaza dražby
    .value-higher = Strana s väčším počtom bodov
smear-option-win_needs_bid = Víťazstvo len so záväzkom
    .about = Či strana môže zvíťaziť len rozdaním, v ktorom vydražila a záväzok splnila.
smear-option-nonbid_cap = Hranica bez záväzku
    .about = Kam najviac môže v rozdaní stúpnuť skóre strany, ktorá nevydražila.
    .value-false = Bez hranice
smear-option-high_low = Vysoký a nízky
    .about = Ktoré karty dávajú body vysoký a nízky.
    .value-fixed = Len eso a sedmička
    .value-in_play = Najvyšší a najnižší zahraný tromf
smear-option-low_to = Nízky patrí
    .about = Ktorá strana dostane bod nízky.
    .value-player = Strane, ktorá kartu zahrala
    .value-winner = Strane, ktorá získala štich
smear-option-game_tie = Rovnaká cena
    .about = Kto dostane bod za hru, ak je cena rovnaká.
    .value-nobody = Nikto
    .value-nonbidder = Strana, ktorá nevydražila
smear-option-all_pass = Nikto nedraží
    .about = Čo sa stane, ak nikto nič nesľúbi.
    .value-same_dealer = Znova rozdáva ten istý hráč
    .value-next_dealer = Rozdáva nasledujúci hráč
    .value-dealer_stuck_2 = Rozdávajúci musí dražiť
smear-option-discard_scoring_trump = Odhadzovanie cenných tromfov
    .about = Či možno ako tromfy navyše odhodiť eso, kráľa, dámu, dolníka, desiatku alebo sedmičku.
    .value-allowed = Možno
    .value-forbidden = Nemožno
smear-option-overbid_dealer = Rozdávajúci smie vyrovnať
    .about = Či rozdávajúci môže prevziať záväzok s rovnakým číslom.
smear-option-target = Cieľ
    .about = Koľko bodov treba na víťazstvo.
smear-option-open_counts = Cena sa ukazuje
    .about = Či všetci vidia priebežnú cenu štichov.
smear-option-reveal_stock = Zvyšok v zázname
    .about = Či sa stôl dohodol pozrieť si potom v zázname nerozdané karty. V hre to nič nemení: v zázname je každý balíček celý.
smear-option-history = Skoršie štichy
    .about = Ktoré hotové štichy si možno pozrieť.
    .value-closed = Len posledný
    .value-open = Všetky

## Ťahy.

smear-type-pass = Pas
smear-type-bid = Záväzok
smear-type-discard = Odhodenie
smear-type-play = Karta

smear-action-pass = Pasovať
smear-action-bid = { $bid ->
    [one] Sľúbiť { $bid } bod
    [few] Sľúbiť { $bid } body
    [many] Sľúbiť { $bid } bodu
   *[other] Sľúbiť { $bid } bodov
}
smear-action-discard = Odhodiť: { $cards }
smear-action-play = Zahrať kartu: { card }

## Prečo ťah nie je dovolený.

smear-illegal-call_first = Najprv musíte dražiť alebo pasovať.
smear-illegal-auction_over = Dražba sa skončila.
smear-illegal-bid_too_low = Musíte sľúbiť viac než { $highest }, alebo pasovať.
smear-illegal-dealer_must_bid = Nikto nič nesľúbil, preto rozdávajúci nemôže pasovať.
smear-illegal-discard_first = Najprv musíte odhodiť toľko kariet, koľko ste si vzali; ich počet je { $widow }.
smear-illegal-no_discard = Teraz niet čo odhodiť.
smear-illegal-discard_number = Musíte odhodiť toľko kariet, koľko ste si vzali: { $widow }, nie { $given }.
smear-illegal-card_not_held = Túto kartu nemáte: { card }.
smear-illegal-discards_trump = Tromfy možno odhodiť, len keď už niet čo iné odhodiť: nechajte si farbu, z ktorej nič neodhodíte, alebo šesť kariet jednej farby.
smear-illegal-discards_scoring_trump = Nechávate si jedinú farbu ({ suit }) a jej eso, kráľ, dáma, dolník, desiatka ani sedmička sa odhodiť nedajú.
smear-illegal-lead_discarded = Táto farba nemôže byť tromfom ({ suit }): odhodili ste z nej kartu, hoci ste si nechali aj inú farbu.
smear-illegal-must_follow = Musíte priznať farbu ({ suit }) alebo zahrať tromf ({ trump-suit }).
smear-illegal-must_follow_trump = Bol vynesený tromf: musíte zahrať kartu z tejto farby: { suit }.

# Tvar, ktorý sa používa vyššie; `$trump` je jedno z clubs, diamonds, hearts, spades.
trump-suit = { $trump ->
    [clubs] kríže
    [diamonds] kára
    [hearts] srdcia
   *[spades] piky
}
