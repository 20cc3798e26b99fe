# Pepper pre dvoch, troch a štyroch. `$tricks` je počet štichov od 1 do 7; hrá sa s tromfovou farbou alebo bez tromfov.

pepper-title = Pepper
    .about = Hra s dražbou a štichmi, s pravým a ľavým bauerom, pre dve dvojice alebo pre dvoch či troch hráčov, každý sám za seba.

## Stránka s pravidlami. Prázdny riadok začína nový odsek.

pepper-rules-aim =
    Štyria hráči hrajú v dvoch pevných dvojiciach, partneri sedia oproti sebe; dvaja alebo traja hráči hrajú každý
    sám za seba. Hrá sa v smere hodinových ručičiek. Kto vydraží hru, určí tromfy a musí získať toľko štichov,
    koľko sľúbil. Stôl si môže zvoliť aj iné pravidlá než tu uvedené; ukazujú ich jeho voľby.
pepper-rules-cards =
    Hrá sa s 24 kartami, v každej farbe od deviatky po eso. V obyčajnej farbe je najvyššie eso, potom kráľ, dáma,
    dolník, desiatka a deviatka.

    V tromfoch je najvyšší dolník, pravý bauer. Po ňom ide druhý dolník rovnakej farebnosti, ľavý bauer, ktorý vo
    všetkom patrí k tromfom. Ďalej nasledujú tromfové eso, kráľ, dáma, desiatka a deviatka. Bez tromfov nie sú ani
    baueri.
pepper-rules-deal =
    Pri štyroch hráčoch dostane každý šesť kariet, pri troch osem. Aj pri dvoch hráčoch dostane každý osem kariet a
    tretia kôpka ôsmich kariet ostane zakrytá a nehrá sa s ňou. Nabudúce rozdáva hráč po ľavici rozdávajúceho.
pepper-rules-bidding =
    Hráči po rade, počnúc hráčom po ľavici rozdávajúceho, pasujú alebo sľúbia viac než doteraz najvyšší záväzok,
    hoci by bol partnerov. Pri štyroch hráčoch možno sľúbiť jeden až päť štichov, pri dvoch alebo troch jeden až
    sedem, potom malý pepper a napokon veľký pepper. Obidva peppery sú záväzkom získať všetky štichy.

    Kto pasoval, môže znova dražiť, keď naňho opäť príde rad. Dražba sa končí, keď po najvyššom záväzku všetci
    ostatní po rade pasujú, alebo hneď po veľkom pepperi. Ak nikto nič nesľúbi, rozdáva nasledujúci hráč.

    Víťaz dražby potom určí tromfovú farbu alebo hru bez tromfov.
pepper-rules-play =
    Víťaz dražby vynesie do prvého štichu ľubovoľnú kartu. Kto môže, musí priznať vynesenú farbu, pričom ľavý bauer
    sa počíta za tromf; kto ju nemá, zahrá čokoľvek.

    Štich získa najvyšší tromf, a ak tromf nepadol, najvyššia karta vynesenej farby. Kto štich získal, vynáša do
    ďalšieho.
pepper-rules-scoring =
    Ak strana, ktorá vydražila, získa aspoň toľko štichov, koľko sľúbila, dostane bod za každý získaný štich. Malý
    pepper dáva bod za každý štich, veľký pepper dvojnásobok.

    Ak záväzok nesplní, stráca pri štyroch hráčoch 6 bodov a pri dvoch alebo troch 8 bodov; pri veľkom pepperi
    dvojnásobok. Všetci ostatní dostanú vždy bod za každý štich, ktorý získali.
pepper-rules-end =
    Ak má po rozdaní niektorá strana aspoň 30 bodov, zápas sa končí a víťazí strana s najväčším počtom bodov.
    Strany, ktoré sú na čele rovnako, sa o víťazstvo delia.

## Slová tejto hry a čo znamenajú.

pepper-term-trump = Tromf
    .about = Farba, ktorú určí víťaz dražby; jej karty prebíjajú všetky ostatné farby.
pepper-term-trick = Štich
    .about = Po jednej karte od každého hráča; získa ho najvyššia.
pepper-term-declarer = Víťaz dražby
    .about = Hráč s najvyšším záväzkom; určí tromfy a vynáša ako prvý.
pepper-term-contract = Záväzok
    .about = Najvyšší sľub v dražbe, ktorý musí splniť strana víťaza dražby.
pepper-term-right_bower = Pravý bauer
    .about = Tromfový dolník, najvyššia karta.
pepper-term-left_bower = Ľavý bauer
    .about = Druhý dolník rovnakej farebnosti, druhý najvyšší tromf.
pepper-term-little_pepper = Malý pepper
    .about = Záväzok získať všetky štichy.
pepper-term-big_pepper = Veľký pepper
    .about = Záväzok získať všetky štichy za dvojnásobok bodov.
pepper-term-no_trump = Bez tromfov
    .about = Hra bez tromfovej farby, v ktorej štich získa najvyššia karta vynesenej farby.
pepper-term-dead_hand = Mŕtva kôpka
    .about = Tretia kôpka pri dvoch hráčoch, ktorú nikto nevidí a s ktorou nikto nehrá.

# Čo sa počíta v skóre medzi stranami.
pepper-score = Body

## Fázy.

pepper-phase-auction = Dražba
    .about = Hráči dražia o právo určiť tromfy.
pepper-phase-name = Určenie tromfov
    .about = Víťaz dražby určí tromfy alebo hru bez tromfov.
pepper-phase-play = Hra
    .about = Hrajú sa všetky štichy.
pepper-phase-between = Medzi rozdaniami
    .about = Rozdanie je spočítané alebo zahodené a čoskoro sa začne ďalšie.
pepper-phase-over = Koniec
    .about = Zápas sa skončil.

## Voľby: názov, veta a názov každej hodnoty.

pepper-option-pass_final = Pas je konečný
    .about = Či hráč, ktorý pasoval, už v tomto rozdaní nesmie dražiť.
pepper-option-one_round = Jedno kolo dražby
    .about = Či je každý hráč v dražbe na rade len raz.
pepper-option-all_pass = Nikto nedraží
    .about = Čo sa stane, ak nikto nič nesľúbi.
    .value-next_dealer = Rozdáva nasledujúci hráč
    .value-same_dealer = Znova rozdáva ten istý hráč
    .value-dealer_must_bid_1 = Rozdávajúci musí dražiť
pepper-option-target = Cieľ
    .about = Koľko bodov ukončí zápas.
pepper-option-both_out = Viac strán dosiahne cieľ
    .about = Kto víťazí, ak cieľ dosiahne v tom istom rozdaní viac strán.
    .value-higher-shared = Strana s najviac bodmi; rovnaké strany sa delia
    .value-declarer_first = Strana víťaza dražby
pepper-option-no_trump = Hra bez tromfov
    .about = Či víťaz dražby smie určiť hru bez tromfov.
pepper-option-defenders_zero_penalty = Súperi bez štichu
    .about = Čo dostanú ostatné strany, ak proti pepperu nezískajú ani štich.
    .value-0 = Nič
    .value-minus6 = Stratia 6 bodov
pepper-option-history = Skoršie štichy
    .about = Ktoré hotové štichy si možno pozrieť.
    .value-closed = Len posledný
    .value-open = Všetky
pepper-option-reveal_dead = Mŕtva kôpka v zázname
    .about = Či sa stôl dohodol pozrieť si potom v zázname mŕtvu kôpku. V hre to nič nemení: v zázname je každý balíček celý.

## Ťahy.

pepper-type-pass = Pas
pepper-type-bid = Záväzok
pepper-type-name = Tromfy
pepper-type-play = Karta

pepper-action-pass = Pasovať
pepper-action-bid = { $tricks ->
    [one] Sľúbiť { $tricks } štich
    [few] Sľúbiť { $tricks } štichy
    [many] Sľúbiť { $tricks } štichu
   *[other] Sľúbiť { $tricks } štichov
}
pepper-action-bid-little_pepper = Sľúbiť malý pepper
pepper-action-bid-big_pepper = Sľúbiť veľký pepper
pepper-action-name = Určiť tromfy: { suit }
pepper-action-name-no_trump = Určiť hru bez tromfov
pepper-action-play = Zahrať kartu: { card }

## Prečo ťah nie je dovolený.

# Záväzok vo vete: `$level` je LP (malý pepper), BP (veľký pepper) alebo počet štichov ako text.
bid-level = { $level ->
    [LP] malý pepper
    [BP] veľký pepper
   *[other] { $level }
}

pepper-illegal-auction_on = Ešte sa draží: sľúbte alebo pasujte.
pepper-illegal-auction_over = Dražba sa skončila.
pepper-illegal-no_such_level = Taký záväzok tu nie je ({ bid-level }): najvyššie číslo je { $highest } a nad ním sú malý pepper a veľký pepper.
pepper-illegal-bid_too_low = Musíte sľúbiť viac než doteraz najvyšší záväzok ({ bid-level }), alebo pasovať.
pepper-illegal-dealer_must_bid = Nemôžete pasovať: nikto nič nesľúbil, preto musí dražiť rozdávajúci.
pepper-illegal-name_first = Najprv musíte určiť tromfy alebo hru bez tromfov.
pepper-illegal-already_named = Tromfy sú už určené.
pepper-illegal-no_trump_off = Pri tomto stole sa bez tromfov nehrá: určte farbu.
pepper-illegal-card_not_held = Túto kartu nemáte: { card }.
pepper-illegal-must_follow = Musíte priznať farbu. Zahrajte kartu z farby: { suit }.
