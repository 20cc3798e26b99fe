# Seep. Mae `$value`, `$from`, `$to`, `$bid` a `$target` yn niferoedd o bwyntiau: 9 i 13 ar gyfer tai, lle mae `$rank` wedyn yn radd y
# gwerth hwnnw (naw, deg, jac, brenhines, brenin). Mae `$cards` yn rhestr o gardiau.

seep-title = Seep
    .about = Gêm gipio i ddwy bartneriaeth sy'n cipio cardiau o'r llawr, yn adeiladu tai ac yn ysgubo'r llawr yn lân.

## Tudalen y rheolau. Mae llinell wag yn dechrau paragraff newydd.

seep-rules-aim =
    Mae pedwar yn eistedd mewn dwy bartneriaeth sefydlog, partneriaid gyferbyn â'i gilydd, ac yn cymryd eu tro yn erbyn
    y cloc. Drwy chwarae un cerdyn ar y tro o'r llaw, mae pob ochr yn cipio cardiau sydd ar y llawr.

    Yr hyn sy'n cyfrif yw pwyntiau yn y cardiau a gipiwyd, a chlirio'r llawr cyfan ar unwaith, sef ysgubiad. Yr ochr sy'n
    mynd yn ddigon pell ar y blaen sy'n ennill y baazi. Gall bwrdd ddewis rheolau eraill; mae ei ddewisiadau yn dangos pa
    rai.
seep-rules-cards =
    Defnyddir pob un o'r 52 o gardiau. Wrth gipio, mae âs yn werth 1, y cardiau o ddau i ddeg yr hyn a ddangosant, jac
    11, brenhines 12 a brenin 13; nid yw'r siwt o bwys.

    Wrth sgorio, mae pob rhaw yn cyfrif ei gwerth, o 1 am yr âs i 13 am y brenin. Mae'r tri âs arall yn cyfrif 1 yr un a
    deg diemwntau yn cyfrif 6. Nid yw'r cardiau eraill yn cyfrif dim. Mae union 100 o bwyntiau yn y pecyn cyfan.
seep-rules-deal =
    Y chwaraewr ar law dde'r rhannwr yw'r cynigiwr. Mae'n cael pedwar cerdyn, a rhoddir pedwar arall wyneb i lawr ar y
    llawr. Ar ôl y cynnig a'r chwarae agoriadol rhennir gweddill y cardiau fesul pedwar, nes bod gan bawb ddeuddeg.
seep-rules-bidding =
    Gan edrych ar y pedwar cerdyn hynny yn unig, mae'r cynigiwr yn enwi gwerth o 9 i 13 a rhaid bod ganddo gerdyn o'r
    gwerth hwnnw. Os nad oes naw neu uwch ymhlith y pedwar, dangosir y llaw ac mae'r un rhannwr yn rhannu eto.

    Ar ôl y cynnig troir y llawr wyneb i fyny, ac mae'r cynigiwr yn gwneud y chwarae agoriadol, sy'n gorfod anrhydeddu'r
    cynnig: adeiladu tŷ o'r gwerth hwnnw, cipio â cherdyn o'r gwerth hwnnw, neu daflu cerdyn o'r gwerth hwnnw.
seep-rules-play =
    Un cerdyn o'r llaw yw pob tro, a'i ddefnyddio mewn un o bum ffordd. Mae cardiau rhydd yn gorwedd ar y llawr ar eu
    pennau eu hunain; pentwr yw tŷ, a'i gardiau'n ffurfio un set neu fwy o'r un cyfanswm, o 9 i 13.

    Cipio: mae'r cerdyn yn cymryd tŷ o'i werth ei hun, a setiau o gardiau rhydd y mae cyfanswm pob un yn hafal i'w werth.
    Ni chaiff dim y gallai'r cerdyn ei gipio aros ar ôl. Gellir edrych ar y cardiau a gipiwyd tan y chwarae nesaf.

    Adeiladu: mae'r cerdyn a chardiau rhydd gyda'i gilydd yn sefydlu tŷ newydd. Rhaid i chi gadw cerdyn o werth y tŷ yn
    eich llaw, a chi wedyn sydd biau'r tŷ. Mae cardiau rhydd hafal i'r tŷ yn ymuno ag ef ar unwaith; caiff setiau
    cyflawn eraill ymuno ag ef.

    Ychwanegu: mae'r cerdyn, ar ei ben ei hun neu gyda chardiau rhydd, yn dod ag un set gyflawn neu fwy i dŷ sy'n
    sefyll. Mae tŷ o ddwy set neu fwy wedi'i smentio. Cewch ychwanegu at dŷ eich partner bob amser; i ychwanegu at dŷ'r
    gwrthwynebwyr yn unig rhaid i chi gadw cerdyn o'i werth, ac wrth ei smentio dewch chithau'n berchennog.

    Codi: mae'r cerdyn yn codi tŷ nad yw wedi'i smentio ac nad chi sydd biau i werth uwch, 13 ar y mwyaf. Rhaid i chi
    gadw cerdyn o'r gwerth newydd, a chi sydd biau'r tŷ wedyn. Os oes tŷ o'r gwerth hwnnw eisoes, unir y ddau.

    Taflu: gellir gosod cerdyn na all gipio dim ar y llawr yn gerdyn rhydd.

    Rhaid i bwy bynnag sydd biau tŷ gadw cerdyn o'i werth nes i'r tŷ gael ei gipio neu ei godi. Dim ond i gipio'r tŷ
    hwnnw y gellir chwarae'r cerdyn olaf o'r fath.
seep-rules-scoring =
    Ysgubiad yw cipiad sy'n gadael y llawr yn wag. Mae'n sgorio 50 pwynt, neu 25 os mai'r chwarae agoriadol ydyw, a dim
    os mai chwarae olaf y rownd ydyw. Pan fydd pob cerdyn wedi'i chwarae, mae'r cardiau rhydd sydd ar ôl yn mynd i'r
    ochr a gipiodd ddiwethaf.

    Mae pob ochr yn adio pwyntiau'r cardiau a'r ysgubiadau. Cludir y gwahaniaeth o rownd i rownd, ac nid yw'r ochr sydd
    ar y blaen ar ôl rownd yn rhannu'r nesaf. Mae ochr sy'n sgorio llai na 9 pwynt mewn rownd yn colli'r baazi ar
    unwaith.
seep-rules-end =
    Mae ochr sydd 100 pwynt neu fwy ar y blaen ar ôl rownd yn ennill y baazi, ac mae'r nesaf yn dechrau'n gyfartal. Mae'r
    ornest ar ben pan fydd y nifer y cytunwyd arno o faaziau wedi'i chwarae; yr ochr a enillodd fwy ohonynt sy'n ennill.

## Geiriau'r gêm a'u hystyr.

seep-term-floor = Llawr
    .about = Canol y bwrdd, lle mae'r cardiau rhydd a'r tai.
seep-term-house = Tŷ
    .about = Pentwr o gardiau o werth sefydlog o 9 i 13 na ellir ei gipio ond yn gyfan.
seep-term-owner = Perchennog
    .about = Chwaraewr a adeiladodd, a gododd neu a smentiodd dŷ ac sy'n gorfod cadw cerdyn o'i werth.
seep-term-cement = Smentio
    .about = Rhoi ail set i dŷ; wedyn ni ellir codi ei werth.
seep-term-sweep = Ysgubiad
    .about = Cipiad nad yw'n gadael dim ar y llawr.
seep-term-card_points = Pwyntiau cardiau
    .about = Y pwyntiau yn y cardiau a gipiodd ochr.
seep-term-difference = Gwahaniaeth
    .about = Pa mor bell y mae un ochr ar y blaen yn y baazi presennol.
seep-term-baazi = Baazi
    .about = Cyfres o rowndiau a enillir drwy fynd yn ddigon pell ar y blaen.

# Yr hyn y mae'r sgôr rhwng yr ochrau'n ei gyfrif.
seep-score = Baaziau a enillwyd

## Cyfnodau.

seep-phase-bid = Cynnig
    .about = Mae'r cynigiwr yn enwi gwerth o'r pedwar cerdyn cyntaf, a'r llawr wyneb i lawr.
seep-phase-opening = Chwarae agoriadol
    .about = Mae'r cynigiwr yn gwneud y chwarae cyntaf, sy'n gorfod anrhydeddu'r cynnig.
seep-phase-play = Chwarae
    .about = Mae'r chwaraewyr yn cymryd eu tro, un cerdyn yr un, nes bod pob llaw'n wag.
seep-phase-between = Rhwng rowndiau
    .about = Mae rownd wedi'i sgorio, a'r nesaf ar fin cael ei rhannu.
seep-phase-over = Ar ben
    .about = Mae'r ornest wedi dod i ben.

## Dewisiadau: label, brawddeg, a label i bob gwerth.

seep-option-absorb_sets = Setiau rhydd yn ymuno â thŷ
    .about = A gaiff, a rhaid i, neu na chaiff setiau cyflawn o gardiau rhydd ymuno â thŷ sy'n derbyn cerdyn.
    .value-optional = Cânt
    .value-mandatory = Rhaid iddynt
    .value-none = Ni chânt
seep-option-absorb_scope = Tai y caiff setiau rhydd ymuno â nhw
    .about = A gaiff setiau pellach ymuno ag unrhyw dŷ neu dim ond ag un sy'n eiddo i'r chwaraewr wedyn.
    .value-any = Unrhyw dŷ
    .value-owned_only = Ei dŷ ei hun yn unig
seep-option-capture = Maint cipiad
    .about = Faint y mae'n rhaid i gipiad ei gymryd.
    .value-maximal = Gadael dim y gellid ei gipio
    .value-maximum = Cymryd cynifer o gardiau â phosibl
    .value-free = Cymryd yr hyn a fynnir
seep-option-opening_throw = Taflu ar yr agoriad
    .about = Pryd y caiff y cynigiwr daflu cerdyn o werth y cynnig yn chwarae agoriadol.
    .value-free = Bob amser
    .value-only_if_no_capture = Dim ond fel yn ddiweddarach
seep-option-partner_add_owns = Partner yn dod yn gydberchennog
    .about = A yw ychwanegu at dŷ partner yn eich gwneud yn gydberchennog sy'n gorfod cadw cerdyn o'i werth.
seep-option-opp_add_owns = Gwrthwynebydd yn dod yn gydberchennog
    .about = Pryd y mae ychwanegu at dŷ'r gwrthwynebwyr yn unig yn eich gwneud yn berchennog arno.
    .value-only_when_cementing = Pan fydd yn smentio'r tŷ
    .value-true = Bob amser
    .value-false = Byth
seep-option-throw = Taflu cerdyn
    .about = Pryd y gellir taflu cerdyn ar ôl yr agoriad.
    .value-no_capture = Os na all gipio dim
    .value-no_capture_no_build = Os na ellir ei ddefnyddio o gwbl
    .value-free = Oni bai bod tŷ o'i werth yn sefyll
seep-option-break_merge = Codi ar ben tŷ arall
    .about = A ellir codi tŷ i werth lle mae tŷ arall yn sefyll.
    .value-any = Ar ben unrhyw dŷ
    .value-own_target = Ar ben ei dŷ ei hun yn unig
seep-option-sweeps = Ysgubiadau'n sgorio
    .about = A yw clirio'r llawr yn ennill pwyntiau ychwanegol.
seep-option-bid_floor = Cardiau'r llawr cyn y cynnig
    .about = A yw'r cynigiwr yn gweld pedwar cerdyn y llawr cyn cynnig.
    .value-hidden = Yn gudd rhag pawb
    .value-bidder_sees = Mae'r cynigiwr yn eu gweld
seep-option-break_merge_into_partner_free = Codi i dŷ partner
    .about = A ellir codi tŷ i dŷ partner heb gadw cerdyn o'i werth.
seep-option-ten_diamonds = Deg diemwntau
    .about = Beth mae deg diemwntau yn ei gyfrif.
    .value-6 = 6 phwynt
    .value-2 = 2 bwynt, a 4 am y mwyaf o gardiau
seep-option-first_sweep = Ysgubiad ar yr agoriad
    .about = Beth yw gwerth ysgubiad gyda chwarae cyntaf rownd.
    .value-25 = 25 pwynt
    .value-50 = 50 pwynt
seep-option-min9_includes_sweeps = Ysgubiadau'n cyfrif at y lleiafswm
    .about = A yw ysgubiadau'n cyfrif at y naw pwynt y mae'n rhaid i ochr eu cyrraedd mewn rownd.
seep-option-dealer_basis = Dewis y rhannwr nesaf
    .about = Beth sy'n penderfynu pa ochr sy'n rhannu nesaf.
    .value-running = Y gwahaniaeth hyd yma
    .value-last_deal = Y rownd ddiwethaf
seep-option-lead_to_win = Mantais sy'n ennill baazi
    .about = Faint o bwyntiau ar y blaen y mae'n rhaid i ochr fod i ennill baazi.
seep-option-match_mode = Hyd yr ornest
    .about = Beth sy'n gorffen gornest.
    .value-fixed = Nifer o faaziau wedi'u chwarae
    .value-first_to = Nifer o faaziau wedi'u hennill gan un ochr
    .value-deals = Nifer o rowndiau
seep-option-n_baazis = Nifer y baaziau
    .about = Faint o faaziau a chwaraeir, neu y mae'n rhaid i ochr eu hennill.
seep-option-n_deals = Nifer y rowndiau
    .about = Faint o rowndiau a sgorir lle mae nifer o rowndiau'n gorffen yr ornest.
seep-option-history = Cardiau a gipiwyd
    .about = A ellir edrych ar gardiau a gipiwyd cyn y cyfrif.
    .value-closed = Y cipiad diweddaraf yn unig
    .value-open = Pob un

## Symudiadau. Mae `rank` a `suit` yn perthyn i'r cerdyn a chwaraeir, neu i werth y cynnig.

seep-type-bid = Cynnig
seep-type-capture = Cipio
seep-type-add = Ychwanegu
seep-type-build = Adeiladu
seep-type-break = Codi
seep-type-throw = Taflu

seep-action-bid = Cynnig { $value } ({ rank })
seep-action-capture = Cipio ({ card }): { $cards }
seep-action-capture-house = Cipio ({ card }): y tŷ { $value }
seep-action-capture-house-cards = Cipio ({ card }): y tŷ { $value }, { $cards }
seep-action-build = Adeiladu tŷ { $value } ({ card }): { $cards }
seep-action-add = Ychwanegu at y tŷ { $value }: { card }
seep-action-add-cards = Ychwanegu at y tŷ { $value }: { card }, gyda { $cards }
seep-action-break = Codi'r tŷ { $from } i { $to }: { card }
seep-action-break-cards = Codi'r tŷ { $from } i { $to }: { card }, gyda { $cards }
seep-action-throw = Taflu: { card }

## Pam na chaniateir symudiad.

seep-illegal-bid_first = Rhaid i chi gynnig cyn chwarae.
seep-illegal-bid_made = Mae'r cynnig wedi'i wneud eisoes.
seep-illegal-bid_not_held = Ni chewch gynnig { $value }: nid oes gennych gerdyn o'r radd honno ({ rank }).
seep-illegal-card_not_held = Nid yw'r cerdyn hwn gennych: { card }.
seep-illegal-not_loose = Nid yw hwn yn gerdyn rhydd ar y llawr: { card }.
seep-illegal-last_key = Chi sydd biau'r tŷ { $value }, felly dim ond i'w gipio y cewch chwarae eich cerdyn olaf o'r radd honno ({ rank }).
seep-illegal-bid_not_honoured = Rhaid i'r chwarae agoriadol anrhydeddu'ch cynnig: adeiladwch dŷ { $bid }, neu gipio â cherdyn o'r radd honno ({ rank }) neu ei daflu.
seep-illegal-no_house = Nid oes tŷ { $value }.
seep-illegal-house_stands = Mae tŷ { $value } yn sefyll eisoes: ychwanegwch ato.
seep-illegal-house_of_other_value = Ni ellir cymryd tŷ { $value } â'r cerdyn hwn: { card }.
seep-illegal-house_left_standing = Rhaid i'r cipiad gymryd y tŷ { $value } hefyd.
seep-illegal-captures_nothing = Nid yw'r cerdyn hwn yn cipio dim: { card }.
seep-illegal-not_sets = Nid yw'r cardiau hyn yn rhannu'n setiau o { $target }.
seep-illegal-capturable_left = Mae cipiad yn cymryd popeth a all: byddai cardiau rhydd â chyfanswm o { $target } yn aros ar ôl.
seep-illegal-not_most_cards = Mae cipiad yn cymryd cynifer o gardiau ag y gall: mae un arall yn cymryd { $more ->
    [one] { $more } cerdyn yn fwy.
   *[other] { $more } o gardiau'n fwy.
}
seep-illegal-nothing_from_floor = Ni ellir sefydlu tŷ o'r llaw yn unig: rhaid i rywbeth o'r llawr ymuno ag ef.
seep-illegal-equal_left_loose = Rhaid i'r cerdyn hwn ymuno â'r tŷ { $value } am ei fod yn hafal iddo: { card }.
seep-illegal-extra_sets = Dim ond set y cerdyn a chwaraewyd, a chardiau rhydd hafal i'r tŷ, a gaiff ymuno â'r tŷ { $value }.
seep-illegal-set_left_loose = Rhaid i gardiau rhydd â chyfanswm o { $value } ymuno â'r tŷ.
seep-illegal-no_key = Rhaid i chi gadw cerdyn o'r radd hon ({ rank }) ar gyfer y tŷ { $value }.
seep-illegal-cemented = Mae'r tŷ { $value } wedi'i smentio ac ni ellir ei godi.
seep-illegal-own_house = Ni chewch godi'r tŷ { $value }, am mai chi sydd biau ef.
seep-illegal-raised_too_high = Byddai'r cerdyn hwn yn codi'r tŷ { $from } yn uwch na 13: { card }.
seep-illegal-target_not_owned = Ni chewch godi tŷ i { $value }: mae tŷ { $value } yn sefyll nad chi sydd biau.
seep-illegal-throw_can_capture = Gall y cerdyn hwn gipio, felly ni ellir ei daflu: { card }.
seep-illegal-throw_can_build = Gellir defnyddio'r cerdyn hwn ar y llawr, felly ni ellir ei daflu: { card }.
seep-illegal-throw_house_stands = Ni ellir taflu cerdyn o'r radd hon ({ rank }) tra bo tŷ { $value } yn sefyll.
