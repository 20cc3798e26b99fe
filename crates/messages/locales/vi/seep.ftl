# Seep. `$value`, `$from`, `$to`, `$bid` và `$target` là số điểm: với nhà là 9 đến 13, khi đó `$rank` là hạng của giá trị ấy (chín, mười,
# bồi, đầm, già). `$cards` là danh sách lá bài.

seep-title = Seep
    .about = Trò câu bài cho hai đôi: bắt bài trên chiếu, dựng nhà và quét sạch chiếu.

## Trang luật. Dòng trống bắt đầu một đoạn mới.

seep-rules-aim =
    Bốn người ngồi thành hai đôi cố định, hai người cùng đôi đối diện nhau, và lần lượt đi ngược chiều kim đồng hồ.
    Mỗi lượt đánh một lá từ tay, mỗi phe bắt những lá nằm trên chiếu.

    Điều được tính là điểm của các lá bắt được, và việc lấy sạch cả chiếu trong một lần, gọi là quét. Phe dẫn trước đủ
    xa thì thắng baazi. Một bàn có thể chọn luật khác với luật ở đây; các tùy chọn của bàn cho biết điều đó.
seep-rules-cards =
    Trò chơi dùng cả 52 lá. Khi bắt bài, át có giá 1, các lá hai đến mười theo số của nó, bồi 11, đầm 12 và già 13;
    chất không quan trọng.

    Khi tính điểm, mỗi lá bích được điểm theo giá, từ 1 cho át đến 13 cho già. Ba lá át còn lại mỗi lá 1 điểm và mười
    rô 6 điểm. Các lá khác không có điểm. Cả bộ bài có đúng 100 điểm.
seep-rules-deal =
    Người bên phải người chia là người ra giá. Người này nhận bốn lá, và bốn lá nữa đặt úp trên chiếu. Sau khi ra giá
    và sau nước mở đầu, phần bài còn lại được chia từng bốn lá cho đến khi mỗi người nhận đủ mười hai lá.
seep-rules-bidding =
    Chỉ nhìn bốn lá đó, người ra giá nêu một giá trị từ 9 đến 13 và phải có một lá mang giá trị ấy. Nếu trong bốn lá
    không có lá chín trở lên, bài được lật cho mọi người xem và người cũ chia lại.

    Sau khi ra giá, bài trên chiếu được lật ngửa và người ra giá đi nước mở đầu, nước này phải theo giá: dựng nhà có
    giá trị ấy, bắt bằng lá có giá trị ấy, hoặc thả lá có giá trị ấy.
seep-rules-play =
    Mỗi lượt đánh một lá từ tay, theo một trong năm cách. Lá rời nằm riêng lẻ trên chiếu; nhà là một chồng bài gồm một
    hoặc nhiều bộ có cùng tổng, từ 9 đến 13.

    Bắt: lá đánh ra bắt nhà có giá trị của nó, và các bộ lá rời mà mỗi bộ có tổng bằng giá trị của nó. Không được để
    lại thứ gì mà lá đó còn bắt được. Các lá vừa bắt được xem cho đến nước kế tiếp.

    Dựng: lá đánh ra cùng các lá rời lập một nhà mới. Bạn phải giữ trên tay một lá có giá trị của nhà, và nhà thuộc về
    bạn. Các lá rời bằng giá trị của nhà nhập vào ngay; các bộ đầy đủ khác có thể nhập vào.

    Thêm: lá đánh ra, một mình hoặc cùng các lá rời, đưa một hoặc nhiều bộ đầy đủ vào nhà đang có. Nhà có từ hai bộ
    trở lên là nhà kiên cố. Bạn luôn được thêm vào nhà của đồng đội; muốn thêm vào nhà chỉ của đối phương, bạn phải
    giữ một lá có giá trị của nhà, và nếu làm nhà thành kiên cố thì bạn cũng là chủ nhà.

    Nâng: lá đánh ra nâng một nhà chưa kiên cố và không phải của bạn lên giá trị cao hơn, tối đa 13. Bạn phải giữ một
    lá có giá trị mới, và nhà thuộc về bạn. Nếu đã có nhà mang giá trị ấy thì hai nhà nhập làm một.

    Thả: lá không bắt được gì có thể đặt xuống chiếu làm lá rời.

    Ai là chủ nhà thì phải giữ một lá có giá trị của nhà cho đến khi nhà bị bắt hoặc bị nâng. Lá cuối cùng như thế chỉ
    được dùng để bắt chính nhà đó.
seep-rules-scoring =
    Bắt mà chiếu không còn gì là quét. Quét được 50 điểm, hoặc 25 điểm nếu là nước mở đầu, và không điểm nếu là nước
    cuối của ván. Khi đã đánh hết bài, các lá rời còn lại thuộc về phe bắt sau cùng.

    Mỗi phe cộng điểm bài và điểm quét. Chênh lệch được mang từ ván này sang ván khác, và phe dẫn sau một ván thì không
    chia ván sau. Phe được dưới 9 điểm trong một ván thua baazi ngay.
seep-rules-end =
    Phe dẫn từ 100 điểm trở lên sau một ván thì thắng baazi, và baazi sau bắt đầu từ số không. Trận đấu kết thúc khi đã
    chơi đủ số baazi đã định; phe thắng nhiều baazi hơn thắng trận.

## Các từ của trò chơi và ý nghĩa.

seep-term-floor = Chiếu
    .about = Giữa bàn, nơi có các lá rời và các nhà.
seep-term-house = Nhà
    .about = Chồng bài có giá trị cố định từ 9 đến 13, chỉ có thể bắt cả chồng.
seep-term-owner = Chủ nhà
    .about = Người đã dựng, nâng hoặc làm nhà thành kiên cố và phải giữ một lá có giá trị của nhà.
seep-term-cement = Làm kiên cố
    .about = Đưa vào nhà một bộ thứ hai; sau đó không thể nâng giá trị của nhà nữa.
seep-term-sweep = Quét
    .about = Một lần bắt không để lại gì trên chiếu.
seep-term-card_points = Điểm bài
    .about = Điểm trong các lá một phe đã bắt.
seep-term-difference = Chênh lệch
    .about = Một phe đang dẫn bao nhiêu điểm trong baazi hiện tại.
seep-term-baazi = Baazi
    .about = Một loạt ván mà phe dẫn đủ xa thì thắng.

# Điểm số giữa các phe đếm gì.
seep-score = Số baazi đã thắng

## Giai đoạn.

seep-phase-bid = Ra giá
    .about = Người ra giá nêu một giá trị theo bốn lá đầu, khi chiếu còn úp.
seep-phase-opening = Nước mở đầu
    .about = Người ra giá đi nước đầu tiên, nước này phải theo giá.
seep-phase-play = Đánh bài
    .about = Mọi người lần lượt đánh từng lá cho đến khi hết bài trên tay.
seep-phase-between = Giữa hai ván
    .about = Ván trước đã tính điểm, ván sau sắp được chia.
seep-phase-over = Kết thúc
    .about = Trận đấu đã kết thúc.

## Tùy chọn: tên, một câu, và tên của mỗi giá trị.

seep-option-absorb_sets = Bộ lá rời nhập vào nhà
    .about = Các bộ lá rời đầy đủ được phép, phải, hay không được nhập vào nhà đang nhận bài.
    .value-optional = Được phép
    .value-mandatory = Bắt buộc
    .value-none = Không được
seep-option-absorb_scope = Nhà mà bộ lá rời được nhập
    .about = Các bộ thêm được nhập vào mọi nhà hay chỉ vào nhà thuộc về người chơi sau nước đi.
    .value-any = Mọi nhà
    .value-owned_only = Chỉ nhà của mình
seep-option-capture = Độ lớn của lần bắt
    .about = Một lần bắt phải lấy bao nhiêu.
    .value-maximal = Không để lại gì còn bắt được
    .value-maximum = Lấy nhiều lá nhất có thể
    .value-free = Lấy tùy ý
seep-option-opening_throw = Thả ở nước mở đầu
    .about = Khi nào người ra giá được thả lá có giá trị đã nêu làm nước mở đầu.
    .value-free = Luôn luôn
    .value-only_if_no_capture = Chỉ như các nước sau
seep-option-partner_add_owns = Đồng đội thành đồng chủ nhà
    .about = Thêm vào nhà của đồng đội có khiến bạn thành đồng chủ nhà, phải giữ một lá có giá trị ấy, hay không.
seep-option-opp_add_owns = Đối phương thành đồng chủ nhà
    .about = Khi nào thêm vào nhà chỉ của đối phương khiến bạn thành chủ nhà.
    .value-only_when_cementing = Khi làm nhà thành kiên cố
    .value-true = Luôn luôn
    .value-false = Không bao giờ
seep-option-throw = Thả bài
    .about = Khi nào được thả một lá sau nước mở đầu.
    .value-no_capture = Nếu lá đó không bắt được gì
    .value-no_capture_no_build = Nếu lá đó không dùng được vào việc gì
    .value-free = Trừ khi có nhà mang giá trị ấy
seep-option-break_merge = Nâng lên nhà khác
    .about = Có được nâng nhà lên giá trị mà một nhà khác đang có hay không.
    .value-any = Lên mọi nhà
    .value-own_target = Chỉ lên nhà của mình
seep-option-sweeps = Quét có điểm
    .about = Lấy sạch chiếu có được thưởng điểm hay không.
seep-option-bid_floor = Bài trên chiếu trước khi ra giá
    .about = Người ra giá có thấy bốn lá trên chiếu trước khi ra giá hay không.
    .value-hidden = Không ai thấy
    .value-bidder_sees = Người ra giá thấy
seep-option-break_merge_into_partner_free = Nâng vào nhà của đồng đội
    .about = Có được nâng một nhà vào nhà của đồng đội mà không cần giữ lá có giá trị ấy hay không.
seep-option-ten_diamonds = Mười rô
    .about = Mười rô được bao nhiêu điểm.
    .value-6 = 6 điểm
    .value-2 = 2 điểm, và 4 điểm cho phe nhiều lá nhất
seep-option-first_sweep = Quét ở nước mở đầu
    .about = Quét bằng nước đầu tiên của ván được bao nhiêu.
    .value-25 = 25 điểm
    .value-50 = 50 điểm
seep-option-min9_includes_sweeps = Quét tính vào mức tối thiểu
    .about = Điểm quét có tính vào chín điểm mà mỗi phe phải đạt trong một ván hay không.
seep-option-dealer_basis = Chọn người chia tiếp
    .about = Điều gì quyết định phe nào chia ván sau.
    .value-running = Chênh lệch tích lũy
    .value-last_deal = Ván vừa rồi
seep-option-lead_to_win = Mức dẫn để thắng baazi
    .about = Phải dẫn bao nhiêu điểm để thắng một baazi.
seep-option-match_mode = Độ dài trận đấu
    .about = Điều gì kết thúc trận đấu.
    .value-fixed = Số baazi đã chơi
    .value-first_to = Số baazi một phe đã thắng
    .value-deals = Số ván
seep-option-n_baazis = Số baazi
    .about = Chơi bao nhiêu baazi, hoặc một phe phải thắng bao nhiêu.
seep-option-n_deals = Số ván
    .about = Tính điểm bao nhiêu ván, nếu trận kết thúc theo số ván.
seep-option-history = Bài đã bắt
    .about = Có được xem lại các lá đã bắt trước khi đếm hay không.
    .value-closed = Chỉ lần bắt gần nhất
    .value-open = Tất cả

## Nước đi. `rank` và `suit` là của lá được đánh, hoặc của giá trị đã nêu.

seep-type-bid = Ra giá
seep-type-capture = Bắt
seep-type-add = Thêm
seep-type-build = Dựng
seep-type-break = Nâng
seep-type-throw = Thả

seep-action-bid = Ra giá { $value } ({ rank })
seep-action-capture = Bắt bằng { card }: { $cards }
seep-action-capture-house = Bắt bằng { card }: nhà { $value }
seep-action-capture-house-cards = Bắt bằng { card }: nhà { $value } và { $cards }
seep-action-build = Dựng nhà { $value } bằng { card }: { $cards }
seep-action-add = Thêm { card } vào nhà { $value }
seep-action-add-cards = Thêm { card } vào nhà { $value }, cùng { $cards }
seep-action-break = Nâng nhà { $from } lên { $to } bằng { card }
seep-action-break-cards = Nâng nhà { $from } lên { $to } bằng { card }, cùng { $cards }
seep-action-throw = Thả { card }

## Vì sao nước đi không được phép.

seep-illegal-bid_first = Bạn phải ra giá trước khi đánh.
seep-illegal-bid_made = Giá đã được nêu rồi.
seep-illegal-bid_not_held = Bạn không thể ra giá { $value }: bạn không có lá { rank }.
seep-illegal-card_not_held = Bạn không có lá { card }.
seep-illegal-not_loose = { card } không phải là lá rời trên chiếu.
seep-illegal-last_key = Bạn là chủ nhà { $value }, nên lá { rank } cuối cùng của bạn chỉ được dùng để bắt nhà đó.
seep-illegal-bid_not_honoured = Nước mở đầu phải theo giá đã nêu: dựng nhà { $bid }, hoặc bắt bằng hay thả một lá { rank }.
seep-illegal-no_house = Không có nhà { $value }.
seep-illegal-house_stands = Đã có nhà { $value }: hãy thêm vào nhà đó.
seep-illegal-house_of_other_value = Không thể bắt nhà { $value } bằng { card }.
seep-illegal-house_left_standing = Lần bắt này phải lấy cả nhà { $value }.
seep-illegal-captures_nothing = { card } không bắt được gì.
seep-illegal-not_sets = Các lá này không chia được thành những bộ có tổng { $target }.
seep-illegal-capturable_left = Phải bắt hết những gì bắt được: sẽ còn lại các lá rời có tổng { $target }.
seep-illegal-not_most_cards = Phải bắt nhiều lá nhất có thể: có cách bắt khác được { $more ->
   *[other] thêm { $more } lá.
}
seep-illegal-nothing_from_floor = Không thể lập nhà chỉ bằng bài trên tay: phải có lá từ chiếu nhập vào.
seep-illegal-equal_left_loose = { card } phải nhập vào nhà { $value } vì bằng giá trị của nhà.
seep-illegal-extra_sets = Chỉ bộ của lá vừa đánh, và các lá rời bằng giá trị của nhà, được nhập vào nhà { $value }.
seep-illegal-set_left_loose = Các lá rời có tổng { $value } phải nhập vào nhà.
seep-illegal-no_key = Bạn phải giữ một lá { rank } cho nhà { $value }.
seep-illegal-cemented = Nhà { $value } đã kiên cố và không thể nâng.
seep-illegal-own_house = Bạn không thể nâng nhà { $value } vì bạn là chủ nhà.
seep-illegal-raised_too_high = { card } sẽ nâng nhà { $from } lên quá 13.
seep-illegal-target_not_owned = Bạn không thể nâng nhà lên { $value }: đã có nhà { $value } mà bạn không phải là chủ.
seep-illegal-throw_can_capture = { card } bắt được bài nên không thể thả.
seep-illegal-throw_can_build = { card } dùng được trên chiếu nên không thể thả.
seep-illegal-throw_house_stands = Không thể thả lá { rank } khi còn nhà { $value }.
