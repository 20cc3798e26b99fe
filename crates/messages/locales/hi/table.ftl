# जो हर खेल में होता है: सीटें और पक्ष, विकल्प, बॉट, सीढ़ियाँ, नियम-पृष्ठ के शीर्षक, और वे इनकार जो हर जगह एक-से हैं।

players-pairs = { $players ->
    [one] दो जोड़ियों में { $players } खिलाड़ी
   *[other] दो जोड़ियों में { $players } खिलाड़ी
}
players-solo = { $players ->
    [one] { $players } खिलाड़ी, अकेला
   *[other] { $players } खिलाड़ी, हर एक अपने लिए
}

side-pairs = जोड़ी
side-solo = खिलाड़ी

option-on = हाँ
option-off = नहीं

level-greedy = लालची
    .about = जो तुरंत सबसे ज़्यादा गिना जाए वही लेता है और आगे नहीं सोचता।
level-casual = शौकिया
    .about = जल्दी और समझ में आने लायक खेलता है, पर ग़लतियाँ करता है।
level-club = क्लब
    .about = अच्छे क्लब खिलाड़ी की तरह ठोस खेलता है और साथी के साथ मिलकर चलता है।
level-expert = उस्ताद
    .about = हर चाल से पहले छिपे पत्तों के बहुत-से संभव बँटवारों को तौलता है।

ladder-seep = सीप
ladder-smear = चार अंकों वाला स्मियर
ladder-pepper = जोड़ियों का पेपर
ladder-pepper-solo3 = तीन का पेपर
ladder-pepper-solo2 = दो का पेपर

rules-aim = लक्ष्य
rules-cards = पत्ते
rules-deal = बाँटना
rules-bidding = बोली
rules-play = खेल
rules-scoring = अंक
rules-end = मैच का अंत

illegal-not_your_turn = अभी आपकी बारी नहीं है।
illegal-not_dealt = पत्ते अभी बाँटे नहीं गए हैं।
illegal-match_over = मैच समाप्त हो चुका है।
illegal-other_game = यहाँ जो खेल चल रहा है, उसमें ऐसी कोई चाल नहीं है।
refused-cut_closed = आप पत्ते काट चुके हैं, या काटने का समय निकल चुका है।
refused-resigned = आप पहले ही हार मान चुके हैं।
