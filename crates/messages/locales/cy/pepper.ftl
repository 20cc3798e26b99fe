# Pepper i ddau, tri a phedwar. Mae `$tricks` yn nifer o driciau o 1 i 7; chwaraeir gyda siwt yn drwmp neu heb drwmp.

pepper-title = Pepper
    .about = Gêm gynnig a thriciau gyda dau jac yn drympiau uchaf, i ddwy bartneriaeth, neu i ddau neu dri chwaraewr, pob un drosto'i hun.

## Tudalen y rheolau. Mae llinell wag yn dechrau paragraff newydd.

pepper-rules-aim =
    Mae pedwar yn chwarae mewn dwy bartneriaeth sefydlog, a phartneriaid yn eistedd gyferbyn â'i gilydd; bydd dau neu
    dri yn chwarae pob un drosto'i hun. Chwaraeir gyda'r cloc. Y sawl sy'n cynnig fwyaf, y datganwr, sy'n dewis y
    trwmp, a rhaid iddo ennill cynifer o driciau ag a gynigiwyd. Gall bwrdd ddewis rheolau eraill; mae ei ddewisiadau
    yn dangos pa rai.
pepper-rules-cards =
    Defnyddir 24 o gardiau, o'r naw i'r âs ym mhob siwt. Mewn siwt gyffredin yr âs sydd uchaf, yna brenin, brenhines,
    jac, deg a naw.

    Yn y trwmp y jac sydd uchaf: y bŵer de. Nesaf daw jac arall yr un lliw, y bŵer chwith, sy'n perthyn i'r trwmp ym
    mhob ffordd. Wedyn daw âs, brenin, brenhines, deg a naw'r trwmp. Heb drwmp nid oes bŵer.
pepper-rules-deal =
    Gyda phedwar, caiff pob un chwe cherdyn. Gyda thri, wyth cerdyn yr un. Gyda dau, wyth cerdyn yr un hefyd, ac mae
    trydedd law o wyth yn aros wyneb i lawr heb ei defnyddio. Y chwaraewr ar law chwith y rhannwr sy'n rhannu nesaf.
pepper-rules-bidding =
    Gan ddechrau ar law chwith y rhannwr, mae pob chwaraewr yn pasio neu'n cynnig mwy na'r cynnig uchaf hyd hynny, hyd
    yn oed cynnig ei bartner. Y cynigion yw un i bum tric gyda phedwar chwaraewr ac un i saith gyda dau neu dri, yna
    pepper bach, yna pepper mawr. Cynnig i ennill pob tric yw'r ddau bepper.

    Caiff chwaraewr sydd wedi pasio gynnig eto pan ddaw ei dro. Daw'r cynnig i ben pan fydd pawb arall wedi pasio yn eu
    tro ar ôl y cynnig uchaf, neu ar unwaith gyda phepper mawr. Os nad oes neb yn cynnig, y rhannwr nesaf sy'n rhannu.

    Yna mae'r datganwr yn enwi siwt yn drwmp, neu ddim trwmp.
pepper-rules-play =
    Mae'r datganwr yn arwain unrhyw gerdyn i'r tric cyntaf. Rhaid i bawb ddilyn y siwt a arweiniwyd os gallant, ac mae'r
    bŵer chwith yn cyfrif yn drwmp; caiff y sawl na all ddilyn chwarae unrhyw gerdyn.

    Y trwmp uchaf sy'n ennill y tric, neu'r cerdyn uchaf o'r siwt a arweiniwyd os na chwaraewyd trwmp. Yr enillydd sy'n
    arwain i'r tric nesaf.
pepper-rules-scoring =
    Os yw ochr y datganwr yn ennill o leiaf cynifer o driciau ag a gynigiodd, mae'n sgorio pwynt am bob tric a enillodd.
    Mae pepper bach yn sgorio pwynt am bob tric, a phepper mawr ddwywaith hynny.

    Os yw'n methu, mae'n colli 6 phwynt gyda phedwar chwaraewr ac 8 pwynt gyda dau neu dri; mae pepper mawr yn colli
    ddwywaith hynny. Mae pawb arall bob amser yn sgorio pwynt am bob tric a enillasant.
pepper-rules-end =
    Pan fydd gan ochr 30 pwynt neu fwy ar ôl rownd, mae'r ornest ar ben a'r ochr â'r mwyaf o bwyntiau sy'n ennill. Mae
    ochrau sy'n gydradd ar y brig yn rhannu'r fuddugoliaeth.

## Geiriau'r gêm a'u hystyr.

pepper-term-trump = Trwmp
    .about = Y siwt a enwir gan y datganwr; mae ei chardiau'n curo pob siwt arall.
pepper-term-trick = Tric
    .about = Un cerdyn gan bob chwaraewr, a'r uchaf yn ennill.
pepper-term-declarer = Datganwr
    .about = Y cynigiwr uchaf, sy'n enwi'r trwmp ac yn arwain.
pepper-term-contract = Contract
    .about = Y cynnig uchaf, y mae'n rhaid i ochr y datganwr ei gyflawni.
pepper-term-right_bower = Bŵer de
    .about = Jac y trwmp, y cerdyn uchaf.
pepper-term-left_bower = Bŵer chwith
    .about = Jac arall lliw'r trwmp, yr ail drwmp uchaf.
pepper-term-little_pepper = Pepper bach
    .about = Cynnig i ennill pob tric.
pepper-term-big_pepper = Pepper mawr
    .about = Cynnig i ennill pob tric am ddwywaith y pwyntiau.
pepper-term-no_trump = Dim trwmp
    .about = Chwarae heb siwt drwmp, lle mae cerdyn uchaf y siwt a arweiniwyd yn ennill.
pepper-term-dead_hand = Llaw farw
    .about = Y drydedd law gyda dau chwaraewr, nad oes neb yn ei gweld na'i defnyddio.

# Yr hyn y mae'r sgôr rhwng yr ochrau'n ei gyfrif.
pepper-score = Pwyntiau

## Cyfnodau.

pepper-phase-auction = Cynnig
    .about = Mae'r chwaraewyr yn cynnig am yr hawl i enwi'r trwmp.
pepper-phase-name = Enwi'r trwmp
    .about = Mae'r datganwr yn enwi'r trwmp neu ddim trwmp.
pepper-phase-play = Chwarae
    .about = Chwaraeir pob tric.
pepper-phase-between = Rhwng rowndiau
    .about = Mae rownd wedi'i sgorio neu ei thaflu i mewn, a'r nesaf ar fin cael ei rhannu.
pepper-phase-over = Ar ben
    .about = Mae'r ornest wedi dod i ben.

## Dewisiadau: label, brawddeg, a label i bob gwerth.

pepper-option-pass_final = Mae pasio'n derfynol
    .about = A waherddir chwaraewr sydd wedi pasio rhag cynnig eto yn yr un rownd.
pepper-option-one_round = Un rownd o gynnig
    .about = A gaiff pob chwaraewr un tro yn unig i gynnig.
pepper-option-all_pass = Neb yn cynnig
    .about = Beth sy'n digwydd os nad oes neb yn cynnig.
    .value-next_dealer = Y rhannwr nesaf sy'n rhannu
    .value-same_dealer = Yr un rhannwr sy'n rhannu eto
    .value-dealer_must_bid_1 = Rhaid i'r rhannwr gynnig
pepper-option-target = Targed
    .about = Faint o bwyntiau sy'n gorffen yr ornest.
pepper-option-both_out = Sawl ochr yn cyrraedd y targed
    .about = Pwy sy'n ennill os yw sawl ochr yn cyrraedd y targed yn yr un rownd.
    .value-higher-shared = Yr ochr â'r mwyaf o bwyntiau; ochrau cydradd yn rhannu
    .value-declarer_first = Ochr y datganwr
pepper-option-no_trump = Caniatáu dim trwmp
    .about = A gaiff y datganwr enwi dim trwmp.
pepper-option-defenders_zero_penalty = Amddiffynwyr heb dric
    .about = Beth mae'r ochrau eraill yn ei sgorio os na enillant yr un tric yn erbyn pepper.
    .value-0 = Dim
    .value-minus6 = Colli 6 phwynt
pepper-option-history = Triciau cynharach
    .about = Pa driciau gorffenedig y gellir edrych arnynt.
    .value-closed = Yr un olaf yn unig
    .value-open = Pob un
pepper-option-reveal_dead = Y llaw farw yn y cofnod
    .about = A yw'r bwrdd wedi cytuno i edrych ar y llaw farw yn y cofnod wedyn. Nid yw'n newid dim yn y chwarae: mae pob pecyn yn y cofnod.

## Symudiadau.

pepper-type-pass = Pasio
pepper-type-bid = Cynnig
pepper-type-name = Enwi
pepper-type-play = Chwarae

pepper-action-pass = Pasio
pepper-action-bid = { $tricks ->
    [one] Cynnig { $tricks } tric
   *[other] Cynnig { $tricks } o driciau
}
pepper-action-bid-little_pepper = Cynnig pepper bach
pepper-action-bid-big_pepper = Cynnig pepper mawr
pepper-action-name = Enwi'r trwmp: { suit }
pepper-action-name-no_trump = Enwi dim trwmp
pepper-action-play = Chwarae: { card }

## Pam na chaniateir symudiad.

# Cynnig mewn brawddeg: mae `$level` yn LP (pepper bach), BP (pepper mawr) neu nifer o driciau fel testun.
bid-level = { $level ->
    [LP] pepper bach
    [BP] pepper mawr
   *[other] { $level }
}

pepper-illegal-auction_on = Mae'r cynnig yn parhau: cynigiwch neu basiwch.
pepper-illegal-auction_over = Mae'r cynnig ar ben.
pepper-illegal-no_such_level = Nid oes cynnig o'r fath yma ({ bid-level }): y rhif uchaf yw { $highest }, ac uwch ei ben daw pepper bach a phepper mawr.
pepper-illegal-bid_too_low = Rhaid i chi gynnig mwy na'r cynnig uchaf ({ bid-level }), neu basio.
pepper-illegal-dealer_must_bid = Ni chewch basio: nid oes neb wedi cynnig, felly rhaid i'r rhannwr wneud.
pepper-illegal-name_first = Rhaid i chi enwi'r siwt drwmp, neu ddim trwmp, cyn chwarae.
pepper-illegal-already_named = Mae'r trwmp wedi'i enwi eisoes.
pepper-illegal-no_trump_off = Ni chwaraeir heb drwmp wrth y bwrdd hwn: enwch siwt.
pepper-illegal-card_not_held = Nid yw'r cerdyn hwn gennych: { card }.
pepper-illegal-must_follow = Rhaid i chi ddilyn y siwt. Chwaraewch gerdyn o'r siwt hon: { suit }.
