//! Names for guests who give none: friendly, speakable, no two alike too often.

use env::Entropy;

const MOODS: [&str; 32] = [
    "Amber", "Brave", "Bright", "Calm", "Clever", "Cosy", "Daring", "Eager", "Fair", "Gentle", "Glad",
    "Golden", "Happy", "Humble", "Jolly", "Kind", "Lively", "Lucky", "Mellow", "Merry", "Nimble", "Noble",
    "Patient", "Proud", "Quick", "Quiet", "Ready", "Silver", "Steady", "Sunny", "Swift", "Witty",
];
const BIRDS: [&str; 32] = [
    "Avocet",
    "Barbet",
    "Bulbul",
    "Bunting",
    "Crane",
    "Curlew",
    "Dove",
    "Egret",
    "Falcon",
    "Finch",
    "Goldfinch",
    "Heron",
    "Hoopoe",
    "Ibis",
    "Jacana",
    "Kestrel",
    "Kingfisher",
    "Koel",
    "Lapwing",
    "Lark",
    "Martin",
    "Myna",
    "Oriole",
    "Peafowl",
    "Pipit",
    "Plover",
    "Robin",
    "Sparrow",
    "Starling",
    "Swallow",
    "Wagtail",
    "Wren",
];
/// Numbers go from 10 to this and 9 more.
const NUMBERS: u64 = 90;

/// A name like `Quiet Heron 42`; one of 92,160. It need not be unique: names never identify.
pub fn made_up_name(entropy: &Entropy) -> String {
    // One draw serves all three; the bias of a 64-bit number over 92,160 names is far below one in a trillion.
    let drawn = entropy.u64();
    let mood = MOODS[(drawn % 32) as usize];
    let bird = BIRDS[(drawn / 32 % 32) as usize];
    format!("{mood} {bird} {}", 10 + drawn / 1024 % NUMBERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_name_has_a_mood_a_bird_and_two_digits() {
        let name = made_up_name(&Entropy::seeded(4));
        let words: Vec<&str> = name.split(' ').collect();
        assert!(MOODS.contains(&words[0]) && BIRDS.contains(&words[1]));
        assert!((10..100).contains(&words[2].parse::<u64>().unwrap()));
    }

    #[test]
    fn made_up_names_are_valid_display_names() {
        let entropy = Entropy::seeded(5);
        for _ in 0..1000 {
            let name = made_up_name(&entropy);
            assert_eq!(service::display_name("display_name", &name), Ok(name));
        }
    }
}
