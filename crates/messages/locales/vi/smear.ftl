# Smear bốn điểm vùng đông bắc Wisconsin. `$bid` là số từ 2 đến 4; `$cards` là danh sách lá bài.

smear-title = Smear bốn điểm
    .about = Trò đấu giá và ăn nước cho hai đôi, tranh bốn điểm: cao, thấp, bồi và ván.

## Trang luật. Dòng trống bắt đầu một đoạn mới.

smear-rules-aim =
    Bốn người ngồi thành hai đôi cố định và đi theo chiều kim đồng hồ. Mỗi ván có bốn điểm để giành, gọi là cao, thấp,
    bồi và ván. Phe trả giá cao nhất chọn chủ và phải giành ít nhất bằng số điểm đã trả. Một bàn có thể chọn luật khác
    với luật ở đây; các tùy chọn của bàn cho biết điều đó.
smear-rules-cards =
    Trò chơi dùng 32 lá, từ bảy đến át của mỗi chất. Át cao nhất, rồi già, đầm, bồi, mười, chín, tám và bảy, ở chất
    chủ cũng như ở các chất khác.

    Để tính điểm ván, các lá có giá: át 4, già 3, đầm 2, bồi 1 và mười 10. Chín, tám và bảy không có giá. Cả bộ có giá
    80.
smear-rules-deal =
    Mỗi người được sáu lá, chia từng lá, bắt đầu từ người bên trái người chia. Tám lá còn lại là nọc và nằm úp. Một
    bàn có thể để riêng tối đa ba lá của nọc làm bài thêm. Sau mỗi ván có tính điểm, người bên trái người chia sẽ chia.
smear-rules-bidding =
    Có một vòng đấu giá, bắt đầu từ người bên trái người chia và kết thúc ở người chia. Mỗi người bỏ lượt hoặc trả từ
    hai đến bốn điểm, cao hơn mọi giá trước đó. Giá bốn kết thúc đấu giá. Nếu cả bốn người bỏ lượt, người cũ chia lại.

    Nếu có bài thêm, người nhận giá lấy các lá đó rồi bỏ úp đúng bấy nhiêu lá. Chỉ ai có hơn sáu lá chủ mới được bỏ
    chủ, chỉ bỏ phần quá sáu, và phải bỏ cùng với mọi lá khác.
smear-rules-play =
    Người nhận giá ra bài cho nước đầu, và chất của lá đó là chủ trong cả ván. Nếu chủ được ra, ai có chủ phải đánh
    chủ. Nếu chất khác được ra, người có chất đó phải đánh chất đó hoặc đánh chủ; người không có thì đánh gì cũng được.

    Lá chủ cao nhất ăn nước; nếu không có chủ thì lá cao nhất của chất được ra sẽ ăn. Người ăn nước ra lá bất kỳ cho
    nước tiếp theo.
smear-rules-scoring =
    Điểm cao thuộc phe đã đánh át chủ, điểm thấp thuộc phe đã đánh bảy chủ, điểm bồi thuộc phe ăn được nước có bồi
    chủ. Lá nào không được đánh thì điểm đó không ai có. Điểm ván thuộc phe có các nước giá trị hơn; các lá đã bỏ tính
    cho phe nhận giá. Bằng nhau thì không ai được.

    Nếu phe nhận giá giành đủ số điểm đã trả, phe đó được hết số điểm giành được. Nếu không, phe đó thua giá và mất
    đúng số điểm đã trả. Phe kia luôn được số điểm mình giành.
smear-rules-end =
    Phe có từ 15 điểm trở lên sau một ván thì thắng trận. Nếu cả hai phe đều có, phe nhận giá thắng.

## Các từ của trò chơi và ý nghĩa.

smear-term-trump = Chủ
    .about = Chất của lá được ra đầu tiên, thắng mọi chất khác.
smear-term-trick = Nước
    .about = Mỗi người một lá; lá cao nhất ăn cả.
smear-term-widow = Bài thêm
    .about = Các lá để riêng cho người nhận giá, người này sau đó bỏ đúng bấy nhiêu lá.
smear-term-high = Cao
    .about = Điểm cho việc đánh át chủ.
smear-term-low = Thấp
    .about = Điểm cho việc đánh bảy chủ.
smear-term-jack = Bồi
    .about = Điểm cho việc ăn được bồi chủ.
smear-term-game = Ván
    .about = Điểm cho phe có các lá ăn được giá trị hơn.
smear-term-count = Giá lá
    .about = Giá trị của các lá một phe đã ăn, dùng cho điểm ván.
smear-term-set = Thua giá
    .about = Giành ít điểm hơn số đã trả.

# Điểm số giữa các phe đếm gì.
smear-score = Điểm

## Giai đoạn.

smear-phase-auction = Đấu giá
    .about = Mỗi người bỏ lượt hoặc trả giá một lần.
smear-phase-discard = Bỏ bài
    .about = Người nhận giá đã lấy bài thêm và bỏ đúng bấy nhiêu lá.
smear-phase-play = Đánh bài
    .about = Đánh sáu nước.
smear-phase-between = Giữa hai ván
    .about = Ván trước đã tính điểm hoặc bị bỏ, ván sau sắp được chia.
smear-phase-over = Kết thúc
    .about = Trận đấu đã kết thúc.

## Tùy chọn: tên, một câu, và tên của mỗi giá trị.

smear-option-widow = Bài thêm
    .about = Người nhận giá lấy và bỏ bao nhiêu lá.
smear-option-both_out = Cả hai phe đạt đích
    .about = Ai thắng nếu cả hai phe đạt đích trong cùng một ván.
    .value-bidder = Phe nhận giá
    .value-higher = Phe nhiều điểm hơn
smear-option-win_needs_bid = Thắng phải nhờ trả giá
    .about = Một phe có phải chỉ thắng được bằng ván mà mình nhận giá và thực hiện được giá hay không.
smear-option-nonbid_cap = Giới hạn khi không nhận giá
    .about = Điểm của phe không nhận giá có thể lên đến đâu trong một ván.
    .value-false = Không giới hạn
smear-option-high_low = Cao và thấp
    .about = Những lá nào cho điểm cao và thấp.
    .value-fixed = Chỉ át và bảy
    .value-in_play = Lá chủ cao nhất và thấp nhất đã đánh
smear-option-low_to = Điểm thấp thuộc về
    .about = Phe nào được điểm thấp.
    .value-player = Phe đã đánh lá đó
    .value-winner = Phe đã ăn nước đó
smear-option-game_tie = Giá lá bằng nhau
    .about = Ai được điểm ván nếu giá lá của hai phe bằng nhau.
    .value-nobody = Không ai
    .value-nonbidder = Phe không nhận giá
smear-option-all_pass = Không ai trả giá
    .about = Điều gì xảy ra nếu không ai trả giá.
    .value-same_dealer = Người cũ chia lại
    .value-next_dealer = Người kế tiếp chia bài
    .value-dealer_stuck_2 = Người chia phải trả giá
smear-option-discard_scoring_trump = Bỏ lá chủ có điểm
    .about = Có được bỏ át, già, đầm, bồi, mười hay bảy chủ như phần dư hay không.
    .value-allowed = Được
    .value-forbidden = Không được
smear-option-overbid_dealer = Người chia được trả bằng
    .about = Người chia có được giành giá với cùng con số hay không.
smear-option-target = Đích
    .about = Bao nhiêu điểm thì thắng trận.
smear-option-open_counts = Hiện giá lá
    .about = Mọi người có thấy giá lá tích lũy của các nước hay không.
smear-option-reveal_stock = Nọc trong biên bản
    .about = Bàn có thỏa thuận xem nọc trong biên bản sau trận hay không. Khi chơi không có gì thay đổi: biên bản ghi đủ mọi bộ bài.
smear-option-history = Các nước trước
    .about = Được xem lại những nước nào đã đánh xong.
    .value-closed = Chỉ nước cuối
    .value-open = Tất cả

## Nước đi.

smear-type-pass = Bỏ lượt
smear-type-bid = Trả giá
smear-type-discard = Bỏ bài
smear-type-play = Đánh

smear-action-pass = Bỏ lượt
smear-action-bid = { $bid ->
   *[other] Trả { $bid } điểm
}
smear-action-discard = Bỏ { $cards }
smear-action-play = Đánh { card }

## Vì sao nước đi không được phép.

smear-illegal-call_first = Bạn phải trả giá hoặc bỏ lượt trước khi đánh.
smear-illegal-auction_over = Đấu giá đã xong.
smear-illegal-bid_too_low = Bạn phải trả cao hơn { $highest }, hoặc bỏ lượt.
smear-illegal-dealer_must_bid = Chưa ai trả giá nên người chia không được bỏ lượt.
smear-illegal-discard_first = Trước khi đánh bạn phải bỏ bài: { $widow } lá, bằng số lá đã lấy.
smear-illegal-no_discard = Lúc này không có gì để bỏ.
smear-illegal-discard_number = Bạn phải bỏ bằng số lá đã lấy: { $widow }, không phải { $given }.
smear-illegal-card_not_held = Bạn không có lá { card }.
smear-illegal-discards_trump = Chỉ được bỏ chủ khi không còn lá nào khác để bỏ: hãy giữ một chất mà bạn không bỏ lá nào, hoặc giữ sáu lá cùng chất.
smear-illegal-discards_scoring_trump = Chất duy nhất bạn giữ là { suit }; át, già, đầm, bồi, mười và bảy của chất đó không được bỏ.
smear-illegal-lead_discarded = Bạn không thể chọn { suit } làm chủ: bạn đã bỏ một lá của chất đó trong khi vẫn giữ chất khác.
smear-illegal-must_follow = Bạn phải theo chất { suit }, hoặc đánh một lá chủ ({ trump-suit }).
smear-illegal-must_follow_trump = Chủ đã được ra: bạn phải đánh { suit }.

# Dạng dùng ở trên; `$trump` là một trong clubs, diamonds, hearts, spades.
trump-suit = { $trump ->
    [clubs] chuồn
    [diamonds] rô
    [hearts] cơ
   *[spades] bích
}
