# Pepper cho hai, ba và bốn người. `$tricks` là số nước từ 1 đến 7; có thể chơi với một chất chủ hoặc không có chủ.

pepper-title = Pepper
    .about = Trò đấu giá và ăn nước có hai lá bồi chủ, cho hai đôi, hoặc cho hai hay ba người, mỗi người một phe.

## Trang luật. Dòng trống bắt đầu một đoạn mới.

pepper-rules-aim =
    Bốn người chơi thành hai đôi cố định, hai người cùng đôi ngồi đối diện nhau; hai hoặc ba người thì mỗi người một
    phe. Lượt đi theo chiều kim đồng hồ. Người trả giá cao nhất là người nhận giá: người đó chọn chất chủ và phải ăn
    đủ số nước đã trả. Một bàn có thể chọn luật khác với luật ở đây; các tùy chọn của bàn cho biết điều đó.
pepper-rules-cards =
    Trò chơi dùng 24 lá, từ chín đến át của mỗi chất. Trong một chất thường, át cao nhất, rồi đến già, đầm, bồi, mười
    và chín.

    Trong chất chủ, bồi là lá cao nhất, gọi là bồi phải. Kế đó là lá bồi còn lại cùng màu, gọi là bồi trái, được coi
    là chủ trong mọi trường hợp. Rồi đến át, già, đầm, mười và chín chủ. Khi chơi không chủ thì không có hai lá bồi
    này.
pepper-rules-deal =
    Bốn người thì mỗi người sáu lá. Ba người thì mỗi người tám lá. Hai người cũng mỗi người tám lá, và phần thứ ba gồm
    tám lá nằm úp, không dùng đến. Ván sau, người bên trái người chia sẽ chia bài.
pepper-rules-bidding =
    Bắt đầu từ người bên trái người chia, mỗi người bỏ lượt hoặc trả giá cao hơn giá cao nhất, kể cả giá của đồng đội.
    Các mức giá là một đến năm nước khi có bốn người, một đến bảy khi có hai hoặc ba người, rồi đến pepper nhỏ và
    pepper lớn. Cả hai pepper đều là giá ăn hết mọi nước.

    Người đã bỏ lượt vẫn có thể trả giá khi đến lượt mình lần nữa. Đấu giá kết thúc khi sau giá cao nhất tất cả những
    người khác lần lượt bỏ, hoặc ngay khi có pepper lớn. Nếu không ai trả giá, người kế tiếp chia bài.

    Sau đó người nhận giá chọn một chất làm chủ, hoặc chọn không chủ.
pepper-rules-play =
    Người nhận giá ra một lá bất kỳ cho nước đầu. Ai có thể theo chất thì phải theo, trong đó bồi trái tính là chủ; ai
    không theo được thì đánh lá nào cũng được.

    Lá chủ cao nhất ăn nước; nếu không có chủ thì lá cao nhất của chất được ra sẽ ăn. Người ăn nước ra bài cho nước
    tiếp theo.
pepper-rules-scoring =
    Phe nhận giá ăn đủ hoặc hơn số nước đã trả thì được một điểm cho mỗi nước đã ăn. Pepper nhỏ được một điểm cho mỗi
    nước, pepper lớn được gấp đôi.

    Nếu không đủ, phe đó mất 6 điểm khi có bốn người và 8 điểm khi có hai hoặc ba người; với pepper lớn thì mất gấp
    đôi. Các phe khác luôn được một điểm cho mỗi nước đã ăn.
pepper-rules-end =
    Khi sau một ván có phe đạt từ 30 điểm trở lên, trận đấu kết thúc và phe nhiều điểm nhất thắng. Các phe cùng điểm
    cao nhất thì chia nhau chiến thắng.

## Các từ của trò chơi và ý nghĩa.

pepper-term-trump = Chủ
    .about = Chất do người nhận giá chọn, thắng mọi chất khác.
pepper-term-trick = Nước
    .about = Mỗi người một lá; lá cao nhất ăn cả.
pepper-term-declarer = Người nhận giá
    .about = Người trả giá cao nhất; người đó chọn chủ và ra bài đầu tiên.
pepper-term-contract = Giá
    .about = Mức trả cao nhất, phe nhận giá phải thực hiện.
pepper-term-right_bower = Bồi phải
    .about = Lá bồi của chất chủ, lá cao nhất.
pepper-term-left_bower = Bồi trái
    .about = Lá bồi còn lại cùng màu với chủ, lá chủ cao thứ hai.
pepper-term-little_pepper = Pepper nhỏ
    .about = Giá ăn hết mọi nước.
pepper-term-big_pepper = Pepper lớn
    .about = Giá ăn hết mọi nước để được gấp đôi điểm.
pepper-term-no_trump = Không chủ
    .about = Chơi không có chất chủ; lá cao nhất của chất được ra sẽ ăn nước.
pepper-term-dead_hand = Bài chết
    .about = Phần bài thứ ba khi chơi hai người, không ai thấy và không ai dùng.

# Điểm số giữa các phe đếm gì.
pepper-score = Điểm

## Giai đoạn.

pepper-phase-auction = Đấu giá
    .about = Người chơi trả giá để giành quyền chọn chủ.
pepper-phase-name = Chọn chủ
    .about = Người nhận giá chọn chất chủ hoặc không chủ.
pepper-phase-play = Đánh bài
    .about = Đánh hết mọi nước.
pepper-phase-between = Giữa hai ván
    .about = Ván trước đã tính điểm hoặc bị bỏ, ván sau sắp được chia.
pepper-phase-over = Kết thúc
    .about = Trận đấu đã kết thúc.

## Tùy chọn: tên, một câu, và tên của mỗi giá trị.

pepper-option-pass_final = Bỏ lượt là dứt khoát
    .about = Người đã bỏ lượt có bị cấm trả giá lại trong ván đó hay không.
pepper-option-one_round = Một vòng đấu giá
    .about = Mỗi người có phải chỉ được trả giá một lượt hay không.
pepper-option-all_pass = Không ai trả giá
    .about = Điều gì xảy ra nếu không ai trả giá.
    .value-next_dealer = Người kế tiếp chia bài
    .value-same_dealer = Người cũ chia lại
    .value-dealer_must_bid_1 = Người chia phải trả giá
pepper-option-target = Đích
    .about = Bao nhiêu điểm thì kết thúc trận.
pepper-option-both_out = Nhiều phe cùng đạt đích
    .about = Ai thắng nếu nhiều phe đạt đích trong cùng một ván.
    .value-higher-shared = Phe nhiều điểm nhất; bằng điểm thì chia
    .value-declarer_first = Phe nhận giá
pepper-option-no_trump = Cho phép không chủ
    .about = Người nhận giá có được chọn không chủ hay không.
pepper-option-defenders_zero_penalty = Phe thủ không ăn nước nào
    .about = Các phe khác được gì nếu không ăn được nước nào trước một pepper.
    .value-0 = Không được gì
    .value-minus6 = Mất 6 điểm
pepper-option-history = Các nước trước
    .about = Được xem lại những nước nào đã đánh xong.
    .value-closed = Chỉ nước cuối
    .value-open = Tất cả
pepper-option-reveal_dead = Bài chết trong biên bản
    .about = Bàn có thỏa thuận xem bài chết trong biên bản sau trận hay không. Khi chơi không có gì thay đổi: biên bản ghi đủ mọi bộ bài.

## Nước đi.

pepper-type-pass = Bỏ lượt
pepper-type-bid = Trả giá
pepper-type-name = Chọn chủ
pepper-type-play = Đánh

pepper-action-pass = Bỏ lượt
pepper-action-bid = { $tricks ->
   *[other] Trả { $tricks } nước
}
pepper-action-bid-little_pepper = Trả pepper nhỏ
pepper-action-bid-big_pepper = Trả pepper lớn
pepper-action-name = Chọn chủ { suit }
pepper-action-name-no_trump = Chọn không chủ
pepper-action-play = Đánh { card }

## Vì sao nước đi không được phép.

# Một mức giá trong câu: `$level` là LP (pepper nhỏ), BP (pepper lớn) hoặc số nước viết thành chữ số.
bid-level = { $level ->
    [LP] pepper nhỏ
    [BP] pepper lớn
   *[other] { $level }
}

pepper-illegal-auction_on = Đang đấu giá: hãy trả giá hoặc bỏ lượt.
pepper-illegal-auction_over = Đấu giá đã xong.
pepper-illegal-no_such_level = Ở đây không có giá { bid-level }: số cao nhất là { $highest }, trên đó là pepper nhỏ và pepper lớn.
pepper-illegal-bid_too_low = Bạn phải trả cao hơn { bid-level }, hoặc bỏ lượt.
pepper-illegal-dealer_must_bid = Bạn không được bỏ lượt: chưa ai trả giá nên người chia phải trả.
pepper-illegal-name_first = Bạn phải chọn chất chủ, hoặc không chủ, trước khi đánh.
pepper-illegal-already_named = Chủ đã được chọn rồi.
pepper-illegal-no_trump_off = Bàn này không chơi không chủ: hãy chọn một chất.
pepper-illegal-card_not_held = Bạn không có lá { card }.
pepper-illegal-must_follow = Bạn phải theo chất: hãy đánh một lá { suit }.
