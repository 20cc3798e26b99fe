# Smear pedwar pwynt gogledd-ddwyrain Wisconsin. Mae `$bid` yn rhif o 2 i 4; mae `$cards` yn rhestr o gardiau.

smear-title = Smear pedwar pwynt
    .about = Gêm gynnig a thriciau i ddwy bartneriaeth gyda phedwar pwynt i'w hennill: uchel, isel, jac a gêm.

## Tudalen y rheolau. Mae llinell wag yn dechrau paragraff newydd.

smear-rules-aim =
    Mae pedwar yn eistedd mewn dwy bartneriaeth sefydlog ac yn chwarae gyda'r cloc. Ym mhob rownd mae pedwar pwynt i'w
    hennill, sef uchel, isel, jac a gêm. Yr ochr sy'n cynnig fwyaf sy'n dewis y trwmp, a rhaid iddi ennill o leiaf
    cynifer o bwyntiau ag a gynigiodd. Gall bwrdd ddewis rheolau eraill; mae ei ddewisiadau yn dangos pa rai.
smear-rules-cards =
    Defnyddir 32 o gardiau, o'r saith i'r âs ym mhob siwt. Yr âs sydd uchaf, yna brenin, brenhines, jac, deg, naw, wyth
    a saith, yn y trwmp fel yn y siwtiau eraill.

    Ar gyfer pwynt y gêm mae gan gardiau gyfrif: âs 4, brenin 3, brenhines 2, jac 1 a deg 10. Nid yw naw, wyth na saith
    yn cyfrif dim. Mae'r pecyn cyfan yn cyfrif 80.
smear-rules-deal =
    Caiff pob chwaraewr chwe cherdyn, fesul un, gan ddechrau ar law chwith y rhannwr. Yr wyth cerdyn sydd dros ben yw'r
    stoc, sy'n aros wyneb i lawr. Gall bwrdd neilltuo hyd at dri cherdyn o'r stoc yn weddw. Ar ôl pob rownd a sgoriwyd,
    y chwaraewr ar law chwith y rhannwr sy'n rhannu.
smear-rules-bidding =
    Ceir un rownd o gynnig, sy'n dechrau ar law chwith y rhannwr ac yn gorffen gyda'r rhannwr. Mae pob chwaraewr yn
    pasio neu'n cynnig dau i bedwar pwynt, a mwy nag unrhyw gynnig o'i flaen. Mae cynnig pedwar yn gorffen y cynnig. Os
    yw'r pedwar yn pasio, mae'r un rhannwr yn rhannu eto.

    Os oes gweddw, mae'r cynigiwr uchaf yn cymryd ei chardiau ac yna'n rhoi'r un nifer o gardiau heibio wyneb i lawr.
    Dim ond cynigiwr â mwy na chwe thrwmp a gaiff roi trympiau heibio, a dim ond y rhai dros chwech, ynghyd â phob
    cerdyn arall.
smear-rules-play =
    Mae'r cynigiwr yn arwain i'r tric cyntaf, a siwt y cerdyn hwnnw yw'r trwmp am y rownd. Os arweinir trwmp, rhaid i
    bawb sydd â thrwmp ei chwarae. Os arweinir siwt arall, rhaid i chwaraewr sydd â'r siwt honno ei chwarae neu chwarae
    trwmp; caiff y sawl nad yw ganddo chwarae unrhyw gerdyn.

    Y trwmp uchaf sy'n ennill y tric, neu'r cerdyn uchaf o'r siwt a arweiniwyd os na chwaraewyd trwmp. Yr enillydd sy'n
    arwain unrhyw gerdyn i'r tric nesaf.
smear-rules-scoring =
    Mae uchel yn mynd i'r ochr a chwaraeodd âs y trwmp, isel i'r ochr a chwaraeodd saith y trwmp, a jac i'r ochr a
    enillodd y tric â jac y trwmp ynddo. Ni sgorir pwynt nad yw ei gerdyn wedi'i chwarae. Mae gêm yn mynd i'r ochr y mae
    ei thriciau'n cyfrif fwyaf; mae'r cardiau a roddwyd heibio yn cyfrif i ochr y cynigiwr. Os yw'r ddau gyfrif yn
    gyfartal, nid oes neb yn ei sgorio.

    Os enillodd ochr y cynigiwr o leiaf cynifer o bwyntiau ag a gynigiodd, mae'n sgorio pob un ohonynt. Os na, mae'n
    colli cynifer o bwyntiau ag a gynigiodd. Mae'r ochr arall bob amser yn sgorio'r hyn a enillodd.
smear-rules-end =
    Yr ochr sydd â 15 pwynt neu fwy ar ôl rownd sy'n ennill yr ornest. Os oes gan y ddwy, ochr y cynigiwr sy'n ennill.

## Geiriau'r gêm a'u hystyr.

smear-term-trump = Trwmp
    .about = Siwt y cerdyn cyntaf a arweiniwyd; mae ei chardiau'n curo pob siwt arall.
smear-term-trick = Tric
    .about = Un cerdyn gan bob chwaraewr, a'r uchaf yn ennill.
smear-term-widow = Gweddw
    .about = Cardiau a neilltuwyd i'r cynigiwr uchaf, sydd wedyn yn rhoi'r un nifer heibio.
smear-term-high = Uchel
    .about = Y pwynt am chwarae âs y trwmp.
smear-term-low = Isel
    .about = Y pwynt am chwarae saith y trwmp.
smear-term-jack = Jac
    .about = Y pwynt am ennill jac y trwmp.
smear-term-game = Gêm
    .about = Y pwynt am y cyfrif mwyaf mewn cardiau a enillwyd.
smear-term-count = Cyfrif
    .about = Gwerth y cardiau a enillodd ochr, ar gyfer pwynt y gêm.
smear-term-set = Methu'r cynnig
    .about = Ennill llai o bwyntiau nag a gynigiwyd.

# Yr hyn y mae'r sgôr rhwng yr ochrau'n ei gyfrif.
smear-score = Pwyntiau

## Cyfnodau.

smear-phase-auction = Cynnig
    .about = Mae pob chwaraewr yn pasio neu'n cynnig unwaith.
smear-phase-discard = Rhoi heibio
    .about = Mae'r cynigiwr wedi cymryd y weddw ac yn rhoi'r un nifer o gardiau heibio.
smear-phase-play = Chwarae
    .about = Chwaraeir chwe thric.
smear-phase-between = Rhwng rowndiau
    .about = Mae rownd wedi'i sgorio neu ei thaflu i mewn, a'r nesaf ar fin cael ei rhannu.
smear-phase-over = Ar ben
    .about = Mae'r ornest wedi dod i ben.

## Dewisiadau: label, brawddeg, a label i bob gwerth.

smear-option-widow = Gweddw
    .about = Faint o gardiau y mae'r cynigiwr uchaf yn eu cymryd ac yn eu rhoi heibio.
smear-option-both_out = Y ddwy ochr yn cyrraedd y targed
    .about = Pwy sy'n ennill os yw'r ddwy ochr yn cyrraedd y targed yn yr un rownd.
    .value-bidder = Ochr y cynigiwr
    .value-higher = Yr ochr â mwy o bwyntiau
smear-option-win_needs_bid = Rhaid cynnig i ennill
    .about = A all ochr ennill dim ond mewn rownd lle hi oedd ochr y cynigiwr a lle cyflawnodd ei chynnig.
smear-option-nonbid_cap = Terfyn heb gynnig
    .about = Pa mor uchel y gall sgôr yr ochr na chynigiodd godi mewn rownd.
    .value-false = Dim terfyn
smear-option-high_low = Uchel ac isel
    .about = Pa gardiau sy'n sgorio uchel ac isel.
    .value-fixed = Yr âs a'r saith yn unig
    .value-in_play = Y trwmp uchaf a'r isaf a chwaraewyd
smear-option-low_to = Isel yn mynd i
    .about = Pa ochr sy'n sgorio isel.
    .value-player = Yr ochr a chwaraeodd y cerdyn
    .value-winner = Yr ochr a enillodd y tric
smear-option-game_tie = Cyfrif cyfartal
    .about = Pwy sy'n sgorio gêm os yw'r ddau gyfrif yn gyfartal.
    .value-nobody = Neb
    .value-nonbidder = Yr ochr na chynigiodd
smear-option-all_pass = Neb yn cynnig
    .about = Beth sy'n digwydd os nad oes neb yn cynnig.
    .value-same_dealer = Yr un rhannwr sy'n rhannu eto
    .value-next_dealer = Y rhannwr nesaf sy'n rhannu
    .value-dealer_stuck_2 = Rhaid i'r rhannwr gynnig
smear-option-discard_scoring_trump = Rhoi trympiau gwerthfawr heibio
    .about = A ellir rhoi âs, brenin, brenhines, jac, deg neu saith y trwmp heibio fel cardiau dros ben.
    .value-allowed = Caniateir
    .value-forbidden = Ni chaniateir
smear-option-overbid_dealer = Caiff y rhannwr gynnig yr un faint
    .about = A gaiff y rhannwr gymryd y cynnig drosodd ar yr un rhif.
smear-option-target = Targed
    .about = Faint o bwyntiau sy'n ennill yr ornest.
smear-option-open_counts = Dangos y cyfrif
    .about = A yw pawb yn gweld cyfrif y triciau wrth fynd ymlaen.
smear-option-reveal_stock = Y stoc yn y cofnod
    .about = A yw'r bwrdd wedi cytuno i edrych ar y stoc yn y cofnod wedyn. Nid yw'n newid dim yn y chwarae: mae pob pecyn yn y cofnod.
smear-option-history = Triciau cynharach
    .about = Pa driciau gorffenedig y gellir edrych arnynt.
    .value-closed = Yr un olaf yn unig
    .value-open = Pob un

## Symudiadau.

smear-type-pass = Pasio
smear-type-bid = Cynnig
smear-type-discard = Rhoi heibio
smear-type-play = Chwarae

smear-action-pass = Pasio
smear-action-bid = { $bid ->
    [one] Cynnig { $bid } pwynt
   *[other] Cynnig { $bid } o bwyntiau
}
smear-action-discard = Rhoi heibio: { $cards }
smear-action-play = Chwarae: { card }

## Pam na chaniateir symudiad.

smear-illegal-call_first = Rhaid i chi gynnig neu basio cyn chwarae.
smear-illegal-auction_over = Mae'r cynnig ar ben.
smear-illegal-bid_too_low = Rhaid i chi gynnig mwy na { $highest }, neu basio.
smear-illegal-dealer_must_bid = Nid oes neb wedi cynnig, felly ni chaiff y rhannwr basio.
smear-illegal-discard_first = Cyn chwarae rhaid i chi roi cynifer o gardiau heibio ag a gymerasoch: { $widow }.
smear-illegal-no_discard = Nid oes dim i'w roi heibio nawr.
smear-illegal-discard_number = Rhaid i chi roi cynifer o gardiau heibio ag a gymerasoch: { $widow }, nid { $given }.
smear-illegal-card_not_held = Nid yw'r cerdyn hwn gennych: { card }.
smear-illegal-discards_trump = Dim ond pan nad oes dim arall ar ôl i'w roi heibio y gellir rhoi trympiau heibio: cadwch siwt heb roi dim ohoni heibio, neu chwe cherdyn o'r un siwt.
smear-illegal-discards_scoring_trump = Yr unig siwt a gadwch yw { suit }, ac ni ellir rhoi ei hâs, ei brenin, ei brenhines, ei jac, ei deg na'i saith heibio.
smear-illegal-lead_discarded = Ni all y siwt hon fod yn drwmp ({ suit }): rhoesoch gerdyn ohoni heibio tra'n cadw siwt arall.
smear-illegal-must_follow = Rhaid i chi ddilyn y siwt ({ suit }), neu chwarae trwmp ({ trump-suit }).
smear-illegal-must_follow_trump = Arweiniwyd trwmp: rhaid i chi chwarae cerdyn o'r siwt hon: { suit }.

# Ffurf a ddefnyddir uchod; mae `$trump` yn un o clubs, diamonds, hearts, spades.
trump-suit = { $trump ->
    [clubs] clybiau
    [diamonds] diemwntau
    [hearts] calonnau
   *[spades] rhawiau
}
