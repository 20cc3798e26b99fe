# Seep. `$value`, `$from`, `$to`, `$bid` a `$target` sú počty bodov: pri domoch 9 až 13, kde `$rank` je hodnota karty s touto cenou
# (deviatka, desiatka, dolník, dáma, kráľ). `$cards` je zoznam kariet.

seep-title = Seep
    .about = Zberová hra pre dve dvojice, ktoré berú karty zo stola, stavajú domy a zametajú stôl.

## Stránka s pravidlami. Prázdny riadok začína nový odsek.

seep-rules-aim =
    Štyria hráči sedia v dvoch pevných dvojiciach, partneri oproti sebe, a hrajú proti smeru hodinových ručičiek.
    Hráč vždy zahrá jednu kartu z ruky a jeho strana ňou môže vziať karty, ktoré ležia na stole.

    Počítajú sa body vo vzatých kartách a vyprázdnenie celého stola naraz, čo je zametenie. Strana, ktorá získa dosť
    veľký náskok, vyhrá baazi. Stôl si môže zvoliť aj iné pravidlá než tu uvedené; ukazujú ich jeho voľby.
seep-rules-cards =
    Hrá sa so všetkými 52 kartami. Pri braní má eso cenu 1, karty od dvojky po desiatku podľa čísla, dolník 11, dáma
    12 a kráľ 13; na farbe nezáleží.

    Do skóre sa počíta každá piková karta svojou cenou, od 1 za eso po 13 za kráľa. Ostatné tri esá sa počítajú za 1
    a kárová desiatka za 6. Iné karty sa nepočítajú. V celom balíčku je presne 100 bodov.
seep-rules-deal =
    Hráč po pravici rozdávajúceho draží. Dostane štyri karty a ďalšie štyri sa položia zakryté na stôl. Po záväzku a
    otváracom ťahu sa zvyšné karty rozdajú po štyroch, až kým každý nedostane dvanásť.
seep-rules-bidding =
    Dražiaci vidí len svoje štyri karty, oznámi hodnotu od 9 do 13 a musí mať kartu tejto hodnoty. Ak medzi štyrmi
    kartami nie je deviatka ani vyššia karta, ruka sa ukáže a rozdáva znova ten istý hráč.

    Po záväzku sa karty na stole odkryjú a dražiaci urobí otvárací ťah, ktorý musí záväzku vyhovieť: postaví dom tejto
    hodnoty, berie kartou tejto hodnoty, alebo kartu tejto hodnoty odloží.
seep-rules-play =
    Na každý ťah sa zahrá jedna karta z ruky, a to jedným z piatich spôsobov. Voľné karty ležia na stole jednotlivo;
    dom je kôpka, ktorej karty tvoria jednu alebo viac skupín s rovnakým súčtom od 9 do 13.

    Branie: karta berie dom svojej hodnoty a skupiny voľných kariet, z ktorých má každá súčet rovný jej hodnote.
    Nesmie ostať nič, čo by karta ešte mohla vziať. Vzaté karty si možno pozrieť do nasledujúceho ťahu.

    Stavanie: karta a voľné karty spolu založia nový dom. V ruke vám musí ostať karta hodnoty domu a dom je potom
    váš. Voľné karty s hodnotou domu sa pridajú hneď; iné úplné skupiny sa pridať môžu.

    Pridanie: karta, sama alebo s voľnými kartami, pridá do stojaceho domu jednu alebo viac úplných skupín. Dom z
    dvoch a viacerých skupín je spevnený. K partnerovmu domu môžete pridať vždy; k domu, ktorý patrí len súperom,
    vám musí ostať karta jeho hodnoty, a ak ho spevníte, patrí aj vám.

    Zvýšenie: karta zvýši dom, ktorý nie je spevnený a nie je váš, na vyššiu hodnotu, najviac 13. V ruke vám musí
    ostať karta novej hodnoty a dom je potom váš. Ak dom tejto hodnoty už stojí, spoja sa.

    Odloženie: kartu, ktorá nemôže nič vziať, možno položiť na stôl ako voľnú.

    Komu patrí dom, ten si musí nechať kartu jeho hodnoty, kým dom niekto nevezme alebo nezvýši. Poslednou takou
    kartou smie jedine vziať tento dom.
seep-rules-scoring =
    Branie, po ktorom je stôl prázdny, je zametenie. Dáva 50 bodov, pri otváracom ťahu 25 a pri poslednom ťahu
    rozdania nič. Keď sú zahrané všetky karty, voľné karty, ktoré ostali, dostane strana, ktorá brala ako posledná.

    Každá strana spočíta body kariet a zametenia. Rozdiel sa prenáša z rozdania do rozdania a strana, ktorá po
    rozdaní vedie, nasledujúce nerozdáva. Strana, ktorá v rozdaní získa menej než 9 bodov, baazi hneď prehráva.
seep-rules-end =
    Strana, ktorá po rozdaní vedie aspoň o 100 bodov, vyhráva baazi a ďalšie sa začína od nuly. Zápas sa končí, keď
    sa odohrá dohodnutý počet baazi; víťazí strana, ktorá ich vyhrala viac.

## Slová tejto hry a čo znamenajú.

seep-term-floor = Stôl
    .about = Stred stola, kde ležia voľné karty a domy.
seep-term-house = Dom
    .about = Kôpka kariet s pevnou hodnotou od 9 do 13, ktorú možno vziať len celú.
seep-term-owner = Majiteľ
    .about = Hráč, ktorý dom postavil, zvýšil alebo spevnil a musí si nechať kartu jeho hodnoty.
seep-term-cement = Spevniť
    .about = Pridať domu druhú skupinu; jeho hodnotu potom už nemožno zvýšiť.
seep-term-sweep = Zametenie
    .about = Branie, po ktorom na stole nič neostane.
seep-term-card_points = Body kariet
    .about = Body v kartách, ktoré strana vzala.
seep-term-difference = Rozdiel
    .about = O koľko jedna strana v prebiehajúcej baazi vedie.
seep-term-baazi = Baazi
    .about = Rad rozdaní, ktorý vyhrá strana s dosť veľkým náskokom.

# Čo sa počíta v skóre medzi stranami.
seep-score = Vyhraté baazi

## Fázy.

seep-phase-bid = Záväzok
    .about = Dražiaci oznámi hodnotu podľa prvých štyroch kariet, kým sú karty na stole zakryté.
seep-phase-opening = Otvárací ťah
    .about = Dražiaci urobí prvý ťah, ktorý musí záväzku vyhovieť.
seep-phase-play = Hra
    .about = Hráči sa striedajú po jednej karte, kým majú karty v ruke.
seep-phase-between = Medzi rozdaniami
    .about = Rozdanie je spočítané a čoskoro sa začne ďalšie.
seep-phase-over = Koniec
    .about = Zápas sa skončil.

## Voľby: názov, veta a názov každej hodnoty.

seep-option-absorb_sets = Voľné skupiny pri dome
    .about = Či sa úplné skupiny voľných kariet môžu, musia alebo nesmú pridať k domu, ktorý dostáva kartu.
    .value-optional = Môžu
    .value-mandatory = Musia
    .value-none = Nesmú
seep-option-absorb_scope = Domy pre voľné skupiny
    .about = Či sa ďalšie skupiny môžu pridať ku každému domu, alebo len k tomu, ktorý po ťahu patrí hráčovi.
    .value-any = Ku každému
    .value-owned_only = Len k vlastnému
seep-option-capture = Veľkosť brania
    .about = Koľko treba pri braní vziať.
    .value-maximal = Nenechať nič, čo možno vziať
    .value-maximum = Vziať čo najviac kariet
    .value-free = Vziať, čo hráč chce
seep-option-opening_throw = Odloženie pri otvorení
    .about = Kedy smie dražiaci otváracím ťahom odložiť kartu hodnoty záväzku.
    .value-free = Vždy
    .value-only_if_no_capture = Len ako neskôr v hre
seep-option-partner_add_owns = Partner sa stáva spolumajiteľom
    .about = Či sa pridaním k partnerovmu domu stanete spolumajiteľom, ktorý musí mať kartu jeho hodnoty.
seep-option-opp_add_owns = Súper sa stáva spolumajiteľom
    .about = Kedy vám pridanie k domu, ktorý patrí len súperom, dá spoluvlastníctvo.
    .value-only_when_cementing = Keď ho spevní
    .value-true = Vždy
    .value-false = Nikdy
seep-option-throw = Odloženie karty
    .about = Kedy možno po otvorení kartu odložiť.
    .value-no_capture = Ak nemôže nič vziať
    .value-no_capture_no_build = Ak sa nedá nijako použiť
    .value-free = Ak nestojí dom jej hodnoty
seep-option-break_merge = Zvýšenie na iný dom
    .about = Či možno dom zvýšiť na hodnotu, ktorú už iný dom má.
    .value-any = Na ktorýkoľvek dom
    .value-own_target = Len na vlastný
seep-option-sweeps = Zametenia sa počítajú
    .about = Či sa za vyprázdnenie stola dávajú body.
seep-option-bid_floor = Karty na stole pred záväzkom
    .about = Či dražiaci pred záväzkom vidí štyri karty na stole.
    .value-hidden = Nevidí ich nikto
    .value-bidder_sees = Vidí ich dražiaci
seep-option-break_merge_into_partner_free = Zvýšenie na partnerov dom
    .about = Či možno dom zvýšiť na partnerov dom aj bez karty jeho hodnoty.
seep-option-ten_diamonds = Kárová desiatka
    .about = Za koľko sa počíta kárová desiatka.
    .value-6 = 6 bodov
    .value-2 = 2 body a 4 za najviac kariet
seep-option-first_sweep = Zametenie pri otvorení
    .about = Koľko dáva zametenie prvým ťahom rozdania.
    .value-25 = 25 bodov
    .value-50 = 50 bodov
seep-option-min9_includes_sweeps = Zametenia v najmenšom počte
    .about = Či sa zametenia počítajú do deviatich bodov, ktoré musí strana v rozdaní dosiahnuť.
seep-option-dealer_basis = Kto rozdáva ďalej
    .about = Podľa čoho sa určí, ktorá strana rozdáva nabudúce.
    .value-running = Podľa celkového rozdielu
    .value-last_deal = Podľa posledného rozdania
seep-option-lead_to_win = Náskok na výhru baazi
    .about = O koľko bodov musí strana viesť, aby vyhrala baazi.
seep-option-match_mode = Dĺžka zápasu
    .about = Čím sa zápas končí.
    .value-fixed = Počtom odohratých baazi
    .value-first_to = Počtom baazi vyhratých jednou stranou
    .value-deals = Počtom rozdaní
seep-option-n_baazis = Počet baazi
    .about = Koľko baazi sa hrá, alebo koľko ich strana musí vyhrať.
seep-option-n_deals = Počet rozdaní
    .about = Koľko rozdaní sa počíta, ak zápas končí ich počet.
seep-option-history = Vzaté karty
    .about = Či si možno vzaté karty pozrieť pred spočítaním.
    .value-closed = Len posledné branie
    .value-open = Všetky

## Ťahy. `rank` a `suit` patria zahranej karte alebo hodnote záväzku.

seep-type-bid = Záväzok
seep-type-capture = Branie
seep-type-add = Pridanie
seep-type-build = Stavanie
seep-type-break = Zvýšenie
seep-type-throw = Odloženie

seep-action-bid = Záväzok { $value } ({ rank })
seep-action-capture = Branie: { $cards } (hrá { card })
seep-action-capture-house = Branie: dom { $value } (hrá { card })
seep-action-capture-house-cards = Branie: dom { $value } a { $cards } (hrá { card })
seep-action-build = Nový dom { $value }: { $cards } (hrá { card })
seep-action-add = Pridať k domu { $value }: { card }
seep-action-add-cards = Pridať k domu { $value }: { card } a s ňou { $cards }
seep-action-break = Zvýšiť dom { $from } na { $to }: { card }
seep-action-break-cards = Zvýšiť dom { $from } na { $to }: { card } a s ňou { $cards }
seep-action-throw = Odložiť: { card }

## Prečo ťah nie je dovolený.

seep-illegal-bid_first = Najprv musíte oznámiť záväzok.
seep-illegal-bid_made = Záväzok je už oznámený.
seep-illegal-bid_not_held = Nemôžete sľúbiť { $value }: takú kartu nemáte ({ rank }).
seep-illegal-card_not_held = Túto kartu nemáte: { card }.
seep-illegal-not_loose = Táto karta neleží voľne na stole: { card }.
seep-illegal-last_key = Dom { $value } je váš, preto poslednou takou kartou ({ rank }) smiete jedine vziať tento dom.
seep-illegal-bid_not_honoured = Otvárací ťah musí vyhovieť záväzku: postavte dom { $bid }, alebo takou kartou ({ rank }) berte či ju odložte.
seep-illegal-no_house = Dom { $value } tu nie je.
seep-illegal-house_stands = Dom { $value } už stojí: pridajte k nemu.
seep-illegal-house_of_other_value = Dom { $value } sa touto kartou nedá vziať: { card }.
seep-illegal-house_left_standing = Treba vziať aj dom { $value }.
seep-illegal-captures_nothing = Táto karta nič neberie: { card }.
seep-illegal-not_sets = Tieto karty sa nedajú rozdeliť na skupiny so súčtom { $target }.
seep-illegal-capturable_left = Treba vziať všetko, čo sa dá: ostali by voľné karty so súčtom { $target }.
seep-illegal-not_most_cards = { $more ->
    [one] Treba vziať čo najviac kariet: iné branie vezme o { $more } kartu viac.
    [few] Treba vziať čo najviac kariet: iné branie vezme o { $more } karty viac.
    [many] Treba vziať čo najviac kariet: iné branie vezme o { $more } karty viac.
   *[other] Treba vziať čo najviac kariet: iné branie vezme o { $more } kariet viac.
}
seep-illegal-nothing_from_floor = Dom nemožno založiť len z ruky: musí k nemu prísť niečo zo stola.
seep-illegal-equal_left_loose = Táto karta sa musí pridať k domu { $value }, lebo má jeho hodnotu: { card }.
seep-illegal-extra_sets = K domu { $value } sa smie pridať len skupina so zahranou kartou a voľné karty jeho hodnoty.
seep-illegal-set_left_loose = Voľné karty so súčtom { $value } sa musia pridať k domu.
seep-illegal-no_key = Musíte si nechať kartu ({ rank }) pre dom { $value }.
seep-illegal-cemented = Dom { $value } je spevnený a nedá sa zvýšiť.
seep-illegal-own_house = Dom { $value } nemôžete zvýšiť, lebo je váš.
seep-illegal-raised_too_high = Táto karta by zvýšila dom { $from } nad 13: { card }.
seep-illegal-target_not_owned = Na { $value } dom zvýšiť nemôžete: stojí tam dom { $value }, ktorý nie je váš.
seep-illegal-throw_can_capture = Táto karta môže brať, preto ju nemožno odložiť: { card }.
seep-illegal-throw_can_build = Táto karta sa dá na stole použiť, preto ju nemožno odložiť: { card }.
seep-illegal-throw_house_stands = Kým stojí dom { $value }, takú kartu ({ rank }) odložiť nemožno.
