//! The names of things: ladders, sources, results, accounts, and who stands on a ladder.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The longest id of a ladder, in characters.
pub const LADDER_ID_MAX: usize = 40;
/// The longest id that a source may give a result, in characters.
pub const RESULT_ID_MAX: usize = 100;

/// The id of a ladder, for example `seep`: 1 to 40 lower-case letters, digits and dashes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LadderId(String);

impl LadderId {
    /// Checks a ladder's id; `None` if it could not be one.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let fits = (1..=LADDER_ID_MAX).contains(&text.len()) && !text.starts_with('-');
        (plain && fits).then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LadderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who reports results: the name of a service credential.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceName(String);

impl SourceName {
    /// The name of the suite's own engine.
    pub const ENGINE: &'static str = "engine";

    /// A source by its credential's name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The suite's own engine.
    pub fn engine() -> Self {
        Self::new(Self::ENGINE)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A source's own id of a result: 1 to 100 characters without control characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultId(String);

impl ResultId {
    /// Checks a result's id; `None` if it is empty, too long or holds control characters.
    pub fn parse(text: &str) -> Option<Self> {
        let length = text.chars().take(RESULT_ID_MAX + 1).count();
        let fits = (1..=RESULT_ID_MAX).contains(&length) && !text.chars().any(char::is_control);
        fits.then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A person, by the UUID of their account. Never nil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountId(Uuid);

impl AccountId {
    /// An account; `None` for the nil UUID, which stands for "nobody".
    pub fn new(id: Uuid) -> Option<Self> {
        (!id.is_nil()).then_some(Self(id))
    }

    /// The UUID.
    pub const fn uuid(self) -> Uuid {
        self.0
    }
}

/// Who stands on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entity {
    /// A single player.
    Player(AccountId),
    /// Two who play together, the lesser id first.
    Pair(AccountId, AccountId),
}

impl Entity {
    /// The pair of two accounts, in whatever order; `None` if they are one and the same.
    pub fn pair(one: AccountId, other: AccountId) -> Option<Self> {
        match one.cmp(&other) {
            std::cmp::Ordering::Less => Some(Self::Pair(one, other)),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self::Pair(other, one)),
        }
    }

    /// The key in the store: two UUIDs, the second nil for a single player.
    pub const fn key(self) -> EntityKey {
        match self {
            Self::Player(account) => EntityKey { a: account.0, b: Uuid::nil() },
            Self::Pair(a, b) => EntityKey { a: a.0, b: b.0 },
        }
    }

    /// The members, in ascending order.
    pub fn accounts(self) -> Vec<AccountId> {
        match self {
            Self::Player(account) => vec![account],
            Self::Pair(a, b) => vec![a, b],
        }
    }

    /// The name of the entity's account in the ledger: `player:UUID` or `synergy:UUID+UUID`.
    pub fn ledger_account(self) -> String {
        match self {
            Self::Player(account) => format!("player:{}", account.0),
            Self::Pair(a, b) => format!("synergy:{}+{}", a.0, b.0),
        }
    }
}

/// An entity as the store spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntityKey {
    /// The player, or the member with the lesser id.
    pub a: Uuid,
    /// The other member; nil for a single player.
    pub b: Uuid,
}

impl EntityKey {
    /// The entity that is stored under this key.
    pub const fn entity(self) -> Entity {
        if self.b.is_nil() {
            Entity::Player(AccountId(self.a))
        } else {
            Entity::Pair(AccountId(self.a), AccountId(self.b))
        }
    }
}

/// One season of a ladder: the key of its standings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Track {
    /// The ladder.
    pub ladder: LadderId,
    /// The season, from 1.
    pub season: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(n: u128) -> AccountId {
        AccountId::new(Uuid::from_u128(n)).unwrap()
    }

    #[test]
    fn pair_is_the_same_in_either_order() {
        assert_eq!(Entity::pair(account(1), account(2)), Entity::pair(account(2), account(1)));
    }

    #[test]
    fn nobody_pairs_with_themselves() {
        assert_eq!(Entity::pair(account(1), account(1)), None);
    }

    #[test]
    fn key_leads_back_to_its_entity() {
        for entity in [Entity::Player(account(3)), Entity::Pair(account(1), account(2))] {
            assert_eq!(entity.key().entity(), entity);
        }
    }

    #[test]
    fn ledger_account_of_a_pair_names_both_members() {
        let pair = Entity::pair(account(2), account(1)).unwrap();
        let expected = "synergy:00000000-0000-0000-0000-000000000001+00000000-0000-0000-0000-000000000002";
        assert_eq!(pair.ledger_account(), expected);
    }

    #[test]
    fn ladder_id_allows_lower_case_digits_and_inner_dashes_only() {
        assert!(LadderId::parse("pepper-solo3").is_some());
        for bad in ["", "-x", "Seep", "a b", &"x".repeat(41)] {
            assert_eq!(LadderId::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn result_id_is_bounded_and_printable() {
        assert!(ResultId::parse(&"ü".repeat(100)).is_some());
        for bad in ["", "a\nb", &"x".repeat(101)] {
            assert_eq!(ResultId::parse(bad), None);
        }
    }
}
