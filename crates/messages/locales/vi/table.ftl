# Những gì trò chơi nào cũng có: chỗ ngồi và phe, tùy chọn, máy chơi, bảng xếp hạng, đầu mục của trang luật, và các lời từ chối chung.

players-pairs = { $players ->
   *[other] { $players } người chơi chia thành hai đôi
}
players-solo = { $players ->
   *[other] { $players } người chơi, mỗi người một phe
}

side-pairs = Đôi
side-solo = Người chơi

option-on = Có
option-off = Không

level-greedy = Tham lam
    .about = Luôn lấy thứ có giá trị nhất ngay lúc đó và không nghĩ xa hơn.
level-casual = Dạo chơi
    .about = Chơi nhanh, hợp lý, nhưng có lúc sai lầm.
level-club = Câu lạc bộ
    .about = Chơi chắc tay như một người chơi giỏi ở câu lạc bộ và biết phối hợp với đồng đội.
level-expert = Cao thủ
    .about = Trước mỗi nước, cân nhắc nhiều cách chia có thể có của những lá bài bị che.

ladder-seep = Seep
ladder-smear = Smear bốn điểm
ladder-pepper = Pepper đánh đôi
ladder-pepper-solo3 = Pepper ba người
ladder-pepper-solo2 = Pepper hai người

rules-aim = Mục tiêu
rules-cards = Bài
rules-deal = Chia bài
rules-bidding = Đấu giá
rules-play = Cách đánh
rules-scoring = Tính điểm
rules-end = Kết thúc trận

illegal-not_your_turn = Chưa đến lượt bạn.
illegal-not_dealt = Bài chưa được chia.
illegal-match_over = Trận đấu đã kết thúc.
illegal-other_game = Đây không phải là nước đi của trò đang chơi.
refused-cut_closed = Bạn đã cắt bài rồi, hoặc đã quá muộn để cắt.
refused-resigned = Bạn đã xin thua rồi.
